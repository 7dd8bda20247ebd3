//! `link` elements with `rel="canonical"`, `alternate`, `prev` or `next` that lead to a missing page.

use super::super::address::Target;
use super::super::{Finding, PageView};

pub(super) fn find(page: &PageView<'_, '_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for tag in page.tags_named("link") {
        let rel = tag.value("rel").unwrap_or_default();
        let (Some(address), true) = (tag.value("href"), matches!(rel, "canonical" | "alternate" | "prev" | "next"))
        else {
            continue;
        };
        if let Target::Missing(path) = page.target(address) {
            let message = format!("the {rel} address of the page leads to '{path}', which does not exist");
            found.push(page.finding("canonical", tag, address, message));
        }
    }
    found
}
