//! Lists and maps.

use super::Value;
use crate::symbol::FastMap;
use crate::value::Extent;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

/// The separator between the elements of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Separator {
    Space,
    Comma,
}

/// A list. One of arguments has keywords too.
#[derive(Clone, Debug)]
pub(crate) struct List {
    pub(crate) items: Vec<Value>,
    pub(crate) separator: Option<Separator>,
    pub(crate) bracketed: bool,
    pub(crate) extent: Extent,
    pub(crate) keywords: Option<Rc<Keywords>>,
}

/// The keyword arguments that no parameter took, in order, each as it was written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Keywords {
    pub(crate) pairs: Vec<(Arc<str>, Value)>,
    /// Whether they were asked for; if not, having any is an error.
    pub(crate) accessed: Cell<bool>,
}

impl List {
    pub(crate) fn new(items: Vec<Value>, separator: Option<Separator>) -> List {
        let extent = Extent::around(items.iter().map(Value::extent));
        List { items, separator, bracketed: false, extent, keywords: None }
    }
}

/// A map. It keeps the order of its keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct Map {
    pairs: Vec<(Value, Value)>,
    /// Where keys that are strings stand, once there are many.
    texts: FastMap<Arc<str>, usize>,
    extent: Extent,
}

impl Value {
    /// The depth and size of the value, texts with their lengths.
    pub(crate) fn extent(&self) -> Extent {
        match self {
            Value::Text(text) => Extent::of_text(text.value.len()),
            Value::List(list) => list.extent,
            Value::Map(map) => map.extent,
            _ => Extent::default(),
        }
    }
}

/// The size up to which looking through a map is fast enough.
const SMALL: usize = 8;

/// The size from which on a map has an index.
const FIRST_INDEXED: usize = SMALL + 1;

impl Map {
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&Value, &Value)> {
        self.pairs.iter().map(|(key, value)| (key, value))
    }

    pub(crate) fn len(&self) -> usize {
        self.pairs.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    fn position(&self, key: &Value) -> Option<usize> {
        if let Value::Text(text) = key
            && self.pairs.len() > SMALL
        {
            return self.texts.get(&text.value).copied();
        }
        self.pairs.iter().position(|(known, _)| known.is_same_key(key))
    }

    pub(crate) fn get(&self, key: &Value) -> Option<&Value> {
        self.position(key).and_then(|at| self.pairs.get(at)).map(|(_, value)| value)
    }

    /// Sets a key's value. A known key keeps its place.
    pub(crate) fn insert(&mut self, key: Value, value: Value) {
        if let Some((_, old)) = self.position(&key).and_then(|at| self.pairs.get_mut(at)) {
            let extent = self.extent.without(old.extent()).with(value.extent());
            *old = value;
            self.extent = extent;
            return;
        }
        self.extent = self.extent.with(key.extent()).with(value.extent());
        self.pairs.push((key, value));
        // A small map has no index.
        match self.pairs.len() {
            ..=SMALL => {}
            FIRST_INDEXED => (0..FIRST_INDEXED).for_each(|at| self.index(at)),
            len => self.index(len - 1),
        }
    }

    /// Notes where a key stands, if it is a string.
    fn index(&mut self, at: usize) {
        if let Some((Value::Text(text), _)) = self.pairs.get(at) {
            self.texts.insert(Arc::clone(&text.value), at);
        }
    }

    /// The map without some keys.
    pub(crate) fn without(&self, keys: &[Value]) -> Map {
        let mut left = Map::default();
        for (key, value) in &self.pairs {
            if !keys.iter().any(|removed| removed.is_same_key(key)) {
                left.insert(key.clone(), value.clone());
            }
        }
        left
    }
}
