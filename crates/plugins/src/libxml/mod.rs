//! Parses and serializes HTML like libxml2 2.9, which Ruby's html-pipeline uses.
//!
//! Gems that search the text of a page (jemoji, jekyll-mentions) parse the page as HTML 4 with Nokogiri and serialize
//! it again. This changes more than the text: entities become characters, invalid nesting is repaired, and URLs are
//! escaped. [`Tree`] does the same. It is not meant as an HTML parser for other purposes.

mod document;
mod edit;
mod elements;
mod entities;
mod parser;
mod query;
mod references;
mod selector;
mod writer;

pub use document::Document;
pub use edit::Place;
pub use selector::Selector;

/// The index of a node in its tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NodeId(usize);

/// A fragment of a page.
#[derive(Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    top: NodeId,
}

#[derive(Debug)]
struct Node {
    kind: Kind,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
}

#[derive(Debug)]
enum Kind {
    /// A node without a name: a document or fragment.
    Root,
    Element {
        name: String,
        attributes: Vec<Attribute>,
    },
    Text(String),
    /// The content of scripts and styles, written without escaping.
    Raw(String),
    Comment(String),
    Instruction {
        name: String,
        text: Option<String>,
    },
}

/// An attribute. One without `=` has no value.
#[derive(Debug)]
struct Attribute {
    name: String,
    value: Option<String>,
}

impl Tree {
    /// `Nokogiri::HTML4::DocumentFragment.parse`
    pub fn fragment(markup: &str) -> Self {
        let mut tree = Tree { nodes: Vec::new(), top: NodeId(0) };
        tree.top = tree.add(Kind::Root);
        let nodes = tree.parse_in_body(markup);
        for node in &nodes {
            tree.move_prefixed_attributes(*node);
        }
        tree.put(tree.top, nodes);
        tree
    }

    /// The root node.
    pub fn top(&self) -> NodeId {
        self.top
    }

    /// All text nodes in document order, including those of scripts and styles.
    pub fn texts(&self) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut ahead = vec![self.top];
        while let Some(id) = ahead.pop() {
            let node = &self.nodes[id.0];
            if matches!(node.kind, Kind::Text(_) | Kind::Raw(_)) {
                found.push(id);
            }
            ahead.extend(node.children.iter().rev());
        }
        found
    }

    /// The characters of a text node, with entities resolved.
    pub fn text(&self, id: NodeId) -> &str {
        match &self.nodes[id.0].kind {
            Kind::Text(text) | Kind::Raw(text) => text,
            _ => "",
        }
    }

    /// Whether an ancestor of a node has one of these names.
    pub fn is_inside(&self, id: NodeId, names: &[&str]) -> bool {
        let mut around = self.nodes[id.0].parent;
        while let Some(id) = around {
            if names.contains(&self.name(id)) {
                return true;
            }
            around = self.nodes[id.0].parent;
        }
        false
    }

    /// `Node#replace` with markup, which is parsed in the position of the node.
    pub fn replace(&mut self, id: NodeId, markup: &str) {
        let Some(parent) = self.nodes[id.0].parent else { return };
        let nodes = self.parse_inside(parent, markup);
        let siblings = &mut self.nodes[parent.0].children;
        if let Some(at) = siblings.iter().position(|sibling| *sibling == id) {
            siblings.splice(at..=at, nodes);
        }
    }

    /// Parses markup with a node as the parent.
    fn parse_inside(&mut self, parent: NodeId, markup: &str) -> Vec<NodeId> {
        let nodes = if parent == self.top {
            self.parse_in_body(markup)
        } else {
            let wrapped = format!("<div>{markup}</div>");
            let nodes = self.parse_in_context(&wrapped).unwrap_or_else(|| self.parse_in_body(&wrapped));
            nodes.first().map(|first| std::mem::take(&mut self.nodes[first.0].children)).unwrap_or_default()
        };
        for node in &nodes {
            self.nodes[node.0].parent = Some(parent);
            self.move_prefixed_attributes(*node);
        }
        nodes
    }

    /// The nodes in the body of a page with this markup.
    fn parse_in_body(&mut self, markup: &str) -> Vec<NodeId> {
        let document = self.add(Kind::Root);
        parser::parse_document(self, document, &format!("<html><body>{markup}"));
        let Some(html) = self.nodes[document.0].children.first() else { return Vec::new() };
        let mut bodies = self.nodes[html.0].children.clone();
        bodies.retain(|child| self.name(*child) == "body");
        // Nokogiri then searches for the body itself.
        if markup.lines().any(|line| begins_with_body(line.trim_start())) {
            return bodies;
        }
        bodies.into_iter().flat_map(|body| std::mem::take(&mut self.nodes[body.0].children)).collect()
    }

    /// Nokogiri sets attributes such as `xlink:href` again when it adds an element to a parent. They become the last
    /// ones, and all have values.
    fn move_prefixed_attributes(&mut self, id: NodeId) {
        if let Kind::Element { attributes, .. } = &mut self.nodes[id.0].kind {
            let (mut prefixed, mut plain): (Vec<_>, Vec<_>) =
                std::mem::take(attributes).into_iter().partition(|attribute| attribute.name.contains(':'));
            for attribute in &mut prefixed {
                attribute.value.get_or_insert_default();
            }
            plain.append(&mut prefixed);
            *attributes = plain;
        }
    }

    /// The nodes that libxml2 creates for markup inside of an element. `None` if it reports any error.
    fn parse_in_context(&mut self, markup: &str) -> Option<Vec<NodeId>> {
        let context = self.add(Kind::Root);
        let is_good = parser::parse_content(self, context, markup);
        is_good.then(|| std::mem::take(&mut self.nodes[context.0].children))
    }

    fn add(&mut self, kind: Kind) -> NodeId {
        self.nodes.push(Node { kind, parent: None, children: Vec::new() });
        NodeId(self.nodes.len() - 1)
    }

    fn put(&mut self, parent: NodeId, children: Vec<NodeId>) {
        for child in &children {
            self.nodes[child.0].parent = Some(parent);
        }
        self.nodes[parent.0].children.extend(children);
    }

    /// The name of an element. Empty for other nodes.
    pub fn name(&self, id: NodeId) -> &str {
        match &self.nodes[id.0].kind {
            Kind::Element { name, .. } => name,
            _ => "",
        }
    }
}

fn begins_with_body(line: &str) -> bool {
    line.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("<body"))
}
