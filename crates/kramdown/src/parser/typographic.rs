//! Typographic symbols: dashes, ellipses and guillemets.

use super::Parser;
use crate::element::{Element, Entity, Extra, Kind, Symbol};
use crate::scanner::Scanner;

/// Whether `rest` starts with a dash, an ellipsis or `>>`. Symbols that start with `<`, a space or a backslash are not
/// included.
pub(super) fn starts(rest: &[u8]) -> bool {
    rest.starts_with(b"--") || rest.starts_with(b"...") || rest.starts_with(b">>")
}

const LESS: Entity<'static> = Entity { code: 60, name: Some("lt"), original: None };
const GREATER: Entity<'static> = Entity { code: 62, name: Some("gt"), original: None };

/// The symbols in the order in which they are tried.
const SYMBOLS: &[(&str, Symbol)] = &[
    ("---", Symbol::Mdash),
    ("--", Symbol::Ndash),
    ("...", Symbol::Hellip),
    ("<< ", Symbol::LaquoSpace),
    (" >>", Symbol::RaquoSpace),
    ("<<", Symbol::Laquo),
    (">>", Symbol::Raquo),
];

impl<'a> Parser<'a> {
    pub(super) fn parse_typographic_symbol(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> bool {
        let rest = src.rest();
        let line = el.line;
        if rest.starts_with("\\<<") || rest.starts_with("\\>>") {
            let entity = if rest.as_bytes()[1] == b'<' { &LESS } else { &GREATER };
            for _ in 0..2 {
                el.children.push(Element::new(self.arena, Kind::Entity, line).with_extra(Extra::Entity(entity)));
            }
            src.pos += 3;
            return true;
        }
        let Some((text, symbol)) = SYMBOLS.iter().find(|(text, _)| rest.starts_with(text)) else { return false };
        el.children.push(Element::new(self.arena, Kind::Symbol, line).with_extra(Extra::Symbol(*symbol)));
        src.pos += text.len();
        true
    }
}
