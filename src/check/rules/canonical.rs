//! Canonical and alternative addresses of pages that do not exist.

use super::super::address::Target;
use super::super::{Finding, View};

pub(super) fn find(view: &View<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for page in &view.site.pages {
        for tag in page.tags_named(&["link"]) {
            let rel = tag.value("rel").unwrap_or_default();
            let (Some(address), true) = (tag.value("href"), matches!(rel, "canonical" | "alternate" | "prev" | "next"))
            else {
                continue;
            };
            if let Target::Missing(path) = view.target(page, address) {
                let message = format!("the {rel} address of the page leads to '{path}', which does not exist");
                found.push(tag.finding("canonical", page, address, message));
            }
        }
    }
    found
}
