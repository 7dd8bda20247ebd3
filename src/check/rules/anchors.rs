//! Links to a part of a page that does not exist.

use super::super::address::Target;
use super::super::{Finding, Link, PageView, View, finding};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// A link to a part of a page, by an id after `#`.
pub(in crate::check) struct Fragment<'s> {
    /// The file to which the link leads.
    file: &'s str,
    /// The id that this file should contain.
    id: String,
    /// The link's address, as it is written.
    address: Cow<'s, str>,
    /// The byte offset of the link on its page.
    offset: usize,
}

pub(super) fn find(view: &View<'_, '_>) -> Vec<Finding> {
    let mut known: HashMap<&str, Option<HashSet<&str>>> = HashMap::new();
    let mut found = Vec::new();
    for outline in &view.outlines {
        for Fragment { file, id, address, offset } in &outline.fragments {
            let anchors = known.entry(file).or_insert_with(|| {
                let anchors = &view.outline(file)?.anchors;
                Some(anchors.iter().map(|anchor| &**anchor).collect())
            });
            if anchors.as_ref().is_some_and(|anchors| !anchors.contains(id.as_str())) {
                let message = format!("'{file}' has no element with the id '{id}'");
                found.push(finding("anchors", outline.path, *offset, address, message));
            }
        }
    }
    found
}

/// The anchors of a page: all `id` attributes, and the `name` attributes of `a` elements.
pub(in crate::check) fn of<'s>(page: &PageView<'_, 's>) -> Vec<Cow<'s, str>> {
    let mut anchors = Vec::new();
    for tag in &page.tags {
        anchors.extend(tag.lasting_value("id").cloned());
        if tag.name == "a" {
            anchors.extend(tag.lasting_value("name").cloned());
        }
    }
    anchors
}

/// The links of a page that lead to an id in a file of the site. Links to `#`, to `#top` and to texts (`#:~:`) are left
/// out.
pub(in crate::check) fn fragments<'s>(page: &PageView<'_, 's>) -> Vec<Fragment<'s>> {
    let fragment = |link: &Link<'_, 's>| {
        let Target::File(file, Some(id)) = &link.target else { return None };
        // Browsers scroll to the top for these, and find texts for the last.
        if id.is_empty() || id.eq_ignore_ascii_case("top") || id.starts_with(":~:") {
            return None;
        }
        let address = link.tag.lasting_value("href")?.clone();
        Some(Fragment { file, id: id.to_string(), address, offset: link.tag.offset })
    };
    page.links.iter().filter_map(fragment).collect()
}
