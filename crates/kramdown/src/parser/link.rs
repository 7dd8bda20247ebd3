//! Links and images: inline `[text](url)`, by reference `[text][id]`, and short `[id]`.

use super::Parser;
use super::escaped_chars::is_escapable;
use super::failed_spans::FailedSpans;
use super::link_definition::normalize_id;
use super::spans::{Found, Spans, Stop};
use crate::Error;
use crate::attributes::Ial;
use crate::element::{Element, Kind};
use crate::scanner::Scanner;
use crate::text::{is_space, skip_while, strip};
use std::borrow::Cow;

impl<'a> Parser<'a> {
    pub(super) fn parse_link(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<Found, Error> {
        let start = src.pos;
        let is_image = src.peek() == Some(b'!');
        let inner_start = start + 1 + usize::from(is_image);
        if src.bytes().get(inner_start - 1) != Some(&b'[') || matches!(src.bytes().get(inner_start), None | Some(b'^'))
        {
            return Ok(Found::No);
        }
        let line = el.line;
        let opening = src.take_to(inner_start);
        if !is_image && (self.enclosing.contains(Kind::Link) || self.enclosing.contains(Kind::Image)) {
            self.add_text(el, src.text, opening, self.text_kind);
            return Ok(Found::Yes);
        }
        let kind = if is_image { Kind::Image } else { Kind::Link };
        let mut link = None;
        let closing = match self.failed_spans.closing(inner_start, self.enclosing, kind) {
            Some(known) => known,
            None => {
                let inner = self.link_text(src, kind, line)?;
                let closing = inner.is_some().then_some(src.pos);
                link = inner;
                closing
            }
        };
        if let Some(closing) = closing {
            src.pos = closing + 1;
            let alt = &src.text[inner_start..closing];
            if let Some(destination) = self.destination(src, alt, start) {
                let after = src.pos;
                if link.is_none() {
                    src.pos = inner_start;
                    link = self.link_text(src, kind, line)?;
                    src.pos = after;
                }
                self.add_link(
                    el,
                    link.unwrap_or_else(|| Element::new(self.arena, kind, line)),
                    destination,
                    unescape(alt),
                );
                return Ok(Found::Yes);
            }
        }
        src.pos = inner_start;
        self.add_text(el, src.text, opening, self.text_kind);
        Ok(Found::Yes)
    }

    /// Parses the text of a link up to its closing bracket. `None` if no bracket closes the text.
    fn link_text(&mut self, src: &mut Scanner<'a>, kind: Kind, line: u32) -> Result<Option<Element<'a>>, Error> {
        let (start, outside) = (src.pos, self.enclosing);
        let mut link = Element::new(self.arena, kind, line);
        self.failed_spans.begin();
        let found = self.parse_inner(src, &mut link, Stop::Bracket(outside), Spans::All)?;
        self.failed_spans.end_link(start, outside, kind, found.then_some(src.pos));
        Ok(found.then_some(link))
    }

    /// Parses the destination after the text of a link.
    fn destination(&mut self, src: &mut Scanner<'a>, alt: &'a str, start: usize) -> Option<Destination<'a>> {
        if let Some((id, end)) = reference(src.text, src.pos) {
            src.pos = end;
            return match id {
                Some(id) => self.definition(id),
                None => self.definition_of(src, alt, start),
            };
        }
        if src.peek() != Some(b'(') {
            return self.definition_of(src, alt, start);
        }
        let url = match angle_url(src) {
            Some((url, true)) => return Some(Destination { url, title: None, ial: None }),
            Some((url, false)) => url,
            None => match bare_url(&mut self.failed_spans, src) {
                (url, true) => return Some(Destination { url, title: None, ial: None }),
                (url, false) => url,
            },
        };
        let (title, end) = inline_title(&mut self.failed_spans, src.text, src.pos)?;
        src.pos = end;
        Some(Destination { url, title: Some(title), ial: None })
    }

    /// The definition that the text of the link at `start` names. Warns if there is no such definition.
    fn definition_of(&mut self, src: &Scanner<'a>, alt: &'a str, start: usize) -> Option<Destination<'a>> {
        if is_longer(alt, self.longest_id) {
            let shown: String = alt.chars().take(100).collect();
            let line = src.line_at(start);
            self.warn(format!("No link definition for link ID '{shown}…' found on line {line}"));
            return None;
        }
        let id = unescape(alt);
        let found = self.definition(&id);
        if found.is_none() {
            let (id, line) = (normalize_id(&id), src.line_at(start));
            self.warn(format!("No link definition for link ID '{id}' found on line {line}"));
        }
        found
    }

    fn definition(&self, id: &str) -> Option<Destination<'a>> {
        if self.link_defs.is_empty() {
            return None;
        }
        self.link_defs.get(normalize_id(id).as_ref()).map(|found| Destination {
            url: found.url,
            title: found.title,
            ial: found.slot.map(|slot| self.definition_ials[slot].clone()),
        })
    }

    fn add_link(
        &mut self,
        el: &mut Element<'a>,
        mut link: Element<'a>,
        destination: Destination<'a>,
        alt: Cow<'a, str>,
    ) {
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

struct Destination<'a> {
    url: &'a str,
    title: Option<&'a str>,
    ial: Option<Ial<'a>>,
}

/// Matches `\s*?\[([^\]]+)?\]`: returns the id, if any, and the end.
fn reference(text: &str, start: usize) -> Option<(Option<&str>, usize)> {
    let bytes = text.as_bytes();
    let open = skip_while(bytes, start, is_space);
    if bytes.get(open) != Some(&b'[') {
        return None;
    }
    let close = open + 1 + memchr::memchr(b']', &bytes[open + 1..])?;
    let id = &text[open + 1..close];
    Some(((!id.is_empty()).then_some(id), close + 1))
}

/// Parses `(<...>`: returns the URL, and whether the link ends after it.
fn angle_url<'t>(src: &mut Scanner<'t>) -> Option<(&'t str, bool)> {
    let inner = src.rest().strip_prefix("(<")?;
    let end = memchr::memchr2(b'>', b'\n', inner.as_bytes())?;
    if inner.as_bytes()[end] != b'>' {
        return None;
    }
    let url = &inner[..end];
    src.pos += end + 3;
    let closed = src.peek() == Some(b')');
    src.pos += usize::from(closed);
    Some((url, closed))
}

/// Whether a text is so long that it cannot be a link id. Nested brackets lead to lookups of ever longer texts.
fn is_longer(text: &str, longest_id: usize) -> bool {
    // Converting to lower case may shrink three bytes to one.
    text.len() > 2_000 && text.bytes().filter(|&b| !is_space(b) && b != b'\\').nth(4 * longest_id).is_some()
}

/// A URL with balanced parentheses, and whether the link ends after it. Otherwise a title may follow.
fn bare_url<'t>(failed_spans: &mut FailedSpans, src: &mut Scanner<'t>) -> (&'t str, bool) {
    const NEAR: usize = 1_000;
    let bytes = src.bytes();
    let start = src.pos;
    let mut depth = 0_i64;
    let mut last = None;
    for position in start..bytes.len().min(start + NEAR) {
        match bytes[position] {
            b'(' => depth += 1,
            b')' => depth -= 1,
            byte if is_space(byte) && matches!(bytes.get(position + 1), Some(b'"' | b'\'')) => {}
            _ => continue,
        }
        if depth == 0 || is_space(bytes[position]) {
            last = Some(position + 1);
            break;
        }
    }
    let last = last.or_else(|| {
        let closing = failed_spans.closing_parenthesis(bytes, start);
        let space = failed_spans.next(b's', start, || {
            let found = (start..).zip(bytes[start..].windows(2));
            let mut found = found.filter(|(_, pair)| is_space(pair[0]) && matches!(pair[1], b'"' | b'\''));
            found.next().map(|(position, _)| (position, position + 1))
        });
        match (closing, space) {
            (Some(closing), Some((space, _))) => Some(closing.min(space) + 1),
            (closing, space) => closing.or(space.map(|(position, _)| position)).map(|position| position + 1),
        }
    });
    // Without a closing parenthesis, no title can follow, either.
    let Some(last) = last else {
        src.pos = bytes.len();
        return ("", false);
    };
    src.pos = last;
    let taken = &src.text[start..last];
    let url = if taken.len() < 2 { "" } else { &taken[1..taken.len() - 1] };
    (strip(url), bytes[last - 1] == b')')
}

/// Matches `\s*?(["'])(.+?)\1\s*?\)`: returns the title and the end.
fn inline_title<'t>(failed_spans: &mut FailedSpans, text: &'t str, start: usize) -> Option<(&'t str, usize)> {
    let bytes = text.as_bytes();
    let open = skip_while(bytes, start, is_space);
    let quote = *bytes.get(open).filter(|quote| matches!(quote, b'"' | b'\''))?;
    let from = open + 1;
    let (close, end) = failed_spans.next(quote, from + 1, || {
        let quotes = memchr::memchr_iter(quote, bytes.get(from + 1..)?).map(|offset| from + 1 + offset);
        quotes
            .map(|close| (close, skip_while(bytes, close + 1, is_space)))
            .find(|&(_, end)| bytes.get(end) == Some(&b')'))
    })?;
    Some((&text[from..close], end + 1))
}

/// Removes the backslashes before escaped characters.
fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
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
    Cow::Owned(out)
}
