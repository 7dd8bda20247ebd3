//! The additional steps of kramdown-parser-gfm after parsing: task lists, hard line breaks, and ids of headers.

use super::Parser;
use crate::element::{Element, Entity, Extra, Kind, Symbol};
use crate::entities;
use crate::text::{downcase, is_space_char, is_unicode_word};

const UNCHECKED: &str = r#"<input type="checkbox" class="task-list-item-checkbox" disabled="disabled" />"#;
const CHECKED: &str =
    r#"<input type="checkbox" class="task-list-item-checkbox" disabled="disabled" checked="checked" />"#;

/// Replaces `\A\s*\[( |x|X)\]\s+` by a check box. `None` if the text does not match.
fn with_box(text: &str) -> Option<String> {
    let rest = text.trim_start_matches(is_space_char);
    let (mark, rest) = match rest.as_bytes() {
        [b'[', b' ', b']', ..] => (UNCHECKED, &rest[3..]),
        [b'[', b'x' | b'X', b']', ..] => (CHECKED, &rest[3..]),
        _ => return None,
    };
    let body = rest.trim_start_matches(is_space_char);
    (body.len() < rest.len()).then(|| format!("{mark}{body}"))
}

/// Appends the text of a header or definition term without its markup. The automatic id is made from this text.
pub(super) fn raw_text(out: &mut String, el: &Element<'_>) {
    for child in &el.children {
        match (&child.kind, &child.extra) {
            (Kind::Text | Kind::Codespan | Kind::Math, _) => out.push_str(child.value),
            (Kind::Entity, Extra::Entity(Entity { code, .. })) => out.extend(char::from_u32(*code)),
            (Kind::SmartQuote, Extra::Quote(quote)) => {
                out.extend(entities::code_of(quote.name()).and_then(char::from_u32));
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

impl<'a> Parser<'a> {
    /// Replaces `[ ]`, `[x]` and `[X]` at the start of items by check boxes, and sets the classes of task lists.
    pub(super) fn mark_tasks(&self, list: &mut Element<'a>) {
        let mut is_tasklist = false;
        for item in &mut list.children {
            let Some(first) = item.children.first_mut().filter(|first| first.kind == Kind::Paragraph) else { continue };
            let Some(text) = first.children.first_mut() else { continue };
            if let Some(marked) = with_box(text.value) {
                text.value = self.keep(&marked);
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

    /// Adds hard line breaks to the texts below `el`: at each line end with the option `hard_wrap`, otherwise at each
    /// backslash before a line end. With the option `auto_ids`, also adds ids to headers. HTML elements are skipped,
    /// with their content.
    pub(super) fn update_elements(&mut self, el: &mut Element<'a>) {
        if el.children.is_empty() {
            return;
        }
        stacker::maybe_grow(64 << 10, 1 << 20, || {
            let breaks = self.options.hard_wrap || self.has_backslash;
            let broken = |child: &Element<'_>| child.kind == Kind::Text && self.first_break(child.value).is_some();
            if breaks && el.children.iter().any(broken) {
                self.break_texts(el);
            }
            for child in &mut el.children {
                match child.kind {
                    Kind::Text | Kind::Html => {}
                    // Only native HTML has headers in paragraphs.
                    Kind::Paragraph if !breaks && !self.options.html_to_native => {}
                    Kind::Header if self.options.auto_ids && child.attr.get("id").is_none() => {
                        if let Extra::Header { raw_text, .. } = child.extra {
                            let id = self.header_id(raw_text);
                            child.attr.set("id", id);
                        }
                    }
                    _ => self.update_elements(child),
                }
            }
        });
    }

    /// The offset of the first hard line break in the text.
    fn first_break(&self, text: &str) -> Option<usize> {
        if self.options.hard_wrap {
            return memchr::memchr(b'\n', text.as_bytes());
        }
        let next_is_break = |position: &usize| text.as_bytes().get(position + 1) == Some(&b'\n');
        memchr::memchr_iter(b'\\', text.as_bytes()).find(next_is_break)
    }

    /// Inserts line breaks into the texts of `el`.
    fn break_texts(&self, el: &mut Element<'a>) {
        let children = el.take_children();
        let count = children.len();
        for (index, child) in children.into_iter().enumerate() {
            if child.kind != Kind::Text {
                el.children.push(child);
                continue;
            }
            let omit_last = el.is_block() && index + 1 == count;
            let width = if self.options.hard_wrap { 1 } else { 2 };
            let mut rest = child.value;
            // From the second line on, texts start with the line break.
            let mut from = 0;
            while let Some(position) = self.first_break(&rest[from..]).map(|position| from + position) {
                let end = position + width;
                el.children.push(Element::with_value(self.arena, Kind::Text, &rest[..position], child.line));
                if end < rest.len() || !omit_last {
                    el.children.push(Element::new(self.arena, Kind::Br, child.line));
                }
                rest = &rest[end - 1..];
                from = 1;
            }
            el.children.push(Element::with_value(self.arena, Kind::Text, rest, child.line));
        }
    }

    fn header_id(&mut self, text: &str) -> String {
        let mut id = String::with_capacity(text.len());
        for c in downcase(text).chars() {
            match c {
                ' ' | '\t' => id.push('-'),
                '-' => id.push('-'),
                c if is_unicode_word(c) => id.push(c),
                _ => {}
            }
        }
        let count = self.id_counter.entry(id.clone()).and_modify(|count| *count += 1).or_insert(0);
        if *count == 0 && self.options.auto_id_prefix.is_empty() {
            return id;
        }
        let suffix = if *count > 0 { format!("-{count}") } else { String::new() };
        format!("{}{id}{suffix}", self.options.auto_id_prefix)
    }
}
