//! Changing a tree: what Nokogiri's `inner_html=`, `content=`, `replace` and their like do.

use super::{Kind, NodeId, Tree};

impl Tree {
    /// The nodes in a node.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.nodes[id.0].children
    }

    /// Whether a node stands in something.
    pub fn has_parent(&self, id: NodeId) -> bool {
        self.nodes[id.0].parent.is_some()
    }

    /// A node's name: an element's own, `text`, `comment`, or what else Nokogiri calls it.
    pub fn node_name(&self, id: NodeId) -> &str {
        match &self.nodes[id.0].kind {
            Kind::Root => "document",
            Kind::Element { name, .. } | Kind::Instruction { name, .. } => name,
            Kind::Text(_) => "text",
            Kind::Raw(_) => "#cdata-section",
            Kind::Comment(_) => "comment",
        }
    }

    /// The first element of a name.
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

    /// `Node#replace` with a fragment of its own, which is read on its own.
    pub fn replace_with_fragment(&mut self, id: NodeId, markup: &str) {
        let nodes = self.fragment_nodes(markup);
        self.replace_with(id, nodes);
    }

    /// The nodes of a fragment, which stand nowhere yet.
    pub fn fragment_nodes(&mut self, markup: &str) -> Vec<NodeId> {
        let nodes = self.parse_in_body(markup);
        for node in &nodes {
            self.move_prefixed_attributes(*node);
            self.nodes[node.0].parent = None;
        }
        nodes
    }

    /// Puts nodes where another one stood.
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

    /// A new element, which stands nowhere yet.
    pub fn new_element(&mut self, name: &str) -> NodeId {
        self.add(Kind::Element { name: name.to_owned(), attributes: Vec::new() })
    }

    /// Puts nodes into an element: in front, behind, or in the place of what it has.
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

/// The position of inserted nodes in an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In front of what it has.
    First,
    /// Behind what it has.
    Last,
    /// In the place of what it has.
    Only,
}
