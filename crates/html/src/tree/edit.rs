//! Changes to the tree.
//!
//! [`append`](Document::append), [`insert_before`](Document::insert_before), [`insert_after`](Document::insert_after) and
//! [`detach`](Document::detach) only move nodes. The methods below them act as libxml2 and Nokogiri do: neighbouring texts
//! are merged, and namespaces adapted to the new parent.

use super::{Document, NodeId, NodeKind};

/// The place at which a node is inserted, relative to a pivot node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inserted {
    /// As the last child of the pivot node.
    Last,
    /// As the sibling in front of the pivot node.
    Before,
    /// As the sibling behind the pivot node.
    After,
    /// Instead of the pivot node, which is removed.
    Instead,
}

impl Document {
    /// Removes a node from its parent. The node keeps its children, and stays in the document without a parent.
    pub fn detach(&mut self, id: NodeId) {
        if self.kind(id) == NodeKind::Attribute {
            self.detach_attribute(id);
            return;
        }
        let (parent, previous, next) = {
            let node = self.node_mut(id);
            (node.parent.take(), node.previous.take(), node.next.take())
        };
        if let Some(previous) = previous {
            self.node_mut(previous).next = next;
        }
        if let Some(next) = next {
            self.node_mut(next).previous = previous;
        }
        if let Some(parent) = parent {
            let parent = self.node_mut(parent);
            if previous.is_none() {
                parent.first = next;
            }
            if next.is_none() {
                parent.last = previous;
            }
        }
        self.touch();
    }

    /// Moves a node to the end of a parent's children. Adjacent texts are not merged, unlike in `insert`.
    pub fn append(&mut self, parent: NodeId, id: NodeId) {
        self.detach(id);
        let last = self.node(parent).last;
        let node = self.node_mut(id);
        node.parent = Some(parent);
        node.previous = last;
        match last {
            Some(last) => self.node_mut(last).next = Some(id),
            None => self.node_mut(parent).first = Some(id),
        }
        self.node_mut(parent).last = Some(id);
    }

    /// Moves the node `id` in front of its new sibling `reference`.
    pub fn insert_before(&mut self, reference: NodeId, id: NodeId) {
        if reference == id {
            return;
        }
        self.detach(id);
        let (parent, previous) = (self.node(reference).parent, self.node(reference).previous);
        let node = self.node_mut(id);
        node.parent = parent;
        node.previous = previous;
        node.next = Some(reference);
        self.node_mut(reference).previous = Some(id);
        match (previous, parent) {
            (Some(previous), _) => self.node_mut(previous).next = Some(id),
            (None, Some(parent)) => self.node_mut(parent).first = Some(id),
            _ => {}
        }
    }

    /// Moves the node `id` behind its new sibling `reference`.
    pub fn insert_after(&mut self, reference: NodeId, id: NodeId) {
        if reference == id {
            return;
        }
        match self.node(reference).next {
            Some(next) if next != id => self.insert_before(next, id),
            Some(_) => {}
            None => match self.node(reference).parent {
                Some(parent) => self.append(parent, id),
                None => {
                    self.detach(id);
                    self.node_mut(id).previous = Some(reference);
                    self.node_mut(reference).next = Some(id);
                }
            },
        }
    }

    /// Removes all children of a node from the tree. The children stay in the document without a parent.
    pub fn detach_children(&mut self, id: NodeId) {
        while let Some(child) = self.node(id).last {
            self.detach(child);
        }
    }

    /// Whether `outer` is `inner` itself or an ancestor of `inner`.
    pub fn contains(&self, outer: NodeId, inner: NodeId) -> bool {
        outer == inner || self.ancestors(inner).any(|ancestor| ancestor == outer)
    }

    /// Replaces the children of an element, fragment or document with a text. Sets the value of any other node.
    pub fn set_text(&mut self, id: NodeId, text: &str) {
        match self.kind(id) {
            NodeKind::Element | NodeKind::Fragment | NodeKind::Document => {
                self.detach_children(id);
                if !text.is_empty() {
                    let node = self.create_text(text);
                    self.append(id, node);
                }
            }
            _ => self.set_value(id, text),
        }
    }

    /// Moves a node of this document to a position relative to `pivot`. A text that is inserted next to the text
    /// `pivot`, or into an element `pivot` that ends with a text, is merged into that text. With `Inserted::Last`, an
    /// attribute replaces an attribute of the same name. Adapts the namespaces of an element to its new parent. Returns
    /// the node that is in the tree afterwards.
    pub fn insert(&mut self, position: Inserted, pivot: NodeId, id: NodeId) -> NodeId {
        if id == pivot && position != Inserted::Last {
            return id;
        }
        self.detach(id);
        let placed = match position {
            Inserted::Last => self.insert_last(pivot, id),
            Inserted::Before => self.insert_sibling(pivot, id, true),
            Inserted::After => self.insert_sibling(pivot, id, false),
            Inserted::Instead => {
                self.insert_before(pivot, id);
                self.detach(pivot);
                id
            }
        };
        self.adapt_namespaces(placed);
        placed
    }

    fn insert_last(&mut self, parent: NodeId, id: NodeId) -> NodeId {
        if self.kind(id) == NodeKind::Attribute {
            let (name, href) = (self.name(id).to_owned(), self.href(id).map(str::to_owned));
            if let Some(old) = self.attribute_in(parent, &name, href.as_deref()) {
                self.detach(old);
            }
            self.attach_attribute(parent, id);
            return id;
        }
        if self.is_text(id)
            && let Some(last) = self.node(parent).last
            && self.is_text(last)
        {
            self.append_text(last, id);
            return last;
        }
        self.append(parent, id);
        id
    }

    /// Inserts a node before or after `pivot`. If both are texts, they are merged. As in libxml2, a text is not merged
    /// with the node on its other side.
    fn insert_sibling(&mut self, pivot: NodeId, id: NodeId, before: bool) -> NodeId {
        if self.is_text(id) && self.is_text(pivot) {
            if before {
                self.prepend_text(pivot, id)
            } else {
                self.append_text(pivot, id)
            }
            return pivot;
        }
        if before {
            self.insert_before(pivot, id)
        } else {
            self.insert_after(pivot, id)
        }
        id
    }

    fn append_text(&mut self, to: NodeId, from: NodeId) {
        let text = self.value(from).unwrap_or_default().to_owned();
        self.node_mut(to).value.get_or_insert_default().push_str(&text);
    }

    fn prepend_text(&mut self, to: NodeId, from: NodeId) {
        let text = self.value(from).unwrap_or_default().to_owned();
        self.node_mut(to).value.get_or_insert_default().insert_str(0, &text);
    }

    /// Adapts the namespaces of an inserted element to its new parent. Prefixes in names are resolved, and declarations
    /// that the parent also has are dropped. An element without a namespace takes the default one.
    fn adapt_namespaces(&mut self, id: NodeId) {
        let Some(parent) = self.node(id).parent.filter(|_| self.is_element(id)) else { return };
        if self.node(id).namespace.is_none_or(|namespace| self.namespace(namespace).prefix.is_none())
            && let Some((prefix, local)) = self.name(id).split_once(':')
        {
            let (prefix, local) = (prefix.to_owned(), local.to_owned());
            if let Some(namespace) = self.lookup_prefix(id, Some(&prefix)) {
                self.rename(id, &local);
                self.set_namespace(id, Some(namespace));
            }
        }
        let mut replaced = Vec::new();
        for own in self.node(id).declared.clone() {
            let namespace = self.namespace(own).clone();
            if let Some(outer) = self.lookup_href(parent, &namespace.href)
                && self.namespace(outer).prefix == namespace.prefix
            {
                replaced.push((own, outer));
            }
        }
        if !replaced.is_empty() {
            self.node_mut(id).declared.retain(|own| !replaced.iter().any(|(old, _)| old == own));
        }
        if self.node(id).namespace.is_none()
            && self.dialect == super::Dialect::Xml
            && let Some(default) = self.lookup_prefix(parent, None)
        {
            self.set_namespace(id, Some(default));
        }
        if replaced.is_empty() {
            return;
        }
        let nodes: Vec<NodeId> = std::iter::once(id).chain(self.descendants(id)).collect();
        for node in nodes {
            let attributes: Vec<NodeId> = self.attributes(node).collect();
            for one in std::iter::once(node).chain(attributes) {
                let new = self.node(one).namespace.and_then(|old| replaced.iter().find(|(from, _)| *from == old));
                if let Some((_, new)) = new {
                    self.node_mut(one).namespace = Some(*new);
                }
            }
        }
    }
}
