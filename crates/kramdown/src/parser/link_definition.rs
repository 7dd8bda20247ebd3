//! Link definitions: `[id]: url "title"`.

use super::{LinkDefinition, Parser, Step};
use crate::Error;
use crate::element::Element;
use crate::scanner::Scanner;
use crate::text::{downcase, fold_space, is_space, is_space_char, opt_space, skip_while};
use std::borrow::Cow;

/// Normalizes the id of a link for comparison: in lower case, with one space for each run of white space.
pub(super) fn normalize_id(id: &str) -> Cow<'_, str> {
    match fold_space(id, is_space_char) {
        Cow::Borrowed(folded) => downcase(folded),
        Cow::Owned(folded) => Cow::Owned(downcase(&folded).into_owned()),
    }
}

struct Match<'t> {
    id: &'t str,
    url: &'t str,
    bare: bool,
    title: Option<&'t str>,
    end: usize,
}

fn definition(text: &str, start: usize) -> Option<Match<'_>> {
    let bytes = text.as_bytes();
    let open = opt_space(bytes, start);
    if bytes.get(open) != Some(&b'[') {
        return None;
    }
    let id_end = skip_while(bytes, open + 1, |b| b != b'\n' && b != b']');
    if id_end == open + 1 || !bytes[id_end..].starts_with(b"]:") {
        return None;
    }
    let id = &text[open + 1..id_end];
    let from = skip_while(bytes, id_end + 2, |b| b == b' ' || b == b'\t');
    let line_end = memchr::memchr(b'\n', &bytes[from..]).map(|offset| from + offset)?;
    if bytes.get(from) == Some(&b'<') {
        // The shortest URL in angle brackets after which the definition can end.
        for close in memchr::memchr_iter(b'>', &bytes[from..line_end]).map(|offset| from + offset) {
            if let Some((title, end)) = title_and_end(text, close + 1, line_end) {
                return Some(Match { id, url: &text[from + 1..close], bare: false, title, end });
            }
        }
    }
    // The shortest non-empty URL after which the definition can end.
    let first = skip_while(&bytes[..line_end], from, is_space);
    if first >= line_end {
        return None;
    }
    let mut url_end = first + text[first..].chars().next().map_or(1, char::len_utf8);
    while url_end <= line_end {
        if let Some((title, end)) = title_and_end(text, url_end, line_end) {
            return Some(Match { id, url: &text[from..url_end], bare: true, title, end });
        }
        url_end += text[url_end..].chars().next().map_or(1, char::len_utf8);
    }
    None
}

/// Matches `(?:(?:[ \t]*?\n|[ \t]+?)[ \t]*?(["'])(.+?)\1)?[ \t]*?\n` after a URL: returns the title, if any, and the
/// end.
fn title_and_end(text: &str, start: usize, line_end: usize) -> Option<(Option<&str>, usize)> {
    let bytes = text.as_bytes();
    let blank = |b: u8| b == b' ' || b == b'\t';
    let after = skip_while(bytes, start, blank);
    if !matches!(bytes.get(after), Some(b'\n' | b'"' | b'\'')) {
        return None;
    }
    let quote_at = if after == line_end { skip_while(bytes, after + 1, blank) } else { after };
    let separated = after > start || after == line_end;
    if separated && let Some((title, end)) = title(text, quote_at) {
        return Some((Some(title), end));
    }
    (after == line_end).then_some((None, line_end + 1))
}

/// The quoted title that starts at `start` and ends the line, and the offset after the line. `None` for any other text.
fn title(text: &str, start: usize) -> Option<(&str, usize)> {
    let bytes = text.as_bytes();
    let quote = *bytes.get(start).filter(|quote| matches!(quote, b'"' | b'\''))?;
    let line_end = start + memchr::memchr(b'\n', &bytes[start..])?;
    let from = start + 1;
    memchr::memchr_iter(quote, &bytes[from..line_end]).map(|offset| from + offset).find_map(|close| {
        let end = skip_while(bytes, close + 1, |b| b == b' ' || b == b'\t');
        (close > from && end == line_end).then(|| (&text[from..close], line_end + 1))
    })
}

impl<'a> Parser<'a> {
    pub(super) fn parse_link_definition(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<Step, Error> {
        let Some(found) = definition(src.text, src.pos) else { return Ok(Step::No) };
        if found.bare && has_quote_after_blank(found.url) {
            return Ok(Step::No);
        }
        src.pos = found.end;
        let id = normalize_id(found.id);
        let line = src.line();
        if self.link_defs.contains_key(&id) {
            self.warn(format!("Duplicate link ID '{id}' on line {line} - overwriting"));
        }
        let (child, slot) = self.new_definition(line);
        el.children.push(child);
        let definition = LinkDefinition { url: found.url, title: found.title, slot: Some(slot) };
        self.define_link(id, definition);
        Ok(Step::Yes)
    }

    pub(super) fn define_link(&mut self, id: Cow<'a, str>, definition: LinkDefinition<'a>) {
        self.longest_id = self.longest_id.max(id.len());
        self.link_defs.insert(id, definition);
    }
}

fn has_quote_after_blank(url: &str) -> bool {
    url.as_bytes().windows(2).any(|pair| matches!(pair[0], b' ' | b'\t') && matches!(pair[1], b'"' | b'\''))
}
