//! The pages for source maps of style sheets, in the list of all items.

use super::Setup;
use super::{ItemSlot, OwnedItem};
use crate::model::Page;

/// The pages for source maps of style sheets. In Jekyll, each is added to the pages when its style sheet is converted.
/// Here, all of them are appended before rendering, and each is visible only to items after its style sheet.
#[derive(Debug, Default)]
pub(super) struct SourceMaps {
    /// The index of the first source map.
    pub(super) start: usize,
    /// The indices of the style sheets to which the source maps belong, in order.
    pub(super) sheets: Vec<usize>,
}

impl SourceMaps {
    /// Appends a source map page for each style sheet among the pages, which start at index `pages`.
    pub(super) fn plan(slots: &mut Vec<ItemSlot>, pages: usize, setup: &Setup) -> Self {
        let start = slots.len();
        if !setup.sass.writes_source_maps() {
            return SourceMaps { start, sheets: Vec::new() };
        }
        let mut sheets = Vec::new();
        for index in pages..start {
            let OwnedItem::Page(page) = &slots[index].owned else { continue };
            // A style sheet without a valid URL ends the build when it is rendered.
            if let (true, Ok(map)) = (is_style_sheet(page), Page::source_map(page)) {
                sheets.push(index);
                slots.push(ItemSlot::new(OwnedItem::Page(Box::new(map))));
            }
        }
        SourceMaps { start, sheets }
    }
}

/// Whether the page is a style sheet in Sass or SCSS.
pub(super) fn is_style_sheet(page: &Page) -> bool {
    page.ext.eq_ignore_ascii_case(".scss") || page.ext.eq_ignore_ascii_case(".sass")
}
