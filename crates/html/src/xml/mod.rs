//! XML 1.0 with namespaces, as libxml2 parses and repairs it.
//!
//! Errors are collected with libxml2's texts and numbers. The parser always continues: an end tag closes the innermost
//! element, whatever its name, and invalid attributes, references and tags are dropped. Entities of the internal subset
//! are known, but external ones are never loaded. Replacement texts are limited in size and depth.

mod content;
mod doctype;
mod parser;
mod references;
mod tags;

use crate::error::SyntaxError;
use crate::tree::{Dialect, Document, NodeId};
use parser::Parser;

/// The limit on open elements. The first element beyond it is still added, and then ends the parsing, as in libxml2.
pub const MAX_DEPTH: usize = 256;

/// Options of the XML parser, like Nokogiri's `NOBLANKS`, `NOCDATA` and `NOENT`.
#[derive(Debug, Clone, Copy, Default)]
pub struct ParseOptions {
    /// Drops white space between elements.
    pub drops_blanks: bool,
    /// Reads CDATA sections as text.
    pub merges_cdata: bool,
    /// Replaces references to entities.
    pub expands_entities: bool,
}

/// Parses a document. The errors are in the document's field `errors`.
///
/// ```
/// use hastie_html::{NodeId, xml};
/// let mut document = xml::parse("<a><b>1</c></a>", &xml::ParseOptions::default());
/// assert_eq!(document.errors[0].message, "Opening and ending tag mismatch: b line 1 and c");
/// assert_eq!(document.to_xml(NodeId::DOCUMENT), "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a>\n  <b>1</b>\n</a>\n");
/// ```
pub fn parse(text: &str, options: &ParseOptions) -> Document {
    let mut document = Document::new(Dialect::Xml);
    Parser::new(&mut document, NodeId::DOCUMENT, text, options).document();
    document
}

/// Parses a text, and adds its nodes at the end of a fragment. Returns the errors; the document's own list stays
/// unchanged.
pub fn fill_fragment(
    document: &mut Document,
    fragment: NodeId,
    text: &str,
    options: &ParseOptions,
) -> Vec<SyntaxError> {
    let mut wrapper = parse(&format!("<root>{text}</root>"), options);
    if let Some(root) = wrapper.root() {
        for child in wrapper.children(root).collect::<Vec<_>>() {
            let copy = document.import(&wrapper, child, true);
            document.append(fragment, copy);
            crate::html4::reset_prefixed_attributes(document, copy);
        }
    }
    std::mem::take(&mut wrapper.errors)
}

/// Parses a text as the content of `context`, whose namespaces are in scope. Returns the parsed nodes, which have no
/// parent, and the errors.
pub fn parse_in_context(
    document: &mut Document,
    context: NodeId,
    text: &str,
    options: &ParseOptions,
) -> (Vec<NodeId>, Vec<SyntaxError>) {
    let holder = document.create_element("context");
    let before = document.errors.len();
    let mut parser = Parser::new(document, holder, text, options);
    parser.context = Some(context);
    parser.fragment();
    let errors = document.errors.split_off(before);
    let nodes: Vec<NodeId> = document.children(holder).collect();
    for node in &nodes {
        document.detach(*node);
    }
    (nodes, errors)
}
