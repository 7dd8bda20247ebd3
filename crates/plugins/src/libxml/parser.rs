//! Mirrors libxml2's HTMLparser.c, as far as it affects the tree.
//!
//! As there, bytes are read one at a time. The parser never goes back by more than one construct, so it takes linear
//! time. As in libxml2, elements nested deeper than [`MAX_DEPTH`] end the parsing.

mod declarations;

use super::elements::{self, ends};
use super::{Attribute, Kind, NodeId, Tree};

/// `xmlParserMaxDepth`
const MAX_DEPTH: usize = 256;
/// `HTML_PARSER_BUFFER_SIZE`: names are truncated to this length.
const MAX_NAME_LENGTH: usize = 100;

/// Parses a whole document into `document`.
pub fn parse_document(tree: &mut Tree, document: NodeId, text: &str) {
    let mut parser = Parser::new(tree, document, text);
    parser.implies = true;
    parser.parse();
}

/// `htmlParseDocument`: parses a page into `document`, including everything before its root element. Returns its
/// document type as written, if any.
pub fn parse_page(tree: &mut Tree, document: NodeId, text: &str) -> Option<String> {
    let mut parser = Parser::new(tree, document, text);
    parser.implies = true;
    parser.skip_blanks();
    parser.prolog();
    let doctype = parser.looks_at_doctype().then(|| parser.declaration());
    parser.is_declared = doctype.is_some();
    parser.skip_blanks();
    parser.prolog();
    parser.parse();
    doctype
}

/// Parses the content of an element into `context`. Returns whether libxml2 reports no errors.
pub fn parse_content(tree: &mut Tree, context: NodeId, text: &str) -> bool {
    let mut parser = Parser::new(tree, context, text);
    parser.open.push(context);
    parser.parse();
    parser.is_good
}

/// The tags of the page's structure that were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Frame {
    Nothing,
    Head,
    Body,
}

pub(super) struct Parser<'a> {
    tree: &'a mut Tree,
    root: NodeId,
    pub(super) text: &'a str,
    bytes: &'a [u8],
    pub(super) at: usize,
    /// The names of open elements.
    names: Vec<String>,
    /// Open elements. They differ from the names only if a tag is cut off.
    open: Vec<NodeId>,
    frame: Frame,
    /// Whether to add missing `html`, `head` and `body` elements.
    implies: bool,
    /// The number of misplaced `html`, `head` and `body` tags whose end tags are still expected.
    misplaced: usize,
    is_good: bool,
    is_halted: bool,
    /// Whether there is a document type before the content.
    is_declared: bool,
}

impl<'a> Parser<'a> {
    fn new(tree: &'a mut Tree, root: NodeId, text: &'a str) -> Self {
        Parser {
            tree,
            root,
            text,
            bytes: text.as_bytes(),
            at: 0,
            names: Vec::new(),
            open: Vec::new(),
            frame: Frame::Nothing,
            implies: false,
            misplaced: 0,
            is_good: true,
            is_halted: false,
            is_declared: false,
        }
    }

    /// `htmlParseContentInternal`
    fn parse(&mut self) {
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
                self.doctype();
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
                    self.at += 1;
                }
                (b'&', _) => self.reference(),
                (0, _) => break,
                _ => self.character_data(),
            }
        }
        self.names.clear();
    }

    /// Whether the next start tag closes the open element.
    fn ends_open_element(&mut self) -> bool {
        if !matches!(self.byte(1), b'_' | b':') && !self.byte(1).is_ascii_alphabetic() {
            return false;
        }
        let name = self.bytes[self.at + 1..]
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

    // Reading

    /// The byte at this distance. 0 after the end.
    pub(super) fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn looks_at(&self, text: &str) -> bool {
        self.bytes[self.at.min(self.bytes.len())..].starts_with(text.as_bytes())
    }

    fn looks_at_doctype(&self) -> bool {
        let ahead = self.bytes.get(self.at..self.at + 9);
        ahead.is_some_and(|ahead| ahead.eq_ignore_ascii_case(b"<!DOCTYPE"))
    }

    pub(super) fn skip_while(&mut self, mut wanted: impl FnMut(u8) -> bool) {
        while self.byte(0) != 0 && wanted(self.byte(0)) {
            self.at += 1;
        }
    }

    fn skip_blanks(&mut self) {
        self.skip_while(is_blank);
    }

    pub(super) fn complain(&mut self) {
        self.is_good = false;
    }

    /// `htmlParseHTMLName`
    fn tag_name(&mut self) -> Option<String> {
        if !matches!(self.byte(0), b'_' | b':' | b'.') && !self.byte(0).is_ascii_alphabetic() {
            return None;
        }
        let start = self.at;
        let mut left = MAX_NAME_LENGTH;
        self.skip_while(|byte| {
            let is_in = left > 0 && (byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'-' | b'_' | b'.'));
            left = left.saturating_sub(1);
            is_in
        });
        Some(self.text[start..self.at].to_ascii_lowercase())
    }

    // The tree

    fn name(&self) -> Option<&str> {
        self.names.last().map(String::as_str)
    }

    /// `xmlSAX2StartElement`
    fn start(&mut self, name: &str, attributes: Vec<Attribute>) {
        match name {
            "head" => self.frame = self.frame.max(Frame::Head),
            "body" => self.frame = Frame::Body,
            _ => {}
        }
        self.names.push(name.to_owned());
        if self.open.len() > MAX_DEPTH {
            self.complain();
            self.is_halted = true;
            return;
        }
        // Content after the end of the page is added to it, unless the document starts with something else.
        let first = self.tree.nodes[self.root.0].children.first();
        let first = first.filter(|first| !self.is_declared && !self.tree.name(**first).is_empty());
        let parent = self.open.last().or(first).copied().unwrap_or(self.root);
        let node = self.tree.add(Kind::Element { name: local(name).to_owned(), attributes });
        self.tree.put(parent, vec![node]);
        self.open.push(node);
    }

    /// `xmlSAX2EndElement`
    fn close(&mut self) {
        self.open.pop();
        self.names.pop();
    }

    fn put(&mut self, kind: Kind) {
        let node = self.tree.add(kind);
        let parent = self.open.last().copied().unwrap_or(self.root);
        self.tree.put(parent, vec![node]);
    }

    /// `xmlSAX2Characters`: appends to the preceding text.
    pub(super) fn characters(&mut self, text: &str) {
        let Some(parent) = self.open.last() else { return };
        let last = self.tree.nodes[parent.0].children.last().copied();
        if let Some(last) = last
            && let Kind::Text(before) = &mut self.tree.nodes[last.0].kind
        {
            before.push_str(text);
            return;
        }
        self.put(Kind::Text(text.to_owned()));
    }

    // What comes by itself

    /// `htmlAutoClose`
    fn close_ended_by(&mut self, new: &str) {
        while self.name().is_some_and(|open| ends(new, open)) {
            self.close();
        }
    }

    /// `htmlCheckImplied`
    fn imply(&mut self, new: &str) {
        if !self.implies || new == "html" {
            return;
        }
        if self.names.is_empty() {
            self.start("html", Vec::new());
        }
        match new {
            "body" | "head" | "noframes" | "frame" | "frameset" => {}
            "script" | "style" | "meta" | "link" | "title" | "base" if self.names.len() <= 1 => {
                if self.frame < Frame::Head {
                    self.start("head", Vec::new());
                }
            }
            _ => {
                if self.frame < Frame::Body && !self.names.iter().any(|name| name == "body" || name == "head") {
                    self.start("body", Vec::new());
                }
            }
        }
    }

    /// `htmlCheckParagraph`: text outside of the body starts a paragraph.
    pub(super) fn imply_paragraph(&mut self) {
        if matches!(self.name(), None | Some("html" | "head")) {
            self.close_ended_by("p");
            self.imply("p");
            self.start("p", Vec::new());
        }
    }

    // Tags

    /// `htmlParseElementInternal`
    fn element(&mut self) {
        let is_started = self.start_tag();
        let Some(name) = self.name().map(str::to_owned).filter(|_| is_started) else {
            if self.byte(0) == b'>' {
                self.at += 1;
            }
            return;
        };
        let info = elements::element(&name);
        if info.is_none() {
            self.complain();
        }
        if self.looks_at("/>") {
            self.at += 2;
            self.close();
            return;
        }
        if self.byte(0) != b'>' {
            self.complain();
            self.close();
            return;
        }
        self.at += 1;
        if info.is_some_and(|info| info.is_empty) {
            self.close();
        }
    }

    /// `htmlParseStartTag`. Returns false if there is no tag.
    fn start_tag(&mut self) -> bool {
        self.at += 1;
        let Some(name) = self.tag_name() else {
            self.complain();
            self.skip_while(|byte| byte != b'>');
            return false;
        };
        self.close_ended_by(&name);
        self.imply(&name);
        let misplaced = match name.as_str() {
            "html" => usize::from(!self.names.is_empty()),
            "head" => usize::from(self.names.len() != 1),
            "body" => self.names.iter().filter(|open| *open == "body").count(),
            _ => 0,
        };
        if misplaced > 0 {
            self.complain();
            self.misplaced += misplaced;
        }
        let attributes = self.attributes();
        if misplaced == 0 {
            self.start(&name, attributes);
        }
        true
    }

    fn attributes(&mut self) -> Vec<Attribute> {
        let mut attributes: Vec<Attribute> = Vec::new();
        self.skip_blanks();
        while self.byte(0) != 0 && self.byte(0) != b'>' && !self.looks_at("/>") {
            match self.tag_name() {
                Some(name) => {
                    self.skip_blanks();
                    let mut value = None;
                    if self.byte(0) == b'=' {
                        self.at += 1;
                        self.skip_blanks();
                        value = Some(self.attribute_value());
                    }
                    if attributes.iter().any(|attribute| attribute.name == name) {
                        self.complain();
                    } else {
                        attributes.push(Attribute { name, value });
                    }
                }
                None => {
                    self.complain();
                    while self.byte(0) != 0 && !is_blank(self.byte(0)) && self.byte(0) != b'>' && !self.looks_at("/>") {
                        self.at += 1;
                    }
                }
            }
            self.skip_blanks();
        }
        attributes
    }

    /// `htmlParseAttValue`
    fn attribute_value(&mut self) -> String {
        let quote = self.byte(0);
        if !matches!(quote, b'"' | b'\'') {
            return self.value_until(|byte| byte == b'>' || is_blank(byte));
        }
        self.at += 1;
        let value = self.value_until(|byte| byte == quote);
        if self.byte(0) == quote {
            self.at += 1;
        } else {
            self.complain();
        }
        value
    }

    fn value_until(&mut self, is_end: impl Fn(u8) -> bool) -> String {
        let mut value = String::new();
        // A reference to an invalid character leaves a zero byte, which ends a string in C.
        let mut is_cut = false;
        while self.byte(0) != 0 && !is_end(self.byte(0)) {
            let mut found = String::new();
            if self.byte(0) == b'&' {
                match self.any_reference() {
                    Some(text) => found = text,
                    None => is_cut = true,
                }
            } else {
                let start = self.at;
                self.skip_while(|byte| byte != b'&' && !is_end(byte));
                found.push_str(&self.text[start..self.at]);
            }
            if !is_cut {
                value.push_str(&found);
            }
        }
        value
    }

    /// `htmlParseEndTag`. Returns whether it closed an element.
    fn end_tag(&mut self) -> bool {
        self.at += 2;
        let Some(name) = self.tag_name() else { return false };
        self.skip_blanks();
        if self.byte(0) != b'>' {
            self.complain();
            self.skip_while(|byte| byte != b'>');
        }
        if self.byte(0) == b'>' {
            self.at += 1;
        }
        if self.misplaced > 0 && matches!(name.as_str(), "html" | "body" | "head") {
            self.misplaced -= 1;
            return false;
        }
        if !self.names.contains(&name) {
            self.complain();
            return false;
        }
        self.close_up_to(&name);
        let is_open = self.name() == Some(&name);
        if is_open {
            self.close();
        } else {
            self.complain();
        }
        is_open
    }

    /// `htmlAutoCloseOnClose`: closes the elements inside of the one that an end tag names.
    fn close_up_to(&mut self, name: &str) {
        let rank = elements::rank(name);
        let inside: Vec<_> = self.names.iter().rev().take_while(|open| *open != name).collect();
        if inside.iter().any(|open| elements::rank(open) > rank) {
            return;
        }
        for _ in 0..inside.len() {
            if self.name().and_then(elements::element).is_some_and(|info| info.is_style) {
                self.complain();
            }
            self.close();
        }
    }

    // Everything else

    /// `htmlParseScript`: reads up to the end tag of the element.
    fn script(&mut self) {
        let name = self.name().unwrap_or_default().to_owned();
        let start = self.at;
        loop {
            self.skip_while(|byte| byte != b'<');
            if self.byte(0) == 0 {
                break;
            }
            if self.byte(1) == b'/' {
                let ahead = self.bytes.get(self.at + 2..self.at + 2 + name.len());
                if ahead.is_some_and(|ahead| ahead.eq_ignore_ascii_case(name.as_bytes())) {
                    break;
                }
                self.complain();
            }
            self.at += 1;
        }
        let text = self.cleaned(start);
        if text.is_empty() {
            return;
        }
        let last = self.open.last().and_then(|open| self.tree.nodes[open.0].children.last()).copied();
        match last.map(|last| &mut self.tree.nodes[last.0].kind) {
            Some(Kind::Raw(before)) => before.push_str(&text),
            _ => self.put(Kind::Raw(text)),
        }
    }

    /// `htmlParseCharData`
    fn character_data(&mut self) {
        let start = self.at;
        self.skip_while(|byte| byte != b'<' && byte != b'&');
        let text = self.cleaned(start);
        if text.is_empty() {
            return;
        }
        let is_between = matches!(self.byte(0), 0 | b'<') && text.bytes().all(is_blank);
        if !is_between {
            self.imply_paragraph();
        }
        self.characters(&text);
    }

    /// The text since `start`, without characters that XML does not allow.
    fn cleaned(&mut self, start: usize) -> String {
        let text = &self.text[start..self.at];
        let cleaned: String = text.chars().filter(|c| is_character(u32::from(*c))).collect();
        if cleaned.len() < text.len() {
            self.complain();
        }
        cleaned
    }
}

/// `xmlSplitQName`: a name without the prefix before its first colon. The parser itself uses the whole name.
fn local(name: &str) -> &str {
    match name.split_once(':') {
        Some((prefix, rest)) if !prefix.is_empty() && !rest.is_empty() => rest,
        _ => name,
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// XML's `Char`.
pub(super) fn is_character(number: u32) -> bool {
    matches!(number, 0x9 | 0xA | 0xD | 0x20..=0xD7FF | 0xE000..=0xFFFD | 0x1_0000..=0x10_FFFF)
}
