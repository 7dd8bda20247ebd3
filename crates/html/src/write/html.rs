//! HTML 4: line breaks between blocks, no end tags of empty elements, addresses escaped.

use super::{SaveOptions, WriteOptions, escape};
use crate::html4::elements::{self, Element};
use crate::tree::{Document, NodeId, NodeKind};

/// Writes a node and its descendants. The encoding comes from `options`, else from the document if it is written as a
/// whole, else from the page's `meta` element. If the encoding is known, the head of the page is changed to name it. If
/// the encoding is unknown, characters outside of ASCII are written as references.
pub(super) fn write(document: &mut Document, id: NodeId, options: &WriteOptions<'_>) -> String {
    let own = document.encoding.clone().filter(|_| document.kind(id) == NodeKind::Document);
    let encoding = options.encoding.map(str::to_owned).or(own).or_else(|| meta_encoding(document));
    if let Some(encoding) = &encoding {
        set_meta_encoding(document, encoding);
    }
    let mut writer = Writer { document, format: options.save.has(SaveOptions::FORMAT), out: String::new() };
    writer.tree(id);
    match encoding {
        None => escape::with_entities(writer.out),
        encoding => escape::limited(writer.out, encoding.as_deref()),
    }
}

fn head(document: &Document) -> Option<NodeId> {
    let child = |parent: NodeId, name: &str| {
        document
            .children(parent)
            .find(|child| document.is_element(*child) && document.name(*child).eq_ignore_ascii_case(name))
    };
    child(child(NodeId::DOCUMENT, "html")?, "head")
}

fn content_type(document: &Document) -> Option<NodeId> {
    document.children(head(document)?).find(|child| {
        let kind = document.attribute(*child, "http-equiv");
        document.is_element(*child)
            && document.name(*child).eq_ignore_ascii_case("meta")
            && kind.is_some_and(|kind| kind.eq_ignore_ascii_case("Content-Type"))
            && document.attribute(*child, "content").is_some_and(|content| !content.is_empty())
    })
}

/// The encoding that a page names in `<meta http-equiv="Content-Type">`. `None` if the page names none.
pub(super) fn meta_encoding(document: &Document) -> Option<String> {
    let content = document.attribute(content_type(document)?, "content")?;
    let position = content.to_ascii_lowercase().find("charset=")? + "charset=".len();
    let name = content[position..].trim_start_matches([' ', '\t']);
    let end = name.find([' ', ';', '"', '\'']).unwrap_or(name.len());
    (end > 0).then(|| name[..end].to_owned())
}

/// Names the encoding in the head of a page: in an existing `<meta http-equiv="Content-Type">`, or in a new one.
/// Changes nothing if the page has no head, or for the encoding `HTML`.
pub(super) fn set_meta_encoding(document: &mut Document, encoding: &str) {
    if encoding.eq_ignore_ascii_case("html") {
        return;
    }
    let Some(head) = head(document) else { return };
    let wanted = format!("text/html; charset={encoding}");
    if let Some(meta) = content_type(document) {
        let content = document.attribute(meta, "content").unwrap_or_default().to_ascii_lowercase();
        if !content.contains(&encoding.to_ascii_lowercase()) {
            document.set_attribute(meta, "content", &wanted);
        }
        return;
    }
    let meta = document.create_element("meta");
    document.set_attribute(meta, "http-equiv", "Content-Type");
    document.set_attribute(meta, "content", &wanted);
    match document.first_child(head) {
        Some(first) => document.insert_before(first, meta),
        None => document.append(head, meta),
    }
}

struct Writer<'d> {
    document: &'d Document,
    format: bool,
    out: String,
}

impl Writer<'_> {
    /// Writes a node and its descendants, without recursion.
    fn tree(&mut self, top: NodeId) {
        let document = self.document;
        let mut current = top;
        loop {
            if self.begin(current)
                && let Some(first) = document.first_child(current)
            {
                current = first;
                continue;
            }
            loop {
                if current == top {
                    return;
                }
                if let Some(next) = document.next(current) {
                    current = next;
                    break;
                }
                let Some(parent) = document.parent(current) else { return };
                current = parent;
                self.end(current);
            }
        }
    }

    /// Writes the part of a node that precedes its children, such as the start tag. Returns whether the caller must
    /// still write the children and the end tag.
    fn begin(&mut self, id: NodeId) -> bool {
        let document = self.document;
        match document.kind(id) {
            NodeKind::Element => return self.start_tag(id),
            NodeKind::Document | NodeKind::Fragment => {
                if document.first_child(id).is_none() {
                    self.out.push_str(if document.kind(id) == NodeKind::Document { "\n" } else { "" });
                }
                return true;
            }
            NodeKind::Doctype => self.doctype(id),
            NodeKind::Text => {
                let parent = document.parent(id).map(|parent| document.name(parent));
                let text = document.value(id).unwrap_or_default();
                match parent {
                    Some(name) if name.eq_ignore_ascii_case("script") || name.eq_ignore_ascii_case("style") => {
                        self.out.push_str(text);
                    }
                    _ => self.escaped(text, false),
                }
            }
            NodeKind::CData => self.out.push_str(document.value(id).unwrap_or_default()),
            NodeKind::Comment => {
                self.out.push_str("<!--");
                self.out.push_str(document.value(id).unwrap_or_default());
                self.out.push_str("-->");
            }
            NodeKind::Instruction => {
                self.out.push_str("<?");
                self.out.push_str(document.name(id));
                if let Some(text) = document.value(id) {
                    self.out.push(' ');
                    self.out.push_str(text);
                }
                self.out.push('>');
            }
            NodeKind::EntityReference => {
                self.out.push('&');
                self.out.push_str(document.name(id));
                self.out.push(';');
            }
            NodeKind::Attribute => self.attribute(id),
        }
        false
    }

    fn doctype(&mut self, id: NodeId) {
        let doctype = &self.document.doctype;
        self.out.push_str("<!DOCTYPE ");
        self.out.push_str(self.document.name(id));
        if let Some(public) = &doctype.public {
            self.out.push_str(" PUBLIC ");
            escape::quoted(public, &mut self.out);
            if let Some(system) = &doctype.system {
                self.out.push(' ');
                escape::quoted(system, &mut self.out);
            }
        } else if let Some(system) = doctype.system.as_ref().filter(|system| *system != "about:legacy-compat") {
            self.out.push_str(" SYSTEM ");
            escape::quoted(system, &mut self.out);
        }
        self.out.push_str(">\n");
    }

    fn start_tag(&mut self, id: NodeId) -> bool {
        let document = self.document;
        let info = self.info(id);
        self.out.push('<');
        self.qualified_name(id);
        super::xml::declarations(document, id, &mut self.out);
        for attribute in document.attributes(id) {
            self.attribute(attribute);
        }
        if info.is_some_and(|info| info.is_empty) {
            self.out.push('>');
            self.break_after(id, info);
            return false;
        }
        let Some(first) = document.first_child(id) else {
            self.out.push('>');
            if !elements::omits_end(document.name(id)) || info.is_none() {
                self.end_tag(id);
            }
            self.break_after(id, info);
            return false;
        };
        self.out.push('>');
        if self.breaks_inside(id, info) && !self.is_text(first) {
            self.out.push('\n');
        }
        true
    }

    /// Writes the part that follows the children of an element or document, such as the end tag.
    fn end(&mut self, id: NodeId) {
        match self.document.kind(id) {
            NodeKind::Document => self.out.push('\n'),
            NodeKind::Element => {
                let info = self.info(id);
                if self.breaks_inside(id, info) && self.document.last_child(id).is_some_and(|last| !self.is_text(last))
                {
                    self.out.push('\n');
                }
                self.end_tag(id);
                self.break_after(id, info);
            }
            _ => {}
        }
    }

    fn info(&self, id: NodeId) -> Option<Element> {
        if self.document.namespace_of(id).is_some() {
            return None;
        }
        elements::element(self.document.name(id))
    }

    fn breaks_inside(&self, id: NodeId, info: Option<Element>) -> bool {
        let document = self.document;
        self.format
            && info.is_some_and(|info| !info.is_inline)
            && !document.name(id).starts_with('p')
            && document.first_child(id) != document.last_child(id)
    }

    fn break_after(&mut self, id: NodeId, info: Option<Element>) {
        let document = self.document;
        if !self.format || info.is_none_or(|info| info.is_inline) {
            return;
        }
        let Some(next) = document.next(id) else { return };
        let Some(parent) = document.parent(id) else { return };
        let is_named = matches!(document.kind(parent), NodeKind::Element);
        if !self.is_text(next) && is_named && !document.name(parent).starts_with('p') {
            self.out.push('\n');
        }
    }

    fn is_text(&self, id: NodeId) -> bool {
        matches!(self.document.kind(id), NodeKind::Text | NodeKind::EntityReference)
    }

    fn escaped(&mut self, text: &str, in_attribute: bool) {
        let escaped = escape_value(self.document, text, in_attribute);
        self.out.push_str(&escaped);
    }

    fn qualified_name(&mut self, id: NodeId) {
        if let Some(prefix) = self.document.prefix(id) {
            self.out.push_str(prefix);
            self.out.push(':');
        }
        self.out.push_str(self.document.name(id));
    }

    fn end_tag(&mut self, id: NodeId) {
        self.out.push_str("</");
        self.qualified_name(id);
        self.out.push('>');
    }

    fn attribute(&mut self, id: NodeId) {
        let document = self.document;
        let name = document.name(id);
        self.out.push(' ');
        self.qualified_name(id);
        let Some(value) = document.value(id) else { return };
        if elements::is_boolean(name) {
            return;
        }
        let mut escaped = escape_value(document, value, true);
        let parent = document.parent(id);
        let is_plain =
            document.namespace_of(id).is_none() && parent.is_some_and(|parent| document.namespace_of(parent).is_none());
        let is_address = ["href", "action", "src"].iter().any(|one| name.eq_ignore_ascii_case(one))
            || (name.eq_ignore_ascii_case("name")
                && parent.is_some_and(|parent| document.name(parent).eq_ignore_ascii_case("a")));
        if is_plain && is_address {
            escaped = escape::address(escaped.trim_start_matches([' ', '\t', '\n', '\r']));
        }
        self.out.push('=');
        escape::quoted(&escaped, &mut self.out);
    }
}

/// Escapes a text or the value of an attribute, by the rules of the document's language.
fn escape_value(document: &Document, text: &str, in_attribute: bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    if document.dialect == crate::tree::Dialect::Xml {
        escape::xml(text, document.encoding.is_none(), &mut escaped);
    } else {
        escape::html(text, in_attribute, &mut escaped);
    }
    escaped
}
