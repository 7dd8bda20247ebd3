//! The parser's state, and the order of a document's parts: XML declaration, document type, root element.

use super::{MAX_DEPTH, ParseOptions};
use crate::characters::is_xml_space;
use crate::error::{Level, Positions, SyntaxError};
use crate::tree::{Document, NodeId};
use std::collections::HashMap;

/// libxml2's numbers for the errors of its XML parser.
pub(super) mod code {
    pub(crate) const EMPTY: u16 = 4;
    pub(crate) const DOCUMENT_END: u16 = 5;
    pub(crate) const INVALID_HEX_REFERENCE: u16 = 6;
    pub(crate) const INVALID_REFERENCE: u16 = 7;
    pub(crate) const INVALID_CHARACTER: u16 = 9;
    pub(crate) const NO_SEMICOLON: u16 = 23;
    pub(crate) const UNDECLARED_ENTITY: u16 = 26;
    pub(crate) const LT_IN_ATTRIBUTE: u16 = 38;
    pub(crate) const ATTRIBUTE_NOT_STARTED: u16 = 39;
    pub(crate) const ATTRIBUTE_NOT_FINISHED: u16 = 40;
    pub(crate) const ATTRIBUTE_WITHOUT_VALUE: u16 = 41;
    pub(crate) const ATTRIBUTE_REDEFINED: u16 = 42;
    pub(crate) const COMMENT_NOT_FINISHED: u16 = 45;
    pub(crate) const INSTRUCTION_NOT_STARTED: u16 = 46;
    pub(crate) const INSTRUCTION_NOT_FINISHED: u16 = 47;
    pub(crate) const DOCTYPE_NOT_FINISHED: u16 = 61;
    pub(crate) const CDATA_END: u16 = 62;
    pub(crate) const CDATA_NOT_FINISHED: u16 = 63;
    pub(crate) const RESERVED_NAME: u16 = 64;
    pub(crate) const SPACE_REQUIRED: u16 = 65;
    pub(crate) const NAME_REQUIRED: u16 = 68;
    pub(crate) const GT_REQUIRED: u16 = 73;
    pub(crate) const MISMATCH: u16 = 76;
    pub(crate) const NOT_FINISHED: u16 = 77;
    pub(crate) const HYPHEN_IN_COMMENT: u16 = 80;
    pub(crate) const UNDEFINED_NAMESPACE: u16 = 201;
    pub(crate) const ENTITY_LOOP: u16 = 89;
    pub(crate) const INTERNAL: u16 = 1;
}

/// An element whose end tag was not read yet.
pub(super) struct Open {
    pub node: NodeId,
    /// The name with its prefix, as written.
    pub name: String,
    pub line: u32,
}

pub(super) struct Parser<'a> {
    pub(super) tree: &'a mut Document,
    pub(super) root: NodeId,
    pub(super) text: &'a str,
    bytes: &'a [u8],
    pub(super) position: usize,
    pub(super) options: ParseOptions,
    pub(super) open: Vec<Open>,
    /// The element whose namespaces are in scope around the text. `None` for a document or a fragment.
    pub(super) context: Option<NodeId>,
    pub(super) entities: HashMap<String, String>,
    /// The total length in bytes of the replacement texts of entities so far.
    pub(super) expanded: usize,
    pub(super) is_halted: bool,
    /// Whether no fatal error has occurred so far.
    pub(super) is_well_formed: bool,
    positions: Positions,
}

impl<'a> Parser<'a> {
    pub(super) fn new(tree: &'a mut Document, root: NodeId, text: &'a str, options: &ParseOptions) -> Self {
        Parser {
            tree,
            root,
            text,
            bytes: text.as_bytes(),
            position: 0,
            options: *options,
            open: Vec::new(),
            context: None,
            entities: HashMap::new(),
            expanded: 0,
            is_halted: false,
            is_well_formed: true,
            positions: Positions::new(),
        }
    }

    /// Parses the text as a document: one root element, after an optional XML declaration and document type.
    pub(super) fn document(mut self) {
        if self.text.is_empty() {
            self.fail(code::EMPTY, "Document is empty");
        }
        if self.looks_at("<?xml") && is_xml_space(self.byte(5)) {
            self.declaration();
        }
        self.miscellaneous();
        if self.looks_at("<!DOCTYPE") {
            self.doctype();
            self.miscellaneous();
        }
        if self.byte(0) != b'<' {
            self.fail(code::EMPTY, "Start tag expected, '<' not found");
            return;
        }
        if self.start_element() {
            self.content();
        }
        if self.is_halted {
            return;
        }
        self.miscellaneous();
        if self.position < self.bytes.len() {
            self.fail(code::DOCUMENT_END, "Extra content at the end of the document");
        }
    }

    /// Parses content that may have several top-level elements or none, as in a fragment.
    pub(super) fn fragment(mut self) {
        let line = 1;
        self.open.push(Open { node: self.root, name: String::new(), line });
        self.content();
    }

    /// Reads the comments, processing instructions and white space before or after the root element.
    fn miscellaneous(&mut self) {
        loop {
            self.skip_blanks();
            let before = self.position;
            if self.looks_at("<?") {
                self.instruction();
            } else if self.looks_at("<!--") {
                self.comment();
            }
            if self.position == before || self.is_halted {
                return;
            }
        }
    }

    /// Reads the XML declaration, and stores its version, encoding and `standalone`.
    fn declaration(&mut self) {
        let end = self.text[self.position..].find("?>").map_or(self.text.len(), |length| self.position + length);
        let written = &self.text[self.position + 5..end];
        let value = |name: &str| {
            let position = written.find(name)? + name.len();
            let rest = written[position..].trim_start().strip_prefix('=')?.trim_start();
            let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            rest[1..].split_once(quote).map(|(value, _)| value.to_owned())
        };
        if let Some(version) = value("version") {
            self.tree.version = Some(version);
        }
        if let Some(encoding) = value("encoding") {
            self.tree.encoding = Some(encoding);
        }
        self.tree.standalone = value("standalone").map(|standalone| standalone == "yes");
        self.position = (end + 2).min(self.text.len());
    }

    /// Reads everything up to the end tag of the element that is innermost at the call, including nested elements.
    fn content(&mut self) {
        let bottom = self.open.len();
        while !self.is_halted {
            match (self.byte(0), self.byte(1)) {
                (0, _) if self.position >= self.bytes.len() => {
                    self.premature_end(bottom);
                    return;
                }
                (b'<', b'/') => {
                    if self.open.len() <= 1 && self.open.last().is_some_and(|open| open.name.is_empty()) {
                        self.fail(code::DOCUMENT_END, "chunk is not well balanced");
                        return;
                    }
                    self.end_element();
                    if self.open.len() < bottom {
                        return;
                    }
                }
                (b'<', b'?') => self.instruction(),
                (b'<', b'!') if self.looks_at("<![CDATA[") => self.cdata(),
                (b'<', b'!') if self.looks_at("<!--") => self.comment(),
                (b'<', _) => {
                    self.start_element();
                }
                (b'&', _) => self.reference(),
                _ => self.character_data(),
            }
        }
    }

    fn premature_end(&mut self, bottom: usize) {
        if self.open.len() < bottom || self.open.last().is_none_or(|open| open.name.is_empty()) {
            return;
        }
        let open = self.open.last().map(|open| (open.name.clone(), open.line));
        if let Some((name, line)) = open {
            let message = format!("Premature end of data in tag {name} line {line}");
            self.fail_about(code::NOT_FINISHED, Level::Fatal, message, Some(&name), None);
        }
        self.is_halted = true;
    }

    /// The byte at a distance of `ahead` bytes from the position. 0 after the end.
    pub(super) fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.position + ahead).copied().unwrap_or(0)
    }

    pub(super) fn looks_at(&self, text: &str) -> bool {
        self.bytes[self.position.min(self.bytes.len())..].starts_with(text.as_bytes())
    }

    pub(super) fn skip_blanks(&mut self) -> bool {
        let start = self.position;
        while is_xml_space(self.byte(0)) {
            self.position += 1;
        }
        self.position > start
    }

    /// Reads a name, including a prefix, for example `xlink:href`. `None` if no name begins at the position.
    pub(super) fn name(&mut self) -> Option<&'a str> {
        let rest = &self.text[self.position..];
        if !rest.starts_with(is_name_start) {
            return None;
        }
        let length = rest.find(|c| !is_name_inner(c)).unwrap_or(rest.len());
        self.position += length;
        Some(&rest[..length])
    }

    pub(super) fn fail(&mut self, code: u16, message: impl Into<String>) {
        self.fail_about(code, Level::Fatal, message, None, None);
    }

    pub(super) fn fail_about(
        &mut self,
        code: u16,
        level: Level,
        message: impl Into<String>,
        first: Option<&str>,
        second: Option<&str>,
    ) {
        self.is_well_formed &= level != Level::Fatal;
        let (line, column) = self.positions.of(self.bytes, self.position);
        self.tree.errors.push(SyntaxError {
            message: message.into(),
            code,
            level,
            line,
            column,
            first: first.map(str::to_owned),
            second: second.map(str::to_owned),
        });
    }

    pub(super) fn current_line(&mut self) -> u32 {
        self.positions.of(self.bytes, self.position).0
    }

    pub(super) fn parent(&self) -> NodeId {
        self.open.last().map_or(self.root, |open| open.node)
    }

    pub(super) fn put(&mut self, node: NodeId) {
        let line = self.current_line();
        self.tree.set_line(node, line);
        let parent = self.parent();
        self.tree.append(parent, node);
    }

    pub(super) fn push(&mut self, open: Open) {
        self.open.push(open);
        if self.open.len() > MAX_DEPTH {
            let message = format!("Excessive depth in document: {MAX_DEPTH} use XML_PARSE_HUGE option");
            self.fail(code::INTERNAL, message);
            self.is_halted = true;
        }
    }
}

fn is_name_start(c: char) -> bool {
    matches!(c, ':' | '_' | 'A'..='Z' | 'a'..='z' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}'
        | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}' | '\u{200D}' | '\u{2070}'..='\u{218F}'
        | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}'
        | '\u{10000}'..='\u{EFFFF}')
}

fn is_name_inner(c: char) -> bool {
    is_name_start(c) || matches!(c, '-' | '.' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}' | '\u{2040}')
}
