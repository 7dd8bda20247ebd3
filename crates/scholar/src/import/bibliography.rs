//! A BibTeX file as collection files, or as the bundled theme's `_data/publications.yml`.

use super::{FrontMatter, Import, ImportError, ImportedFile, html_escaped, one_line, slug, yaml};
use hastie_bibtex::{Bibliography, Entry, Name, Options, Value, latex};
use serde_json::{Map, Value as Json, json};
use std::fmt::Write;

/// A file of the collection `publications` for each entry, named by date and title.
///
/// # Errors
/// A bibliography that cannot be read.
pub fn bibliography_collection(bib: &str) -> Result<Import, ImportError> {
    let bibliography = read(bib)?;
    let mut import = Import::default();
    for entry in bibliography.entries() {
        let work = Publication::of(entry, &bibliography);
        let Some(year) = work.year.as_deref().filter(|year| year.len() == 4) else {
            import.problems.push(format!("{}: there is no year", entry.key));
            continue;
        };
        if work.title.is_empty() {
            import.problems.push(format!("{}: there is no title", entry.key));
            continue;
        }
        let day = format!("{year}-{:02}-{:02}", work.month, work.day);
        let name = Some(slug(&work.title)).filter(|slug| !slug.is_empty()).unwrap_or_else(|| slug(&entry.key));
        import.add("_publications", &format!("{day}-{name}"), |name| work.page(name, &day));
    }
    Ok(import)
}

/// The bundled theme's `_data/publications.yml`, newest first.
///
/// # Errors
/// A bibliography that cannot be read.
pub fn bibliography_data(bib: &str) -> Result<Import, ImportError> {
    let bibliography = read(bib)?;
    let mut import = Import::default();
    let mut works: Vec<Publication> =
        bibliography.entries().map(|entry| Publication::of(entry, &bibliography)).collect();
    works.sort_by(|a, b| b.year.cmp(&a.year));
    import.problems = works
        .iter()
        .filter(|work| work.title.is_empty())
        .map(|work| format!("{}: there is no title", work.key))
        .collect();
    let list: Vec<Json> = works.iter().filter(|work| !work.title.is_empty()).map(Publication::data).collect();
    let text = yaml::document(&Json::Array(list));
    import.files.push(ImportedFile { path: "_data/publications.yml".to_owned(), text });
    Ok(import)
}

fn read(bib: &str) -> Result<Bibliography, ImportError> {
    let mut bibliography =
        Bibliography::parse(bib, &Options::default()).map_err(|error| ImportError(error.to_string()))?;
    bibliography.replace_strings();
    bibliography.join();
    Ok(bibliography)
}

/// An entry as plain text.
struct Publication {
    key: String,
    kind: &'static str,
    title: String,
    authors: Vec<String>,
    venue: Option<String>,
    is_proceedings: bool,
    year: Option<String>,
    month: u8,
    day: u8,
    note: Option<String>,
    url: Option<String>,
    doi: Option<String>,
    scholar: Option<String>,
}

impl Publication {
    fn of(entry: &Entry, bibliography: &Bibliography) -> Self {
        let text = |name: &str| bibliography.get(entry, name).map(plain).filter(|text| !text.is_empty());
        let authors = bibliography.get(entry, "author").and_then(Value::names).unwrap_or_default();
        let number =
            |name: &str, most: u8| text(name).and_then(|text| text.parse().ok()).filter(|day| (1..=most).contains(day));
        let month = entry.fields.get("month_numeric").and_then(|month| month.to_string().parse().ok());
        Publication {
            key: entry.key.clone(),
            kind: kind(&entry.kind),
            title: text("title").unwrap_or_default(),
            authors: authors.iter().map(|name| cleaned(&latex::decode(&display_order(name)))).collect(),
            venue: ["journal", "booktitle", "publisher", "school", "institution"].into_iter().find_map(text),
            is_proceedings: entry.fields.contains_key("booktitle"),
            year: entry.year(),
            month: month.or_else(|| text("month").as_deref().and_then(month_number)).unwrap_or(1),
            day: number("day", 31).unwrap_or(1),
            note: text("note"),
            url: bibliography.get(entry, "url").map(|url| one_line(&url.to_string())).filter(|url| !url.is_empty()),
            doi: text("doi"),
            scholar: text("google_scholar_id"),
        }
    }

    /// The file of the collection.
    fn page(&self, name: &str, day: &str) -> String {
        let year = self.year.as_deref().unwrap_or_default();
        let venue = self.venue.as_deref().map(|venue| {
            let pretext = if self.is_proceedings { "In the proceedings of " } else { "" };
            format!("{pretext}{venue}")
        });
        let mut citation: String = self.authors.iter().map(|author| format!("{author}, ")).collect();
        let _ = write!(citation, "\"{}.\" ", self.title);
        if let Some(venue) = &venue {
            let _ = write!(citation, "{venue}, ");
        }
        let _ = write!(citation, "{year}.");
        let mut front = FrontMatter::new();
        front.text("title", &self.title).word("collection", "publications");
        front.word("permalink", &format!("/publication/{name}"));
        if let Some(note) = &self.note {
            front.html("excerpt", note);
        }
        front.word("date", day);
        if let Some(venue) = &venue {
            front.html("venue", venue);
        }
        if let Some(url) = &self.url {
            front.html("paperurl", url);
        }
        front.html("citation", &citation);
        let mut text = front.end();
        if let Some(note) = &self.note {
            let _ = write!(text, "\n{}\n", html_escaped(note));
        }
        match &self.url {
            Some(url) => {
                let _ = write!(text, "\n[Access paper here]({url}){{:target=\"_blank\"}}\n");
            }
            None => {
                let words = self.title.split_whitespace().map(slug).collect::<Vec<_>>().join("+");
                let link = format!("[Google Scholar](https://scholar.google.com/scholar?q={words})");
                let _ = write!(text, "\nUse {link}{{:target=\"_blank\"}} for full citation\n");
            }
        }
        text
    }

    /// The entry of `_data/publications.yml`.
    fn data(&self) -> Json {
        let mut work = Map::new();
        work.insert("title".into(), self.title.clone().into());
        work.insert("authors".into(), json!(self.authors));
        let texts = [("venue", &self.venue), ("scholar", &self.scholar), ("doi", &self.doi)];
        for (key, value) in texts {
            if let Some(value) = value {
                work.insert(key.into(), value.clone().into());
            }
        }
        if let Some(year) = self.year.as_deref().and_then(|year| year.parse::<u32>().ok()) {
            work.insert("year".into(), year.into());
        }
        work.insert("type".into(), self.kind.into());
        if let Some(url) = &self.url {
            work.insert("links".into(), json!({ "Paper": url }));
        }
        Json::Object(work)
    }
}

/// A name in spoken order: `Ada von Berg Jr.`
fn display_order(name: &Name) -> String {
    let parts = [&name.first, &name.prefix, &name.last, &name.suffix];
    parts.into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// The theme's word for a type of entry.
fn kind(kind: &str) -> &'static str {
    match kind {
        "inproceedings" | "conference" | "proceedings" => "conference",
        "phdthesis" | "mastersthesis" => "thesis",
        "unpublished" | "techreport" => "preprint",
        "software" => "software",
        _ => "journal",
    }
}

/// A field as text: LaTeX decoded, braces gone, on one line.
fn plain(value: &Value) -> String {
    cleaned(&latex::decode(&value.to_string()))
}

fn cleaned(text: &str) -> String {
    one_line(&text.replace(['{', '}'], ""))
}

fn month_number(text: &str) -> Option<u8> {
    const NAMES: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let text = text.to_lowercase();
    let by_name = NAMES.iter().zip(1..).find(|(name, _)| text.starts_with(**name)).map(|(_, number)| number);
    by_name.or_else(|| text.parse().ok()).filter(|month| (1..=12).contains(month))
}
