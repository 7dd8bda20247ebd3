//! End-of-block markers: a `^` on a line of its own.

use super::{Parser, Step};
use crate::Error;
use crate::element::{Element, Kind};
use crate::scanner::Scanner;
use crate::text::blank_to_newline;

/// The position after a line that consists of `^`, apart from white space after it. `None` if there is no such line at
/// `start`.
pub(super) fn marker(bytes: &[u8], start: usize) -> Option<usize> {
    if bytes.get(start) != Some(&b'^') {
        return None;
    }
    blank_to_newline(bytes, start + 1)
}

impl<'a> Parser<'a> {
    pub(super) fn parse_end_of_block(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<Step, Error> {
        let Some(end) = marker(src.bytes(), src.pos) else { return Ok(Step::No) };
        src.pos = end;
        let child = self.new_block(Kind::EndOfBlock, src.line());
        el.children.push(child);
        Ok(Step::Yes)
    }
}
