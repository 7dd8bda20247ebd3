//! HTML as libxml2 2.9 parses it: HTML 4 with missing tags added and wrong nesting repaired.
//!
//! The rules are libxml2's, found by experiments and from its tables: which start tags close which elements, which end
//! tags count, and when `html`, `head`, `body` and `p` are added. Nothing is parsed twice, and nesting is limited to
//! [`MAX_DEPTH`], as in libxml2.

mod content;
mod declarations;
pub(crate) mod elements;
pub(crate) mod entities;
mod parser;
mod references;
mod tags;

use crate::error::SyntaxError;
use crate::tree::{Dialect, Doctype, Document, NodeId, NodeKind};
use parser::Parser;
pub(crate) use parser::is_character;

/// The limit on open elements. If more elements are open, the next start tag ends the parsing.
pub const MAX_DEPTH: usize = 256;

/// The public identifier of the document type that pages without a document type get.
const DEFAULT_PUBLIC: &str = "-//W3C//DTD HTML 4.0 Transitional//EN";
const DEFAULT_SYSTEM: &str = "http://www.w3.org/TR/REC-html40/loose.dtd";

/// Parses a page. A page without a document type gets the type HTML 4.0 Transitional.
///
/// ```
/// let page = hastie_html::html4::parse("<title>A</title>b");
/// let root = page.root().unwrap();
/// assert_eq!(page.text(root), "Ab");
/// ```
pub fn parse(text: &str) -> Document {
    let mut document = Document::new(Dialect::Html4);
    Parser::new(&mut document, NodeId::DOCUMENT, text).page();
    if document.doctype_node().is_none() {
        let doctype =
            Doctype { public: Some(DEFAULT_PUBLIC.into()), system: Some(DEFAULT_SYSTEM.into()), subset: None };
        let node = document.set_doctype("html", doctype);
        if let Some(first) = document.first_child(NodeId::DOCUMENT).filter(|first| *first != node) {
            document.insert_before(first, node);
        }
    }
    document
}

/// A page that contains only the document type of HTML 4.0 Transitional, as `Nokogiri::HTML::Document.new` creates it.
pub fn empty() -> Document {
    let mut document = Document::new(Dialect::Html4);
    let doctype = Doctype { public: Some(DEFAULT_PUBLIC.into()), system: Some(DEFAULT_SYSTEM.into()), subset: None };
    document.set_doctype("html", doctype);
    document
}

/// `Nokogiri::HTML4::DocumentFragment.parse`: parses a part of a page into a new document. Also returns the fragment's
/// node.
pub fn parse_fragment(text: &str) -> (Document, NodeId) {
    let mut document = empty();
    let fragment = document.create_fragment();
    fill_fragment(&mut document, fragment, text);
    (document, fragment)
}

/// Parses a text as the body of a page, and adds the body's content to a fragment. If a line of the text begins with
/// `<body`, even after white space, adds the body itself, as Nokogiri does. The errors replace the document's list of
/// errors.
pub fn fill_fragment(document: &mut Document, fragment: NodeId, text: &str) {
    let page = parse(&format!("<html><body>{text}"));
    let html = page.root();
    let mut nodes: Vec<NodeId> = html.map(|html| page.children(html).collect()).unwrap_or_default();
    nodes.retain(|child| page.name(*child) == "body");
    // Nokogiri looks for the body itself in this case.
    if !text.lines().any(|line| begins_with_body(line.trim_start())) {
        nodes = nodes.into_iter().flat_map(|body| page.children(body).collect::<Vec<_>>()).collect();
    }
    document.errors = page.errors.clone();
    for node in nodes {
        let copy = document.import(&page, node, true);
        if document.is_text(copy) {
            document.insert(crate::tree::Inserted::Last, fragment, copy);
        } else {
            document.append(fragment, copy);
        }
        reset_prefixed_attributes(document, copy);
    }
}

/// Parses a text as the content of an element that is not in the tree. Returns the parsed nodes, which have no parent,
/// and the errors.
pub fn parse_in_context(document: &mut Document, text: &str) -> (Vec<NodeId>, Vec<SyntaxError>) {
    let holder = document.create_element("context");
    let before = document.errors.len();
    Parser::new(document, holder, text).content();
    let errors = document.errors.split_off(before);
    let nodes: Vec<NodeId> = document.children(holder).collect();
    for node in &nodes {
        document.detach(*node);
    }
    (nodes, errors)
}

/// Sets attributes with a prefix (`xlink:href`) again, as Nokogiri does when it adds an element to a parent.
/// Afterwards, these attributes come last, and a missing value has become an empty one. If the prefix is declared, the
/// attribute has the namespace of the prefix.
pub fn reset_prefixed_attributes(document: &mut Document, id: NodeId) {
    if document.kind(id) != NodeKind::Element {
        return;
    }
    let prefixed: Vec<NodeId> =
        document.attributes(id).filter(|attribute| document.name(*attribute).contains(':')).collect();
    for attribute in prefixed {
        let (name, value) =
            (document.name(attribute).to_owned(), document.value(attribute).unwrap_or_default().to_owned());
        document.detach(attribute);
        document.set_qualified_attribute(id, &name, &value);
    }
}

fn begins_with_body(line: &str) -> bool {
    line.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("<body"))
}
