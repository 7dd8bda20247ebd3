//! Hard line breaks: two spaces or two backslashes at the end of a line.

use super::Parser;
use crate::element::{Element, Kind};
use crate::scanner::Scanner;

impl<'a> Parser<'a> {
    pub(super) fn parse_line_break(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> bool {
        if !src.rest().starts_with("  \n") && !src.rest().starts_with("\\\\\n") {
            return false;
        }
        el.children.push(Element::new(self.arena, Kind::Br, el.line));
        src.pos += 2;
        true
    }
}
