"""Random Markdown for the sites of `sites.py`: texts as authors write them, with odd details at their borders."""

WORDS = ("alpha beta gamma delta data site page model test results ünïcode 日本 über A&B x<y \"quoted\" it's co-op e.g. 3.5 "
         "1st http://example.com/a_b?c=d&e=f *not snake_case_word C++ :smile: @name #hash 50% $5 -- --- ... <b>bold</b> "
         "&amp; &copy; \\* \\_ `code` ~~old~~ [bare] (paren)").split(" ")
LANGUAGES = ["ruby", "python", "js", "html", "yaml", "bash", "text", "c", "json", "liquid", "", "unknown", "ruby linenos"]
CODE = ["def f(x)\n  x + 1 # one\nend", "puts 'a'\n\nputs \"b #{c}\"", "for i in range(3):\n    print(i)", "<p class=\"a\">x</p>",
        "a: 1\nb: [x, 'y']", "$ ls -la | grep x", "int main() { return 0; }", "{\"a\": [1, null]}", "  indented\n\ttab"]


ELEMENTS = ["p", "p", "div", "div", "span", "b", "i", "em", "strong", "a", "code", "pre", "ul", "ol", "li", "dl", "dt", "dd", "h1", "h2", "h4", "blockquote", "table", "tr", "td", "script", "style", "textarea", "section", "img", "br", "hr", "html", "body", "head",
            "figure", "nav", "form", "select", "kbd", "x-own", "del", "address", "math", "sup"]
DIV = ["", " markdown=\"1\"", " class=\"x\""]


class Texts:
    def __init__(self, rng):
        self.rng = rng

    def words(self, low=1, high=8):
        return " ".join(self.rng.choice(WORDS) for _ in range(self.rng.randint(low, high)))

    def span(self):
        r = self.rng
        return r.choice([
            lambda: self.words(),
            lambda: f"*{self.words(1, 3)}*",
            lambda: f"**{self.words(1, 3)}**",
            lambda: f"***{self.words(1, 2)}***",
            lambda: f"_{self.words(1, 2)}_",
            lambda: f"`{self.words(1, 2)}`",
            lambda: f"[{self.words(1, 3)}](/{r.choice(['a', 'b c', 'ü', 'x_y'])}/ \"{self.words(1, 2)}\")",
            lambda: f"[{self.words(1, 2)}][{r.choice(['ref', 'Ref', 'nope'])}]",
            lambda: f"![{self.words(1, 2)}](/img.png){{: .cls width=\"{r.randint(1, 9)}0\"}}",
            lambda: f"<http://example.com/{r.randint(1, 9)}>",
            lambda: f"text[^{r.choice(['1', 'note', 'none'])}]",
            lambda: f"$${r.choice(['x^2', 'a_1 < b', '&'])}$$",
            lambda: f"<span class='{r.choice('ab')}'>{self.words(1, 3)}</span>",
            lambda: "line  \nbreak",
            lambda: f"{self.words(1, 2)}{{: #id{r.randint(1, 3)} .c}}",
            lambda: r.choice(["'single'", "\"double\"", "it's", "<<guillemets>>", "a -- b", "wait...", "'90s"]),
            lambda: "HTML *[abbr]* here",
        ])()

    def line(self):
        return " ".join(self.span() for _ in range(self.rng.randint(1, 4)))

    def paragraph(self):
        return "\n".join(self.line() for _ in range(self.rng.randint(1, 3)))

    def heading(self):
        r = self.rng
        text = self.words(1, 4)
        attributes = r.choice(["", "", "", " {#own}", "\n{: .no_toc}", " #"])
        if r.random() < 0.15:
            return text + r.choice(["\n===", "\n---"])
        return f"{'#' * r.randint(1, 6)} {text}{attributes}"

    def code(self):
        r = self.rng
        text = r.choice(CODE)
        if r.random() < 0.25:
            return "\n".join("    " + line for line in text.split("\n"))
        fence = r.choice(["```", "~~~", "````"])
        return f"{fence}{r.choice(LANGUAGES)}\n{text}\n{fence}"

    def items(self, marker, depth=0):
        r = self.rng
        lines = []
        for number in range(r.randint(1, 4)):
            head = marker if marker in "-*+" else f"{number + r.choice([1, 1, 3])}."
            lines.append(f"{'  ' * depth * r.choice([1, 1, 2])}{head} {self.line() if r.random() < 0.6 else self.words(1, 4)}")
            if depth < 2 and r.random() < 0.2:
                lines += self.items(r.choice(["-", "*", "1"]), depth + 1)
            if r.random() < 0.15:
                lines += ["", "    " + self.words()]
            if r.random() < 0.2:
                lines.append("")
        return lines

    def table(self):
        r = self.rng
        columns = r.randint(1, 3)
        rows = [" | ".join(self.words(1, 2).replace("|", "") for _ in range(columns)) for _ in range(r.randint(1, 3))]
        rule = "|".join(r.choice(["---", ":--", "--:", ":-:"]) for _ in range(columns))
        head = [" | ".join("h" * (c + 1) for c in range(columns)), rule] if r.random() < 0.8 else []
        return "\n".join(f"| {row} |" if r.random() < 0.8 else row for row in head + rows)

    def block(self):
        r = self.rng
        return r.choice([
            self.paragraph, self.paragraph, self.paragraph, self.heading, self.heading, self.code,
            lambda: "\n".join(self.items(r.choice(["-", "*", "+", "1"]))),
            lambda: "\n".join("> " + line for line in self.block().split("\n")),
            self.table,
            lambda: r.choice(["---", "***", "- - -"]),
            lambda: f"[ref]: /{r.choice(['target', 'a b', '<x y>'])} \"Title\"",
            lambda: f"[^{r.choice(['1', 'note'])}]: {self.line()}",
            lambda: f"<div{r.choice(DIV)}>\n{self.paragraph()}\n</div>",
            lambda: f"{self.words(1, 2)}\n: {self.line()}\n: {self.words()}",
            lambda: f"*[{r.choice(['HTML', 'abbr', 'data'])}]: {self.words(1, 3)}",
            lambda: "* toc\n{:toc}",
            lambda: f"{self.paragraph()}\n{{: .lead data-x=\"{r.randint(1, 3)}\"}}",
            lambda: f"<!-- {self.words()} -->",
            lambda: "$$\n\\sum_{i} x_i\n$$",
            lambda: "- [ ] todo\n- [x] done",
            lambda: "<details><summary>More</summary>\n\n" + self.paragraph() + "\n\n</details>",
        ])()

    def html(self, depth=0):
        """Nested HTML elements with text, as a page contains them."""
        r = self.rng
        if depth > 3 or r.random() < 0.3:
            return self.words(1, 3)
        name = r.choice(ELEMENTS)
        inner = r.choice(["", " ", "\n"]).join(self.html(depth + 1) for _ in range(r.randint(0, 4)))
        attributes = r.choice(["", "", "", " class='x'", " id=a", " class=\"language-ruby highlighter-rouge\"", " style=\"text-align: right; color: red\"", " style='text-align: center'", " href='/a b'", " type=\"math/tex; mode=display\"", " CLASS=x"])
        if name == "table":
            cell = r.choice(["td", "th"])
            inner = "".join("<tr>" + f"<{cell}{attributes}>{self.words(1, 2)}</{cell}>" * r.randint(1, 2) + "</tr>" for _ in range(r.randint(0, 2)))
            inner = r.choice([inner, f"<tbody>{inner}</tbody>", f"<thead><tr><th>h</th></tr></thead><tbody>{inner}</tbody>", f"\n {inner}\n"])
        end = r.choice([f"</{name}>"] * 12 + ["", f"</{name.upper()}>", f"</ {name}>", "</b>"])
        return r.choice([f"<{name}{attributes}>{inner}{end}"] * 12 + [f"<{name}{attributes} />", f"<!-- {inner} -->", f"<![CDATA[{inner}]]>", f"<?{inner}?>", "&mdash; &lsquo;x&rdquo; &nope; &#65; &lt;"])

    def html_document(self):
        r = self.rng
        parts = [self.html() for _ in range(r.randint(1, 5))]
        return r.choice(["", "", "<!DOCTYPE html>\n", "<?xml version='1.0'?> ", "<!-- first -->\n<!doctype html>"]) + r.choice(["\n", "", "\n\n"]).join(parts)

    def document(self, low=1, high=6):
        return "\n\n".join(self.block() for _ in range(self.rng.randint(low, high)))
