//! Merges imported records into files that a person has edited. Only missing fields and new records are added, as text, so that
//! comments, order and layout stay.

use super::yaml;
use crate::matching::{normal_doi, normal_title};
use serde_json::{Map, Value as Json};

/// Merges works into the text of `_data/publications.yml`. `present` are the records that the text contains. Works are
/// matched by DOI, by id, and by title. `None` if the text is not a list with one record at each `-` in the first column.
#[must_use]
pub fn merge_data(text: &str, present: &[Json], works: &[Json]) -> Option<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let starts: Vec<usize> = (0..lines.len()).filter(|index| lines[*index].starts_with("- ")).collect();
    if starts.len() != present.len() || present.iter().any(|record| !record.is_object()) {
        return None;
    }
    let is_content = |line: &String| !line.trim().is_empty() && !line.starts_with('#');
    if starts.is_empty() && lines.iter().any(is_content) {
        return None;
    }
    let follows_blank_line = |start: &usize| {
        let first = start_with_comments(&lines, *start);
        first > 0 && lines[first - 1].trim().is_empty()
    };
    let has_blank_lines = starts.len() > 1 && starts.iter().skip(1).all(follows_blank_line);
    // From the last line to the first, so that positions stay valid.
    let mut insertions: Vec<(usize, Vec<String>)> = Vec::new();
    for work in works {
        let Some(fields) = work.as_object() else { continue };
        match present.iter().position(|record| is_same(record, work)) {
            Some(index) => {
                let known = present[index].as_object()?;
                let missing: Map<String, Json> = fields
                    .iter()
                    .filter(|(key, _)| !known.contains_key(*key))
                    .map(|(key, value)| (key.clone(), value.clone()))
                    .collect();
                if !missing.is_empty() {
                    let end = end_of_record(&lines, starts[index]);
                    let indent = " ".repeat(key_column(&lines[starts[index]]));
                    let added = yaml::document(&Json::Object(missing));
                    insertions.push((end, added.lines().map(|line| format!("{indent}{line}")).collect()));
                }
            }
            None => {
                let place =
                    place_of(work, present).map_or(lines.len(), |index| start_with_comments(&lines, starts[index]));
                let mut added: Vec<String> =
                    yaml::document(&Json::Array(vec![work.clone()])).lines().map(str::to_owned).collect();
                if has_blank_lines {
                    let at = if place == lines.len() { 0 } else { added.len() };
                    added.insert(at, String::new());
                }
                insertions.push((place, added));
            }
        }
    }
    insertions.sort_by_key(|(place, _)| *place);
    for (place, added) in insertions.into_iter().rev() {
        lines.splice(place..place, added);
    }
    Some(if lines.is_empty() { String::new() } else { format!("{}\n", lines.join("\n")) })
}

/// Merges an imported page into the text of a page that exists: fields that its front matter lacks are added at the end of it.
/// Fields that decide the page's address are not, and its content stays. `None` if the text has no front matter.
#[must_use]
pub fn merge_page(text: &str, imported: &str) -> Option<String> {
    let (front, rest) = text.strip_prefix("---\n")?.split_once("\n---\n")?;
    let (new, _) = imported.strip_prefix("---\n")?.split_once("\n---\n")?;
    let key = |line: &str| line.split_once(':').map(|(key, _)| key.trim().to_owned());
    let known: Vec<String> = front.lines().filter(|line| !line.starts_with([' ', '#', '-'])).filter_map(key).collect();
    let is_missing = |line: &&str| {
        key(line)
            .is_some_and(|key| !known.contains(&key) && !["permalink", "date", "collection"].contains(&key.as_str()))
    };
    let added: String = new.lines().filter(is_missing).map(|line| format!("\n{line}")).collect();
    Some(format!("---\n{front}{added}\n---\n{rest}"))
}

/// Merges works into the publications of a curriculum. New works come first.
pub fn merge_resume(resume: &mut Json, works: Vec<Json>) {
    let Some(resume) = resume.as_object_mut() else { return };
    let list = resume.entry("publications").or_insert_with(|| Json::Array(Vec::new()));
    let Some(present) = list.as_array_mut() else { return };
    let mut new = Vec::new();
    for work in works {
        let known = present.iter_mut().find(|record| is_same(record, &work)).and_then(Json::as_object_mut);
        match (known, work) {
            (Some(known), Json::Object(fields)) => {
                for (key, value) in fields {
                    known.entry(key).or_insert(value);
                }
            }
            (None, work) => new.push(work),
            _ => {}
        }
    }
    present.splice(0..0, new);
}

/// Whether two records are about one work.
fn is_same(one: &Json, other: &Json) -> bool {
    let text = |record: &Json, keys: &[&str]| {
        keys.iter().find_map(|key| record.get(*key)).and_then(Json::as_str).map(str::to_owned)
    };
    let doi = |record: &Json| {
        let linked = record.get("links").and_then(Json::as_object).into_iter().flat_map(|links| links.values());
        let linked = linked.filter_map(Json::as_str).find(|link| link.contains("doi.org/")).map(str::to_owned);
        text(record, &["doi"]).or(linked).map(|doi| normal_doi(&doi)).filter(|doi| !doi.is_empty())
    };
    if let (Some(one), Some(other)) = (doi(one), doi(other)) {
        return one == other;
    }
    if let (Some(one), Some(other)) = (text(one, &["scholar"]), text(other, &["scholar"])) {
        return one == other;
    }
    let title = |record: &Json| text(record, &["title", "name"]).map(|title| normal_title(&title));
    title(one).is_some_and(|title| !title.is_empty() && title_of(other).as_deref() == Some(title.as_str()))
}

fn title_of(record: &Json) -> Option<String> {
    let title = record.get("title").or_else(|| record.get("name"))?.as_str()?;
    Some(normal_title(title))
}

/// The index of the first record that is older than a work. Lists are sorted by year, newest first.
fn place_of(work: &Json, present: &[Json]) -> Option<usize> {
    let year = |record: &Json| match record.get("year")? {
        Json::Number(number) => number.as_i64(),
        Json::String(text) => text.get(..4)?.parse().ok(),
        _ => None,
    };
    let own = year(work)?;
    present.iter().position(|record| year(record).is_some_and(|year| year < own))
}

/// The column of the keys of a record.
fn key_column(line: &str) -> usize {
    line.len() - line[1..].trim_start().len()
}

/// The line after the last line of a record. Blank lines and comments in the first column belong to the next one.
fn end_of_record(lines: &[String], start: usize) -> usize {
    let rest = lines[start + 1..].iter().take_while(|line| line.trim().is_empty() || line.starts_with([' ', '#']));
    let length = rest.count();
    let is_outside = |line: &&String| line.trim().is_empty() || line.starts_with('#');
    start + 1 + length - lines[start + 1..start + 1 + length].iter().rev().take_while(is_outside).count()
}

/// The first of the comments above a record, or the record itself.
fn start_with_comments(lines: &[String], start: usize) -> usize {
    start - lines[..start].iter().rev().take_while(|line| line.starts_with('#')).count()
}

#[cfg(test)]
mod tests {
    use super::{merge_data, merge_page, merge_resume};
    use serde_json::json;

    const TEXT: &str = "# My works\n- title: \"Sea\" # mine\n  year: 2021\n  note: kept\n\n# older\n- title: Ice\n  year: 2019\n  links: { DOI: \"https://doi.org/10.5/ICE\" }\n";

    #[test]
    fn works_are_added_and_completed_without_touching_the_rest() {
        let present = [
            json!({"title": "Sea", "year": 2021, "note": "kept"}),
            json!({"title": "Ice", "year": 2019, "links": {"DOI": "https://doi.org/10.5/ICE"}}),
        ];
        let works = [
            json!({"title": "SEA.", "year": 1999, "venue": "J"}),
            json!({"title": "Renamed", "doi": "10.5/ice", "authors": ["A B"]}),
            json!({"title": "Fog", "year": 2020}),
            json!({"title": "New", "year": 2026}),
        ];
        let merged = merge_data(TEXT, &present, &works).expect("a list");
        let expected = "- title: New\n  year: 2026\n\n# My works\n";
        assert!(merged.contains("- title: \"Sea\" # mine\n  year: 2021\n  note: kept\n  venue: J\n\n"), "{merged}");
        assert!(
            merged.contains("10.5/ICE\" }\n") && merged.contains("\n  doi: ") && !merged.contains("Renamed"),
            "{merged}"
        );
        assert!(merged.contains("  year: 2020\n\n# older\n- title: Ice"), "{merged}");
        assert!(merged.starts_with(expected.split('#').next().unwrap_or_default()), "{merged}");
        assert_eq!(merge_data(TEXT, &present, &[]).as_deref(), Some(TEXT));
        assert_eq!(merge_data("[]\n", &present, &works), None);
    }

    #[test]
    fn pages_get_the_fields_that_they_lack() {
        let old = "---\ntitle: Mine\nlinks:\n  venue: x\n---\n\nMy text.\n";
        let new = "---\ntitle: \"Theirs\"\npermalink: /p\ndate: 2020-01-01\nvenue: 'J'\n---\n\nOther.\n";
        let merged = "---\ntitle: Mine\nlinks:\n  venue: x\nvenue: 'J'\n---\n\nMy text.\n";
        assert_eq!(merge_page(old, new).as_deref(), Some(merged));
        assert_eq!(merge_page(merged, new).as_deref(), Some(merged));
        assert_eq!(merge_page("no front matter", new), None);
    }

    #[test]
    fn a_curriculum_keeps_its_records() {
        let mut resume = json!({"publications": [{"name": "Sea", "summary": "mine"}]});
        merge_resume(
            &mut resume,
            vec![json!({"name": "sea", "summary": "theirs", "doi": "10.5/a"}), json!({"name": "Fog"})],
        );
        assert_eq!(
            resume,
            json!({"publications": [{"name": "Fog"}, {"name": "Sea", "summary": "mine", "doi": "10.5/a"}]})
        );
    }
}
