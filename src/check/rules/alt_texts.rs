//! Images without an `alt` attribute.

use super::super::{Finding, View};

pub(super) fn find(view: &View<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for page in &view.site.pages {
        for tag in page.tags_named(&["img"]) {
            let is_hidden = tag.value("aria-hidden") == Some("true") || tag.value("role") == Some("presentation");
            if tag.value("alt").is_none() && !is_hidden {
                let address = tag.value("src").unwrap_or_default();
                let message = format!("the image '{address}' has no alt text (alt=\"\" if it is only decoration)");
                found.push(tag.finding("alt-texts", page, address, message));
            }
        }
    }
    found
}
