//! Ids that occur twice on a page.

use super::super::{Finding, PageView};
use std::collections::HashMap;

pub(super) fn find(page: &PageView<'_, '_>) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for tag in &page.tags {
        let Some(id) = tag.value("id") else { continue };
        let count = counts.entry(id).or_default();
        *count += 1;
        // A third element with the id needs no further message.
        if *count == 2 {
            found.push(page.finding("duplicate-ids", tag, id, format!("the id '{id}' occurs twice on the page")));
        }
    }
    found
}
