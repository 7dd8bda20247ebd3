//! `@at-root`: moves the CSS of its block out of the rules that the query excludes.

use super::Evaluator;
use super::environment::BlockKind;
use crate::Result;
use crate::css::{NodeId, NodeKind};
use crate::parse::AtRootQuery;
use crate::syntax::{AtRootRule, Block};

impl Evaluator<'_> {
    #[inline(never)]
    pub(super) fn at_root(&mut self, rule: &AtRootRule) -> Result<()> {
        let mut query = AtRootQuery::default();
        if let Some(interpolation) = &rule.query {
            let (text, map) = self.interpolate_with_map(interpolation)?;
            query = AtRootQuery::parse(&text, &map, self.compilation.sources).map_err(|error| self.traced(error))?;
        }
        let mut included = Vec::new();
        let mut parent = self.parent;
        while let Some(grandparent) = self.tree.parent(parent) {
            if matches!(self.tree.kind(parent), NodeKind::Stylesheet) {
                break;
            }
            if !self.excludes(&query, parent) {
                included.push(parent);
            }
            parent = grandparent;
        }
        let root = self.trim_included(&mut included);
        if root == self.parent {
            self.scoped(&rule.block, BlockKind::Local)?;
            return Ok(());
        }
        let inner = self.copy_included(&included, root);
        self.evaluate_at_root(&rule.block, inner, &query, &included)
    }

    fn excludes(&self, query: &AtRootQuery, node: NodeId) -> bool {
        match self.tree.kind(node) {
            NodeKind::Style { .. } => query.excludes_style_rules(),
            NodeKind::Media { .. } => query.excludes_name("media"),
            NodeKind::Supports { .. } => query.excludes_name("supports"),
            NodeKind::AtRule { name, .. } => query.excludes_name(&name.text.to_lowercase()),
            _ => query.excludes_all(),
        }
    }

    /// `nodes` are the enclosing nodes that the query of the `@at-root` keeps. A node needs no copy if no excluded node
    /// encloses it. Removes such nodes from `nodes`, and returns the parent for the copies of the other nodes.
    fn trim_included(&self, nodes: &mut Vec<NodeId>) -> NodeId {
        let mut parent = self.parent;
        let mut innermost = None;
        for (index, node) in nodes.iter().enumerate() {
            while parent != *node {
                innermost = None;
                let Some(grandparent) = self.tree.parent(parent) else { return self.root };
                parent = grandparent;
            }
            innermost.get_or_insert(index);
            let Some(grandparent) = self.tree.parent(parent) else { return self.root };
            parent = grandparent;
        }
        match innermost {
            Some(index) if parent == self.root => {
                let root = nodes.get(index).copied().unwrap_or(self.root);
                nodes.truncate(index);
                root
            }
            _ => self.root,
        }
    }

    /// Copies the nodes in `included`, each of which is inside of the next one. The outermost copy becomes a child of
    /// `root`. Returns the innermost copy, or `root` if there are no nodes.
    fn copy_included(&mut self, included: &[NodeId], root: NodeId) -> NodeId {
        let Some((first, rest)) = included.split_first() else { return root };
        let inner = self.tree.copy_without_children(*first);
        let mut outer = inner;
        for node in rest {
            let copy = self.tree.copy_without_children(*node);
            self.tree.append(copy, outer);
            outer = copy;
        }
        self.tree.append(root, outer);
        inner
    }

    fn evaluate_at_root(
        &mut self,
        block: &Block,
        parent: NodeId,
        query: &AtRootQuery,
        included: &[NodeId],
    ) -> Result<()> {
        let left = self.at_root_without_rule;
        let (media, sources) = (self.media.clone(), self.media_sources.clone());
        let (keyframes, unknown) = (self.in_keyframes, self.in_unknown_at_rule);
        if query.excludes_style_rules() {
            self.at_root_without_rule = true;
        }
        if self.media.is_some() && query.excludes_name("media") {
            self.media = None;
            self.media_sources = std::rc::Rc::new([]);
        }
        if query.excludes_name("keyframes") {
            self.in_keyframes = false;
        }
        if !included.iter().any(|node| matches!(self.tree.kind(*node), NodeKind::AtRule { .. })) {
            self.in_unknown_at_rule = false;
        }
        let outer = std::mem::replace(&mut self.parent, parent);
        let result = self.scoped(block, BlockKind::Local);
        self.parent = outer;
        self.at_root_without_rule = left;
        self.media = media;
        self.media_sources = sources;
        self.in_keyframes = keyframes;
        self.in_unknown_at_rule = unknown;
        result.map(|_| ())
    }
}
