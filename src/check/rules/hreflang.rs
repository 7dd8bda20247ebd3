//! Language versions of a page that do not link back to this page.

use super::super::address::Target;
use super::super::{Finding, PageView, Tag, View, finding};
use std::borrow::Cow;

/// A link of a page to one of its language versions, for example to itself.
pub(in crate::check) struct Alternate<'s> {
    language: Cow<'s, str>,
    address: Cow<'s, str>,
    /// The byte offset of the link on its page.
    offset: usize,
    /// The file of the other version, if it exists.
    file: Option<&'s str>,
}

pub(super) fn find(view: &View<'_, '_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for outline in &view.outlines {
        for Alternate { language, address, offset, file } in &outline.alternates {
            let mut add = |message: String| found.push(finding("hreflang", outline.path, *offset, address, message));
            if !is_language(language) {
                add(format!("hreflang=\"{language}\" is not a language such as en or pt-BR"));
                continue;
            }
            // Missing files are reported by another rule.
            let Some(file) = file.filter(|file| *file != outline.path) else { continue };
            let Some(other) = view.outline(file) else { continue };
            if !other.alternates.iter().any(|back| back.file == Some(outline.path)) {
                add(format!("'{file}' is linked as the version in '{language}', but has no link back"));
            }
        }
    }
    found
}

/// The `link` elements of a page with `rel="alternate"`, `hreflang` and `href`.
pub(in crate::check) fn alternates<'s>(page: &PageView<'_, 's>) -> Vec<Alternate<'s>> {
    let alternate = |tag: &Tag<'_, 's>| {
        let mut words = tag.value("rel")?.split_ascii_whitespace();
        let is_alternate = words.any(|word| word.eq_ignore_ascii_case("alternate"));
        let language = tag.lasting_value("hreflang").filter(|_| is_alternate)?.clone();
        let address = tag.lasting_value("href")?.clone();
        let file = match page.target(&address) {
            Target::File(file, _) => Some(file),
            _ => None,
        };
        Some(Alternate { language, address, offset: tag.offset, file })
    };
    page.tags_named("link").filter_map(alternate).collect()
}

/// Whether a text is a language tag such as `en` or `pt-BR`, or `x-default`.
fn is_language(text: &str) -> bool {
    let mut parts = text.split('-');
    let language = parts.next().unwrap_or_default();
    let is_word = |part: &str| (2..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let is_plain = (2..=3).contains(&language.len()) && language.bytes().all(|byte| byte.is_ascii_alphabetic());
    text.eq_ignore_ascii_case("x-default") || is_plain && parts.all(is_word)
}
