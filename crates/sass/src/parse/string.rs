//! Strings and identifiers with interpolation.

use super::buffer::Buffer;
use super::scanner::{is_name, is_name_start, is_newline};
use super::{Parser, Result};
use crate::Span;
use crate::syntax::{Expression, ExpressionKind, Interpolation};

impl Parser<'_> {
    /// A quoted string as an expression.
    pub(super) fn interpolated_string(&mut self) -> Result<Expression> {
        let start = self.pos;
        let quote = self.open_quote()?;
        let chunk = self.pos;
        while self.peek().is_some_and(|byte| byte != quote && byte != b'\\' && byte != b'#' && !is_newline(byte)) {
            self.pos += 1;
        }
        if self.peek() == Some(quote) {
            let text = self.slice(chunk).into();
            self.pos += 1;
            return Ok(Expression { kind: ExpressionKind::PlainString(text, true), span: self.span_from(start) });
        }
        let mut buffer = Buffer::with(self.slice(chunk));
        loop {
            match self.peek() {
                Some(byte) if byte == quote => {
                    self.pos += 1;
                    break;
                }
                Some(b'\\') if self.peek_at(1).is_some_and(is_newline) => {
                    self.pos += 2;
                    if self.previous() == Some(b'\r') {
                        self.scan_byte(b'\n');
                    }
                }
                Some(b'\\') => buffer.push(self.escaped_char()?),
                _ => self.string_piece(quote, &mut buffer)?,
            }
        }
        let text = buffer.finish(self.span_from(start));
        Ok(string_expression(text, true))
    }

    /// A quoted string as text, including its quotes.
    pub(super) fn interpolated_string_token(&mut self) -> Result<Interpolation> {
        let start = self.pos;
        let quote = self.open_quote()?;
        let mut buffer = Buffer::new();
        buffer.push(quote as char);
        loop {
            match self.peek() {
                Some(byte) if byte == quote => {
                    self.pos += 1;
                    buffer.push(quote as char);
                    return Ok(buffer.finish(self.span_from(start)));
                }
                Some(b'\\') => {
                    let start = self.pos;
                    if self.peek_at(1).is_some_and(is_newline) {
                        self.pos += 2;
                        if self.previous() == Some(b'\r') {
                            self.scan_byte(b'\n');
                        }
                    } else {
                        self.escaped_char()?;
                    }
                    buffer.write(self.slice(start));
                }
                _ => self.string_piece(quote, &mut buffer)?,
            }
        }
    }

    fn open_quote(&mut self) -> Result<u8> {
        match self.peek() {
            Some(quote @ (b'"' | b'\'')) => {
                self.pos += 1;
                Ok(quote)
            }
            None => self.fail("expected more input."),
            Some(_) => self.fail("Expected string."),
        }
    }

    /// The characters up to the next quote or escape, or an interpolation.
    fn string_piece(&mut self, quote: u8, buffer: &mut Buffer) -> Result<()> {
        match self.peek() {
            Some(b'#') if self.peek_at(1) == Some(b'{') => {
                let (expression, span) = self.single_interpolation()?;
                buffer.add(expression, span);
            }
            Some(byte) if !is_newline(byte) => {
                let start = self.pos;
                self.pos += 1;
                while self
                    .peek()
                    .is_some_and(|byte| byte != quote && byte != b'\\' && byte != b'#' && !is_newline(byte))
                {
                    self.pos += 1;
                }
                buffer.write(self.slice(start));
            }
            _ => return self.fail(&format!("Expected {}.", quote as char)),
        }
        Ok(())
    }

    /// An identifier that may contain interpolation.
    pub(super) fn interpolated_identifier(&mut self) -> Result<Interpolation> {
        let start = self.pos;
        let mut buffer = Buffer::new();
        let custom = self.scan_byte(b'-') && self.scan_byte(b'-');
        if !custom {
            match self.peek() {
                Some(byte) if is_name_start(byte) => {}
                Some(b'\\') => {
                    let mut text = self.slice(start).to_owned();
                    self.escape(true, &mut text)?;
                    buffer.write(&text);
                    self.interpolated_identifier_rest(&mut buffer)?;
                    return Ok(buffer.finish(self.span_from(start)));
                }
                Some(b'#') if self.peek_at(1) == Some(b'{') => {}
                _ => return self.fail("Expected identifier."),
            }
        }
        self.skip_name(false);
        if !matches!(self.peek(), Some(b'\\' | b'#')) {
            return Ok(Interpolation::plain(self.slice(start), self.span_from(start)));
        }
        buffer.write(self.slice(start));
        self.interpolated_identifier_rest(&mut buffer)?;
        Ok(buffer.finish(self.span_from(start)))
    }

    pub(super) fn interpolated_identifier_rest(&mut self, buffer: &mut Buffer) -> Result<()> {
        loop {
            match self.peek() {
                Some(b'\\') => {
                    let mut text = String::new();
                    self.escape(false, &mut text)?;
                    buffer.write(&text);
                }
                Some(b'#') if self.peek_at(1) == Some(b'{') => {
                    let (expression, span) = self.single_interpolation()?;
                    buffer.add(expression, span);
                }
                Some(byte) if is_name(byte) => {
                    let start = self.pos;
                    self.skip_name(false);
                    buffer.write(self.slice(start));
                }
                _ => return Ok(()),
            }
        }
    }

    /// `#{…}`
    pub(super) fn single_interpolation(&mut self) -> Result<(Expression, Span)> {
        let start = self.pos;
        self.expect_text("#{")?;
        self.whitespace(true)?;
        let contents = self.nested(|parser| parser.expression_with_newlines())?;
        self.expect_byte(b'}')?;
        let span = self.span_from(start);
        if self.plain_css() {
            return self.fail_from("Interpolation isn't allowed in plain CSS.", start);
        }
        Ok((contents, span))
    }
}

/// A string expression, with interpolation only if needed.
pub(super) fn string_expression(text: Interpolation, quoted: bool) -> Expression {
    let span = text.span;
    let kind = match text.as_plain() {
        Some(plain) => ExpressionKind::PlainString(plain.clone(), quoted),
        None if text.is_empty() => ExpressionKind::PlainString("".into(), quoted),
        None => ExpressionKind::String(text, quoted),
    };
    Expression { kind, span }
}

/// The text of an unquoted string.
pub(super) fn unquoted_text(expression: &Expression) -> Option<Interpolation> {
    match &expression.kind {
        ExpressionKind::PlainString(text, false) => Some(Interpolation::plain(text, expression.span)),
        ExpressionKind::String(text, false) => Some(text.clone()),
        _ => None,
    }
}
