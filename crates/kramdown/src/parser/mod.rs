//! kramdown's parser, which parses blocks first and then the spans inside of them. Mirrors
//! [`Kramdown::Parser::Kramdown`].
//!
//! Each construct has its own file. [`Parser::parse_block`] and [`spans`] list them in the order in which they are
//! tried. Text in blocks is stored as [`Kind::RawText`] until all definitions of the document are known.
//!
//! [`Kramdown::Parser::Kramdown`]: https://github.com/gettalong/kramdown/tree/REL_2_5_1/lib/kramdown/parser/kramdown

mod abbreviation;
mod autolink;
mod blank_line;
mod block_boundary;
mod block_html;
mod blockquote;
mod codeblock;
mod codespan;
mod definition_list;
mod emphasis;
mod end_of_block;
mod escaped_chars;
mod extensions;
mod failed_spans;
mod footnote;
mod gfm;
mod header;
mod horizontal_rule;
mod html;
mod html_document;
mod html_elements;
mod html_entity;
mod line_break;
mod link;
mod link_definition;
mod list;
mod list_item;
mod math;
mod native;
mod native_table;
mod paragraph;
mod smart_quotes;
mod smarty_pants;
mod span_html;
mod spans;
mod table;
mod texts;
mod typographic;

use crate::attributes::{Attributes, Ial};
use crate::element::{Element, Extra, Kind};
use crate::scanner::Scanner;
use crate::text::opt_space;
use crate::{Error, Input, MAX_DEPTH, Options};

pub(crate) use abbreviation::is_separator;
use bumpalo::Bump;
pub(crate) use html_elements::is_without_body;
use std::borrow::Cow;
use std::collections::HashMap;

/// A parsed document: its elements, the options, the definitions of footnotes and abbreviations, and the warnings.
pub(crate) struct Document<'a> {
    pub arena: &'a Bump,
    /// The length of the source in bytes.
    pub length: usize,
    pub root: Element<'a>,
    pub options: Cow<'a, Options>,
    pub footnotes: HashMap<&'a str, Element<'a>>,
    pub abbreviations: HashMap<&'a str, Abbreviation<'a>>,
    pub warnings: Vec<String>,
}

/// The definition of an abbreviation, such as `*[HTML]: HyperText Markup Language`, with its attributes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Abbreviation<'a> {
    pub title: &'a str,
    pub attr: Attributes<'a>,
}

/// Whether a block parser recognized its construct, or found the end of the enclosing HTML element.
pub(crate) enum Step {
    /// The construct does not begin at the scanner's position.
    No,
    /// The construct consumed some of the source.
    Yes,
    /// The parser found the end tag of the HTML element around the blocks.
    Stop,
}

/// Parses a whole source, with its footnotes and abbreviations. The elements are allocated in `arena`. Fails if
/// elements are nested too deeply.
pub(crate) fn parse<'a>(source: &'a str, options: &'a Options, arena: &'a Bump) -> Result<Document<'a>, Error> {
    let source = adapt(source, arena);
    let mut parser = Parser::new(options, arena);
    parser.length = source.len();
    parser.has_backslash = memchr::memchr(b'\\', source.as_bytes()).is_some();
    let mut root = Element::new(arena, Kind::Root, 1);
    if options.input == Input::Html {
        parser.parse_html_document(&mut root, source)?;
        return Ok(parser.into_document(root));
    }
    parser.parse_text(&mut root, source, 1)?;
    parser.update_tree(&mut root)?;
    parser.correct_abbreviations();
    parser.replace_abbreviations(&mut root);
    parser.finish_footnotes()?;
    if parser.gfm {
        parser.update_elements(&mut root);
    }
    Ok(parser.into_document(root))
}

/// Converts line breaks to `\n`, and adds one at the end if it is missing.
fn adapt<'a>(source: &'a str, arena: &'a Bump) -> &'a str {
    let has_return = memchr::memchr(b'\r', source.as_bytes()).is_some();
    if !has_return && source.ends_with('\n') {
        return source;
    }
    let mut text = if has_return { source.replace("\r\n", "\n").replace('\r', "\n") } else { source.to_owned() };
    if !text.ends_with('\n') {
        text.push('\n');
    }
    arena.alloc_str(&text)
}

pub(crate) struct Parser<'a> {
    pub arena: &'a Bump,
    pub options: Cow<'a, Options>,
    pub gfm: bool,
    /// Whether only typography is parsed.
    smarty_pants: bool,
    /// Whether kramdown's extensions of Markdown are parsed.
    extended: bool,
    warnings: Vec<String>,
    /// The definitions of attribute lists (`{:name: ...}`), by name.
    alds: HashMap<&'a str, Ial<'a>>,
    link_defs: HashMap<Cow<'a, str>, LinkDefinition<'a>>,
    footnotes: Footnotes<'a>,
    abbreviations: abbreviation::Definitions<'a>,
    /// Attribute lists that apply to definitions, by the index in [`Extra::Definition`].
    definition_ials: Vec<Ial<'a>>,
    /// An attribute list that applies to the next block.
    block_ial: Option<Box<Ial<'a>>>,
    /// The kinds of spans around the text being parsed.
    enclosing: failed_spans::EnclosingSpans,
    /// The results of failed attempts at emphasis and links, for the text being parsed.
    failed_spans: failed_spans::FailedSpans,
    /// The length of the longest link id in bytes.
    longest_id: usize,
    /// The kind of element that plain text becomes: `RawText` in blocks and table rows, and `Text` in spans.
    text_kind: Kind,
    depth: usize,
    /// Whether some texts were added in pieces that must be joined.
    in_pieces: bool,
    /// Whether the source contains a backslash.
    has_backslash: bool,
    /// The length of the source in bytes.
    length: usize,
    /// The number of uses of each GFM header id.
    id_counter: HashMap<String, usize>,
}

struct LinkDefinition<'a> {
    url: &'a str,
    title: Option<&'a str>,
    slot: Option<usize>,
}

/// Footnote definitions in the order of their first occurrence.
#[derive(Default)]
struct Footnotes<'a> {
    names: Vec<&'a str>,
    by_name: HashMap<&'a str, FootnoteDefinition<'a>>,
}

struct FootnoteDefinition<'a> {
    content: Element<'a>,
    slot: usize,
    referenced: bool,
}

/// A function that parses one kind of blocks.
type Construct<'a> = fn(&mut Parser<'a>, &mut Scanner<'a>, &mut Element<'a>) -> Result<Step, Error>;

impl<'a> Parser<'a> {
    fn new(options: &'a Options, arena: &'a Bump) -> Self {
        let gfm = options.input == Input::Gfm;
        let smarty_pants = options.input == Input::SmartyPants;
        let mut parser = Parser {
            arena,
            options: Cow::Borrowed(options),
            gfm,
            smarty_pants,
            extended: options.input != Input::Markdown,
            warnings: Vec::new(),
            alds: HashMap::new(),
            link_defs: HashMap::new(),
            footnotes: Footnotes::default(),
            abbreviations: abbreviation::Definitions::default(),
            definition_ials: Vec::new(),
            block_ial: None,
            enclosing: failed_spans::EnclosingSpans::default(),
            failed_spans: failed_spans::FailedSpans::default(),
            longest_id: 0,
            text_kind: Kind::RawText,
            depth: 0,
            in_pieces: false,
            has_backslash: false,
            length: 0,
            id_counter: HashMap::new(),
        };
        if gfm && !parser.options.auto_id_stripping {
            parser.options.to_mut().auto_id_stripping = true;
        }
        for (id, (url, title)) in &options.link_defs {
            let definition = LinkDefinition { url, title: title.as_deref(), slot: None };
            parser.define_link(link_definition::normalize_id(id), definition);
        }
        parser
    }

    fn warn(&mut self, text: impl Into<String>) {
        self.warnings.push(text.into());
    }

    /// Counts one level of nesting and calls `inner` with sufficient stack.
    fn nested<T>(&mut self, line: u32, inner: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        if self.depth >= MAX_DEPTH {
            return Err(Error::TooDeep { line });
        }
        self.depth += 1;
        let result = stacker::maybe_grow(64 << 10, 1 << 20, || inner(self));
        self.depth -= 1;
        result
    }

    /// Parses `text` into blocks of `el`.
    fn parse_text(&mut self, el: &mut Element<'a>, text: &'a str, line: u32) -> Result<bool, Error> {
        self.parse_blocks(&mut Scanner::new(text, line), el)
    }

    /// Parses blocks into `el` up to the end of the source, or up to the end tag of the HTML element `el`. Returns true
    /// in the latter case.
    fn parse_blocks(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<bool, Error> {
        let line = el.line;
        self.nested(line, |parser| {
            let outer_ial = parser.block_ial.take();
            let mut stopped = false;
            while !src.at_end() {
                match parser.parse_block(src, el)? {
                    Step::Yes => {}
                    Step::Stop => {
                        stopped = true;
                        break;
                    }
                    Step::No => {
                        parser.warn("Warning: this should not occur - no block parser handled the line");
                        let end = crate::text::line_end(src.bytes(), src.pos);
                        let text = src.take_to(end);
                        parser.add_text(el, src.text, text, Kind::RawText);
                    }
                }
            }
            parser.block_ial = outer_ial;
            if parser.in_pieces {
                parser.join_texts(el);
                for child in el.children.iter_mut().filter(|child| child.kind == Kind::Paragraph) {
                    parser.join_texts(child);
                }
            }
            Ok(stopped)
        })
    }

    /// Tries the block constructs in their order.
    fn parse_block(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<Step, Error> {
        if self.smarty_pants {
            return self.parse_typography(src, el);
        }
        let first = opt_space(src.bytes(), src.pos);
        match src.bytes().get(first) {
            Some(byte) if byte.is_ascii_alphabetic() || !byte.is_ascii() => {
                return self.parse_text_block(src, el, first);
            }
            Some(b'\n') => {
                if let Step::Yes = self.parse_blank_line(src, el)? {
                    return Ok(Step::Yes);
                }
            }
            _ => {}
        }
        let constructs = if self.extended { constructs() } else { constructs_of_markdown() };
        for construct in constructs {
            match construct(self, src, el)? {
                Step::No => {}
                done => return Ok(done),
            }
        }
        Ok(Step::No)
    }

    /// Tries the constructs whose first line can start with a letter: setext header, table and paragraph. `first` is
    /// the offset of this letter.
    fn parse_text_block(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>, first: usize) -> Result<Step, Error> {
        let bytes = src.bytes();
        let end = crate::text::line_end(bytes, first);
        if matches!(bytes.get(end), Some(b'-' | b'='))
            && let Step::Yes = self.parse_setext_header(src, el)?
        {
            return Ok(Step::Yes);
        }
        if self.extended
            && memchr::memchr(b'|', &bytes[first..end]).is_some()
            && let Step::Yes = self.parse_table(src, el)?
        {
            return Ok(Step::Yes);
        }
        self.parse_paragraph(src, el)
    }

    /// Creates a block element with the pending attribute list.
    fn new_block(&mut self, kind: Kind, line: u32) -> Element<'a> {
        let mut el = Element::new(self.arena, kind, line);
        el.ial = self.block_ial.take();
        el
    }

    /// Creates the placeholder for a definition, and reserves an element of `definition_ials` for the definition's
    /// attribute lists. Returns the placeholder and the element's index.
    fn new_definition(&mut self, line: u32) -> (Element<'a>, usize) {
        let slot = self.definition_ials.len();
        self.definition_ials.push(self.block_ial.take().map_or_else(Ial::default, |ial| *ial));
        (Element::new(self.arena, Kind::EndOfBlock, line).with_extra(Extra::Definition(slot)), slot)
    }

    /// Parses the spans of all texts below `el`, and merges attribute lists into attributes.
    fn update_tree(&mut self, el: &mut Element<'a>) -> Result<(), Error> {
        if let [only] = el.children.as_slice()
            && only.kind == Kind::RawText
        {
            let (text, line) = (only.value, el.line);
            el.children.clear();
            return self.parse_raw_text(el, text, line);
        }
        let line = el.line;
        self.nested(line, |parser| {
            let simple = |pair: &[Element<'_>]| !(pair[0].kind == Kind::Blank && pair[1].kind == Kind::Blank);
            let replaced = |child: &Element<'_>| matches!(child.kind, Kind::RawText | Kind::EndOfBlock);
            if el.children.windows(2).all(simple) && !el.children.iter().any(replaced) {
                return el.children.iter_mut().try_for_each(|child| parser.update_child(child));
            }
            let children = el.take_children();
            el.children.reserve(children.len());
            let mut after_blank = None;
            for mut child in children {
                match child.kind {
                    Kind::RawText => {
                        after_blank = None;
                        let mut root = Element::new(self.arena, Kind::RawText, line);
                        parser.parse_raw_text(&mut root, child.value, line)?;
                        el.children.append(&mut root.children);
                    }
                    Kind::EndOfBlock => {}
                    Kind::Blank if after_blank.is_some() => {}
                    Kind::Blank => {
                        after_blank = Some(());
                        el.children.push(child);
                    }
                    _ => {
                        after_blank = None;
                        parser.update_child(&mut child)?;
                        el.children.push(child);
                    }
                }
            }
            Ok(())
        })
    }

    fn update_child(&mut self, child: &mut Element<'a>) -> Result<(), Error> {
        if child.kind == Kind::Blank {
            return Ok(());
        }
        if !child.children.is_empty() {
            self.update_tree(child)?;
        }
        if let Some(ial) = child.ial.take() {
            self.apply_ial(&mut child.attr, &ial);
            child.ial = Some(ial);
        }
        if child.kind == Kind::Dt || (child.kind == Kind::Header && self.options.auto_id_stripping) {
            self.update_raw_text(child);
        }
        Ok(())
    }

    /// Merges an attribute list into attributes. Also merges the definitions that the attribute list references.
    fn apply_ial(&mut self, attr: &mut Attributes<'a>, ial: &Ial<'a>) {
        self.apply_refs(attr, ial, 0, &mut 10_000);
    }

    fn apply_refs(&self, attr: &mut Attributes<'a>, ial: &Ial<'a>, depth: usize, budget: &mut usize) {
        // Definitions may reference each other in a cycle. Ruby's stack overflows in this case.
        if depth < 100 {
            for name in &ial.refs {
                if let Some(definition) = self.alds.get(name)
                    && *budget > 0
                {
                    *budget -= 1;
                    self.apply_refs(attr, definition, depth + 1, budget);
                }
            }
        }
        for (key, value) in ial.attr.iter() {
            if key == "class" {
                attr.add_class(value.clone());
            } else {
                attr.set(key, value.clone());
            }
        }
    }

    fn update_raw_text(&self, el: &mut Element<'a>) {
        let mut text = String::new();
        if self.gfm {
            gfm::raw_text(&mut text, el);
        } else {
            plain_text(&mut text, el);
        }
        match &mut el.extra {
            Extra::Header { raw_text, .. } | Extra::Term { raw_text } => *raw_text = self.keep(&text),
            _ => {}
        }
    }

    fn finish_footnotes(&mut self) -> Result<(), Error> {
        for index in 0..self.footnotes.names.len() {
            let name = self.footnotes.names[index];
            let Some(definition) = self.footnotes.by_name.get_mut(name) else { continue };
            let mut content = std::mem::replace(&mut definition.content, Element::new(self.arena, Kind::Root, 0));
            self.update_tree(&mut content)?;
            self.replace_abbreviations(&mut content);
            if let Some(definition) = self.footnotes.by_name.get_mut(name) {
                definition.content = content;
            }
        }
        for name in &self.footnotes.names {
            let definition = &self.footnotes.by_name[name];
            if !definition.referenced {
                let line = definition.content.line;
                self.warnings
                    .push(format!("Footnote definition for '{name}' on line {line} is unreferenced - ignoring"));
            }
        }
        Ok(())
    }

    fn into_document(self, root: Element<'a>) -> Document<'a> {
        let footnotes = self.footnotes.by_name.into_iter().map(|(name, def)| (name, def.content)).collect();
        Document {
            arena: self.arena,
            length: self.length,
            root,
            options: self.options,
            footnotes,
            abbreviations: self.abbreviations.into_map(),
            warnings: self.warnings,
        }
    }
}

/// The block constructs in kramdown's order.
fn constructs<'s, 'a>() -> &'s [Construct<'a>] {
    &[
        Parser::parse_blank_line,
        Parser::parse_codeblock,
        Parser::parse_codeblock_fenced,
        Parser::parse_blockquote,
        Parser::parse_atx_header,
        Parser::parse_horizontal_rule,
        Parser::parse_list,
        Parser::parse_definition_list,
        Parser::parse_block_html,
        Parser::parse_setext_header,
        Parser::parse_block_math,
        Parser::parse_table,
        Parser::parse_footnote_definition,
        Parser::parse_link_definition,
        Parser::parse_abbrev_definition,
        Parser::parse_block_extensions,
        Parser::parse_end_of_block,
        Parser::parse_paragraph,
    ]
}

/// The block constructs of plain Markdown.
fn constructs_of_markdown<'s, 'a>() -> &'s [Construct<'a>] {
    &[
        Parser::parse_blank_line,
        Parser::parse_codeblock,
        Parser::parse_blockquote,
        Parser::parse_atx_header,
        Parser::parse_horizontal_rule,
        Parser::parse_list,
        Parser::parse_block_html,
        Parser::parse_setext_header,
        Parser::parse_link_definition,
        Parser::parse_end_of_block,
        Parser::parse_paragraph,
    ]
}

/// Appends the text of all descendants of `el`.
fn plain_text(out: &mut String, el: &Element<'_>) {
    for child in &el.children {
        if child.kind == Kind::Text {
            out.push_str(child.value);
        } else {
            plain_text(out, child);
        }
    }
}
