//! At-rules, and the placement of nodes in the CSS tree.

use super::Evaluator;
use crate::css::{self, MediaQuery, MergeResult, NodeId, NodeKind};
use crate::scanner::unvendor;
use crate::syntax::{self, Block};
use crate::{Result, Span};
use std::rc::Rc;

impl Evaluator<'_> {
    // Placement of nodes.

    pub(super) fn add_node(&mut self, kind: NodeKind, span: Span) -> Result<NodeId> {
        self.css_size = self.css_size.saturating_add(kind.weight());
        if self.css_size > super::MAX_CSS {
            return Err(self.error("This compilation makes too much CSS.", span));
        }
        Ok(self.tree.add(kind, span))
    }

    /// If other nodes follow the current parent, adds a copy of the parent without children as the last sibling. The
    /// copy becomes the current parent.
    pub(super) fn copy_parent_after_sibling(&mut self) {
        if let Some(grandparent) = self.tree.parent(self.parent)
            && self.tree.last_child(grandparent) != Some(self.parent)
        {
            let copy = self.tree.copy_without_children(self.parent);
            self.tree.append(grandparent, copy);
            self.parent = copy;
        }
    }

    /// Appends a node to the current parent or, with `goes_up`, to the closest enclosing node for which `through` is
    /// false. If siblings with output follow that enclosing node, `node` must come after them. The last sibling then
    /// becomes the parent, if it differs from the enclosing node only in its children. Otherwise, a new copy of the
    /// enclosing node becomes the parent.
    pub(super) fn append(&mut self, node: NodeId, through: impl Fn(&NodeKind) -> bool, goes_up: bool) {
        let mut parent = self.parent;
        if goes_up {
            while through(self.tree.kind(parent)) {
                let Some(grandparent) = self.tree.parent(parent) else { break };
                parent = grandparent;
            }
            if self.tree.has_following_sibling(parent)
                && let Some(grandparent) = self.tree.parent(parent)
                && let Some(last) = self.tree.last_child(grandparent)
            {
                if self.tree.equals_ignoring_children(parent, last) {
                    parent = last;
                } else {
                    parent = self.tree.copy_without_children(parent);
                    self.tree.append(grandparent, parent);
                }
            }
        }
        self.tree.append(parent, node);
    }

    /// Whether the current style rule is nested in another one in the output. At-rules such as `@media` then stay in
    /// the current rule.
    pub(super) fn has_css_nesting(&self) -> bool {
        let mut node = self.style_rule().map(|rule| rule.node).and_then(|node| self.tree.parent(node));
        while let Some(parent) = node {
            if matches!(self.tree.kind(parent), NodeKind::Style { .. }) {
                return true;
            }
            node = self.tree.parent(parent);
        }
        false
    }

    /// Evaluates a block in a copy of the current style rule, or directly if there is none.
    fn in_rule_copy(&mut self, block: &Block, scope: bool) -> Result<()> {
        let Some(rule) = self.style_rule().map(|rule| rule.node) else {
            self.statements(&block.statements)?;
            return Ok(());
        };
        let copy = self.tree.copy_without_children(rule);
        self.append(copy, |_| false, false);
        self.inside_with(copy, scope, |evaluator| {
            evaluator.statements(&block.statements)?;
            Ok(())
        })
    }

    // Unknown at-rules.

    #[inline(never)]
    pub(super) fn at_rule(&mut self, rule: &syntax::AtRule) -> Result<()> {
        if self.declaration_name.is_some() {
            return Err(self.error("At-rules may not be used within nested declarations.", rule.span));
        }
        let name = self.css_text(&rule.name)?;
        let value = rule.value.as_ref().map(|value| self.trimmed_css_text(value)).transpose()?;
        let Some(block) = &rule.block else {
            self.copy_parent_after_sibling();
            let node = self.add_node(NodeKind::AtRule { name, value, childless: true }, rule.span)?;
            self.tree.append(self.parent, node);
            return Ok(());
        };
        let (keyframes, unknown) = (self.in_keyframes, self.in_unknown_at_rule);
        if unvendor(&name.text) == "keyframes" {
            self.in_keyframes = true;
        } else {
            self.in_unknown_at_rule = true;
        }
        let is_font_face = &*name.text == "font-face";
        let node = self.add_node(NodeKind::AtRule { name, value, childless: false }, rule.span)?;
        let result = if self.has_css_nesting() {
            self.append(node, |_| false, false);
            self.inside(node, block)
        } else {
            self.append(node, is_style, true);
            self.inside_with(node, block.has_declarations, |evaluator| {
                if evaluator.in_keyframes || is_font_face {
                    evaluator.statements(&block.statements)?;
                    return Ok(());
                }
                evaluator.in_rule_copy(block, false)
            })
        };
        self.in_keyframes = keyframes;
        self.in_unknown_at_rule = unknown;
        result
    }

    #[inline(never)]
    pub(super) fn supports(&mut self, rule: &syntax::SupportsRule) -> Result<()> {
        if self.declaration_name.is_some() {
            return Err(self.error("Supports rules may not be used within nested declarations.", rule.span));
        }
        let text = self.supports_condition(&rule.condition)?;
        let condition = css::CssText { text: text.into(), span: rule.condition_span };
        let node = self.add_node(NodeKind::Supports { condition }, rule.span)?;
        if self.has_css_nesting() {
            self.append(node, |_| false, false);
            return self.inside(node, &rule.block);
        }
        self.append(node, is_style, true);
        self.inside_with(node, rule.block.has_declarations, |evaluator| evaluator.in_rule_copy(&rule.block, true))
    }

    // `@media`

    #[inline(never)]
    pub(super) fn media(&mut self, rule: &syntax::MediaRule) -> Result<()> {
        if self.declaration_name.is_some() {
            return Err(self.error("Media rules may not be used within nested declarations.", rule.span));
        }
        let (text, map) = self.interpolate_with_map(&rule.query)?;
        let queries = css::parse_media_queries(&text, &map, self.compilation.sources);
        let queries: Rc<[MediaQuery]> = queries.map_err(|error| self.traced(error))?.into();
        if self.has_css_nesting() {
            let node = self.add_node(NodeKind::Media { queries }, rule.span)?;
            self.append(node, |_| false, false);
            return self.inside_with(node, false, |evaluator| {
                evaluator.statements(&rule.block.statements)?;
                Ok(())
            });
        }
        self.media_with(queries, rule.span, rule.block.has_declarations, |evaluator| {
            evaluator.in_rule_copy(&rule.block, false)
        })
    }

    /// Adds a media rule, merged with the surrounding media rules, and evaluates `body` in it. If CSS cannot express
    /// the merged queries, the rules stay nested. Does nothing if the queries exclude each other, as in `print` within
    /// `screen`.
    pub(super) fn media_with(
        &mut self,
        queries: Rc<[MediaQuery]>,
        span: Span,
        scope: bool,
        body: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let outer = self.media.clone();
        let merged = outer.as_ref().and_then(|outer| merge_queries(outer, &queries));
        if merged.as_ref().is_some_and(Vec::is_empty) {
            return Ok(());
        }
        let mut sources: Vec<MediaQuery> = Vec::new();
        if merged.is_some() {
            let outer = outer.iter().flat_map(|outer| outer.iter());
            for query in self.media_sources.iter().chain(outer).chain(queries.iter()) {
                if !sources.contains(query) {
                    sources.push(query.clone());
                }
            }
        }
        let queries = merged.map_or(queries, Into::into);
        let node = self.add_node(NodeKind::Media { queries: Rc::clone(&queries) }, span)?;
        self.append(
            node,
            |kind| match kind {
                NodeKind::Style { .. } => true,
                NodeKind::Media { queries } => {
                    !sources.is_empty() && queries.iter().all(|query| sources.contains(query))
                }
                _ => false,
            },
            true,
        );
        let old_sources = std::mem::replace(&mut self.media_sources, sources.into());
        let old = self.media.replace(queries);
        let result = self.inside_with(node, scope, body);
        self.media = old;
        self.media_sources = old_sources;
        result
    }
}

pub(super) fn is_style(kind: &NodeKind) -> bool {
    matches!(kind, NodeKind::Style { .. })
}

/// The intersection of two query lists. It is empty if no device matches a query of each list, as with `screen` and
/// `print`. `None` if CSS cannot express the intersection.
pub(super) fn merge_queries(outer: &[MediaQuery], inner: &[MediaQuery]) -> Option<Vec<MediaQuery>> {
    let mut merged = Vec::new();
    for first in outer {
        for second in inner {
            match first.merge(second) {
                MergeResult::Empty => {}
                MergeResult::Unrepresentable => return None,
                MergeResult::Merged(query) => merged.push(query),
            }
        }
    }
    Some(merged)
}
