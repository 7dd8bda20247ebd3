//! Builds values from parser events. Mirrors `SafeYAML::PsychHandler`.
//!
//! The Ruby handler adds elements to collections that are already in use, and stores one pending key for all levels.
//! The consequences are reproduced, because they are visible in sites:
//!
//! - An alias to a string is parsed again as a plain scalar: with `a: &x "yes"`, `b: *x` makes `b` true.
//! - `<<` copies the other hash's entries *at that moment*: an alias works, but an inline hash is still empty.
//! - A nil key does not count as a key, so everything after it in the same hash is shifted by one.
//! - A hash that is used as a key becomes a key of itself, and its own first key becomes the value.
//! - With `a: &x`, a nested hash with `<<: *x` contains itself. Values here are trees, so the inner copy contains only
//!   the scalars, which is sufficient for templates.

use crate::events::{Event, Events, Scalar};
use crate::{Failure, MAX_DEPTH, scalar};
use hastie_value::ErrorKind;
use hastie_value::{Hash, Value};
use std::collections::HashMap;
use std::rc::Rc;

/// Loads the first document of `text`. Also returns whether a collection contains itself.
pub(crate) fn load(text: &[u8]) -> Result<(Value, bool), Failure> {
    let mut events = Events::new(text)?;
    let mut builder = Builder { allowed: allowed_size(text.len()), ..Builder::default() };
    while let Some(event) = events.next() {
        match event? {
            Event::StreamStart | Event::DocumentStart => {}
            // The handler returns at the end of the first document and ignores the rest.
            Event::DocumentEnd | Event::StreamEnd => break,
            event => builder.take(event)?,
        }
    }
    match builder.root {
        None => Ok((Value::Bool(false), false)),
        Some(root) => builder.freeze(root, 0).map(|frozen| (frozen.value, builder.cyclic)),
    }
}

/// The maximum size of a document of `text` bytes, in the units of [`size_of`]. The value of an alias counts each time
/// it occurs, because code that prints, compares or merges values visits it each time.
fn allowed_size(text: usize) -> usize {
    1_000_000 + text.saturating_mul(16)
}

/// The size of a scalar: 1, plus 1 for every 8 bytes of a string.
fn size_of(scalar: &Value) -> usize {
    1 + scalar.as_str().map_or(0, |text| text.len() / 8)
}

/// The index of a node in [`Builder::nodes`].
type Id = usize;

/// A value under construction. Elements are node indices, so that they can be shared and filled later.
enum Node {
    Leaf(Value),
    Array(Vec<Id>),
    /// A hash whose values are node indices, stored as integers.
    Hash(Hash),
}

/// The state of a collection that is converted to its final value.
enum Frozen {
    /// The conversion of the collection is in progress. If it finds the collection again, the collection contains
    /// itself.
    Busy(Rc<Node>),
    /// The collection is converted.
    Done(Final),
}

/// The final value of a node.
#[derive(Clone)]
struct Final {
    value: Value,
    /// The depth of nested collections: 0 for a scalar, 1 for an array of scalars.
    depth: usize,
    /// The size of the value. The value of an alias counts each time it occurs.
    size: usize,
}

#[derive(Default)]
struct Builder {
    nodes: Vec<Node>,
    anchors: HashMap<String, Id>,
    root: Option<Id>,
    /// The open collections, innermost last.
    open: Vec<Id>,
    /// The key whose value has not been read yet. All levels share it, as in Ruby.
    key: Option<Value>,
    frozen: HashMap<Id, Frozen>,
    /// Whether a collection contains itself.
    cyclic: bool,
    /// The maximum size of a collection. Each string that an alias copies reduces this maximum.
    allowed: usize,
}

impl Builder {
    fn take(&mut self, event: Event) -> Result<(), Failure> {
        match event {
            Event::Scalar(Scalar { anchor, tag, value, quoted }) => {
                let value = scalar::resolve(value, quoted, tag.as_deref())?;
                self.add(Node::Leaf(value), anchor)?;
            }
            Event::Alias(name) => self.alias(&name)?,
            Event::SequenceStart { anchor, .. } => self.start(Node::Array(Vec::new()), anchor)?,
            Event::MappingStart { anchor, .. } => self.start(Node::Hash(Hash::new()), anchor)?,
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
            // An unknown anchor is nil, without an error.
            None => self.add(Node::Leaf(Value::Nil), None).map(|_| ()),
            Some((id, Node::Leaf(Value::Str(text)))) => {
                self.allowed = self.allowed.checked_sub(text.len() / 8).ok_or_else(too_large)?;
                match scalar::resolve(text.to_string(), false, None)? {
                    Value::Str(_) => {
                        self.share(id);
                        self.attach(id)
                    }
                    other => self.add(Node::Leaf(other), None).map(|_| ()),
                }
            }
            Some((id, _)) => self.attach(id),
        }
    }

    /// Turns the string of a node into an object, before a second part of the document refers to it. If a plugin then
    /// changes the string in place, both parts change, as in Ruby.
    fn share(&mut self, id: Id) {
        if let Node::Leaf(Value::Str(text)) = &self.nodes[id] {
            self.nodes[id] = Node::Leaf(Value::Str(text.to_object()));
        }
    }

    /// Creates a node and adds it at the current position.
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

    /// The value of a node in the form of a hash key. `None` for a node that is nil.
    fn as_key(&self, id: Id) -> Option<Value> {
        match &self.nodes[id] {
            Node::Leaf(Value::Nil) => None,
            Node::Leaf(value) => Some(value.clone()),
            Node::Array(_) | Node::Hash(_) => Some(pending(id)),
        }
    }

    /// Ruby's `parent.merge!(other)`. Fails if `other` is not a hash.
    fn merge(&mut self, parent: Id, other: Id) -> Result<(), Failure> {
        let entries: Vec<(Value, Value)> = match &self.nodes[other] {
            Node::Hash(hash) => hash.iter().map(|(key, value)| (key.clone(), value.clone())).collect(),
            Node::Array(_) => return Err(no_hash("Array")),
            Node::Leaf(value) => return Err(no_hash(class(value))),
        };
        for id in entries.iter().filter_map(|(_, value)| id_of(value)) {
            self.share(id);
        }
        if let Node::Hash(hash) = &mut self.nodes[parent] {
            for (key, value) in entries {
                hash.set_value(key, value);
            }
        }
        Ok(())
    }

    /// The final value of a node. Shared nodes stay shared.
    fn freeze(&mut self, id: Id, level: usize) -> Result<Final, Failure> {
        if level > MAX_DEPTH {
            return Err(too_deep());
        }
        match self.frozen.get(&id) {
            Some(Frozen::Busy(node)) => {
                let value = self.scalars_of(node);
                self.cyclic = true;
                return Ok(Final { value, depth: 1, size: 1 });
            }
            Some(Frozen::Done(done)) => return Ok(done.clone()),
            None => {}
        }
        let node = match &mut self.nodes[id] {
            Node::Leaf(value) => return Ok(leaf(value.clone())),
            node => std::mem::replace(node, Node::Leaf(Value::Nil)),
        };
        let node = Rc::new(node);
        self.frozen.insert(id, Frozen::Busy(Rc::clone(&node)));
        let mut done = match &*node {
            Node::Array(items) => self.freeze_array(items, level)?,
            Node::Hash(hash) => self.freeze_hash(hash, level)?,
            Node::Leaf(value) => leaf(value.clone()),
        };
        done.depth += 1;
        if done.depth + level > MAX_DEPTH {
            return Err(too_deep());
        }
        if done.size > self.allowed {
            return Err(too_large());
        }
        self.frozen.insert(id, Frozen::Done(done.clone()));
        Ok(done)
    }

    /// The value to use for a collection inside of itself. It has the scalars of the collection, but not its arrays and
    /// hashes.
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

    fn freeze_array(&mut self, items: &[Id], level: usize) -> Result<Final, Failure> {
        let (mut deepest, mut size) = (0, 1usize);
        let mut values = Vec::with_capacity(items.len());
        for &item in items {
            let item = self.freeze(item, level + 1)?;
            deepest = deepest.max(item.depth);
            size = size.saturating_add(item.size);
            values.push(item.value);
        }
        Ok(Final { value: Value::array(values), depth: deepest, size })
    }

    fn freeze_hash(&mut self, entries: &Hash, level: usize) -> Result<Final, Failure> {
        let (mut deepest, mut size) = (0, 1usize);
        let mut hash = Hash::with_capacity(entries.len());
        for (key, value) in entries.iter() {
            let key = match key {
                Value::Range(id, _) => self.freeze(*id as Id, level + 1)?,
                key => leaf(key.clone()),
            };
            let Some(id) = id_of(value) else { continue };
            let item = self.freeze(id, level + 1)?;
            deepest = deepest.max(item.depth);
            size = size.saturating_add(key.size).saturating_add(item.size);
            hash.set_value(key.value, item.value);
        }
        Ok(Final { value: Value::hash(hash), depth: deepest, size })
    }
}

fn leaf(value: Value) -> Final {
    let size = size_of(&value);
    Final { value, depth: 0, size }
}

/// The node to which the integer in a hash under construction refers. `None` for values other than integers.
fn id_of(value: &Value) -> Option<Id> {
    match value {
        Value::Int(id) => Id::try_from(*id).ok(),
        _ => None,
    }
}

/// The placeholder for a collection used as a key, whose elements may still follow. It is a range, because no YAML
/// scalar is a range.
fn pending(id: Id) -> Value {
    Value::Range(id as i64, id as i64)
}

fn too_deep() -> Failure {
    Failure::raised(ErrorKind::SystemStack, format!("arrays and hashes are nested more than {MAX_DEPTH} deep"))
}

fn too_large() -> Failure {
    Failure::raised(ErrorKind::NoMemory, "the values of YAML aliases, repeated for each alias, are too large")
}

fn no_hash(class: &str) -> Failure {
    Failure::raised(ErrorKind::Type, format!("no implicit conversion of {class} into Hash"))
}

/// The class of a scalar, as named in Ruby's conversion errors.
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
