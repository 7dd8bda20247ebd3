//! Searches and extends a tree.

use super::{Kind, NodeId, Tree};

impl Tree {
    /// All elements in document order.
    pub fn elements(&self) -> Vec<NodeId> {
        self.elements_in(self.top)
    }

    /// All descendant elements of a node, in document order.
    pub fn elements_in(&self, within: NodeId) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut ahead: Vec<NodeId> = self.nodes[within.0].children.iter().rev().copied().collect();
        while let Some(id) = ahead.pop() {
            let node = &self.nodes[id.0];
            if matches!(node.kind, Kind::Element { .. }) {
                found.push(id);
            }
            ahead.extend(node.children.iter().rev());
        }
        found
    }

    /// An attribute of an element. Empty if it has no value.
    pub fn attribute(&self, id: NodeId, name: &str) -> Option<&str> {
        let Kind::Element { attributes, .. } = &self.nodes[id.0].kind else { return None };
        let found = attributes.iter().find(|attribute| attribute.name == name)?;
        Some(found.value.as_deref().unwrap_or_default())
    }

    /// Sets an attribute. An existing one keeps its position.
    pub fn set_attribute(&mut self, id: NodeId, name: &str, value: &str) {
        let Kind::Element { attributes, .. } = &mut self.nodes[id.0].kind else { return };
        match attributes.iter_mut().find(|attribute| attribute.name == name) {
            Some(attribute) => attribute.value = Some(value.to_owned()),
            None => attributes.push(super::Attribute { name: name.to_owned(), value: Some(value.to_owned()) }),
        }
    }

    /// Whether an element has a class.
    pub fn has_class(&self, id: NodeId, class: &str) -> bool {
        self.attribute(id, "class").is_some_and(|classes| classes.split_ascii_whitespace().any(|own| own == class))
    }

    /// The ancestor elements of a node, nearest first.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.nodes[id.0].parent, |id| self.nodes[id.0].parent)
    }

    /// The text of all descendants.
    pub fn all_text(&self, id: NodeId) -> String {
        let mut text = String::new();
        let mut ahead = vec![id];
        while let Some(id) = ahead.pop() {
            match &self.nodes[id.0].kind {
                Kind::Text(own) | Kind::Raw(own) => text.push_str(own),
                _ => ahead.extend(self.nodes[id.0].children.iter().rev()),
            }
        }
        text
    }

    /// Inserts markup before an element's children. Returns false if there are none.
    pub fn insert_first(&mut self, id: NodeId, markup: &str) -> bool {
        if self.nodes[id.0].children.is_empty() {
            return false;
        }
        let nodes = self.parse_inside(id, markup);
        self.nodes[id.0].children.splice(0..0, nodes);
        true
    }
}
