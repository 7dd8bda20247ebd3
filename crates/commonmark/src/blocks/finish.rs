//! Actions at the end of a block. Link definitions are removed from paragraphs, lists become tight or loose, and the
//! info string is separated from fenced code.

use super::Blocks;
use crate::characters::trim;
use crate::entities::{without_entities, without_escapes};
use crate::inlines::definition;
use crate::tree::{Kind, List, NodeId, Position, Span, Tree};

impl Blocks<'_, '_> {
    /// Ends the open blocks inside `id`, innermost first. `id` itself stays open.
    pub(super) fn close_to(&mut self, id: NodeId) {
        while self.current != id {
            self.current = self.finish(self.current);
        }
    }

    /// Ends a block, and returns its parent. A paragraph that consists only of link definitions is removed.
    pub(super) fn finish(&mut self, id: NodeId) -> NodeId {
        let node = *self.tree.node(id);
        let around = node.parent.unwrap_or(Tree::ROOT);
        let end = self.end_of(node.kind);
        let node_mut = self.tree.node_mut(id);
        node_mut.is_open = false;
        node_mut.end = end;
        match node.kind {
            Kind::Paragraph if !self.take_definitions(id) => self.tree.unlink(id),
            Kind::CodeBlock { fence: None, .. } => self.finish_indented_code(id),
            Kind::CodeBlock { fence, .. } => {
                let text = self.tree.bytes(node.text);
                let first = memchr::memchr(b'\n', text).unwrap_or(text.len());
                let info = without_escapes(trim(&without_entities(&text[..first])));
                let code = Span::new((node.text.start + first + 1).min(node.text.end), node.text.end);
                let info = self.tree.write(&info);
                let node = self.tree.node_mut(id);
                (node.kind, node.text) = (Kind::CodeBlock { info, fence }, code);
            }
            Kind::List(list) => {
                let is_tight = self.is_tight(id);
                self.tree.node_mut(id).kind = Kind::List(List { is_tight, ..list });
            }
            _ => {}
        }
        around
    }

    /// The end position of a block that ends now.
    fn end_of(&self, kind: Kind) -> Position {
        if self.is_ended {
            return Position { line: self.number, column: self.last_length };
        }
        match kind {
            Kind::Document | Kind::CodeBlock { fence: Some(_), .. } | Kind::Heading { is_underlined: true, .. } => {
                Position { line: self.number, column: self.full_length }
            }
            _ => Position { line: self.number - 1, column: self.last_length },
        }
    }

    /// Removes the link definitions from the start of a paragraph. Returns whether text is left.
    pub(super) fn take_definitions(&mut self, id: NodeId) -> bool {
        let mut text = self.tree.node(id).text;
        while self.tree.bytes(text).first() == Some(&b'[')
            && let Some(length) = definition::take(&mut self.tree, text, &mut self.labels)
        {
            text.start += length;
        }
        self.tree.node_mut(id).text = text;
        self.tree.bytes(text).iter().any(|byte| !matches!(byte, b' ' | b'\t' | b'\n'))
    }

    fn finish_indented_code(&mut self, id: NodeId) {
        let text = self.tree.node(id).text;
        let bytes = self.tree.bytes(text);
        let last = bytes.iter().rposition(|byte| !matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
        let end =
            last.map_or(0, |last| memchr::memchr(b'\n', &bytes[last..]).map_or(bytes.len(), |end| last + end + 1));
        self.tree.node_mut(id).text.end = text.start + end;
    }

    /// Whether no blank line separates the items of a list, or the blocks directly inside an item.
    fn is_tight(&self, id: NodeId) -> bool {
        self.tree.children(id).all(|item| {
            let node = self.tree.node(item);
            let has_next = node.next.is_some();
            let is_apart =
                |block: NodeId| (has_next || self.tree.node(block).next.is_some()) && self.ends_with_blank_line(block);
            let ends_apart = has_next && node.ends_blank;
            !ends_apart && !self.tree.children(item).any(is_apart)
        })
    }

    /// Whether a block ends with a blank line. For a list or item, whether the last block inside of it does.
    fn ends_with_blank_line(&self, id: NodeId) -> bool {
        let mut id = id;
        while let Kind::List(_) | Kind::Item(..) = self.tree.kind(id)
            && let Some(last) = self.tree.node(id).last
        {
            id = last;
        }
        self.tree.node(id).ends_blank
    }
}
