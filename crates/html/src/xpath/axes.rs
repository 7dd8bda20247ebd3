//! The nodes of an axis, nearest first.

use super::ast::{Axis, Test};
use super::value::Item;
use crate::tree::{Document, NamespaceId, NodeId, NodeKind};

/// A node test whose prefix is resolved to the address of its namespace.
pub(super) struct ResolvedTest<'t> {
    pub test: &'t Test,
    /// The address of the namespace that the test's prefix abbreviates. `None` if the test has no prefix.
    pub href: Option<String>,
}

/// Calls `visit` for each node that is on the axis of `item` and passes the test, until `visit` returns false.
pub(super) fn walk(
    document: &Document,
    item: Item,
    axis: Axis,
    test: &ResolvedTest<'_>,
    visit: &mut dyn FnMut(Item) -> bool,
) {
    if item.namespace.is_some() {
        return walk_from_namespace(document, item, axis, test, visit);
    }
    let node = item.node;
    let mut offer = |node: NodeId| -> bool {
        let item = Item::node(node);
        !passes(document, item, axis, test) || visit(item)
    };
    match axis {
        Axis::Itself => {
            offer(node);
        }
        Axis::Namespace if document.is_element(node) => {
            let namespaces = in_scope(document, node).into_iter().map(|one| Item { node, namespace: Some(one) });
            namespaces.filter(|one| passes(document, *one, axis, test)).all(visit);
        }
        Axis::Namespace => {}
        Axis::Parent => {
            if let Some(parent) = document.parent(node) {
                offer(parent);
            }
        }
        Axis::Ancestor => {
            document.ancestors(node).all(offer);
        }
        Axis::AncestorOrSelf => {
            std::iter::once(node).chain(document.ancestors(node)).all(offer);
        }
        Axis::Attribute => {
            document.attributes(node).all(offer);
        }
        Axis::Child => {
            document.children(node).all(offer);
        }
        Axis::Descendant => {
            document.descendants(node).all(offer);
        }
        Axis::DescendantOrSelf => {
            std::iter::once(node).chain(document.descendants(node)).all(offer);
        }
        Axis::FollowingSibling if document.kind(node) != NodeKind::Attribute => {
            std::iter::successors(document.next(node), |one| document.next(*one)).all(offer);
        }
        Axis::PrecedingSibling if document.kind(node) != NodeKind::Attribute => {
            std::iter::successors(document.previous(node), |one| document.previous(*one)).all(offer);
        }
        Axis::FollowingSibling | Axis::PrecedingSibling => {}
        Axis::Following => following(document, node, &mut offer),
        Axis::Preceding => preceding(document, node, &mut offer),
    }
}

/// [`walk`] for a namespace. Its parent is the element that it belongs to, and it has no children.
fn walk_from_namespace(
    document: &Document,
    item: Item,
    axis: Axis,
    test: &ResolvedTest<'_>,
    visit: &mut dyn FnMut(Item) -> bool,
) {
    let has_self = matches!(axis, Axis::Itself | Axis::AncestorOrSelf | Axis::DescendantOrSelf);
    if has_self && passes(document, item, axis, test) && !visit(item) {
        return;
    }
    let mut offer = |node: NodeId| -> bool {
        let item = Item::node(node);
        !passes(document, item, axis, test) || visit(item)
    };
    match axis {
        Axis::Parent => {
            offer(item.node);
        }
        Axis::Ancestor | Axis::AncestorOrSelf => {
            std::iter::once(item.node).chain(document.ancestors(item.node)).all(offer);
        }
        _ => {}
    }
}

fn following(document: &Document, node: NodeId, offer: &mut dyn FnMut(NodeId) -> bool) {
    let start = if document.kind(node) == NodeKind::Attribute { document.parent(node).unwrap_or(node) } else { node };
    let top = document.ancestors(start).last().unwrap_or(start);
    let mut current = document.after(start, top);
    while let Some(id) = current {
        if !offer(id) {
            return;
        }
        current = document.first_child(id).or_else(|| document.after(id, top));
    }
}

fn preceding(document: &Document, node: NodeId, offer: &mut dyn FnMut(NodeId) -> bool) {
    let mut start =
        if document.kind(node) == NodeKind::Attribute { document.parent(node).unwrap_or(node) } else { node };
    loop {
        let Some(previous) = document.previous(start) else {
            match document.parent(start) {
                Some(parent) => {
                    start = parent;
                    continue;
                }
                None => return,
            }
        };
        // The subtree of the sibling, last node first.
        let mut current = previous;
        while let Some(last) = document.last_child(current) {
            current = last;
        }
        loop {
            if !offer(current) {
                return;
            }
            if current == previous {
                break;
            }
            match document.previous(current) {
                Some(before) => {
                    current = before;
                    while let Some(last) = document.last_child(current) {
                        current = last;
                    }
                }
                None => match document.parent(current) {
                    Some(parent) => current = parent,
                    None => return,
                },
            }
        }
        start = previous;
    }
}

/// The namespaces of an element. The namespace of the prefix `xml` is included if any name in the document uses it.
fn in_scope(document: &Document, node: NodeId) -> Vec<NamespaceId> {
    let mut found: Vec<NamespaceId> = Vec::new();
    let xml = (0..document.namespaces.len())
        .filter_map(|index| document.namespace_at(index))
        .find(|one| document.namespace(*one).prefix.as_deref() == Some("xml"));
    found.extend(xml);
    found.extend(document.namespaces_in_scope(node).into_iter().filter(|one| Some(*one) != xml));
    found
}

fn passes(document: &Document, item: Item, axis: Axis, test: &ResolvedTest<'_>) -> bool {
    if let Some(namespace) = item.namespace {
        let prefix = document.namespace(namespace).prefix.as_deref().unwrap_or_default();
        return match test.test {
            Test::Node => true,
            Test::Any(None) => axis == Axis::Namespace,
            Test::Name(None, name) => axis == Axis::Namespace && prefix == name,
            _ => false,
        };
    }
    let kind = document.kind(item.node);
    match test.test {
        Test::Node => !matches!(kind, NodeKind::Fragment | NodeKind::Doctype | NodeKind::EntityReference),
        Test::Text => matches!(kind, NodeKind::Text | NodeKind::CData),
        Test::Comment => kind == NodeKind::Comment,
        Test::Instruction(name) => {
            kind == NodeKind::Instruction && name.as_ref().is_none_or(|name| document.name(item.node) == name)
        }
        Test::Any(prefix) => {
            is_principal(kind, axis) && (prefix.is_none() || document.href(item.node) == test.href.as_deref())
        }
        Test::Local(name) => is_principal(kind, axis) && document.name(item.node) == name,
        Test::Name(prefix, name) => {
            is_principal(kind, axis)
                && document.name(item.node) == name
                && match prefix {
                    None => document.namespace_of(item.node).is_none(),
                    Some(_) => document.href(item.node) == test.href.as_deref(),
                }
        }
    }
}

fn is_principal(kind: NodeKind, axis: Axis) -> bool {
    match axis {
        Axis::Attribute => kind == NodeKind::Attribute,
        Axis::Namespace => false,
        _ => kind == NodeKind::Element,
    }
}
