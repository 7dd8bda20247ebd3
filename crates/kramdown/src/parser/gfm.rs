//! What kramdown-parser-gfm adds after parsing: task lists, hard breaks, and its way of making header ids.

use super::Parser;
use crate::element::{Element, Extra, Kind, Symbol};
use crate::entities;
use crate::text::{is_space, is_unicode_word};

const UNCHECKED: &str = r#"<input type="checkbox" class="task-list-item-checkbox" disabled="disabled" />"#;
const CHECKED: &str =
    r#"<input type="checkbox" class="task-list-item-checkbox" disabled="disabled" checked="checked" />"#;

/// Turns `[ ]` and `[x]` at the start of items into check boxes.
pub(super) fn mark_tasks(list: &mut Element) {
    let mut is_tasklist = false;
    for item in &mut list.children {
        let Some(first) = item.children.first_mut().filter(|first| first.kind == Kind::Paragraph) else { continue };
        let Some(text) = first.children.first_mut() else { continue };
        if let Some(marked) = with_box(&text.value) {
            text.value = marked;
            is_tasklist = true;
        }
        if is_tasklist {
            item.attr.set("class", "task-list-item");
        }
    }
    if is_tasklist {
        list.attr.set("class", "task-list");
    }
}

/// `\A\s*\[( |x)\]\s+`, replaced by a box.
fn with_box(text: &str) -> Option<String> {
    let space = |c: char| c.is_ascii() && is_space(c as u8);
    let rest = text.trim_start_matches(space);
    let (mark, rest) = match rest.as_bytes() {
        [b'[', b' ', b']', ..] => (UNCHECKED, &rest[3..]),
        [b'[', b'x' | b'X', b']', ..] => (CHECKED, &rest[3..]),
        _ => return None,
    };
    let body = rest.trim_start_matches(space);
    (body.len() < rest.len()).then(|| format!("{mark}{body}"))
}

/// The text of a header without its markup.
pub(super) fn raw_text(out: &mut String, el: &Element) {
    for child in &el.children {
        match (&child.kind, &child.extra) {
            (Kind::Text | Kind::Codespan | Kind::Math, _) => out.push_str(&child.value),
            (Kind::Entity, Extra::Entity { code, .. }) => out.extend(char::from_u32(*code)),
            (Kind::SmartQuote, Extra::Quote(quote)) => {
                let name = ["lsquo", "rsquo", "ldquo", "rdquo"][*quote as usize];
                out.extend(entities::code_of(name).and_then(char::from_u32));
            }
            (Kind::Symbol, Extra::Symbol(symbol)) => out.push_str(match symbol {
                Symbol::Mdash => "—",
                Symbol::Ndash => "–",
                Symbol::Hellip => "…",
                Symbol::LaquoSpace => "«\u{a0}",
                Symbol::RaquoSpace => "\u{a0}»",
                Symbol::Laquo => "«",
                Symbol::Raquo => "»",
            }),
            _ => raw_text(out, child),
        }
    }
}

impl Parser {
    /// Makes hard breaks and header ids throughout the tree.
    pub(super) fn update_elements(&mut self, el: &mut Element) {
        stacker::maybe_grow(64 << 10, 1 << 20, || {
            let children = std::mem::take(&mut el.children);
            let count = children.len();
            for (at, mut child) in children.into_iter().enumerate() {
                match child.kind {
                    Kind::Text if child.value.contains(self.hard_break()) => {
                        let ends_block = el.is_block() && at + 1 == count;
                        self.push_broken_text(el, &child, ends_block);
                        continue;
                    }
                    Kind::Html => {}
                    Kind::Header if self.options.auto_ids && child.attr.get("id").is_none() => {
                        if let Extra::Header { raw_text, .. } = &child.extra {
                            let id = self.header_id(raw_text);
                            child.attr.set("id", id);
                        }
                    }
                    _ => self.update_elements(&mut child),
                }
                el.children.push(child);
            }
        });
    }

    fn hard_break(&self) -> &'static str {
        if self.options.hard_wrap { "\n" } else { "\\\n" }
    }

    fn push_broken_text(&self, el: &mut Element, child: &Element, ends_block: bool) {
        let lines: Vec<&str> = child.value.split(self.hard_break()).collect();
        let omit_last = ends_block && lines.last().is_some_and(|line| line.is_empty());
        for (at, line) in lines.iter().enumerate() {
            let number = child.line + at as u32;
            let text = if at > 0 { format!("\n{line}") } else { (*line).to_owned() };
            el.children.push(Element::with_value(Kind::Text, text, number));
            if at + 2 < lines.len() || (at + 2 == lines.len() && !omit_last) {
                el.children.push(Element::new(Kind::Br, number));
            }
        }
    }

    fn header_id(&mut self, text: &str) -> String {
        let mut id = String::with_capacity(text.len());
        for c in text.to_lowercase().chars() {
            match c {
                ' ' | '\t' => id.push('-'),
                '-' => id.push('-'),
                c if is_unicode_word(c) => id.push(c),
                _ => {}
            }
        }
        let count = self.id_counter.entry(id.clone()).and_modify(|count| *count += 1).or_insert(0);
        let suffix = if *count > 0 { format!("-{count}") } else { String::new() };
        format!("{}{id}{suffix}", self.options.auto_id_prefix)
    }
}
