//! HTML tags, comments and processing instructions in Markdown, for block and span HTML.

use super::html_elements::{content_model, is_known, is_without_body};
use super::{Parser, Step};
use crate::Error;
use crate::Input;
use crate::attributes::Attributes;
use crate::element::{Category, Element, Extra, Kind, Model};
use crate::scanner::Scanner;
use crate::text::{downcase, is_space, is_unicode_word, skip_while, xml_name};
use crate::version::Version;
use bumpalo::Bump;
use std::borrow::Cow;

/// The effect of the attribute `markdown="..."` on the content of an HTML element: parsing by the element's default, or
/// by a given content model.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MarkdownAttribute {
    Default,
    Is(Model),
}

pub(super) fn take_markdown_attribute(attr: &mut Attributes<'_>) -> Option<MarkdownAttribute> {
    match attr.remove("markdown")?.as_ref() {
        "0" => Some(MarkdownAttribute::Is(Model::Raw)),
        "1" => Some(MarkdownAttribute::Default),
        "span" => Some(MarkdownAttribute::Is(Model::Span)),
        "block" => Some(MarkdownAttribute::Is(Model::Block)),
        _ => None,
    }
}

/// The name and attributes of an HTML start tag, whether it ends with `/>`, and the offset after it.
pub(super) struct Tag<'t> {
    pub name: &'t str,
    attributes: Vec<(&'t str, &'t str)>,
    pub closed: bool,
    pub end: usize,
}

/// Parses the HTML start tag at `start`. `None` if no start tag begins there.
pub(super) fn start_tag(text: &str, start: usize) -> Option<Tag<'_>> {
    let bytes = text.as_bytes();
    if bytes.get(start) != Some(&b'<') {
        return None;
    }
    let mut end = xml_name(text, start + 1)?;
    let name = &text[start + 1..end];
    let mut attributes = Vec::new();
    loop {
        let first = skip_while(bytes, end, is_space);
        if first > end
            && let Some(name_end) = xml_name(text, first)
        {
            let (value, after) = attribute_value(text, name_end);
            attributes.push((&text[first..name_end], value));
            end = after;
            continue;
        }
        let closed = bytes.get(first) == Some(&b'/');
        let last = first + usize::from(closed);
        return (bytes.get(last) == Some(&b'>')).then_some(Tag { name, attributes, closed, end: last + 1 });
    }
}

/// The value after an attribute's name, and its end. Empty for an attribute without a value.
fn attribute_value(text: &str, name_end: usize) -> (&str, usize) {
    let bytes = text.as_bytes();
    let equals = skip_while(bytes, name_end, is_space);
    if bytes.get(equals) != Some(&b'=') {
        return ("", name_end);
    }
    let from = skip_while(bytes, equals + 1, is_space);
    match bytes.get(from) {
        Some(quote @ (b'"' | b'\'')) => match memchr::memchr(*quote, &bytes[from + 1..]) {
            Some(length) => (&text[from + 1..from + 1 + length], from + length + 2),
            None => ("", name_end),
        },
        _ => {
            let length = text[from..].find(|c| !is_unicode_word(c)).unwrap_or(text.len() - from);
            if length == 0 { ("", name_end) } else { (&text[from..from + length], from + length) }
        }
    }
}

/// The name of the end tag at `start`, and the offset after the tag. `None` if no end tag begins there.
pub(super) fn end_tag(text: &str, start: usize) -> Option<(&str, usize)> {
    let bytes = text.as_bytes();
    if !bytes[start.min(bytes.len())..].starts_with(b"</") {
        return None;
    }
    let name_end = xml_name(text, start + 2)?;
    let close = skip_while(bytes, name_end, is_space);
    (bytes.get(close) == Some(&b'>')).then(|| (&text[start + 2..name_end], close + 1))
}

/// The offset after the construct that starts at `start` with `open` and ends with `close`. `None` if one of them is
/// missing.
fn between(src: &Scanner<'_>, start: usize, open: &str, close: &str) -> Option<usize> {
    let rest = src.text.get(start..)?.strip_prefix(open)?;
    let length = src.search(close, start, || memchr::memmem::find(rest.as_bytes(), close.as_bytes()))?;
    Some(start + open.len() + length + close.len())
}

/// The offset after the HTML comment at `start`. `None` if no comment begins there, or if it is not closed.
pub(super) fn comment(src: &Scanner<'_>, start: usize) -> Option<usize> {
    between(src, start, "<!--", "-->")
}

/// The offset after the processing instruction at `start`. `None` if none begins there, or if it is not closed.
pub(super) fn instruction(src: &Scanner<'_>, start: usize) -> Option<usize> {
    between(src, start, "<?", "?>")
}

/// The text of the CDATA section at `start`, and the offset after it. `None` if no section begins there or the section
/// is not closed, and always in versions of kramdown without CDATA sections.
pub(super) fn cdata<'a>(src: &Scanner<'a>, start: usize, version: Version) -> Option<(&'a str, usize)> {
    if !version.cdata_sections {
        return None;
    }
    let end = between(src, start, "<![CDATA[", "]]>")?;
    Some((&src.text[start + 9..end - 3], end))
}

/// The position of the next end tag with this name at or after `start`. Upper and lower case are the same. `None` if
/// there is none.
pub(super) fn find_end_tag(text: &str, start: usize, name: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    memchr::memmem::find_iter(&bytes[start..], b"</").map(|offset| start + offset).find(|&open| {
        let from = open + 2;
        bytes.get(from..from + name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
            && bytes.get(skip_while(bytes, from + name.len(), is_space)) == Some(&b'>')
    })
}

/// Skips spaces and tabs, and the line break after them. Skips nothing if any other character comes before the line
/// break.
pub(super) fn take_trailing_white_space(src: &mut Scanner<'_>) {
    let end = skip_while(src.bytes(), src.pos, |b| b == b' ' || b == b'\t');
    if src.bytes().get(end) == Some(&b'\n') {
        src.pos = end + 1;
    }
}

impl<'a> Parser<'a> {
    /// The name of an HTML element as kramdown stores it: in lower case if kramdown knows the element, otherwise as
    /// written.
    pub(super) fn known_name(&self, name: &'a str) -> &'a str {
        match downcase(name) {
            Cow::Owned(lower) if is_known(&lower) => self.keep(&lower),
            _ => name,
        }
    }

    /// The name of the element and the attributes of a tag. All names are in lower case if kramdown knows the element.
    /// If an attribute occurs twice, warns and keeps the last value.
    pub(super) fn name_and_attributes(&mut self, tag: &Tag<'a>, line: u32) -> (&'a str, Attributes<'a>) {
        let element = self.known_name(tag.name);
        let known = is_known(element);
        let mut attr = Attributes::default();
        for (name, value) in &tag.attributes {
            let name = match downcase(name) {
                Cow::Owned(lower) if known => self.keep(&lower),
                _ => name,
            };
            if attr.get(name).is_some() {
                self.warn(format!("Duplicate HTML attribute '{name}' on line {line} - overwriting previous one"));
            }
            attr.set(name, *value);
        }
        (element, attr)
    }

    /// Parses the rest of an element, from the end of its start tag on, and adds the element to `parent`.
    pub(super) fn block_html_element(
        &mut self,
        src: &mut Scanner<'a>,
        parent: &mut Element<'a>,
        tag: &Tag<'a>,
        line: u32,
    ) -> Result<(), Error> {
        let (name, attr) = self.name_and_attributes(tag, line);
        src.pos = tag.end;
        let mut closed = tag.closed || is_without_body(name);
        let mut el = Element { attr, ..Element::with_value(self.arena, Kind::Html, name, line) };
        let mut handle_body = true;
        if el.value == "script" || el.value == "style" {
            self.raw_body(src, &mut el);
            closed = false;
            handle_body = false;
        }
        el.ial = self.block_ial.take();
        let in_html_document = self.options.input == Input::Html;
        let parent_is_raw = in_html_document || (parent.kind == Kind::Html && parent.is_raw_html());
        let mut model = match parent_is_raw {
            false if self.options.parse_block_html => content_model(el.value),
            _ => Model::Raw,
        };
        match Some(&mut el.attr).filter(|_| !in_html_document).and_then(take_markdown_attribute) {
            Some(MarkdownAttribute::Default) => model = content_model(el.value),
            Some(MarkdownAttribute::Is(asked)) => model = asked,
            None => {}
        }
        if model == Model::Block {
            take_trailing_white_space(src);
        }
        el.extra = Extra::Html { category: Category::Block, model, closed };
        if !closed && handle_body {
            match model {
                Model::Block => {
                    if !self.parse_blocks(src, &mut el)? {
                        self.warn(format!("Found no end tag for '{}' (line {line}) - auto-closing it", el.value));
                    }
                }
                Model::Span => self.span_body(src, &mut el),
                Model::Raw => self.parse_raw_html(src, &mut el)?,
            }
            if !parent_is_raw {
                take_trailing_white_space(src);
            }
        }
        parent.children.push(el);
        Ok(())
    }

    /// Parses the content of `script` and `style`: everything up to the end tag.
    fn raw_body(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) {
        match find_end_tag(src.text, src.pos, el.value) {
            Some(end) => {
                let text = src.take_to(end);
                el.children.push(raw_text(self.arena, text, el.line));
                if let Some((_, end)) = end_tag(src.text, src.pos) {
                    src.pos = end;
                }
            }
            None => {
                let text = src.take_to(src.text.len());
                el.children.push(raw_text(self.arena, text, el.line));
                self.warn(format!("Found no end tag for '{}' - auto-closing it", el.value));
            }
        }
        el.children.retain(|child| !child.value.is_empty());
    }

    /// Parses the content of an HTML element as spans.
    fn span_body(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) {
        match find_end_tag(src.text, src.pos, el.value) {
            Some(end) => {
                let text = src.take_to(end);
                self.add_text(el, src.text, text, Kind::RawText);
                if let Some((_, end)) = end_tag(src.text, src.pos) {
                    src.pos = end;
                }
            }
            None => {
                let text = src.take_to(src.text.len());
                self.add_text(el, src.text, text, Kind::RawText);
                self.warn(format!("Found no end tag for '{}' (line {}) - auto-closing it", el.value, el.line));
            }
        }
    }

    /// Parses only tags, comments, processing instructions and CDATA sections, up to the end tag of `el` or the end of
    /// the source. Warns about a missing end tag only if `el` is an HTML element and the source ends with text.
    pub(super) fn parse_raw_html(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<(), Error> {
        let line = el.line;
        self.nested(line, |parser| {
            let own_name = if is_known(el.value) { downcase(el.value) } else { Cow::Borrowed(el.value) };
            let mut section = None;
            while !src.at_end() {
                let Some(open) = next_raw_start(src.text, src.pos, parser.options.version) else {
                    let text = src.take_to(src.text.len());
                    parser.add_raw_text(el, src.text, text, &mut section);
                    if el.kind == Kind::Html {
                        parser.warn(format!("Found no end tag for '{}' on line {line} - auto-closing it", el.value));
                    }
                    break;
                };
                let text = src.take_to(open);
                parser.add_raw_text(el, src.text, text, &mut section);
                if parser.raw_html_piece(src, el, &own_name, &mut section)? {
                    break;
                }
            }
            parser.finish_section(el, section);
            Ok(())
        })
    }

    /// Adds text to raw HTML. Text after a CDATA section becomes part of it.
    fn add_raw_text(&mut self, el: &mut Element<'a>, source: &'a str, text: &'a str, section: &mut Section) {
        match section {
            Some(section) => section.push_str(text),
            None => self.add_text(el, source, text, Kind::Text),
        }
    }

    /// Writes a CDATA section and the text after it into the last child, which was created for it.
    fn finish_section(&self, el: &mut Element<'a>, section: Section) {
        if let (Some(section), Some(last)) = (section, el.children.last_mut()) {
            last.value = self.keep(&section);
        }
    }

    /// Parses a tag, comment, instruction or CDATA section in raw HTML. Returns true for the end tag of `el`.
    fn raw_html_piece(
        &mut self,
        src: &mut Scanner<'a>,
        el: &mut Element<'a>,
        own_name: &str,
        section: &mut Section,
    ) -> Result<bool, Error> {
        let line = src.line();
        let position = src.pos;
        if let Some(end) = comment(src, position) {
            self.finish_section(el, section.take());
            let child = Element::with_value(self.arena, Kind::XmlComment, src.take_to(end), line);
            el.children.push(child.with_extra(Extra::Category(Category::Block)));
        } else if let Some(end) = instruction(src, position) {
            self.finish_section(el, section.take());
            let child = Element::with_value(self.arena, Kind::XmlPi, src.take_to(end), line);
            el.children.push(child.with_extra(Extra::Category(Category::Block)));
        } else if let Some((text, end)) = cdata(src, position, self.options.version) {
            self.finish_section(el, section.replace(text.to_owned()));
            el.children.push(Element::with_value(self.arena, Kind::Text, text, line));
            src.pos = end;
        } else if let Some(tag) = start_tag(src.text, position) {
            self.finish_section(el, section.take());
            self.block_html_element(src, el, &tag, line)?;
        } else if let Some((name, end)) = end_tag(src.text, position) {
            let matches = if is_known(el.value) { downcase(name) == own_name } else { name == own_name };
            let text = src.take_to(end);
            if matches {
                return Ok(true);
            }
            self.add_raw_text(el, src.text, text, section);
            self.warn(format!("Found invalidly used HTML closing tag for '{name}' on line {line} - ignoring it"));
        } else {
            let text = src.take_char();
            self.add_raw_text(el, src.text, text, section);
        }
        Ok(false)
    }
}

/// The last CDATA section in raw HTML. The text up to the next tag is added to it. `None` if a tag follows the section.
type Section = Option<String>;

fn raw_text<'a>(arena: &'a Bump, text: &'a str, line: u32) -> Element<'a> {
    // This kind is neither parsed nor escaped.
    Element::with_value(arena, Kind::Raw, text, line).with_extra(Extra::Raw { category: Category::Span, types: &[] })
}

/// The next position in raw HTML at which a tag, comment, processing instruction or CDATA section can begin.
fn next_raw_start(text: &str, from: usize, version: Version) -> Option<usize> {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'<', &bytes[from..]).map(|offset| from + offset).find(|&open| match bytes.get(open + 1) {
        Some(b'/' | b'?') => true,
        Some(b'!') => {
            bytes[open..].starts_with(b"<!--") || (version.cdata_sections && bytes[open..].starts_with(b"<![CDATA["))
        }
        _ => xml_name(text, open + 1).is_some(),
    })
}

impl<'a> Parser<'a> {
    /// If the end tag `name` closes `el`, moves to `end`, the offset after the tag, and returns `Step::Stop`. Otherwise
    /// returns `Step::No`.
    pub(super) fn closes(src: &mut Scanner<'a>, el: &Element<'a>, name: &str, end: usize) -> Step {
        if el.kind == Kind::Html && el.value == downcase(name) {
            src.pos = end;
            return Step::Stop;
        }
        Step::No
    }
}
