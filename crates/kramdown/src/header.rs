//! Lets the caller write headers, like overriding a method of kramdown's converter.

use crate::attributes::Attributes;
use crate::element::{Element, Extra, Kind};

/// The maximum depth of elements passed to the caller.
const DEPTH: usize = 100;

/// An element with its children, in kramdown's terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Node {
    /// The type: `text`, `codespan`, `a`.
    pub kind: &'static str,
    /// The element's own text, if its type has one.
    pub value: Option<String>,
    /// The attributes.
    pub attributes: Vec<(String, String)>,
    /// The children.
    pub children: Vec<Node>,
}

/// A header to write.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// The element.
    pub node: Node,
    /// The level in the source.
    pub level: u8,
    /// The text in the source.
    pub raw_text: String,
    /// The id generated from the text, if the element has none and ids are enabled.
    pub generated_id: Option<String>,
    /// The HTML of the content.
    pub inner: String,
    /// The indentation in columns.
    pub indent: usize,
}

/// A header written by the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenHeader {
    /// The HTML.
    pub html: String,
    /// The id for the table of contents. Without it, the header is not listed.
    pub contents_id: Option<String>,
}

/// Writes headers.
pub trait HeaderWriter {
    /// Writes a header.
    fn header(&self, header: Header) -> WrittenHeader;
}

/// Converts an element for the caller.
pub(crate) fn node(el: &Element<'_>, depth: usize) -> Node {
    let deeper = if depth < DEPTH { el.children.as_slice() } else { &[] };
    Node {
        kind: kind(el.kind),
        value: value(el),
        attributes: attributes(&el.attr),
        children: deeper.iter().map(|child| node(child, depth + 1)).collect(),
    }
}

fn attributes(attr: &Attributes<'_>) -> Vec<(String, String)> {
    attr.iter().map(|(name, value)| (name.to_owned(), value.to_string())).collect()
}

fn value(el: &Element<'_>) -> Option<String> {
    let named = match el.extra {
        Extra::Symbol(symbol) => Some(symbol.name()),
        Extra::Quote(quote) => Some(quote.name()),
        Extra::Entity(entity) => entity.name,
        _ => None,
    };
    named.map(str::to_owned).or_else(|| (!el.value.is_empty()).then(|| el.value.to_owned()))
}

/// kramdown's name for a kind.
fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Root => "root",
        Kind::Blank => "blank",
        Kind::Paragraph => "p",
        Kind::Header => "header",
        Kind::Blockquote => "blockquote",
        Kind::Codeblock => "codeblock",
        Kind::Ul => "ul",
        Kind::Ol => "ol",
        Kind::Li => "li",
        Kind::Dl => "dl",
        Kind::Dt => "dt",
        Kind::Dd => "dd",
        Kind::Table => "table",
        Kind::Thead => "thead",
        Kind::Tbody => "tbody",
        Kind::Tfoot => "tfoot",
        Kind::Tr => "tr",
        Kind::Td => "td",
        Kind::Hr => "hr",
        Kind::Eob => "eob",
        Kind::Html => "html_element",
        Kind::XmlComment => "xml_comment",
        Kind::XmlPi => "xml_pi",
        Kind::Comment => "comment",
        Kind::Raw => "raw",
        Kind::RawText => "raw_text",
        Kind::Text => "text",
        Kind::Br => "br",
        Kind::Link => "a",
        Kind::Image => "img",
        Kind::Codespan => "codespan",
        Kind::Em => "em",
        Kind::Strong => "strong",
        Kind::Entity => "entity",
        Kind::Symbol => "typographic_sym",
        Kind::SmartQuote => "smart_quote",
        Kind::Footnote => "footnote",
        Kind::Abbreviation => "abbreviation",
        Kind::Math => "math",
    }
}
