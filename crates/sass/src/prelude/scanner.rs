//! A scanner for preludes, with the tokens shared by selectors and queries.

use crate::Span;
use std::borrow::Cow;

/// A syntax error at offsets of the scanned text.
#[derive(Debug)]
pub struct ScanError {
    /// The message, in dart-sass's words.
    pub message: String,
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
    /// The span in the source, if it is already known.
    pub mapped: Option<Span>,
}

/// The result of scanning.
pub type ScanResult<T> = Result<T, Box<ScanError>>;

/// A scanner for text. Offsets are in bytes and always at character boundaries.
#[derive(Clone, Debug)]
pub struct Scanner<'a> {
    text: &'a str,
    position: usize,
}

/// Whether a byte is CSS whitespace.
const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0c)
}

/// Whether a byte is a CSS line break.
const fn is_newline(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r' | 0x0c)
}

/// Whether a name can start with a byte. All bytes of non-ASCII characters can.
const fn is_name_start(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphabetic() || byte >= 0x80
}

/// Whether a name can contain a byte.
const fn is_name(byte: u8) -> bool {
    is_name_start(byte) || byte.is_ascii_digit() || byte == b'-'
}

impl<'a> Scanner<'a> {
    /// Creates a scanner at the start of `text`.
    #[must_use]
    pub fn new(text: &'a str) -> Scanner<'a> {
        Scanner { text, position: 0 }
    }

    /// The offset of the next byte.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }

    /// The text from `start` to the current position.
    #[must_use]
    pub fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.position).unwrap_or("")
    }

    /// Whether the end of the text is reached.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.position >= self.text.len()
    }

    /// The next byte.
    #[must_use]
    pub fn peek(&self) -> Option<u8> {
        self.peek_at(0)
    }

    /// The byte at `ahead` bytes after the current position.
    #[must_use]
    pub fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.position + ahead).copied()
    }

    /// The byte before the current position.
    #[must_use]
    pub fn previous(&self) -> Option<u8> {
        self.position.checked_sub(1).and_then(|at| self.text.as_bytes().get(at).copied())
    }

    /// Reads a character.
    ///
    /// # Errors
    /// Fails at the end of the text.
    pub fn read(&mut self) -> ScanResult<char> {
        match self.text.get(self.position..).and_then(|rest| rest.chars().next()) {
            Some(next) => {
                self.position += next.len_utf8();
                Ok(next)
            }
            None => Err(self.error("expected more input.")),
        }
    }

    /// Reads the ASCII character `byte` if it is next.
    pub fn scan(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.position += usize::from(found);
        found
    }

    /// Reads the ASCII character `byte`.
    ///
    /// # Errors
    /// Fails if it is not next.
    pub fn expect(&mut self, byte: u8) -> ScanResult<()> {
        if self.scan(byte) { Ok(()) } else { Err(self.error(format!("expected \"{}\".", byte as char))) }
    }

    /// Checks that the end of the text is reached.
    ///
    /// # Errors
    /// Fails if any text is left.
    pub fn expect_done(&self) -> ScanResult<()> {
        if self.is_done() { Ok(()) } else { Err(self.error("expected no more input.")) }
    }

    /// An error at the current position.
    #[must_use]
    pub fn error(&self, message: impl Into<String>) -> Box<ScanError> {
        self.error_at(message, self.position, self.position)
    }

    /// An error at `start..end`.
    #[must_use]
    pub fn error_at(&self, message: impl Into<String>, start: usize, end: usize) -> Box<ScanError> {
        Box::new(ScanError { message: message.into(), start, end, mapped: None })
    }

    /// Skips whitespace and comments.
    ///
    /// # Errors
    /// Fails if a comment is not closed.
    pub fn whitespace(&mut self) -> ScanResult<()> {
        loop {
            while self.peek().is_some_and(is_space) {
                self.position += 1;
            }
            match (self.peek(), self.peek_at(1)) {
                (Some(b'/'), Some(b'/')) => {
                    while self.peek().is_some_and(|byte| !is_newline(byte)) {
                        self.position += 1;
                    }
                }
                (Some(b'/'), Some(b'*')) => self.loud_comment()?,
                _ => return Ok(()),
            }
        }
    }

    /// Skips whitespace and comments, and requires at least one.
    ///
    /// # Errors
    /// Fails if there is none.
    pub fn expect_whitespace(&mut self) -> ScanResult<()> {
        let comment = self.peek() == Some(b'/') && matches!(self.peek_at(1), Some(b'/' | b'*'));
        if !comment && !self.peek().is_some_and(is_space) {
            return Err(self.error("Expected whitespace."));
        }
        self.whitespace()
    }

    fn loud_comment(&mut self) -> ScanResult<()> {
        self.position += 2;
        match self.text.get(self.position..).and_then(|rest| rest.find("*/")) {
            Some(length) => {
                self.position += length + 2;
                Ok(())
            }
            None => {
                self.position = self.text.len();
                Err(self.error("expected more input."))
            }
        }
    }

    /// Whether an identifier is next.
    #[must_use]
    pub fn looking_at_identifier(&self) -> bool {
        match self.peek() {
            Some(b'-') => matches!(self.peek_at(1), Some(next) if is_name_start(next) || next == b'\\' || next == b'-'),
            Some(next) => is_name_start(next) || next == b'\\',
            None => false,
        }
    }

    /// Whether the body of an identifier is next.
    #[must_use]
    pub fn looking_at_identifier_body(&self) -> bool {
        self.peek().is_some_and(|next| is_name(next) || next == b'\\')
    }

    /// Reads an identifier and normalizes its escapes.
    ///
    /// # Errors
    /// Fails if no identifier is next or an escape is invalid.
    pub fn identifier(&mut self) -> ScanResult<Cow<'a, str>> {
        let start = self.position;
        if self.peek().is_some_and(|byte| is_name_start(byte) || byte == b'-') {
            // Almost all names are without escapes, so they can be borrowed.
            let ahead = usize::from(self.peek() == Some(b'-'));
            if self.peek_at(ahead).is_some_and(|byte| is_name_start(byte) || (ahead == 1 && byte == b'-')) {
                self.position += ahead + 1;
                self.skip_name();
                if self.peek() != Some(b'\\') {
                    return Ok(Cow::Borrowed(self.since(start)));
                }
                self.position = start;
            }
        }
        self.escaped_identifier().map(Cow::Owned)
    }

    /// Skips the bytes of a name.
    fn skip_name(&mut self) {
        while self.peek().is_some_and(is_name) {
            self.position += 1;
        }
    }

    fn escaped_identifier(&mut self) -> ScanResult<String> {
        let start = self.position;
        let mut text = String::new();
        if self.scan(b'-') && self.scan(b'-') {
            text.push_str("--");
            self.body_into(&mut text)?;
            return Ok(text);
        }
        match self.peek() {
            Some(b'\\') => {
                text.push_str(self.since(start));
                self.escape(true, &mut text)?;
            }
            Some(next) if is_name_start(next) => {
                self.read()?;
                text.push_str(self.since(start));
            }
            _ => return Err(self.error("Expected identifier.")),
        }
        self.body_into(&mut text)?;
        Ok(text)
    }

    /// Reads the body of an identifier, with at least one character.
    ///
    /// # Errors
    /// Fails if it is empty or an escape is invalid.
    pub fn identifier_body(&mut self) -> ScanResult<String> {
        let mut text = String::new();
        self.body_into(&mut text)?;
        if text.is_empty() { Err(self.error("Expected identifier body.")) } else { Ok(text) }
    }

    fn body_into(&mut self, text: &mut String) -> ScanResult<()> {
        loop {
            let start = self.position;
            self.skip_name();
            text.push_str(self.since(start));
            if self.peek() != Some(b'\\') {
                return Ok(());
            }
            self.escape(false, text)?;
        }
    }

    /// Reads an escape and appends its normalized form to `text`.
    fn escape(&mut self, identifier_start: bool, text: &mut String) -> ScanResult<()> {
        let start = self.position;
        self.expect(b'\\')?;
        let value = match self.peek() {
            None => return Err(self.error("Expected escape sequence.")),
            Some(next) if is_newline(next) => return Err(self.error("Expected escape sequence.")),
            Some(next) if next.is_ascii_hexdigit() => {
                let value = self.hex_digits();
                if self.peek().is_some_and(is_space) {
                    self.position += 1;
                }
                value
            }
            Some(_) => self.read()? as u32,
        };
        let named = match u8::try_from(value) {
            Ok(byte) if identifier_start => is_name_start(byte),
            Ok(byte) => is_name(byte),
            Err(_) => true,
        };
        if named {
            if value > 0x0010_FFFF {
                return Err(self.error_at("Invalid Unicode code point.", start, self.position));
            }
            text.push(char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER));
        } else if value <= 0x1F || value == 0x7F || (identifier_start && (0x30..=0x39).contains(&value)) {
            text.push_str(&format!("\\{value:x} "));
        } else {
            text.push('\\');
            text.push(char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        Ok(())
    }

    fn hex_digits(&mut self) -> u32 {
        let mut value = 0;
        for _ in 0..6 {
            let Some(digit) = self.peek().and_then(|byte| (byte as char).to_digit(16)) else { break };
            value = value * 16 + digit;
            self.position += 1;
        }
        value
    }

    /// Reads a quoted string and returns its contents.
    ///
    /// # Errors
    /// Fails if no string is next or it is not closed.
    pub fn string(&mut self) -> ScanResult<String> {
        let quote = match self.peek() {
            Some(quote @ (b'"' | b'\'')) => quote,
            _ => return Err(self.error("Expected string.")),
        };
        self.position += 1;
        let mut text = String::new();
        loop {
            match self.peek() {
                Some(next) if next == quote => {
                    self.position += 1;
                    return Ok(text);
                }
                Some(b'\\') if self.peek_at(1).is_some_and(is_newline) => self.position += 2,
                Some(b'\\') => text.push(self.escaped_character()?),
                Some(next) if !is_newline(next) => text.push(self.read()?),
                _ => return Err(self.error(format!("Expected {}.", quote as char))),
            }
        }
    }

    fn escaped_character(&mut self) -> ScanResult<char> {
        self.expect(b'\\')?;
        match self.peek() {
            None => Ok(char::REPLACEMENT_CHARACTER),
            Some(next) if next.is_ascii_hexdigit() => {
                let value = self.hex_digits();
                if self.peek().is_some_and(is_space) {
                    self.position += 1;
                }
                let character = char::from_u32(value).filter(|_| value != 0 && value < 0x0010_FFFF);
                Ok(character.unwrap_or(char::REPLACEMENT_CHARACTER))
            }
            Some(_) => self.read(),
        }
    }

    /// Reads the identifier `text` if it is next, ignoring case.
    pub fn scan_identifier(&mut self, text: &str) -> bool {
        let start = self.position;
        if self.looking_at_identifier() && self.letters(text) && !self.looking_at_identifier_body() {
            return true;
        }
        self.position = start;
        false
    }

    /// Reads the identifier `text`, ignoring case.
    ///
    /// # Errors
    /// Fails if it is not next. The message calls it `name`.
    pub fn expect_identifier(&mut self, text: &str, name: &str) -> ScanResult<()> {
        let start = self.position;
        if self.letters(text) && !self.looking_at_identifier_body() {
            return Ok(());
        }
        Err(self.error_at(format!("Expected {name}."), start, start))
    }

    fn letters(&mut self, text: &str) -> bool {
        text.bytes().all(|letter| self.scan_letter(letter))
    }

    /// Reads `letter` if it is next, ignoring case. It may be escaped.
    pub fn scan_letter(&mut self, letter: u8) -> bool {
        match self.peek() {
            Some(b'\\') => {
                let start = self.position;
                if self.escaped_character().is_ok_and(|found| found.eq_ignore_ascii_case(&(letter as char))) {
                    return true;
                }
                self.position = start;
                false
            }
            Some(next) if next.eq_ignore_ascii_case(&letter) => {
                self.position += 1;
                true
            }
            _ => false,
        }
    }

    /// Reads a declaration value as plain text, up to an unmatched bracket or a semicolon.
    ///
    /// # Errors
    /// Fails if a bracket or string is not closed, or if the value is empty and `allow_empty` is not set.
    pub fn declaration_value(&mut self, allow_empty: bool) -> ScanResult<String> {
        let mut text = String::new();
        let mut brackets = Vec::new();
        let mut after_newline = false;
        while let Some(next) = self.peek() {
            let mut newline = false;
            match next {
                b' ' | b'\t' => {
                    if after_newline || !self.peek_at(1).is_some_and(is_space) {
                        text.push(' ');
                    }
                    self.position += 1;
                    newline = after_newline;
                }
                b'\n' | b'\r' | 0x0c => {
                    if !self.previous().is_some_and(is_newline) {
                        text.push('\n');
                    }
                    self.position += 1;
                    newline = true;
                }
                b'(' | b'[' | b'{' => {
                    text.push(next as char);
                    self.position += 1;
                    brackets.push(closing(next));
                }
                b')' | b']' | b'}' => {
                    let Some(expected) = brackets.pop() else { break };
                    self.expect(expected)?;
                    text.push(next as char);
                }
                b';' if brackets.is_empty() => break,
                _ => self.value_token(next, &mut text)?,
            }
            after_newline = newline;
        }
        if let Some(expected) = brackets.last() {
            self.expect(*expected)?;
        }
        if text.is_empty() && !allow_empty { Err(self.error("Expected token.")) } else { Ok(text) }
    }

    fn value_token(&mut self, next: u8, text: &mut String) -> ScanResult<()> {
        let start = self.position;
        match next {
            b'\\' => return self.escape(true, text),
            b'"' | b'\'' => {
                self.string()?;
                text.push_str(self.since(start));
            }
            b'/' if self.peek_at(1) == Some(b'*') => {
                self.loud_comment()?;
                text.push_str(self.since(start));
            }
            b'u' | b'U' => match self.url() {
                Some(url) => text.push_str(&url),
                None => text.push(self.read()?),
            },
            _ if self.looking_at_identifier() => text.push_str(&self.identifier()?),
            _ => text.push(self.read()?),
        }
        Ok(())
    }

    /// Reads `url(…)` with unquoted contents, if it is next.
    fn url(&mut self) -> Option<String> {
        let start = self.position;
        let found = self.raw_url();
        if found.is_none() {
            self.position = start;
        }
        found
    }

    fn raw_url(&mut self) -> Option<String> {
        if !self.scan_identifier("url") || !self.scan(b'(') {
            return None;
        }
        self.whitespace().ok()?;
        let mut text = String::from("url(");
        loop {
            match self.peek()? {
                b'\\' => self.escape(false, &mut text).ok()?,
                b'%' | b'&' | b'#' | b'*'..=b'~' | 0x80.. => text.push(self.read().ok()?),
                b')' => {
                    self.position += 1;
                    text.push(')');
                    return Some(text);
                }
                next if is_space(next) => {
                    self.whitespace().ok()?;
                    if self.peek() != Some(b')') {
                        return None;
                    }
                }
                _ => return None,
            }
        }
    }
}

/// The closing bracket for `bracket`.
const fn closing(bracket: u8) -> u8 {
    match bracket {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}

/// Whether `text` is a single CSS identifier.
#[must_use]
pub fn is_identifier(text: &str) -> bool {
    let mut scanner = Scanner::new(text);
    scanner.identifier().is_ok() && scanner.is_done()
}

/// The name without its vendor prefix, such as `any` for `-moz-any`.
#[must_use]
pub fn unvendor(name: &str) -> &str {
    match name.strip_prefix('-') {
        Some(rest) if !rest.starts_with('-') => match rest.get(1..).and_then(|rest| rest.find('-')) {
            Some(dash) => rest.get(dash + 2..).unwrap_or(name),
            None => name,
        },
        _ => name,
    }
}
