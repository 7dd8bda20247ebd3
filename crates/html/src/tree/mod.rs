//! The tree: an arena of nodes with ids, in the model of XPath and libxml2.
//!
//! Attributes are nodes. The document type is a child of the document. Removed nodes keep their ids until the document is
//! dropped, because callers may hold them and insert them again.

mod attributes;
mod copy;
mod edit;
mod namespaces;
mod order;

pub use edit::Inserted;
pub(crate) use namespaces::XML_NAMESPACE;
pub use namespaces::{Namespace, NamespaceId};

use crate::error::SyntaxError;
use std::cell::RefCell;
use std::collections::HashSet;
use std::num::NonZeroU32;
use std::sync::Arc;

/// The id of a node, valid only in its own document. Removed nodes keep their ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The id of the document node, which is the same in every document.
    pub const DOCUMENT: NodeId = NodeId(NonZeroU32::MIN);

    /// The index of the node in its document's arena, from 0. See [`Document::node_at`].
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    fn at(index: usize) -> NodeId {
        let number = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        NodeId(number.unwrap_or(NonZeroU32::MAX))
    }
}

/// The language of a document, which decides how the document is searched and written by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// HTML as libxml2 parses it.
    Html4,
    /// HTML as browsers parse it.
    Html5,
    /// XML, as libxml2 parses it.
    Xml,
}

/// The type of a node, such as an element, a text or a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// A tag with its attributes and children.
    Element,
    /// An attribute. As in XPath, it is a node of its own, but not a child of its element.
    Attribute,
    /// Characters between tags.
    Text,
    /// A CDATA section. In HTML 4, the content of scripts and styles.
    CData,
    /// A reference to an entity that was not replaced.
    EntityReference,
    /// `<? ... ?>`
    Instruction,
    /// `<!-- ... -->`
    Comment,
    /// The document itself, which is the root of the tree.
    Document,
    /// `<!DOCTYPE ...>`
    Doctype,
    /// A fragment: a list of nodes outside of the document's tree.
    Fragment,
}

#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub kind: NodeKind,
    pub name: Arc<str>,
    pub namespace: Option<NamespaceId>,
    /// The text, the value of an attribute, or the content of a comment or instruction. `None` for other nodes.
    pub value: Option<String>,
    pub parent: Option<NodeId>,
    pub first: Option<NodeId>,
    pub last: Option<NodeId>,
    pub previous: Option<NodeId>,
    pub next: Option<NodeId>,
    pub first_attribute: Option<NodeId>,
    pub declared: Vec<NamespaceId>,
    pub line: u32,
}

/// The identifiers of a document type, and the declarations in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Doctype {
    /// The identifier after `PUBLIC`. `None` without `PUBLIC`.
    pub public: Option<String>,
    /// The address of the DTD: the string after `SYSTEM`, or after the public identifier. `None` if it is missing.
    pub system: Option<String>,
    /// The declarations between brackets, as written. `None` without brackets.
    pub subset: Option<String>,
}

/// A document with all its nodes, including nodes that are not in its tree.
#[derive(Debug, Clone)]
pub struct Document {
    pub(crate) nodes: Vec<Node>,
    pub(crate) namespaces: Vec<Namespace>,
    names: HashSet<Arc<str>>,
    order: RefCell<Option<Arc<Vec<u32>>>>,
    /// The language, which decides how the document is written by default.
    pub dialect: Dialect,
    /// The name of the document's encoding. `None` if unknown.
    pub encoding: Option<String>,
    /// The version in the XML declaration, by default `1.0`. `None` for HTML.
    pub version: Option<String>,
    /// The value of `standalone` in the XML declaration, `None` if it is missing. As in libxml2, true for HTML.
    pub standalone: Option<bool>,
    /// The identifiers in the document type.
    pub doctype: Doctype,
    /// Whether the page is in the quirks mode of HTML 5.
    pub quirks: bool,
    /// The errors that the parser repaired.
    pub errors: Vec<SyntaxError>,
}

impl Document {
    /// An empty document, whose only node is the document node.
    pub fn new(dialect: Dialect) -> Self {
        let mut document = Document {
            nodes: Vec::new(),
            namespaces: Vec::new(),
            names: HashSet::new(),
            order: RefCell::new(None),
            dialect,
            encoding: None,
            version: (dialect == Dialect::Xml).then(|| "1.0".to_owned()),
            // As in libxml2, pages count as standalone.
            standalone: (dialect != Dialect::Xml).then_some(true),
            doctype: Doctype::default(),
            quirks: false,
            errors: Vec::new(),
        };
        document.create(NodeKind::Document, "document", None);
        document
    }

    /// The number of nodes that were ever created. Every id with a smaller index is valid.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no node was created besides the document itself. A removed node still counts.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() <= 1
    }

    /// The id of the node with this index, from 0. `None` beyond the last node.
    pub fn node_at(&self, index: usize) -> Option<NodeId> {
        (index < self.nodes.len()).then(|| NodeId::at(index))
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    fn intern(&mut self, name: &str) -> Arc<str> {
        match self.names.get(name) {
            Some(known) => Arc::clone(known),
            None => {
                let name: Arc<str> = name.into();
                self.names.insert(Arc::clone(&name));
                name
            }
        }
    }

    pub(crate) fn create(&mut self, kind: NodeKind, name: &str, value: Option<String>) -> NodeId {
        let name = self.intern(name);
        self.touch();
        self.nodes.push(Node {
            kind,
            name,
            namespace: None,
            value,
            parent: None,
            first: None,
            last: None,
            previous: None,
            next: None,
            first_attribute: None,
            declared: Vec::new(),
            line: 0,
        });
        NodeId::at(self.nodes.len() - 1)
    }

    // Creating nodes without a parent

    /// Creates an element, which is not part of the tree until it is inserted.
    pub fn create_element(&mut self, name: &str) -> NodeId {
        self.create(NodeKind::Element, name, None)
    }

    /// Creates a text node, which is not part of the tree until it is inserted.
    pub fn create_text(&mut self, text: &str) -> NodeId {
        self.create(NodeKind::Text, "text", Some(text.to_owned()))
    }

    /// Creates a CDATA section that is not part of the tree yet.
    pub fn create_cdata(&mut self, text: &str) -> NodeId {
        self.create(NodeKind::CData, "#cdata-section", Some(text.to_owned()))
    }

    /// Creates a comment, which is not part of the tree until it is inserted.
    pub fn create_comment(&mut self, text: &str) -> NodeId {
        self.create(NodeKind::Comment, "comment", Some(text.to_owned()))
    }

    /// Creates a processing instruction that is not part of the tree yet. `name` is its target, and `text` follows the
    /// target.
    pub fn create_instruction(&mut self, name: &str, text: Option<&str>) -> NodeId {
        self.create(NodeKind::Instruction, name, text.map(str::to_owned))
    }

    /// Creates an entity reference (`&name;`), which is not part of the tree until it is inserted.
    pub fn create_entity_reference(&mut self, name: &str) -> NodeId {
        self.create(NodeKind::EntityReference, name, None)
    }

    /// Creates an empty fragment. To add its content to the tree, insert its children, not the fragment itself.
    pub fn create_fragment(&mut self) -> NodeId {
        self.create(NodeKind::Fragment, "#document-fragment", None)
    }

    /// Creates an attribute that does not belong to an element yet. `None` for `value` means an attribute without `=`.
    pub fn create_attribute(&mut self, name: &str, value: Option<&str>) -> NodeId {
        self.create(NodeKind::Attribute, name, value.map(str::to_owned))
    }

    /// Sets the document type, and removes an existing one. The new node precedes all other nodes if the document has a
    /// root element. Otherwise, it follows them.
    pub fn set_doctype(&mut self, name: &str, doctype: Doctype) -> NodeId {
        self.doctype = doctype;
        if let Some(old) = self.doctype_node() {
            self.detach(old);
        }
        let node = self.create(NodeKind::Doctype, name, None);
        match self.node(NodeId::DOCUMENT).first {
            Some(first) if self.root().is_some() => self.insert_before(first, node),
            _ => self.append(NodeId::DOCUMENT, node),
        }
        node
    }

    // Reading

    /// The type of a node: element, text, comment, attribute and so on.
    pub fn kind(&self, id: NodeId) -> NodeKind {
        self.node(id).kind
    }

    /// Whether a node is an element such as `<p>`, and not a text, a comment or an attribute.
    pub fn is_element(&self, id: NodeId) -> bool {
        self.node(id).kind == NodeKind::Element
    }

    /// Whether a node is a text. False for CDATA sections.
    pub fn is_text(&self, id: NodeId) -> bool {
        self.node(id).kind == NodeKind::Text
    }

    /// The local name of an element or attribute, the name of a document type or entity reference, or the target of a
    /// processing instruction. Other nodes have a fixed name, for example `text` or `comment`.
    pub fn name(&self, id: NodeId) -> &str {
        &self.node(id).name
    }

    /// Changes the local name of an element or attribute, or the target of a processing instruction. The namespace
    /// stays the same.
    pub fn rename(&mut self, id: NodeId, name: &str) {
        let name = self.intern(name);
        self.node_mut(id).name = name;
    }

    /// The value of an attribute, text, CDATA section, comment, processing instruction or entity reference. `None` for
    /// other nodes, and for nodes without a value, such as attributes without `=`.
    pub fn value(&self, id: NodeId) -> Option<&str> {
        self.node(id).value.as_deref()
    }

    /// Sets the value of an attribute, text, CDATA section, comment, processing instruction or entity reference.
    pub fn set_value(&mut self, id: NodeId, value: &str) {
        self.node_mut(id).value = Some(value.to_owned());
    }

    /// The line of a node in the parsed text, from 1. 0 if it is unknown, as for a node that `create_element`
    /// creates.
    pub fn line(&self, id: NodeId) -> u32 {
        self.node(id).line
    }

    /// Sets the line number that `line` returns, which is 0 at first.
    pub fn set_line(&mut self, id: NodeId, line: u32) {
        self.node_mut(id).line = line;
    }

    /// The parent of a node; for an attribute, its element. `None` for the document, for fragments, and for nodes that
    /// were removed or not inserted yet.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The first child in document order. `None` for a node without children; attributes do not count.
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first
    }

    /// The last child in document order. `None` for a node without children; attributes do not count.
    pub fn last_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).last
    }

    /// The next sibling. For an attribute, the next attribute. `None` for the last node.
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).next
    }

    /// The previous sibling. For an attribute, the previous attribute. `None` for the first node.
    pub fn previous(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).previous
    }

    /// The children of a node in document order, without attributes.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.node(id).first, |child| self.node(*child).next)
    }

    /// The ancestors of a node, nearest first, up to the document or fragment.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.node(id).parent, |node| self.node(*node).parent)
    }

    /// The descendants of a node in document order, without attributes.
    pub fn descendants(&self, id: NodeId) -> Descendants<'_> {
        Descendants { document: self, top: id, next: self.node(id).first }
    }

    /// The first element among the children of the document, such as `html`. `None` if no child is an element.
    pub fn root(&self) -> Option<NodeId> {
        self.children(NodeId::DOCUMENT).find(|child| self.is_element(*child))
    }

    /// The node of the document type, such as `<!DOCTYPE html>`. `None` if the document has none.
    pub fn doctype_node(&self) -> Option<NodeId> {
        self.children(NodeId::DOCUMENT).find(|child| self.kind(*child) == NodeKind::Doctype)
    }

    /// The text of an element, fragment or document: all texts inside of it, without comments and processing
    /// instructions. The text of any other node is its value, or empty for a document type.
    pub fn text(&self, id: NodeId) -> String {
        match self.node(id).kind {
            NodeKind::Element | NodeKind::Document | NodeKind::Fragment => {
                let mut text = String::new();
                for node in self.descendants(id) {
                    if matches!(self.node(node).kind, NodeKind::Text | NodeKind::CData | NodeKind::EntityReference) {
                        text.push_str(self.value(node).unwrap_or_default());
                    }
                }
                text
            }
            NodeKind::Doctype => String::new(),
            _ => self.value(id).unwrap_or_default().to_owned(),
        }
    }
}

/// An iterator over the descendants of a node, in document order. The node itself and attributes are not included.
#[derive(Debug)]
pub struct Descendants<'d> {
    document: &'d Document,
    top: NodeId,
    next: Option<NodeId>,
}

impl Iterator for Descendants<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let current = self.next?;
        self.next = self.document.node(current).first.or_else(|| self.document.after(current, self.top));
        Some(current)
    }
}

impl Document {
    /// The first node after a node and its descendants, in document order. `None` if `top` contains no later node.
    pub(crate) fn after(&self, id: NodeId, top: NodeId) -> Option<NodeId> {
        let mut current = id;
        while current != top {
            let node = self.node(current);
            if node.next.is_some() {
                return node.next;
            }
            current = node.parent?;
        }
        None
    }
}
