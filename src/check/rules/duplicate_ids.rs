//! Ids that occur twice on a page.

use super::super::{Finding, View};
use std::collections::HashMap;

pub(super) fn find(view: &View<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for page in &view.site.pages {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for tag in &page.tags {
            let Some(id) = tag.value("id") else { continue };
            let count = counts.entry(id).or_default();
            *count += 1;
            // A third element with the id needs no further message.
            if *count == 2 {
                found.push(tag.finding("duplicate-ids", page, id, format!("the id '{id}' occurs twice on the page")));
            }
        }
    }
    found
}
