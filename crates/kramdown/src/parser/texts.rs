//! Collects texts, as slices of the source if possible, otherwise in the document's arena.
//!
//! kramdown joins a text with the one before it. If both are adjacent slices of the source, so is the result. Other
//! joins are postponed until all pieces are known ([`Parser::join_texts`]), so that no text is copied repeatedly.

use super::Parser;
use crate::element::{Children, Element, Kind};
use crate::text::reach;

impl<'a> Parser<'a> {
    /// Copies a text into the arena, so that elements can refer to it.
    pub(super) fn keep(&self, text: &str) -> &'a str {
        self.arena.alloc_str(text)
    }

    /// Appends text to the children of `el`. If the last child is a text of the same kind that ends in `source` where
    /// `text` begins, extends this child instead.
    pub(super) fn add_text(&mut self, el: &mut Element<'a>, source: &'a str, text: &'a str, kind: Kind) {
        if text.is_empty() {
            return;
        }
        if let Some(last) = el.children.last_mut().filter(|last| last.kind == kind) {
            if let Some(joined) = reach(source, last.value, text) {
                last.value = joined;
                return;
            }
            self.in_pieces = true;
        }
        let line = el.line;
        el.children.push(Element::with_value(self.arena, kind, text, line));
    }

    /// Joins adjacent texts of the same kind among the children of `el`.
    pub(super) fn join_texts(&self, el: &mut Element<'a>) {
        if !self.in_pieces {
            return;
        }
        let is_text = |el: &Element<'_>| matches!(el.kind, Kind::Text | Kind::RawText);
        if !el.children.windows(2).any(|pair| is_text(&pair[0]) && pair[0].kind == pair[1].kind) {
            return;
        }
        let mut joined: Children<'a> = Children::with_capacity_in(el.children.len(), self.arena);
        let mut pieces: Vec<&'a str> = Vec::new();
        for child in el.children.drain(..) {
            match joined.last_mut() {
                Some(last) if is_text(last) && last.kind == child.kind => {
                    if pieces.is_empty() {
                        pieces.push(last.value);
                    }
                    pieces.push(child.value);
                }
                last => {
                    if let Some(last) = last
                        && !pieces.is_empty()
                    {
                        last.value = self.keep(&pieces.concat());
                        pieces.clear();
                    }
                    joined.push(child);
                }
            }
        }
        if let Some(last) = joined.last_mut()
            && !pieces.is_empty()
        {
            last.value = self.keep(&pieces.concat());
        }
        el.children = joined;
    }
}

/// The lines of a block without their markers. The text is a slice of the source as long as the lines are adjacent.
pub(super) struct Lines<'a> {
    source: &'a str,
    together: &'a str,
    /// A copy of all lines. `None` as long as the lines are adjacent in the source.
    apart: Option<String>,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(source: &'a str) -> Self {
        Lines { source, together: "", apart: None }
    }

    pub(crate) fn push(&mut self, text: &'a str) {
        if let Some(apart) = &mut self.apart {
            apart.push_str(text);
        } else if self.together.is_empty() {
            self.together = text;
        } else if let Some(together) = reach(self.source, self.together, text) {
            self.together = together;
        } else {
            self.push_apart(text);
        }
    }

    /// Adds a copy of a text that does not directly follow the previous lines in the source, such as spaces for a tab.
    pub(crate) fn push_apart(&mut self, text: &str) {
        if !text.is_empty() {
            let together = self.together;
            self.apart.get_or_insert_with(|| together.to_owned()).push_str(text);
        }
    }

    /// The lines as one text. If the lines are not adjacent in the source, the text is copied into the arena.
    pub(crate) fn finish(self, parser: &Parser<'a>) -> &'a str {
        match self.apart {
            Some(apart) => parser.keep(&apart),
            None => self.together,
        }
    }
}
