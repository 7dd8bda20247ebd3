//! Works on a page whose citation counts are not in the site's data.

use super::super::{Finding, View};

pub(super) fn find(view: &View<'_>) -> Vec<Finding> {
    let Some(known) = &view.site.cited_works else { return Vec::new() };
    let mut found = Vec::new();
    for page in &view.site.pages {
        for tag in &page.tags {
            let classes = tag.value("class").unwrap_or_default();
            let is_count = classes.split_ascii_whitespace().any(|class| class == "show_paper_citations");
            let Some(id) = tag.value("data").filter(|id| is_count && !id.is_empty()) else { continue };
            if !known.contains(id) {
                let message = format!("the citation data does not contain the work '{id}'");
                found.push(tag.finding("citation-ids", page, id, message));
            }
        }
    }
    found
}
