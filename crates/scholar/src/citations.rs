//! `_data/citations.yml`, as al-folio's script writes it.

use crate::profile::Profile;
use std::fmt::Write;

/// The file: the day, and title, year and citations of each work by its id, sorted by id as PyYAML sorts keys.
#[must_use]
pub fn citations_yaml(profile: &Profile, day: &str) -> String {
    let mut works: Vec<_> = profile.works.iter().collect();
    works.sort_by(|a, b| a.id.cmp(&b.id));
    let mut yaml = format!("metadata:\n  last_updated: '{day}'\n");
    yaml.push_str(if works.is_empty() { "papers: {}\n" } else { "papers:\n" });
    for work in works {
        let (id, title) = (key(&work.id), scalar(&work.title));
        let year = work.year.as_deref().map_or_else(|| "Unknown Year".to_owned(), scalar);
        // Writing to a string cannot fail.
        let _ = write!(yaml, "  {id}:\n    citations: {}\n    title: {title}\n    year: {year}\n", work.cited_by);
    }
    yaml
}

/// Ids of Google Scholar are plain; others might not be.
fn key(id: &str) -> String {
    let is_plain = id.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '-'))
        && id.starts_with(|c: char| c.is_ascii_alphabetic())
        && !id.ends_with(':');
    if is_plain { id.to_owned() } else { double_quoted(id) }
}

/// A text on one line: plain where nothing in it means anything to YAML, in single quotes otherwise, and in double
/// quotes where characters have to be escaped.
fn scalar(text: &str) -> String {
    if !text.chars().all(|c| (' '..='~').contains(&c)) {
        return double_quoted(text);
    }
    let is_word = |word: &str| {
        matches!(
            word.to_ascii_lowercase().as_str(),
            "" | "~" | "null" | "true" | "false" | "yes" | "no" | "on" | "off" | "y" | "n"
        )
    };
    let first_is_plain = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '(');
    let is_plain =
        first_is_plain && !is_word(text) && !text.contains(": ") && !text.contains(" #") && !text.ends_with([':', ' ']);
    if is_plain { text.to_owned() } else { format!("'{}'", text.replace('\'', "''")) }
}

fn double_quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        let _ = match c {
            '"' => write!(quoted, "\\\""),
            '\\' => write!(quoted, "\\\\"),
            '\n' => write!(quoted, "\\n"),
            '\t' => write!(quoted, "\\t"),
            ' '..='~' => write!(quoted, "{c}"),
            c if u32::from(c) <= 0xff => write!(quoted, "\\x{:02X}", u32::from(c)),
            c if u32::from(c) <= 0xffff => write!(quoted, "\\u{:04X}", u32::from(c)),
            c => write!(quoted, "\\U{:08X}", u32::from(c)),
        };
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Work;

    #[test]
    fn the_file_is_what_al_folio_s_script_writes() {
        let work = |id: &str, title: &str, year: Option<&str>, cited_by| Work {
            id: id.into(),
            title: title.into(),
            year: year.map(str::to_owned),
            cited_by,
            ..Work::default()
        };
        let profile = Profile {
            works: vec![
                work("qc6C:b", "The Troubles: A Protest's Task", Some("1929"), 0),
                work("qc6C:a", "Relativit\u{e4}tstheorie", None, 2),
                work("qc6C:c", "Yes", Some("1969"), 12),
            ],
            ..Profile::default()
        };
        let expected = "metadata:\n  last_updated: '2026-03-13'\npapers:\n  qc6C:a:\n    citations: 2\n    \
                        title: \"Relativit\\xE4tstheorie\"\n    year: Unknown Year\n  qc6C:b:\n    citations: 0\n    \
                        title: 'The Troubles: A Protest''s Task'\n    year: '1929'\n  qc6C:c:\n    citations: 12\n    \
                        title: 'Yes'\n    year: '1969'\n";
        assert_eq!(citations_yaml(&profile, "2026-03-13"), expected);
    }
}
