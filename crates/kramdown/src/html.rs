//! The HTML converter: traverses the tree once and writes to a single buffer.

mod blocks;
mod code;
mod footnotes;
mod spans;
mod toc;
mod transliteration;

pub(crate) use transliteration::transliterate;

use crate::attributes::Attributes;
use crate::element::{Element, Kind};
use crate::options::EntityOutput;
use crate::parser::{Abbreviation, Document};
use crate::{Highlighter, Options, Output, escape};
use bumpalo::Bump;
use std::collections::HashMap;

/// Returns the document as HTML, and the warnings of the parser and the converter. Without a `highlighter`, code stays
/// without highlighting.
pub(crate) fn render(document: Document<'_>, highlighter: Option<&dyn Highlighter>) -> Output {
    let mut writer = Writer {
        arena: document.arena,
        options: &document.options,
        footnotes: &document.footnotes,
        abbreviations: &document.abbreviations,
        highlighter,
        out: String::with_capacity(document.length + document.length / 2 + 64),
        stack: Vec::new(),
        index: 0,
        used_ids: HashMap::new(),
        toc: Vec::new(),
        toc_place: None,
        footnote_place: None,
        numbered: Vec::new(),
        footnote_numbers: HashMap::new(),
        warnings: Vec::new(),
    };
    writer.root(&document.root);
    let (html, late) = (writer.out, writer.warnings);
    let mut warnings = document.warnings;
    warnings.extend(late);
    document.root.free();
    document.footnotes.into_values().for_each(Element::free);
    Output { html, warnings }
}

struct Writer<'d> {
    arena: &'d Bump,
    options: &'d Options,
    footnotes: &'d HashMap<&'d str, Element<'d>>,
    abbreviations: &'d HashMap<&'d str, Abbreviation<'d>>,
    highlighter: Option<&'d dyn Highlighter>,
    out: String,
    /// The ancestors of the current element, outermost first.
    stack: Vec<&'d Element<'d>>,
    /// The index of the current element among its siblings.
    index: usize,
    /// The number of times each id was generated.
    used_ids: HashMap<String, usize>,
    toc: Vec<toc::Entry<'d>>,
    /// The list that the table of contents replaces, and its position in the buffer.
    toc_place: Option<(&'d Element<'d>, usize)>,
    /// The position of the footnotes in the buffer, if not at the end.
    footnote_place: Option<usize>,
    /// The footnotes in the order of their marks.
    numbered: Vec<footnotes::Numbered>,
    /// The index in `numbered` of each footnote, by its name with the prefix.
    footnote_numbers: HashMap<String, usize>,
    warnings: Vec<String>,
}

impl<'d> Writer<'d> {
    fn root(&mut self, root: &'d Element<'d>) {
        self.children(root, -2);
        self.place_footnotes();
        self.place_toc();
    }

    /// Writes the children of `el`, which itself is indented by `indent`.
    fn children(&mut self, el: &'d Element<'d>, indent: i32) {
        stacker::maybe_grow(64 << 10, 1 << 20, || {
            self.stack.push(el);
            for (index, child) in el.children.iter().enumerate() {
                self.index = index;
                self.element(child, indent + 2);
            }
            self.stack.pop();
        });
    }

    fn element(&mut self, el: &'d Element<'d>, indent: i32) {
        match el.kind {
            Kind::Blank => self.out.push('\n'),
            Kind::Text | Kind::RawText => self.text(el),
            Kind::Paragraph => self.paragraph(el, indent),
            Kind::Header => self.header(el, indent),
            Kind::Codeblock => self.codeblock(el, indent),
            Kind::Blockquote | Kind::Dl | Kind::Table | Kind::Thead | Kind::Tbody | Kind::Tfoot | Kind::Tr => {
                self.indented_block(el.kind.tag(), el, indent);
            }
            Kind::Ul | Kind::Ol => self.list(el, indent),
            Kind::Li | Kind::Dd => self.list_item(el, indent),
            Kind::Dt => self.term(el, indent),
            Kind::Td => self.cell(el, indent),
            Kind::Hr => {
                self.indent(indent);
                self.open("hr", &el.attr);
                self.out.push_str(" />\n");
            }
            Kind::Html => self.html_element(el, indent),
            Kind::XmlComment | Kind::XmlPi => self.xml(el, indent),
            Kind::Comment => self.comment(el, indent),
            Kind::Raw => self.raw(el),
            Kind::Br => self.out.push_str("<br />"),
            Kind::Link => self.span("a", el, indent),
            Kind::Image => {
                self.open("img", &el.attr);
                self.out.push_str(" />");
            }
            Kind::Codespan => self.codespan(el),
            Kind::Em | Kind::Strong => self.span(el.kind.tag(), el, indent),
            Kind::Entity => self.entity_element(el),
            Kind::Symbol => self.symbol(el),
            Kind::SmartQuote => self.smart_quote(el),
            Kind::Footnote => self.footnote_mark(el),
            Kind::Abbreviation => self.abbreviation(el),
            Kind::Math => self.math(el, indent),
            Kind::EndOfBlock | Kind::Root => {}
        }
    }

    fn indent(&mut self, indent: i32) {
        const SPACES: &str = "                                                                ";
        let mut left = usize::try_from(indent).unwrap_or(0);
        while left > 0 {
            let width = left.min(SPACES.len());
            self.out.push_str(&SPACES[..width]);
            left -= width;
        }
    }

    /// Writes `<name` and the attributes, without the closing bracket.
    fn open(&mut self, name: &str, attr: &Attributes<'_>) {
        self.out.push('<');
        self.out.push_str(name);
        self.attributes(attr);
    }

    fn attributes(&mut self, attr: &Attributes<'_>) {
        for (key, value) in attr.iter() {
            if key == "id" && crate::text::strip(value).is_empty() {
                continue;
            }
            self.out.push(' ');
            self.out.push_str(key);
            self.out.push_str("=\"");
            escape::attribute(&mut self.out, value);
            self.out.push('"');
        }
    }

    fn close(&mut self, name: &str) {
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
    }

    /// Writes a span element with its children.
    fn span(&mut self, name: &str, el: &'d Element<'d>, indent: i32) {
        self.open(name, &el.attr);
        self.out.push('>');
        self.children(el, indent);
        self.close(name);
    }

    /// Writes a block on one line.
    fn block(&mut self, name: &str, attr: &Attributes<'_>, el: &'d Element<'d>, indent: i32) {
        self.indent(indent);
        self.open(name, attr);
        self.out.push('>');
        self.children(el, indent);
        self.close(name);
        self.out.push('\n');
    }

    /// Writes a block with its children on separate lines.
    fn indented_block(&mut self, name: &str, el: &'d Element<'d>, indent: i32) {
        self.indent(indent);
        self.open(name, &el.attr);
        self.out.push_str(">\n");
        self.children(el, indent);
        self.indent(indent);
        self.close(name);
        self.out.push('\n');
    }

    /// Writes an entity in the form that the option `entity_output` demands.
    fn entity(&mut self, code: u32, name: Option<&str>, original: Option<&str>) {
        let char = char::from_u32(code);
        let escaped = matches!(char, Some('<' | '>' | '&' | '"'));
        let output = self.options.entity_output;
        match (char, original, name) {
            (Some(c), _, _)
                if output == EntityOutput::AsChar
                    && (c == '"' || !escaped)
                    && (!self.options.ascii || c.is_ascii()) =>
            {
                self.out.push(c);
            }
            (_, Some(original), _) if matches!(output, EntityOutput::AsChar | EntityOutput::AsInput) => {
                self.out.push_str(original);
            }
            (_, _, Some(name)) if output == EntityOutput::Symbolic || escaped => {
                self.out.push('&');
                self.out.push_str(name);
                self.out.push(';');
            }
            _ => self.out.push_str(&format!("&#{code};")),
        }
    }
}

/// Applies `change` to a copy of the attributes, and returns the copy.
fn changed<'a>(attr: &Attributes<'a>, change: impl FnOnce(&mut Attributes<'a>)) -> Attributes<'a> {
    let mut copy = attr.clone();
    change(&mut copy);
    copy
}
