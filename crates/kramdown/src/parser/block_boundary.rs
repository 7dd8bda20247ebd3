//! Block boundaries: positions at which a block may start or end without a blank line.

use super::{Parser, end_of_block, extensions};
use crate::element::{Element, Extra, Kind};
use crate::scanner::Scanner;
use crate::text::blank_lines;

impl<'a> Parser<'a> {
    /// Whether a block may start after the last child of `el`: after nothing, a blank line, an end-of-block marker, or
    /// an attribute list that applies to the next block.
    pub(super) fn after_block_boundary(&self, el: &Element<'a>) -> bool {
        self.block_ial.is_some()
            || match el.children.last() {
                None => true,
                Some(last) => {
                    last.kind == Kind::Blank || (last.kind == Kind::EndOfBlock && matches!(last.extra, Extra::None))
                }
            }
    }
}

/// Whether a block may end at the position of `src`: at the end, or before a blank line, an end-of-block marker or an
/// attribute list.
pub(super) fn before_block_boundary(src: &Scanner<'_>) -> bool {
    let (bytes, position) = (src.bytes(), src.pos);
    at_end(bytes, position)
        || blank_lines(bytes, position).is_some()
        || end_of_block::marker(bytes, position).is_some()
        || extensions::block_ial(src, position).is_some()
}

/// Whether Ruby's `\Z` matches: at the end of the text, or before a line break at its end.
pub(super) fn at_end(bytes: &[u8], position: usize) -> bool {
    position >= bytes.len() || (position + 1 == bytes.len() && bytes[position] == b'\n')
}
