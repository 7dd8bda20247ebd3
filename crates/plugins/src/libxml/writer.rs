//! Serializes a tree: with line breaks between blocks, and without end tags that HTML 4 allows to omit. Mirrors
//! `htmlNodeDumpFormatOutput` of libxml2's HTMLtree.c.

use super::elements::{self, Element};
use super::{Attribute, Kind, NodeId, Tree};
use hastie_site::percent;

impl Tree {
    /// `DocumentFragment#to_html`
    pub fn to_html(&self) -> String {
        let mut out = String::new();
        for child in &self.nodes[self.top.0].children {
            self.write(*child, None, &mut out);
        }
        out
    }

    /// `Node#inner_html`
    pub fn inner_html(&self, id: NodeId) -> String {
        let mut out = String::new();
        self.write_children(&self.nodes[id.0].children, &mut out);
        out
    }

    /// `Node#to_html` for a text node.
    pub fn text_to_html(&self, id: NodeId) -> String {
        let mut out = String::new();
        self.write(id, None, &mut out);
        out
    }

    /// Writes a node. The parser limits the depth of trees to a few hundred elements.
    fn write(&self, id: NodeId, next: Option<NodeId>, out: &mut String) {
        let node = &self.nodes[id.0];
        match &node.kind {
            Kind::Root => {}
            Kind::Element { name, attributes } => self.write_element(id, name, attributes, next, out),
            Kind::Text(text) => match node.parent.map(|parent| self.name(parent)) {
                Some("script" | "style") => out.push_str(text),
                _ => escape(text, false, out),
            },
            Kind::Raw(text) => out.push_str(text),
            Kind::Comment(text) => {
                out.push_str("<!--");
                out.push_str(text);
                out.push_str("-->");
            }
            Kind::Instruction { name, text } => {
                out.push_str("<?");
                out.push_str(name);
                if let Some(text) = text {
                    out.push(' ');
                    out.push_str(text);
                }
                out.push('>');
            }
        }
    }

    fn write_element(&self, id: NodeId, name: &str, attributes: &[Attribute], next: Option<NodeId>, out: &mut String) {
        let node = &self.nodes[id.0];
        let info = elements::element(name);
        out.push('<');
        out.push_str(name);
        for attribute in attributes {
            write_attribute(name, attribute, out);
        }
        out.push('>');
        let is_block = info.is_some_and(|info| !info.is_inline);
        match node.children.as_slice() {
            [] => {
                if !has_no_end(name, info) {
                    end(name, out);
                }
            }
            [first, .., last] => {
                let breaks = is_block && !name.starts_with('p');
                if breaks && !self.is_text(*first) {
                    out.push('\n');
                }
                self.write_children(&node.children, out);
                if breaks && !self.is_text(*last) {
                    out.push('\n');
                }
                end(name, out);
            }
            [_] => {
                self.write_children(&node.children, out);
                end(name, out);
            }
        }
        let around = node.parent.map(|parent| self.name(parent)).unwrap_or_default();
        if is_block && next.is_some_and(|next| !self.is_text(next)) && !around.is_empty() && !around.starts_with('p') {
            out.push('\n');
        }
    }

    fn write_children(&self, children: &[NodeId], out: &mut String) {
        for (at, child) in children.iter().enumerate() {
            self.write(*child, children.get(at + 1).copied(), out);
        }
    }

    fn is_text(&self, id: NodeId) -> bool {
        matches!(self.nodes[id.0].kind, Kind::Text(_))
    }
}

/// Whether an element without content is written without an end tag.
fn has_no_end(name: &str, info: Option<Element>) -> bool {
    name == "li" || info.is_some_and(|info| info.is_empty)
}

fn end(name: &str, out: &mut String) {
    out.push_str("</");
    out.push_str(name);
    out.push('>');
}

fn write_attribute(element: &str, attribute: &Attribute, out: &mut String) {
    let name = attribute.name.as_str();
    out.push(' ');
    out.push_str(name);
    let Some(value) = &attribute.value else { return };
    if elements::is_boolean(name) {
        return;
    }
    let mut escaped = String::with_capacity(value.len());
    escape(value, true, &mut escaped);
    let is_address = matches!(name, "href" | "action" | "src") || (name == "name" && element == "a");
    if is_address {
        escaped = escape_address(escaped.trim_start_matches([' ', '\t', '\n', '\r']));
    }
    out.push('=');
    match (escaped.contains('"'), escaped.contains('\'')) {
        (false, _) => push_quoted(&escaped, '"', out),
        (true, false) => push_quoted(&escaped, '\'', out),
        (true, true) => push_quoted(&escaped.replace('"', "&quot;"), '"', out),
    }
}

fn push_quoted(text: &str, quote: char, out: &mut String) {
    out.push(quote);
    out.push_str(text);
    out.push(quote);
}

/// Escapes markup. In attributes, server-side includes and HTML 4's `&{script}` are kept.
fn escape(text: &str, in_attribute: bool, out: &mut String) {
    let mut rest = text;
    while let Some(at) =
        rest.find(|c: char| matches!(c, '<' | '>' | '&') || (c < ' ' && !matches!(c, '\n' | '\t' | '\r')))
    {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let kept = if in_attribute { unescaped_length(rest) } else { 0 };
        if kept > 0 {
            out.push_str(&rest[..kept]);
            rest = &rest[kept..];
            continue;
        }
        match rest.as_bytes()[0] {
            b'<' => out.push_str("&lt;"),
            b'>' => out.push_str("&gt;"),
            b'&' => out.push_str("&amp;"),
            _ => {}
        }
        rest = &rest[1..];
    }
    out.push_str(rest);
}

fn unescaped_length(text: &str) -> usize {
    if text.starts_with("<!--") {
        text.find("-->").map_or(0, |at| at + 3)
    } else if text.starts_with("&{") {
        text.find('}').map_or(0, |at| at + 1)
    } else {
        0
    }
}

/// `xmlURIEscapeStr`, with the exceptions for URLs in attributes.
fn escape_address(text: &str) -> String {
    const KEPT: &[u8] = b"-_.!~*'()@/:=?;#%&,+<>";
    percent::encoded(text, |byte| byte.is_ascii_alphanumeric() || KEPT.contains(&byte))
}
