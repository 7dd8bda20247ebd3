//! The first line of a list item or definition, and the lines that belong to it.

use super::{Parser, extensions, paragraph};
use crate::attributes::Ial;
use crate::text::{is_space, line_end, opt_space};

/// What is behind the mark of a list item.
pub(super) struct FirstLine {
    pub content: String,
    /// How far the lines of the item are indented.
    pub indentation: usize,
}

/// Measures the first line of an item whose mark is `indentation` wide.
pub(super) fn first_line(indentation: usize, content: &str) -> FirstLine {
    let mut content = content.to_owned();
    let indentation = if is_blank_or_ial(&content) {
        4
    } else {
        expand_tabs(&mut content, indentation);
        indentation + content.len() - content.trim_start_matches(' ').len()
    };
    let content = content.trim_start_matches(|c: char| c.is_ascii() && is_space(c as u8)).to_owned();
    FirstLine { content, indentation }
}

/// Nothing, or only an attribute list, up to the end of the line.
fn is_blank_or_ial(content: &str) -> bool {
    let bytes = content.as_bytes();
    let first = crate::text::skip_while(bytes, 0, is_space);
    if bytes[..first].contains(&b'\n') || first == bytes.len() {
        return bytes.contains(&b'\n');
    }
    extensions::item_ial(content, first, true).is_some()
}

/// Makes leading tabs the spaces they stand for.
fn expand_tabs(content: &mut String, indentation: usize) {
    loop {
        let spaces = content.len() - content.trim_start_matches(' ').len();
        let tabs = content[spaces..].len() - content[spaces..].trim_start_matches('\t').len();
        if tabs == 0 {
            return;
        }
        let width = 4 - ((spaces + indentation) % 4) + (tabs - 1) * 4;
        content.replace_range(spaces..spaces + tabs, &" ".repeat(width));
    }
}

/// The end of a line that is indented far enough to belong to the item.
pub(super) fn content_line(bytes: &[u8], at: usize, indentation: usize) -> Option<usize> {
    let after_steps = |steps: usize| {
        let mut at = at;
        for _ in 0..steps {
            at = match bytes.get(at)? {
                b'\t' => at + 1,
                b' ' if bytes[at..].starts_with(b"    ") => at + 4,
                _ => return None,
            };
        }
        Some(at)
    };
    let base = after_steps(indentation / 4)?;
    let rest = indentation % 4;
    let spaces = bytes[base..].iter().take(rest).take_while(|&&b| b == b' ').count();
    let start = if spaces == rest { base + rest } else { after_steps(indentation / 4 + 1)? };
    nonblank_line(bytes, start)
}

/// The end of a line that continues the item though it is not indented.
pub(super) fn lazy_line(text: &str, at: usize, indentation: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    // The attribute list or tag may stand behind any number of spaces up to the limit.
    let first = opt_space(bytes, at).min(at + indentation.min(3));
    if bytes.get(first) != Some(&b' ')
        && (extensions::ial_block(text, first).is_some() || paragraph::lazy_end_html(text, first))
    {
        return None;
    }
    nonblank_line(bytes, at)
}

/// The end of the line here, if it has anything but white space from here on.
fn nonblank_line(bytes: &[u8], at: usize) -> Option<usize> {
    let end = line_end(bytes, at);
    let line = &bytes[at..end];
    (line.ends_with(b"\n") && line.iter().any(|&b| !is_space(b))).then_some(end)
}

/// Takes the indentation off a line of an item; says whether it was there.
pub(super) fn unindent(line: &str, indentation: usize) -> (String, bool) {
    let tabs = line.len() - line.trim_start_matches('\t').len();
    let mut text = " ".repeat(4 * tabs);
    text.push_str(&line[tabs..]);
    let found = text.len() >= indentation && text.as_bytes()[..indentation].iter().all(|&b| b == b' ');
    if found {
        text.drain(..indentation);
    }
    (text, found)
}

impl Parser {
    /// Takes an attribute list off the start of an item's text.
    pub(super) fn take_item_ial(&mut self, content: &mut String) -> Option<Box<Ial>> {
        let bytes = content.as_bytes();
        let first = crate::text::skip_while(bytes, 0, is_space);
        let (body, end) = extensions::item_ial(content, first, false)?;
        let mut ial = Ial::default();
        let body = body.to_owned();
        self.parse_attribute_list(&body, &mut ial);
        content.drain(..end);
        Some(Box::new(ial))
    }
}
