//! Images without an `alt` attribute.

use super::super::{Finding, PageView};

pub(super) fn find(page: &PageView<'_, '_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for tag in page.tags_named("img") {
        let is_hidden = tag.value("aria-hidden") == Some("true") || tag.value("role") == Some("presentation");
        if tag.value("alt").is_none() && !is_hidden {
            let address = tag.value("src").unwrap_or_default();
            let message = format!("the image '{address}' has no alt text (alt=\"\" if it is only decoration)");
            found.push(page.finding("alt-texts", tag, address, message));
        }
    }
    found
}
