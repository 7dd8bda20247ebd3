//! HTML 5: the serialization of browsers, without additional line breaks.

use crate::tree::{Document, NodeId, NodeKind, XML_NAMESPACE};

const VOID: &[&str] = &[
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input", "keygen", "link",
    "meta", "param", "source", "track", "wbr",
];
const RAW: &[&str] = &["style", "script", "xmp", "iframe", "noembed", "noframes", "plaintext", "noscript"];
const HTML: &str = "http://www.w3.org/1999/xhtml";
const MATHML: &str = "http://www.w3.org/1998/Math/MathML";
const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";
const XMLNS: &str = "http://www.w3.org/2000/xmlns/";

/// Writes a node and its descendants as HTML 5, without recursion.
pub(super) fn write(document: &Document, top: NodeId) -> String {
    let mut out = String::new();
    let mut current = top;
    loop {
        if begin(document, current, &mut out)
            && let Some(first) = document.first_child(current)
        {
            current = first;
            continue;
        }
        loop {
            if current == top {
                return out;
            }
            if let Some(next) = document.next(current) {
                current = next;
                break;
            }
            let Some(parent) = document.parent(current) else { return out };
            current = parent;
            if document.is_element(current) {
                out.push_str("</");
                name(document, current, &mut out);
                out.push('>');
            }
        }
    }
}

/// Writes the part of a node that precedes its children, such as the start tag. Returns whether the caller must still
/// write the children and the end tag.
fn begin(document: &Document, id: NodeId, out: &mut String) -> bool {
    let value = document.value(id).unwrap_or_default();
    match document.kind(id) {
        NodeKind::Element => {
            out.push('<');
            name(document, id, out);
            for attribute in document.attributes(id) {
                out.push(' ');
                attribute_name(document, attribute, out);
                out.push_str("=\"");
                escape(document.value(attribute).unwrap_or_default(), true, out);
                out.push('"');
            }
            out.push('>');
            if VOID.contains(&document.name(id)) {
                return false;
            }
            if document.first_child(id).is_none() {
                out.push_str("</");
                name(document, id, out);
                out.push('>');
            }
            return true;
        }
        NodeKind::Document | NodeKind::Fragment => return true,
        NodeKind::Text => {
            let is_raw = document
                .parent(id)
                .is_some_and(|parent| document.is_element(parent) && RAW.contains(&document.name(parent)));
            if is_raw { out.push_str(value) } else { escape(value, false, out) }
        }
        NodeKind::CData => {
            out.push_str("<![CDATA[");
            out.push_str(value);
            out.push_str("]]>");
        }
        NodeKind::Comment => {
            out.push_str("<!--");
            out.push_str(value);
            out.push_str("-->");
        }
        NodeKind::Instruction => {
            out.push_str("<?");
            out.push_str(value);
            out.push('>');
        }
        NodeKind::Doctype => {
            out.push_str("<!DOCTYPE ");
            out.push_str(document.name(id));
            out.push('>');
        }
        NodeKind::EntityReference | NodeKind::Attribute => {}
    }
    false
}

fn name(document: &Document, id: NodeId, out: &mut String) {
    if let Some(namespace) = document.namespace_of(id) {
        let namespace = document.namespace(namespace);
        if ![HTML, MATHML, SVG].contains(&namespace.href.as_str()) {
            out.push_str(namespace.prefix.as_deref().unwrap_or_default());
            out.push(':');
        }
    }
    out.push_str(document.name(id));
}

fn attribute_name(document: &Document, id: NodeId, out: &mut String) {
    let own = document.name(id);
    let local = own.split_once(':').map_or(own, |(_, local)| local);
    match document.href(id) {
        None => out.push_str(own),
        Some(XML_NAMESPACE) => out.push_str(&format!("xml:{local}")),
        Some(XMLNS) if local == "xmlns" => out.push_str("xmlns"),
        Some(XMLNS) => out.push_str(&format!("xmlns:{local}")),
        Some(XLINK) => out.push_str(&format!("xlink:{local}")),
        Some(_) => out.push_str(&format!("{}:{own}", document.prefix(id).unwrap_or_default())),
    }
}

fn escape(text: &str, in_attribute: bool, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '\u{a0}' => out.push_str("&nbsp;"),
            '"' if in_attribute => out.push_str("&quot;"),
            '<' if !in_attribute => out.push_str("&lt;"),
            '>' if !in_attribute => out.push_str("&gt;"),
            c => out.push(c),
        }
    }
}
