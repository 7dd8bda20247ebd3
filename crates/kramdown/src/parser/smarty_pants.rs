//! The dialect of Jekyll's filter `smartify`, which only converts typography.
//!
//! The only blocks are HTML blocks. The spans are quotes, entities, symbols and HTML, in this order.

use super::spans::Found;
use super::{Parser, Step, typographic};
use crate::Error;
use crate::element::{Element, Kind};
use crate::scanner::Scanner;
use crate::text::line_end;

impl<'a> Parser<'a> {
    /// Parses an HTML block. If none begins at the position of `src`, adds the line as a text, without a paragraph
    /// around it.
    pub(super) fn parse_typography(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<Step, Error> {
        match self.parse_block_html(src, el)? {
            Step::No => {
                let end = line_end(src.bytes(), src.pos);
                let text = src.take_to(end);
                self.add_text(el, src.text, text, Kind::RawText);
                Ok(Step::Yes)
            }
            done => Ok(done),
        }
    }

    /// The next position where a quote, entity, HTML tag or typographic symbol may start. For a quote, this is the
    /// position of the character before it, which is parsed together with the quote. If that character is a backslash
    /// or before the current position, it is the position of the quote itself. `None` if the rest is plain text.
    pub(super) fn next_start_of_typography(&self, src: &Scanner<'a>) -> Option<usize> {
        let (bytes, from) = (src.bytes(), src.pos);
        let guillemets = |position: usize| bytes[position..].starts_with(b"<<") || bytes[position..].starts_with(b">>");
        for (position, byte) in bytes.iter().enumerate().skip(from) {
            match byte {
                b'"' | b'\'' => {
                    // The quote and the character before it form one construct.
                    let before = src.text[from..position].chars().next_back().filter(|&c| c != '\\');
                    return Some(before.map_or(position, |c| position - c.len_utf8()));
                }
                b'&' | b'<' => return Some(position),
                b' ' | b'\\' if guillemets(position + 1) => return Some(position),
                b'-' | b'.' | b'>' if typographic::starts(&bytes[position..]) => return Some(position),
                _ => {}
            }
        }
        None
    }

    pub(super) fn parse_typography_span(
        &mut self,
        src: &mut Scanner<'a>,
        el: &mut Element<'a>,
    ) -> Result<Found, Error> {
        if self.parse_smart_quotes(src, el)
            || (src.peek() == Some(b'&') && self.parse_html_entity(src, el))
            || self.parse_typographic_symbol(src, el)
        {
            return Ok(Found::Yes);
        }
        match src.peek() {
            Some(b'<') => self.parse_span_html(src, el),
            _ => Ok(Found::No),
        }
    }
}
