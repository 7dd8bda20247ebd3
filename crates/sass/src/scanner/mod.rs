//! The scanner of all parsers: characters, whitespace, identifiers, escapes and strings. Mirrors dart-sass's
//! `parse/parser.dart`.
//!
//! The parser of style sheets reads a file. The parsers of selectors, media queries and keyframe selectors read text
//! after interpolation, which may differ from the source. A [`SpanMap`] then maps the spans of their errors.

mod identifier;
mod span_map;
mod text;

pub(crate) use identifier::{identifier_of, is_name, is_name_start, unvendor};
pub(crate) use span_map::SpanMap;

use crate::{Error, Result, SourceId, Span};

/// Reads a source from left to right. Offsets are in bytes and always at character boundaries.
#[derive(Clone, Debug)]
pub(crate) struct Scanner<'a> {
    pub(crate) text: &'a str,
    /// The offset of the next byte.
    pub(crate) position: usize,
    source: SourceId,
}

/// Whether a byte is a CSS line break: a line feed, carriage return or form feed.
pub(crate) const fn is_newline(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r' | 0x0C)
}

pub(crate) const fn is_space_or_tab(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Whether a byte is a space, a tab or a CSS line break.
pub(crate) const fn is_whitespace(byte: u8) -> bool {
    is_space_or_tab(byte) || is_newline(byte)
}

/// The span to show for an error, usually `span`. An empty span for a message such as `expected "{".` is moved if only
/// whitespace precedes it on its line: to the end of the last nonblank line above.
pub(crate) fn adjusted(message: &str, span: Span, text: &str) -> Span {
    let expected = message.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("expected"));
    if span.start != span.end || !expected {
        return span;
    }
    let mut line_break = None;
    for (offset, byte) in text.bytes().enumerate().take(span.start as usize).rev() {
        if !is_whitespace(byte) {
            let offset = line_break.unwrap_or(span.start);
            return Span { start: offset, end: offset, ..span };
        }
        if is_newline(byte) {
            line_break = Some(offset as u32);
        }
    }
    span
}

impl<'a> Scanner<'a> {
    /// Creates a scanner at the start of `text`. The scanner's spans refer to `source`.
    pub(crate) fn new(text: &'a str, source: SourceId) -> Scanner<'a> {
        Scanner { text, position: 0, source }
    }

    /// Creates a scanner for text after interpolation. The caller maps the spans of its errors to the source.
    pub(crate) fn interpolated(text: &'a str) -> Scanner<'a> {
        Scanner::new(text, SourceId::INTERPOLATED)
    }

    /// The whole input, including the part that was already read.
    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    /// The text from `start` to the current position.
    pub(crate) fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.position).unwrap_or("")
    }

    /// Whether the end of the text is reached.
    pub(crate) fn is_done(&self) -> bool {
        self.position >= self.text.len()
    }

    /// The next byte, without moving past it. `None` at the end of the text.
    pub(crate) fn peek(&self) -> Option<u8> {
        self.bytes().get(self.position).copied()
    }

    /// The byte at `ahead` bytes after the current position. `None` behind the end of the text.
    pub(crate) fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.bytes().get(self.position + ahead).copied()
    }

    /// The byte before the current position. `None` at the start of the text.
    pub(crate) fn previous(&self) -> Option<u8> {
        self.bytes().get(self.position.wrapping_sub(1)).copied()
    }

    /// Whether `text` follows at the current position, in the same case.
    pub(crate) fn matches(&self, text: &str) -> bool {
        self.bytes().get(self.position..).is_some_and(|rest| rest.starts_with(text.as_bytes()))
    }

    /// Reads `text` if it is next. Returns whether it was.
    pub(crate) fn scan_text(&mut self, text: &str) -> bool {
        let found = self.matches(text);
        if found {
            self.position += text.len();
        }
        found
    }

    /// Reads the ASCII character `byte` if it is next. Returns whether it was.
    pub(crate) fn scan_byte(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        if found {
            self.position += 1;
        }
        found
    }

    /// Reads a character. Fails at the end of the text.
    pub(crate) fn read(&mut self) -> Result<char> {
        match self.text.get(self.position..).and_then(|rest| rest.chars().next()) {
            Some(next) => {
                self.position += next.len_utf8();
                Ok(next)
            }
            None => self.fail("expected more input."),
        }
    }

    /// Reads the ASCII character `byte`. Fails if it is not next.
    pub(crate) fn expect_byte(&mut self, byte: u8) -> Result<()> {
        if self.scan_byte(byte) {
            return Ok(());
        }
        match byte {
            b'\\' => self.fail(r#"expected "\"."#),
            b'"' => self.fail(r#"expected "\""."#),
            _ => self.fail(&format!("expected \"{}\".", byte as char)),
        }
    }

    /// Reads `text`. If it is not next, fails with a message such as `expected "{".`
    pub(crate) fn expect_text(&mut self, text: &str) -> Result<()> {
        if self.scan_text(text) { Ok(()) } else { self.fail(&format!("expected \"{text}\".")) }
    }

    /// Fails with the message `expected no more input.` if text is left.
    pub(crate) fn expect_done(&self) -> Result<()> {
        if self.is_done() { Ok(()) } else { self.fail("expected no more input.") }
    }

    /// The part of the source between two byte offsets.
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        Span { source: self.source, start: start as u32, end: end as u32 }
    }

    /// The span from the byte offset `start` to the current position.
    pub(crate) fn span_from(&self, start: usize) -> Span {
        self.span(start, self.position)
    }

    /// Returns an error with `message` at the current position.
    pub(crate) fn fail<T>(&self, message: &str) -> Result<T> {
        self.fail_at(message, self.position, self.position)
    }

    /// Returns an error with `message` at the part of the source between two byte offsets.
    pub(crate) fn fail_at<T>(&self, message: &str, start: usize, end: usize) -> Result<T> {
        Err(Error::at(message, self.span(start, end.max(start))))
    }

    /// Returns an error with `message` at the text from `start` to the current position.
    pub(crate) fn fail_from<T>(&self, message: &str, start: usize) -> Result<T> {
        self.fail_at(message, start, self.position)
    }

    /// Skips whitespace and comments. Fails if a comment is not closed.
    pub(crate) fn whitespace(&mut self) -> Result<()> {
        loop {
            while self.peek().is_some_and(is_whitespace) {
                self.position += 1;
            }
            match (self.peek(), self.peek_at(1)) {
                (Some(b'/'), Some(b'/')) => self.silent_comment(),
                (Some(b'/'), Some(b'*')) => self.loud_comment()?,
                _ => return Ok(()),
            }
        }
    }

    /// Skips whitespace and comments. Fails if there are none, or if a comment is not closed.
    pub(crate) fn expect_whitespace(&mut self) -> Result<()> {
        let comment = self.peek() == Some(b'/') && matches!(self.peek_at(1), Some(b'/' | b'*'));
        if !comment && !self.peek().is_some_and(is_whitespace) {
            return self.fail("Expected whitespace.");
        }
        self.whitespace()
    }

    /// Skips spaces and tabs, but neither line breaks nor comments.
    pub(crate) fn spaces(&mut self) {
        while self.peek().is_some_and(is_space_or_tab) {
            self.position += 1;
        }
    }

    /// Skips a comment up to the end of the line.
    pub(crate) fn silent_comment(&mut self) {
        while self.peek().is_some_and(|byte| !is_newline(byte)) {
            self.position += 1;
        }
    }

    /// Skips a comment from `/*` to `*/`. Fails if it is not closed.
    pub(crate) fn loud_comment(&mut self) -> Result<()> {
        self.expect_text("/*")?;
        match self.text.get(self.position..).and_then(|rest| rest.find("*/")) {
            Some(length) => {
                self.position += length + 2;
                Ok(())
            }
            None => {
                self.position = self.text.len();
                self.fail("expected more input.")
            }
        }
    }
}
