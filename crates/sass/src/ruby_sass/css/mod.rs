//! Style sheets once all is evaluated: rules in rules first, then as CSS has them.

mod arrange;
mod media;
mod nesting;
mod serialize;

pub(super) use arrange::arranged;
pub(super) use media::{MediaQuery, media_queries};
pub(super) use nesting::{check_evaluated, check_parsed};
pub(super) use serialize::{OutputStyle, serialized};

use super::selector::{SelectorList, without_prefix};
use std::rc::Rc;
use std::sync::Arc;

/// A node.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) kind: NodeKind,
    pub(super) children: Vec<Node>,
    /// Whether it has a block, even an empty one.
    pub(super) has_children: bool,
    /// How much deeper it is indented, in the nested style.
    pub(super) tabs: usize,
    /// Whether it is the last of a group, which an empty line follows.
    pub(super) group_end: bool,
    pub(super) line: u32,
    /// The number of its file.
    pub(super) file: usize,
}

/// The kind of a node.
#[derive(Clone, Debug)]
pub(super) enum NodeKind {
    Rule(Rc<SelectorList>),
    Declaration(Rc<CssDeclaration>),
    Comment(Arc<str>, CommentKind),
    Directive(Arc<str>),
    Media(Rc<Vec<MediaQuery>>),
    /// The directive's name, and its condition.
    Supports(Arc<str>, Arc<str>),
    Import(Arc<str>),
    Keyframe(Arc<str>),
    Charset,
    AtRoot(Rc<AtRootQuery>),
    Extend(Rc<SelectorList>, bool),
    /// Something on its way out of what is around it: its only child.
    Bubble,
}

impl NodeKind {
    /// The memory that a node of this kind takes, in bytes, roughly. Rules take theirs several times, since their selectors
    /// are resolved, extended and put in order.
    pub(super) fn weight(&self) -> usize {
        const NODE: usize = 150;
        const PART: usize = 300;
        NODE + match self {
            NodeKind::Rule(list) | NodeKind::Extend(list, _) => {
                list.members.iter().map(|complex| PART * (complex.parts().len() + 1)).sum()
            }
            NodeKind::Declaration(declaration) => declaration.name.len() + declaration.value.len(),
            NodeKind::Comment(text, _)
            | NodeKind::Directive(text)
            | NodeKind::Import(text)
            | NodeKind::Keyframe(text)
            | NodeKind::Supports(_, text) => text.len(),
            NodeKind::Media(queries) => NODE * queries.len(),
            NodeKind::Charset | NodeKind::AtRoot(_) | NodeKind::Bubble => 0,
        }
    }
}

/// A declaration.
#[derive(Clone, Debug)]
pub(super) struct CssDeclaration {
    pub(super) name: String,
    pub(super) value: String,
    /// Whether it is a custom property.
    pub(super) custom: bool,
    /// The column of its name, from 1.
    pub(super) column: usize,
    /// The hint that a message about a wrong place adds.
    pub(super) hint: Option<Arc<str>>,
}

/// Which comments are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommentKind {
    /// Never.
    Silent,
    /// In all styles but the compressed one.
    Normal,
    /// In all styles.
    Loud,
}

/// The query of `@at-root`: the blocks that it leaves.
#[derive(Clone, Debug)]
pub(super) struct AtRootQuery {
    /// Whether the names tell what is kept.
    pub(super) with: bool,
    pub(super) names: Vec<String>,
}

impl AtRootQuery {
    /// Whether a directive with the name is left.
    pub(super) fn excludes(&self, name: &str) -> bool {
        let named = |name: &str| self.names.iter().any(|known| known == name);
        if named("all") { !self.with } else { named(name) != self.with }
    }

    fn excludes_node(&self, kind: &NodeKind) -> bool {
        match kind {
            NodeKind::Keyframe(_) => self.excludes("keyframes"),
            NodeKind::Rule(_) => self.excludes("rule"),
            kind => kind.directive_name().is_some_and(|name| self.excludes(name)),
        }
    }
}

impl NodeKind {
    /// The name of a directive, without its `@`.
    fn directive_name(&self) -> Option<&str> {
        match self {
            NodeKind::Directive(text) => text.split(' ').next().map(|name| name.trim_start_matches('@')),
            NodeKind::Media(_) => Some("media"),
            NodeKind::Supports(name, _) => Some(name),
            NodeKind::Import(_) => Some(""),
            _ => None,
        }
    }

    /// Whether it is `@keyframes`, with a prefix or without.
    pub(super) fn is_keyframes(&self) -> bool {
        matches!(self, NodeKind::Directive(_))
            && self.directive_name().is_some_and(|name| without_prefix(name).eq_ignore_ascii_case("keyframes"))
    }

    /// The text of a directive.
    pub(super) fn directive_text(&self) -> Option<Arc<str>> {
        match self {
            NodeKind::Directive(text) | NodeKind::Import(text) | NodeKind::Keyframe(text) => Some(Arc::clone(text)),
            NodeKind::Media(queries) => Some(format!("@media {}", MediaQuery::list_text(queries)).into()),
            NodeKind::Supports(name, condition) => Some(format!("@{name} {condition}").into()),
            _ => None,
        }
    }

    fn is_directive(&self) -> bool {
        matches!(self, NodeKind::Directive(_) | NodeKind::Media(_) | NodeKind::Supports(..) | NodeKind::Import(_))
    }
}

impl Node {
    pub(super) fn new(kind: NodeKind, line: u32, file: usize) -> Node {
        Node { kind, children: Vec::new(), has_children: false, tabs: 0, group_end: false, line, file }
    }

    /// Adds a block to the node.
    pub(super) fn with(self, children: Vec<Node>) -> Node {
        Node { has_children: self.has_children || !children.is_empty(), children, ..self }
    }

    /// The node without what is in it.
    fn shell(&self) -> Node {
        Node { children: Vec::new(), kind: self.kind.clone(), ..*self }
    }

    /// Whether nothing of it is written.
    pub(super) fn is_invisible(&self, compressed: bool) -> bool {
        match &self.kind {
            NodeKind::Rule(list) => list.is_invisible(),
            NodeKind::Declaration(declaration) => !declaration.custom && declaration.value.is_empty(),
            NodeKind::Comment(_, CommentKind::Silent) | NodeKind::Charset => true,
            NodeKind::Comment(_, CommentKind::Normal) => compressed,
            NodeKind::Media(_) | NodeKind::Supports(..) => {
                self.children.iter().all(|child| child.is_invisible(compressed))
            }
            _ => false,
        }
    }

    /// Whether it leaves the rule that it stands in.
    fn bubbles(&self) -> bool {
        match self.kind {
            NodeKind::Rule(_) | NodeKind::AtRoot(_) | NodeKind::Bubble => true,
            _ => self.kind.is_directive() && self.has_children,
        }
    }
}
