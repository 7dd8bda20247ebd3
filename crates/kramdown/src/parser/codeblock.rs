//! Code blocks: indented, or fenced with tildes (in GFM also with backticks).

use super::{Parser, Step, end_of_block, extensions, paragraph};
use crate::Error;
use crate::element::{Element, Extra, Kind};
use crate::scanner::Scanner;
use crate::text::{blank_lines, blank_to_newline, is_space, line_end, opt_space, skip_while};
use crate::version::Version;

/// The offset after one level of indentation at `start`: a tab or four spaces. `None` if the line has less indentation.
fn indent(bytes: &[u8], start: usize) -> Option<usize> {
    match bytes.get(start)? {
        b'\t' => Some(start + 1),
        b' ' if bytes[start..].starts_with(b"    ") => Some(start + 4),
        _ => None,
    }
}

/// The end of the line at `start`. `None` if the line is blank or has no line break.
fn text_line(bytes: &[u8], start: usize) -> Option<usize> {
    let first = skip_while(bytes, start, |b| b == b' ' || b == b'\t');
    if is_space(*bytes.get(first)?) {
        return None;
    }
    let end = line_end(bytes, first);
    bytes[..end].ends_with(b"\n").then_some(end)
}

/// The end of the indented code at `from`, or `from` itself if the line is not indented. With `lazy`, a line of text
/// directly after the code belongs to the code even without indentation. Exceptions are attribute lists, end-of-block
/// markers, and lines that begin with an HTML tag, except for a span's tag such as `<em>`. Blank lines belong to the
/// code if indented code follows.
pub(super) fn indented_end(src: &Scanner<'_>, from: usize, lazy: bool, version: Version) -> usize {
    let bytes = src.bytes();
    let mut end = from;
    loop {
        let mut position = blank_lines(bytes, end).unwrap_or(end);
        let Some(mut next) = indent(bytes, position).and_then(|inner| text_line(bytes, inner)) else { return end };
        loop {
            position = next;
            next = match indent(bytes, position).and_then(|inner| text_line(bytes, inner)) {
                Some(next) => next,
                None if !lazy || ends_lazy_code(src, position, version) => break,
                None => match text_line(bytes, position) {
                    Some(next) => next,
                    None => break,
                },
            };
        }
        end = position;
    }
}

fn ends_lazy_code(src: &Scanner<'_>, start: usize, version: Version) -> bool {
    let (text, bytes) = (src.text, src.bytes());
    extensions::block_ial(src, start).is_some()
        || end_of_block::marker(bytes, start).is_some()
        || paragraph::lazy_end_html(text, opt_space(bytes, start), version)
}

/// Removes one indentation (a tab or four spaces) from each line that has one.
pub(super) fn without_indent(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        out.push_str(&line[indent(line.as_bytes(), 0).unwrap_or(0)..]);
    }
    out
}

/// Joins lazy lines to the previous line with a space.
fn join_lazy_lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let bytes = line.as_bytes();
        let first = opt_space(bytes, 0);
        if number > 0 && bytes.get(first).is_some_and(|&b| !is_space(b)) && out.ends_with('\n') {
            out.pop();
            out.push(' ');
        }
        out.push_str(line);
    }
    out
}

/// Whether a GFM fence starts at `start`: three backticks or tildes, also mixed, after at most three spaces.
pub(super) fn gfm_fence_starts(bytes: &[u8], start: usize) -> bool {
    let position = opt_space(bytes, start);
    bytes.len() >= position + 3 && bytes[position..position + 3].iter().all(|b| matches!(b, b'~' | b'`'))
}

/// A fenced code block: the language as written, its name without options, the code, and the end.
struct Fenced<'t> {
    lang: &'t str,
    name: &'t str,
    code: &'t str,
    end: usize,
}

fn fenced(text: &str, from: usize, gfm: bool) -> Option<Fenced<'_>> {
    let bytes = text.as_bytes();
    let is_mark = |b: u8| b == b'~' || (gfm && b == b'`');
    let open = if gfm { opt_space(bytes, from) } else { from };
    let run_end = skip_while(bytes, open, is_mark);
    let longest = run_end.min(open + longest_like(bytes, open, run_end, gfm));
    // If the block has no end otherwise, some of the fence's characters may be part of the language.
    for open_end in (open + 3..=longest).rev() {
        let Some((lang, name, start)) = info(text, open_end) else { continue };
        if let Some((code_end, end)) = closing(bytes, start, &bytes[open..open_end], gfm) {
            return Some(Fenced { lang, name, code: &text[start..code_end], end });
        }
    }
    None
}

/// Compares the fence from `open` to `run_end` with all later lines. Returns the largest number of leading characters
/// that a line shares with the fence. No line closes a longer fence.
fn longest_like(bytes: &[u8], open: usize, run_end: usize, gfm: bool) -> usize {
    let fence = &bytes[open..run_end];
    let mut longest = 0;
    let mut line = line_end(bytes, run_end);
    while line < bytes.len() && longest < fence.len() {
        let position = if gfm { opt_space(bytes, line) } else { line };
        longest = longest.max(fence.iter().zip(&bytes[position..]).take_while(|(mark, byte)| mark == byte).count());
        line = line_end(bytes, line);
    }
    longest
}

/// The language after a fence, its name without options, and the start of the code.
fn info(text: &str, from: usize) -> Option<(&str, &str, usize)> {
    let bytes = text.as_bytes();
    let mut position = from;
    loop {
        let end = skip_while(bytes, position, |b| !is_space(b));
        if end > position {
            if let Some(start) = blank_to_newline(bytes, end) {
                let lang = &text[position..end];
                let first = lang.chars().next().map_or(0, char::len_utf8);
                let name = lang[first..].find('?').map_or(lang, |mark| &lang[..first + mark]);
                return Some((lang, name, start));
            }
            return None;
        }
        if let Some(start) = blank_to_newline(bytes, position) {
            return Some(("", "", start));
        }
        if position >= bytes.len() {
            return None;
        }
        position += 1;
    }
}

/// The first line after `start` that closes the fence: its start and end.
fn closing(bytes: &[u8], start: usize, fence: &[u8], gfm: bool) -> Option<(usize, usize)> {
    let mark = *fence.last()?;
    let mut line = start;
    while line < bytes.len() {
        let position = if gfm { opt_space(bytes, line) } else { line };
        if bytes[position..].starts_with(fence) {
            let after = skip_while(bytes, position + fence.len(), |b| b == mark);
            if let Some(end) = blank_to_newline(bytes, after) {
                return Some((line, end));
            }
        }
        line = line_end(bytes, line);
    }
    None
}

impl<'a> Parser<'a> {
    /// Finds a fenced code block, unless fences of this kind are known to have no end.
    fn find_fenced<'t>(&self, src: &Scanner<'t>) -> Option<Fenced<'t>> {
        let position = opt_space(src.bytes(), src.pos);
        let run = skip_while(src.bytes(), position, |b| b == b'~' || b == b'`') - position;
        if run > 8 || !src.text[position..].starts_with(['~', '`']) {
            return fenced(src.text, src.pos, self.gfm);
        }
        // Make sure that the missing end is the only reason why there is no block.
        let line = line_end(src.bytes(), position);
        if src.text[position + run..line].trim().contains(char::is_whitespace) || !src.text[..line].ends_with('\n') {
            return fenced(src.text, src.pos, self.gfm);
        }
        src.search(&src.text[position..position + run], src.pos, || fenced(src.text, src.pos, self.gfm))
    }

    pub(super) fn parse_codeblock(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<Step, Error> {
        if indent(src.bytes(), src.pos).is_none() {
            return Ok(Step::No);
        }
        let line = src.line();
        // If a line starts with a vertical tab, kramdown consumes nothing and loops forever. Here, the line is code.
        let end = indented_end(src, src.pos, self.extended, self.options.version).max(line_end(src.bytes(), src.pos));
        let code = self.keep(&without_indent(&join_lazy_lines(src.take_to(end))));
        let mut child = self.new_block(Kind::Codeblock, line);
        child.value = code;
        el.children.push(child);
        Ok(Step::Yes)
    }

    pub(super) fn parse_codeblock_fenced(
        &mut self,
        src: &mut Scanner<'a>,
        el: &mut Element<'a>,
    ) -> Result<Step, Error> {
        let starts = if self.gfm { gfm_fence_starts(src.bytes(), src.pos) } else { src.rest().starts_with("~~~") };
        if !starts {
            return Ok(Step::No);
        }
        let line = src.line();
        let Some(found) = self.find_fenced(src) else { return Ok(Step::No) };
        src.pos = found.end;
        let mut child = self.new_block(Kind::Codeblock, line);
        child.value = found.code;
        child.extra = Extra::Fenced { lang: (!found.lang.is_empty()).then_some(found.lang) };
        if !found.lang.is_empty() {
            child.attr.set("class", format!("language-{}", found.name));
        }
        el.children.push(child);
        Ok(Step::Yes)
    }
}
