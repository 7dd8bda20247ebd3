//! The translations of a page: pages with the same `page_id`, or otherwise pages whose URLs differ only in the
//! language.

use super::languages::Languages;
use hastie_liquid::{Hash, Value};
use hastie_site::model::SiteContext;
use std::collections::HashMap;

/// The properties of a document or page that determine its language and its address.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    /// The language in the front matter of the document or page. Empty if not set.
    pub lang: String,
    /// The path of the document or page, which may contain a language.
    pub path: String,
    /// The permalink in the front matter of the document or page.
    pub permalink: Value,
    pub url: String,
}

/// The language in a page's front matter, otherwise in its path, otherwise the default language.
pub(super) fn language<'a>(languages: &'a Languages, candidate: &'a Candidate) -> &'a str {
    explicit(languages, candidate).unwrap_or(&languages.default)
}

fn explicit<'a>(languages: &'a Languages, candidate: &'a Candidate) -> Option<&'a str> {
    if !candidate.lang.is_empty() {
        return Some(&candidate.lang);
    }
    languages.in_path(&candidate.path).map(String::as_str)
}

/// The permalink of a page, or its URL if the permalink is nil or false, with a leading slash. With `lang: de`,
/// `/de/about/` becomes `/about/`. Empty if the permalink is an empty string.
pub(super) fn normalized(setup: &SiteContext, candidate: &Candidate) -> String {
    let permalink = match &candidate.permalink {
        Value::Nil | Value::Bool(false) => candidate.url.clone(),
        permalink => setup.text(permalink),
    };
    if permalink.is_empty() {
        return permalink;
    }
    let permalink = with_slash(&permalink);
    if candidate.lang.is_empty() { permalink } else { without_language(&permalink, &candidate.lang) }
}

/// Adds a leading slash to a URL that lacks it.
pub(super) fn with_slash(address: &str) -> String {
    if address.starts_with('/') { address.to_owned() } else { format!("/{address}") }
}

/// Removes the language `lang` at the start of a URL: `/de/about/` becomes `/about/`. Adds a leading slash if it is
/// missing.
pub(super) fn without_language(address: &str, lang: &str) -> String {
    with_slash(address.strip_prefix(&format!("/{lang}/")).unwrap_or(address))
}

/// The permalinks of documents and pages by language, for each `page_id` and for each URL without its language.
#[derive(Debug)]
pub(super) struct Translations<'a> {
    by_id: HashMap<&'a str, Hash>,
    by_address: HashMap<String, Hash>,
}

impl<'a> Translations<'a> {
    /// Groups documents and pages that are translations of each other. `candidates` contains each one with its
    /// `page_id`. Ignores documents and pages in unknown languages.
    pub(crate) fn of(setup: &SiteContext, languages: &Languages, candidates: &'a [(String, Candidate)]) -> Self {
        let valid = languages.valid();
        let (mut by_id, mut by_address): (HashMap<&str, Hash>, HashMap<String, Hash>) = Default::default();
        for (id, candidate) in candidates {
            let explicit = explicit(languages, candidate);
            if explicit.is_some_and(|lang| !valid.iter().any(|known| known == lang)) {
                continue;
            }
            let lang = explicit.unwrap_or(&languages.default);
            let add = |found: &mut Hash| found.set(lang, candidate.permalink.clone());
            if !id.is_empty() {
                add(by_id.entry(id).or_default());
            }
            add(by_address.entry(normalized(setup, candidate)).or_default());
        }
        Translations { by_id, by_address }
    }

    /// The permalinks of a page and its translations, by language. `id` is the page's `page_id`. If it is empty, the
    /// page is identified by `address`, the result of `normalized`. A permalink is nil if the front matter has none.
    pub(crate) fn of_page(&self, id: &str, address: &str) -> Hash {
        let found = match (id, address) {
            ("", "") => None,
            ("", address) => self.by_address.get(address),
            (id, _) => self.by_id.get(id),
        };
        found.cloned().unwrap_or_default()
    }
}
