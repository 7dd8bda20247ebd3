//! `_data/citations.yml` in the format of al-folio's script.

use crate::profile::Profile;
use crate::python_yaml::scalar;
use std::fmt::Write;

/// The contents of `_data/citations.yml`: the date `day`, and the title, year and citations of each work. Works are
/// sorted by id, as PyYAML sorts keys.
#[must_use]
pub fn citations_yaml(profile: &Profile, day: &str) -> String {
    let mut works: Vec<_> = profile.works.iter().collect();
    works.sort_by(|a, b| a.id.cmp(&b.id));
    let mut yaml = format!("metadata:\n  last_updated: '{day}'\n");
    yaml.push_str(if works.is_empty() { "papers: {}\n" } else { "papers:\n" });
    for work in works {
        let (id, title) = (scalar(&work.id), scalar(&work.title));
        let year = work.year.as_deref().map_or_else(|| "Unknown Year".to_owned(), scalar);
        // Writing to a string cannot fail.
        let _ = write!(yaml, "  {id}:\n    citations: {}\n    title: {title}\n    year: {year}\n", work.cited_by);
    }
    yaml
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
