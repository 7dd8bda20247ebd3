"""Random BibTeX entries, with the names, dates, LaTeX and fields that bibliographies of researchers contain."""

TYPES = ["article"] * 6 + ["inproceedings"] * 5 + ["book", "book", "incollection", "inbook", "phdthesis", "mastersthesis", "techreport", "misc", "misc", "unpublished", "proceedings", "booklet", "manual", "conference", "online", "patent", "thesis", "report"]
PEOPLE = ["Ada Quill", "Quill, Ada", "von Berg, Karl Otto", "Karl Otto von Berg", "de la Cruz, Jr., Mar{\\'i}a", "{The Corporate Group}", "J. R. R. Tolk", "Smith, J.-P.", "M{\\\"u}ller, Anna", "{\\'A}d{\\'a}m Nagy", "李 明", "Øre, Åse",
          "others", "O'Neil, Sean", "van der Vaart, Aad W.", "D'Souza, L.", "Anne Marie Le Fevre", "Sm{\\i}th, X.", "Jean de La Fontaine", "Lee, Min-Ho", "ADA B", "Knuth, D. E. and", "Ng, A", "Mc Donald, Ronald", "{van Gogh}, Vincent", "al-Farabi, Abu", "Ó hÉigeartaigh, Seán", "B{\\'e}zout, {\\'E}tienne", "Mary-Jane Watson", "King, Jr., Martin Luther", "Charles {XVI Gustaf}", "N."]
TEXT = "deep learning of {DNA} Sequences in the {Bay} area: a survey On X-ray {\\'e}tude {\\\"o}kologie $\\alpha$-decay $x^2$ {NASA's} \\emph{in vitro} \\textbf{Bold} test? Why! -- and --- ``quoted'' 'single' \\& R\\&D 50\\% C\\# {\\ss} {\\O} {\\aa} naïve ünïcode 日本 e.g. vol. {A {nested} part} \\LaTeX{} \\textsc{sc} \\url{http://x.y/z_w} ~ tie~d a_b <i>html</i> <b> \"inch\" (paren) [bracket] {\\v{c}} {\\c c} \\'a 1st"
JOURNALS = ["Journal of Tests", "{IEEE} Trans. on X", "Nature", "Proc. {N}atl. Acad. Sci.", "J. Am. Chem. Soc.", "The \\& Journal", "jot", "arXiv preprint arXiv:1234.5678", "Ann. d. Physik"]
PAGES = ["1--10", "1-10", "10", "123--9", "e12", "1,3,5--7", "i--x", "100--105", "1–9", "S1--S4", "12:1--12:9", "321--328, 330", "42+", ""]
YEARS = ["2020", "1999", "{2021}", "in press", "c. 1850", "2020a", "", "12", "2019--2020", "2020-05-17"]
MONTHS = ["jan", "{May}", "\"June\"", "12", "{jan # feb}", "sep # \"~3\"", "{3~} # mar", "{July/August}", "13", "{}"]
KEYS = ["quill{n}", "Quill:2020-{n}", "a.b_c+{n}", "DBLP:conf/x/Y{n}", "{n}", "smith'{n}", "größe{n}"]


def balanced(words):
    """The words, joined if braces contain several of them. Open braces would end the build of all entries."""
    found = []
    for word in words:
        if found and found[-1].count("{") > found[-1].count("}"):
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


WORDS = balanced(TEXT.split(" "))


class Entries:
    def __init__(self, rng):
        self.rng = rng

    def people(self):
        r = self.rng
        return r.choice([" and ", " and ", " and ", "  AND ", "\n and "]).join(r.choice(PEOPLE) for _ in range(r.choice([1, 1, 2, 2, 3, 4, 7, 12])))

    def words(self, low=2, high=9):
        return " ".join(self.rng.choice(WORDS) for _ in range(self.rng.randint(low, high)))

    def quoted(self, text):
        r = self.rng
        balanced = text.count("{") == text.count("}")
        if r.random() < 0.25 and '"' not in text and balanced:
            return f'"{text}"'
        return "{" + text + "}"

    def fields(self):
        r = self.rng
        fields = {"author": self.quoted(self.people()), "title": self.quoted(self.words()), "journal": self.quoted(r.choice(JOURNALS)), "booktitle": self.quoted(r.choice(["Proceedings of the ", ""]) + self.words(1, 4)),
                  "year": self.quoted(r.choice(YEARS[:3] * 5 + YEARS)), "month": r.choice(MONTHS), "volume": self.quoted(r.choice(["3", "IV", "12(2)", "a"])), "number": r.choice(["2", "{2-3}", "{Suppl 1}"]), "issue": "{4}", "pages": self.quoted(r.choice(PAGES)),
                  "editor": self.quoted(self.people()), "publisher": self.quoted(r.choice(["Springer", "O'Reilly \\& Co", "{MIT} Press"])), "address": self.quoted(r.choice(["New York, NY", "M{\\\"u}nchen", "Paris; London"])), "location": "{Vienna}", "school": "{University of X}",
                  "institution": "{Inst. {\\\"U}ber}", "organization": "{ACM}", "howpublished": self.quoted(r.choice(["\\url{http://a.b/c}", "Online", "CD"])), "note": self.quoted(self.words(1, 4)), "edition": self.quoted(r.choice(["2", "Second", "3rd", "first"])),
                  "series": "{LNCS}", "chapter": "{5}", "type": self.quoted(r.choice(["PhD thesis", "Technical Report", "misc"])), "doi": self.quoted(r.choice(["10.5555/12.3_4", "https://doi.org/10.5555/x", "10.5555/<a>"])), "url": self.quoted(r.choice(["http://x.y/~z?a=b&c=d_e", "\\url{https://e.org}", "x"])),
                  "isbn": "{978-3-16-148410-0}", "issn": "{1234-5678}", "eprint": "{1234.5678}", "archiveprefix": "{arXiv}", "abstract": self.quoted(self.words(5, 20)), "keywords": "{a, b}", "translator": self.quoted(self.people()), "language": "{german}", "urldate": "{2020-03-04}",
                  "date": self.quoted(r.choice(["2020-05-06", "2019", "2018-03", "2017/2018", "2016-13"])), "crossref": "{parent}", "annote": "{x}", "key": "{K}", "shorttitle": "{Short}", "pagetotal": "{99}", "director": self.quoted(self.people())}
        usual = {"author": 0.92, "title": 0.97, "year": 0.85, "journal": 0.5, "booktitle": 0.4, "pages": 0.5, "volume": 0.4, "number": 0.35, "month": 0.25, "publisher": 0.35, "editor": 0.2, "crossref": 0.03, "date": 0.1, "translator": 0.05, "director": 0.02, "school": 0.15}
        chosen = [name for name in fields if r.random() < usual.get(name, 0.1)]
        r.shuffle(chosen)
        return [(r.choice([str.lower] * 9 + [str.upper, str.capitalize])(name), fields[name]) for name in chosen]

    def entry(self, number):
        r = self.rng
        key = r.choice(KEYS[:3] * 3 + KEYS).replace("{n}", str(number))
        return Entry(r.choice(TYPES), key, self.fields())


class Entry:
    """One entry. Parts can be removed."""

    def __init__(self, kind, key, fields):
        self.kind, self.key, self.fields = kind, key, fields

    def without(self, index):
        return Entry(self.kind, self.key, self.fields[:index] + self.fields[index + 1:])

    def with_value(self, index, value):
        name = self.fields[index][0]
        return Entry(self.kind, self.key, self.fields[:index] + [(name, value)] + self.fields[index + 1:])

    def __str__(self):
        return f"@{self.kind}{{{self.key},\n" + "".join(f"  {name} = {value},\n" for name, value in self.fields) + "}\n"
