//! Merges imported records into files that a person has edited. Only missing fields and new records are added, as text,
//! so that comments, order and layout stay.

use super::yaml;
use crate::matching::{normal_doi, normal_title};
use serde_json::{Map, Value as Json};

/// Merges works into `text`, the contents of `_data/publications.yml`. `present` are the records that `text` contains.
/// A record and a work are matched by DOI if both have one, otherwise by Google Scholar id if both have one, and
/// otherwise by title. Known works only get the fields that they lack. `None` if `text` is not a list in which each
/// record starts with `-` in the same column, or if a record cannot be changed.
///
/// The caller must check the result with [`keeps`], because this function only considers the layout of the text.
#[must_use]
pub fn merge_data(text: &str, present: &[Json], works: &[Json]) -> Option<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let end = lines.len();
    let list = List::of(&lines, 0, end, present.len())?;
    list.merge(&mut lines, present, works, |work| place_of(work, present).unwrap_or(present.len()))?;
    Some(text_of(&lines, text))
}

/// Merges works into the publications of a curriculum in YAML. `resume` is the parsed `text`. New works come first.
/// Known works only get the fields that they lack. Adds the list if it is missing. `None` if `publications` is not a
/// list in which each record starts with `-` in the same column, or if a record cannot be changed.
///
/// The caller must check the result with [`keeps`].
#[must_use]
pub fn merge_curriculum(text: &str, resume: &Json, works: &[Json]) -> Option<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let present = match resume.get("publications") {
        Some(Json::Array(present)) => present.as_slice(),
        None | Some(Json::Null) => &[],
        Some(_) => return None,
    };
    let is_key = |line: &String| {
        line.strip_prefix("publications:").is_some_and(|rest| !rest.starts_with(|c: char| !c.is_whitespace()))
    };
    let Some(key) = lines.iter().position(is_key) else {
        lines.push("publications:".to_owned());
        lines.extend(works.iter().flat_map(|work| new_record(work, 2)));
        return Some(text_of(&lines, text));
    };
    if present.is_empty() {
        lines[key] = "publications:".to_owned();
        let added: Vec<String> = works.iter().flat_map(|work| new_record(work, 2)).collect();
        lines.splice(key + 1..key + 1, added);
        return Some(text_of(&lines, text));
    }
    let is_outside = |line: &String| !line.is_empty() && !line.starts_with([' ', '#', '-']);
    let end = lines[key + 1..].iter().position(is_outside).map_or(lines.len(), |length| key + 1 + length);
    let list = List::of(&lines, key + 1, end, present.len())?;
    list.merge(&mut lines, present, works, |_| 0)?;
    Some(text_of(&lines, text))
}

/// The lines joined to a text, with the line ends of `old`.
fn text_of(lines: &[String], old: &str) -> String {
    let end = if old.contains("\r\n") { "\r\n" } else { "\n" };
    match lines.iter().map(String::as_str).eq(old.lines()) {
        true => old.to_owned(),
        false => lines.iter().flat_map(|line| [line.as_str(), end]).collect(),
    }
}

/// Whether `merged` has all records of `old` in their order, with all their values, and a record for each work. False
/// if `merged` has more records than `old` and `works` together.
#[must_use]
pub fn keeps(old: &[Json], merged: &[Json], works: &[Json]) -> bool {
    let is_kept = |old: &Json, new: &Json| match (old.as_object(), new.as_object()) {
        (Some(old), Some(new)) => old.iter().all(|(key, value)| new.get(key) == Some(value)),
        _ => old == new,
    };
    let mut rest = merged.iter();
    old.iter().all(|old| rest.by_ref().any(|new| is_kept(old, new)))
        && works.iter().all(|work| merged.iter().any(|record| is_same(record, work)))
        && merged.len() <= old.len() + works.len()
}

/// The layout of a list of records in a text.
struct List {
    /// The index of each record's first line. `end` is the index of the line after the list.
    starts: Vec<usize>,
    end: usize,
    /// The column of the hyphens with which the records begin.
    indent: usize,
}

impl List {
    /// The list in the lines from `start` to `end`. `None` if it does not have `count` records.
    fn of(lines: &[String], start: usize, end: usize, count: usize) -> Option<Self> {
        let is_start = |line: &str| line == "-" || line.starts_with("- ");
        let indent = lines[start..end].iter().find(|line| is_start(line.trim_start())).map_or(0, |line| column(line));
        let starts: Vec<usize> = (start..end)
            .filter(|index| column(&lines[*index]) == indent && is_start(lines[*index].trim_start()))
            .collect();
        let is_content = |line: &String| !line.trim().is_empty() && !line.starts_with('#') && line != "---";
        let is_list = starts.len() == count && !(starts.is_empty() && lines[start..end].iter().any(is_content));
        is_list.then_some(List { starts, end, indent })
    }

    /// Inserts the works that the list lacks, each before the record whose index `place_of` returns. Adds missing
    /// fields to the records of other works. `None` if a record cannot be changed.
    fn merge(
        &self,
        lines: &mut Vec<String>,
        present: &[Json],
        works: &[Json],
        place_of: impl Fn(&Json) -> usize,
    ) -> Option<()> {
        let follows_blank_line = |start: &usize| {
            let first = self.start_with_comments(lines, *start);
            first > 0 && lines[first - 1].trim().is_empty()
        };
        let has_blank_lines = self.starts.len() > 1 && self.starts.iter().skip(1).all(follows_blank_line);
        // From the last line to the first, so that positions stay valid.
        let mut insertions: Vec<(usize, Vec<String>)> = Vec::new();
        let mut completed: Vec<(usize, Map<String, Json>)> = Vec::new();
        for work in works {
            let Some(fields) = work.as_object() else { continue };
            let Some(index) = present.iter().position(|record| is_same(record, work)) else {
                let place = place_of(work);
                let line = self
                    .starts
                    .get(place)
                    .map_or(self.end_of_list(lines), |start| self.start_with_comments(lines, *start));
                let mut added = new_record(work, self.indent);
                if has_blank_lines {
                    added.insert(if place == self.starts.len() { 0 } else { added.len() }, String::new());
                }
                insertions.push((line, added));
                continue;
            };
            let known = present[index].as_object()?;
            let missing = fields.iter().filter(|(key, _)| !known.contains_key(*key));
            let missing: Map<String, Json> = missing.map(|(key, value)| (key.clone(), value.clone())).collect();
            if !missing.is_empty() && !completed.iter().any(|(other, _)| *other == index) {
                completed.push((index, missing));
            }
        }
        for (index, missing) in completed {
            let (start, end) = (self.starts[index], self.end_of_record(lines, self.starts[index]));
            if is_flow(&lines[start]) {
                complete_flow(&mut lines[start..end], &missing)?;
            } else {
                let indent = " ".repeat(self.key_column(lines, start));
                let added = yaml::document(&Json::Object(missing));
                insertions.push((end, added.lines().map(|line| format!("{indent}{line}")).collect()));
            }
        }
        insertions.sort_by_key(|(place, _)| *place);
        for (place, added) in insertions.into_iter().rev() {
            lines.splice(place..place, added);
        }
        Some(())
    }

    /// The column in which the keys begin, in the record that starts on the line `start`.
    fn key_column(&self, lines: &[String], start: usize) -> usize {
        let rest = &lines[start][self.indent + 1..];
        if rest.trim().is_empty() {
            let next =
                lines[start + 1..].iter().find(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
            return next.map_or(self.indent + 2, |line| column(line));
        }
        self.indent + 1 + column(rest)
    }

    /// Whether a line is blank or a comment that does not belong to the record above it.
    fn is_between(&self, line: &str) -> bool {
        line.trim().is_empty() || line.trim_start().starts_with('#') && column(line) <= self.indent
    }

    /// The line after the last line of a record. Blank lines and comments in the column of the hyphen belong to the
    /// next record.
    fn end_of_record(&self, lines: &[String], start: usize) -> usize {
        let next = self.starts.iter().find(|next| **next > start).copied().unwrap_or(self.end);
        next - lines[start + 1..next].iter().rev().take_while(|line| self.is_between(line)).count()
    }

    fn end_of_list(&self, lines: &[String]) -> usize {
        self.starts.last().map_or(self.end, |last| self.end_of_record(lines, *last))
    }

    /// The index of the first line of a record, or of the comment lines directly above this line, if any.
    fn start_with_comments(&self, lines: &[String], start: usize) -> usize {
        let is_comment = |line: &&String| line.trim_start().starts_with('#') && column(line) <= self.indent;
        start - lines[..start].iter().rev().take_while(is_comment).count()
    }
}

/// The number of spaces at the start of a line.
fn column(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// The lines of a new list item for a work, with `indent` spaces before the hyphen.
fn new_record(work: &Json, indent: usize) -> Vec<String> {
    let indent = " ".repeat(indent);
    yaml::document(&Json::Array(vec![work.clone()])).lines().map(|line| format!("{indent}{line}")).collect()
}

/// Whether the record on a line is written in braces, such as `- {title: A}`.
fn is_flow(line: &str) -> bool {
    line.trim_start().trim_start_matches('-').trim_start().starts_with('{')
}

/// Adds fields before the last brace of a record. `None` if the record has no brace.
fn complete_flow(lines: &mut [String], missing: &Map<String, Json>) -> Option<()> {
    let is_comment = |line: &str| line.trim_start().starts_with('#');
    let last = lines.iter().rposition(|line| !is_comment(line) && line.contains('}'))?;
    // A brace in a comment after the record is not the end of it.
    let code = lines[last].find(" #").unwrap_or(lines[last].len());
    let brace = lines[last][..code].rfind('}')?;
    let before =
        lines[..last].iter().rev().map(String::as_str).find(|line| !is_comment(line) && !line.trim().is_empty());
    let own = lines[last][..brace].trim_end();
    let previous = if own.trim().is_empty() {
        before.unwrap_or_default().split(" #").next().unwrap_or_default().trim_end()
    } else {
        own
    };
    let separator = if previous.ends_with(['{', ',']) { "" } else { ", " };
    let fields = yaml::flow_fields(missing);
    let end = &lines[last][brace..];
    let space = if separator.is_empty() { " " } else { "" };
    let spaces = if own.trim().is_empty() { &lines[last][..brace] } else { own };
    let closing = if lines[last][..brace].ends_with(' ') || separator.is_empty() { " " } else { "" };
    lines[last] = format!("{spaces}{separator}{space}{fields}{closing}{end}");
    Some(())
}

/// Adds fields of an imported page to an existing page, unless they are in `known`, the fields that the existing page
/// has. Fields that decide the page's address are never added. The new fields come at the end of the front matter, and
/// the content stays. `None` if a page does not start with front matter of at least one line, or if CRLF ends a line
/// `---`.
///
/// The caller must check that the new front matter has the old values.
#[must_use]
pub fn merge_page(text: &str, imported: &str, known: &[String]) -> Option<String> {
    let (front, rest) = text.strip_prefix("---\n")?.split_once("\n---\n")?;
    let (new, _) = imported.strip_prefix("---\n")?.split_once("\n---\n")?;
    let key = |line: &str| line.split_once(':').map(|(key, _)| key.trim().to_owned());
    let is_missing = |line: &&str| {
        key(line)
            .is_some_and(|key| !known.contains(&key) && !["permalink", "date", "collection"].contains(&key.as_str()))
    };
    let added: String = new.lines().filter(is_missing).map(|line| format!("\n{line}")).collect();
    Some(format!("---\n{front}{added}\n---\n{rest}"))
}

/// Merges works into the publications of a curriculum. New works come first. Known works only get the fields that they
/// lack. Does nothing if `resume` is not an object, or if its publications are not a list.
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

/// Whether two records are about the same work, judged by DOI, Google Scholar id or title.
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
    title_of(one).is_some_and(|title| !title.is_empty() && title_of(other) == Some(title))
}

fn title_of(record: &Json) -> Option<String> {
    let title = record.get("title").or_else(|| record.get("name"))?.as_str()?;
    Some(normal_title(title))
}

/// The index of the first record that is older than a work, in a list that is sorted by year, newest first. `None` if
/// there is none, or if the work has no year.
fn place_of(work: &Json, present: &[Json]) -> Option<usize> {
    let year = |record: &Json| match record.get("year")? {
        Json::Number(number) => number.as_i64(),
        Json::String(text) => text.get(..4)?.parse().ok(),
        _ => None,
    };
    let own = year(work)?;
    present.iter().position(|record| year(record).is_some_and(|year| year < own))
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
        let known = ["title".to_owned(), "links".to_owned()];
        assert_eq!(merge_page(old, new, &known).as_deref(), Some(merged));
        assert_eq!(merge_page(merged, new, &[&known[..], &["venue".to_owned()]].concat()).as_deref(), Some(merged));
        assert_eq!(merge_page("no front matter", new, &known), None);
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
