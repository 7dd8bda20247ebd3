//! Copies of nodes, in the same document or another.

use super::{Document, NamespaceId, NodeId, NodeKind};

impl Document {
    /// Copies a node within the document. The copy has no parent and, without `deep`, no attributes and no children.
    pub fn duplicate(&mut self, id: NodeId, deep: bool) -> NodeId {
        let source = self.node(id).clone();
        let top = self.copy_one(&source, |_, namespace| namespace);
        if deep {
            self.duplicate_attributes(id, top);
            // Pairs of an original and the copy of its parent, last first.
            let mut pending: Vec<(NodeId, NodeId)> = Vec::new();
            self.push_children(id, top, &mut pending);
            while let Some((original, parent)) = pending.pop() {
                let source = self.node(original).clone();
                let copy = self.copy_one(&source, |_, namespace| namespace);
                self.duplicate_attributes(original, copy);
                self.append(parent, copy);
                self.push_children(original, copy, &mut pending);
            }
        }
        top
    }

    fn push_children(&self, id: NodeId, copy: NodeId, pending: &mut Vec<(NodeId, NodeId)>) {
        let mut child = self.node(id).last;
        while let Some(one) = child {
            pending.push((one, copy));
            child = self.node(one).previous;
        }
    }

    fn duplicate_attributes(&mut self, from: NodeId, to: NodeId) {
        let attributes: Vec<NodeId> = self.attributes(from).collect();
        for attribute in attributes {
            let source = self.node(attribute).clone();
            let copy = self.copy_one(&source, |_, namespace| namespace);
            self.attach_attribute(to, copy);
        }
    }

    /// Copies a node of another document into this one. Without `deep`, the copy has no namespace, attributes or
    /// children. With `deep`, the copy of an element also declares each namespace that the element and its descendants
    /// use but do not declare.
    pub fn import(&mut self, other: &Document, id: NodeId, deep: bool) -> NodeId {
        if !deep {
            let node = other.node(id);
            return self.create(node.kind, &node.name.clone(), node.value.clone());
        }
        let mut known: Vec<(NamespaceId, NamespaceId)> = Vec::new();
        let top = self.import_one(other, id, &mut known);
        let mut pending: Vec<(NodeId, NodeId)> = Vec::new();
        other.push_children(id, top, &mut pending);
        while let Some((original, parent)) = pending.pop() {
            let copy = self.import_one(other, original, &mut known);
            self.append(parent, copy);
            other.push_children(original, copy, &mut pending);
        }
        if other.kind(id) == NodeKind::Element {
            let declared_inside = |one: NamespaceId| {
                std::iter::once(id).chain(other.descendants(id)).any(|node| other.node(node).declared.contains(&one))
            };
            for (original, copy) in known {
                let is_xml = other.namespace(original).prefix.as_deref() == Some("xml");
                if !is_xml && !declared_inside(original) {
                    self.node_mut(top).declared.push(copy);
                }
            }
        }
        top
    }

    fn import_one(&mut self, other: &Document, id: NodeId, known: &mut Vec<(NamespaceId, NamespaceId)>) -> NodeId {
        let mut map = |this: &mut Document, namespace: NamespaceId| {
            if let Some((_, copy)) = known.iter().find(|(original, _)| *original == namespace) {
                return *copy;
            }
            let source = other.namespace(namespace);
            let copy = this.create_namespace(source.prefix.as_deref(), &source.href);
            known.push((namespace, copy));
            copy
        };
        let copy = self.copy_one(other.node(id), &mut map);
        for attribute in other.attributes(id) {
            let attribute = self.copy_one(other.node(attribute), &mut map);
            self.attach_attribute(copy, attribute);
        }
        copy
    }

    fn copy_one(
        &mut self,
        source: &super::Node,
        mut map: impl FnMut(&mut Document, NamespaceId) -> NamespaceId,
    ) -> NodeId {
        let copy = self.create(source.kind, &source.name, source.value.clone());
        let namespace = source.namespace.map(|namespace| map(self, namespace));
        let declared = source.declared.iter().map(|namespace| map(self, *namespace)).collect();
        let node = self.node_mut(copy);
        node.namespace = namespace;
        node.declared = declared;
        node.line = source.line;
        copy
    }
}
