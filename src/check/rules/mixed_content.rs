//! Parts of HTTPS pages that are loaded over HTTP. Browsers block most of them.

use super::super::{Finding, View};
use super::images::addresses;

pub(super) fn find(view: &View<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    if !view.site.url.starts_with("https://") {
        return found;
    }
    for page in &view.site.pages {
        for tag in &page.tags {
            for address in addresses(tag).into_iter().filter(|address| address.starts_with("http://")) {
                let message = format!("the page is served over HTTPS, but loads '{address}' over HTTP");
                found.push(tag.finding("mixed-content", page, address, message));
            }
        }
    }
    found
}
