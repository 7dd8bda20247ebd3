//! The input format `html`: a document of HTML instead of Markdown. Mirrors `Kramdown::Parser::Html`.
//!
//! HTML elements that Markdown can also express, such as `em`, become kramdown's own elements, as with the option
//! `html_to_native`.

use super::Parser;
use super::html::{comment, instruction};
use super::native;
use crate::Error;
use crate::element::{Category, Element, Extra, Kind};
use crate::scanner::Scanner;
use crate::text::{is_space, skip_while};

impl<'a> Parser<'a> {
    /// Parses an HTML document (the option `input: html`). The HTML elements become kramdown's elements below `root`.
    pub(super) fn parse_html_document(&mut self, root: &mut Element<'a>, source: &'a str) -> Result<(), Error> {
        let mut src = Scanner::new(source, 1);
        self.parse_prologue(&mut src, root);
        self.parse_raw_html(&mut src, root)?;
        native::convert_document(root, self.arena, self.options.version);
        Ok(())
    }

    /// Parses comments, processing instructions and document types before the first element. Document types are
    /// dropped.
    fn parse_prologue(&mut self, src: &mut Scanner<'a>, root: &mut Element<'a>) {
        loop {
            let start = skip_while(src.bytes(), src.pos, is_space);
            let (kind, end) = if let Some(end) = instruction(src, start) {
                (Kind::XmlPi, end)
            } else if let Some(end) = document_type(src.text, start) {
                src.pos = end;
                continue;
            } else if let Some(end) = comment(src, start) {
                (Kind::XmlComment, end)
            } else {
                return;
            };
            let line = src.line_at(start);
            src.pos = start;
            let child = Element::with_value(self.arena, kind, src.take_to(end), line);
            root.children.push(child.with_extra(Extra::Category(Category::Block)));
        }
    }
}

/// The offset after the document type (`<!DOCTYPE ...>`) at `start`.
fn document_type(text: &str, start: usize) -> Option<usize> {
    const OPENING: &str = "<!DOCTYPE";
    let opening = text.get(start..start + OPENING.len())?;
    if !opening.eq_ignore_ascii_case(OPENING) {
        return None;
    }
    memchr::memchr(b'>', &text.as_bytes()[start..]).map(|length| start + length + 1)
}
