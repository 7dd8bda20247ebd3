//! SafeYAML::PsychHandler: how events become values.
//!
//! The handler of the reference fills objects that it has already handed out, and knows one pending key for all
//! levels at once. What follows from that is kept, because sites show it:
//!
//! - an alias to a string is read again, as if it stood there plain: `a: &x "yes"`, `b: *x` makes `b` true;
//! - `<<` copies what the other hash holds *at that moment*: an alias works, an inline hash is still empty;
//! - a nil key does not count as a key, so everything after it in the same hash shifts by one;
//! - a hash as a key takes its own first value for itself;
//! - `a: &x` with `<<: *x` in a hash within it makes that hash hold itself. Values here are trees: it stands within
//!   itself with its scalars only, which is as deep as templates look.

use crate::events::{Event, Events, Scalar};
use crate::{Failure, MAX_DEPTH, scalar};
use hastie_value::ErrorKind;
use hastie_value::{Hash, Value};
use std::collections::HashMap;
use std::rc::Rc;

/// The first document of `text`, and whether something in it holds itself.
pub(crate) fn load(text: &[u8]) -> Result<(Value, bool), Failure> {
    let mut events = Events::new(text)?;
    let mut builder = Builder::default();
    while let Some(event) = events.next() {
        match event? {
            Event::StreamStart | Event::DocumentStart => {}
            // The handler returns at the end of the first document: what follows is never looked at.
            Event::DocumentEnd | Event::StreamEnd => break,
            event => builder.take(event)?,
        }
    }
    match builder.root {
        None => Ok((Value::Bool(false), false)),
        Some(root) => builder.freeze(root, 0).map(|(value, _)| (value, builder.cyclic)),
    }
}

/// The number of a node in [`Builder::nodes`].
type Id = usize;

/// A value under construction. Elements are node numbers, so that they can be shared and filled later.
enum Node {
    Leaf(Value),
    Array(Vec<Id>),
    /// Values are node numbers, as integers.
    Hash(Hash),
}

/// The state of a collection that was frozen.
enum Frozen {
    /// Being frozen right now: who meets it again holds itself.
    Busy(Rc<Node>),
    /// Done, with its depth.
    Done(Value, usize),
}

#[derive(Default)]
struct Builder {
    nodes: Vec<Node>,
    anchors: HashMap<String, Id>,
    root: Option<Id>,
    /// Collections that are open, innermost last.
    open: Vec<Id>,
    /// The key that waits for its value, on whatever level it came up.
    key: Option<Value>,
    frozen: HashMap<Id, Frozen>,
    /// Whether something holds itself.
    cyclic: bool,
}

impl Builder {
    fn take(&mut self, event: Event) -> Result<(), Failure> {
        match event {
            Event::Scalar(Scalar { anchor, tag, value, quoted }) => {
                let value = scalar::resolve(value, quoted, tag.as_deref())?;
                self.add(Node::Leaf(value), anchor)?;
            }
            Event::Alias(name) => self.alias(&name)?,
            Event::SequenceStart { anchor } => self.start(Node::Array(Vec::new()), anchor)?,
            Event::MappingStart { anchor } => self.start(Node::Hash(Hash::new()), anchor)?,
            Event::SequenceEnd | Event::MappingEnd => {
                self.open.pop();
            }
            Event::StreamStart | Event::StreamEnd | Event::DocumentStart | Event::DocumentEnd => {}
        }
        Ok(())
    }

    fn start(&mut self, node: Node, anchor: Option<String>) -> Result<(), Failure> {
        if self.open.len() >= MAX_DEPTH {
            return Err(too_deep());
        }
        let id = self.add(node, anchor)?;
        self.open.push(id);
        Ok(())
    }

    fn alias(&mut self, name: &str) -> Result<(), Failure> {
        let known = self.anchors.get(name).copied();
        match known.map(|id| (id, &self.nodes[id])) {
            // An unknown anchor is nil, without complaint.
            None => self.add(Node::Leaf(Value::Nil), None).map(|_| ()),
            Some((_, Node::Leaf(Value::Str(text)))) => {
                let value = scalar::resolve(text.to_string(), false, None)?;
                self.add(Node::Leaf(value), None).map(|_| ())
            }
            Some((id, _)) => self.attach(id),
        }
    }

    /// Makes a node and adds it at the present position of the document.
    fn add(&mut self, node: Node, anchor: Option<String>) -> Result<Id, Failure> {
        let id = self.nodes.len();
        self.nodes.push(node);
        if let Some(anchor) = anchor {
            self.anchors.insert(anchor, id);
        }
        self.attach(id)?;
        Ok(id)
    }

    fn attach(&mut self, id: Id) -> Result<(), Failure> {
        let Some(&parent) = self.open.last() else {
            self.root.get_or_insert(id);
            return Ok(());
        };
        if let Node::Array(items) = &mut self.nodes[parent] {
            items.push(id);
            return Ok(());
        }
        let Some(key) = self.key.take() else {
            self.key = self.as_key(id);
            return Ok(());
        };
        if key.as_str() == Some("<<") {
            return self.merge(parent, id);
        }
        if let Node::Hash(hash) = &mut self.nodes[parent] {
            hash.set_value(key, Value::Int(id as i64));
        }
        Ok(())
    }

    /// A node as a key: nil is none.
    fn as_key(&self, id: Id) -> Option<Value> {
        match &self.nodes[id] {
            Node::Leaf(Value::Nil) => None,
            Node::Leaf(value) => Some(value.clone()),
            Node::Array(_) | Node::Hash(_) => Some(pending(id)),
        }
    }

    /// Ruby's `parent.merge!(other)`.
    fn merge(&mut self, parent: Id, other: Id) -> Result<(), Failure> {
        let entries: Vec<(Value, Value)> = match &self.nodes[other] {
            Node::Hash(hash) => hash.iter().map(|(key, value)| (key.clone(), value.clone())).collect(),
            Node::Array(_) => return Err(no_hash("Array")),
            Node::Leaf(value) => return Err(no_hash(class(value))),
        };
        if let Node::Hash(hash) = &mut self.nodes[parent] {
            for (key, value) in entries {
                hash.set_value(key, value);
            }
        }
        Ok(())
    }

    /// The finished value of a node and its depth. Shared nodes stay shared.
    fn freeze(&mut self, id: Id, level: usize) -> Result<(Value, usize), Failure> {
        if level > MAX_DEPTH {
            return Err(too_deep());
        }
        match self.frozen.get(&id) {
            Some(Frozen::Busy(node)) => {
                let value = self.scalars_of(node);
                self.cyclic = true;
                return Ok((value, 1));
            }
            Some(Frozen::Done(value, depth)) => return Ok((value.clone(), *depth)),
            None => {}
        }
        let node = match &mut self.nodes[id] {
            Node::Leaf(value) => return Ok((value.clone(), 0)),
            node => std::mem::replace(node, Node::Leaf(Value::Nil)),
        };
        let node = Rc::new(node);
        self.frozen.insert(id, Frozen::Busy(Rc::clone(&node)));
        let (value, inner) = match &*node {
            Node::Array(items) => self.freeze_array(items, level)?,
            Node::Hash(hash) => self.freeze_hash(hash, level)?,
            Node::Leaf(value) => (value.clone(), 0),
        };
        let depth = inner + 1;
        if depth + level > MAX_DEPTH {
            return Err(too_deep());
        }
        self.frozen.insert(id, Frozen::Done(value.clone(), depth));
        Ok((value, depth))
    }

    /// The substitute for a collection within itself: only its scalars.
    fn scalars_of(&self, node: &Node) -> Value {
        let scalar = |id: Id| match &self.nodes[id] {
            Node::Leaf(value) if !self.frozen.contains_key(&id) => Some(value.clone()),
            _ => None,
        };
        match node {
            Node::Leaf(value) => value.clone(),
            Node::Array(items) => Value::array(items.iter().filter_map(|&id| scalar(id)).collect()),
            Node::Hash(hash) => {
                let mut scalars = Hash::new();
                for (key, value) in hash.iter().filter(|(key, _)| !matches!(key, Value::Range(..))) {
                    if let Some(value) = id_of(value).and_then(scalar) {
                        scalars.set_value(key.clone(), value);
                    }
                }
                Value::hash(scalars)
            }
        }
    }

    fn freeze_array(&mut self, items: &[Id], level: usize) -> Result<(Value, usize), Failure> {
        let mut deepest = 0;
        let mut values = Vec::with_capacity(items.len());
        for &item in items {
            let (value, depth) = self.freeze(item, level + 1)?;
            deepest = deepest.max(depth);
            values.push(value);
        }
        Ok((Value::array(values), deepest))
    }

    fn freeze_hash(&mut self, entries: &Hash, level: usize) -> Result<(Value, usize), Failure> {
        let mut deepest = 0;
        let mut hash = Hash::with_capacity(entries.len());
        for (key, value) in entries.iter() {
            let key = match key {
                Value::Range(id, _) => self.freeze(*id as Id, level + 1)?.0,
                key => key.clone(),
            };
            let Some(id) = id_of(value) else { continue };
            let (value, depth) = self.freeze(id, level + 1)?;
            deepest = deepest.max(depth);
            hash.set_value(key, value);
        }
        Ok((Value::hash(hash), deepest))
    }
}

/// The node that a hash under construction has for a value.
fn id_of(value: &Value) -> Option<Id> {
    match value {
        Value::Int(id) => Id::try_from(*id).ok(),
        _ => None,
    }
}

/// The marker of a collection that is a key, whose elements may still come. No scalar of YAML is a range.
fn pending(id: Id) -> Value {
    Value::Range(id as i64, id as i64)
}

fn too_deep() -> Failure {
    Failure::raised(ErrorKind::SystemStack, format!("arrays and hashes lie more than {MAX_DEPTH} deep in each other"))
}

fn no_hash(class: &str) -> Failure {
    Failure::raised(ErrorKind::Type, format!("no implicit conversion of {class} into Hash"))
}

/// A scalar's class, as Ruby's conversion errors name it.
fn class(value: &Value) -> &'static str {
    match value {
        Value::Nil => "nil",
        Value::Bool(true) => "true",
        Value::Bool(false) => "false",
        Value::Int(_) | Value::Big(_) => "Integer",
        Value::Float(_) => "Float",
        Value::Date(_) => "Date",
        Value::Time(_) => "Time",
        _ => "String",
    }
}
