//! Entities and numeric references, and the names of entities and processing instructions.

use super::entities::entity;
use super::parser::{Parser, code, is_character};
use unicode_normalization::char::is_combining_mark;

impl<'a> Parser<'a> {
    /// Reads a reference such as `&#38;` or `&amp;`, and adds the resulting text to the open element.
    pub(super) fn reference(&mut self) {
        if let Some(text) = self.any_reference() {
            self.imply_paragraph();
            self.characters(&text);
        }
    }

    /// Reads a reference and returns its character. For an entity that is unknown or lacks its `;`, returns `&` and the
    /// name. Without a name, returns `&`. `None` for an invalid number.
    pub(super) fn any_reference(&mut self) -> Option<String> {
        if self.byte(1) == b'#' {
            return self.character_reference().map(String::from);
        }
        self.position += 1;
        let Some(name) = self.any_name() else {
            self.fail(code::NO_ENTITY_NAME, "htmlParseEntityRef: no name");
            return Some("&".to_owned());
        };
        if self.byte(0) != b';' {
            self.fail(code::NO_SEMICOLON, "htmlParseEntityRef: expecting ';'");
            return Some(format!("&{name}"));
        }
        match entity(name) {
            Some(character) => {
                self.position += 1;
                Some(character.to_string())
            }
            None => Some(format!("&{name}")),
        }
    }

    fn character_reference(&mut self) -> Option<char> {
        let radix = if matches!(self.byte(2), b'x' | b'X') { 16 } else { 10 };
        self.position += if radix == 16 { 3 } else { 2 };
        let mut number: u32 = 0;
        while let Some(digit) = char::from(self.byte(0)).to_digit(radix) {
            if number < 0x0011_0000 {
                number = number * radix + digit;
            }
            self.position += 1;
        }
        if self.byte(0) == b';' {
            self.position += 1;
        } else {
            let code = if radix == 16 { code::INVALID_HEX_REFERENCE } else { code::INVALID_REFERENCE };
            self.fail(code, "htmlParseCharRef: missing semicolon");
        }
        let character = char::from_u32(number).filter(|_| is_character(number));
        if character.is_none() {
            let message = if number >= 0x0011_0000 {
                "htmlParseCharRef: value too large".to_owned()
            } else {
                format!("htmlParseCharRef: invalid xmlChar value {number}")
            };
            self.fail(code::INVALID_CHARACTER, message);
        }
        character
    }

    /// Reads an XML name, in its original case. `None` if no name begins at the position or, as in libxml2, if an ASCII
    /// name extends to the end of the text.
    pub(super) fn any_name(&mut self) -> Option<&'a str> {
        let rest = &self.text[self.position..];
        let is_start = |c: char| c == '_' || c == ':' || c.is_ascii_alphabetic();
        let is_inner = |c: char| is_start(c) || c.is_ascii_digit() || c == '-' || c == '.';
        let mut length = rest.find(|c| !is_inner(c)).unwrap_or(rest.len());
        let is_plain = rest.starts_with(is_start);
        if is_plain && length == rest.len() {
            return None;
        }
        if !is_plain || !rest.as_bytes()[length].is_ascii() {
            if !rest.starts_with(|c| is_start(c) || is_letter(c)) {
                return None;
            }
            length = rest.find(|c| !is_inner(c) && !is_letter(c) && !is_mark(c)).unwrap_or(rest.len());
        }
        self.position += length;
        Some(&rest[..length])
    }
}

/// Whether a character is a `Letter` of XML, approximately: a letter up to U+D7A3, because XML uses Unicode 2.0.
fn is_letter(c: char) -> bool {
    c.is_alphabetic() && c <= '\u{d7a3}'
}

/// Whether a character is a `Digit`, `CombiningChar` or `Extender` of XML.
fn is_mark(c: char) -> bool {
    c <= '\u{d7a3}' && !c.is_ascii() && (c == '\u{b7}' || c.is_numeric() || is_combining_mark(c))
}
