//! XHTML: XML that browsers also understand as HTML.

use super::xml::{Writer, declarations};
use super::{WriteOptions, escape};
use crate::html4::elements;
use crate::tree::{Document, NodeId, NodeKind};

/// Elements that never have content.
const EMPTY: &[&str] =
    &["area", "base", "br", "col", "frame", "hr", "img", "input", "link", "meta", "param", "basefont", "isindex"];
/// Elements whose `name` is repeated as an `id`.
const NAMED: &[&str] = &["a", "p", "div", "img", "map", "applet", "form", "frame", "iframe"];

/// Writes a node as XHTML, as libxml2's `xhtmlNodeDumpOutput` does. As in libxml2, this changes the document: a boolean
/// attribute whose value is missing or empty gets its name as the value.
pub(super) fn write(document: &mut Document, id: NodeId, options: &WriteOptions<'_>) -> String {
    set_boolean_values(document, id);
    let mut writer = Writer::new(document, options, document.encoding.is_none());
    writer.is_xhtml = true;
    writer.tree(id);
    escape::limited(writer.out, options.encoding)
}

/// Sets the value of each boolean attribute without a value to the attribute's name. This changes the document itself,
/// as in libxml2.
fn set_boolean_values(document: &mut Document, id: NodeId) {
    let mut empty = Vec::new();
    for node in std::iter::once(id).chain(document.descendants(id)) {
        empty.extend(document.attributes(node).filter(|attribute| {
            document.namespace_of(*attribute).is_none()
                && document.value(*attribute).is_none_or(str::is_empty)
                && elements::is_boolean(document.name(*attribute))
        }));
    }
    for attribute in empty {
        let name = document.name(attribute).to_owned();
        document.set_value(attribute, &name);
    }
}

impl Writer<'_> {
    pub(super) fn xhtml_start_tag(&mut self, id: NodeId) -> bool {
        let document = self.document;
        let name = document.name(id);
        self.out.push('<');
        self.qualified_name(id);
        declarations(document, id, &mut self.out);
        if name == "html" && document.namespace_of(id).is_none() && document.declarations(id).is_empty() {
            self.out.push_str(" xmlns=\"http://www.w3.org/1999/xhtml\"");
        }
        self.xhtml_attributes(id);
        let adds_meta = self.adds_meta(id);
        if document.first_child(id).is_none() {
            let is_empty = document.prefix(id).is_none() && EMPTY.contains(&name) && !adds_meta;
            if is_empty {
                self.out.push_str(" />");
                return false;
            }
            self.out.push('>');
            if adds_meta {
                self.meta();
                if self.format {
                    self.out.push('\n');
                }
            }
            self.end_tag(id);
            return false;
        }
        self.out.push('>');
        if adds_meta {
            self.meta();
        }
        self.descend(id, &[NodeKind::Text, NodeKind::EntityReference]);
        true
    }

    fn adds_meta(&self, id: NodeId) -> bool {
        let document = self.document;
        let Some(parent) = document.parent(id) else { return false };
        document.name(id) == "head"
            && document.name(parent) == "html"
            && document.parent(parent) == Some(NodeId::DOCUMENT)
            && !document.children(id).any(|child| {
                document.is_element(child)
                    && document.name(child) == "meta"
                    && document
                        .attribute(child, "http-equiv")
                        .is_some_and(|kind| kind.eq_ignore_ascii_case("Content-Type"))
            })
    }

    fn meta(&mut self) {
        if self.format {
            self.out.push('\n');
            self.level += 1;
            self.push_indent();
            self.level -= 1;
        }
        let encoding = self.encoding.unwrap_or("UTF-8");
        self.out.push_str(&format!("<meta http-equiv=\"Content-Type\" content=\"text/html; charset={encoding}\" />"));
    }

    fn xhtml_attributes(&mut self, id: NodeId) {
        let document = self.document;
        let (mut has_id, mut name, mut language, mut xml_language) = (false, None, None, None);
        for attribute in document.attributes(id) {
            match (document.prefix(attribute), document.name(attribute)) {
                (None, "id") => has_id = true,
                (None, "name") => name = Some(attribute),
                (None, "lang") => language = Some(attribute),
                (Some("xml"), "lang") => xml_language = Some(attribute),
                _ => {}
            }
            self.attribute(attribute);
        }
        if let Some(name) = name.filter(|_| !has_id && NAMED.contains(&document.name(id))) {
            self.repeated("id", name);
        }
        match (language, xml_language) {
            (Some(language), None) => self.repeated("xml:lang", language),
            (None, Some(language)) => self.repeated("lang", language),
            _ => {}
        }
    }

    fn repeated(&mut self, name: &str, attribute: NodeId) {
        self.out.push_str(&format!(" {name}=\""));
        escape::xml_attribute(self.document.value(attribute).unwrap_or_default(), self.ascii_attributes, &mut self.out);
        self.out.push('"');
    }
}
