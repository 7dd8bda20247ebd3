//! Maps, in insertion order.

use super::Value;
use hastie_sass_core::symbol::FastHasher;
use hastie_sass_core::tree_size::TreeSize;
use indexmap::IndexMap;
use std::hash::BuildHasherDefault;

/// Pairs of keys and values, in insertion order.
#[derive(Clone, Debug, Default)]
pub struct Map {
    entries: IndexMap<Value, Value, BuildHasherDefault<FastHasher>>,
    size: TreeSize,
}

impl Map {
    /// Creates a map without entries, written as `()` in Sass.
    #[must_use]
    pub fn new() -> Map {
        Map::default()
    }

    /// Creates an empty map with room for `entries` entries.
    #[must_use]
    pub fn with_capacity(entries: usize) -> Map {
        let entries = IndexMap::with_capacity_and_hasher(entries, BuildHasherDefault::default());
        Map { entries, size: TreeSize::default() }
    }

    /// The zero-based index of a key, in insertion order. `None` if the map lacks it.
    #[must_use]
    pub fn position(&self, key: &Value) -> Option<usize> {
        self.entries.get_index_of(key)
    }

    /// The value of a key. Keys are compared by Sass's `==`. `None` if the map lacks it.
    #[must_use]
    pub fn get(&self, key: &Value) -> Option<&Value> {
        self.entries.get(key)
    }

    /// Whether the map has a key, compared by Sass's `==`.
    #[must_use]
    pub fn contains_key(&self, key: &Value) -> bool {
        self.entries.contains_key(key)
    }

    /// Sets the value of a key, and returns the old value, or `None` for a new key. An existing key keeps its position.
    pub fn insert(&mut self, key: Value, value: Value) -> Option<Value> {
        let (key_size, value_size) = (key.tree_size(), value.tree_size());
        let old = self.entries.insert(key, value);
        self.size = match &old {
            Some(old) => self.size.without(old.tree_size()).with(value_size),
            None => self.size.with(key_size).with(value_size),
        };
        old
    }

    /// Removes the entry of a key, if the map has it. Other entries keep their order.
    pub fn remove(&mut self, key: &Value) {
        if let Some((key, value)) = self.entries.shift_remove_entry(key) {
            self.size = self.size.without(key.tree_size()).without(value.tree_size());
        }
    }

    /// The keys and values, in insertion order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Value, &Value)> {
        self.entries.iter()
    }

    /// Whether the map has no entries, so that it equals an empty list.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// An upper bound of the map's nesting depth and of the number of its keys and values, including nested ones.
    #[must_use]
    pub fn tree_size(&self) -> TreeSize {
        self.size
    }

    /// The number of entries, without the entries of nested maps.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }
}

impl FromIterator<(Value, Value)> for Map {
    fn from_iter<I: IntoIterator<Item = (Value, Value)>>(entries: I) -> Map {
        let mut map = Map::new();
        for (key, value) in entries {
            map.insert(key, value);
        }
        map
    }
}
