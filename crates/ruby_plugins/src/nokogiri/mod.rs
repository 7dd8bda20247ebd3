//! The trees behind Ruby's Nokogiri: documents by number, and nodes by handles that Ruby's objects hold.
//!
//! A handle is the node's index, with its kind in the lowest four bits, in libxml2's numbers. Ruby reports the
//! documents that its garbage collector has freed. If much memory is in use, [`Documents`] requests a collection.

mod change;
mod query;
mod read;

use crate::protocol::{DocumentsOperation, HtmlOperation, Target};
use hastie_html::css::Translation;
use hastie_html::{Dialect, Document, NodeId, NodeKind, html4, html5, xml};
use hastie_liquid::{Abort, Value};
use hastie_site::locks::lock;
use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

/// The estimated memory in bytes after which Ruby is asked to collect its garbage.
const COLLECT_AFTER: usize = 64 << 20;

/// The estimated memory of a node, in bytes.
const NODE_SIZE: usize = 160;

/// The parsed documents that Ruby has references to.
#[derive(Debug, Default)]
pub(crate) struct Documents(Mutex<Table>);

#[derive(Debug, Default)]
struct Table {
    documents: BTreeMap<i64, Document>,
    next: i64,
    /// Translated selectors, by their text and options.
    selectors: HashMap<(String, String), String>,
    /// The estimated memory in bytes at which Ruby is asked to collect its garbage.
    limit: usize,
}

impl Documents {
    /// Executes a request of Hastie's Nokogiri, which is written in Ruby.
    ///
    /// # Errors
    /// Returns Ruby's exceptions, such as for an expression that cannot be parsed, or for a document that no longer
    /// exists.
    pub(crate) fn perform(&self, operation: &HtmlOperation<'_>) -> Result<Value, Abort> {
        let mut table = lock(&self.0);
        match operation {
            HtmlOperation::Documents(operation) => table.perform(operation),
            HtmlOperation::Read(target, operation) => {
                let document = table.document(target.document)?;
                let id = target_node(document, target)?;
                Ok(read::answer(document, id, operation))
            }
            HtmlOperation::Change(target, operation) => {
                let document = table.document(target.document)?;
                let id = target_node(document, target)?;
                change::apply(document, id, operation)
            }
        }
    }
}

/// The node to which an operation applies. Without a node's handle, the document itself.
fn target_node(document: &Document, target: &Target) -> Result<NodeId, Abort> {
    target.node.map_or(Ok(NodeId::DOCUMENT), |handle| node(document, handle))
}

impl Table {
    fn document(&mut self, number: i64) -> Result<&mut Document, Abort> {
        self.documents
            .get_mut(&number)
            .ok_or_else(|| Abort::error("RuntimeError", "a document of Nokogiri was used after its end"))
    }

    fn add(&mut self, document: Document) -> i64 {
        self.next += 1;
        self.documents.insert(self.next, document);
        self.next
    }

    fn perform(&mut self, operation: &DocumentsOperation<'_>) -> Result<Value, Abort> {
        match *operation {
            DocumentsOperation::Create { released, kind } => {
                self.release(released);
                Ok(self.add_new(match kind {
                    "html4" => html4::empty(),
                    "html5" => html5::empty(),
                    _ => Document::new(Dialect::Xml),
                }))
            }
            DocumentsOperation::Parse { released, kind, text, options, encoding } => {
                self.release(released);
                let document = match kind {
                    "html4" => html4::parse(text),
                    "html5" => html5::parse(text).map_err(too_deep)?,
                    "xml" => {
                        let mut document = xml::parse(text, &change::xml_options(options));
                        if let Some(encoding) = encoding {
                            document.encoding = Some(encoding.to_owned());
                        }
                        document
                    }
                    _ => Document::new(Dialect::Xml),
                };
                Ok(self.add_new(document))
            }
            DocumentsOperation::Release { documents } => {
                self.release(documents);
                Ok(Value::Nil)
            }
            DocumentsOperation::Query { document, nodes, kind, rules, prefixes, namespaces, variables } => {
                self.query(document, nodes, &query::Rules { kind, rules, prefixes, namespaces, variables })
            }
            DocumentsOperation::Translate { selector, prefixes, has_default_namespace, any_namespace } => {
                let prefixes: Vec<&str> = prefixes.iter().filter_map(Value::as_str).collect();
                query::translate(selector, &Translation { prefixes: &prefixes, has_default_namespace, any_namespace })
            }
            DocumentsOperation::Insert { document, pivot, position, from, node } => {
                self.insert((document, pivot), position, (from, node))
            }
            DocumentsOperation::Copy { document, node, is_deep, to } => self.copy((document, node), is_deep, to),
        }
    }

    /// Removes documents that Ruby no longer uses.
    fn release(&mut self, numbers: &[Value]) {
        for number in numbers {
            if let Value::Int(number) = number {
                self.documents.remove(number);
            }
        }
    }

    /// Adds a document. Returns its number and whether Ruby should collect its garbage.
    fn add_new(&mut self, document: Document) -> Value {
        let number = self.add(document);
        Value::array(vec![Value::Int(number), Value::Bool(self.wants_collection())])
    }

    fn wants_collection(&mut self) -> bool {
        let size: usize = self.documents.values().map(|document| document.len() * NODE_SIZE).sum();
        if size <= self.limit.max(COLLECT_AFTER) {
            return false;
        }
        // The remaining documents are in use. The next collection is due when their size has doubled.
        self.limit = size * 2;
        true
    }
}

fn too_deep(error: html5::TooDeep) -> Abort {
    Abort::error("ArgumentError", error.to_string())
}

/// The number by which Ruby refers to a node. It consists of the node's index and, in the lowest four bits, of the
/// number of its kind in libxml2.
fn handle(document: &Document, id: NodeId) -> Value {
    let kind = match document.kind(id) {
        NodeKind::Element => 1,
        NodeKind::Attribute => 2,
        NodeKind::Text => 3,
        NodeKind::CData => 4,
        NodeKind::EntityReference => 5,
        NodeKind::Instruction => 7,
        NodeKind::Comment => 8,
        NodeKind::Document => 9,
        NodeKind::Fragment => 11,
        NodeKind::Doctype => 14,
    };
    Value::Int((i64::try_from(id.index()).unwrap_or(i64::MAX >> 5) << 4) | kind)
}

fn optional_handle(document: &Document, id: Option<NodeId>) -> Value {
    id.map_or(Value::Nil, |id| handle(document, id))
}

fn handles(document: &Document, ids: impl IntoIterator<Item = NodeId>) -> Value {
    Value::array(ids.into_iter().map(|id| handle(document, id)).collect())
}

/// The node to which a handle refers. Fails if the document has no such node.
fn node(document: &Document, handle: i64) -> Result<NodeId, Abort> {
    let index = usize::try_from(handle >> 4).ok();
    index
        .and_then(|index| document.node_at(index))
        .ok_or_else(|| Abort::error("RuntimeError", "a node of Nokogiri does not exist"))
}

fn optional(text: Option<&str>) -> Value {
    text.map_or(Value::Nil, Value::from)
}
