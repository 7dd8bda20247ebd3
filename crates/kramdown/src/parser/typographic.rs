//! Typographic symbols: dashes, dots and guillemets.

use super::Parser;
use crate::element::{Element, Extra, Kind, Symbol};
use crate::scanner::Scanner;

/// Whether a symbol that begins with this byte stands here.
pub(super) fn starts(rest: &[u8]) -> bool {
    rest.starts_with(b"--") || rest.starts_with(b"...") || rest.starts_with(b">>")
}

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

impl Parser {
    pub(super) fn parse_typographic_symbol(&mut self, src: &mut Scanner<'_>, el: &mut Element) -> bool {
        let rest = src.rest();
        let line = src.line();
        let escaped = [("\\<<", 60, "lt"), ("\\>>", 62, "gt")].into_iter().find(|(text, ..)| rest.starts_with(text));
        if let Some((text, code, name)) = escaped {
            for _ in 0..2 {
                let entity = Extra::Entity { code, name: Some(name), original: None };
                el.children.push(Element::new(Kind::Entity, line).with_extra(entity));
            }
            src.pos += text.len();
            return true;
        }
        let Some((text, symbol)) = SYMBOLS.iter().find(|(text, _)| rest.starts_with(text)) else { return false };
        el.children.push(Element::new(Kind::Symbol, line).with_extra(Extra::Symbol(*symbol)));
        src.pos += text.len();
        true
    }
}
