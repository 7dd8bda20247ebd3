//! Headers: atx (`# a`) and setext (underlined).

use super::{Parser, Step};
use crate::Error;
use crate::element::{Element, Extra, Kind};
use crate::scanner::Scanner;
use crate::text::{line_end, opt_space, rstrip};

/// A header in the source: its level, its text, and the offset after it.
pub(super) struct Match<'t> {
    level: u8,
    contents: &'t str,
    end: usize,
}

/// A header that the GFM parser accepts: `#{1,6}[\t ]+(.*)\n`. `None` for any other line.
pub(super) fn gfm_atx(text: &str, start: usize) -> Option<Match<'_>> {
    let bytes = text.as_bytes();
    let hashes = bytes[start..].iter().take(7).take_while(|&&b| b == b'#').count();
    if !(1..=6).contains(&hashes) {
        return None;
    }
    let mut from = start + hashes;
    if !matches!(bytes.get(from), Some(b' ' | b'\t')) {
        return None;
    }
    while matches!(bytes.get(from), Some(b' ' | b'\t')) {
        from += 1;
    }
    let end = line_end(bytes, from);
    Some(Match { level: hashes as u8, contents: text[from..end].strip_suffix('\n')?, end })
}

/// Matches `#{1,6}[\t ]*([^ \t].*)\n`, as outside of GFM. A line break can be the first character of the text.
fn plain_atx(text: &str, start: usize) -> Option<Match<'_>> {
    let bytes = text.as_bytes();
    let hashes = bytes[start..].iter().take(6).take_while(|&&b| b == b'#').count();
    if hashes == 0 {
        return None;
    }
    let mut from = start + hashes;
    while matches!(bytes.get(from), Some(b' ' | b'\t')) {
        from += 1;
    }
    let first = text[from..].chars().next()?;
    let end = line_end(bytes, from + first.len_utf8());
    Some(Match { level: hashes as u8, contents: text[from..end].strip_suffix('\n')?, end })
}

fn setext(text: &str, start: usize) -> Option<Match<'_>> {
    let bytes = text.as_bytes();
    let from = opt_space(bytes, start);
    if matches!(bytes.get(from), None | Some(b' ' | b'\t' | b'\n')) {
        return None;
    }
    let underline = line_end(bytes, from);
    let mark = *bytes.get(underline).filter(|mark| matches!(mark, b'-' | b'='))?;
    let mut end = underline;
    while matches!(bytes.get(end), Some(b'-' | b'=')) {
        end += 1;
    }
    while matches!(bytes.get(end), Some(b' ' | b'\t' | b'\r' | 0x0c | 0x0b)) {
        end += 1;
    }
    if bytes.get(end) != Some(&b'\n') {
        return None;
    }
    let level = if mark == b'-' { 2 } else { 1 };
    Some(Match { level, contents: text[from..underline].strip_suffix('\n')?, end: end + 1 })
}

impl<'a> Parser<'a> {
    pub(super) fn parse_atx_header(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<Step, Error> {
        if src.peek() != Some(b'#') {
            return Ok(Step::No);
        }
        let quirk = self.gfm && self.options.quirk_paragraph_end;
        let found = if self.gfm { gfm_atx(src.text, src.pos) } else { plain_atx(src.text, src.pos) };
        let Some(found) = found else { return Ok(Step::No) };
        if !quirk && !self.after_block_boundary(el) {
            return Ok(Step::No);
        }
        let (text, id) = contents(found.contents);
        let text = without_closing(text, quirk);
        if text.is_empty() {
            return Ok(Step::No);
        }
        self.add_header(src, el, found.level, text, id, found.end);
        Ok(Step::Yes)
    }

    pub(super) fn parse_setext_header(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<Step, Error> {
        let Some(found) = setext(src.text, src.pos) else { return Ok(Step::No) };
        if !self.after_block_boundary(el) {
            return Ok(Step::No);
        }
        let (text, id) = contents(found.contents);
        if text.is_empty() {
            return Ok(Step::No);
        }
        self.add_header(src, el, found.level, text, id, found.end);
        Ok(Step::Yes)
    }

    fn add_header(
        &mut self,
        src: &mut Scanner<'a>,
        el: &mut Element<'a>,
        level: u8,
        text: &'a str,
        id: Option<&'a str>,
        end: usize,
    ) {
        let line = src.line();
        src.pos = end;
        let mut header = self.new_block(Kind::Header, line).with_extra(Extra::Header { level, raw_text: text });
        header.children.push(Element::with_value(self.arena, Kind::RawText, text, line));
        if let Some(id) = id {
            header.attr.set("id", id);
        }
        el.children.push(header);
    }
}

/// Removes a run of `#` at the end. With `quirk`, only after a space or tab. Otherwise, keeps a `#` directly after a
/// backslash.
fn without_closing(text: &str, quirk: bool) -> &str {
    let stripped = text.trim_end_matches('#');
    if stripped.len() == text.len() {
        return text;
    }
    if quirk {
        return match stripped.as_bytes().last() {
            Some(b' ' | b'\t') => rstrip(&stripped[..stripped.len() - 1]),
            _ => text,
        };
    }
    // An escaped `#` is kept, and those after it are removed.
    let from = stripped.len() + usize::from(stripped.ends_with('\\'));
    if from == text.len() { text } else { rstrip(&text[..from]) }
}

/// Splits an id (`{#id}`) from the text of a header.
fn contents(text: &str) -> (&str, Option<&str>) {
    let text = rstrip(text);
    match header_id(text) {
        Some((start, id)) => (rstrip(&text[..start]), Some(id)),
        None => (text, None),
    }
}

/// Matches `[\t ]{#(NAME)}` at the end of a text: returns the offset of the match, and the name.
fn header_id(text: &str) -> Option<(usize, &str)> {
    let inner = text.strip_suffix('}')?;
    let open = inner.rfind("{#")?;
    let before = open.checked_sub(1)?;
    if !matches!(text.as_bytes()[before], b' ' | b'\t') {
        return None;
    }
    let name = &inner[open + 2..];
    let mut chars = name.chars();
    let first = chars.next()?;
    (is_name_start(first) && chars.all(is_name_char)).then_some((before, name))
}

/// Whether a character can start a name in XML (`NameStartChar`).
fn is_name_start(c: char) -> bool {
    matches!(c, ':' | '_' | 'A'..='Z' | 'a'..='z' | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{2ff}'
        | '\u{370}'..='\u{37d}' | '\u{37f}'..='\u{1fff}' | '\u{200c}'..='\u{200d}' | '\u{2070}'..='\u{218f}'
        | '\u{2c00}'..='\u{2fef}' | '\u{3001}'..='\u{d7ff}' | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fffd}'
        | '\u{10000}'..='\u{effff}')
}

/// Whether a name in XML can contain a character (`NameChar`).
fn is_name_char(c: char) -> bool {
    is_name_start(c) || matches!(c, '-' | '.' | '0'..='9' | '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}'..='\u{2040}')
}
