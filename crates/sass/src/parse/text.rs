//! Text with interpolation that is parsed later or not at all: selectors, and values of custom properties and unknown
//! at-rules.

use super::buffer::Buffer;
use super::{Parser, Result};
use crate::scanner::{is_newline, is_whitespace};
use crate::syntax::Interpolation;

/// The restrictions on a raw value, such as the value of a custom property: for example, whether it may be empty.
#[derive(Clone, Copy)]
pub(super) struct ValueOptions {
    pub(super) allow_empty: bool,
    pub(super) allow_semicolon: bool,
    pub(super) allow_colon: bool,
    pub(super) allow_open_brace: bool,
    pub(super) silent_comments: bool,
    pub(super) newlines: bool,
}

impl Default for ValueOptions {
    fn default() -> Self {
        ValueOptions {
            allow_empty: false,
            allow_semicolon: false,
            allow_colon: true,
            allow_open_brace: true,
            silent_comments: true,
            newlines: false,
        }
    }
}

impl ValueOptions {
    /// The options for text in parentheses that is not SassScript, such as `a b` in `@supports selector(a b)`. The text
    /// may be empty, and may contain semicolons and line breaks.
    pub(super) fn argument() -> ValueOptions {
        ValueOptions { allow_empty: true, allow_semicolon: true, newlines: true, ..ValueOptions::default() }
    }
}

fn opposite(bracket: u8) -> u8 {
    match bracket {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}

impl Parser<'_> {
    /// Reads text up to `;`, `{`, `}`, `!` or, in the indented syntax, a line break outside of brackets. With
    /// `omit_comments`, the text has no comments. The caller parses the text once its interpolation is replaced.
    pub(super) fn almost_any_value(&mut self, omit_comments: bool) -> Result<Interpolation> {
        let start = self.scanner.position;
        let mut buffer = Buffer::new();
        let mut brackets = Vec::new();
        loop {
            match self.scanner.peek() {
                None | Some(b'!' | b';' | b'{' | b'}') => break,
                Some(b'\\') => {
                    self.scanner.position += 1;
                    buffer.push('\\');
                    buffer.push(self.scanner.read()?);
                }
                Some(b'"' | b'\'') => buffer.add_interpolation(self.interpolated_string_token()?),
                Some(b'/') => self.slash_in_text(&mut buffer, omit_comments)?,
                Some(b'#') if self.scanner.peek_at(1) == Some(b'{') => {
                    buffer.add_interpolation(self.interpolated_identifier()?);
                }
                Some(b'\r' | b'\n' | 0x0C) => {
                    if self.indented() && brackets.is_empty() {
                        break;
                    }
                    buffer.push(self.scanner.read()?);
                }
                Some(b'u' | b'U') => self.maybe_url(&mut buffer)?,
                Some(bracket @ (b'(' | b'[')) => {
                    self.scanner.position += 1;
                    buffer.push(bracket as char);
                    brackets.push(opposite(bracket));
                }
                Some(bracket @ (b')' | b']')) => match brackets.pop() {
                    None => return self.scanner.fail(&format!("Unexpected \"{}\".", bracket as char)),
                    Some(expected) => {
                        self.scanner.expect_byte(expected)?;
                        buffer.push(expected as char);
                    }
                },
                Some(_) if self.scanner.looking_at_identifier() => buffer.write(&self.scanner.identifier()?),
                Some(_) => buffer.push(self.scanner.read()?),
            }
        }
        Ok(buffer.finish(self.scanner.span_from(start)))
    }

    fn slash_in_text(&mut self, buffer: &mut Buffer, omit_comments: bool) -> Result<()> {
        let start = self.scanner.position;
        match self.scanner.peek_at(1) {
            Some(b'*') => self.scanner.loud_comment()?,
            Some(b'/') => self.silent_comment()?,
            _ => {
                self.scanner.position += 1;
                buffer.push('/');
                return Ok(());
            }
        }
        if !omit_comments {
            buffer.write(self.scanner.since(start));
        }
        Ok(())
    }

    /// Reads `url(…)`, or an identifier that starts with `u`.
    fn maybe_url(&mut self, buffer: &mut Buffer) -> Result<()> {
        let start = self.scanner.position;
        let name = self.scanner.identifier()?;
        if name != "url" && name != "url-prefix" {
            buffer.write(&name);
            return Ok(());
        }
        match self.try_url_contents(start, Some(&name), false)? {
            Some(contents) => buffer.add_interpolation(contents),
            None => {
                self.scanner.position = start;
                buffer.push(self.scanner.read()?);
            }
        }
        Ok(())
    }

    /// Reads a value that is not parsed as SassScript, such as the value of a custom property or of an unknown at-rule.
    /// It ends at an unmatched closing bracket, or at a character that `options` do not allow.
    pub(super) fn declaration_value(&mut self, options: ValueOptions) -> Result<Interpolation> {
        let start = self.scanner.position;
        let mut buffer = Buffer::new();
        let mut brackets = Vec::new();
        let mut wrote_newline = false;
        while let Some(byte) = self.scanner.peek() {
            let mut newline = false;
            match byte {
                b'\\' => {
                    let mut text = String::new();
                    self.scanner.escape(true, &mut text)?;
                    buffer.write(&text);
                }
                b'"' | b'\'' => buffer.add_interpolation(self.interpolated_string_token()?),
                b'/' if self.scanner.peek_at(1) == Some(b'*') => {
                    let start = self.scanner.position;
                    self.scanner.loud_comment()?;
                    buffer.write(self.scanner.since(start));
                }
                b'/' if self.scanner.peek_at(1) == Some(b'/') && options.silent_comments => self.silent_comment()?,
                b'#' if self.scanner.peek_at(1) == Some(b'{') => {
                    buffer.add_interpolation(self.interpolated_identifier()?)
                }
                b' ' | b'\t' => {
                    // Whitespace is collapsed, unless it is the indentation of a line.
                    if wrote_newline || !self.scanner.peek_at(1).is_some_and(is_whitespace) {
                        buffer.push(byte as char);
                    }
                    self.scanner.position += 1;
                    newline = wrote_newline;
                }
                b'\n' | b'\r' | 0x0C => {
                    if self.indented() && !options.newlines && brackets.is_empty() {
                        break;
                    }
                    if !self.scanner.previous().is_some_and(is_newline) {
                        buffer.push('\n');
                    }
                    self.scanner.position += 1;
                    newline = true;
                }
                b'{' if !options.allow_open_brace => break,
                b'(' | b'{' | b'[' => {
                    self.scanner.position += 1;
                    buffer.push(byte as char);
                    brackets.push(opposite(byte));
                }
                b')' | b'}' | b']' => {
                    let Some(expected) = brackets.pop() else { break };
                    self.scanner.expect_byte(expected)?;
                    buffer.push(expected as char);
                }
                b';' if !options.allow_semicolon && brackets.is_empty() => break,
                b':' if !options.allow_colon && brackets.is_empty() => break,
                b'u' | b'U' => self.maybe_url(&mut buffer)?,
                _ if self.scanner.looking_at_identifier() => buffer.write(&self.scanner.identifier()?),
                _ => buffer.push(self.scanner.read()?),
            }
            wrote_newline = newline;
        }
        if let Some(expected) = brackets.last() {
            self.scanner.expect_byte(*expected)?;
        }
        if !options.allow_empty && buffer.is_empty() {
            return self.scanner.fail("Expected token.");
        }
        Ok(buffer.finish(self.scanner.span_from(start)))
    }
}
