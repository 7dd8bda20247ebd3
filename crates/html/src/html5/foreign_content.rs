//! The tree builder's rules for elements of SVG and MathML inside of a page.

use super::builder::Builder;
use super::foreign::{MATHML, SVG, attribute, is_breakout, namespaced, svg_tag};
use super::tokenizer::{Tag, Token};
use crate::characters::is_html_space;
use crate::tree::NamespaceId;

impl Builder<'_> {
    pub(super) fn current_is_foreign(&self) -> bool {
        self.open.last().is_some_and(|one| self.tree.namespace_of(*one).is_some())
    }

    /// Whether the rules for HTML apply to a token. False only if the current element is foreign: an element of SVG or
    /// MathML.
    pub(super) fn is_for_html(&self, token: &Token) -> bool {
        let Some(current) = self.open.last().copied() else { return true };
        if !self.current_is_foreign() {
            return true;
        }
        let name = self.tree.name(current);
        let is_mathml = self.tree.href(current) == Some(MATHML);
        if is_mathml && matches!(name, "mi" | "mo" | "mn" | "ms" | "mtext") {
            match token {
                Token::Start(tag) => return !matches!(tag.name.as_str(), "mglyph" | "malignmark"),
                Token::Text(_) => return true,
                _ => {}
            }
        }
        if is_mathml && name == "annotation-xml" {
            if matches!(token, Token::Start(tag) if tag.name == "svg") {
                return true;
            }
            let encoding = self.tree.attribute(current, "encoding").unwrap_or_default();
            let is_html = ["text/html", "application/xhtml+xml"].iter().any(|one| one.eq_ignore_ascii_case(encoding));
            if is_html && matches!(token, Token::Start(_) | Token::Text(_)) {
                return true;
            }
        }
        if !is_mathml
            && matches!(name, "foreignObject" | "desc" | "title")
            && matches!(token, Token::Start(_) | Token::Text(_))
        {
            return true;
        }
        matches!(token, Token::Eof)
    }

    pub(super) fn in_foreign_content(&mut self, token: Token) {
        match token {
            Token::Text(text) => {
                if !text.chars().all(is_html_space) {
                    self.allows_frameset = false;
                }
                self.insert_text(&text.replace('\0', "\u{FFFD}"));
            }
            Token::Comment(text) => self.insert_comment(&text),
            Token::Start(tag) => {
                if is_breakout(&tag.name, &tag.attributes) {
                    self.leave_foreign();
                    self.process(Token::Start(tag));
                    return;
                }
                let href = self.open.last().and_then(|one| self.tree.href(*one)).unwrap_or(SVG).to_owned();
                self.insert_foreign(&tag, &href);
                if tag.is_self_closing {
                    self.open.pop();
                }
            }
            Token::End(name) => self.end_foreign(&name),
            Token::Doctype { .. } | Token::Eof => {}
        }
    }

    fn leave_foreign(&mut self) {
        while let Some(current) = self.open.last().copied() {
            let name = self.tree.name(current);
            let is_point = match self.tree.href(current) {
                None => true,
                Some(MATHML) => matches!(name, "mi" | "mo" | "mn" | "ms" | "mtext"),
                Some(_) => matches!(name, "foreignObject" | "desc" | "title"),
            };
            if is_point {
                return;
            }
            self.open.pop();
        }
    }

    fn end_foreign(&mut self, name: &str) {
        if matches!(name, "br" | "p") {
            self.leave_foreign();
            self.by_mode(Token::End(name.to_owned()));
            return;
        }
        for index in (1..self.open.len()).rev() {
            let node = self.open[index];
            if self.tree.namespace_of(node).is_none() {
                self.by_mode(Token::End(name.to_owned()));
                return;
            }
            if self.tree.name(node).eq_ignore_ascii_case(name) {
                self.open.truncate(index);
                return;
            }
        }
    }

    pub(super) fn insert_foreign(&mut self, tag: &Tag, href: &str) {
        let name = if href == SVG { svg_tag(&tag.name) } else { &tag.name }.to_owned();
        let node = self.tree.create_element(&name);
        let namespace = self.foreign_namespace(href);
        self.tree.set_namespace(node, Some(namespace));
        for (name, value) in &tag.attributes {
            match namespaced(name) {
                Some((prefix, href, local)) => {
                    let namespace = self.declared(prefix, href);
                    self.tree.push_attribute(node, local, Some(namespace), Some(value));
                }
                None => {
                    let name = attribute(name, href).to_owned();
                    self.tree.push_attribute(node, &name, None, Some(value));
                }
            }
        }
        let target = self.open.last().copied().unwrap_or(self.root);
        self.place(node, target);
        self.open.push(node);
    }

    fn foreign_namespace(&mut self, href: &str) -> NamespaceId {
        let known = if href == SVG { self.svg } else { self.mathml };
        if let Some(known) = known {
            return known;
        }
        let namespace = self.declared(if href == SVG { "svg" } else { "math" }, href);
        *(if href == SVG { &mut self.svg } else { &mut self.mathml }) = Some(namespace);
        namespace
    }

    /// The namespace with this prefix and address. The root declares it, unless the prefix is `xml` or `xmlns`.
    fn declared(&mut self, prefix: &str, href: &str) -> NamespaceId {
        if prefix == "xml" {
            return self.tree.xml_namespace();
        }
        match self.tree.root() {
            Some(root) if prefix != "xmlns" => self.tree.declare(root, Some(prefix), href),
            _ => self.tree.create_namespace(Some(prefix), href),
        }
    }
}
