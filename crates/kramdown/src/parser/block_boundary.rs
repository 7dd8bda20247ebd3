//! Block boundaries: positions at which a block may start or end without a blank line.

use super::{Parser, end_of_block, extensions};
use crate::element::{Element, Extra, Kind};
use crate::scanner::Scanner;
use crate::text::blank_lines;

impl<'a> Parser<'a> {
    /// Whether a block may start here, after the last child of `el`.
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

/// Whether a block may end here.
pub(super) fn before_block_boundary(src: &Scanner<'_>) -> bool {
    let (bytes, at) = (src.bytes(), src.pos);
    at_end(bytes, at)
        || blank_lines(bytes, at).is_some()
        || end_of_block::marker(bytes, at).is_some()
        || extensions::block_ial(src, at).is_some()
}

/// Ruby's `\Z`: the end, or before the last line break.
pub(super) fn at_end(bytes: &[u8], at: usize) -> bool {
    at >= bytes.len() || (at + 1 == bytes.len() && bytes[at] == b'\n')
}
