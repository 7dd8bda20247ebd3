//! Pages to which no other page leads.

use super::super::address::Target;
use super::super::{Finding, Page, View};
use std::collections::BTreeSet;

pub(super) fn find(view: &View<'_>) -> Vec<Finding> {
    let mut linked: BTreeSet<&str> = BTreeSet::new();
    for page in &view.site.pages {
        for tag in page.tags_named(&["a", "area", "iframe"]) {
            let address = tag.value("href").or_else(|| tag.value("src"));
            if let Some(Target::File(file, _)) = address.map(|address| view.target(page, address))
                && file != page.path
            {
                linked.insert(file);
            }
        }
    }
    let is_lost = |page: &&Page| !linked.contains(page.path.as_str()) && !is_entrance(page);
    let lost = view.site.pages.iter().filter(is_lost);
    lost.map(|page| Finding {
        rule: "unreachable",
        file: page.path.clone(),
        offset: 0,
        cause: String::new(),
        line: None,
        message: format!("no page links to '{}'", page.path),
    })
    .collect()
}

/// Whether visitors reach the page without a link. These are the home page, the server's page for errors, redirects from old
/// addresses, and files that prove the ownership of a site.
fn is_entrance(page: &Page) -> bool {
    let redirects = |tag: &super::super::Tag| {
        tag.name == "meta" && tag.value("http-equiv").is_some_and(|value| value.eq_ignore_ascii_case("refresh"))
    };
    matches!(page.path.as_str(), "index.html" | "404.html" | "404/index.html")
        || !page.tags.iter().any(|tag| tag.name == "html" || tag.name == "body")
        || page.tags.iter().any(redirects)
}
