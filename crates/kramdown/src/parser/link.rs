//! Links and images: inline, by reference, and their short forms.

use super::Parser;
use super::escaped_chars::is_escapable;
use super::link_definition::normalize_id;
use super::spans::{Found, Spans, Stop};
use crate::Error;
use crate::attributes::Ial;
use crate::element::{Element, Kind};
use crate::scanner::Scanner;
use crate::text::{is_space, skip_while, strip};

impl Parser {
    pub(super) fn parse_link(&mut self, src: &mut Scanner<'_>, el: &mut Element) -> Result<Found, Error> {
        let start = src.pos;
        let is_image = src.peek() == Some(b'!');
        let inner_start = start + 1 + usize::from(is_image);
        if src.bytes().get(inner_start - 1) != Some(&b'[') || matches!(src.bytes().get(inner_start), None | Some(b'^'))
        {
            return Ok(Found::No);
        }
        let line = src.line();
        let opening = src.take_to(inner_start);
        let inside = |kind: Kind| matches!(kind, Kind::Link | Kind::Image);
        if !is_image && (inside(el.kind) || self.ancestors.iter().any(|&kind| inside(kind))) {
            el.add_text(opening, self.text_kind);
            return Ok(Found::Yes);
        }
        let mut link = Element::new(if is_image { Kind::Image } else { Kind::Link }, line);
        let found = self.parse_inner(src, el.kind, &mut link, Stop::Bracket, Spans::All)?;
        let mut done = None;
        if found {
            let alt = unescape(&src.text[inner_start..src.pos]);
            src.pos += 1;
            done = self.destination(src, &alt, line).map(|destination| (destination, alt));
        }
        match done {
            Some((destination, alt)) => self.add_link(el, link, destination, &alt),
            None => {
                src.pos = inner_start;
                el.add_text(opening, self.text_kind);
            }
        }
        Ok(Found::Yes)
    }

    /// Reads where a link leads, behind its text.
    fn destination(&mut self, src: &mut Scanner<'_>, alt: &str, line: u32) -> Option<Destination> {
        if let Some((id, end)) = reference(src.text, src.pos) {
            src.pos = end;
            return self.definition(&normalize_id(id.unwrap_or(alt)), id.is_none(), line);
        }
        if src.peek() != Some(b'(') {
            return self.definition(&normalize_id(alt), true, line);
        }
        let url = match angle_url(src) {
            Some((url, true)) => return Some(Destination { url, title: None, ial: None }),
            Some((url, false)) => url,
            None => match bare_url(src) {
                (url, true) => return Some(Destination { url, title: None, ial: None }),
                (url, false) => url,
            },
        };
        let (title, end) = inline_title(src.text, src.pos)?;
        src.pos = end;
        Some(Destination { url, title: Some(title.to_owned()), ial: None })
    }

    fn definition(&mut self, id: &str, warn: bool, line: u32) -> Option<Destination> {
        match self.link_defs.get(id) {
            Some(found) => Some(Destination {
                url: found.url.clone(),
                title: found.title.clone(),
                ial: found.slot.map(|slot| self.definition_ials[slot].clone()),
            }),
            None => {
                if warn {
                    self.warn(format!("No link definition for link ID '{id}' found on line {line}"));
                }
                None
            }
        }
    }

    fn add_link(&mut self, el: &mut Element, mut link: Element, destination: Destination, alt: &str) {
        if let Some(ial) = destination.ial {
            self.apply_ial(&mut link.attr, &ial);
            link.ial = Some(Box::new(ial));
        }
        if link.kind == Kind::Link {
            link.attr.set("href", destination.url);
        } else {
            link.attr.set("src", destination.url);
            link.attr.set("alt", alt);
            link.children.clear();
        }
        if let Some(title) = destination.title {
            link.attr.set("title", title);
        }
        el.children.push(link);
    }
}

struct Destination {
    url: String,
    title: Option<String>,
    ial: Option<Ial>,
}

/// `\s*?\[([^\]]+)?\]`: the id, if there is one, and the end.
fn reference(text: &str, at: usize) -> Option<(Option<&str>, usize)> {
    let bytes = text.as_bytes();
    let open = skip_while(bytes, at, is_space);
    if bytes.get(open) != Some(&b'[') {
        return None;
    }
    let close = open + 1 + memchr::memchr(b']', &bytes[open + 1..])?;
    let id = &text[open + 1..close];
    Some(((!id.is_empty()).then_some(id), close + 1))
}

/// `(<...>`: the address, and whether the link ends behind it.
fn angle_url(src: &mut Scanner<'_>) -> Option<(String, bool)> {
    let inner = src.rest().strip_prefix("(<")?;
    let end = memchr::memchr2(b'>', b'\n', inner.as_bytes())?;
    if inner.as_bytes()[end] != b'>' {
        return None;
    }
    let url = inner[..end].to_owned();
    src.pos += end + 3;
    let closed = src.peek() == Some(b')');
    src.pos += usize::from(closed);
    Some((url, closed))
}

/// An address with balanced parentheses, and whether the link ends behind it; else a title may follow.
fn bare_url(src: &mut Scanner<'_>) -> (String, bool) {
    let bytes = src.bytes();
    let start = src.pos;
    let mut depth = 0_i64;
    let mut at = start;
    let mut last = start;
    while at < bytes.len() {
        match bytes[at] {
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    last = at + 1;
                    break;
                }
            }
            byte if is_space(byte) && matches!(bytes.get(at + 1), Some(b'"' | b'\'')) => {
                last = at + 1;
                break;
            }
            _ => {
                at += 1;
                continue;
            }
        }
        at += 1;
        last = at;
    }
    let taken = &src.text[start..last];
    src.pos = last;
    let url = if taken.len() < 2 { "" } else { &taken[1..taken.len() - 1] };
    (strip(url).to_owned(), depth == 0)
}

/// `\s*?(["'])(.+?)\1\s*?\)`: the title and the end.
fn inline_title(text: &str, at: usize) -> Option<(&str, usize)> {
    let bytes = text.as_bytes();
    let open = skip_while(bytes, at, is_space);
    let quote = *bytes.get(open).filter(|quote| matches!(quote, b'"' | b'\''))?;
    let from = open + 1;
    memchr::memchr_iter(quote, &bytes[from..]).map(|offset| from + offset).filter(|&close| close > from).find_map(
        |close| {
            let end = skip_while(bytes, close + 1, is_space);
            (bytes.get(end) == Some(&b')')).then(|| (&text[from..close], end + 1))
        },
    )
}

/// Takes the backslashes of escaped characters away.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match chars.peek() {
            Some(&next) if c == '\\' && next.is_ascii() && is_escapable(next as u8, false) => {
                out.push(next);
                chars.next();
            }
            _ => out.push(c),
        }
    }
    out
}
