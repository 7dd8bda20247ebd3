//! Links to a part of a page that does not exist.

use super::super::address::Target;
use super::super::{Finding, View};

pub(super) fn find(view: &View<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for page in &view.site.pages {
        for tag in page.tags_named(&["a", "area"]) {
            let Some(address) = tag.value("href") else { continue };
            let Target::File(file, Some(fragment)) = view.target(page, address) else { continue };
            // Browsers scroll to the top for these, and find texts for the last.
            if fragment.is_empty() || fragment.eq_ignore_ascii_case("top") || fragment.starts_with(":~:") {
                continue;
            }
            let Some(target) = view.page(file) else { continue };
            if !target.anchors.contains(&fragment) {
                let message = format!("'{file}' has no element with the id '{fragment}'");
                found.push(tag.finding("anchors", page, address, message));
            }
        }
    }
    found
}
