//! Formulas: `$$...$$` as a block or a span.

use super::block_boundary::before_block_boundary;
use super::{Parser, Step};
use crate::Error;
use crate::element::{Category, Element, Extra, Kind};
use crate::scanner::Scanner;
use crate::text::{blank_to_newline, opt_space, strip};

/// For a formula `$$...$$` at `start`, its text and the offset after it. `None` without the dollar signs at both ends.
pub(super) fn formula(text: &str, start: usize) -> Option<(&str, usize)> {
    let rest = text.get(start..)?.strip_prefix("$$")?;
    let length = memchr::memmem::find(rest.as_bytes(), b"$$")?;
    Some((&rest[..length], start + length + 4))
}

impl<'a> Parser<'a> {
    pub(super) fn parse_block_math(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<Step, Error> {
        let mut position = opt_space(src.bytes(), src.pos);
        let escaped = src.bytes().get(position) == Some(&b'\\');
        position += usize::from(escaped);
        if src.bytes().get(position) != Some(&b'$') {
            return Ok(Step::No);
        }
        let Some((text, end)) = formula(src.text, position) else { return Ok(Step::No) };
        if !self.after_block_boundary(el) {
            return Ok(Step::No);
        }
        let line_end = blank_to_newline(src.bytes(), end);
        if escaped {
            // If the formula would have been a block, the backslash is removed.
            if line_end.is_some() {
                src.pos = position;
            }
            return Ok(Step::No);
        }
        let (line, start) = (src.line(), src.pos);
        src.pos = line_end.unwrap_or(end);
        if !before_block_boundary(src) {
            src.pos = start;
            return Ok(Step::No);
        }
        let mut child = self.new_block(Kind::Math, line).with_extra(Extra::Category(Category::Block));
        child.value = strip(text);
        el.children.push(child);
        Ok(Step::Yes)
    }

    /// Parses a formula as a span. Returns false if no complete formula `$$...$$` starts at the position of `src`.
    pub(super) fn parse_inline_math(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> bool {
        let Some((text, end)) = formula(src.text, src.pos) else { return false };
        let line = el.line;
        src.pos = end;
        let child = Element::with_value(self.arena, Kind::Math, strip(text), line);
        el.children.push(child.with_extra(Extra::Category(Category::Span)));
        true
    }
}
