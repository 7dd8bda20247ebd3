//! Parts of HTTPS pages that are loaded over HTTP. Browsers block most of them.

use super::super::{Finding, PageView};

pub(super) fn find(page: &PageView<'_, '_>) -> Vec<Finding> {
    let mut found = Vec::new();
    if !page.site.url.starts_with("https://") {
        return found;
    }
    for (tag, address) in page.loaded.iter().filter(|(_, address)| address.starts_with("http://")) {
        let message = format!("the page is served over HTTPS, but loads '{address}' over HTTP");
        found.push(page.finding("mixed-content", tag, address, message));
    }
    found
}
