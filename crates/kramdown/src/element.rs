//! The document tree, built by the parser and written by the HTML converter.

use crate::attributes::{Attributes, Ial};
use bumpalo::Bump;

/// A list of elements, allocated in the document's arena.
pub(crate) type Children<'a> = bumpalo::collections::Vec<'a, Element<'a>>;

/// An element of the document, such as a paragraph, a text or an HTML element.
#[derive(Clone, Debug)]
pub(crate) struct Element<'a> {
    pub kind: Kind,
    /// The line of the source on which the element starts, from 1.
    pub line: u32,
    /// The string of the element itself, such as a text, code, a tag name or a comment.
    pub value: &'a str,
    pub attr: Attributes<'a>,
    pub children: Children<'a>,
    /// The attribute list, which is merged into `attr` after the blocks are parsed.
    pub ial: Option<Box<Ial<'a>>>,
    pub extra: Extra<'a>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Root,
    Blank,
    Paragraph,
    Header,
    Blockquote,
    Codeblock,
    Ul,
    Ol,
    Li,
    Dl,
    Dt,
    Dd,
    Table,
    Thead,
    Tbody,
    Tfoot,
    Tr,
    Td,
    Hr,
    /// An end-of-block marker, or a placeholder for a definition or attribute list.
    EndOfBlock,
    Html,
    XmlComment,
    XmlPi,
    Comment,
    Raw,
    /// Text whose spans are not yet parsed.
    RawText,
    Text,
    Br,
    Link,
    Image,
    Codespan,
    Em,
    Strong,
    Entity,
    Symbol,
    SmartQuote,
    Footnote,
    Abbreviation,
    Math,
}

impl Kind {
    /// The name of the HTML element, such as `ul`, for lists, emphasis, block quotes and most parts of tables. `p` for
    /// all other kinds, terms and table cells included.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Kind::Ul => "ul",
            Kind::Ol => "ol",
            Kind::Li => "li",
            Kind::Dd => "dd",
            Kind::Dl => "dl",
            Kind::Table => "table",
            Kind::Thead => "thead",
            Kind::Tbody => "tbody",
            Kind::Tfoot => "tfoot",
            Kind::Tr => "tr",
            Kind::Em => "em",
            Kind::Strong => "strong",
            Kind::Blockquote => "blockquote",
            _ => "p",
        }
    }
}

/// The data that only some kinds of elements have, such as the level of a header.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Extra<'a> {
    #[default]
    None,
    /// A paragraph whose tags are omitted (in tight lists).
    Transparent,
    Header {
        level: u8,
        raw_text: &'a str,
    },
    /// A term of a definition list, with its text.
    Term {
        raw_text: &'a str,
    },
    /// A fenced code block: the language as written, including options.
    Fenced {
        lang: Option<&'a str>,
    },
    Table {
        alignment: &'a [Align],
    },
    Html {
        category: Category,
        model: Model,
        closed: bool,
    },
    /// The character around emphasised text: `*` or `_`.
    Mark(u8),
    /// Whether a comment, processing instruction or formula is a block or a span.
    Category(Category),
    Raw {
        category: Category,
        types: &'a [&'a str],
    },
    Entity(&'a Entity<'a>),
    Symbol(Symbol),
    Quote(Quote),
    /// A placeholder for a definition, such as of a footnote. Contains the index of the definition's attribute list in
    /// the parser.
    Definition(usize),
    /// A placeholder for an attribute list or extension, which separates the blocks around it. Unlike an end-of-block
    /// marker, it is not a block boundary.
    Trace,
    /// A definition in a definition list. The first paragraph of the definition keeps its tags.
    FirstAsParagraph,
}

/// A character written as a reference, by name or number, such as `&amp;`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entity<'a> {
    pub code: u32,
    pub name: Option<&'static str>,
    /// The notation in the source. `None` if the parser itself created the entity.
    pub original: Option<&'a str>,
}

/// An ampersand that does not start an entity, as in `&unknown;`.
pub(crate) const AMPERSAND: Entity<'static> = Entity { code: 38, name: Some("amp"), original: None };

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Category {
    Block,
    Span,
}

/// How kramdown parses the content of an HTML element: as blocks, as spans, or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Model {
    Block,
    Span,
    Raw,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Default,
    Left,
    Right,
    Center,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symbol {
    Mdash,
    Ndash,
    Hellip,
    LaquoSpace,
    RaquoSpace,
    Laquo,
    Raquo,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quote {
    Lsquo,
    Rsquo,
    Ldquo,
    Rdquo,
}

impl Symbol {
    /// The name of the symbol in kramdown's option `typographic_symbols`, such as `ndash`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Symbol::Mdash => "mdash",
            Symbol::Ndash => "ndash",
            Symbol::Hellip => "hellip",
            Symbol::LaquoSpace => "laquo_space",
            Symbol::RaquoSpace => "raquo_space",
            Symbol::Laquo => "laquo",
            Symbol::Raquo => "raquo",
        }
    }
}

impl Quote {
    /// The name of the entity for the quotation mark, as in kramdown's option `smart_quotes`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Quote::Lsquo => "lsquo",
            Quote::Rsquo => "rsquo",
            Quote::Ldquo => "ldquo",
            Quote::Rdquo => "rdquo",
        }
    }
}

impl<'a> Element<'a> {
    pub(crate) fn new(arena: &'a Bump, kind: Kind, line: u32) -> Self {
        Element {
            kind,
            line,
            value: "",
            attr: Attributes::default(),
            children: Children::new_in(arena),
            ial: None,
            extra: Extra::None,
        }
    }

    pub(crate) fn with_value(arena: &'a Bump, kind: Kind, value: &'a str, line: u32) -> Self {
        Element { value, ..Element::new(arena, kind, line) }
    }

    /// Takes the children. The empty list that stays behind allocates in the same arena.
    pub(crate) fn take_children(&mut self) -> Children<'a> {
        let arena = self.children.bump();
        std::mem::replace(&mut self.children, Children::new_in(arena))
    }

    /// Frees the element and everything in it without recursion, which would overflow the stack for deep trees.
    pub(crate) fn free(self) {
        let mut waiting = vec![self.children];
        while let Some(mut children) = waiting.pop() {
            let parents = children.iter_mut().filter(|child| !child.children.is_empty());
            waiting.extend(parents.map(Element::take_children));
        }
    }

    pub(crate) fn with_extra(mut self, extra: Extra<'a>) -> Self {
        self.extra = extra;
        self
    }

    /// Whether this is a paragraph that is written without its tags.
    pub(crate) fn is_transparent(&self) -> bool {
        matches!(self.extra, Extra::Transparent)
    }

    /// Whether this is an HTML element whose content is not parsed as Markdown, for example `<script>`. By default,
    /// this is also true of `<div>`.
    pub(crate) fn is_raw_html(&self) -> bool {
        matches!(self.extra, Extra::Html { model: Model::Raw, .. })
    }

    /// Whether the attribute list contains a reference to `name`, as `{:toc}` does to `toc`.
    pub(crate) fn has_ref(&self, name: &str) -> bool {
        self.ial.as_ref().is_some_and(|ial| ial.refs.contains(&name))
    }

    /// Whether kramdown treats the element as a block. All other elements are spans.
    pub(crate) fn is_block(&self) -> bool {
        match self.kind {
            Kind::Blank
            | Kind::Paragraph
            | Kind::Header
            | Kind::Blockquote
            | Kind::Codeblock
            | Kind::Ul
            | Kind::Ol
            | Kind::Li
            | Kind::Dl
            | Kind::Dt
            | Kind::Dd
            | Kind::Table
            | Kind::Td
            | Kind::Hr => true,
            _ => match &self.extra {
                Extra::Html { category, .. } | Extra::Category(category) | Extra::Raw { category, .. } => {
                    *category == Category::Block
                }
                _ => false,
            },
        }
    }
}
