//! Faults of bibliographies: cited keys that they do not contain, entries without a year, and broken DOIs.

use super::super::{Bibliography, BibliographyEntry, Finding, SourceText, View};
use std::collections::HashSet;

/// The tags of jekyll-scholar whose arguments are keys.
const TAGS: [&str; 6] = ["cite", "nocite", "cite_details", "details_link", "quote", "reference"];

pub(super) fn find(view: &View<'_, '_>) -> Vec<Finding> {
    let bibliographies = &view.site.bibliographies;
    let mut found: Vec<Finding> = bibliographies.iter().flat_map(faults).collect();
    let entries = bibliographies.iter().flat_map(|one| &one.entries);
    let known: HashSet<&str> = entries.map(|entry| entry.key.as_str()).collect();
    // A bibliography that cannot be read may contain any key.
    if !bibliographies.is_empty() && bibliographies.iter().all(|one| one.error.is_none()) {
        found.extend(view.site.sources.iter().flat_map(|source| unknown_keys(source, &known)));
    }
    found
}

fn finding(file: &str, line: usize, cause: &str, message: String) -> Finding {
    let (file, cause) = (file.to_owned(), cause.to_owned());
    Finding { rule: "bibliographies", file, offset: 0, cause, line: Some(line), message }
}

/// The faults in one bibliography: a parse error, missing years, broken DOIs and repeated keys.
fn faults(bibliography: &Bibliography) -> Vec<Finding> {
    let mut found = Vec::new();
    if let Some((line, problem)) = &bibliography.error {
        found.push(finding(&bibliography.path, *line, "", problem.clone()));
    }
    let mut keys = HashSet::new();
    for BibliographyEntry { key, kind, line, has_year, doi } in &bibliography.entries {
        let mut add = |message: String| found.push(finding(&bibliography.path, *line, key, message));
        if !has_year && !matches!(kind.as_str(), "unpublished" | "online" | "misc" | "software") {
            add(format!("the entry '{key}' has no year"));
        }
        if let Some(doi) = doi.as_deref().filter(|doi| !is_doi(doi)) {
            add(format!("the entry '{key}' has a broken DOI: '{doi}'"));
        }
        if !keys.insert(key) {
            add(format!("the key '{key}' occurs twice"));
        }
    }
    found
}

/// Whether a text is a DOI such as `10.1000/182`. The DOI may follow `doi:` or an address such as `https://doi.org/`.
fn is_doi(text: &str) -> bool {
    let text = text.trim();
    let prefixes = ["https://doi.org/", "http://doi.org/", "https://dx.doi.org/", "http://dx.doi.org/", "doi:"];
    let plain = prefixes.iter().find_map(|prefix| text.strip_prefix(prefix)).unwrap_or(text).trim_start();
    let Some((registrant, suffix)) = plain.strip_prefix("10.").and_then(|rest| rest.split_once('/')) else {
        return false;
    };
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_registrant = registrant.split('.').all(is_number) && registrant.len() >= 4;
    is_registrant && !suffix.is_empty() && !suffix.contains(char::is_whitespace)
}

/// The findings about keys that a source cites although no bibliography contains them.
fn unknown_keys(source: &SourceText, known: &HashSet<&str>) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut is_raw = false;
    for (index, line) in source.text.lines().enumerate() {
        for tag in line.split("{%").skip(1).filter_map(|rest| rest.split_once("%}")) {
            let arguments = tag.0.trim_matches(['-', ' ']);
            let (name, arguments) = arguments.split_once(char::is_whitespace).unwrap_or((arguments, ""));
            is_raw = match name {
                "raw" => true,
                "endraw" => false,
                _ => is_raw,
            };
            if is_raw || !TAGS.contains(&name) || has_own_bibliography(arguments) {
                continue;
            }
            for key in keys(arguments).filter(|key| !known.contains(key)) {
                let message = format!("no bibliography contains the key '{key}'");
                found.push(finding(&source.path, index + 1, key, message));
            }
        }
    }
    found
}

/// Whether a tag's arguments name a bibliography with `-f` or `--file`. This bibliography may be outside of the folder
/// of bibliographies.
fn has_own_bibliography(arguments: &str) -> bool {
    arguments.split_whitespace().any(|word| word == "-f" || word == "--file")
}

/// The keys in a tag's arguments, which precede the tag's options. Empty if the arguments contain variables or output
/// of Liquid, which are not known before a build.
fn keys(arguments: &str) -> impl Iterator<Item = &str> {
    let words = arguments.split_whitespace().take_while(|word| !word.starts_with('-'));
    let is_computed = arguments.contains("{{") || arguments.contains("page.") || arguments.contains("entry.");
    words.map(|word| word.trim_end_matches(',')).filter(move |word| !is_computed && !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::is_doi;

    #[test]
    fn dois_are_told_from_other_texts() {
        for doi in ["10.1000/182", "https://doi.org/10.1007/s12_(a)", "doi:10.1038.5/a", "http://dx.doi.org/10.1234/x"]
        {
            assert!(is_doi(doi), "{doi}");
        }
        for text in
            ["", "10.1000", "10.1/a", "11.1000/1", "https://example.org/10.1000/182", "10.1000/a b", "arXiv:1234.5"]
        {
            assert!(!is_doi(text), "{text}");
        }
    }
}
