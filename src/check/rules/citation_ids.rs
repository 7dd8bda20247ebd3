//! Works that a page displays with a citation count, but that the site's citation data does not contain.

use super::super::{Finding, PageView};

pub(super) fn find(page: &PageView<'_, '_>) -> Vec<Finding> {
    let Some(known) = &page.site.cited_works else { return Vec::new() };
    let mut found = Vec::new();
    for tag in &page.tags {
        let classes = tag.value("class").unwrap_or_default();
        let is_count = classes.split_ascii_whitespace().any(|class| class == "show_paper_citations");
        let Some(id) = tag.value("data").filter(|id| is_count && !id.is_empty()) else { continue };
        if !known.contains(id) {
            let message = format!("the citation data does not contain the work '{id}'");
            found.push(page.finding("citation-ids", tag, id, message));
        }
    }
    found
}
