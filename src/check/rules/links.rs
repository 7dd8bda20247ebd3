//! Links to pages and files that do not exist.

use super::super::address::Target;
use super::super::{Finding, View};

pub(super) fn find(view: &View<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for page in &view.site.pages {
        for tag in page.tags_named(&["a", "area"]) {
            let Some(address) = tag.value("href") else { continue };
            let message = match view.target(page, address) {
                Target::Missing(path) => format!("the link leads to '{path}', which does not exist"),
                Target::Outside => {
                    format!(
                        "the link to '{address}' leads out of '{}/': use the filter relative_url",
                        view.site.baseurl
                    )
                }
                Target::File(..) | Target::Elsewhere => continue,
            };
            found.push(tag.finding("links", page, address, message));
        }
    }
    found
}
