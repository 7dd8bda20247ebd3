//! Pages to which no other page leads.

use super::super::address::Target;
use super::super::{Finding, Outline, PageView, View, finding};
use std::collections::HashSet;

pub(super) fn find(view: &View<'_, '_>) -> Vec<Finding> {
    let linked: HashSet<&str> = view.outlines.iter().flat_map(|outline| &outline.linked).copied().collect();
    let is_lost = |outline: &&Outline<'_>| !linked.contains(outline.path) && !outline.is_entrance;
    let lost = view.outlines.iter().filter(is_lost).map(|outline| outline.path);
    lost.map(|path| finding("unreachable", path, 0, "", format!("no page links to '{path}'"))).collect()
}

/// The files to which links and frames of a page lead, without the page's own file.
pub(in crate::check) fn linked<'s>(page: &PageView<'_, 's>) -> Vec<&'s str> {
    let mut linked = Vec::new();
    let mut add = |target: &Target<'s, '_>| match target {
        Target::File(file, _) if *file != page.path => linked.push(*file),
        _ => {}
    };
    page.links.iter().for_each(|link| add(&link.target));
    for tag in page.tags.iter().filter(|tag| matches!(tag.name, "a" | "area" | "iframe")) {
        let is_link = tag.name != "iframe" && tag.value("href").is_some();
        if let Some(address) = tag.value("href").or_else(|| tag.value("src")).filter(|_| !is_link) {
            add(&page.target(address));
        }
    }
    linked
}

/// Whether visitors reach the page without a link: the home page, the page for error 404, and redirects from old
/// addresses. Files without the tags `html` and `body` count, too: they can prove the ownership of a site.
pub(in crate::check) fn is_entrance(page: &PageView<'_, '_>) -> bool {
    let mut redirects = page.tags_named("meta").filter_map(|tag| tag.value("http-equiv"));
    matches!(page.path, "index.html" | "404.html" | "404/index.html")
        || !page.tags.iter().any(|tag| matches!(tag.name, "html" | "body"))
        || redirects.any(|value| value.eq_ignore_ascii_case("refresh"))
}
