//! Whether browsers build the same tree from two pages.

use hastie_html::{Document, NodeId, NodeKind, html5};

/// Whether two pages have the same tree. False if a page is nested too deeply to be parsed. The order of attributes
/// does not matter. The length of white space matters only in `pre`, `textarea`, `script` and `style`.
pub(super) fn same(old: &str, new: &str) -> bool {
    match (html5::parse(old), html5::parse(new)) {
        (Ok(old), Ok(new)) => nodes(&old).eq(nodes(&new)),
        _ => false,
    }
}

/// The nodes in document order, with their depths.
fn nodes(page: &Document) -> impl Iterator<Item = (usize, NodeKind, String, Vec<(&str, &str)>, String)> + '_ {
    page.descendants(NodeId::DOCUMENT).map(|node| {
        let is_kept =
            |node: NodeId| matches!(page.name(node), "pre" | "textarea" | "script" | "style") && page.is_element(node);
        let depth = page.ancestors(node).count();
        let mut attributes: Vec<(&str, &str)> =
            page.attributes(node).map(|one| (page.name(one), page.value(one).unwrap_or_default())).collect();
        attributes.sort_unstable();
        let value = page.value(node).unwrap_or_default();
        let value = match page.ancestors(node).any(is_kept) {
            true => value.to_owned(),
            false => folded(value),
        };
        (depth, page.kind(node), page.name(node).to_owned(), attributes, value)
    })
}

/// A text with each run of white space as one space.
fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        match c.is_ascii_whitespace() {
            true if folded.ends_with(' ') => {}
            true => folded.push(' '),
            false => folded.push(c),
        }
    }
    folded
}
