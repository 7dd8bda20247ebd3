//! Links to other sites that do not work. The caller has sent the requests.

use super::super::{Finding, PageView};

pub(super) fn find(page: &PageView<'_, '_>) -> Vec<Finding> {
    let mut found = Vec::new();
    if page.site.external.is_empty() {
        return found;
    }
    for (tag, address) in page.addresses() {
        if let Some(problem) = page.site.external.get(without_fragment(address)) {
            found.push(page.finding("external", &tag, address, format!("'{address}' {problem}")));
        }
    }
    found
}

/// An address without white space around it, and without `#` and what follows. A server sees only this part.
pub(in crate::check) fn without_fragment(address: &str) -> &str {
    let address = address.trim();
    address.split_once('#').map_or(address, |(address, _)| address)
}
