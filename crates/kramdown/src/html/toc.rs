//! Writes the table of contents.

use super::Writer;
use crate::attributes::Attributes;
use crate::element::{Children, Element, Extra, Kind};
use std::borrow::Cow;

/// A header in the table of contents, with its level and id.
pub(super) struct Entry<'d> {
    level: u8,
    id: Cow<'d, str>,
    header: &'d Element<'d>,
}

impl<'d> Writer<'d> {
    /// Adds a header to the table of contents. `attr` contains its attributes, including a generated id. Omits headers
    /// without an id, with an excluded level, or with the class `no_toc`.
    pub(super) fn add_to_toc(&mut self, header: &'d Element<'d>, level: u8, attr: &Attributes<'_>) {
        let Some(id) = attr.get("id") else { return };
        let left_out = header.attr.get("class").is_some_and(|class| {
            class.match_indices("no_toc").any(|(position, word)| {
                crate::text::word_boundary(class, position) && crate::text::word_boundary(class, position + word.len())
            })
        });
        if self.options.toc_levels.contains(&i64::from(level)) && !left_out {
            let id = match header.attr.get("id") {
                Some(id) => Cow::Borrowed(id),
                None => Cow::Owned(id.to_owned()),
            };
            self.toc.push(Entry { level, id, header });
        }
    }

    /// Replaces the first list with the reference `{:toc}` by the table of contents. Does nothing without such a list.
    pub(super) fn place_toc(&mut self) {
        let Some((list, position)) = self.toc_place.take() else { return };
        let toc = std::mem::take(&mut self.toc);
        let tree = tree(list, &toc);
        let offset = self.out.len();
        if !tree.children.is_empty() {
            self.detached(&tree, |writer, tree| writer.indented_block(tree.kind.tag(), tree, 0));
        }
        let text = self.out.split_off(offset);
        self.out.replace_range(position..=position, &text);
    }
}

/// Builds the table of contents as nested lists, by the levels of the headers.
fn tree<'d>(list: &Element<'d>, toc: &[Entry<'d>]) -> Element<'d> {
    let mut root = Element::new(list.children.bump(), list.kind, 0);
    root.attr = list.attr.clone();
    if root.attr.get("id").is_none() {
        root.attr.set("id", "markdown-toc");
    }
    let base = root.attr.get("id").unwrap_or_default().to_owned();
    let mut open: Vec<(u8, Element<'d>)> = Vec::new();
    for entry in toc {
        while open.last().is_some_and(|(level, _)| *level >= entry.level) {
            close_last(&mut open, &mut root);
        }
        open.push((entry.level, item(list.kind, &base, entry)));
    }
    while !open.is_empty() {
        close_last(&mut open, &mut root);
    }
    root
}

/// Closes the innermost open item and adds it to its parent.
fn close_last<'d>(open: &mut Vec<(u8, Element<'d>)>, root: &mut Element<'d>) {
    let Some((_, mut done)) = open.pop() else { return };
    if done.children.last().is_some_and(|inner| inner.children.is_empty()) {
        done.children.pop();
    }
    let parent = match open.last_mut() {
        Some((_, outer)) => outer.children.last_mut(),
        None => Some(root),
    };
    if let Some(parent) = parent {
        parent.children.push(done);
    }
}

fn item<'d>(kind: Kind, base: &str, entry: &Entry<'d>) -> Element<'d> {
    let arena = entry.header.children.bump();
    let mut link = Element::new(arena, Kind::Link, 0);
    link.attr.set("href", format!("#{}", entry.id));
    link.attr.set("id", format!("{base}-{}", entry.id));
    without_links_and_footnotes(&mut link.children, &entry.header.children);
    let mut para = Element::new(arena, Kind::Paragraph, 0).with_extra(Extra::Transparent);
    para.children.push(link);
    let mut item = Element::new(arena, Kind::Li, 0);
    item.children.push(para);
    item.children.push(Element::new(arena, kind, 0));
    item
}

fn without_links_and_footnotes<'d>(kept: &mut Children<'d>, children: &[Element<'d>]) {
    stacker::maybe_grow(64 << 10, 1 << 20, || {
        for child in children {
            match child.kind {
                Kind::Footnote => {}
                Kind::Link => without_links_and_footnotes(kept, &child.children),
                _ => {
                    let mut copy = Element {
                        attr: child.attr.clone(),
                        ial: child.ial.clone(),
                        extra: child.extra,
                        ..Element::with_value(kept.bump(), child.kind, child.value, child.line)
                    };
                    without_links_and_footnotes(&mut copy.children, &child.children);
                    kept.push(copy);
                }
            }
        }
    });
}
