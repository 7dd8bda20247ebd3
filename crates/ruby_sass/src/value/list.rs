//! Lists, argument lists and maps.

use super::Value;
use hastie_sass_core::symbol::FastMap;
use hastie_sass_core::tree_size::TreeSize;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

/// The separator between the elements of a list: whitespace or a comma.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Separator {
    Space,
    Comma,
}

/// A list such as `1px 2px`. The list of a rest parameter (`$args...`) also has the additional named arguments as
/// `keywords`.
#[derive(Clone, Debug)]
pub(crate) struct List {
    pub(crate) items: Vec<Value>,
    pub(crate) separator: Option<Separator>,
    pub(crate) bracketed: bool,
    pub(crate) size: TreeSize,
    pub(crate) keywords: Option<Rc<Keywords>>,
}

/// The named arguments of a rest parameter, in order and with names as written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Keywords {
    pub(crate) pairs: Vec<(Arc<str>, Value)>,
    /// Whether the arguments were read, for example by `keywords()`. Otherwise, named arguments are an error.
    pub(crate) accessed: Cell<bool>,
}

impl List {
    pub(crate) fn new(items: Vec<Value>, separator: Option<Separator>) -> List {
        let size = TreeSize::containing(items.iter().map(Value::tree_size));
        List { items, separator, bracketed: false, size, keywords: None }
    }
}

/// A map of SassScript. The pairs keep the order in which they were added.
#[derive(Clone, Debug, Default)]
pub(crate) struct Map {
    pairs: Vec<(Value, Value)>,
    /// The positions of string keys, in larger maps.
    texts: FastMap<Arc<str>, usize>,
    size: TreeSize,
}

impl Value {
    /// The depth and size of the value. Strings are weighted by their length.
    pub(crate) fn tree_size(&self) -> TreeSize {
        match self {
            Value::Text(text) => TreeSize::of_text(text.value.len()),
            Value::List(list) => list.size,
            Value::Map(map) => map.size,
            _ => TreeSize::default(),
        }
    }

    /// The number of values that a traversal visits, with four bytes of text counted as one value.
    pub(crate) fn work(&self) -> u64 {
        self.tree_size().nodes()
    }
}

/// The maximum number of pairs that are searched linearly.
const SMALL: usize = 8;

/// The minimum number of pairs in a map with an index.
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
        self.position(key).and_then(|index| self.pairs.get(index)).map(|(_, value)| value)
    }

    /// Sets the value of a key. An existing key keeps its position.
    pub(crate) fn insert(&mut self, key: Value, value: Value) {
        if let Some((_, old)) = self.position(&key).and_then(|index| self.pairs.get_mut(index)) {
            let size = self.size.without(old.tree_size()).with(value.tree_size());
            *old = value;
            self.size = size;
            return;
        }
        self.size = self.size.with(key.tree_size()).with(value.tree_size());
        self.pairs.push((key, value));
        // Small maps have no index.
        match self.pairs.len() {
            ..=SMALL => {}
            FIRST_INDEXED => (0..FIRST_INDEXED).for_each(|position| self.index(position)),
            len => self.index(len - 1),
        }
    }

    /// Adds the key at position `place` to the index, if the key is a string.
    fn index(&mut self, place: usize) {
        if let Some((Value::Text(text), _)) = self.pairs.get(place) {
            self.texts.insert(Arc::clone(&text.value), place);
        }
    }

    /// A copy of the map without the keys in `keys`. Keys that the map does not have are ignored.
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
