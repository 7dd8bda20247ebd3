//! The loop that parses the spans of a text, from one special character to the next.

use super::Parser;
use super::failed_spans::{EnclosingSpans, FailedSpans};
use crate::Error;
use crate::element::{Element, Kind};
use crate::scanner::Scanner;

/// The kinds of spans that a parser looks for in a text: all kinds or only some, such as code spans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spans {
    All,
    /// Code spans, for the cells of tables.
    Code,
    /// Code spans and HTML, for deciding whether lines with `|` are a table.
    CodeAndHtml,
    /// HTML, for span HTML whose text is not parsed.
    Html,
}

/// The place at which a sequence of spans ends, for example an emphasis delimiter.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stop<'s> {
    /// The end of the text.
    Never,
    /// The closing delimiter of emphasis, such as `**`.
    Delimiter(&'s str),
    /// The bracket that closes a link's text. Contains the kinds of spans around the link.
    Bracket(EnclosingSpans),
    /// The end tag of an HTML element. Contains the element's name, and whether upper and lower case are the same.
    EndTag(&'s str, bool),
}

/// Whether a span parser recognized its construct, such as a link, at the scanner's position.
pub(super) enum Found {
    Yes,
    No,
}

impl<'a> Parser<'a> {
    /// Parses the text of a block into spans, which become the children of `el`.
    pub(super) fn parse_raw_text(&mut self, el: &mut Element<'a>, text: &'a str, line: u32) -> Result<(), Error> {
        self.parse_alone(el, text, line, Spans::All, Kind::Text)
    }

    /// Parses a text into children of `el`, as if no spans were around `el`. `spans` are the constructs to look for,
    /// and plain text becomes elements of the kind `text_kind`.
    pub(super) fn parse_alone(
        &mut self,
        el: &mut Element<'a>,
        text: &'a str,
        line: u32,
        spans: Spans,
        text_kind: Kind,
    ) -> Result<(), Error> {
        let enclosing = std::mem::take(&mut self.enclosing);
        let failed_spans = std::mem::take(&mut self.failed_spans);
        let outer_kind = std::mem::replace(&mut self.text_kind, text_kind);
        let result = self.parse_spans(&mut Scanner::new(text, line), el, Stop::Never, spans);
        self.text_kind = outer_kind;
        self.enclosing = enclosing;
        self.failed_spans = failed_spans;
        result.map(|_| ())
    }

    /// Parses the content of the span `el` up to `stop`, which is not consumed. Returns whether `stop` was found.
    pub(super) fn parse_inner(
        &mut self,
        src: &mut Scanner<'a>,
        el: &mut Element<'a>,
        stop: Stop<'_>,
        spans: Spans,
    ) -> Result<bool, Error> {
        let outside = self.enclosing;
        self.enclosing = outside.with(el.kind);
        let line = el.line;
        let found = self.nested(line, |parser| parser.parse_spans(src, el, stop, spans));
        self.enclosing = outside;
        found
    }

    /// Parses spans into `el` until `stop`, which is not consumed. Returns whether it was found.
    fn parse_spans(
        &mut self,
        src: &mut Scanner<'a>,
        el: &mut Element<'a>,
        stop: Stop<'_>,
        spans: Spans,
    ) -> Result<bool, Error> {
        let mut brackets = Brackets { open: 1, images: 0, seen: 0 };
        while !src.at_end() {
            let Some(next) = self.next_start(src, stop, spans) else {
                if matches!(stop, Stop::Never) {
                    let text = src.take_to(src.text.len());
                    self.add_text(el, src.text, text, self.text_kind);
                }
                break;
            };
            let text = src.take_to(next);
            self.add_text(el, src.text, text, self.text_kind);
            if self.is_at_stop(src, el, stop, &mut brackets) {
                self.join_texts(el);
                return Ok(true);
            }
            if matches!(self.parse_span(src, el, spans)?, Found::No) {
                let text = src.take_char();
                self.add_text(el, src.text, text, self.text_kind);
            }
        }
        self.join_texts(el);
        Ok(false)
    }

    /// The next position where a construct or `stop` may start.
    fn next_start(&self, src: &Scanner<'a>, stop: Stop<'_>, spans: Spans) -> Option<usize> {
        let (bytes, from) = (src.bytes(), src.pos);
        match spans {
            Spans::Code => memchr::memchr(b'`', &bytes[from..]).map(|offset| from + offset),
            Spans::CodeAndHtml => memchr::memchr2(b'`', b'<', &bytes[from..]).map(|offset| from + offset),
            Spans::Html => memchr::memchr(b'<', &bytes[from..]).map(|offset| from + offset),
            Spans::All if self.smarty_pants => self.next_start_of_typography(src),
            Spans::All => self.next_start_of_any(src, matches!(stop, Stop::Bracket(_))),
        }
    }

    fn next_start_of_any(&self, src: &Scanner<'_>, with_bracket: bool) -> Option<usize> {
        let (bytes, from) = (src.bytes(), src.pos);
        let mut position = from;
        loop {
            position += bytes[position..].iter().position(|&byte| SPECIAL[byte as usize])?;
            let next = bytes.get(position + 1).copied();
            let starts = match bytes[position] {
                b'*' | b'_' | b'`' | b'<' | b'[' | b'\\' | b'&' | b'$' => true,
                b'"' | b'\'' => {
                    // The quote and the character before it form one construct.
                    let before = src.text[from..position].chars().next_back().filter(|&c| c != '\\');
                    return Some(before.map_or(position, |c| position - c.len_utf8()));
                }
                b'!' => next == Some(b'['),
                b']' => with_bracket,
                b'{' => next == Some(b':'),
                b'~' => self.gfm && next == Some(b'~'),
                // Two spaces before a line break.
                b'\n' if position >= from + 2 && bytes[position - 2..position] == *b"  " && self.breaks_by_spaces() => {
                    return Some(position - 2);
                }
                b'-' => next == Some(b'-') && self.has_symbols(),
                b'.' => next == Some(b'.') && bytes.get(position + 2) == Some(&b'.') && self.has_symbols(),
                b'>' if next == Some(b'>') && self.has_symbols() => {
                    // A space before it belongs to it.
                    return Some(position - usize::from(position > from && bytes[position - 1] == b' '));
                }
                _ => false,
            };
            if starts {
                return Some(position);
            }
            position += 1;
        }
    }

    fn breaks_by_spaces(&self) -> bool {
        !(self.gfm && self.options.hard_wrap)
    }

    fn has_symbols(&self) -> bool {
        self.extended && !(self.gfm && self.options.quirk_no_auto_typographic)
    }

    /// Tries the span constructs in kramdown's order.
    fn parse_span(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>, spans: Spans) -> Result<Found, Error> {
        if spans != Spans::All {
            return self.parse_some_span(src, el, spans);
        }
        if self.smarty_pants {
            return self.parse_typography_span(src, el);
        }
        if let Found::Yes = self.parse_delimited_span(src, el)? {
            return Ok(Found::Yes);
        }
        if (self.extended && self.parse_smart_quotes(src, el))
            || self.parse_marked_span(src, el)?
            || self.parse_plain_span(src, el)
        {
            return Ok(Found::Yes);
        }
        if self.gfm && src.peek() == Some(b'~') {
            return self.parse_strikethrough(src, el);
        }
        Ok(Found::No)
    }

    /// Tries code spans and HTML, as far as `spans` allows them.
    fn parse_some_span(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>, spans: Spans) -> Result<Found, Error> {
        match src.peek() {
            Some(b'`') if spans != Spans::Html => {
                self.parse_codespan(src, el);
                Ok(Found::Yes)
            }
            Some(b'<') if spans != Spans::Code => self.parse_span_html(src, el),
            _ => Ok(Found::No),
        }
    }

    /// Parses emphasis, code spans, autolinks, HTML, footnote marks and links.
    fn parse_delimited_span(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<Found, Error> {
        match src.peek().unwrap_or(0) {
            b'*' | b'_' => self.parse_emphasis(src, el).map(|()| Found::Yes),
            b'`' => {
                self.parse_codespan(src, el);
                Ok(Found::Yes)
            }
            b'<' if self.parse_autolink(src, el) => Ok(Found::Yes),
            b'<' => self.parse_span_html(src, el),
            b'[' | b'!' if self.extended && self.parse_footnote_marker(src, el) => Ok(Found::Yes),
            b'[' | b'!' => self.parse_link(src, el),
            _ => Ok(Found::No),
        }
    }

    /// Parses formulas, extensions, attribute lists and entities.
    fn parse_marked_span(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<bool, Error> {
        match src.peek().unwrap_or(0) {
            b'$' if self.extended => Ok(self.parse_inline_math(src, el)),
            b'{' if self.extended && src.rest().starts_with("{:") => self.parse_span_extensions(src, el).map(|()| true),
            b'&' => Ok(self.parse_html_entity(src, el)),
            _ => Ok(false),
        }
    }

    /// Parses typographic symbols, line breaks and escaped characters.
    fn parse_plain_span(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> bool {
        (self.has_symbols() && self.parse_typographic_symbol(src, el))
            || (self.breaks_by_spaces() && self.parse_line_break(src, el))
            || self.parse_escaped_char(src, el)
    }

    /// Parses GFM's `~~...~~`.
    fn parse_strikethrough(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<Found, Error> {
        let Some(end) = strikethrough(&mut self.failed_spans, src.text, src.pos) else { return Ok(Found::No) };
        let line = src.line();
        let text = &src.take_to(end);
        let inner = &text[2..text.len() - 2];
        let mut child =
            Element::with_value(self.arena, Kind::Html, "del", line).with_extra(crate::element::Extra::Html {
                category: crate::element::Category::Span,
                model: crate::element::Model::Span,
                closed: false,
            });
        self.nested(line, |parser| parser.parse_alone(&mut child, inner, line, Spans::All, Kind::Text))?;
        el.children.push(child);
        Ok(Found::Yes)
    }
}

/// Matches `~~(?!\s|~).*?[^\s~]~~`: returns the end.
fn strikethrough(failed_spans: &mut FailedSpans, text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    if !bytes[start..].starts_with(b"~~") {
        return None;
    }
    let from = start + 2;
    if matches!(bytes.get(from), None | Some(b'~')) || crate::text::is_space(bytes[from]) {
        return None;
    }
    let closing = failed_spans.next(b'~', from + 1, || {
        (from + 1..)
            .zip(bytes[from + 1..].windows(2))
            .find(|&(position, pair)| {
                pair == b"~~" && bytes[position - 1] != b'~' && !crate::text::is_space(bytes[position - 1])
            })
            .map(|(position, _)| (position, position + 2))
    });
    closing.map(|(_, end)| end)
}

/// The brackets in a link's text so far.
struct Brackets {
    open: i64,
    /// The number of images among the first `seen` spans. Each of them has closed one of the `open` brackets.
    images: i64,
    seen: usize,
}

impl<'a> Parser<'a> {
    /// Whether `stop`, such as a closing delimiter, is at the position of `src`.
    fn is_at_stop(&mut self, src: &Scanner<'a>, el: &Element<'a>, stop: Stop<'_>, brackets: &mut Brackets) -> bool {
        match stop {
            Stop::Never => false,
            Stop::Delimiter(delimiter) => super::emphasis::closes(src, el, delimiter),
            Stop::Bracket(outside) => {
                for child in &el.children[brackets.seen..] {
                    if child.kind == Kind::Image {
                        brackets.images += 1;
                        self.failed_spans.forget_bracket();
                    }
                }
                brackets.seen = el.children.len();
                match src.peek() {
                    Some(b']') => {
                        brackets.open -= 1;
                        if brackets.open - brackets.images > 0 {
                            self.failed_spans.close_bracket(src.pos, outside);
                        }
                    }
                    Some(b'[') => {
                        brackets.open += 1;
                        self.failed_spans.open_bracket(Some(src.pos + 1));
                    }
                    Some(b'!') if src.rest().starts_with("![") => {
                        brackets.open += 1;
                        self.failed_spans.open_bracket(None);
                    }
                    _ => return false,
                }
                brackets.open - brackets.images == 0
            }
            Stop::EndTag(name, any_case) => super::html::end_tag(src.text, src.pos)
                .is_some_and(|(found, _)| if any_case { found.eq_ignore_ascii_case(name) } else { found == name }),
        }
    }
}

/// The bytes at which a construct may start.
static SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let bytes = b"*_`<[\\&$\"'!]{~\n-.>";
    let mut index = 0;
    while index < bytes.len() {
        table[bytes[index] as usize] = true;
        index += 1;
    }
    table
};
