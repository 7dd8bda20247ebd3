//! Code spans.

use super::Parser;
use crate::element::{Element, Kind};
use crate::scanner::Scanner;
use crate::text::{is_space, skip_while};

impl<'a> Parser<'a> {
    pub(super) fn parse_codespan(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) {
        let start = src.pos;
        let line = el.line;
        let after = skip_while(src.bytes(), start, |b| b == b'`');
        let delimiter = src.take_to(after);
        let simple = delimiter.len() == 1;
        let after_space = start == 0 || is_space(src.bytes()[start - 1]);
        if simple && after_space && src.peek().is_some_and(is_space) {
            self.add_text(el, src.text, delimiter, self.text_kind);
            return;
        }
        let Some(end) = self.attempts.find(src.bytes(), after, delimiter.as_bytes()) else {
            self.add_text(el, src.text, delimiter, self.text_kind);
            return;
        };
        let mut text = src.take_to(end);
        src.pos += delimiter.len();
        if !simple {
            text = text.strip_prefix(' ').unwrap_or(text);
            text = text.strip_suffix(' ').unwrap_or(text);
        }
        el.children.push(Element::with_value(Kind::Codespan, text, line));
    }
}
