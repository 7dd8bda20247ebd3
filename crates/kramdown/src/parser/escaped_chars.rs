//! Characters escaped by a backslash.

use super::Parser;
use crate::element::Element;
use crate::scanner::Scanner;

/// What a backslash can escape; GFM adds the tilde.
pub(super) fn is_escapable(byte: u8, gfm: bool) -> bool {
    b"\\.*_+`<>()[]{}#!:|\"'$=-".contains(&byte) || (gfm && byte == b'~')
}

impl Parser {
    pub(super) fn parse_escaped_char(&mut self, src: &mut Scanner<'_>, el: &mut Element) -> bool {
        let bytes = src.bytes();
        if src.peek() != Some(b'\\') || !bytes.get(src.pos + 1).is_some_and(|&b| is_escapable(b, self.gfm)) {
            return false;
        }
        src.pos += 1;
        let text = src.take_char();
        el.add_text(text, self.text_kind);
        true
    }
}
