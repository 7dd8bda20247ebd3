//! HTML elements and comments as blocks.

use super::html::{comment, end_tag, start_tag, take_trailing_white_space};
use super::html_elements::is_span_element;
use super::{Parser, Step};
use crate::Error;
use crate::element::{Category, Element, Extra, Kind};
use crate::scanner::Scanner;
use crate::text::{downcase, opt_space};

impl<'a> Parser<'a> {
    pub(super) fn parse_block_html(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<Step, Error> {
        let position = opt_space(src.bytes(), src.pos);
        if src.bytes().get(position) != Some(&b'<') {
            return Ok(Step::No);
        }
        let line = src.line();
        // A comment must start at the beginning of the line.
        if let Some(end) = comment(src, src.pos) {
            let child = Element::with_value(self.arena, Kind::XmlComment, src.take_to(end), line);
            el.children.push(child.with_extra(Extra::Category(Category::Block)));
            take_trailing_white_space(src);
            return Ok(Step::Yes);
        }
        if let Some(tag) = start_tag(src.text, position) {
            if is_span_element(&downcase(tag.name), self.options.version) {
                return Ok(Step::No);
            }
            self.block_html_element(src, el, &tag, line)?;
            if self.options.html_to_native
                && let Some(last) = el.children.last_mut()
            {
                super::native::convert(last, self.arena, self.options.version);
            }
            return Ok(Step::Yes);
        }
        match end_tag(src.text, position) {
            Some((name, end)) if !is_span_element(&downcase(name), self.options.version) => {
                Ok(Self::closes(src, el, name, end))
            }
            _ => Ok(Step::No),
        }
    }
}
