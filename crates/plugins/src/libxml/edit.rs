//! Modifies a tree like Nokogiri's `inner_html=`, `content=`, `replace` and similar methods.

use super::{Kind, NodeId, Tree};

impl Tree {
    /// The children of a node.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.nodes[id.0].children
    }

    /// Whether a node has a parent.
    pub fn has_parent(&self, id: NodeId) -> bool {
        self.nodes[id.0].parent.is_some()
    }

    /// The name of a node: that of the element, `text`, `comment`, or another name in Nokogiri.
    pub fn node_name(&self, id: NodeId) -> &str {
        match &self.nodes[id.0].kind {
            Kind::Root => "document",
            Kind::Element { name, .. } | Kind::Instruction { name, .. } => name,
            Kind::Text(_) => "text",
            Kind::Raw(_) => "#cdata-section",
            Kind::Comment(_) => "comment",
        }
    }

    /// The first element with this name.
    pub fn first(&self, name: &str) -> Option<NodeId> {
        self.elements().into_iter().find(|id| self.name(*id) == name)
    }

    /// `Node#remove`
    pub fn remove(&mut self, id: NodeId) {
        if let Some(parent) = self.nodes[id.0].parent.take() {
            self.nodes[parent.0].children.retain(|child| *child != id);
        }
    }

    /// `Node#name=`
    pub fn rename(&mut self, id: NodeId, new: &str) {
        if let Kind::Element { name, .. } = &mut self.nodes[id.0].kind {
            new.clone_into(name);
        }
    }

    /// `Node#content=`
    pub fn set_text(&mut self, id: NodeId, text: &str) {
        self.detach_children(id);
        if !text.is_empty() {
            let node = self.add(Kind::Text(text.to_owned()));
            self.put(id, vec![node]);
        }
    }

    /// `Node#inner_html=`
    pub fn set_inner_html(&mut self, id: NodeId, markup: &str) {
        self.detach_children(id);
        let nodes = self.parse_inside(id, markup);
        self.nodes[id.0].children = nodes;
    }

    /// `Node#add_child` with markup.
    pub fn append(&mut self, id: NodeId, markup: &str) {
        let nodes = self.parse_inside(id, markup);
        self.nodes[id.0].children.extend(nodes);
    }

    /// `Node#replace` with a separately parsed fragment.
    pub fn replace_with_fragment(&mut self, id: NodeId, markup: &str) {
        let nodes = self.fragment_nodes(markup);
        self.replace_with(id, nodes);
    }

    /// The nodes of a fragment, without a parent.
    pub fn fragment_nodes(&mut self, markup: &str) -> Vec<NodeId> {
        let nodes = self.parse_in_body(markup);
        for node in &nodes {
            self.move_prefixed_attributes(*node);
            self.nodes[node.0].parent = None;
        }
        nodes
    }

    /// Replaces a node by others.
    pub fn replace_with(&mut self, id: NodeId, nodes: Vec<NodeId>) {
        let Some(parent) = self.nodes[id.0].parent.take() else { return };
        for node in &nodes {
            self.nodes[node.0].parent = Some(parent);
        }
        let siblings = &mut self.nodes[parent.0].children;
        if let Some(at) = siblings.iter().position(|sibling| *sibling == id) {
            siblings.splice(at..=at, nodes);
        }
    }

    /// Creates an element without a parent.
    pub fn new_element(&mut self, name: &str) -> NodeId {
        self.add(Kind::Element { name: name.to_owned(), attributes: Vec::new() })
    }

    /// Inserts nodes into an element: before, after, or in place of its children.
    pub fn insert(&mut self, id: NodeId, place: Place, nodes: Vec<NodeId>) {
        if place == Place::Only {
            self.detach_children(id);
        }
        for node in &nodes {
            self.nodes[node.0].parent = Some(id);
        }
        let children = &mut self.nodes[id.0].children;
        let at = if place == Place::First { 0 } else { children.len() };
        children.splice(at..at, nodes);
    }

    fn detach_children(&mut self, id: NodeId) {
        for child in std::mem::take(&mut self.nodes[id.0].children) {
            self.nodes[child.0].parent = None;
        }
    }
}

/// Where to insert nodes in an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Before its children.
    First,
    /// After its children.
    Last,
    /// In place of its children.
    Only,
}
