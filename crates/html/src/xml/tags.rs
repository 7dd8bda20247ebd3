//! Start and end tags, attributes and namespaces.

use super::parser::{Open, Parser, code};
use crate::error::Level;
use crate::tree::{NamespaceId, NodeId};

struct Attribute {
    name: String,
    value: String,
}

impl Parser<'_> {
    /// Parses a start tag. Returns whether the element stays open for content.
    pub(super) fn start_element(&mut self) -> bool {
        let line = self.current_line();
        self.position += 1;
        let Some(name) = self.name().map(str::to_owned) else {
            self.fail(code::NAME_REQUIRED, "StartTag: invalid element name");
            return false;
        };
        let attributes = self.attributes();
        let node = self.create_element(&name, attributes);
        self.put(node);
        self.tree.set_line(node, line);
        if self.looks_at("/>") {
            self.position += 2;
            return false;
        }
        if self.byte(0) == b'>' {
            self.position += 1;
            self.push(Open { node, name, line });
            return true;
        }
        let message = format!("Couldn't find end of Start Tag {name} line {line}");
        self.fail_about(code::GT_REQUIRED, Level::Fatal, message, Some(&name), None);
        false
    }

    fn attributes(&mut self) -> Vec<Attribute> {
        let mut attributes: Vec<Attribute> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        self.skip_blanks();
        while self.byte(0) != 0 && self.byte(0) != b'>' && !self.looks_at("/>") {
            let Some(name) = self.name().map(str::to_owned) else {
                self.fail(code::NAME_REQUIRED, "error parsing attribute name");
                break;
            };
            self.skip_blanks();
            if self.byte(0) != b'=' {
                let message = format!("Specification mandates value for attribute {name}");
                self.fail_about(code::ATTRIBUTE_WITHOUT_VALUE, Level::Fatal, message, Some(&name), None);
                break;
            }
            self.position += 1;
            self.skip_blanks();
            let Some(value) = self.attribute_value() else { break };
            if !seen.insert(name.clone()) {
                let message = format!("Attribute {name} redefined");
                self.fail_about(code::ATTRIBUTE_REDEFINED, Level::Fatal, message, Some(&name), None);
            }
            self.check_namespace(&name, &value);
            attributes.push(Attribute { name, value });
            let is_end = matches!(self.byte(0), b'>' | 0) || self.looks_at("/>");
            if !self.skip_blanks() && !is_end {
                self.fail(code::SPACE_REQUIRED, "attributes construct error");
                break;
            }
        }
        attributes
    }

    /// Records an error if an attribute declares a namespace with an invalid or relative address.
    fn check_namespace(&mut self, name: &str, value: &str) {
        const NOT_A_URI: u16 = 99;
        const RELATIVE: u16 = 100;
        if !(name == "xmlns" || name.starts_with("xmlns:")) || value.is_empty() {
            return;
        }
        let is_uri = value.bytes().all(|byte| byte.is_ascii_graphic() && !b"<>\"{}|\\^`".contains(&byte));
        if !is_uri {
            let message = format!("{name}: '{value}' is not a valid URI");
            self.fail_about(NOT_A_URI, Level::Error, message, Some(value), None);
        } else if !value.split_once(':').is_some_and(|(scheme, _)| is_scheme(scheme)) {
            let message = format!("{name}: URI {value} is not absolute");
            self.fail_about(RELATIVE, Level::Warning, message, Some(value), None);
        }
    }

    fn attribute_value(&mut self) -> Option<String> {
        let quote = self.byte(0);
        if !matches!(quote, b'"' | b'\'') {
            self.fail(code::ATTRIBUTE_NOT_STARTED, "AttValue: \" or ' expected");
            self.fail(code::SPACE_REQUIRED, "attributes construct error");
            return None;
        }
        self.position += 1;
        let mut value = String::new();
        loop {
            match self.byte(0) {
                byte if byte == quote => {
                    self.position += 1;
                    return Some(value);
                }
                0 if self.position >= self.text.len() => {
                    self.fail(code::ATTRIBUTE_NOT_FINISHED, "AttValue: ' expected");
                    self.fail(code::SPACE_REQUIRED, "attributes construct error");
                    return None;
                }
                b'<' => {
                    self.fail(code::LT_IN_ATTRIBUTE, "Unescaped '<' not allowed in attributes values");
                    self.fail(code::SPACE_REQUIRED, "attributes construct error");
                    return None;
                }
                b'&' => {
                    if let Some(text) = self.reference_text() {
                        value.push_str(&text);
                    }
                }
                b'\n' | b'\t' => {
                    value.push(' ');
                    self.position += 1;
                }
                b'\r' => {
                    value.push(' ');
                    self.position += if self.byte(1) == b'\n' { 2 } else { 1 };
                }
                _ => {
                    let rest = &self.text[self.position..];
                    let end = rest
                        .find(|c: char| c == char::from(quote) || matches!(c, '<' | '&' | '\n' | '\t' | '\r' | '\0'))
                        .unwrap_or(rest.len())
                        .max(1);
                    value.push_str(rest.get(..end).unwrap_or_default());
                    self.position += end;
                }
            }
        }
    }

    /// Creates an element with its attributes, declares its namespaces, and resolves the prefixes in names.
    fn create_element(&mut self, name: &str, attributes: Vec<Attribute>) -> NodeId {
        let node = self.tree.create_element(name);
        let mut plain = Vec::new();
        for attribute in attributes {
            let prefix = match attribute.name.split_once(':') {
                None if attribute.name == "xmlns" => None,
                Some(("xmlns", prefix)) if !prefix.is_empty() => Some(prefix.to_owned()),
                _ => {
                    plain.push(attribute);
                    continue;
                }
            };
            if prefix.as_deref() != Some("xml") {
                // libxml2 keeps the reference in addresses of namespaces.
                self.tree.declare(node, prefix.as_deref(), &attribute.value.replace('&', "&#38;"));
            }
        }
        match split(name) {
            Some((prefix, local)) => match self.lookup(node, Some(prefix)) {
                Some(namespace) => {
                    self.tree.rename(node, local);
                    self.tree.set_namespace(node, Some(namespace));
                }
                None => {
                    let message = format!("Namespace prefix {prefix} on {local} is not defined");
                    self.fail_about(code::UNDEFINED_NAMESPACE, Level::Error, message, Some(prefix), Some(local));
                }
            },
            None => {
                let default = self.lookup(node, None).filter(|one| !self.tree.namespace(*one).href.is_empty());
                self.tree.set_namespace(node, default);
            }
        }
        for attribute in plain {
            self.add_attribute(node, name, &attribute);
        }
        node
    }

    fn add_attribute(&mut self, node: NodeId, element: &str, attribute: &Attribute) {
        if let Some((prefix, local)) = split(&attribute.name) {
            if let Some(namespace) = self.lookup(node, Some(prefix)) {
                self.tree.push_attribute(node, local, Some(namespace), Some(&attribute.value));
                return;
            }
            let element = split(element).map_or(element, |(_, local)| local);
            let message = format!("Namespace prefix {prefix} for {local} on {element} is not defined");
            self.fail_about(code::UNDEFINED_NAMESPACE, Level::Error, message, Some(prefix), Some(local));
        }
        self.tree.push_attribute(node, &attribute.name, None, Some(&attribute.value));
    }

    /// The namespace of a prefix in a new element, which has no parent yet. `None` if the prefix is not declared.
    fn lookup(&mut self, node: NodeId, prefix: Option<&str>) -> Option<NamespaceId> {
        if prefix == Some("xml") {
            return self.tree.lookup_or_xml(node, "xml");
        }
        let parent = self.parent();
        let own = self.tree.lookup_prefix(node, prefix);
        own.or_else(|| self.tree.lookup_prefix(parent, prefix))
            .or_else(|| self.context.and_then(|context| self.tree.lookup_prefix(context, prefix)))
    }

    /// Parses an end tag. Closes the innermost element, even if the names differ.
    pub(super) fn end_element(&mut self) {
        self.position += 2;
        let Some(open) = self.open.pop() else { return };
        let name = self.name().unwrap_or_default().to_owned();
        let is_match = name == open.name;
        self.skip_blanks();
        if self.byte(0) == b'>' {
            self.position += 1;
        } else {
            self.fail(code::GT_REQUIRED, "expected '>'");
        }
        if !is_match {
            let shown = if name.is_empty() { "unparsable" } else { name.as_str() };
            let message = format!("Opening and ending tag mismatch: {} line {} and {shown}", open.name, open.line);
            self.fail_about(code::MISMATCH, Level::Fatal, message, Some(&open.name), Some(shown));
        }
    }
}

/// The prefix and the local part of a name. `None` if one of them is missing or empty.
fn split(name: &str) -> Option<(&str, &str)> {
    name.split_once(':').filter(|(prefix, local)| !prefix.is_empty() && !local.is_empty())
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}
