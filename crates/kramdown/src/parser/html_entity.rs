//! Character entities: `&name;`, `&#123;`, `&#x1f;`.

use super::Parser;
use crate::element::{AMPERSAND, Element, Entity, Extra, Kind};
use crate::entities;
use crate::scanner::Scanner;
use crate::text::{is_word, skip_while};
use crate::version::Version;

/// For a reference such as `&amp;` at `start`, the text between `&` and `;`, and the offset after the `;`. The name may
/// be unknown. `None` if there is no reference.
pub(super) fn reference(text: &str, start: usize) -> Option<(&str, usize)> {
    let bytes = text.as_bytes();
    let from = start + 1;
    let end = match (bytes.get(from)?, bytes.get(from + 1)) {
        (b'#', Some(b'x')) => skip_while(bytes, from + 2, |b| b.is_ascii_hexdigit()),
        (b'#', _) => skip_while(bytes, from + 1, |b| b.is_ascii_digit()),
        (&first, _) if is_word(first) || first == b':' => {
            skip_while(bytes, from + 1, |b| is_word(b) || matches!(b, b'.' | b':' | b'-'))
        }
        _ => return None,
    };
    let body = &text[from..end];
    (bytes.get(end) == Some(&b';') && !matches!(body, "#" | "#x")).then_some((body, end + 1))
}

/// The code point and name of a reference. `None` for an unknown name. Numbers that are too large for a character are
/// returned, too.
pub(super) fn resolve(body: &str, version: Version) -> Option<(u32, Option<&'static str>)> {
    let code = if let Some(digits) = body.strip_prefix("#x") {
        u32::from_str_radix(digits, 16).unwrap_or(u32::MAX)
    } else if let Some(digits) = body.strip_prefix('#') {
        digits.parse().unwrap_or(u32::MAX)
    } else {
        let (name, code) = entities::known(body, version)?;
        return Some((code, Some(name)));
    };
    Some(entities::numbered(code, version))
}

impl<'a> Parser<'a> {
    /// Parses the entity at the position of `src`, such as `&amp;`. Returns false if none begins there. For an unknown
    /// name, adds an escaped `&`, and the name with its `;` as text.
    pub(super) fn parse_html_entity(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> bool {
        let Some((body, end)) = reference(src.text, src.pos) else { return false };
        let line = el.line;
        let matched = src.take_to(end);
        match resolve(body, self.options.version) {
            Some((code, name)) => {
                let entity = Extra::Entity(self.arena.alloc(Entity { code, name, original: Some(matched) }));
                el.children.push(Element::new(self.arena, Kind::Entity, line).with_extra(entity));
            }
            None => {
                el.children.push(Element::new(self.arena, Kind::Entity, line).with_extra(Extra::Entity(&AMPERSAND)));
                self.add_text(el, src.text, &matched[1..], self.text_kind);
            }
        }
        true
    }
}
