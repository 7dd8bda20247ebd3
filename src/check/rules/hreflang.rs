//! Versions of a page in other languages that do not link back.

use super::super::address::Target;
use super::super::{Finding, Page, Tag, View};

pub(super) fn find(view: &View<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for page in &view.site.pages {
        for (tag, language) in alternates(page) {
            let Some(address) = tag.value("href") else { continue };
            if !is_language(language) {
                let message = format!("hreflang=\"{language}\" is not a language such as en or pt-BR");
                found.push(tag.finding("hreflang", page, address, message));
                continue;
            }
            // Missing files are reported by another rule.
            let Target::File(file, _) = view.target(page, address) else { continue };
            let Some(other) = view.page(file).filter(|other| other.path != page.path) else { continue };
            let leads_back = |(tag, _): (&Tag, &str)| {
                let address = tag.value("href").unwrap_or_default();
                matches!(view.target(other, address), Target::File(file, _) if file == page.path)
            };
            if !alternates(other).any(leads_back) {
                let message = format!("'{file}' is linked as the version in '{language}', but has no link back");
                found.push(tag.finding("hreflang", page, address, message));
            }
        }
    }
    found
}

/// The links to versions in other languages, with the languages.
fn alternates(page: &Page) -> impl Iterator<Item = (&Tag, &str)> {
    page.tags_named(&["link"]).filter_map(|tag| {
        let is_alternate =
            tag.value("rel")?.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("alternate"));
        Some((tag, tag.value("hreflang").filter(|_| is_alternate)?))
    })
}

/// Whether a text is a language with an optional script and region, or `x-default`.
fn is_language(text: &str) -> bool {
    let mut parts = text.split('-');
    let language = parts.next().unwrap_or_default();
    let is_word = |part: &str| (2..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let is_plain = (2..=3).contains(&language.len()) && language.bytes().all(|byte| byte.is_ascii_alphabetic());
    text.eq_ignore_ascii_case("x-default") || is_plain && parts.all(is_word)
}
