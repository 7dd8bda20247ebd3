//! Ordered and unordered lists.

use super::{Parser, Step, eob, horizontal_rule, list_item};
use crate::Error;
use crate::element::{Element, Extra, Kind};
use crate::scanner::Scanner;
use crate::text::{blank_lines, line_end};

/// The mark of a list item and what follows it on the line.
pub(super) struct Start {
    pub kind: Kind,
    /// Where the text behind the mark begins; the mark's width counts from the start of the line.
    pub mark_end: usize,
    pub end: usize,
}

/// A list item that begins here.
pub(super) fn start(bytes: &[u8], at: usize) -> Option<Start> {
    start_within(bytes, at, 3)
}

/// A list item that begins here behind at most `spaces` spaces.
fn start_within(bytes: &[u8], at: usize, spaces: usize) -> Option<Start> {
    let mut mark = at;
    while mark < at + spaces && bytes.get(mark) == Some(&b' ') {
        mark += 1;
    }
    let (kind, mark_end) = match bytes.get(mark)? {
        b'+' | b'*' | b'-' => (Kind::Ul, mark + 1),
        b'0'..=b'9' => {
            let dot = crate::text::skip_while(bytes, mark, |b| b.is_ascii_digit());
            if bytes.get(dot) != Some(&b'.') {
                return None;
            }
            (Kind::Ol, dot + 1)
        }
        _ => return None,
    };
    if !matches!(bytes.get(mark_end)?, b'\t' | b'|' | b' ') {
        return None;
    }
    let end = line_end(bytes, mark_end);
    bytes[..end].ends_with(b"\n").then_some(Start { kind, mark_end, end })
}

/// How far the marks of later items may be indented, after an item of this indentation.
pub(super) fn mark_spaces(indentation: usize) -> usize {
    match indentation {
        1..=3 => indentation - 1,
        _ => 3,
    }
}

/// An item while its lines are gathered; each part is parsed on its own.
struct Item {
    el: Element,
    parts: Vec<String>,
}

impl Parser {
    pub(super) fn parse_list(&mut self, src: &mut Scanner<'_>, el: &mut Element) -> Result<Step, Error> {
        let Some(first) = start(src.bytes(), src.pos) else { return Ok(Step::No) };
        let mut list = self.new_block(first.kind, src.line());
        let (items, eob_found) = self.gather_items(src, first.kind);
        let mut children = Vec::with_capacity(items.len());
        for item in items {
            children.push(self.parse_item(item)?);
        }
        let trailing = tighten(&mut children, eob_found);
        list.children = children;
        if self.gfm {
            super::gfm::mark_tasks(&mut list);
        }
        el.children.push(list);
        if let Some(blank) = trailing
            && !eob_found
        {
            el.children.push(blank);
        }
        Ok(Step::Yes)
    }

    /// Collects the lines of all items; says whether an end-of-block marker ended the list.
    fn gather_items(&mut self, src: &mut Scanner<'_>, kind: Kind) -> (Vec<Item>, bool) {
        let bytes = src.bytes();
        let mut items: Vec<Item> = Vec::new();
        let mut indentation = 4;
        let mut nested_list_found = false;
        let mut last_is_blank = false;
        while !src.at_end() {
            let line = src.line();
            if last_is_blank && horizontal_rule::rule(bytes, src.pos).is_some() {
                break;
            }
            if let Some(end) = eob::marker(bytes, src.pos) {
                src.pos = end;
                return (items, true);
            }
            let spaces = if items.is_empty() { 3 } else { mark_spaces(indentation) };
            if let Some(found) = start_within(bytes, src.pos, spaces).filter(|found| found.kind == kind) {
                let width = found.mark_end - src.pos;
                let first = list_item::first_line(width, &src.text[found.mark_end..found.end]);
                src.pos = found.end;
                indentation = first.indentation;
                let mut content = first.content;
                let mut item = Element::new(Kind::Li, line);
                item.ial = self.take_item_ial(&mut content);
                nested_list_found = starts_list(&content);
                last_is_blank = false;
                items.push(Item { el: item, parts: vec![content] });
                continue;
            }
            let Some(item) = items.last_mut() else { break };
            let content = list_item::content_line(bytes, src.pos, indentation)
                .or_else(|| if last_is_blank { None } else { list_item::lazy_line(src.text, src.pos, indentation) });
            if let Some(end) = content {
                let (mut text, indented) = list_item::unindent(src.take_to(end), indentation);
                if starts_list(&text) {
                    if !nested_list_found && indented {
                        item.parts.push(String::new());
                        nested_list_found = true;
                    } else if nested_list_found && !indented {
                        text.insert_str(0, &" ".repeat(indentation + 4));
                    }
                }
                push_part(&mut item.parts, &text);
                last_is_blank = false;
            } else if let Some(end) = blank_lines(bytes, src.pos) {
                nested_list_found = true;
                last_is_blank = true;
                push_part(&mut item.parts, src.take_to(end));
            } else {
                break;
            }
        }
        (items, false)
    }

    fn parse_item(&mut self, item: Item) -> Result<Element, Error> {
        let mut temp = Element::new(Kind::Li, item.el.line);
        let mut line = item.el.line;
        for part in &item.parts {
            let mut src = Scanner::new(part, line);
            self.parse_blocks(&mut src, &mut temp)?;
            line = src.line();
        }
        Ok(Element { children: temp.children, ..item.el })
    }
}

fn push_part(parts: &mut [String], text: &str) {
    if let Some(last) = parts.last_mut() {
        last.push_str(text);
    }
}

/// Whether a list item begins on any line of the text.
fn starts_list(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if start(bytes, at).is_some() {
            return true;
        }
        at = line_end(bytes, at);
    }
    false
}

/// Decides which items keep the tags of their first paragraph, and takes off blank lines at the end of items; the last
/// one is given back.
fn tighten(items: &mut [Element], eob_found: bool) -> Option<Element> {
    let count = items.len();
    let mut last_blank = None;
    for at in 0..count {
        let is_last = at + 1 == count;
        // Only the last item asks for the others.
        let others_loose = is_last
            && items[..at].iter().any(|item| {
                item.children.first().is_none_or(|first| first.kind != Kind::Paragraph || first.is_transparent())
            });
        let children = &mut items[at].children;
        if children.is_empty() {
            continue;
        }
        let first_is_paragraph = children[0].kind == Kind::Paragraph;
        if first_is_paragraph && children.len() >= 2 && children[1].kind == Kind::Eob && children[0].ial.is_some() {
            children.remove(1);
        }
        let followed = children.len() >= 2 && children[1].kind == Kind::Blank;
        let only_blank_at_end = is_last && children.len() == 2 && !eob_found;
        if first_is_paragraph && (!followed || only_blank_at_end) && (!is_last || count == 1 || others_loose) {
            if children.len() > 1
                && !followed
                && let Some(text) = children[0].children.first_mut()
            {
                text.value.push('\n');
            }
            children[0].extra = Extra::Transparent;
        }
        last_blank = match children.last() {
            Some(last) if last.kind == Kind::Blank => children.pop(),
            _ => None,
        };
    }
    last_blank
}
