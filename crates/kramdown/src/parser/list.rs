//! Ordered and unordered lists.

use super::texts::Lines;
use super::{Parser, Step, end_of_block, horizontal_rule, list_item};
use crate::Error;
use crate::element::{Element, Extra, Kind};
use crate::scanner::Scanner;
use crate::text::{blank_lines, line_end};

/// A recognized list marker: the kind of its list, and where the text after the marker begins.
pub(super) struct Start {
    pub kind: Kind,
    /// The offset of the text after the marker.
    pub mark_end: usize,
}

/// The marker of a list item that starts at `position`, after at most three spaces. `None` if no item starts there.
pub(super) fn start(bytes: &[u8], position: usize) -> Option<Start> {
    start_within(bytes, position, 3)
}

/// The marker of a list item that starts at `start`, after at most `spaces` spaces.
fn start_within(bytes: &[u8], start: usize, spaces: usize) -> Option<Start> {
    let mut mark = start;
    while mark < start + spaces && bytes.get(mark) == Some(&b' ') {
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
    // The line must end in a line break, which only the last line can lack.
    let ends = bytes.last() == Some(&b'\n') || memchr::memchr(b'\n', &bytes[mark_end..]).is_some();
    ends.then_some(Start { kind, mark_end })
}

/// The maximum number of spaces before the marker of the next item, if the text of this item is indented by
/// `indentation` columns.
pub(super) fn mark_spaces(indentation: usize) -> usize {
    match indentation {
        1..=3 => indentation - 1,
        _ => 3,
    }
}

/// A list item whose lines are being collected. The lines form one or more parts, which are parsed separately.
struct Item<'a> {
    el: Element<'a>,
    /// The texts of the complete parts. `open` collects the last part.
    parts: Vec<&'a str>,
    open: Lines<'a>,
}

impl<'a> Parser<'a> {
    pub(super) fn parse_list(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<Step, Error> {
        let Some(first) = start(src.bytes(), src.pos) else { return Ok(Step::No) };
        let mut list = self.new_block(first.kind, src.line());
        let (items, end_of_block_found) = self.gather_items(src, first.kind);
        list.children.reserve_exact(items.len());
        for item in items {
            let item = self.parse_item(item)?;
            list.children.push(item);
        }
        let trailing = self.tighten(&mut list.children, end_of_block_found);
        if self.gfm {
            self.mark_tasks(&mut list);
        }
        el.children.push(list);
        if let Some(blank) = trailing
            && !end_of_block_found
        {
            el.children.push(blank);
        }
        Ok(Step::Yes)
    }

    /// Collects the lines of all items. Returns whether an end-of-block marker ended the list.
    fn gather_items(&mut self, src: &mut Scanner<'a>, kind: Kind) -> (Vec<Item<'a>>, bool) {
        let bytes = src.bytes();
        let mut items: Vec<Item<'a>> = Vec::new();
        let mut indentation = 4;
        let mut nested_list_found = false;
        let mut last_is_blank = false;
        while !src.at_end() {
            let line_end = line_end(bytes, src.pos);
            if last_is_blank && horizontal_rule::rule(bytes, src.pos).is_some() {
                break;
            }
            if let Some(end) = end_of_block::marker(bytes, src.pos) {
                src.pos = end;
                return (items, true);
            }
            let spaces = if items.is_empty() { 3 } else { mark_spaces(indentation) };
            if let Some(found) = start_within(bytes, src.pos, spaces).filter(|found| found.kind == kind) {
                let mut item = Element::new(self.arena, Kind::Li, src.line());
                let width = found.mark_end - src.pos;
                let first = list_item::first_line(width, &src.text[found.mark_end..line_end]);
                src.pos = line_end;
                indentation = first.indentation;
                let mut content = first.content;
                item.ial = self.take_item_ial(&mut content);
                nested_list_found = start(content.as_bytes(), 0).is_some();
                last_is_blank = false;
                let mut open = Lines::new(src.text);
                open.push(content);
                items.push(Item { el: item, parts: Vec::new(), open });
                continue;
            }
            let Some(item) = items.last_mut() else { break };
            if list_item::is_content(src, line_end, indentation, (!last_is_blank).then_some(self.options.version)) {
                let line = list_item::unindent(src.take_to(line_end), indentation);
                if line.blanks < 4 && start_within(line.text.as_bytes(), 0, 3 - line.blanks).is_some() {
                    if !nested_list_found && line.indented {
                        let done = std::mem::replace(&mut item.open, Lines::new(src.text));
                        item.parts.push(done.finish(self));
                        nested_list_found = true;
                    } else if nested_list_found && !line.indented {
                        push_blanks(&mut item.open, indentation + 4);
                    }
                }
                push_blanks(&mut item.open, line.blanks);
                item.open.push(line.text);
                last_is_blank = false;
            } else if let Some(end) = blank_lines(bytes, src.pos) {
                nested_list_found = true;
                last_is_blank = true;
                item.open.push(src.take_to(end));
            } else {
                break;
            }
        }
        (items, false)
    }

    fn parse_item(&mut self, item: Item<'a>) -> Result<Element<'a>, Error> {
        let mut el = item.el;
        let ial = el.ial.take();
        let mut line = el.line;
        let last = item.open.finish(self);
        for part in item.parts.into_iter().chain([last]) {
            let mut src = Scanner::new(part, line);
            self.parse_blocks(&mut src, &mut el)?;
            line = src.line();
        }
        el.ial = ial;
        Ok(el)
    }
}

/// Adds `count` spaces at the start of the next line.
pub(super) fn push_blanks(lines: &mut Lines<'_>, count: usize) {
    if count > 0 {
        lines.push_apart(&" ".repeat(count));
    }
}

impl<'a> Parser<'a> {
    /// Determines which items keep the tags of their first paragraph, and removes blank lines at the end of items.
    /// Returns the blank line after the last item.
    fn tighten(&self, items: &mut [Element<'a>], end_of_block_found: bool) -> Option<Element<'a>> {
        let count = items.len();
        let mut last_blank = None;
        for index in 0..count {
            let is_last = index + 1 == count;
            // Only the last item depends on the others.
            let others_loose = is_last
                && items[..index].iter().any(|item| {
                    item.children.first().is_none_or(|first| first.kind != Kind::Paragraph || first.is_transparent())
                });
            let children = &mut items[index].children;
            if children.is_empty() {
                continue;
            }
            let first_is_paragraph = children[0].kind == Kind::Paragraph;
            if first_is_paragraph
                && children.len() >= 2
                && children[1].kind == Kind::EndOfBlock
                && children[0].ial.is_some()
            {
                children.remove(1);
            }
            let followed = children.len() >= 2 && children[1].kind == Kind::Blank;
            let only_blank_at_end = is_last && children.len() == 2 && !end_of_block_found;
            if first_is_paragraph && (!followed || only_blank_at_end) && (!is_last || count == 1 || others_loose) {
                if children.len() > 1
                    && !followed
                    && let Some(text) = children[0].children.first_mut()
                {
                    text.value = self.arena.alloc_str(&[text.value, "\n"].concat());
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
}
