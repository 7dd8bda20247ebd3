//! Imports publications, talks and CVs from researchers' tables into a site's files.
//!
//! File names and front matter follow academicpages' generators, because its layouts read them. But here, the front
//! matter is valid for every title.

mod bibliography;
mod merge;
mod publication;
mod resume;
mod table;
mod yaml;

pub use bibliography::{
    bibliography_collection, bibliography_data, bibliography_records, bibliography_resume, bibliography_works,
    listed_works,
};
pub use merge::{keeps, merge_curriculum, merge_data, merge_page, merge_resume};
pub use resume::{parse_resume, resume_to_json, resume_to_yaml};
pub use table::table_collection;

use std::fmt;
use std::fmt::Write;

/// A file that an import adds to the site. The caller writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedFile {
    /// The path relative to the site's source.
    pub path: String,
    /// The contents of the file.
    pub text: String,
}

/// The files of an import, and the rows or entries that were omitted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Import {
    /// The files, in the order of the input.
    pub files: Vec<ImportedFile>,
    /// The omitted entries, with reasons.
    pub problems: Vec<String>,
}

/// A bibliography, table or resume that cannot be imported or converted. Contains the message for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportError(pub(crate) String);

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ImportError {}

impl Import {
    /// Adds a file. If a name occurs twice, the later file gets a number.
    fn add(&mut self, folder: &str, name: &str, text: impl FnOnce(&str) -> String) {
        let is_taken = |path: &str| self.files.iter().any(|file| file.path == path);
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let free =
            std::iter::once(name.to_owned()).chain(numbered).find(|name| !is_taken(&format!("{folder}/{name}.md")));
        let name = free.unwrap_or_else(|| name.to_owned());
        self.files.push(ImportedFile { path: format!("{folder}/{name}.md"), text: text(&name) });
    }
}

/// A page's front matter. Each method appends a key, so the keys are in the order of the calls.
struct FrontMatter(String);

impl FrontMatter {
    fn new() -> Self {
        FrontMatter("---\n".to_owned())
    }

    /// Writes a key with a double-quoted string.
    fn text(&mut self, key: &str, value: &str) -> &mut Self {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{key}: {}", yaml::double_quoted(value));
        self
    }

    /// Writes a key with a string whose quotes and ampersands are replaced by entities, as the layouts expect.
    fn html(&mut self, key: &str, value: &str) -> &mut Self {
        let _ = writeln!(self.0, "{key}: '{}'", html_escaped(&one_line(value)));
        self
    }

    /// Writes a key with a plain scalar: a date, or a path of plain characters.
    fn word(&mut self, key: &str, value: &str) -> &mut Self {
        let _ = writeln!(self.0, "{key}: {value}");
        self
    }

    fn end(mut self) -> String {
        self.0.push_str("---\n");
        self.0
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Replaces ampersands and quotes by the entities that academicpages' generators use.
fn html_escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('\'', "&apos;")
}

/// A text for the body of a page. If it contains `{{` or `{%`, it is put into a `raw` block.
fn no_liquid(text: &str) -> String {
    if text.contains("{{") || text.contains("{%") {
        format!("{{% raw %}}{text}{{% endraw %}}")
    } else {
        text.to_owned()
    }
}

/// A name for a file and a URL: letters, digits, `-` and `_`, without accents.
fn slug(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    let mut slug = String::new();
    for c in text.nfkd() {
        match c {
            c if c.is_ascii_alphanumeric() || c == '_' => slug.push(c),
            c if unicode_normalization::char::is_combining_mark(c) => {}
            ' ' | '-' | '\t' | '\n' | '/' | ':' if !slug.ends_with('-') && !slug.is_empty() => slug.push('-'),
            _ => {}
        }
    }
    slug.trim_end_matches('-').chars().take(120).collect()
}

/// Whether a text is a date: `2026-01-31`.
fn is_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let is_number = |part: &str, digits: usize| part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
    let in_range = |part: &str, most: u32| part.parse().is_ok_and(|number: u32| (1..=most).contains(&number));
    matches!(parts[..], [year, month, day] if is_number(year, 4) && is_number(month, 2) && is_number(day, 2)
        && in_range(month, 12) && in_range(day, 31))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_safe_names() {
        assert_eq!(slug("Über Eis: What/Is it?"), "Uber-Eis-What-Is-it");
        assert_eq!(slug("../../etc/passwd"), "etc-passwd");
        assert_eq!(slug("雪"), "");
    }

    #[test]
    fn two_files_of_one_name_get_a_number() {
        let mut import = Import::default();
        for _ in 0..3 {
            import.add("_talks", "a", str::to_owned);
        }
        let paths: Vec<_> = import.files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, ["_talks/a.md", "_talks/a-2.md", "_talks/a-3.md"]);
        assert_eq!(import.files[2].text, "a-3");
    }
}
