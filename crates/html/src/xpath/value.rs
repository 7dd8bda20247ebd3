//! Values: sets of nodes, numbers, strings and booleans.

use super::number;
use crate::tree::{Document, NamespaceId, NodeId};

/// A member of an XPath node set: a node, or a namespace that is in scope in an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Item {
    /// The node. For a namespace, its element.
    pub node: NodeId,
    /// The namespace, for an item of the namespace axis. `None` for the node itself.
    pub namespace: Option<NamespaceId>,
}

impl Item {
    /// An item for the node itself, not for one of its namespaces.
    pub fn node(node: NodeId) -> Item {
        Item { node, namespace: None }
    }
}

/// A value of XPath: nodes, a number, a text or a boolean.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A set of nodes, in document order.
    Nodes(Vec<Item>),
    /// A number. XPath knows only floating-point numbers, including infinity and NaN.
    Number(f64),
    /// A string, such as the result of `string()` or `name()`.
    Text(String),
    /// A boolean, such as the result of a comparison or of `not()`.
    Boolean(bool),
}

/// XPath's string value: the address of a namespace node, and the text content of any other node.
pub(super) fn text_of(document: &Document, item: Item) -> String {
    match item.namespace {
        Some(namespace) => document.namespace(namespace).href.clone(),
        None => document.text(item.node),
    }
}

impl Value {
    pub(super) fn into_text(self, document: &Document) -> String {
        match self {
            Value::Nodes(items) => items.first().map(|item| text_of(document, *item)).unwrap_or_default(),
            Value::Number(number) => number::format(number),
            Value::Text(text) => text,
            Value::Boolean(truth) => truth.to_string(),
        }
    }

    pub(super) fn to_number(&self, document: &Document) -> f64 {
        match self {
            Value::Nodes(items) => {
                number::parse(&items.first().map(|item| text_of(document, *item)).unwrap_or_default())
            }
            Value::Number(number) => *number,
            Value::Text(text) => number::parse(text),
            Value::Boolean(truth) => f64::from(u8::from(*truth)),
        }
    }

    pub(super) fn to_boolean(&self) -> bool {
        match self {
            Value::Nodes(items) => !items.is_empty(),
            Value::Number(number) => *number != 0.0 && !number.is_nan(),
            Value::Text(text) => !text.is_empty(),
            Value::Boolean(truth) => *truth,
        }
    }
}
