//! Start and end tags, attributes, and the elements that tags add or close.

use super::MAX_DEPTH;
use super::elements::{self, ends};
use super::parser::{Frame, Parser, code};
use crate::characters::is_xml_space;
use crate::tree::NodeId;

/// An attribute of a start tag. `value` is `None` if no `=` follows the name.
struct Attribute {
    name: String,
    value: Option<String>,
}

impl Parser<'_> {
    /// Opens an element. If elements are nested too deeply, stops the parser with an error instead.
    fn start(&mut self, name: &str, attributes: Vec<Attribute>) {
        match name {
            "head" => self.frame = self.frame.max(Frame::Head),
            "body" => self.frame = Frame::Body,
            _ => {}
        }
        self.names.push(name.to_owned());
        if self.open.len() > MAX_DEPTH {
            self.fail(code::TOO_DEEP, format!("Excessive depth in document: {MAX_DEPTH} use XML_PARSE_HUGE option"));
            self.is_halted = true;
            return;
        }
        // Content after the end of the page is added to it, unless something else is in front of it.
        let first = self.tree.first_child(self.root).filter(|first| self.tree.is_element(*first));
        let parent = self.open.last().copied().or(first).unwrap_or(self.root);
        let node = self.tree.create_element(local(name));
        let line = self.current_line();
        self.tree.set_line(node, line);
        for attribute in attributes {
            self.tree.push_attribute(node, &attribute.name, None, attribute.value.as_deref());
        }
        self.tree.append(parent, node);
        self.open.push(node);
    }

    /// Closes the innermost open element.
    fn close(&mut self) {
        self.open.pop();
        self.names.pop();
    }

    pub(super) fn put(&mut self, node: NodeId) {
        let line = self.current_line();
        self.tree.set_line(node, line);
        let parent = self.open.last().copied().unwrap_or(self.root);
        self.tree.append(parent, node);
    }

    /// Closes open elements, innermost first, as long as the start tag `new` ends them. For example, `<div>` closes
    /// `p`.
    pub(super) fn close_ended_by(&mut self, new: &str) {
        while self.name().is_some_and(|open| ends(new, open)) {
            self.close();
        }
    }

    /// Adds the elements that must be around a new one: `html`, `head` or `body`.
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

    /// Starts a paragraph for text that is directly in `html` or `head`, or outside of all elements.
    pub(super) fn imply_paragraph(&mut self) {
        if matches!(self.name(), None | Some("html" | "head")) {
            self.close_ended_by("p");
            self.imply("p");
            self.start("p", Vec::new());
        }
    }

    /// Parses a start tag. Closes the element at once if the element never has content, or if the tag ends with `/>` or
    /// lacks `>`.
    pub(super) fn element(&mut self) {
        let is_started = self.start_tag();
        let Some(name) = self.name().map(str::to_owned).filter(|_| is_started) else {
            if self.byte(0) == b'>' {
                self.position += 1;
            }
            return;
        };
        let info = elements::element(&name);
        if info.is_none() {
            self.fail_about(code::UNKNOWN_TAG, format!("Tag {name} invalid"), Some(&name), None);
        }
        if self.looks_at("/>") {
            self.position += 2;
            self.close();
            return;
        }
        if self.byte(0) != b'>' {
            let message = format!("Couldn't find end of Start Tag {name}");
            self.fail_about(code::TAG_NOT_CLOSED, message, Some(&name), None);
            self.close();
            return;
        }
        self.position += 1;
        if info.is_some_and(|info| info.is_empty) {
            self.close();
        }
    }

    /// Parses a start tag. Returns false if no element was opened.
    fn start_tag(&mut self) -> bool {
        self.position += 1;
        let Some(name) = self.tag_name() else {
            self.fail(code::NAME_REQUIRED, "htmlParseStartTag: invalid element name");
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
        for _ in 0..misplaced {
            let message = format!("htmlParseStartTag: misplaced <{name}> tag");
            self.fail_about(code::STRUCTURE, message, Some(&name), None);
        }
        self.misplaced += misplaced;
        let attributes = self.attributes();
        if misplaced == 0 {
            self.start(&name, attributes);
        }
        true
    }

    fn attributes(&mut self) -> Vec<Attribute> {
        let mut attributes: Vec<Attribute> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        self.skip_blanks();
        while self.byte(0) != 0 && self.byte(0) != b'>' && !self.looks_at("/>") {
            match self.tag_name() {
                Some(name) => {
                    self.skip_blanks();
                    let mut value = None;
                    if self.byte(0) == b'=' {
                        self.position += 1;
                        self.skip_blanks();
                        value = Some(self.attribute_value());
                    }
                    if seen.insert(name.clone()) {
                        attributes.push(Attribute { name, value });
                    } else {
                        let message = format!("Attribute {name} redefined");
                        self.fail_about(code::ATTRIBUTE_REDEFINED, message, Some(&name), None);
                    }
                }
                None => {
                    self.fail(code::NAME_REQUIRED, "error parsing attribute name");
                    while self.byte(0) != 0
                        && !is_xml_space(self.byte(0))
                        && self.byte(0) != b'>'
                        && !self.looks_at("/>")
                    {
                        self.position += 1;
                    }
                }
            }
            self.skip_blanks();
        }
        attributes
    }

    fn attribute_value(&mut self) -> String {
        let quote = self.byte(0);
        if !matches!(quote, b'"' | b'\'') {
            let start = self.position;
            let value = self.value_until(|byte| byte == b'>' || is_xml_space(byte));
            if self.position == start {
                self.fail(code::VALUE_NOT_FINISHED - 1, "AttValue: no value found");
            }
            return value;
        }
        self.position += 1;
        let value = self.value_until(|byte| byte == quote);
        if self.byte(0) == quote {
            self.position += 1;
        } else {
            self.fail(code::VALUE_NOT_FINISHED, format!("AttValue: {} expected", char::from(quote)));
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
                let start = self.position;
                self.skip_while(|byte| byte != b'&' && !is_end(byte));
                found.push_str(&self.text[start..self.position]);
            }
            if !is_cut {
                value.push_str(&found);
            }
        }
        value
    }

    /// Parses an end tag. Returns whether the tag closed an element of the same name.
    pub(super) fn end_tag(&mut self) -> bool {
        self.position += 2;
        let Some(name) = self.tag_name() else { return false };
        self.skip_blanks();
        if self.byte(0) != b'>' {
            self.fail(code::TAG_NOT_CLOSED, "End tag : expected '>'");
            self.skip_while(|byte| byte != b'>');
        }
        if self.byte(0) == b'>' {
            self.position += 1;
        }
        if self.misplaced > 0 && matches!(name.as_str(), "html" | "body" | "head") {
            self.misplaced -= 1;
            return false;
        }
        if !self.names.contains(&name) {
            self.fail_about(code::MISMATCH, format!("Unexpected end tag : {name}"), Some(&name), None);
            return false;
        }
        self.close_up_to(&name);
        let is_open = self.name() == Some(&name);
        if is_open {
            self.close();
        } else {
            self.mismatch(&name);
        }
        is_open
    }

    fn mismatch(&mut self, name: &str) {
        let open = self.name().unwrap_or_default().to_owned();
        let message = format!("Opening and ending tag mismatch: {name} and {open}");
        self.fail_about(code::MISMATCH, message, Some(name), Some(&open));
    }

    /// Closes the elements inside of the element called `name`. Does nothing if one of them has a higher rank.
    fn close_up_to(&mut self, name: &str) {
        let rank = elements::rank(name);
        let inside: Vec<_> = self.names.iter().rev().take_while(|open| *open != name).collect();
        if inside.iter().any(|open| elements::rank(open) > rank) {
            return;
        }
        for _ in 0..inside.len() {
            if self.name().and_then(elements::element).is_some_and(|info| info.is_style) {
                self.mismatch(name);
            }
            self.close();
        }
    }
}

/// An element's name without the prefix before its first colon. The parser itself uses the whole name.
fn local(name: &str) -> &str {
    match name.split_once(':') {
        Some((prefix, rest)) if !prefix.is_empty() && !rest.is_empty() => rest,
        _ => name,
    }
}
