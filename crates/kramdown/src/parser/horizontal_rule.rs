//! Horizontal rules: lines of at least three `*`, `-` or `_`.

use super::{Parser, Step};
use crate::Error;
use crate::element::{Element, Kind};
use crate::scanner::Scanner;
use crate::text::opt_space;

/// The offset after the line of a rule at `start`. `None` for any other line. A rule consists of three or more equal
/// marks (`*`, `-` or `_`) after at most three spaces. Spaces and tabs between and after the marks are allowed.
pub(super) fn rule(bytes: &[u8], start: usize) -> Option<usize> {
    let mut position = opt_space(bytes, start);
    let mark = *bytes.get(position).filter(|mark| matches!(mark, b'*' | b'-' | b'_'))?;
    let mut count = 0;
    loop {
        match bytes.get(position)? {
            b'\n' if count >= 3 => return Some(position + 1),
            b' ' | b'\t' => {}
            byte if *byte == mark => count += 1,
            _ => return None,
        }
        position += 1;
    }
}

impl<'a> Parser<'a> {
    pub(super) fn parse_horizontal_rule(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<Step, Error> {
        let Some(end) = rule(src.bytes(), src.pos) else { return Ok(Step::No) };
        let line = src.line();
        src.pos = end;
        let child = self.new_block(Kind::Hr, line);
        el.children.push(child);
        Ok(Step::Yes)
    }
}
