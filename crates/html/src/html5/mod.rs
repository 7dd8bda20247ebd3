//! HTML as browsers parse it, by the algorithm of the HTML standard: a tokenizer, insertion modes, active formatting
//! elements, foster parents, and foreign content.
//!
//! As in Nokogiri, SVG and MathML elements have the prefixes `svg` and `math`, declared on the root, and the contents
//! of templates are children of the `template` elements. Scripting is off. Nesting is limited.

mod body;
mod builder;
mod foreign;
mod foreign_content;
mod formatting;
mod modes;
mod references;
mod tables;
mod tokenizer;

use crate::tree::{Dialect, Document, NodeId};
use builder::Builder;
use std::fmt;

/// The maximum number of open elements, as in Nokogiri's default options. Parsing fails if there are more.
pub const MAX_DEPTH: usize = 400;

/// The error for a document that nests elements deeper than [`MAX_DEPTH`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooDeep;

impl fmt::Display for TooDeep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Document tree depth limit exceeded")
    }
}

impl std::error::Error for TooDeep {}

/// Parses a whole page. Adds the elements `html`, `head` and `body` if the text lacks them. A page that begins with a
/// `frameset` gets no `body`.
///
/// # Errors
/// Fails if elements are nested deeper than [`MAX_DEPTH`].
///
/// ```
/// use hastie_html::{NodeId, html5};
/// let mut page = html5::parse("<p>a<table><tr><td>b").unwrap();
/// assert_eq!(page.to_html(NodeId::DOCUMENT), "<html><head></head><body><p>a<table><tbody><tr><td>b</td></tr></tbody></table></p></body></html>");
/// ```
pub fn parse(text: &str) -> Result<Document, TooDeep> {
    let mut document = Document::new(Dialect::Html5);
    document.encoding = Some("UTF-8".to_owned());
    let mut builder = Builder::new(&mut document, NodeId::DOCUMENT, text);
    builder.run();
    if builder.is_too_deep { Err(TooDeep) } else { Ok(document) }
}

/// An empty document, which has the document type and the quirks of HTML 4.0 Transitional, as in Nokogiri.
pub fn empty() -> Document {
    let mut document = crate::html4::empty();
    document.dialect = Dialect::Html5;
    document.quirks = true;
    document
}

/// Parses a text as the content of an element with the name `context`, and adds the nodes to a fragment.
///
/// # Errors
/// Fails if elements are nested too deeply.
pub fn fill_fragment(document: &mut Document, fragment: NodeId, context: &str, text: &str) -> Result<(), TooDeep> {
    let mut other = Document::new(Dialect::Html5);
    other.quirks = document.quirks && document.doctype_node().is_some();
    let mut builder = Builder::new(&mut other, NodeId::DOCUMENT, text);
    builder.begin_fragment(context);
    builder.run();
    if builder.is_too_deep {
        return Err(TooDeep);
    }
    if let Some(root) = other.root() {
        for child in other.children(root).collect::<Vec<_>>() {
            let copy = document.import(&other, child, true);
            document.append(fragment, copy);
        }
    }
    Ok(())
}
