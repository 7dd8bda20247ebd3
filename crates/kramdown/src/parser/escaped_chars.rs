//! Characters escaped by a backslash.

use super::Parser;
use crate::element::Element;
use crate::scanner::Scanner;

/// Whether a backslash can escape the character. With `gfm`, a backslash can also escape the tilde.
pub(super) fn is_escapable(byte: u8, gfm: bool) -> bool {
    b"\\.*_+`<>()[]{}#!:|\"'$=-".contains(&byte) || (gfm && byte == b'~')
}

impl<'a> Parser<'a> {
    pub(super) fn parse_escaped_char(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> bool {
        let bytes = src.bytes();
        if src.peek() != Some(b'\\') || !bytes.get(src.pos + 1).is_some_and(|&b| is_escapable(b, self.gfm)) {
            return false;
        }
        src.pos += 1;
        let text = src.take_char();
        self.add_text(el, src.text, text, self.text_kind);
        true
    }
}
