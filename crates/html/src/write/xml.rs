//! XML: indented unless there is text among the children.

use super::{SaveOptions, WriteOptions, escape};
use crate::tree::{Document, NodeId, NodeKind};

/// The widest indentation in libxml2, in bytes.
const MAX_INDENT: usize = 60;

/// Whether the document type is XHTML 1.0, by its public or its system identifier.
fn is_xhtml(document: &Document) -> bool {
    let is_known = |identifier: &Option<String>, all: &[&str]| {
        identifier.as_deref().is_some_and(|identifier| all.contains(&identifier))
    };
    is_known(
        &document.doctype.public,
        &[
            "-//W3C//DTD XHTML 1.0 Strict//EN",
            "-//W3C//DTD XHTML 1.0 Transitional//EN",
            "-//W3C//DTD XHTML 1.0 Frameset//EN",
        ],
    ) || is_known(
        &document.doctype.system,
        &[
            "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd",
            "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd",
            "http://www.w3.org/TR/xhtml1/DTD/xhtml1-frameset.dtd",
        ],
    )
}

/// Writes a whole document. The XML declaration comes first, unless the option `NO_DECLARATION` is set.
pub(super) fn write_document(document: &Document, options: &WriteOptions<'_>) -> String {
    let mut out = String::new();
    let encoding = options.encoding.or(document.encoding.as_deref());
    if !options.save.has(SaveOptions::NO_DECLARATION) {
        out.push_str("<?xml version=");
        escape::quoted(document.version.as_deref().unwrap_or("1.0"), &mut out);
        if let Some(encoding) = encoding {
            out.push_str(" encoding=");
            escape::quoted(encoding, &mut out);
        }
        match document.standalone {
            Some(true) => out.push_str(" standalone=\"yes\""),
            Some(false) => out.push_str(" standalone=\"no\""),
            None => {}
        }
        out.push_str("?>\n");
    }
    let mut as_xhtml = options.save.has(SaveOptions::AS_XHTML);
    if !options.save.has(SaveOptions::NO_XHTML) && document.doctype_node().is_some() {
        as_xhtml = is_xhtml(document);
    }
    let options = WriteOptions { encoding, ..*options };
    for child in document.children(NodeId::DOCUMENT) {
        let mut writer = Writer::new(document, &options, encoding.is_none());
        writer.is_xhtml = as_xhtml;
        writer.tree(child);
        out.push_str(&writer.out);
        out.push('\n');
    }
    escape::limited(out, encoding)
}

/// Writes a node as XML, as libxml2's `xmlNodeDumpOutput` does. Characters that the encoding in `options` lacks become
/// references. All characters outside of ASCII become references in texts if `options` name no encoding, and in
/// attributes if the document has none.
pub(super) fn write(document: &Document, id: NodeId, options: &WriteOptions<'_>) -> String {
    let mut writer = Writer::new(document, options, document.encoding.is_none());
    writer.tree(id);
    escape::limited(writer.out, options.encoding)
}

/// Writes the namespaces that an element declares, except for the prefix `xml`.
pub(super) fn declarations(document: &Document, id: NodeId, out: &mut String) {
    for one in document.declarations(id) {
        let namespace = document.namespace(*one);
        if namespace.prefix.as_deref() == Some("xml") {
            continue;
        }
        out.push_str(" xmlns");
        if let Some(prefix) = &namespace.prefix {
            out.push(':');
            out.push_str(prefix);
        }
        out.push('=');
        escape::quoted(&namespace.href, out);
    }
}

pub(super) struct Writer<'d> {
    pub(super) document: &'d Document,
    pub(super) indent: &'d str,
    pub(super) encoding: Option<&'d str>,
    pub(super) format: bool,
    pub(super) is_xhtml: bool,
    writes_empty_tags: bool,
    /// Whether references replace characters outside of ASCII in texts.
    ascii_texts: bool,
    /// Whether references replace characters outside of ASCII in attributes.
    pub(super) ascii_attributes: bool,
    pub(super) level: usize,
    /// The element with text among its children, whose content is therefore not indented. `None` outside of such
    /// elements.
    unformatted: Option<NodeId>,
    pub(super) out: String,
}

impl<'d> Writer<'d> {
    pub(super) fn new(document: &'d Document, options: &WriteOptions<'d>, ascii_attributes: bool) -> Self {
        Writer {
            document,
            indent: options.indent,
            encoding: options.encoding,
            format: options.save.has(SaveOptions::FORMAT),
            is_xhtml: false,
            writes_empty_tags: !options.save.has(SaveOptions::NO_EMPTY_TAGS),
            ascii_texts: options.encoding.is_none(),
            ascii_attributes,
            level: 0,
            unformatted: None,
            out: String::new(),
        }
    }

    /// Writes a node and its descendants as XML, without recursion.
    pub(super) fn tree(&mut self, top: NodeId) {
        let document = self.document;
        let formats = self.format;
        let mut current = top;
        loop {
            if self.begin(current, top)
                && let Some(first) = document.first_child(current)
            {
                current = first;
                continue;
            }
            loop {
                if current == top {
                    return;
                }
                if self.format {
                    self.out.push('\n');
                }
                if let Some(next) = document.next(current) {
                    current = next;
                    break;
                }
                let Some(parent) = document.parent(current) else { return };
                current = parent;
                if document.is_element(current) {
                    self.level = self.level.saturating_sub(1);
                    self.push_indent();
                    self.end_tag(current);
                    if self.unformatted == Some(current) {
                        self.format = formats;
                        self.unformatted = None;
                    }
                }
            }
        }
    }

    pub(super) fn push_indent(&mut self) {
        if !self.format || self.indent.is_empty() {
            return;
        }
        let most = MAX_INDENT / self.indent.len();
        for _ in 0..self.level.min(most) {
            self.out.push_str(self.indent);
        }
    }

    fn begin(&mut self, id: NodeId, top: NodeId) -> bool {
        let document = self.document;
        let value = document.value(id).unwrap_or_default();
        match document.kind(id) {
            NodeKind::Element => {
                if id != top {
                    self.push_indent();
                }
                return self.start_tag(id);
            }
            NodeKind::Document | NodeKind::Fragment => return true,
            NodeKind::Text => escape::xml(value, self.ascii_texts, &mut self.out),
            NodeKind::CData => self.cdata(value),
            NodeKind::Comment => {
                if id != top && !self.is_xhtml {
                    self.push_indent();
                }
                self.out.push_str("<!--");
                self.out.push_str(value);
                self.out.push_str("-->");
            }
            NodeKind::Instruction => {
                if id != top && !self.is_xhtml {
                    self.push_indent();
                }
                self.out.push_str("<?");
                self.out.push_str(document.name(id));
                if document.value(id).is_some_and(|text| !text.is_empty()) {
                    self.out.push(' ');
                    self.out.push_str(value);
                }
                self.out.push_str("?>");
            }
            NodeKind::EntityReference => {
                self.out.push('&');
                self.out.push_str(document.name(id));
                self.out.push(';');
            }
            NodeKind::Doctype => self.doctype(id),
            NodeKind::Attribute => self.attribute(id),
        }
        false
    }

    fn cdata(&mut self, text: &str) {
        for (index, part) in text.split("]]>").enumerate() {
            if index > 0 {
                self.out.push_str("]]]]><![CDATA[>");
            } else {
                self.out.push_str("<![CDATA[");
            }
            self.out.push_str(part);
        }
        self.out.push_str("]]>");
    }

    fn doctype(&mut self, id: NodeId) {
        let doctype = &self.document.doctype;
        self.out.push_str("<!DOCTYPE ");
        self.out.push_str(self.document.name(id));
        if let Some(public) = &doctype.public {
            self.out.push_str(" PUBLIC ");
            escape::quoted(public, &mut self.out);
            self.out.push(' ');
            escape::quoted(doctype.system.as_deref().unwrap_or_default(), &mut self.out);
        } else if let Some(system) = &doctype.system {
            self.out.push_str(" SYSTEM ");
            escape::quoted(system, &mut self.out);
        }
        if let Some(subset) = &doctype.subset {
            self.out.push_str(" [\n");
            self.out.push_str(subset);
            self.out.push(']');
        }
        self.out.push('>');
    }

    fn start_tag(&mut self, id: NodeId) -> bool {
        if self.is_xhtml {
            return self.xhtml_start_tag(id);
        }
        let document = self.document;
        self.out.push('<');
        self.qualified_name(id);
        declarations(document, id, &mut self.out);
        for attribute in document.attributes(id) {
            self.attribute(attribute);
        }
        if document.first_child(id).is_none() {
            if self.writes_empty_tags {
                self.out.push_str("/>");
            } else {
                self.out.push('>');
                self.end_tag(id);
            }
            return false;
        }
        self.out.push('>');
        self.descend(id, &[NodeKind::Text, NodeKind::CData, NodeKind::EntityReference]);
        true
    }

    /// Prepares for writing the children of an element: breaks the line and increases the indentation. If a child is of
    /// one of the kinds in `texts`, the children are not indented.
    pub(super) fn descend(&mut self, id: NodeId, texts: &[NodeKind]) {
        let document = self.document;
        if self.format && document.children(id).any(|child| texts.contains(&document.kind(child))) {
            self.format = false;
            self.unformatted = Some(id);
        }
        if self.format {
            self.out.push('\n');
        }
        self.level += 1;
    }

    pub(super) fn qualified_name(&mut self, id: NodeId) {
        if let Some(prefix) = self.document.prefix(id) {
            self.out.push_str(prefix);
            self.out.push(':');
        }
        self.out.push_str(self.document.name(id));
    }

    pub(super) fn end_tag(&mut self, id: NodeId) {
        self.out.push_str("</");
        self.qualified_name(id);
        self.out.push('>');
    }

    pub(super) fn attribute(&mut self, id: NodeId) {
        self.out.push(' ');
        self.qualified_name(id);
        self.out.push_str("=\"");
        escape::xml_attribute(self.document.value(id).unwrap_or_default(), self.ascii_attributes, &mut self.out);
        self.out.push('"');
    }
}
