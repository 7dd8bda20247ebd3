//! Skips whitespace and comments by the rules of the syntax, and tests what comes next, such as an identifier.

use super::{Parser, Result};
use crate::scanner::{is_name, is_name_start, is_newline, is_space_or_tab, is_whitespace};
use crate::{Symbol, Syntax};

impl Parser<'_> {
    /// Skips whitespace and comments. In the indented syntax, newlines are skipped only if `newlines` is set. Fails if
    /// a comment is not closed.
    pub(super) fn whitespace(&mut self, newlines: bool) -> Result<()> {
        loop {
            self.blanks(newlines);
            if self.scanner.peek() != Some(b'/') || !self.scan_comment()? {
                return Ok(());
            }
        }
    }

    /// Skips whitespace, and stops at comments. In the indented syntax, line breaks are skipped only if `newlines` is
    /// set.
    pub(super) fn blanks(&mut self, newlines: bool) {
        let all = newlines || self.syntax != Syntax::Indented;
        while let Some(byte) = self.scanner.peek() {
            if !(is_space_or_tab(byte) || (all && is_newline(byte))) {
                return;
            }
            self.scanner.position += 1;
        }
    }

    fn scan_comment(&mut self) -> Result<bool> {
        match self.scanner.peek_at(1) {
            Some(b'/') => {
                if self.syntax == Syntax::Css && self.in_expression {
                    return Ok(false);
                }
                self.silent_comment()?;
                Ok(true)
            }
            Some(b'*') => {
                self.scanner.loud_comment()?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    pub(super) fn silent_comment(&mut self) -> Result<()> {
        let start = self.scanner.position;
        self.scanner.silent_comment();
        if self.syntax == Syntax::Css && !self.in_expression {
            return self.scanner.fail_from("Silent comments aren't allowed in plain CSS.", start);
        }
        Ok(())
    }

    pub(super) fn expect_whitespace(&mut self, newlines: bool) -> Result<()> {
        let found = self.scanner.peek().is_some_and(is_whitespace)
            || (self.scanner.peek() == Some(b'/') && self.scan_comment()?);
        if !found {
            return self.scanner.fail("Expected whitespace.");
        }
        self.whitespace(newlines)
    }

    /// Reads `$name`, and returns the name with `-` instead of `_`.
    pub(super) fn variable_name(&mut self) -> Result<Symbol> {
        self.scanner.expect_byte(b'$')?;
        Ok(Symbol::normalized(&self.scanner.identifier()?))
    }

    pub(super) fn looking_at_interpolated_identifier(&self) -> bool {
        match self.scanner.peek() {
            Some(b'\\') => true,
            Some(b'#') => self.scanner.peek_at(1) == Some(b'{'),
            Some(b'-') => match self.scanner.peek_at(1) {
                Some(b'#') => self.scanner.peek_at(2) == Some(b'{'),
                Some(byte) => is_name_start(byte) || byte == b'\\' || byte == b'-',
                None => false,
            },
            Some(byte) => is_name_start(byte),
            None => false,
        }
    }

    pub(super) fn looking_at_interpolated_identifier_body(&self) -> bool {
        match self.scanner.peek() {
            Some(b'\\') => true,
            Some(b'#') => self.scanner.peek_at(1) == Some(b'{'),
            Some(byte) => is_name(byte),
            None => false,
        }
    }

    pub(super) fn looking_at_expression(&self) -> bool {
        match self.scanner.peek() {
            None => false,
            Some(b'.') => self.scanner.peek_at(1) != Some(b'.'),
            Some(b'!') => match self.scanner.peek_at(1) {
                None | Some(b'i' | b'I') => true,
                Some(byte) => is_whitespace(byte),
            },
            Some(b'(' | b'/' | b'[' | b'\'' | b'"' | b'#' | b'+' | b'-' | b'\\' | b'$' | b'&' | b'%') => true,
            Some(byte) => is_name_start(byte) || byte.is_ascii_digit(),
        }
    }
}
