//! HTML elements, comments and CDATA as spans.

use super::Parser;
use super::html::{MarkdownAttribute, cdata, comment, end_tag, start_tag, take_markdown_attribute};
use super::html_elements::{content_model, is_block_element, is_known, is_without_body};
use super::spans::{Found, Spans, Stop};
use crate::Error;
use crate::element::{Category, Element, Extra, Kind, Model};
use crate::scanner::Scanner;
use crate::text::xml_name;

impl<'a> Parser<'a> {
    pub(super) fn parse_span_html(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<Found, Error> {
        let position = src.pos;
        let line = src.line();
        if let Some(end) = comment(src, position) {
            let child = Element::with_value(self.arena, Kind::XmlComment, src.take_to(end), line);
            el.children.push(child.with_extra(Extra::Category(Category::Span)));
        } else if let Some((text, end)) = cdata(src, position, self.options.version) {
            let mut escaped = String::new();
            crate::escape::all(&mut escaped, text);
            let escaped = self.keep(&escaped);
            self.add_text(el, src.text, escaped, self.text_kind);
            src.pos = end;
        } else if let Some((name, end)) = end_tag(src.text, position) {
            self.warn(format!("Found invalidly used HTML closing tag for '{name}' on line {line}"));
            let text = src.take_to(end);
            self.add_text(el, src.text, text, self.text_kind);
        } else if let Some(tag) = start_tag(src.text, position) {
            let name = self.known_name(tag.name);
            if is_block_element(name) {
                self.warn(format!("Found block HTML tag '{name}' in span-level text on line {line}"));
                let text = src.take_to(tag.end);
                self.add_text(el, src.text, text, self.text_kind);
                return Ok(Found::Yes);
            }
            let (name, attr) = self.name_and_attributes(&tag, line);
            src.pos = tag.end;
            let child = Element { attr, ..Element::with_value(self.arena, Kind::Html, name, line) };
            self.span_html_element(src, el, child, tag.closed)?;
        } else if xml_name(src.text, position + 1).is_some()
            || matches!(src.bytes().get(position + 1), Some(b'/'))
            || src.rest().starts_with("<!--")
            || (self.options.version.cdata_sections && src.rest().starts_with("<![CDATA["))
        {
            let text = src.take_char();
            self.add_text(el, src.text, text, self.text_kind);
        } else {
            return Ok(Found::No);
        }
        Ok(Found::Yes)
    }

    /// Parses the content of an element after its start tag.
    fn span_html_element(
        &mut self,
        src: &mut Scanner<'a>,
        parent: &mut Element<'a>,
        mut el: Element<'a>,
        closed: bool,
    ) -> Result<(), Error> {
        for value in el.attr.values_mut() {
            if value.contains('\n') {
                *value = fold_line_breaks(value).into();
            }
        }
        let is_raw = content_model(el.value) == Model::Raw;
        let mut parse = !is_raw && !parent.is_raw_html() && self.options.parse_span_html;
        match take_markdown_attribute(&mut el.attr) {
            Some(MarkdownAttribute::Is(Model::Block)) => {
                let line = el.line;
                self.warn(format!(
                    "Cannot use block-level parsing in span-level HTML tag (line {line}) - using default mode"
                ));
            }
            Some(MarkdownAttribute::Is(Model::Span)) => parse = true,
            Some(MarkdownAttribute::Is(Model::Raw)) => parse = false,
            Some(MarkdownAttribute::Default) => parse = !is_raw,
            None => {}
        }
        let model = if parse { Model::Span } else { Model::Raw };
        el.extra = Extra::Html { category: Category::Span, model, closed };
        if !closed && !is_without_body(el.value) {
            let name = el.value;
            let stop = Stop::EndTag(name, is_known(name));
            let spans = if parse { Spans::All } else { Spans::Html };
            if self.parse_inner(src, &mut el, stop, spans)? {
                if let Some((_, end)) = end_tag(src.text, src.pos) {
                    src.pos = end;
                }
            } else {
                self.warn(format!("Found no end tag for '{name}' (line {}) - auto-closing it", el.line));
                let text = src.take_to(src.text.len());
                self.add_text(&mut el, src.text, text, self.text_kind);
                self.join_texts(&mut el);
            }
        }
        if self.options.html_to_native {
            super::native::convert(&mut el, self.arena, self.options.version);
        }
        parent.children.push(el);
        Ok(())
    }
}

/// Replaces each run of line breaks with one space.
fn fold_line_breaks(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut in_break = false;
    for c in value.chars() {
        if c != '\n' {
            out.push(c);
        } else if !in_break {
            out.push(' ');
        }
        in_break = c == '\n';
    }
    out
}
