//! Block quotes: lines that start with `>`, and lazy lines that continue them.

use super::texts::Lines;
use super::{Parser, Step, paragraph};
use crate::Error;
use crate::element::{Element, Kind};
use crate::scanner::Scanner;
use crate::text::{line_end, opt_space};

/// Whether a quoted line starts at `start`: `>` after at most three spaces.
pub(super) fn starts(bytes: &[u8], start: usize) -> bool {
    bytes.get(opt_space(bytes, start)) == Some(&b'>')
}

impl<'a> Parser<'a> {
    pub(super) fn parse_blockquote(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<Step, Error> {
        let bytes = src.bytes();
        if !starts(bytes, src.pos) {
            return Ok(Step::No);
        }
        let line = src.line();
        let mut content = Lines::new(src.text);
        loop {
            let end = line_end(bytes, src.pos);
            let text = src.take_to(end);
            let mark = opt_space(text.as_bytes(), 0);
            content.push(match text[mark..].strip_prefix('>') {
                Some(rest) => rest.strip_prefix(' ').unwrap_or(rest),
                None => text,
            });
            if paragraph::lazy_end(src, src.pos, self.extended, self.options.version) {
                break;
            }
        }
        let content = content.finish(self);
        let mut child = self.new_block(Kind::Blockquote, line);
        self.parse_text(&mut child, content, line)?;
        el.children.push(child);
        Ok(Step::Yes)
    }
}
