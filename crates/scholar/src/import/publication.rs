//! An entry of a bibliography as plain text, and its representations in a site's files.

use super::{FrontMatter, html_escaped, no_liquid, one_line, slug};
use crate::matching::{KnownWork, SiteWork};
use hastie_bibtex::{Bibliography, Entry, Name, Value, latex};
use serde_json::{Map, Value as Json, json};
use std::fmt::Write;

/// The fields that contain the venue, most specific first.
const VENUES: [&str; 7] =
    ["journal", "journaltitle", "booktitle", "publisher", "school", "institution", "howpublished"];

/// An entry of a bibliography, with its values converted from LaTeX to text.
pub(super) struct Publication {
    pub(super) key: String,
    kind: &'static str,
    pub(super) title: String,
    authors: Vec<String>,
    venue: Option<String>,
    is_proceedings: bool,
    pub(super) year: Option<String>,
    month: Option<u8>,
    day: Option<u8>,
    note: Option<String>,
    url: Option<String>,
    doi: Option<String>,
    /// The Google Scholar id, with the user's id in front if known.
    scholar: Option<String>,
}

impl Publication {
    /// Converts an entry, which inherits most missing fields, but not the year, from the entry that `crossref` names.
    /// `user` is the author's Google Scholar id, which is prepended to a work id that lacks it.
    pub(super) fn of(entry: &Entry, bibliography: &Bibliography, user: Option<&str>) -> Self {
        let raw = |name: &str| bibliography.get(entry, name).map(ToString::to_string);
        let text = |name: &str| raw(name).map(|raw| plain(&raw)).filter(|text| !text.is_empty());
        let verbatim = |name: &str| raw(name).map(|raw| one_line(&raw)).filter(|text| !text.is_empty());
        let authors = bibliography.get(entry, "author").and_then(Value::names).unwrap_or_default();
        let date = text("date").unwrap_or_default();
        let mut date = date.split('-').skip(1).map(|part| part.parse().ok());
        let month = entry.fields.get("month_numeric").and_then(|month| month.to_string().parse().ok());
        let month = month.or_else(|| text("month").as_deref().and_then(month_number)).or(date.next().flatten());
        let day = text("day").and_then(|day| day.parse().ok()).or(date.next().flatten());
        Publication {
            key: entry.key.clone(),
            kind: kind(&entry.kind),
            title: text("title").unwrap_or_default(),
            authors: with_marks(authors, verbatim("author+an").as_deref().unwrap_or_default()),
            venue: VENUES.into_iter().find_map(text),
            is_proceedings: entry.fields.contains_key("booktitle"),
            year: entry.year().map(|year| plain(&year)).filter(|year| !year.is_empty()),
            month: month.filter(|month| (1..=12).contains(month)),
            day: day.filter(|day| (1..=31).contains(day)),
            note: text("note"),
            url: verbatim("url"),
            doi: text("doi"),
            scholar: verbatim("google_scholar_id").map(|id| with_user(id, user)),
        }
    }

    /// The date in the name of the collection file, such as `2024-05-01`. A missing month or day is written as `01`.
    /// `None` without a year of four digits.
    pub(super) fn date(&self) -> Option<String> {
        let year = self.year.as_deref().filter(|year| year.len() == 4 && year.bytes().all(|b| b.is_ascii_digit()))?;
        Some(format!("{year}-{:02}-{:02}", self.month.unwrap_or(1), self.day.unwrap_or(1)))
    }

    /// The text of the entry's file in the collection `publications`. `name` is the last part of the permalink, and
    /// `date` is the date in front matter.
    pub(super) fn page(&self, name: &str, date: &str) -> String {
        let year = self.year.as_deref().unwrap_or_default();
        let venue = self.venue.as_deref().map(|venue| {
            let pretext = if self.is_proceedings { "In the proceedings of " } else { "" };
            format!("{pretext}{venue}")
        });
        let mut citation: String = self.authors.iter().map(|author| format!("{author}, ")).collect();
        // Writing to a string cannot fail.
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
        front.word("date", date);
        if let Some(venue) = &venue {
            front.html("venue", venue);
        }
        if let Some(url) = &self.url {
            front.html("paperurl", url);
        }
        front.html("citation", &citation);
        let mut text = front.end();
        if let Some(note) = &self.note {
            let _ = write!(text, "\n{}\n", no_liquid(&html_escaped(note)));
        }
        match &self.url {
            Some(url) => {
                let _ = write!(text, "\n[Access paper here]({}){{:target=\"_blank\"}}\n", link_target(url));
            }
            None => {
                let words = self.title.split_whitespace().map(slug).filter(|word| !word.is_empty());
                let words = words.collect::<Vec<_>>().join("+");
                let link = format!("[Google Scholar](https://scholar.google.com/scholar?q={words})");
                let _ = write!(text, "\nUse {link}{{:target=\"_blank\"}} for full citation\n");
            }
        }
        text
    }

    /// The entry for the bundled theme's `_data/publications.yml`.
    pub(super) fn data(&self) -> Json {
        let mut work = Map::new();
        work.insert("title".into(), self.title.clone().into());
        work.insert("authors".into(), json!(self.authors));
        let texts = [("venue", &self.venue), ("scholar", &self.scholar), ("doi", &self.doi)];
        insert(&mut work, &texts);
        if let Some(year) = &self.year {
            work.insert("year".into(), year.parse::<u32>().map_or_else(|_| year.clone().into(), Json::from));
        }
        work.insert("type".into(), self.kind.into());
        if let Some(url) = &self.url {
            work.insert("links".into(), json!({ "Paper": url }));
        }
        insert(&mut work, &[("note", &self.note)]);
        Json::Object(work)
    }

    /// The entry for `publications` in a JSON Resume. `authors`, `doi`, `type` and `scholar` are additional fields.
    pub(super) fn resume(&self) -> Json {
        let mut work = Map::new();
        work.insert("name".into(), self.title.clone().into());
        let released = self.year.as_ref().map(|year| match (self.month, self.day) {
            (Some(month), Some(day)) => format!("{year}-{month:02}-{day:02}"),
            (Some(month), None) => format!("{year}-{month:02}"),
            _ => year.clone(),
        });
        insert(&mut work, &[("publisher", &self.venue), ("releaseDate", &released), ("url", &self.url)]);
        insert(&mut work, &[("summary", &self.note)]);
        work.insert("authors".into(), json!(self.authors));
        insert(&mut work, &[("doi", &self.doi), ("scholar", &self.scholar)]);
        work.insert("type".into(), self.kind.into());
        Json::Object(work)
    }

    /// The work, if its Google Scholar id is complete (`USER:WORK`). Otherwise `None`.
    pub(super) fn known(self) -> Option<KnownWork> {
        let scholar_id = self.scholar.filter(|id| id.contains(':'))?;
        Some(KnownWork { scholar_id, title: self.title, year: self.year, doi: self.doi })
    }

    /// Keeps only the fields by which works are recognized: key, id, title and DOI.
    pub(super) fn listed(self) -> SiteWork {
        SiteWork { key: Some(self.key), scholar_id: self.scholar, title: self.title, doi: self.doi }
    }
}

fn insert(work: &mut Map<String, Json>, texts: &[(&str, &Option<String>)]) {
    for (key, value) in texts {
        if let Some(value) = value {
            work.insert((*key).into(), value.clone().into());
        }
    }
}

/// Percent-encodes the characters that would end a URL in a Markdown link.
fn link_target(url: &str) -> String {
    let mut target = String::with_capacity(url.len());
    for c in url.chars() {
        match c {
            ' ' | '"' | '<' | '>' | '(' | ')' => {
                // Writing to a string cannot fail.
                let _ = write!(target, "%{:02X}", u32::from(c));
            }
            c => target.push(c),
        }
    }
    target
}

/// The id in the form `USER:WORK`. Entries of al-folio contain only `WORK`. Without `user`, the id is unchanged.
fn with_user(id: String, user: Option<&str>) -> String {
    match user {
        Some(user) if !id.contains(':') => format!("{user}:{id}"),
        _ => id,
    }
}

/// The authors' names in display order, each followed by its marks in a literal annotation of biblatex, such as `1="*";
/// 3="†"`.
fn with_marks(authors: &[Name], annotations: &str) -> Vec<String> {
    let mut names: Vec<String> = authors.iter().map(|name| plain(&display_order(name))).collect();
    for (number, marks) in annotations.split(';').filter_map(|one| one.split_once('=')) {
        let marks = marks.trim().strip_prefix('"').and_then(|marks| marks.strip_suffix('"'));
        let index = number.trim().parse().ok().and_then(|number: usize| number.checked_sub(1));
        if let (Some(name), Some(marks)) = (index.and_then(|index| names.get_mut(index)), marks) {
            name.push_str(marks);
        }
    }
    names
}

/// A name in display order: `Ada von Berg Jr.`. BibTeX's `others` becomes `et al.`
fn display_order(name: &Name) -> String {
    if name.first.is_none() && name.last.as_deref() == Some("others") {
        return "et al.".to_owned();
    }
    let parts = [&name.first, &name.prefix, &name.last, &name.suffix];
    parts.into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// The bundled theme's term for a BibTeX type: `conference` for `inproceedings`, and `journal` for unknown types.
fn kind(kind: &str) -> &'static str {
    match kind {
        "inproceedings" | "conference" | "proceedings" => "conference",
        "phdthesis" | "mastersthesis" | "thesis" => "thesis",
        "unpublished" | "techreport" => "preprint",
        "software" => "software",
        _ => "journal",
    }
}

/// Converts LaTeX to text on one line, without markup and braces.
fn plain(latex: &str) -> String {
    one_line(&latex::decode(&without_markup(latex)).replace(['{', '}'], ""))
}

/// Commands that only change the appearance of their argument.
const MARKUP: [&str; 14] = [
    "emph",
    "textbf",
    "textit",
    "textsc",
    "textsf",
    "textsl",
    "texttt",
    "textrm",
    "textup",
    "underline",
    "uppercase",
    "mathrm",
    "mathbf",
    "mathcal",
];

/// Commands that change the appearance of the rest of a group.
const SWITCHES: [&str; 8] = ["em", "bf", "it", "rm", "sc", "sf", "sl", "tt"];

/// Removes the commands in `MARKUP` and `SWITCHES`. Their arguments stay in braces. A line break (`\\`) becomes a
/// space.
fn without_markup(latex: &str) -> String {
    let mut text = String::with_capacity(latex.len());
    let mut rest = latex;
    while let Some(position) = rest.find('\\') {
        text.push_str(&rest[..position]);
        let command = &rest[position + 1..];
        let (name, behind) = command.split_at(command.bytes().take_while(u8::is_ascii_alphabetic).count());
        if MARKUP.contains(&name) && behind.trim_start().starts_with('{') || SWITCHES.contains(&name) {
            rest = behind.trim_start();
        } else if let Some(behind) = command.strip_prefix('\\') {
            text.push(' ');
            rest = behind;
        } else {
            text.push('\\');
            rest = command;
        }
    }
    text.push_str(rest);
    text
}

fn month_number(text: &str) -> Option<u8> {
    const NAMES: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let text = text.to_lowercase();
    let by_name = NAMES.iter().zip(1..).find(|(name, _)| text.starts_with(**name)).map(|(_, number)| number);
    by_name.or_else(|| text.parse().ok()).filter(|month| (1..=12).contains(month))
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn what_latex_marks_up_is_said_plainly() {
        assert_eq!(plain(r"{\em On} \emph{Kites} \& \textbf {\'E}tudes"), "On Kites & Études");
        assert_eq!(plain(r"{\'E}m \\ b\"), r"Ém b\");
        assert_eq!(plain("Two\n  lines~here"), "Two lines here");
    }
}
