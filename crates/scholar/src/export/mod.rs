//! Exports publications in a site's data files as BibTeX, the reverse of an import.

use crate::profile::Work;
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::fmt::Write;

/// The exported bibliography, and the entries that were omitted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Export {
    /// The text of the `.bib` file.
    pub bib: String,
    /// The omitted entries, with reasons.
    pub problems: Vec<String>,
}

/// Exports the works in the bundled theme's `_data/publications.yml`, or those under `publications` in a JSON Resume,
/// as BibTeX. Omits works without a title.
#[must_use]
pub fn bibliography_of_data(works: &[Value]) -> Export {
    let mut export = Export::default();
    let mut keys = HashSet::new();
    for (work, number) in works.iter().zip(1..) {
        match work.as_object().and_then(|work| entry(work, &mut keys)) {
            Some(entry) => export.bib.push_str(&entry),
            None => export.problems.push(format!("work {number}: there is no title")),
        }
    }
    export
}

/// Works of a service as BibTeX, in the given order. Omits works without a title. The entries get keys that are not in
/// `taken`.
#[must_use]
pub fn bibliography_of_works(works: &[&Work], taken: &[String]) -> String {
    let mut keys: HashSet<String> = taken.iter().cloned().collect();
    works.iter().filter_map(|work| entry(&data_of(work), &mut keys)).collect()
}

/// The fields of a work under the names of the theme's data.
fn data_of(work: &Work) -> Map<String, Value> {
    let is_of_scholar = !work.id.starts_with("openalex:") && !work.id.starts_with("semantic-scholar:");
    let kind = if work.venue.is_none() { Some("misc".to_owned()) } else { None };
    let fields = [
        ("title", Some(work.title.clone())),
        ("authors", work.authors.clone()),
        ("venue", work.venue.clone()),
        ("year", work.year.clone()),
        ("doi", work.doi.clone()),
        ("scholar", Some(work.id.clone()).filter(|_| is_of_scholar)),
        ("type", kind),
    ];
    fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), Value::String(value?)))).collect()
}

fn entry(work: &Map<String, Value>, keys: &mut HashSet<String>) -> Option<String> {
    let title = text(work, &["title", "name"])?;
    let authors: Vec<&str> = match work.get("authors") {
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).map(str::trim).collect(),
        Some(Value::String(names)) => names.split(',').map(str::trim).collect(),
        _ => Vec::new(),
    };
    let (authors, marks): (Vec<String>, Vec<&str>) =
        authors.into_iter().map(name_and_marks).map(|(name, marks)| (person(name), marks)).unzip();
    let released = text(work, &["year", "releaseDate"]).unwrap_or_default();
    let mut date = released.splitn(3, '-');
    let year = date.next().filter(|year| !year.is_empty());
    let (kind, venue_field) = kind(text(work, &["type"]).as_deref());
    let links = work.get("links").and_then(Value::as_object);
    let paper = links.and_then(|links| text(links, &["Paper", "paper"]));
    let key = free_key(&authors, year, &title, keys);
    let mut entry = format!("@{kind}{{{key},\n");
    let mut field = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            // Writing to a string cannot fail.
            let _ = writeln!(entry, "  {name} = {{{value}}},");
        }
    };
    field("title", Some(latex(&title)));
    field("author", (!authors.is_empty()).then(|| authors.join(" and ")));
    field("author+an", annotations(&marks));
    field(venue_field, text(work, &["venue", "publisher"]).map(|venue| latex(&venue)));
    field("year", year.map(latex));
    field("month", date.next().map(latex));
    field("day", date.next().map(latex));
    field("url", text(work, &["url"]).or(paper).map(|url| verbatim(&url)));
    field("doi", text(work, &["doi"]).map(|doi| latex(&doi)));
    field("google_scholar_id", text(work, &["scholar"]).map(|id| verbatim(&id)));
    field("note", text(work, &["note", "summary"]).map(|note| latex(&note)));
    entry.push_str("}\n\n");
    Some(entry)
}

/// The first non-empty text or number in the fields `keys`, as text. `None` if there is none.
fn text(work: &Map<String, Value>, keys: &[&str]) -> Option<String> {
    let values = keys.iter().filter_map(|key| work.get(*key));
    let texts = values.filter_map(|value| match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    });
    texts.into_iter().find(|text| !text.is_empty())
}

/// The BibTeX type for a type in the theme's data, and the BibTeX field for the venue. `conference` gives
/// `inproceedings` and `booktitle`.
fn kind(kind: Option<&str>) -> (&'static str, &'static str) {
    match kind {
        Some("conference" | "workshop") => ("inproceedings", "booktitle"),
        Some("thesis") => ("phdthesis", "school"),
        Some("preprint") => ("techreport", "institution"),
        Some("software") => ("software", "publisher"),
        Some("misc") => ("misc", "howpublished"),
        _ => ("article", "journal"),
    }
}

/// Splits a name from the marks at its end that the bundled theme prints as superscripts, such as `*` for an equal
/// contribution.
fn name_and_marks(name: &str) -> (&str, &str) {
    let plain = name.trim_end_matches(['*', '†', '‡', '#']);
    if plain.trim().is_empty() { (name, "") } else { (plain.trim_end(), &name[plain.len()..]) }
}

/// The marks as an annotation of biblatex, with the authors' numbers: `1="*"; 3="†"`. `None` without marks.
fn annotations(marks: &[&str]) -> Option<String> {
    let marked = marks.iter().zip(1..).filter(|(marks, _)| !marks.is_empty());
    let all: Vec<String> = marked.map(|(marks, number)| format!("{number}=\"{marks}\"")).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// A name as BibTeX's field `author` contains it: in braces if it contains `and` as a word or a comma, and `others` for
/// `et al.`
fn person(name: &str) -> String {
    if name == "et al." {
        return "others".to_owned();
    }
    let name = latex(name.trim());
    let is_one = !name.contains(',') && !name.split_whitespace().any(|word| word.eq_ignore_ascii_case("and"));
    if is_one { name } else { format!("{{{name}}}") }
}

/// A key from the first author's family name, the year, and the first title word of more than three letters. Appends
/// `-2`, `-3` and so on if the key is taken.
fn free_key(authors: &[String], year: Option<&str>, title: &str, taken: &mut HashSet<String>) -> String {
    let plain = |text: &str| crate::matching::normal_title(text).chars().filter(char::is_ascii).collect::<String>();
    let family = authors.first().and_then(|name| name.split_whitespace().last()).map(plain).unwrap_or_default();
    let long_word = title.split_whitespace().map(plain).find(|word| word.len() > 3).unwrap_or_default();
    let stem = format!("{family}{}{long_word}", year.map(plain).unwrap_or_default());
    let stem = if stem.starts_with(|c: char| c.is_ascii_alphabetic()) { stem } else { format!("work{stem}") };
    let numbered = (2..).map(|number| format!("{stem}-{number}"));
    let free = std::iter::once(stem.clone()).chain(numbered).find(|key| !taken.contains(key));
    let key = free.unwrap_or(stem);
    taken.insert(key.clone());
    key
}

/// Escapes a text for LaTeX, and removes its braces.
fn latex(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '#' | '_' => {
                escaped.push('\\');
                escaped.push(c);
            }
            '$' => escaped.push_str("\\$"),
            '{' | '}' => {}
            '\\' => escaped.push_str("{\\textbackslash}"),
            '\u{a0}' => escaped.push('~'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A URL or id with percent-encoded braces, because a brace could end the value.
fn verbatim(text: &str) -> String {
    text.replace('{', "%7B").replace('}', "%7D")
}
