//! Blank lines.

use super::{Parser, Step};
use crate::Error;
use crate::element::{Element, Kind};
use crate::scanner::Scanner;
use crate::text::blank_lines;

impl Parser {
    pub(super) fn parse_blank_line(&mut self, src: &mut Scanner<'_>, el: &mut Element) -> Result<Step, Error> {
        let Some(end) = blank_lines(src.bytes(), src.pos) else { return Ok(Step::No) };
        let line = src.line();
        let blank = src.take_to(end);
        match el.children.last_mut() {
            Some(last) if last.kind == Kind::Blank => last.value.push_str(blank),
            _ => {
                let mut child = self.new_block(Kind::Blank, line);
                blank.clone_into(&mut child.value);
                el.children.push(child);
            }
        }
        Ok(Step::Yes)
    }
}
