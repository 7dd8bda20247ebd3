//! Links to pages and files that do not exist.

use super::super::address::Target;
use super::super::{Finding, PageView};

pub(super) fn find(page: &PageView<'_, '_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for link in &page.links {
        let address = link.address;
        let message = match &link.target {
            Target::Missing(path) => format!("the link leads to '{path}', which does not exist"),
            Target::Outside => {
                format!("the link to '{address}' leads out of '{}/': use the filter relative_url", page.site.baseurl)
            }
            Target::File(..) | Target::Elsewhere => continue,
        };
        found.push(page.finding("links", &link.tag, address, message));
    }
    found
}
