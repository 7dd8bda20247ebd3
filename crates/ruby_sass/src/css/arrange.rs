//! Flattens nested rules and directives, and collects extensions.

use super::media::MediaQuery;
use super::{AtRootQuery, Node, NodeKind};
use crate::Style;
use crate::error::{Locate, SassResult};
use crate::selector::{Extension, Extensions};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

/// Flattens the nested rules and directives of a style sheet. Returns the resulting nodes, and the extensions from its
/// `@extend` directives. `files` has the paths for errors, by file number.
pub(crate) fn arranged(
    nodes: Vec<Node>,
    style: Style,
    files: &[Option<Arc<str>>],
) -> SassResult<(Vec<Node>, Extensions)> {
    let mut arranger = Arranger { parents: Vec::new(), extensions: Extensions::default(), style, files };
    let mut arranged = Vec::new();
    for node in nodes {
        arranged.extend(arranger.node(node)?);
    }
    Ok((imports_first(arranged), arranger.extensions))
}

/// Moves plain CSS imports before all other nodes except leading comments and `@charset`.
fn imports_first(nodes: Vec<Node>) -> Vec<Node> {
    let goes_before =
        |node: &Node| matches!(node.kind, NodeKind::Comment(..) | NodeKind::Charset | NodeKind::Import(_));
    let limit = nodes.iter().position(|node| !goes_before(node)).unwrap_or(nodes.len());
    let mut first = nodes;
    let rest = first.split_off(limit);
    let (imports, rest): (Vec<Node>, Vec<Node>) =
        rest.into_iter().partition(|node| matches!(node.kind, NodeKind::Import(_)));
    first.extend(imports);
    first.extend(rest);
    first
}

struct Arranger<'a> {
    /// The ancestors from the outermost, without their children.
    parents: Vec<Node>,
    extensions: Extensions,
    style: Style,
    files: &'a [Option<Arc<str>>],
}

impl Arranger<'_> {
    fn node(&mut self, node: Node) -> SassResult<Vec<Node>> {
        let (file, line) = (self.files.get(node.file).cloned().flatten(), node.line);
        self.node_here(node).located(file.as_ref(), line)
    }

    fn node_here(&mut self, node: Node) -> SassResult<Vec<Node>> {
        match &node.kind {
            NodeKind::Rule(_) => self.rule(node),
            NodeKind::Declaration(_) => self.declaration(node),
            NodeKind::Keyframe(_) if node.has_children => {
                let (shell, children) = self.with_children(node)?;
                self.debubbled(children, Some(&shell))
            }
            NodeKind::Directive(_) if node.has_children => self.directive(node),
            NodeKind::Media(_) => self.media(node),
            NodeKind::Supports(..) if node.has_children => {
                if self.parent_is_rule() {
                    return Ok(vec![self.bubble(node)]);
                }
                let (shell, children) = self.with_children(node)?;
                self.debubbled(children, Some(&shell))
            }
            NodeKind::AtRoot(query) => {
                let query = Rc::clone(query);
                self.at_root(node, &query)
            }
            NodeKind::Extend(..) => self.extend(&node).map(|()| Vec::new()),
            NodeKind::Bubble | NodeKind::Comment(..) | NodeKind::Import(_) | NodeKind::Charset => Ok(vec![node]),
            NodeKind::Keyframe(_) | NodeKind::Directive(_) | NodeKind::Supports(..) => Ok(vec![node]),
        }
    }

    fn children(&mut self, children: Vec<Node>) -> SassResult<Vec<Node>> {
        let mut arranged = Vec::with_capacity(children.len());
        for child in children {
            arranged.extend(self.node(child)?);
        }
        Ok(arranged)
    }

    /// Flattens a node. Returns it without its children, and the flattened children.
    fn with_children(&mut self, mut node: Node) -> SassResult<(Node, Vec<Node>)> {
        let children = std::mem::take(&mut node.children);
        self.parents.push(node.shell());
        let children = self.children(children);
        self.parents.pop();
        Ok((node, children?))
    }

    fn parent_is_rule(&self) -> bool {
        matches!(self.parents.last(), Some(Node { kind: NodeKind::Rule(_), .. }))
    }

    fn rule(&mut self, node: Node) -> SassResult<Vec<Node>> {
        let (mut node, children) = self.with_children(node)?;
        let (mut rules, declarations): (Vec<Node>, Vec<Node>) = children.into_iter().partition(Node::bubbles);
        let declarations: Vec<Node> =
            declarations.into_iter().filter(|node| !node.is_invisible(self.style == Style::Compressed)).collect();
        if !declarations.is_empty() {
            node.children = declarations;
            if self.style == Style::Nested {
                rules.iter_mut().for_each(|rule| rule.tabs += 1);
            }
            rules.insert(0, node);
        }
        let mut rules = self.debubbled(rules, None)?;
        if !self.parent_is_rule()
            && let Some(last) = rules.last_mut()
            && last.bubbles()
        {
            last.group_end = true;
        }
        Ok(rules)
    }

    fn declaration(&mut self, mut node: Node) -> SassResult<Vec<Node>> {
        if let (NodeKind::Declaration(own), Some(Node { kind: NodeKind::Declaration(outer), tabs, .. })) =
            (&mut node.kind, self.parents.last())
        {
            let own = Rc::make_mut(own);
            own.name = format!("{}-{}", outer.name, own.name);
            if self.style == Style::Nested {
                node.tabs = tabs + usize::from(!outer.value.is_empty());
            }
        }
        let (node, children) = self.with_children(node)?;
        let is_empty = matches!(&node.kind, NodeKind::Declaration(own) if own.value.is_empty());
        let mut nodes = Vec::with_capacity(children.len() + 1);
        if !is_empty || children.is_empty() {
            nodes.push(node);
        }
        nodes.extend(children);
        Ok(nodes)
    }

    fn directive(&mut self, node: Node) -> SassResult<Vec<Node>> {
        if self.parent_is_rule() {
            return Ok(vec![if node.kind.is_keyframes() { bubble_of(node) } else { self.bubble(node) }]);
        }
        let text = node.kind.directive_text();
        let (shell, children) = self.with_children(node)?;
        let exists = children.iter().any(|child| match (&child.kind, child.children.first()) {
            (NodeKind::Bubble, Some(inner)) => inner.kind.is_directive() && inner.kind.directive_text() == text,
            _ => true,
        });
        let mut nodes = Vec::new();
        if !exists && shell.kind.directive_name() != Some("keyframes") {
            nodes.push(shell.clone());
        }
        nodes.extend(self.debubbled(children, Some(&shell))?);
        Ok(nodes)
    }

    fn media(&mut self, node: Node) -> SassResult<Vec<Node>> {
        match self.parents.last().map(|parent| &parent.kind) {
            Some(NodeKind::Rule(_)) => return Ok(vec![self.bubble(node)]),
            Some(NodeKind::Media(_)) => return Ok(vec![bubble_of(node)]),
            _ => {}
        }
        let (shell, children) = self.with_children(node)?;
        self.debubbled(children, Some(&shell))
    }

    fn at_root(&mut self, mut node: Node, query: &Rc<AtRootQuery>) -> SassResult<Vec<Node>> {
        if !self.parents.iter().any(|parent| query.excludes_node(&parent.kind)) {
            let (tabs, group_end) = (node.tabs, node.group_end);
            let mut nodes = self.children(std::mem::take(&mut node.children))?;
            nodes.iter_mut().filter(|node| node.bubbles()).for_each(|node| node.tabs += tabs);
            if let Some(last) = nodes.last_mut()
                && last.bubbles()
            {
                last.group_end = group_end;
            }
            return Ok(nodes);
        }
        let excluded = self.parents.last().is_some_and(|parent| query.excludes_node(&parent.kind));
        Ok(vec![if excluded { bubble_of(node) } else { self.bubble(node) }])
    }

    fn extend(&mut self, node: &Node) -> SassResult<()> {
        let (NodeKind::Extend(targets, optional), Some(Node { kind: NodeKind::Rule(extenders), .. })) =
            (&node.kind, self.parents.last())
        else {
            return Ok(());
        };
        let directives: Vec<Arc<str>> = self
            .parents
            .iter()
            .filter(|parent| parent.kind.is_directive())
            .filter_map(|parent| parent.kind.directive_text())
            .collect();
        let file = self.files.get(node.file).cloned().flatten();
        self.extensions.add(extenders, targets, |extender, target| Extension {
            extender,
            target,
            optional: *optional,
            directives: directives.clone(),
            file: file.clone(),
            line: node.line,
            has_matched: Cell::new(false),
        })
    }

    /// Moves a node out of its parent. A copy of the parent becomes the node's only child, and gets the node's former
    /// children.
    fn bubble(&self, mut node: Node) -> Node {
        if let Some(parent) = self.parents.last() {
            let inner = parent.shell().with(std::mem::take(&mut node.children));
            node.children = vec![inner];
        }
        bubble_of(node)
    }

    /// Unwraps the children that bubble up, and flattens them. Puts the other children between them into copies of
    /// `parent`, or leaves them as they are if `parent` is `None`.
    fn debubbled(&mut self, children: Vec<Node>, parent: Option<&Node>) -> SassResult<Vec<Node>> {
        let mut nodes: Vec<Node> = Vec::with_capacity(children.len());
        // The index of the node to which further children are added.
        let mut open: Option<usize> = None;
        for mut child in children {
            if !matches!(child.kind, NodeKind::Bubble) {
                match (parent, open.and_then(|index| nodes.get_mut(index))) {
                    (None, _) => nodes.push(child),
                    (Some(_), Some(node)) => node.children.push(child),
                    (Some(parent), None) => {
                        open = Some(nodes.len());
                        nodes.push(parent.shell().with(vec![child]));
                    }
                }
                continue;
            }
            let Some(mut node) = child.children.pop() else { continue };
            if let (NodeKind::Media(inner), Some(Node { kind: NodeKind::Media(outer), .. })) = (&mut node.kind, parent)
                && !Rc::ptr_eq(inner, outer)
            {
                match MediaQuery::merged_lists(inner, outer) {
                    Some(merged) => *inner = Rc::new(merged),
                    None => continue,
                }
            }
            node.tabs += child.tabs;
            node.group_end = child.group_end;
            let results = self.node(node)?;
            if !results.is_empty() {
                open = None;
            }
            nodes.extend(results);
        }
        Ok(nodes)
    }
}

fn bubble_of(node: Node) -> Node {
    let (line, file) = (node.line, node.file);
    Node::new(NodeKind::Bubble, line, file).with(vec![node])
}
