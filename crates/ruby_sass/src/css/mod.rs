//! The evaluated style sheet: nested nodes, which are checked (`nesting`), flattened (`arrange`) and written
//! (`serialize`).

mod arrange;
mod media;
mod nesting;
mod serialize;

pub(crate) use arrange::arranged;
pub(crate) use media::{MediaQuery, media_queries};
pub(crate) use nesting::{check_evaluated, check_parsed};
pub(crate) use serialize::serialized;

use crate::selector::{SelectorList, without_prefix};
use std::rc::Rc;
use std::sync::Arc;

/// A rule, declaration, comment or at-rule of the output.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) kind: NodeKind,
    pub(crate) children: Vec<Node>,
    /// Whether the node has a block, which may be empty.
    pub(crate) has_children: bool,
    /// The additional indentation in the nested style.
    pub(crate) tabs: usize,
    /// Whether the node is the last of a group, which is followed by a blank line.
    pub(crate) group_end: bool,
    pub(crate) line: u32,
    /// The number of the file that the node comes from.
    pub(crate) file: usize,
}

/// The content of a node, by its kind. For a rule, this is the list of its selectors.
#[derive(Clone, Debug)]
pub(crate) enum NodeKind {
    Rule(Rc<SelectorList>),
    Declaration(Rc<CssDeclaration>),
    Comment(Arc<str>, CommentKind),
    Directive(Arc<str>),
    Media(Rc<Vec<MediaQuery>>),
    /// The name and condition of the directive.
    Supports(Arc<str>, Arc<str>),
    Import(Arc<str>),
    Keyframe(Arc<str>),
    Charset,
    AtRoot(Rc<AtRootQuery>),
    Extend(Rc<SelectorList>, bool),
    /// A wrapper around its only child, which moves out of the parent.
    Bubble,
}

impl NodeKind {
    /// The approximate memory of a node of this kind, in bytes. For a rule, a multiple of the selector's size, because
    /// the selector is resolved, extended and sorted.
    pub(crate) fn weight(&self) -> usize {
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

/// `name: value`, as it is written to the CSS.
#[derive(Clone, Debug)]
pub(crate) struct CssDeclaration {
    pub(crate) name: String,
    pub(crate) value: String,
    /// Whether the property is a custom property, such as `--width`.
    pub(crate) custom: bool,
    /// The one-based column of the property's name.
    pub(crate) column: usize,
    /// A hint for the error about a declaration that is not allowed at its place: `:a b` could be meant as a selector.
    /// `None` if there is no hint.
    pub(crate) hint: Option<Arc<str>>,
}

/// The kind of a comment: `Silent` for `//`, `Normal` for `/*` and `Loud` for `/*!`. It decides in which styles the
/// comment is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommentKind {
    /// Never written.
    Silent,
    /// Written in all styles except the compressed one.
    Normal,
    /// Written in all styles.
    Loud,
}

/// The query of `@at-root`. The content moves out of the blocks in `names`, such as `media` or `rule`. If `with` is
/// set, the content moves out of all other blocks instead. The name `all` means every block.
#[derive(Clone, Debug)]
pub(crate) struct AtRootQuery {
    /// Whether the query uses `with` and not `without`, so that the content stays in the blocks in `names`.
    pub(crate) with: bool,
    pub(crate) names: Vec<String>,
}

impl AtRootQuery {
    /// Whether `@at-root` moves its content out of directives with this name, such as `media`. The name `rule` asks
    /// about rules.
    pub(crate) fn excludes(&self, name: &str) -> bool {
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
    /// The name of a directive, without `@`. Empty for `@import`, and `None` for rules, declarations and comments.
    fn directive_name(&self) -> Option<&str> {
        match self {
            NodeKind::Directive(text) => text.split(' ').next().map(|name| name.trim_start_matches('@')),
            NodeKind::Media(_) => Some("media"),
            NodeKind::Supports(name, _) => Some(name),
            NodeKind::Import(_) => Some(""),
            _ => None,
        }
    }

    /// Whether the node is `@keyframes`, with or without a vendor prefix.
    pub(crate) fn is_keyframes(&self) -> bool {
        matches!(self, NodeKind::Directive(_))
            && self.directive_name().is_some_and(|name| without_prefix(name).eq_ignore_ascii_case("keyframes"))
    }

    /// A directive without its block, such as `@media print`, or the selector of a keyframe. `None` for all other
    /// nodes, such as rules, declarations, comments and `@charset`.
    pub(crate) fn directive_text(&self) -> Option<Arc<str>> {
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
    pub(crate) fn new(kind: NodeKind, line: u32, file: usize) -> Node {
        Node { kind, children: Vec::new(), has_children: false, tabs: 0, group_end: false, line, file }
    }

    /// The node with these children. A node that gets children is written with a block.
    pub(crate) fn with(self, children: Vec<Node>) -> Node {
        Node { has_children: self.has_children || !children.is_empty(), children, ..self }
    }

    /// A copy of the node without its children.
    fn shell(&self) -> Node {
        Node { children: Vec::new(), kind: self.kind.clone(), ..*self }
    }

    /// Whether the node produces no output. `compressed` is whether the output style is compressed, which omits most
    /// comments.
    pub(crate) fn is_invisible(&self, compressed: bool) -> bool {
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

    /// Whether the node bubbles out of the surrounding rule.
    fn bubbles(&self) -> bool {
        match self.kind {
            NodeKind::Rule(_) | NodeKind::AtRoot(_) | NodeKind::Bubble => true,
            _ => self.kind.is_directive() && self.has_children,
        }
    }
}
