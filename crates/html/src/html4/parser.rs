//! The parser's state and its loop over constructs. Reads bytes one at a time and never goes back by more than one
//! construct.

use super::elements::ends;
use crate::characters::is_xml_space;
use crate::error::{Level, Positions, SyntaxError};
use crate::tree::{Document, NodeId};

/// The maximum length of a name of an element or attribute in bytes. Longer names are cut.
const MAX_NAME_LENGTH: usize = 100;

/// The part of the page that the parser has reached: nothing yet, `head` or `body`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Frame {
    Nothing,
    Head,
    Body,
}

/// libxml2's numbers for the errors of its HTML parser.
pub(super) mod code {
    pub(crate) const INVALID_HEX_REFERENCE: u16 = 6;
    pub(crate) const INVALID_REFERENCE: u16 = 7;
    pub(crate) const INVALID_CHARACTER: u16 = 9;
    pub(crate) const NO_ENTITY_NAME: u16 = 68;
    pub(crate) const NO_SEMICOLON: u16 = 23;
    pub(crate) const VALUE_NOT_FINISHED: u16 = 40;
    pub(crate) const ATTRIBUTE_REDEFINED: u16 = 42;
    pub(crate) const COMMENT_NOT_FINISHED: u16 = 45;
    pub(crate) const INSTRUCTION_NOT_STARTED: u16 = 46;
    pub(crate) const INSTRUCTION_NOT_FINISHED: u16 = 47;
    pub(crate) const DOCTYPE_NOT_FINISHED: u16 = 61;
    pub(crate) const SPACE_REQUIRED: u16 = 65;
    pub(crate) const NAME_REQUIRED: u16 = 68;
    pub(crate) const TAG_NOT_CLOSED: u16 = 73;
    pub(crate) const MISMATCH: u16 = 76;
    pub(crate) const CDATA_CLOSE: u16 = 65;
    pub(crate) const TOO_DEEP: u16 = 1;
    pub(crate) const STRUCTURE: u16 = 800;
    pub(crate) const UNKNOWN_TAG: u16 = 801;
    pub(crate) const EMPTY: u16 = 4;
}

pub(super) struct Parser<'a> {
    pub(super) tree: &'a mut Document,
    pub(super) root: NodeId,
    pub(super) text: &'a str,
    bytes: &'a [u8],
    pub(super) position: usize,
    /// The names of the open elements, innermost last.
    pub(super) names: Vec<String>,
    /// The nodes of the open elements. If the parser reads only content, the first one is its root node, which has no
    /// entry in `names`.
    pub(super) open: Vec<NodeId>,
    pub(super) frame: Frame,
    /// Whether to add missing `html`, `head` and `body` elements.
    pub(super) implies: bool,
    /// The number of misplaced `html`, `head` and `body` tags whose end tags are still expected.
    pub(super) misplaced: usize,
    pub(super) is_halted: bool,
    positions: Positions,
}

impl<'a> Parser<'a> {
    pub(super) fn new(tree: &'a mut Document, root: NodeId, text: &'a str) -> Self {
        Parser {
            tree,
            root,
            text,
            bytes: text.as_bytes(),
            position: 0,
            names: Vec::new(),
            open: Vec::new(),
            frame: Frame::Nothing,
            implies: false,
            misplaced: 0,
            is_halted: false,
            positions: Positions::new(),
        }
    }

    /// Parses a whole page, including the document type, comments and processing instructions in front of its root
    /// element.
    pub(super) fn page(mut self) {
        self.implies = true;
        self.skip_blanks();
        if self.byte(0) == 0 {
            self.fail(code::EMPTY, "Document is empty");
        }
        self.prolog();
        if self.looks_at_doctype() {
            self.declaration();
        }
        self.skip_blanks();
        self.prolog();
        self.run();
    }

    /// Parses the text as the content of the parser's root node, which is open from the start.
    pub(super) fn content(mut self) {
        self.open.push(self.root);
        self.run();
    }

    fn run(&mut self) {
        let mut current = self.name().map(str::to_owned);
        let mut depth = self.names.len();
        while !self.is_halted {
            if self.looks_at("</") {
                if self.end_tag() && (current.is_some() || self.names.is_empty()) {
                    current = self.name().map(str::to_owned);
                    depth = self.names.len();
                }
                continue;
            }
            if self.byte(0) == b'<' && self.ends_open_element() {
                continue;
            }
            if !self.names.is_empty() && depth >= self.names.len() && current.as_deref() != self.name() {
                current = self.name().map(str::to_owned);
                depth = self.names.len();
                continue;
            }
            if self.byte(0) != 0 && matches!(current.as_deref(), Some("script" | "style")) {
                self.script();
                continue;
            }
            if self.looks_at_doctype() {
                self.misplaced_doctype();
            }
            match (self.byte(0), self.byte(1)) {
                (b'<', b'!') if self.looks_at("<!--") => self.comment(),
                (b'<', b'?') => self.instruction(),
                (b'<', next) if next.is_ascii_alphabetic() => {
                    self.element();
                    current = self.name().map(str::to_owned);
                    depth = self.names.len();
                }
                (b'<', _) => {
                    self.characters("<");
                    self.position += 1;
                }
                (b'&', _) => self.reference(),
                (0, _) => break,
                _ => self.character_data(),
            }
        }
        self.names.clear();
    }

    /// Closes the innermost open element if the next start tag ends it. Returns whether it was closed.
    fn ends_open_element(&mut self) -> bool {
        if !matches!(self.byte(1), b'_' | b':') && !self.byte(1).is_ascii_alphabetic() {
            return false;
        }
        let name = self.bytes[self.position + 1..]
            .iter()
            .take(MAX_NAME_LENGTH)
            .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'-' | b'_'));
        let name: String = name.map(|byte| char::from(byte.to_ascii_lowercase())).collect();
        let is_ended = self.name().is_some_and(|open| ends(&name, open));
        if is_ended {
            self.close_ended_by(&name);
        }
        is_ended
    }

    /// The byte at a distance of `ahead` bytes from the position. 0 after the end.
    pub(super) fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.position + ahead).copied().unwrap_or(0)
    }

    pub(super) fn looks_at(&self, text: &str) -> bool {
        self.bytes[self.position.min(self.bytes.len())..].starts_with(text.as_bytes())
    }

    pub(super) fn looks_at_doctype(&self) -> bool {
        let ahead = self.bytes.get(self.position..self.position + 9);
        ahead.is_some_and(|ahead| ahead.eq_ignore_ascii_case(b"<!DOCTYPE"))
    }

    pub(super) fn skip_while(&mut self, mut wanted: impl FnMut(u8) -> bool) {
        while self.byte(0) != 0 && wanted(self.byte(0)) {
            self.position += 1;
        }
    }

    pub(super) fn skip_blanks(&mut self) {
        self.skip_while(is_xml_space);
    }

    /// Reads the name of an element or attribute, and returns it in lower case. `None` if no name begins at the
    /// position.
    pub(super) fn tag_name(&mut self) -> Option<String> {
        if !matches!(self.byte(0), b'_' | b':' | b'.') && !self.byte(0).is_ascii_alphabetic() {
            return None;
        }
        let start = self.position;
        let mut left = MAX_NAME_LENGTH;
        self.skip_while(|byte| {
            let is_in = left > 0 && (byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'-' | b'_' | b'.'));
            left = left.saturating_sub(1);
            is_in
        });
        Some(self.text[start..self.position].to_ascii_lowercase())
    }

    /// Records an error at the current position. `code` is libxml2's number for this kind of error.
    pub(super) fn fail(&mut self, code: u16, message: impl Into<String>) {
        self.fail_about(code, message, None, None);
    }

    /// Records an error at the current position. `first` and `second` are names in the
    /// message, which come from the document.
    pub(super) fn fail_about(
        &mut self,
        code: u16,
        message: impl Into<String>,
        first: Option<&str>,
        second: Option<&str>,
    ) {
        let (line, column) = self.positions.of(self.bytes, self.position);
        self.tree.errors.push(SyntaxError {
            message: message.into(),
            code,
            level: Level::Error,
            line,
            column,
            first: first.map(str::to_owned),
            second: second.map(str::to_owned),
        });
    }

    pub(super) fn current_line(&mut self) -> u32 {
        self.positions.of(self.bytes, self.position).0
    }

    /// The name of the innermost open element. `None` if no element is open.
    pub(super) fn name(&self) -> Option<&str> {
        self.names.last().map(String::as_str)
    }

    /// The text from `start` to the current position. Characters that XML does not allow are removed and reported, with
    /// `place` in the message.
    pub(super) fn cleaned(&mut self, start: usize, place: &str) -> String {
        let text = &self.text[start..self.position.min(self.text.len())];
        let mut cleaned = String::with_capacity(text.len());
        for c in text.chars() {
            if is_character(u32::from(c)) {
                cleaned.push(c);
            } else {
                self.fail(code::INVALID_CHARACTER, format!("Invalid char in {place} 0x{:X}", u32::from(c)));
            }
        }
        cleaned
    }
}

/// Whether XML allows the character with the code point `number` (`Char` in the grammar of XML).
pub(crate) fn is_character(number: u32) -> bool {
    matches!(number, 0x9 | 0xA | 0xD | 0x20..=0xD7FF | 0xE000..=0xFFFD | 0x1_0000..=0x10_FFFF)
}
