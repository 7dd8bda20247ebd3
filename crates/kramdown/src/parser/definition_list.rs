//! Definition lists: terms, and definitions that start with a colon.

use super::texts::Lines;
use super::{Parser, Step, end_of_block, list, list_item};
use crate::Error;
use crate::element::{Element, Extra, Kind};
use crate::scanner::Scanner;
use crate::text::{blank_lines, line_end};

/// The offset of a definition's text, and the offset after its line. `None` if no definition starts at `position`.
pub(super) fn start(bytes: &[u8], position: usize) -> Option<(usize, usize)> {
    start_within(bytes, position, 3)
}

fn start_within(bytes: &[u8], start: usize, spaces: usize) -> Option<(usize, usize)> {
    let mut mark = start;
    while mark < start + spaces && bytes.get(mark) == Some(&b' ') {
        mark += 1;
    }
    if bytes.get(mark) != Some(&b':') || !matches!(bytes.get(mark + 1)?, b'\t' | b'|' | b' ') {
        return None;
    }
    let end = line_end(bytes, mark + 1);
    bytes[..end].ends_with(b"\n").then_some((mark + 1, end))
}

/// Whether the last children of `el` can be the terms of a definition list.
fn has_terms(el: &Element<'_>) -> bool {
    match el.children.as_slice() {
        [] => false,
        [only] => only.kind == Kind::Paragraph,
        [.., before, last] => {
            last.kind == Kind::Paragraph
                || (last.kind == Kind::Blank && last.value == "\n" && before.kind == Kind::Paragraph)
        }
    }
}

impl<'a> Parser<'a> {
    pub(super) fn parse_definition_list(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<Step, Error> {
        if start(src.bytes(), src.pos).is_none() || !has_terms(el) {
            return Ok(Step::No);
        }
        let mut deflist = self.new_block(Kind::Dl, src.line());
        let mut first_as_para = false;
        let mut para = el.children.pop();
        if para.as_ref().is_some_and(|last| last.kind == Kind::Blank) {
            para = el.children.pop();
            first_as_para = true;
        }
        let Some(mut para) = para else { return Ok(Step::No) };
        self.join_texts(&mut para);
        deflist.line = para.line;
        self.add_terms(&mut deflist, &para, src.line());
        deflist.ial = para.ial;
        let mut trailing = None;
        for (mut definition, content) in self.gather_definitions(src, first_as_para) {
            let (line, content) = (definition.line, content.finish(self));
            self.parse_text(&mut definition, content, line)?;
            if let Some(blank) = self.finish_definition(&mut definition) {
                trailing = blank;
            }
            deflist.children.push(definition);
        }
        append(el, deflist);
        el.children.extend(trailing);
        Ok(Step::Yes)
    }

    fn add_terms(&mut self, deflist: &mut Element<'a>, para: &Element<'a>, line: u32) {
        let text = para.children.first().map_or("", |text| text.value);
        for term in crate::text::ruby_lines(text) {
            let mut el = Element::new(self.arena, Kind::Dt, line);
            let mut term = term;
            el.ial = self.take_item_ial(&mut term);
            el.extra = Extra::Term { raw_text: term };
            el.children.push(Element::with_value(self.arena, Kind::RawText, term, line));
            deflist.children.push(el);
        }
    }

    /// Collects the definitions and their texts.
    fn gather_definitions(&mut self, src: &mut Scanner<'a>, first_as_para: bool) -> Vec<(Element<'a>, Lines<'a>)> {
        let bytes = src.bytes();
        let mut definitions: Vec<(Element<'a>, Lines<'a>)> = Vec::new();
        let mut first_as_para = first_as_para;
        let mut indentation = 4;
        let mut last_is_blank = false;
        while !src.at_end() {
            let line = src.line();
            let spaces = if definitions.is_empty() { 3 } else { list::mark_spaces(indentation) };
            if let Some((mark_end, end)) = start_within(bytes, src.pos, spaces) {
                let first = list_item::first_line(mark_end - src.pos, &src.text[mark_end..end]);
                src.pos = end;
                indentation = first.indentation;
                let mut content = first.content;
                let mut item = Element::new(self.arena, Kind::Dd, line);
                if first_as_para {
                    item.extra = Extra::FirstAsParagraph;
                }
                item.ial = self.take_item_ial(&mut content);
                let mut lines = Lines::new(src.text);
                lines.push(content);
                definitions.push((item, lines));
                first_as_para = false;
                last_is_blank = false;
                continue;
            }
            if end_of_block::marker(bytes, src.pos).is_some() {
                break;
            }
            let Some((_, content)) = definitions.last_mut() else { break };
            let end = line_end(bytes, src.pos);
            if list_item::is_content(src, end, indentation, (!last_is_blank).then_some(self.options.version)) {
                let line = list_item::unindent(src.take_to(end), indentation);
                list::push_blanks(content, line.blanks);
                content.push(line.text);
                first_as_para = false;
                last_is_blank = false;
            } else if let Some(end) = blank_lines(bytes, src.pos) {
                first_as_para = true;
                content.push(src.take_to(end));
                last_is_blank = true;
            } else {
                break;
            }
        }
        definitions
    }
}

impl<'a> Parser<'a> {
    /// Removes the blank line at the end of a definition, if any, and returns this line. Also removes the tags of the
    /// first paragraph, unless `Extra::FirstAsParagraph` marks the definition. `None` for an empty definition.
    fn finish_definition(&self, definition: &mut Element<'a>) -> Option<Option<Element<'a>>> {
        if definition.children.is_empty() {
            return None;
        }
        let trailing = match definition.children.last() {
            Some(last) if last.kind == Kind::Blank => definition.children.pop(),
            _ => None,
        };
        let more = definition.children.len() > 1;
        let keeps = matches!(definition.extra, Extra::FirstAsParagraph);
        if let Some(first) = definition.children.first_mut()
            && first.kind == Kind::Paragraph
        {
            definition.extra = Extra::None;
            if !keeps {
                if more && let Some(text) = first.children.first_mut() {
                    text.value = self.keep(&[text.value, "\n"].concat());
                }
                first.extra = Extra::Transparent;
            }
        }
        Some(trailing)
    }
}

/// Appends the definition list to `el`. If the last child of `el`, not counting a blank line, is such a list already,
/// extends that list instead.
fn append<'a>(el: &mut Element<'a>, deflist: Element<'a>) {
    let count = el.children.len();
    if count >= 2 && el.children[count - 1].kind == Kind::Blank && el.children[count - 2].kind == Kind::Dl {
        el.children.pop();
    }
    match el.children.last_mut() {
        Some(last) if last.kind == Kind::Dl => last.children.extend(deflist.children),
        _ => el.children.push(deflist),
    }
}
