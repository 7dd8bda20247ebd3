//! Fragments and pages for gems that use Nokogiri, based on `hastie-html`.
//!
//! Gems that search the text of a page (jemoji, jekyll-mentions) parse the page as HTML 4 with Nokogiri and serialize
//! it again. This changes more than the text: entities become characters, invalid nesting is repaired, and URLs are
//! escaped.

use hastie_html::css::{self, Translation};
use hastie_html::xpath::{Bindings, Value, XPath};
use hastie_html::{Document as Nodes, NodeKind, html4};
use std::borrow::Cow;
use std::collections::HashSet;

pub(crate) use hastie_html::NodeId;

/// Replaces characters outside of ASCII by numeric references, as libxml2 does for output in US-ASCII: `é` becomes
/// `&#233;`.
pub(crate) fn in_ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        if char.is_ascii() { out.push(char) } else { out.push_str(&format!("&#{};", u32::from(char))) }
    }
    Cow::Owned(out)
}

/// The tree of a whole page, or of a fragment of a page.
#[derive(Debug)]
pub(crate) struct Tree {
    nodes: Nodes,
    top: NodeId,
}

/// A whole page as libxml2 parses it.
#[derive(Debug)]
pub(crate) struct Document {
    /// The tree, including comments outside of the root element.
    pub tree: Tree,
}

impl Document {
    /// `Nokogiri::HTML`: parses a whole page.
    pub(crate) fn parse(markup: &str) -> Document {
        Document { tree: Tree { nodes: html4::parse(markup), top: NodeId::DOCUMENT } }
    }

    /// `Document#to_s`: the page as HTML, with its document type.
    pub(crate) fn written(mut self) -> String {
        self.tree.nodes.to_html(NodeId::DOCUMENT)
    }
}

/// A position in an element at which nodes are inserted: before its children, after them, or instead of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// Before the element's children.
    First,
    /// After the element's children.
    Last,
    /// Instead of the element's children.
    Only,
}

impl Tree {
    /// `Nokogiri::HTML4::DocumentFragment.parse`: parses a part of a page.
    pub(crate) fn fragment(markup: &str) -> Self {
        let (nodes, top) = html4::parse_fragment(markup);
        Tree { nodes, top }
    }

    // Reading

    /// The node that contains the parsed page or fragment.
    pub(crate) fn top(&self) -> NodeId {
        self.top
    }

    /// All text nodes in document order, including the text of scripts and styles.
    pub(crate) fn texts(&self) -> Vec<NodeId> {
        let is_text = |id: &NodeId| matches!(self.nodes.kind(*id), NodeKind::Text | NodeKind::CData);
        self.nodes.descendants(self.top).filter(is_text).collect()
    }

    /// The characters of a text node, with entities resolved, or of a CDATA section. Empty for other nodes.
    pub(crate) fn text(&self, id: NodeId) -> &str {
        match self.nodes.kind(id) {
            NodeKind::Text | NodeKind::CData => self.nodes.value(id).unwrap_or_default(),
            _ => "",
        }
    }

    /// The texts of all descendants of an element, document or fragment, joined without separators. Comments are not
    /// included. For any other node, its own text.
    pub(crate) fn all_text(&self, id: NodeId) -> String {
        self.nodes.text(id)
    }

    /// Whether an ancestor of a node, not the node itself, is an element with one of these names.
    pub(crate) fn is_inside(&self, id: NodeId, names: &[&str]) -> bool {
        self.nodes.ancestors(id).any(|around| names.contains(&self.name(around)))
    }

    /// The name of an element. Empty for other nodes.
    pub(crate) fn name(&self, id: NodeId) -> &str {
        if self.nodes.is_element(id) { self.nodes.name(id) } else { "" }
    }

    /// Nokogiri's name of a node: the element's name, or a name such as `text` or `comment` for other kinds of nodes.
    pub(crate) fn node_name(&self, id: NodeId) -> &str {
        self.nodes.name(id)
    }

    /// The children of a node in document order, without attributes.
    pub(crate) fn children(&self, id: NodeId) -> Vec<NodeId> {
        self.nodes.children(id).collect()
    }

    /// Whether a node has a parent. A node that was removed has none.
    pub(crate) fn has_parent(&self, id: NodeId) -> bool {
        self.nodes.parent(id).is_some()
    }

    /// The ancestors of a node, nearest first, up to the document or fragment.
    pub(crate) fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.nodes.ancestors(id)
    }

    /// All elements of the document or fragment, in document order and at every depth.
    pub(crate) fn elements(&self) -> Vec<NodeId> {
        self.elements_in(self.top)
    }

    /// All descendant elements of a node, in document order.
    pub(crate) fn elements_in(&self, within: NodeId) -> Vec<NodeId> {
        self.nodes.descendants(within).filter(|id| self.nodes.is_element(*id)).collect()
    }

    /// The first element with this name, in document order. `None` if no element has it.
    pub(crate) fn first(&self, name: &str) -> Option<NodeId> {
        self.elements().into_iter().find(|id| self.name(*id) == name)
    }

    /// The value of an element's attribute. `None` if the attribute is missing, empty if it has no value.
    pub(crate) fn attribute(&self, id: NodeId, name: &str) -> Option<&str> {
        self.nodes.attribute(id, name)
    }

    /// Whether a node has the CSS class `class`, case-sensitively.
    pub(crate) fn has_class(&self, id: NodeId, class: &str) -> bool {
        self.attribute(id, "class").is_some_and(|classes| classes.split_ascii_whitespace().any(|own| own == class))
    }

    // Changes

    /// Sets an attribute. An existing attribute keeps its position among the attributes.
    pub(crate) fn set_attribute(&mut self, id: NodeId, name: &str, value: &str) {
        self.nodes.set_attribute(id, name, value);
    }

    /// `Node#remove`: takes a node out of the tree, with its descendants.
    pub(crate) fn remove(&mut self, id: NodeId) {
        self.nodes.detach(id);
    }

    /// `Node#name=`: changes the name of an element or attribute.
    pub(crate) fn rename(&mut self, id: NodeId, new: &str) {
        self.nodes.rename(id, new);
    }

    /// `Node#content=`: replaces the children of a node by a text.
    pub(crate) fn set_text(&mut self, id: NodeId, text: &str) {
        self.nodes.set_text(id, text);
    }

    /// `Node#inner_html=`: replaces the children of a node by parsed HTML.
    pub(crate) fn set_inner_html(&mut self, id: NodeId, markup: &str) {
        self.nodes.detach_children(id);
        self.append(id, markup);
    }

    /// `Node#add_child`: parses markup and appends its nodes to the children of a node.
    pub(crate) fn append(&mut self, id: NodeId, markup: &str) {
        for node in self.parse_inside(id, markup) {
            self.nodes.append(id, node);
        }
    }

    /// Inserts markup before an element's children. Does nothing and returns false if the element has no children.
    pub(crate) fn insert_first(&mut self, id: NodeId, markup: &str) -> bool {
        let Some(first) = self.nodes.first_child(id) else { return false };
        for node in self.parse_inside(id, markup) {
            self.nodes.insert_before(first, node);
        }
        true
    }

    /// `Node#replace` with markup, which is parsed in the context of the node's parent. Does nothing if the node has no
    /// parent.
    pub(crate) fn replace(&mut self, id: NodeId, markup: &str) {
        let Some(parent) = self.nodes.parent(id) else { return };
        let nodes = self.parse_inside(parent, markup);
        self.replace_with(id, nodes);
    }

    /// `Node#replace` with markup, which is parsed as a separate fragment. Does nothing if the node has no parent.
    pub(crate) fn replace_with_fragment(&mut self, id: NodeId, markup: &str) {
        let nodes = self.fragment_nodes(markup);
        self.replace_with(id, nodes);
    }

    /// Removes a node after inserting `nodes` before it. Does nothing if the node has no parent.
    pub(crate) fn replace_with(&mut self, id: NodeId, nodes: Vec<NodeId>) {
        if !self.has_parent(id) {
            return;
        }
        for node in nodes {
            self.nodes.insert_before(id, node);
        }
        self.nodes.detach(id);
    }

    /// Parses a fragment and returns its top-level nodes, which have no parent yet.
    pub(crate) fn fragment_nodes(&mut self, markup: &str) -> Vec<NodeId> {
        let fragment = self.nodes.create_fragment();
        html4::fill_fragment(&mut self.nodes, fragment, markup);
        self.taken_from(fragment)
    }

    /// Creates an element that is not part of the tree yet.
    pub(crate) fn new_element(&mut self, name: &str) -> NodeId {
        self.nodes.create_element(name)
    }

    /// Inserts nodes into an element before its children, after them, or instead of them.
    pub(crate) fn insert(&mut self, id: NodeId, place: Place, nodes: Vec<NodeId>) {
        if place == Place::Only {
            self.nodes.detach_children(id);
        }
        let first = self.nodes.first_child(id).filter(|_| place == Place::First);
        for node in nodes {
            match first {
                Some(first) => self.nodes.insert_before(first, node),
                None => self.nodes.append(id, node),
            }
        }
    }

    /// Parses markup as the content of the node `parent`, and returns the nodes. They are not part of the tree yet.
    fn parse_inside(&mut self, parent: NodeId, markup: &str) -> Vec<NodeId> {
        if parent == self.top {
            return self.fragment_nodes(markup);
        }
        let wrapped = format!("<div>{markup}</div>");
        let (nodes, errors) = html4::parse_in_context(&mut self.nodes, &wrapped);
        let nodes = if errors.is_empty() { nodes } else { self.fragment_nodes(&wrapped) };
        let Some(first) = nodes.first() else { return Vec::new() };
        let nodes = self.taken_from(*first);
        for node in &nodes {
            html4::reset_prefixed_attributes(&mut self.nodes, *node);
        }
        nodes
    }

    fn taken_from(&mut self, parent: NodeId) -> Vec<NodeId> {
        let nodes = self.children(parent);
        self.nodes.detach_children(parent);
        nodes
    }

    // Writing

    /// `DocumentFragment#to_html`: the HTML of all nodes of the fragment.
    pub(crate) fn html(&mut self) -> String {
        self.nodes.inner_html(self.top)
    }

    /// `Node#inner_html`: the HTML of the children of a node, without the node's own tags.
    pub(crate) fn inner_html(&mut self, id: NodeId) -> String {
        self.nodes.inner_html(id)
    }

    /// `Node#to_html` for a text node: the text `a & b` becomes `a &amp; b`.
    pub(crate) fn text_to_html(&mut self, id: NodeId) -> String {
        self.nodes.to_html(id)
    }
}

/// A CSS selector without alternatives: the list `a, b` consists of two selectors.
#[derive(Debug)]
pub(crate) struct Selector(XPath);

impl Selector {
    /// Parses comma-separated CSS selectors. `None` if any is invalid.
    pub(crate) fn list(text: &str) -> Option<Vec<Self>> {
        let translation = Translation { prefixes: &["descendant::"], ..Translation::default() };
        let paths = css::to_xpath(text, &translation).ok()?;
        paths.iter().map(|path| XPath::parse(path).ok().map(Selector)).collect()
    }

    /// The descendants of a node that match one of the selectors, in document order.
    pub(crate) fn select(list: &[Selector], tree: &Tree, within: NodeId) -> Vec<NodeId> {
        let mut found: HashSet<NodeId> = HashSet::new();
        for selector in list {
            let result = selector.0.evaluate(&tree.nodes, within, &mut Bindings::default());
            if let Ok(Value::Nodes(items)) = result {
                found.extend(items.into_iter().map(|item| item.node));
            }
        }
        tree.elements_in(within).into_iter().filter(|id| found.contains(id)).collect()
    }
}
