//! Insertion of evaluated CSS into another style sheet, as if it were written there.

use super::rule::is_style;
use super::{CurrentRule, Evaluator};
use crate::Result;
use crate::css::{NodeId, NodeKind};
use crate::scanner::unvendor;
use crate::selector::{Nesting, SelectorList};

impl Evaluator<'_> {
    /// Copies the nodes below `root` to the current position, as if the style sheet of `root` were written there.
    pub(super) fn replay(&mut self, root: NodeId) -> Result<()> {
        let nodes = self.tree.children(root).to_vec();
        self.replay_all(&nodes)
    }

    pub(super) fn replay_all(&mut self, nodes: &[NodeId]) -> Result<()> {
        for node in nodes {
            self.replay_node(*node)?;
        }
        Ok(())
    }

    fn replay_node(&mut self, node: NodeId) -> Result<()> {
        let span = self.tree.span(node);
        let kind = self.tree.kind(node).clone();
        match kind {
            NodeKind::Stylesheet => self.replay(node),
            NodeKind::Comment { .. } => {
                if self.parent == self.root && self.end_of_imports == self.tree.children(self.root).len() {
                    self.end_of_imports += 1;
                }
                self.replay_leaf(kind, node)
            }
            NodeKind::Declaration { .. } | NodeKind::AtRule { childless: true, .. } => self.replay_leaf(kind, node),
            NodeKind::Import { .. } => {
                let copy = self.add_node(kind, span)?;
                if self.parent != self.root {
                    self.copy_parent_after_sibling();
                }
                self.add_import(copy);
                Ok(())
            }
            NodeKind::AtRule { ref name, .. } => {
                let keyframes = unvendor(&name.text) == "keyframes";
                let outer = (self.in_keyframes, self.in_unknown_at_rule);
                if keyframes {
                    self.in_keyframes = true;
                } else {
                    self.in_unknown_at_rule = true;
                }
                let result = self.replay_block(kind, node);
                (self.in_keyframes, self.in_unknown_at_rule) = outer;
                result
            }
            NodeKind::Keyframe { .. } => self.replay_block(kind, node),
            NodeKind::Media { queries } => {
                if self.has_css_nesting() {
                    return self.replay_block(NodeKind::Media { queries }, node);
                }
                self.media_with(queries, span, false, |evaluator| evaluator.replay_in_rule(node))
            }
            NodeKind::Supports { .. } => {
                if self.has_css_nesting() {
                    return self.replay_block(kind, node);
                }
                let copy = self.add_node(kind, span)?;
                self.append(copy, is_style, true);
                self.inside_with(copy, false, |evaluator| evaluator.replay_in_rule(node))
            }
            NodeKind::Style { selector, from_plain_css, .. } => self.replay_style(node, selector.get(), from_plain_css),
        }
    }

    /// Inserts a node without children.
    fn replay_leaf(&mut self, kind: NodeKind, node: NodeId) -> Result<()> {
        self.copy_parent_after_sibling();
        let copy = self.add_node(kind, self.tree.span(node))?;
        self.tree.append(self.parent, copy);
        Ok(())
    }

    fn replay_block(&mut self, kind: NodeKind, node: NodeId) -> Result<()> {
        let copy = self.add_node(kind, self.tree.span(node))?;
        let goes_up = !self.has_css_nesting();
        self.append(copy, is_style, goes_up);
        self.inside_with(copy, false, |evaluator| evaluator.replay(node))
    }

    fn replay_in_rule(&mut self, node: NodeId) -> Result<()> {
        let Some(rule) = self.style_rule().map(|rule| rule.node) else { return self.replay(node) };
        let copy = self.tree.copy_without_children(rule);
        self.append(copy, |_| false, false);
        self.inside_with(copy, false, |evaluator| evaluator.replay(node))
    }

    fn replay_style(&mut self, node: NodeId, selector: SelectorList, from_plain_css: bool) -> Result<()> {
        let span = self.tree.span(node);
        let outer_rule = self.style_rule().cloned();
        let merge = match &outer_rule {
            None => true,
            Some(outer) if outer.from_plain_css => false,
            Some(_) => !(from_plain_css && selector.contains_parent()),
        };
        let original = if merge {
            let parent = outer_rule.as_ref().map(|rule| &rule.original);
            let nesting = Nesting { implicit_parent: !self.at_root_without_rule, preserve_parents: from_plain_css };
            let nested = selector.nest_within(parent, nesting, &self.budget);
            self.at(span, nested)?
        } else {
            selector
        };
        let media = self.media.clone();
        let added = self.extensions.borrow_mut().add_selector(original.clone(), media, self.compilation.sources);
        let selector = added.map_err(|error| self.traced(error))?;
        let kind = NodeKind::Style { selector, original: original.clone(), from_plain_css };
        let copy = self.add_node(kind, span)?;
        self.append(copy, |kind| merge && is_style(kind), merge);
        let left = std::mem::replace(&mut self.at_root_without_rule, false);
        let current = CurrentRule { node: copy, original, from_plain_css };
        let outer = self.rule.replace(current);
        let result = self.inside_with(copy, false, |evaluator| evaluator.replay(node));
        self.rule = outer;
        self.at_root_without_rule = left;
        result?;
        if outer_rule.is_none()
            && let Some(last) = self.tree.last_child(self.parent)
        {
            self.tree.set_group_end(last);
        }
        Ok(())
    }
}
