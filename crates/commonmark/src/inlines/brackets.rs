//! Brackets. The text between `[` or `![` and `]` belongs to a link, an image or a reference to a footnote, or is plain
//! text.

use super::Reader;
use super::delimiters::RunId;
use super::target::{address, label, past_spaces, title_end, write_address, write_title};
use crate::tree::{Kind, NodeId, Span};

/// A `[` or `![` that may become a link or an image.
#[derive(Debug)]
pub(super) struct Bracket {
    is_image: bool,
    /// Whether a link may still begin here. Links do not contain links.
    is_active: bool,
    /// Whether another bracket opens after this bracket.
    has_bracket_behind: bool,
    node: NodeId,
    /// The offset after the bracket.
    position: usize,
    column: isize,
    /// The last unpaired run of `*`, `_`, `~` or quotes before the bracket.
    delimiter: Option<RunId>,
    in_link: bool,
    in_image: bool,
}

impl Reader<'_> {
    pub(super) fn open_bracket(&mut self, is_image: bool) -> NodeId {
        let start = self.position;
        self.position += if is_image { 2 } else { 1 };
        let node = self.make_text(start, self.position);
        let around = self.brackets.last_mut();
        let (in_link, in_image) = around.as_ref().map_or((false, false), |around| (around.in_link, around.in_image));
        if let Some(around) = around {
            around.has_bracket_behind = true;
        }
        self.brackets.push(Bracket {
            is_image,
            is_active: true,
            has_bracket_behind: false,
            node,
            position: self.position,
            column: self.column(start),
            delimiter: self.delimiters.last(),
            in_link: in_link || !is_image,
            in_image: in_image || is_image,
        });
        node
    }

    /// Whether the position may be in the text of a link or image: a `[` or `![` before it has no `]` yet. If so, an
    /// address at the position does not become a link.
    pub(super) fn is_in_bracket(&self) -> bool {
        self.brackets.last().is_some_and(|bracket| bracket.in_link || bracket.in_image)
    }

    /// Reads `]`. If the bracket ends a link, an image or a footnote reference, finishes this construct and returns
    /// `None`. Otherwise, returns the `]` as a text node.
    pub(super) fn close_bracket(&mut self) -> Option<NodeId> {
        let close = self.position;
        self.position += 1;
        let Some(bracket) = self.brackets.pop() else { return Some(self.make_text(close, self.position)) };
        if bracket.is_active {
            let target = self.inline_target().or_else(|| self.referred_target(&bracket, close));
            if let Some((address, title, end)) = target {
                self.position = end;
                self.finish_link(&bracket, address, title);
                return None;
            }
            if self.finish_footnote(&bracket) {
                return None;
            }
        }
        Some(self.make_text(close, close + 1))
    }

    /// Parses the parentheses after the bracket. Returns the address, the title, and the end of the parentheses.
    /// `None` if no valid parentheses follow.
    fn inline_target(&mut self) -> Option<(Span, Span, usize)> {
        if self.peek(self.position) != b'(' {
            return None;
        }
        let text = self.text();
        let (address, behind) = address(text, past_spaces(text, self.position + 1))?;
        let start = past_spaces(text, behind);
        let titled = if start == behind { None } else { title_end(text, start) };
        let end = past_spaces(text, titled.unwrap_or(start));
        if text.get(end) != Some(&b')') {
            return None;
        }
        let title = Span::new(start, titled.unwrap_or(start));
        Some((write_address(self.tree, address), write_title(self.tree, title), end + 1))
    }

    /// The address and title of a link such as `[text][label]` or `[text]`, and the offset after it. The label is in
    /// the second brackets. If they are missing or empty, the label is the text. `None` if the label is not defined.
    fn referred_target(&mut self, bracket: &Bracket, close: usize) -> Option<(Span, Span, usize)> {
        let (mut name, mut end) = label(self.text(), self.position).unwrap_or((Span::default(), self.position));
        let is_found = end != self.position;
        if (!is_found || name.is_empty()) && !bracket.has_bracket_behind {
            name = Span::new(bracket.position, close);
        } else if !is_found {
            end = self.position;
            name = Span::default();
        }
        let (address, title) = self.labels.find(self.tree.bytes(name))?;
        Some((address, title, end))
    }

    fn finish_link(&mut self, bracket: &Bracket, address: Span, title: Span) {
        let kind = if bracket.is_image { Kind::Image { address, title } } else { Kind::Link { address, title } };
        let link = self.tree.make(kind, Span::default());
        self.tree.insert_before(bracket.node, link);
        self.tree.adopt(link, bracket.node, None);
        self.tree.unlink(bracket.node);
        self.pair_delimiters(bracket.delimiter);
        if !bracket.is_image {
            self.deactivate_brackets();
        }
    }

    /// Called for a new link. Links do not contain links, so the open brackets before the link can no longer start a
    /// link. The brackets of images stay active. They take `in_image` from the last bracket that was inactive before
    /// the call.
    fn deactivate_brackets(&mut self) {
        let mut kept = None;
        for (index, bracket) in self.brackets.iter_mut().enumerate().rev().filter(|(_, bracket)| !bracket.is_image) {
            if !bracket.is_active {
                kept = Some(index);
                break;
            }
            bracket.is_active = false;
        }
        let in_image = kept.is_some_and(|index| self.brackets[index].in_image);
        for bracket in self.brackets[kept.map_or(0, |index| index + 1)..].iter_mut().filter(|bracket| bracket.is_image)
        {
            bracket.in_image = in_image;
        }
    }

    /// Turns `[^…]` into a reference to a footnote. Returns whether the brackets are such a reference. As in cmark-gfm,
    /// the length of the footnote's name is the difference of two columns, not of two offsets.
    fn finish_footnote(&mut self, bracket: &Bracket) -> bool {
        let next = self.tree.node(bracket.node).next.map(|id| *self.tree.node(id));
        let Some(text) = next.filter(|node| self.options.footnotes && node.kind == Kind::Text) else { return false };
        let begins = self.tree.bytes(text.text).first() == Some(&b'^');
        if !begins || text.text.len() == 1 && text.next.is_none() {
            return false;
        }
        let length = usize::try_from(self.column(self.position) - bracket.column - 3).unwrap_or(0);
        let start = text.text.start + 1;
        let name = Span::new(start, (start + length).min(self.tree.buffer.len()));
        let reference = self.tree.make(Kind::FootnoteReference, name);
        self.tree.insert_before(bracket.node, reference);
        self.pair_delimiters(bracket.delimiter);
        while let Some(id) = self.tree.node(bracket.node).next {
            self.tree.unlink(id);
        }
        self.tree.unlink(bracket.node);
        true
    }
}
