//! Code spans, between runs of backticks of the same length.

use super::Parser;
use crate::element::{Element, Kind};
use crate::scanner::Scanner;
use crate::text::{is_space, skip_while};

/// Whether the run of backticks from `start` to `after` is a single backtick between white space. Such a backtick does
/// not open a code span. The start of the text counts as white space.
pub(super) fn is_lone_backtick(bytes: &[u8], start: usize, after: usize) -> bool {
    after == start + 1 && (start == 0 || is_space(bytes[start - 1])) && bytes.get(after).copied().is_some_and(is_space)
}

/// The code of a span with `count` backticks at each end. If `count` is above 1, removes at most one space at the start
/// and one at the end.
pub(super) fn content(text: &str, count: usize) -> &str {
    if count == 1 {
        return text;
    }
    let text = text.strip_prefix(' ').unwrap_or(text);
    text.strip_suffix(' ').unwrap_or(text)
}

impl<'a> Parser<'a> {
    pub(super) fn parse_codespan(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) {
        let start = src.pos;
        let after = skip_while(src.bytes(), start, |b| b == b'`');
        let delimiter = src.take_to(after);
        if is_lone_backtick(src.bytes(), start, after) {
            self.add_text(el, src.text, delimiter, self.text_kind);
            return;
        }
        let Some(end) = self.failed_spans.find(src.bytes(), after, delimiter.as_bytes()) else {
            self.add_text(el, src.text, delimiter, self.text_kind);
            return;
        };
        let text = content(src.take_to(end), delimiter.len());
        src.pos += delimiter.len();
        el.children.push(Element::with_value(self.arena, Kind::Codespan, text, el.line));
    }
}
