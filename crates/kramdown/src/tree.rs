//! The tree of a document in kramdown's terms, for callers that write the HTML themselves. Plugins do so if they replace
//! methods of kramdown's converter.

use crate::attributes::Attributes;
use crate::element::{Align, Category, Element, Extra, Kind, Model};
use crate::html::transliterate;
use crate::parser::Document;
use crate::{Error, Options};

/// The maximum nesting of elements in a `Tree`. Deeper elements are omitted.
const DEPTH: usize = 400;

/// A parsed document as elements, for programs that convert or inspect it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tree {
    /// The element that contains all blocks of the document, with the kind `root`.
    pub root: Node,
    /// The options, with the changes that `{::options}` in the document has made.
    pub options: Options,
    /// The definitions of footnotes, by name.
    pub footnotes: Vec<(String, Node)>,
    /// The abbreviations that the document defines.
    pub abbreviations: Vec<Abbreviation>,
    /// The warnings about the document, in kramdown's words.
    pub warnings: Vec<String>,
}

/// The definition of an abbreviation, such as `*[HTML]: HyperText Markup Language`, with its attributes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Abbreviation {
    /// The short form, such as `HTML`.
    pub name: String,
    /// The long form, such as `HyperText Markup Language`.
    pub title: String,
    /// The attributes of the `abbr` element in the HTML.
    pub attributes: Vec<(String, String)>,
}

/// A node of a [`Tree`]: an element, its attributes and its content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Node {
    /// kramdown's name of the element's type, such as `text`, `codespan` or `a`.
    pub kind: &'static str,
    /// The data of the element, if its type has any.
    pub value: Option<Part>,
    /// Attributes in the order in which they were set.
    pub attributes: Vec<(String, String)>,
    /// The element's options, by kramdown's names. `refs` are the references in its attribute list.
    pub options: Vec<(&'static str, Part)>,
    /// The elements inside of this element.
    pub children: Vec<Node>,
}

/// The data of a node, or the value of one of its options.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// A string, such as the code of a `codespan`.
    Text(String),
    /// A symbol in Ruby, such as the option `content_model` of an HTML element.
    Symbol(&'static str),
    /// A boolean, such as the option `transparent` of a paragraph.
    Bool(bool),
    /// An integer, such as the level of a header.
    Int(i64),
    /// A list of strings, such as the option `refs`.
    Texts(Vec<String>),
    /// A list of Ruby's symbols, such as the option `alignment` of a table.
    Symbols(Vec<&'static str>),
    /// A character by number and by name, if it has one.
    Entity(u32, Option<&'static str>),
}

/// Parses a text to a tree, without converting it to HTML. The tree omits elements at more than 400 levels of nesting.
///
/// # Errors
/// [`Error::TooDeep`] for a document nested beyond [`MAX_DEPTH`](crate::MAX_DEPTH).
pub fn parse(source: &str, options: &Options) -> Result<Tree, Error> {
    let arena = bumpalo::Bump::new();
    let document = crate::parser::parse(source, options, &arena)?;
    let mut footnotes: Vec<_> =
        document.footnotes.iter().map(|(name, el)| ((*name).to_owned(), node(&document, el, 0))).collect();
    footnotes.sort_by(|a, b| a.0.cmp(&b.0));
    let mut abbreviations: Vec<_> = document
        .abbreviations
        .iter()
        .map(|(name, found)| Abbreviation {
            name: (*name).to_owned(),
            title: found.title.to_owned(),
            attributes: attributes(&found.attr),
        })
        .collect();
    abbreviations.sort_by(|a, b| a.name.cmp(&b.name));
    let root = node(&document, &document.root, 0);
    Ok(Tree { root, options: document.options.into_owned(), footnotes, abbreviations, warnings: document.warnings })
}

fn node(document: &Document<'_>, el: &Element<'_>, depth: usize) -> Node {
    let deeper = if depth < DEPTH { el.children.as_slice() } else { &[] };
    Node {
        kind: kind(el.kind),
        value: value(el),
        attributes: attributes(&el.attr),
        options: options(document, el),
        children: deeper.iter().map(|child| node(document, child, depth + 1)).collect(),
    }
}

fn attributes(attr: &Attributes<'_>) -> Vec<(String, String)> {
    attr.iter().map(|(name, value)| (name.to_owned(), value.to_string())).collect()
}

fn value(el: &Element<'_>) -> Option<Part> {
    match (el.kind, el.extra) {
        (_, Extra::Symbol(symbol)) => Some(Part::Symbol(symbol.name())),
        (_, Extra::Quote(quote)) => Some(Part::Symbol(quote.name())),
        (_, Extra::Entity(entity)) => Some(Part::Entity(entity.code, entity.name)),
        (Kind::Text | Kind::RawText | Kind::Codespan | Kind::Codeblock | Kind::Math | Kind::Comment, _) => {
            Some(Part::Text(el.value.to_owned()))
        }
        _ => (!el.value.is_empty()).then(|| Part::Text(el.value.to_owned())),
    }
}

fn options(document: &Document<'_>, el: &Element<'_>) -> Vec<(&'static str, Part)> {
    let mut options = Vec::new();
    let has_location = el.line > 0 && !matches!(el.kind, Kind::Blank | Kind::Tr | Kind::Td);
    let mut location = has_location.then(|| ("location", Part::Int(i64::from(el.line))));
    match el.extra {
        Extra::Transparent => options.push(("transparent", Part::Bool(true))),
        Extra::Header { level, raw_text } => {
            options.push(("level", Part::Int(i64::from(level))));
            options.push(("raw_text", Part::Text(raw_text.to_owned())));
            if document.options.transliterated_header_ids {
                options.push(("ascii_text", Part::Text(transliterate(raw_text))));
            }
        }
        Extra::Term { raw_text } => options.push(("raw_text", Part::Text(raw_text.to_owned()))),
        Extra::Fenced { lang } => {
            options.extend(location.take());
            options.push(("fenced", Part::Bool(true)));
            options.extend(lang.map(|lang| ("lang", Part::Text(lang.to_owned()))));
        }
        Extra::Table { alignment } => {
            options.push(("alignment", Part::Symbols(alignment.iter().copied().map(align).collect())));
        }
        Extra::Html { category: kind, model, closed } => {
            options.push(("category", category(kind)));
            options.push(("content_model", Part::Symbol(model_name(model))));
            options.push(("is_closed", Part::Bool(closed)));
        }
        Extra::Category(kind) => options.push(("category", category(kind))),
        Extra::Mark(mark) => {
            options.extend(location.take());
            options.push(("char", Part::Text(char::from(mark).to_string())));
        }
        Extra::Raw { category: kind, types } => {
            options.push(("category", category(kind)));
            options.push(("type", Part::Texts(types.iter().map(|&name| name.to_owned()).collect())));
        }
        Extra::Entity(entity) => {
            options.extend(entity.original.map(|original| ("original", Part::Text(original.to_owned()))));
        }
        _ => {}
    }
    if el.kind == Kind::Footnote {
        options.push(("name", Part::Text(el.value.to_owned())));
    }
    options.extend(location);
    if let Some(refs) = el.ial.as_ref().map(|ial| &ial.refs).filter(|refs| !refs.is_empty()) {
        options.push(("refs", Part::Texts(refs.iter().map(|&name| name.to_owned()).collect())));
    }
    options
}

fn category(category: Category) -> Part {
    Part::Symbol(match category {
        Category::Block => "block",
        Category::Span => "span",
    })
}

fn model_name(model: Model) -> &'static str {
    match model {
        Model::Block => "block",
        Model::Span => "span",
        Model::Raw => "raw",
    }
}

fn align(align: Align) -> &'static str {
    match align {
        Align::Default => "default",
        Align::Left => "left",
        Align::Right => "right",
        Align::Center => "center",
    }
}
/// kramdown's name of a kind, such as `typographic_sym`.
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
        Kind::EndOfBlock => "eob",
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
