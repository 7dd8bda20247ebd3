//! Answers Nokogiri's queries that leave a document unchanged, such as a node's name or children.

use super::{handle, handles, optional, optional_handle};
use crate::protocol::ReadOperation;
use hastie_html::{Document, NamespaceId, NodeId, NodeKind};
use hastie_liquid::Value;

/// Answers a query about the node `id` or its document, such as the query for the node's name. The document stays
/// unchanged.
pub(super) fn answer(document: &Document, id: NodeId, operation: &ReadOperation<'_>) -> Value {
    match *operation {
        ReadOperation::Name => document.name(id).into(),
        ReadOperation::Text => document.text(id).into(),
        ReadOperation::Value => optional(document.value(id)),
        ReadOperation::Line => Value::Int(i64::from(document.line(id))),
        ReadOperation::Children => handles(document, document.children(id)),
        ReadOperation::ElementChildren => {
            handles(document, document.children(id).filter(|child| document.is_element(*child)))
        }
        ReadOperation::Ancestors => handles(document, document.ancestors(id)),
        ReadOperation::Doctype => doctype(document),
        ReadOperation::Attributes => handles(document, document.attributes(id)),
        ReadOperation::AttributePairs => {
            let pairs = document.attributes(id).map(|one| {
                Value::array(vec![document.name(one).into(), document.value(one).unwrap_or_default().into()])
            });
            Value::array(pairs.collect())
        }
        ReadOperation::Get { name } => {
            let found = document.attribute_by_qualified_name(id, name);
            found.map_or(Value::Nil, |one| document.value(one).unwrap_or_default().into())
        }
        ReadOperation::Namespace => document.namespace_of(id).map_or(Value::Nil, |one| namespace(document, one)),
        ReadOperation::Declarations => namespaces(document, document.declarations(id)),
        ReadOperation::Scope => namespaces(document, &document.namespaces_in_scope(id)),
        ReadOperation::Path => path(document, id).into(),
        ReadOperation::Compare { other } => {
            let other = super::node(document, other).unwrap_or(id);
            Value::Int(document.compare(id, other) as i64)
        }
        ReadOperation::Facts => Value::array(vec![
            optional(document.encoding.as_deref()),
            optional(document.version.as_deref()),
            document.standalone.map_or(Value::Nil, Value::Bool),
            Value::Bool(document.quirks),
        ]),
        ReadOperation::Errors => errors(document),
        ReadOperation::Events => events(document),
        _ => optional_handle(document, relative(document, id, operation)),
    }
}

/// The result of an operation that leads from the node `id` to a single other node, such as its parent. `None` if that
/// node does not exist.
fn relative(document: &Document, id: NodeId, operation: &ReadOperation<'_>) -> Option<NodeId> {
    let is_element = |one: &NodeId| document.is_element(*one);
    match *operation {
        ReadOperation::Parent => document.parent(id),
        ReadOperation::Next => document.next(id),
        ReadOperation::Previous => document.previous(id),
        ReadOperation::FirstChild => document.first_child(id),
        ReadOperation::NextElement => {
            std::iter::successors(document.next(id), |one| document.next(*one)).find(is_element)
        }
        ReadOperation::PreviousElement => {
            std::iter::successors(document.previous(id), |one| document.previous(*one)).find(is_element)
        }
        ReadOperation::LastElement => {
            std::iter::successors(document.last_child(id), |one| document.previous(*one)).find(is_element)
        }
        ReadOperation::Root => document.root(),
        ReadOperation::Attribute { name } => document.attribute_by_qualified_name(id, name),
        ReadOperation::AttributeIn { name, href } => document.attribute_in(id, name, href),
        _ => None,
    }
}

/// A namespace as an array: its number, its prefix (nil if it has none) and its address.
pub(super) fn namespace(document: &Document, id: NamespaceId) -> Value {
    let found = document.namespace(id);
    let number = i64::try_from(id.index()).unwrap_or_default();
    Value::array(vec![Value::Int(number), optional(found.prefix.as_deref()), found.href.as_str().into()])
}

fn namespaces(document: &Document, ids: &[NamespaceId]) -> Value {
    Value::array(ids.iter().map(|one| namespace(document, *one)).collect())
}

fn doctype(document: &Document) -> Value {
    let Some(node) = document.doctype_node() else { return Value::Nil };
    let doctype = &document.doctype;
    Value::array(vec![handle(document, node), optional(doctype.public.as_deref()), optional(doctype.system.as_deref())])
}

fn errors(document: &Document) -> Value {
    let errors = document.errors.iter().map(|error| {
        Value::array(vec![
            error.message.as_str().into(),
            Value::Int(i64::from(error.code)),
            Value::Int(error.level as i64),
            Value::Int(i64::from(error.line)),
            Value::Int(i64::from(error.column)),
            optional(error.first.as_deref()),
            optional(error.second.as_deref()),
        ])
    });
    Value::array(errors.collect())
}

/// `Node#path`: an XPath that finds the node.
fn path(document: &Document, id: NodeId) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut current = Some(id);
    while let Some(node) = current {
        let name = match document.kind(node) {
            NodeKind::Document => break,
            // libxml2 cannot name the path of a node in a fragment.
            NodeKind::Fragment => return "?".to_owned(),
            NodeKind::Attribute => {
                parts.push(format!("@{}", qualified(document, node)));
                current = document.parent(node);
                continue;
            }
            NodeKind::Element => match (document.namespace_of(node), document.prefix(node)) {
                (Some(_), None) => "*".to_owned(),
                _ => qualified(document, node),
            },
            NodeKind::Text | NodeKind::CData => "text()".to_owned(),
            NodeKind::Comment => "comment()".to_owned(),
            NodeKind::Instruction => format!("processing-instruction('{}')", document.name(node)),
            NodeKind::Doctype | NodeKind::EntityReference => document.name(node).to_owned(),
        };
        parts.push(name.clone() + &position(document, node, &name));
        current = document.parent(node);
    }
    parts.reverse();
    if parts.is_empty() {
        return "/".to_owned();
    }
    parts.iter().map(|part| format!("/{part}")).collect()
}

fn qualified(document: &Document, id: NodeId) -> String {
    match document.prefix(id) {
        Some(prefix) => format!("{prefix}:{}", document.name(id)),
        None => document.name(id).to_owned(),
    }
}

/// The node's position among the siblings of the same kind and name, such as `[2]`. Empty if there are no such
/// siblings.
fn position(document: &Document, id: NodeId, name: &str) -> String {
    let is_text = |kind: NodeKind| matches!(kind, NodeKind::Text | NodeKind::CData);
    let same = |other: NodeId| {
        let (own, kind) = (document.kind(id), document.kind(other));
        let same_kind = own == kind || (is_text(own) && is_text(kind));
        same_kind
            && (!matches!(own, NodeKind::Element | NodeKind::Instruction)
                || name == "*"
                || (document.name(other) == document.name(id) && document.prefix(other) == document.prefix(id)))
    };
    let before =
        std::iter::successors(document.previous(id), |one| document.previous(*one)).filter(|one| same(*one)).count();
    let has_more = || std::iter::successors(document.next(id), |one| document.next(*one)).any(same);
    if before > 0 || has_more() { format!("[{}]", before + 1) } else { String::new() }
}

/// The document as a stream: `[0, name, attributes]` for a start tag, `[1, text]`, and `[2, name]` for an end tag.
fn events(document: &Document) -> Value {
    let mut events = Vec::new();
    let mut current = document.root();
    while let Some(id) = current {
        let name = || Value::from(qualified(document, id));
        match document.kind(id) {
            NodeKind::Element => {
                let attributes = document.attributes(id).map(|one| {
                    Value::array(vec![qualified(document, one).into(), document.value(one).unwrap_or_default().into()])
                });
                events.push(Value::array(vec![Value::Int(0), name(), Value::array(attributes.collect())]));
            }
            NodeKind::Text | NodeKind::CData | NodeKind::EntityReference => {
                events.push(Value::array(vec![Value::Int(1), document.value(id).unwrap_or_default().into()]));
            }
            _ => {}
        }
        if let Some(first) = document.first_child(id) {
            current = Some(first);
            continue;
        }
        current = leave(document, id, &mut events);
    }
    Value::array(events)
}

/// Closes a node and the parents that end with it. Returns the next node, or `None` at the end of the root element.
fn leave(document: &Document, id: NodeId, events: &mut Vec<Value>) -> Option<NodeId> {
    let mut current = id;
    loop {
        if document.is_element(current) {
            events.push(Value::array(vec![Value::Int(2), qualified(document, current).into()]));
        }
        if Some(current) == document.root() {
            return None;
        }
        if let Some(next) = document.next(current) {
            return Some(next);
        }
        current = document.parent(current)?;
    }
}
