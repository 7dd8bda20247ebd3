//! Links to other sites that do not work. The caller has sent the requests.

use super::super::{Finding, View};
use super::addresses;

pub(super) fn find(view: &View<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    if view.site.external.is_empty() {
        return found;
    }
    for page in &view.site.pages {
        for tag in &page.tags {
            for address in addresses(tag) {
                if let Some(problem) = view.site.external.get(without_fragment(address)) {
                    found.push(tag.finding("external", page, address, format!("'{address}' {problem}")));
                }
            }
        }
    }
    found
}

/// The part of an address that a server sees.
pub(in crate::check) fn without_fragment(address: &str) -> &str {
    let address = address.trim();
    address.split_once('#').map_or(address, |(address, _)| address)
}
