//! Paragraphs, and lazy lines that continue a block.

use super::block_boundary::at_end;
use super::{Parser, Step, blockquote, codeblock, definition_list, end_of_block, extensions, header, list};
use crate::Error;
use crate::element::{Element, Kind};
use crate::scanner::Scanner;
use crate::text::{blank_lines, is_space, line_end, lstrip, opt_space, rstrip, word_boundary, xml_name};
use crate::version::Version;

/// HTML elements whose tags do not end a paragraph or block quote at the start of a lazy line: spans and `script`.
const LAZY_SPANS: &[&str] = &[
    "a", "abbr", "acronym", "b", "big", "bdo", "br", "button", "cite", "code", "del", "dfn", "em", "i", "img", "input",
    "ins", "kbd", "label", "mark", "option", "q", "rb", "rbc", "rp", "rt", "rtc", "ruby", "samp", "select", "small",
    "span", "strong", "sub", "sup", "time", "tt", "u", "var", "script",
];

/// Whether an HTML tag starts at the offset `start`, except for `<script>` and for tags of spans such as `<em>`. A line
/// that starts with the tag does not lazily continue a paragraph, block quote, list item or indented code.
pub(super) fn lazy_end_html(text: &str, start: usize, version: Version) -> bool {
    let bytes = text.as_bytes();
    if bytes.get(start) != Some(&b'<') {
        return false;
    }
    let closing = bytes.get(start + 1) == Some(&b'/');
    let name = start + 1 + usize::from(closing);
    let is_span =
        LAZY_SPANS.iter().any(|span| text[name..].starts_with(span) && word_boundary(text, name + span.len()))
            && (version.time_is_a_span || !(text[name..].starts_with("time") && word_boundary(text, name + 4)));
    if is_span {
        return false;
    }
    match xml_name(text, name) {
        None => false,
        Some(_) if !closing => true,
        Some(mut end) => {
            while bytes.get(end).copied().is_some_and(is_space) {
                end += 1;
            }
            bytes.get(end) == Some(&b'>')
        }
    }
}

/// Whether the line at `start` ends a paragraph or block quote before it: a blank line, `^`, a block's HTML tag, or the
/// end of the text. With `with_lists`, an attribute list ends it, too.
pub(super) fn lazy_end(src: &Scanner<'_>, start: usize, with_lists: bool, version: Version) -> bool {
    let (text, bytes) = (src.text, src.bytes());
    let Some(&first) = bytes.get(start) else { return true };
    if first > b'@' && first < 0x80 && !matches!(first, b'^' | b'{') {
        return false;
    }
    at_end(bytes, start)
        || blank_lines(bytes, start).is_some()
        || end_of_block::marker(bytes, start).is_some()
        || (with_lists && extensions::block_ial(src, start).is_some())
        || lazy_end_html(text, opt_space(bytes, start), version)
}

impl<'a> Parser<'a> {
    pub(super) fn parse_paragraph(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<Step, Error> {
        let bytes = src.bytes();
        let first = opt_space(bytes, src.pos);
        if matches!(bytes.get(first), None | Some(b' ' | b'\t')) {
            return Ok(Step::No);
        }
        let start = src.pos;
        let line = src.line();
        let mut end = line_end(bytes, start);
        while !self.paragraph_ends(src, end) {
            end = line_end(bytes, end);
        }
        let text = rstrip(src.take_to(end));
        if let Some(last) = el.children.last_mut()
            && last.kind == Kind::Paragraph
        {
            if last.children.last().is_some_and(|inner| inner.kind == Kind::RawText) {
                let kept = start >= 3 && &bytes[start - 3..start] == b"  \n";
                let space = match (kept, start > 0 && bytes[start - 1] == b'\n') {
                    (true, _) => &src.text[start - 3..start],
                    (false, true) => &src.text[start - 1..start],
                    _ => "\n",
                };
                self.add_text(last, src.text, space, Kind::RawText);
            }
            self.add_text(last, src.text, text, Kind::RawText);
        } else {
            let mut child = self.new_block(Kind::Paragraph, line);
            self.add_text(&mut child, src.text, lstrip(text), Kind::RawText);
            el.children.push(child);
        }
        Ok(Step::Yes)
    }

    /// Whether a paragraph ends before the line at `position`.
    fn paragraph_ends(&self, src: &Scanner<'_>, position: usize) -> bool {
        let (text, bytes) = (src.text, src.bytes());
        if bytes.get(position).is_some_and(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii()) {
            return false;
        }
        if lazy_end(src, position, self.extended, self.options.version)
            || (self.extended && definition_list::start(bytes, position).is_some())
        {
            return true;
        }
        self.gfm
            && self.options.quirk_paragraph_end
            && (list::start(bytes, position).is_some()
                || header::gfm_atx(text, position).is_some()
                || blockquote::starts(bytes, position)
                || codeblock::gfm_fence_starts(bytes, position))
    }
}
