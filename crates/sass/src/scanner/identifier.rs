//! Identifiers, escapes and keywords.

use super::{Scanner, is_newline, is_whitespace};
use crate::Result;
use std::borrow::Cow;

/// Whether a byte is an ASCII letter, `_` or part of a non-ASCII character. Such a byte can start an identifier.
pub(crate) const fn is_name_start(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphabetic() || byte >= 0x80
}

/// Whether a byte can be part of an identifier: a letter, digit, `-`, `_` or any byte of a non-ASCII character.
pub(crate) const fn is_name(byte: u8) -> bool {
    is_name_start(byte) || byte.is_ascii_digit() || byte == b'-'
}

/// The bytes that an identifier can contain.
const NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = is_name(byte as u8);
        byte += 1;
    }
    table
};

/// The identifier that is the whole text, with its escapes normalized. `None` if the text is anything else.
pub(crate) fn identifier_of(text: &str) -> Option<Cow<'_, str>> {
    let mut scanner = Scanner::interpolated(text);
    let name = scanner.identifier().ok()?;
    scanner.is_done().then_some(name)
}

/// The name without its vendor prefix, such as `any` for `-moz-any`.
pub(crate) fn unvendor(name: &str) -> &str {
    let bytes = name.as_bytes();
    if bytes.len() < 2 || bytes[0] != b'-' || bytes[1] == b'-' {
        return name;
    }
    name[1..].find('-').map_or(name, |dash| &name[dash + 2..])
}

impl<'a> Scanner<'a> {
    /// Whether an identifier starts at the current position, such as `a`, `-a`, `--a` or an escape.
    pub(crate) fn looking_at_identifier(&self) -> bool {
        self.looking_at_identifier_at(0)
    }

    /// Whether an identifier starts `ahead` bytes after the current position.
    pub(crate) fn looking_at_identifier_at(&self, ahead: usize) -> bool {
        match self.peek_at(ahead) {
            Some(b'\\') => true,
            Some(b'-') => {
                self.peek_at(ahead + 1).is_some_and(|byte| is_name_start(byte) || byte == b'\\' || byte == b'-')
            }
            Some(byte) => is_name_start(byte),
            None => false,
        }
    }

    /// Whether the next character or escape can continue an identifier.
    pub(crate) fn looking_at_identifier_body(&self) -> bool {
        self.peek().is_some_and(|byte| is_name(byte) || byte == b'\\')
    }

    /// Reads an identifier and normalizes its escapes. Fails if there is none.
    pub(crate) fn identifier(&mut self) -> Result<Cow<'a, str>> {
        self.identifier_or_unit(false)
    }

    /// Reads a unit, such as `px` in `1px-2px`. Unlike other identifiers, a unit ends before a hyphen that precedes a
    /// digit or a dot.
    pub(crate) fn unit(&mut self) -> Result<Cow<'a, str>> {
        self.identifier_or_unit(true)
    }

    fn identifier_or_unit(&mut self, unit: bool) -> Result<Cow<'a, str>> {
        let start = self.position;
        if self.scan_byte(b'-') && self.scan_byte(b'-') {
            return self.rest_of_identifier(start, unit);
        }
        match self.peek() {
            Some(byte) if is_name_start(byte) => self.rest_of_identifier(start, unit),
            Some(b'\\') => {
                let mut text = self.since(start).to_owned();
                self.escape(true, &mut text)?;
                self.body_into(&mut text, unit)?;
                Ok(Cow::Owned(text))
            }
            _ => self.fail("Expected identifier."),
        }
    }

    fn rest_of_identifier(&mut self, start: usize, unit: bool) -> Result<Cow<'a, str>> {
        self.skip_name(unit);
        if self.peek() != Some(b'\\') {
            return Ok(Cow::Borrowed(self.since(start)));
        }
        let mut text = self.since(start).to_owned();
        self.body_into(&mut text, unit)?;
        Ok(Cow::Owned(text))
    }

    /// Reads the characters and escapes that can continue an identifier, and normalizes the escapes. Fails if there are
    /// none.
    pub(crate) fn identifier_body(&mut self) -> Result<String> {
        let mut text = String::new();
        self.body_into(&mut text, false)?;
        if text.is_empty() { self.fail("Expected identifier body.") } else { Ok(text) }
    }

    fn body_into(&mut self, text: &mut String, unit: bool) -> Result<()> {
        loop {
            let start = self.position;
            self.skip_name(unit);
            text.push_str(self.since(start));
            if self.peek() != Some(b'\\') {
                return Ok(());
            }
            self.escape(false, text)?;
        }
    }

    /// Skips the characters of an identifier, but no escapes. With `unit`, stops at a hyphen before a digit or a dot.
    pub(crate) fn skip_name(&mut self, unit: bool) {
        if !unit {
            let rest = self.bytes().get(self.position..).unwrap_or_default();
            self.position += rest.iter().position(|byte| !NAME[usize::from(*byte)]).unwrap_or(rest.len());
            return;
        }
        while let Some(byte) = self.peek() {
            let is_minus = byte == b'-' && self.peek_at(1).is_some_and(|next| next == b'.' || next.is_ascii_digit());
            if !is_name(byte) || is_minus {
                return;
            }
            self.position += 1;
        }
    }

    /// Reads an escape and appends its normalized form to `out`. At the start of an identifier (`identifier_start`),
    /// digits and hyphens remain escaped. Fails at a line break, at the end of the text, and for too large codes.
    pub(crate) fn escape(&mut self, identifier_start: bool, out: &mut String) -> Result<()> {
        let start = self.position;
        self.expect_byte(b'\\')?;
        let value = match self.peek() {
            None => return self.fail("Expected escape sequence."),
            Some(byte) if is_newline(byte) => return self.fail("Expected escape sequence."),
            Some(byte) if byte.is_ascii_hexdigit() => self.hex_escape(),
            Some(_) => self.read()? as u32,
        };
        let Some(char) = char::from_u32(value) else {
            if value > 0x10_FFFF {
                return self.fail_from("Invalid Unicode code point.", start);
            }
            out.push('\u{FFFD}');
            return Ok(());
        };
        let name_start = char == '_' || char.is_ascii_alphabetic() || value >= 0x80;
        if name_start || (!identifier_start && (char.is_ascii_digit() || char == '-')) {
            out.push(char);
        } else if value <= 0x1F || value == 0x7F || (identifier_start && char.is_ascii_digit()) {
            out.push_str(&format!("\\{value:x} "));
        } else {
            out.push('\\');
            out.push(char);
        }
        Ok(())
    }

    /// Reads up to six hexadecimal digits, and a whitespace character if one follows. Returns the number.
    fn hex_escape(&mut self) -> u32 {
        let mut value = 0;
        for _ in 0..6 {
            let Some(digit) = self.peek().and_then(|byte| (byte as char).to_digit(16)) else { break };
            value = value * 16 + digit;
            self.position += 1;
        }
        if self.peek().is_some_and(is_whitespace) {
            self.position += 1;
        }
        value
    }

    /// Reads an escape and returns its character. Returns U+FFFD at the end of the text, and for the code 0 and invalid
    /// codes. Fails at a line break.
    pub(crate) fn escaped_char(&mut self) -> Result<char> {
        self.expect_byte(b'\\')?;
        match self.peek() {
            None => Ok('\u{FFFD}'),
            Some(byte) if is_newline(byte) => self.fail("Expected escape sequence."),
            Some(byte) if byte.is_ascii_hexdigit() => {
                let value = self.hex_escape();
                Ok(char::from_u32(value).filter(|_| value != 0 && value < 0x10_FFFF).unwrap_or('\u{FFFD}'))
            }
            Some(_) => self.read(),
        }
    }

    /// Reads the identifier `word` if it is next, ignoring case. Returns whether it was.
    pub(crate) fn scan_identifier(&mut self, word: &str) -> Result<bool> {
        self.scan_identifier_if(word, u8::eq_ignore_ascii_case)
    }

    /// Reads the identifier `word` if it is next in the same case. Returns whether it was.
    pub(crate) fn scan_exact_identifier(&mut self, word: &str) -> Result<bool> {
        self.scan_identifier_if(word, u8::eq)
    }

    fn scan_identifier_if(&mut self, word: &str, same: impl Fn(&u8, &u8) -> bool + Copy) -> Result<bool> {
        if !self.looking_at_identifier() {
            return Ok(false);
        }
        let start = self.position;
        for letter in word.bytes() {
            if !self.scan_letter_if(letter, same)? {
                self.position = start;
                return Ok(false);
            }
        }
        let found = !self.looking_at_identifier_body();
        if !found {
            self.position = start;
        }
        Ok(found)
    }

    /// Reads the identifier `word`, ignoring case. If other text is next, fails with a message that expects `name` or,
    /// by default, `word` in quotes.
    pub(crate) fn expect_identifier(&mut self, word: &str, name: Option<&str>) -> Result<()> {
        let quoted = format!("\"{word}\"");
        let name = name.unwrap_or(&quoted);
        let start = self.position;
        for letter in word.bytes() {
            if !self.scan_letter(letter)? {
                return self.fail_at(&format!("Expected {name}."), start, start);
            }
        }
        if self.looking_at_identifier_body() {
            return self.fail_at(&format!("Expected {name}"), start, start);
        }
        Ok(())
    }

    /// Reads `letter` if it is next, ignoring case. It may be escaped. Returns whether it was next.
    pub(crate) fn scan_letter(&mut self, letter: u8) -> Result<bool> {
        self.scan_letter_if(letter, u8::eq_ignore_ascii_case)
    }

    fn scan_letter_if(&mut self, letter: u8, same: impl Fn(&u8, &u8) -> bool + Copy) -> Result<bool> {
        match self.peek() {
            Some(byte) if same(&byte, &letter) => {
                self.position += 1;
                Ok(true)
            }
            Some(b'\\') => {
                let start = self.position;
                let char = self.escaped_char()?;
                if char.is_ascii() && same(&(char as u8), &letter) {
                    return Ok(true);
                }
                self.position = start;
                Ok(false)
            }
            _ => Ok(false),
        }
    }

    /// Reads `letter`, ignoring case. It may be escaped. Fails if it is not next.
    pub(crate) fn expect_letter(&mut self, letter: u8) -> Result<()> {
        if self.scan_letter(letter)? {
            return Ok(());
        }
        self.fail(&format!("Expected \"{}\".", letter as char))
    }
}
