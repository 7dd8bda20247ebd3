//! Blank lines. Adjacent ones are a single element.

use super::{Parser, Step};
use crate::Error;
use crate::element::{Element, Kind};
use crate::scanner::Scanner;
use crate::text::blank_lines;

impl<'a> Parser<'a> {
    pub(super) fn parse_blank_line(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<Step, Error> {
        let Some(end) = blank_lines(src.bytes(), src.pos) else { return Ok(Step::No) };
        let line = src.line();
        let blank = src.take_to(end);
        match el.children.last_mut() {
            Some(last) if last.kind == Kind::Blank => {
                // It only matters whether this is a single line break.
                last.value = crate::text::reach(src.text, last.value, blank).unwrap_or("\n\n");
            }
            _ => {
                let mut child = self.new_block(Kind::Blank, line);
                child.value = blank;
                el.children.push(child);
            }
        }
        Ok(Step::Yes)
    }
}
