//! Matches the works of one service with the works of another.

use crate::profile::Work;
use std::collections::{HashMap, HashSet};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A work with a known Google Scholar id: from the previous data, from the site's publications, or from a bibliography.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KnownWork {
    /// Google Scholar's `author_pub_id`, in the form `USER:WORK`.
    pub scholar_id: String,
    /// The title, as plain text.
    pub title: String,
    /// The year of publication, if known.
    pub year: Option<String>,
    /// The DOI, in any form. `None` if unknown.
    pub doi: Option<String>,
}

/// The key, id, title and DOI of a work that a site already lists, for comparison with the works of a service.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SiteWork {
    /// The key in a bibliography. `None` for a work from another file.
    pub key: Option<String>,
    /// Google Scholar's `author_pub_id`, in the form `USER:WORK`. `None` if unknown.
    pub scholar_id: Option<String>,
    /// The title, as plain text.
    pub title: String,
    /// The DOI, in any form. `None` if unknown.
    pub doi: Option<String>,
}

/// The works that a site does not list: no listed work has their id, their DOI or their title. Titles are compared
/// without case, accents, spaces and punctuation. Of several works with the same title, returns only the first.
#[must_use]
pub fn new_works<'w>(works: &'w [Work], listed: &[SiteWork]) -> Vec<&'w Work> {
    let filled = |text: String| Some(text).filter(|text| !text.is_empty());
    let ids: HashSet<&str> = listed.iter().filter_map(|work| work.scholar_id.as_deref()).collect();
    let dois: HashSet<String> = listed.iter().filter_map(|work| filled(normal_doi(work.doi.as_deref()?))).collect();
    let titles: HashSet<String> = listed.iter().filter_map(|work| filled(normal_title(&work.title))).collect();
    let mut seen = HashSet::new();
    let is_listed = |work: &Work| {
        ids.contains(work.id.as_str())
            || work.doi.as_deref().is_some_and(|doi| dois.contains(&normal_doi(doi)))
            || titles.contains(&normal_title(&work.title))
    };
    // Services list a preprint and its paper as two works with one title.
    works.iter().filter(|work| !is_listed(work) && seen.insert(normal_title(&work.title))).collect()
}

/// The result of [`match_works`]: all works, and the works on either side without a match.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Matched {
    /// All works. Matched works have their Google Scholar id.
    pub works: Vec<Work>,
    /// The indices of unmatched works in `works`.
    pub unmatched: Vec<usize>,
    /// The indices of known works without a match.
    pub missing: Vec<usize>,
}

/// Assigns Google Scholar ids to works: by DOI, then by title and year, then by a title that only one known work has.
/// Titles are compared without case, accents, spaces and punctuation. Each known work gives its id to at most one work.
#[must_use]
pub fn match_works(mut works: Vec<Work>, known: &[KnownWork]) -> Matched {
    let mut index = Index::of(known);
    let mut unmatched: Vec<usize> = (0..works.len()).collect();
    for step in [Index::by_doi, Index::by_title_and_year, Index::by_title] {
        unmatched.retain(|place| match step(&mut index, &works[*place]) {
            Some(id) => {
                works[*place].id = id;
                false
            }
            None => true,
        });
    }
    let missing = (0..known.len()).filter(|place| !index.taken[*place]).collect();
    Matched { works, unmatched, missing }
}

/// A DOI in lower case, without a prefix such as `https://doi.org/` or `doi:`.
pub(crate) fn normal_doi(doi: &str) -> String {
    let doi = doi.trim().to_lowercase();
    let doi = doi.strip_prefix("https://").or_else(|| doi.strip_prefix("http://")).unwrap_or(&doi);
    let doi = doi.strip_prefix("dx.").unwrap_or(doi);
    doi.strip_prefix("doi.org/").or_else(|| doi.strip_prefix("doi:")).unwrap_or(doi).trim().to_owned()
}

/// The letters and digits of a title, without accents, in lower case.
pub fn normal_title(title: &str) -> String {
    title.nfkd().filter(|c| !is_combining_mark(*c) && c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

struct Index<'k> {
    known: &'k [KnownWork],
    taken: Vec<bool>,
    dois: HashMap<String, Vec<usize>>,
    titles: HashMap<String, Vec<usize>>,
}

impl<'k> Index<'k> {
    fn of(known: &'k [KnownWork]) -> Self {
        let mut index = Index { known, taken: vec![false; known.len()], dois: HashMap::new(), titles: HashMap::new() };
        for (position, work) in known.iter().enumerate() {
            if let Some(doi) = work.doi.as_deref().map(normal_doi).filter(|doi| !doi.is_empty()) {
                index.dois.entry(doi).or_default().push(position);
            }
            let title = normal_title(&work.title);
            if !title.is_empty() {
                index.titles.entry(title).or_default().push(position);
            }
        }
        index
    }

    fn take(&mut self, index: usize) -> Option<String> {
        let is_free = !std::mem::replace(self.taken.get_mut(index)?, true);
        is_free.then(|| self.known[index].scholar_id.clone())
    }

    fn by_doi(&mut self, work: &Work) -> Option<String> {
        let places = self.dois.get(work.doi.as_ref()?)?;
        let position = *places.iter().find(|position| !self.taken[**position])?;
        self.take(position)
    }

    fn by_title_and_year(&mut self, work: &Work) -> Option<String> {
        let year = work.year.as_deref()?;
        let places = self.titles.get(&normal_title(&work.title))?;
        let place =
            places.iter().find(|place| !self.taken[**place] && self.known[**place].year.as_deref() == Some(year));
        let place = *place?;
        self.take(place)
    }

    /// Finds the known work that has the title of `work`, and returns its Google Scholar id. `None` unless exactly one
    /// known work has this title. Also `None` if that work already has a match. Ignores the year, because a preprint
    /// and its paper may have different years.
    fn by_title(&mut self, work: &Work) -> Option<String> {
        let places = self.titles.get(&normal_title(&work.title))?;
        match places[..] {
            [only] if !self.taken[only] => self.take(only),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(title: &str, year: &str, doi: &str) -> Work {
        let doi = (!doi.is_empty()).then(|| normal_doi(doi));
        Work { id: "x".into(), title: title.into(), year: Some(year.into()), doi, ..Work::default() }
    }

    fn known(id: &str, title: &str, year: &str, doi: &str) -> KnownWork {
        let doi = (!doi.is_empty()).then(|| doi.to_owned());
        KnownWork { scholar_id: id.into(), title: title.into(), year: Some(year.into()), doi }
    }

    #[test]
    fn a_doi_counts_before_titles_and_titles_before_years() {
        let known = [
            known("u:a", "The Sea, at Night", "2020", "10.5555/sea"),
            known("u:b", "Über Eis", "2021", ""),
            known("u:c", "Über Eis", "2023", ""),
            known("u:d", "Fog", "2019", ""),
            known("u:e", "Never matched", "2018", ""),
        ];
        let works = vec![
            work("Another title", "1999", "https://doi.org/10.5555/SEA"),
            work("Uber Eis.", "2023", ""),
            work("FOG", "2022", ""),
            work("Unknown", "2022", ""),
        ];
        let matched = match_works(works, &known);
        let ids: Vec<&str> = matched.works.iter().map(|work| work.id.as_str()).collect();
        assert_eq!(ids, ["u:a", "u:c", "u:d", "x"]);
        assert_eq!((matched.unmatched, matched.missing), (vec![3], vec![1, 4]));
    }

    #[test]
    fn works_of_a_site_are_known_by_id_doi_or_title() {
        let listed = |id: &str, title: &str, doi: &str| {
            let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
            SiteWork { key: None, scholar_id: some(id), title: title.into(), doi: some(doi) }
        };
        let site =
            [listed("x", "Other", ""), listed("", "The Sea, at Night", ""), listed("", "", "https://doi.org/10.5/A")];
        let works = [work("Fog", "2020", "10.5/a"), work("the sea at night", "2021", "")];
        assert!(new_works(&works, &site[1..]).is_empty() && new_works(&works, &site[..1]).is_empty());
        assert_eq!(new_works(&works, &[]).len(), 2);
        let twice = [work("Fog", "2020", ""), work("FOG", "2021", "10.5/b")];
        assert_eq!(new_works(&twice, &[]), [&twice[0]]);
    }

    #[test]
    fn two_works_never_get_one_id() {
        let matched =
            match_works(vec![work("Fog", "2019", ""), work("Fog", "2019", "")], &[known("u:d", "Fog", "2019", "")]);
        assert_eq!((matched.works[0].id.as_str(), matched.works[1].id.as_str()), ("u:d", "x"));
    }
}
