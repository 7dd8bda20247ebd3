//! The arena of the CSS nodes of a compilation.

use super::MediaQuery;
use crate::Span;
use crate::extend::{CellMap, SelectorCell};
use crate::selector::SelectorList;
use crate::value::Value;
use std::rc::Rc;
use std::sync::Arc;

/// The index of a node in the storage of its [`Tree`]. It stays valid, because nodes are never removed from the
/// storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NodeId(u32);

/// A text of the output, such as the name of a property, with its place in the source for the source map.
#[derive(Clone, Debug)]
pub(crate) struct CssText {
    /// The characters, after interpolation.
    pub text: Arc<str>,
    /// The part of the source that the text comes from.
    pub span: Span,
}

/// The data of a node in the tree of CSS: a style sheet, rule, declaration, comment or import.
#[derive(Clone, Debug)]
pub(crate) enum NodeKind {
    /// The root of a style sheet.
    Stylesheet,
    /// A rule with a selector.
    Style {
        /// The selector, which extensions rewrite.
        selector: SelectorCell,
        /// The selector before extension.
        original: SelectorList,
        /// Whether the rule comes from a plain CSS file.
        from_plain_css: bool,
    },
    /// A property with its value, such as `color: red`.
    Declaration {
        /// The name of the property.
        name: CssText,
        /// The value after the colon.
        value: Value,
        /// The span of the value's expression in the source.
        value_span: Span,
        /// The span of the value for the source map. For a variable, this is the span of its assignment.
        value_span_for_map: Span,
        /// Whether the value is the unparsed text of a custom property.
        raw: bool,
    },
    /// An at-rule that is not part of Sass.
    AtRule {
        /// The name of the at-rule, without `@`.
        name: CssText,
        /// The text after the name. `None` if there is none.
        value: Option<CssText>,
        /// Whether the rule ends with a semicolon and has no block.
        childless: bool,
    },
    /// An `@media` rule. Its children are the contents of its block.
    Media {
        /// The queries; there is at least one.
        queries: Rc<[MediaQuery]>,
    },
    /// An `@supports` rule. Its children are the contents of its block.
    Supports {
        /// The condition between `@supports` and the block.
        condition: CssText,
    },
    /// A block in `@keyframes`, such as `50% { … }`.
    Keyframe {
        /// The percentages, `from` and `to`.
        selectors: Rc<[Arc<str>]>,
        /// The span of the selectors in the source, without the block.
        span: Span,
    },
    /// A comment that the output keeps.
    Comment {
        /// The comment with its delimiters.
        text: Arc<str>,
    },
    /// A plain CSS `@import`
    Import {
        /// The URL in the output.
        url: CssText,
        /// The media queries and conditions after the URL. `None` if there are none.
        modifiers: Option<CssText>,
    },
}

impl NodeKind {
    /// The approximate memory of a node of this kind, in bytes. For a style rule, this includes the copies of its
    /// selector that the `ExtensionStore` keeps.
    pub(crate) fn weight(&self) -> usize {
        const NODE: usize = 150;
        const RULE: usize = 300;
        const COMPONENT: usize = 250;
        const SIMPLE: usize = 150;
        match self {
            NodeKind::Style { original, .. } => {
                let components = original.components().iter().flat_map(|complex| complex.components());
                let parts = components.map(|component| COMPONENT + SIMPLE * component.compound.simples().len());
                NODE + RULE + parts.sum::<usize>()
            }
            NodeKind::AtRule { name, value, .. } => {
                NODE + name.text.len() + value.as_ref().map_or(0, |value| value.text.len())
            }
            NodeKind::Supports { condition } => NODE + condition.text.len(),
            NodeKind::Comment { text } => NODE + text.len(),
            NodeKind::Import { url, .. } => NODE + url.text.len(),
            NodeKind::Media { queries } => NODE + NODE * queries.len(),
            NodeKind::Keyframe { selectors, .. } => NODE + SIMPLE * selectors.len(),
            NodeKind::Declaration { name, value, .. } => {
                let text = if let Value::String(text) = value { text.text.len() } else { 0 };
                NODE + name.text.len() + text
            }
            NodeKind::Stylesheet => NODE,
        }
    }
}

#[derive(Debug)]
struct Node {
    kind: NodeKind,
    span: Span,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    group_end: bool,
}

/// The nodes of all style sheets of one compilation.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// Creates a tree without nodes. Even the root must be added.
    #[must_use]
    pub(crate) fn new() -> Tree {
        Tree::default()
    }

    /// Creates a node that has no parent yet.
    pub(crate) fn add(&mut self, kind: NodeKind, span: Span) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { kind, span, parent: None, children: Vec::new(), group_end: false });
        id
    }

    fn node(&self, id: NodeId) -> &Node {
        // Every id comes from this tree, which never shrinks.
        &self.nodes[id.0 as usize]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// Adds `child` as the last child of `parent`. Does not remove `child` from the children of another node.
    pub(crate) fn append(&mut self, parent: NodeId, child: NodeId) {
        self.node_mut(child).parent = Some(parent);
        self.node_mut(parent).children.push(child);
    }

    /// Adds children to `parent`, before its child with the zero-based index `index`. If there is no such child, adds
    /// them at the end.
    pub(crate) fn insert_children(&mut self, parent: NodeId, index: usize, children: &[NodeId]) {
        for child in children {
            self.node_mut(*child).parent = Some(parent);
        }
        let all = &mut self.node_mut(parent).children;
        let index = index.min(all.len());
        all.splice(index..index, children.iter().copied());
    }

    /// Detaches all children of a node. The children stay in the tree's storage without a parent.
    pub(crate) fn clear_children(&mut self, id: NodeId) {
        for child in std::mem::take(&mut self.node_mut(id).children) {
            self.node_mut(child).parent = None;
        }
    }

    /// The node that contains this one. `None` for the root, and for new and detached nodes.
    #[must_use]
    pub(crate) fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    #[must_use]
    pub(crate) fn children(&self, id: NodeId) -> &[NodeId] {
        &self.node(id).children
    }

    /// The last of the node's children, even if it produces no output. `None` without children.
    #[must_use]
    pub(crate) fn last_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).children.last().copied()
    }

    #[must_use]
    pub(crate) fn kind(&self, id: NodeId) -> &NodeKind {
        &self.node(id).kind
    }

    /// The part of the source that the node comes from.
    #[must_use]
    pub(crate) fn span(&self, id: NodeId) -> Span {
        self.node(id).span
    }

    /// Whether the node is the last one that comes from an outermost style rule. If so, and if it is a child of the
    /// root, the expanded style writes a blank line after it.
    #[must_use]
    pub(crate) fn is_group_end(&self, id: NodeId) -> bool {
        self.node(id).group_end
    }

    /// Makes [`Tree::is_group_end`] true for the node.
    pub(crate) fn set_group_end(&mut self, id: NodeId) {
        self.node_mut(id).group_end = true;
    }

    /// Whether a sibling that produces output follows the node. False for a node without a parent.
    #[must_use]
    pub(crate) fn has_following_sibling(&self, id: NodeId) -> bool {
        let Some(parent) = self.parent(id) else { return false };
        let following = self.children(parent).iter().rev().take_while(|sibling| **sibling != id);
        following.into_iter().any(|sibling| !self.is_invisible(*sibling))
    }

    /// Copies a node without its parent and children. As in dart-sass, `from_plain_css` is unset in the copy of a style
    /// rule.
    pub(crate) fn copy_without_children(&mut self, id: NodeId) -> NodeId {
        let kind = match self.kind(id).clone() {
            // As in dart-sass, the copy of a rule no longer counts as plain CSS.
            NodeKind::Style { selector, original, .. } => NodeKind::Style { selector, original, from_plain_css: false },
            other => other,
        };
        let span = self.span(id);
        self.add(kind, span)
    }

    /// Copies a node and its descendants. The copy has no parent, and `from_plain_css` is unset in copied style rules.
    /// `cells` maps the selectors of the original rules to the selectors of the copies.
    pub(crate) fn deep_copy(&mut self, id: NodeId, cells: &CellMap) -> NodeId {
        let kind = match self.kind(id).clone() {
            NodeKind::Style { selector, original, .. } => {
                NodeKind::Style { selector: cells.get(&selector), original, from_plain_css: false }
            }
            other => other,
        };
        let span = self.span(id);
        let copy = self.add(kind, span);
        self.node_mut(copy).group_end = self.is_group_end(id);
        for index in 0..self.children(id).len() {
            if let Some(child) = self.children(id).get(index).copied() {
                let child = self.deep_copy(child, cells);
                self.append(copy, child);
            }
        }
        copy
    }

    /// Whether two nodes are equal except for their children, so that one could adopt the other's children. Always
    /// false for declarations, comments and imports.
    #[must_use]
    pub(crate) fn equals_ignoring_children(&self, a: NodeId, b: NodeId) -> bool {
        match (self.kind(a), self.kind(b)) {
            (NodeKind::Stylesheet, NodeKind::Stylesheet) => true,
            (NodeKind::Style { selector: a, .. }, NodeKind::Style { selector: b, .. }) => {
                a.same(b) || a.get() == b.get()
            }
            (
                NodeKind::AtRule { name: a, value: a_value, childless: a_childless },
                NodeKind::AtRule { name: b, value: b_value, childless: b_childless },
            ) => {
                let text = |value: &Option<CssText>| value.as_ref().map(|value| Arc::clone(&value.text));
                a.text == b.text && text(a_value) == text(b_value) && a_childless == b_childless
            }
            (NodeKind::Media { queries: a }, NodeKind::Media { queries: b }) => a == b,
            (NodeKind::Supports { condition: a }, NodeKind::Supports { condition: b }) => a.text == b.text,
            (NodeKind::Keyframe { selectors: a, .. }, NodeKind::Keyframe { selectors: b, .. }) => a == b,
            _ => false,
        }
    }
}
