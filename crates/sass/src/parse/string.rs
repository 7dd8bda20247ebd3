//! Strings and identifiers with interpolation.

use super::buffer::Buffer;
use super::{Parser, Result};
use crate::Span;
use crate::scanner::{is_name, is_name_start, is_newline};
use crate::syntax::{Expression, ExpressionKind, Interpolation};

impl Parser<'_> {
    /// Parses a quoted string, which may contain `#{…}`.
    pub(super) fn interpolated_string(&mut self) -> Result<Expression> {
        let start = self.scanner.position;
        let quote = self.open_quote()?;
        let chunk = self.scanner.position;
        while self
            .scanner
            .peek()
            .is_some_and(|byte| byte != quote && byte != b'\\' && byte != b'#' && !is_newline(byte))
        {
            self.scanner.position += 1;
        }
        if self.scanner.peek() == Some(quote) {
            let text = self.scanner.since(chunk).into();
            self.scanner.position += 1;
            return Ok(Expression {
                kind: ExpressionKind::PlainString(text, true),
                span: self.scanner.span_from(start),
            });
        }
        let mut buffer = Buffer::with(self.scanner.since(chunk));
        loop {
            match self.scanner.peek() {
                Some(byte) if byte == quote => {
                    self.scanner.position += 1;
                    break;
                }
                Some(b'\\') if self.scanner.peek_at(1).is_some_and(is_newline) => {
                    self.scanner.position += 2;
                    if self.scanner.previous() == Some(b'\r') {
                        self.scanner.scan_byte(b'\n');
                    }
                }
                Some(b'\\') => buffer.push(self.scanner.escaped_char()?),
                _ => self.string_piece(quote, &mut buffer)?,
            }
        }
        let text = buffer.finish(self.scanner.span_from(start));
        Ok(string_expression(text, true))
    }

    /// Parses a quoted string to a text that includes the quotes.
    pub(super) fn interpolated_string_token(&mut self) -> Result<Interpolation> {
        let start = self.scanner.position;
        let quote = self.open_quote()?;
        let mut buffer = Buffer::new();
        buffer.push(quote as char);
        loop {
            match self.scanner.peek() {
                Some(byte) if byte == quote => {
                    self.scanner.position += 1;
                    buffer.push(quote as char);
                    return Ok(buffer.finish(self.scanner.span_from(start)));
                }
                Some(b'\\') => {
                    let start = self.scanner.position;
                    if self.scanner.peek_at(1).is_some_and(is_newline) {
                        self.scanner.position += 2;
                        if self.scanner.previous() == Some(b'\r') {
                            self.scanner.scan_byte(b'\n');
                        }
                    } else {
                        self.scanner.escaped_char()?;
                    }
                    buffer.write(self.scanner.since(start));
                }
                _ => self.string_piece(quote, &mut buffer)?,
            }
        }
    }

    fn open_quote(&mut self) -> Result<u8> {
        match self.scanner.peek() {
            Some(quote @ (b'"' | b'\'')) => {
                self.scanner.position += 1;
                Ok(quote)
            }
            None => self.scanner.fail("expected more input."),
            Some(_) => self.scanner.fail("Expected string."),
        }
    }

    /// Reads the characters up to the next quote or escape, or reads an interpolation.
    fn string_piece(&mut self, quote: u8, buffer: &mut Buffer) -> Result<()> {
        match self.scanner.peek() {
            Some(b'#') if self.scanner.peek_at(1) == Some(b'{') => {
                let (expression, span) = self.single_interpolation()?;
                buffer.add(expression, span);
            }
            Some(byte) if !is_newline(byte) => {
                let start = self.scanner.position;
                self.scanner.position += 1;
                while self
                    .scanner
                    .peek()
                    .is_some_and(|byte| byte != quote && byte != b'\\' && byte != b'#' && !is_newline(byte))
                {
                    self.scanner.position += 1;
                }
                buffer.write(self.scanner.since(start));
            }
            _ => return self.scanner.fail(&format!("Expected {}.", quote as char)),
        }
        Ok(())
    }

    /// Parses an identifier such as `a-#{$b}`. After `--`, no further characters are required.
    pub(super) fn interpolated_identifier(&mut self) -> Result<Interpolation> {
        let start = self.scanner.position;
        let mut buffer = Buffer::new();
        let custom = self.scanner.scan_byte(b'-') && self.scanner.scan_byte(b'-');
        if !custom {
            match self.scanner.peek() {
                Some(byte) if is_name_start(byte) => {}
                Some(b'\\') => {
                    let mut text = self.scanner.since(start).to_owned();
                    self.scanner.escape(true, &mut text)?;
                    buffer.write(&text);
                    self.interpolated_identifier_rest(&mut buffer)?;
                    return Ok(buffer.finish(self.scanner.span_from(start)));
                }
                Some(b'#') if self.scanner.peek_at(1) == Some(b'{') => {}
                _ => return self.scanner.fail("Expected identifier."),
            }
        }
        self.scanner.skip_name(false);
        if !matches!(self.scanner.peek(), Some(b'\\' | b'#')) {
            return Ok(Interpolation::plain(self.scanner.since(start), self.scanner.span_from(start)));
        }
        buffer.write(self.scanner.since(start));
        self.interpolated_identifier_rest(&mut buffer)?;
        Ok(buffer.finish(self.scanner.span_from(start)))
    }

    pub(super) fn interpolated_identifier_rest(&mut self, buffer: &mut Buffer) -> Result<()> {
        loop {
            match self.scanner.peek() {
                Some(b'\\') => self.escape_into(buffer)?,
                Some(b'#') if self.scanner.peek_at(1) == Some(b'{') => self.interpolation_into(buffer)?,
                Some(byte) if is_name(byte) => {
                    let start = self.scanner.position;
                    self.scanner.skip_name(false);
                    buffer.write(self.scanner.since(start));
                }
                _ => return Ok(()),
            }
        }
    }

    /// Reads an escape and appends its normalized form to `buffer`.
    pub(super) fn escape_into(&mut self, buffer: &mut Buffer) -> Result<()> {
        let mut text = String::new();
        self.scanner.escape(false, &mut text)?;
        buffer.write(&text);
        Ok(())
    }

    /// Parses `#{…}` and appends it to `buffer`. Fails in plain CSS.
    pub(super) fn interpolation_into(&mut self, buffer: &mut Buffer) -> Result<()> {
        let (expression, span) = self.single_interpolation()?;
        buffer.add(expression, span);
        Ok(())
    }

    /// Parses `#{…}`. Returns the expression in it, and the span of the whole. Fails in plain CSS.
    pub(super) fn single_interpolation(&mut self) -> Result<(Expression, Span)> {
        let start = self.scanner.position;
        self.scanner.expect_text("#{")?;
        self.whitespace(true)?;
        let contents = self.nested(|parser| parser.expression_with_newlines())?;
        self.scanner.expect_byte(b'}')?;
        let span = self.scanner.span_from(start);
        if self.plain_css() {
            return self.scanner.fail_from("Interpolation isn't allowed in plain CSS.", start);
        }
        Ok((contents, span))
    }
}

/// A string expression with the span of `text`. Text without `#{…}` becomes a plain string.
pub(super) fn string_expression(text: Interpolation, quoted: bool) -> Expression {
    let span = text.span;
    let kind = match text.as_plain() {
        Some(plain) => ExpressionKind::PlainString(plain.clone(), quoted),
        None if text.is_empty() => ExpressionKind::PlainString("".into(), quoted),
        None => ExpressionKind::String(text, quoted),
    };
    Expression { kind, span }
}

/// The text of an unquoted string, including its interpolations. `None` for other expressions.
pub(super) fn unquoted_text(expression: &Expression) -> Option<Interpolation> {
    match &expression.kind {
        ExpressionKind::PlainString(text, false) => Some(Interpolation::plain(text, expression.span)),
        ExpressionKind::String(text, false) => Some(text.clone()),
        _ => None,
    }
}
