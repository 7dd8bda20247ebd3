//! Characters and tokens: whitespace, comments, identifiers, escapes and strings.

use super::{Parser, Result};
use crate::{Error, Span, Symbol, Syntax};
use std::borrow::Cow;

/// Whether an identifier can start with this byte. All bytes of non-ASCII characters can.
pub(super) const fn is_name_start(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphabetic() || byte >= 0x80
}

/// Whether an identifier can contain this byte.
pub(super) const fn is_name(byte: u8) -> bool {
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

pub(super) fn is_newline(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r' | 0x0C)
}

pub(super) fn is_space_or_tab(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

pub(crate) fn is_whitespace(byte: u8) -> bool {
    is_space_or_tab(byte) || is_newline(byte)
}

/// The name without its vendor prefix.
pub(crate) fn unvendor(name: &str) -> &str {
    let bytes = name.as_bytes();
    if bytes.len() < 2 || bytes[0] != b'-' || bytes[1] == b'-' {
        return name;
    }
    name[1..].find('-').map_or(name, |at| &name[at + 2..])
}

impl<'a> Parser<'a> {
    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.pos).copied()
    }

    pub(super) fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.pos + ahead).copied()
    }

    /// The byte before the current position.
    pub(super) fn previous(&self) -> Option<u8> {
        self.bytes.get(self.pos.wrapping_sub(1)).copied()
    }

    pub(super) fn is_done(&self) -> bool {
        self.pos >= self.bytes.len()
    }

    pub(super) fn matches(&self, text: &str) -> bool {
        self.bytes.get(self.pos..).is_some_and(|rest| rest.starts_with(text.as_bytes()))
    }

    pub(super) fn scan(&mut self, text: &str) -> bool {
        let found = self.matches(text);
        if found {
            self.pos += text.len();
        }
        found
    }

    pub(super) fn scan_byte(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        if found {
            self.pos += 1;
        }
        found
    }

    pub(super) fn slice(&self, start: usize) -> &'a str {
        self.text.get(start..self.pos).unwrap_or("")
    }

    /// Reads a character. Fails at the end of the text.
    pub(super) fn read(&mut self) -> Result<char> {
        match self.text.get(self.pos..).and_then(|rest| rest.chars().next()) {
            Some(char) => {
                self.pos += char.len_utf8();
                Ok(char)
            }
            None => self.fail("expected more input."),
        }
    }

    pub(super) fn expect_byte(&mut self, byte: u8) -> Result<()> {
        if self.scan_byte(byte) {
            return Ok(());
        }
        match byte {
            b'\\' => self.fail(r#"expected "\"."#),
            b'"' => self.fail(r#"expected "\""."#),
            _ => self.fail(&format!("expected \"{}\".", byte as char)),
        }
    }

    pub(super) fn expect_text(&mut self, text: &str) -> Result<()> {
        if self.scan(text) { Ok(()) } else { self.fail(&format!("expected \"{text}\".")) }
    }

    pub(super) fn expect_done(&mut self) -> Result<()> {
        if self.is_done() { Ok(()) } else { self.fail("expected no more input.") }
    }

    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span { source: self.source, start: start as u32, end: end as u32 }
    }

    pub(super) fn span_from(&self, start: usize) -> Span {
        self.span(start, self.pos)
    }

    /// An error at the current position.
    pub(super) fn fail<T>(&self, message: &str) -> Result<T> {
        self.fail_at(message, self.pos, self.pos)
    }

    pub(super) fn fail_at<T>(&self, message: &str, start: usize, end: usize) -> Result<T> {
        Err(Error::at(message, self.span(start, end.max(start))))
    }

    /// An error for the text from `start` to the current position.
    pub(super) fn fail_from<T>(&self, message: &str, start: usize) -> Result<T> {
        self.fail_at(message, start, self.pos)
    }

    // Whitespace and comments.

    /// Skips whitespace and comments. In the indented syntax, newlines are skipped only if `newlines` is set.
    pub(super) fn whitespace(&mut self, newlines: bool) -> Result<()> {
        loop {
            self.blanks(newlines);
            if self.peek() != Some(b'/') || !self.scan_comment()? {
                return Ok(());
            }
        }
    }

    /// Skips whitespace, but not comments.
    pub(super) fn blanks(&mut self, newlines: bool) {
        let all = newlines || self.syntax != Syntax::Indented;
        while let Some(byte) = self.peek() {
            if !(is_space_or_tab(byte) || (all && is_newline(byte))) {
                return;
            }
            self.pos += 1;
        }
    }

    pub(super) fn spaces(&mut self) {
        while self.peek().is_some_and(is_space_or_tab) {
            self.pos += 1;
        }
    }

    fn scan_comment(&mut self) -> Result<bool> {
        match self.peek_at(1) {
            Some(b'/') => {
                if self.syntax == Syntax::Css && self.in_expression {
                    return Ok(false);
                }
                self.silent_comment()?;
                Ok(true)
            }
            Some(b'*') => {
                self.loud_comment()?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    pub(super) fn silent_comment(&mut self) -> Result<()> {
        let start = self.pos;
        while self.peek().is_some_and(|byte| !is_newline(byte)) {
            self.pos += 1;
        }
        if self.syntax == Syntax::Css && !self.in_expression {
            return self.fail_from("Silent comments aren't allowed in plain CSS.", start);
        }
        Ok(())
    }

    pub(super) fn loud_comment(&mut self) -> Result<()> {
        self.expect_text("/*")?;
        match self.text[self.pos..].find("*/") {
            Some(at) => {
                self.pos += at + 2;
                Ok(())
            }
            None => {
                self.pos = self.bytes.len();
                self.fail("expected more input.")
            }
        }
    }

    pub(super) fn expect_whitespace(&mut self, newlines: bool) -> Result<()> {
        let found = self.peek().is_some_and(is_whitespace) || (self.peek() == Some(b'/') && self.scan_comment()?);
        if !found {
            return self.fail("Expected whitespace.");
        }
        self.whitespace(newlines)
    }

    // Identifiers.

    /// An identifier without interpolation.
    pub(super) fn identifier(&mut self) -> Result<Cow<'a, str>> {
        self.identifier_of(false)
    }

    /// An identifier. In a unit, a `-` before a digit or a dot ends it.
    pub(super) fn identifier_of(&mut self, unit: bool) -> Result<Cow<'a, str>> {
        let start = self.pos;
        if self.scan_byte(b'-') && self.scan_byte(b'-') {
            return self.identifier_body(start, unit);
        }
        match self.peek() {
            Some(byte) if is_name_start(byte) => self.identifier_body(start, unit),
            Some(b'\\') => {
                let mut text = self.slice(start).to_owned();
                self.escape(true, &mut text)?;
                self.identifier_rest(text, unit)
            }
            _ => self.fail("Expected identifier."),
        }
    }

    fn identifier_body(&mut self, start: usize, unit: bool) -> Result<Cow<'a, str>> {
        self.skip_name(unit);
        if self.peek() == Some(b'\\') {
            let text = self.slice(start).to_owned();
            return self.identifier_rest(text, unit);
        }
        Ok(Cow::Borrowed(self.slice(start)))
    }

    fn identifier_rest(&mut self, mut text: String, unit: bool) -> Result<Cow<'a, str>> {
        loop {
            let start = self.pos;
            self.skip_name(unit);
            text.push_str(self.slice(start));
            if self.peek() != Some(b'\\') {
                return Ok(Cow::Owned(text));
            }
            self.escape(false, &mut text)?;
        }
    }

    pub(super) fn skip_name(&mut self, unit: bool) {
        if !unit {
            let rest = self.text.as_bytes().get(self.pos..).unwrap_or_default();
            self.pos += rest.iter().position(|byte| !NAME[usize::from(*byte)]).unwrap_or(rest.len());
            return;
        }
        while let Some(byte) = self.peek() {
            let ends = !is_name(byte)
                || (unit && byte == b'-' && self.peek_at(1).is_some_and(|next| next == b'.' || next.is_ascii_digit()));
            if ends {
                return;
            }
            self.pos += 1;
        }
    }

    /// `$name`. Returns the name with `-` instead of `_`.
    pub(super) fn variable_name(&mut self) -> Result<Symbol> {
        self.expect_byte(b'$')?;
        Ok(Symbol::normalized(&self.identifier()?))
    }

    /// Reads an escape and appends its normalized form to `out`.
    pub(super) fn escape(&mut self, identifier_start: bool, out: &mut String) -> Result<()> {
        let start = self.pos;
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

    /// Up to six digits and one whitespace character after them.
    fn hex_escape(&mut self) -> u32 {
        let mut value = 0;
        for _ in 0..6 {
            let Some(digit) = self.peek().and_then(|byte| (byte as char).to_digit(16)) else { break };
            value = value * 16 + digit;
            self.pos += 1;
        }
        if self.peek().is_some_and(is_whitespace) {
            self.pos += 1;
        }
        value
    }

    /// The character that an escape stands for.
    pub(super) fn escaped_char(&mut self) -> Result<char> {
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

    /// A quoted string without interpolation. Returns its value.
    pub(super) fn string(&mut self) -> Result<String> {
        let start = self.pos;
        let quote = match self.peek() {
            Some(quote @ (b'"' | b'\'')) => quote,
            None => return self.fail("expected more input."),
            Some(_) => return self.fail_at("Expected string.", start, start),
        };
        self.pos += 1;
        let mut out = String::new();
        loop {
            let chunk = self.pos;
            while self.peek().is_some_and(|byte| byte != quote && byte != b'\\' && !is_newline(byte)) {
                self.pos += 1;
            }
            out.push_str(self.slice(chunk));
            match self.peek() {
                Some(byte) if byte == quote => {
                    self.pos += 1;
                    return Ok(out);
                }
                Some(b'\\') if self.peek_at(1).is_some_and(is_newline) => self.pos += 2,
                Some(b'\\') => out.push(self.escaped_char()?),
                _ => return self.fail(&format!("Expected {}.", quote as char)),
            }
        }
    }

    // Lookahead.

    pub(super) fn looking_at_identifier(&self, ahead: usize) -> bool {
        match self.peek_at(ahead) {
            Some(b'\\') => true,
            Some(b'-') => {
                self.peek_at(ahead + 1).is_some_and(|byte| is_name_start(byte) || byte == b'\\' || byte == b'-')
            }
            Some(byte) => is_name_start(byte),
            None => false,
        }
    }

    pub(super) fn looking_at_identifier_body(&self) -> bool {
        self.peek().is_some_and(|byte| is_name(byte) || byte == b'\\')
    }

    pub(super) fn looking_at_interpolated_identifier(&self) -> bool {
        match self.peek() {
            Some(b'\\') => true,
            Some(b'#') => self.peek_at(1) == Some(b'{'),
            Some(b'-') => match self.peek_at(1) {
                Some(b'#') => self.peek_at(2) == Some(b'{'),
                Some(byte) => is_name_start(byte) || byte == b'\\' || byte == b'-',
                None => false,
            },
            Some(byte) => is_name_start(byte),
            None => false,
        }
    }

    pub(super) fn looking_at_interpolated_identifier_body(&self) -> bool {
        match self.peek() {
            Some(b'\\') => true,
            Some(b'#') => self.peek_at(1) == Some(b'{'),
            Some(byte) => is_name(byte),
            None => false,
        }
    }

    pub(super) fn looking_at_expression(&self) -> bool {
        match self.peek() {
            None => false,
            Some(b'.') => self.peek_at(1) != Some(b'.'),
            Some(b'!') => match self.peek_at(1) {
                None | Some(b'i' | b'I') => true,
                Some(byte) => is_whitespace(byte),
            },
            Some(b'(' | b'/' | b'[' | b'\'' | b'"' | b'#' | b'+' | b'-' | b'\\' | b'$' | b'&' | b'%') => true,
            Some(byte) => is_name_start(byte) || byte.is_ascii_digit(),
        }
    }

    /// A letter of a keyword, which may be escaped.
    fn scan_letter(&mut self, letter: u8, case_sensitive: bool) -> Result<bool> {
        let same = |actual: u8| if case_sensitive { actual == letter } else { actual.eq_ignore_ascii_case(&letter) };
        match self.peek() {
            Some(byte) if same(byte) => {
                self.pos += 1;
                Ok(true)
            }
            Some(b'\\') => {
                let start = self.pos;
                let char = self.escaped_char()?;
                if char.is_ascii() && same(char as u8) {
                    return Ok(true);
                }
                self.pos = start;
                Ok(false)
            }
            _ => Ok(false),
        }
    }

    fn scan_word(&mut self, word: &str, case_sensitive: bool) -> Result<bool> {
        for letter in word.bytes() {
            if !self.scan_letter(letter, case_sensitive)? {
                return Ok(false);
            }
        }
        Ok(!self.looking_at_identifier_body())
    }

    /// Reads the identifier `word` if it is next, ignoring case.
    pub(super) fn scan_identifier(&mut self, word: &str) -> Result<bool> {
        self.scan_identifier_case(word, false)
    }

    pub(super) fn scan_identifier_case(&mut self, word: &str, case_sensitive: bool) -> Result<bool> {
        if !self.looking_at_identifier(0) {
            return Ok(false);
        }
        let start = self.pos;
        let found = self.scan_word(word, case_sensitive)?;
        if !found {
            self.pos = start;
        }
        Ok(found)
    }

    pub(super) fn expect_identifier(&mut self, word: &str, name: Option<&str>) -> Result<()> {
        let quoted = format!("\"{word}\"");
        let name = name.unwrap_or(&quoted);
        let start = self.pos;
        for letter in word.bytes() {
            if !self.scan_letter(letter, false)? {
                return self.fail_at(&format!("Expected {name}."), start, start);
            }
        }
        if self.looking_at_identifier_body() {
            return self.fail_at(&format!("Expected {name}"), start, start);
        }
        Ok(())
    }

    /// Reads a letter, ignoring case. Fails if it is not next.
    pub(super) fn expect_letter(&mut self, letter: u8) -> Result<()> {
        if self.scan_letter(letter, false)? {
            return Ok(());
        }
        self.fail(&format!("Expected \"{}\".", letter as char))
    }
}
