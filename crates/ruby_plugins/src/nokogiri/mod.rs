//! The trees behind Ruby's Nokogiri: documents by number, and nodes by handles that Ruby's objects hold.
//!
//! A handle is the node's index, with its kind in the lowest four bits, in libxml2's numbers. Ruby reports the
//! documents that its garbage collector has found. If much memory is in use, [`Documents`] requests a collection.

mod change;
mod query;
mod read;

use hastie_html::{Dialect, Document, NodeId, NodeKind, html4, html5, xml};
use hastie_liquid::{Abort, Value};
use hastie_site::locks::lock;
use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

/// The estimated memory after which Ruby is asked to collect its garbage.
const COLLECT_AFTER: usize = 64 << 20;

/// The estimated memory of a node.
const NODE_SIZE: usize = 160;

/// All documents of a guest.
#[derive(Debug, Default)]
pub struct Documents(Mutex<Table>);

#[derive(Debug, Default)]
struct Table {
    documents: BTreeMap<i64, Document>,
    next: i64,
    /// Translated selectors, by their text and options.
    selectors: HashMap<(String, String), String>,
    /// The size at which Ruby is asked to collect its garbage.
    limit: usize,
}

/// The arguments of an operation.
struct Arguments<'a>(&'a [Value]);

impl<'a> Arguments<'a> {
    fn value(&self, index: usize) -> &'a Value {
        self.0.get(index).unwrap_or(&Value::Nil)
    }

    fn text(&self, index: usize) -> &'a str {
        self.value(index).as_str().unwrap_or_default()
    }

    fn optional_text(&self, index: usize) -> Option<&'a str> {
        self.value(index).as_str()
    }

    fn int(&self, index: usize) -> i64 {
        match self.value(index) {
            Value::Int(number) => *number,
            _ => 0,
        }
    }

    fn truthy(&self, index: usize) -> bool {
        self.value(index).truthy()
    }

    fn list(&self, index: usize) -> &'a [Value] {
        self.value(index).as_array().unwrap_or_default()
    }
}

impl Documents {
    /// Performs an operation.
    ///
    /// # Errors
    /// Fails with Ruby's exceptions for expressions that cannot be parsed or evaluated, and for documents that were
    /// collected.
    pub fn perform(&self, operation: &str, arguments: &[Value]) -> Result<Value, Abort> {
        let mut table = lock(&self.0);
        let arguments = Arguments(arguments);
        match operation {
            "create" | "parse" => return table.create(operation, &arguments),
            "release" => {
                for one in arguments.list(0) {
                    if let Value::Int(number) = one {
                        table.documents.remove(number);
                    }
                }
                return Ok(Value::Nil);
            }
            "query" => return table.query(&arguments),
            "translate" => return table.translate_alone(&arguments),
            "insert" => return table.insert(&arguments),
            "copy" => return table.copy(&arguments),
            _ => {}
        }
        let document = table.document(arguments.int(0))?;
        let id = match arguments.value(1) {
            Value::Nil => NodeId::DOCUMENT,
            _ => node(document, arguments.int(1))?,
        };
        if let Some(answer) = read::answer(document, id, operation, &arguments) {
            return Ok(answer);
        }
        change::apply(document, id, operation, &arguments)
    }
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

    /// Creates a document of a kind, parsed from a text or empty. Returns its number, and whether Ruby should collect
    /// its garbage. The arguments include the numbers of collected documents.
    fn create(&mut self, operation: &str, arguments: &Arguments<'_>) -> Result<Value, Abort> {
        for one in arguments.list(0) {
            if let Value::Int(number) = one {
                self.documents.remove(number);
            }
        }
        let document = match (operation, arguments.text(1)) {
            ("parse", "html4") => html4::parse(arguments.text(2)),
            ("parse", "xml") => {
                let mut document = xml::parse(arguments.text(2), &change::xml_options(arguments.int(3)));
                if let Some(encoding) = arguments.optional_text(4) {
                    document.encoding = Some(encoding.to_owned());
                }
                document
            }
            ("parse", "html5") => html5::parse(arguments.text(2)).map_err(too_deep)?,
            (_, "html4") => html4::empty(),
            (_, "html5") => html5::empty(),
            _ => Document::new(Dialect::Xml),
        };
        let number = self.add(document);
        Ok(Value::array(vec![Value::Int(number), Value::Bool(self.wants_collection())]))
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

/// The handle of a node.
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

/// The node of a handle.
fn node(document: &Document, handle: i64) -> Result<NodeId, Abort> {
    let index = usize::try_from(handle >> 4).ok();
    index
        .and_then(|index| document.node_at(index))
        .ok_or_else(|| Abort::error("RuntimeError", "a node of Nokogiri does not exist"))
}

fn optional(text: Option<&str>) -> Value {
    text.map_or(Value::Nil, Value::from)
}
