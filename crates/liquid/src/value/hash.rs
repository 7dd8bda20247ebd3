//! Ruby's Hash: ordered by insertion, any value as key.

use super::{Str, Value};
use indexmap::{Equivalent, IndexMap};
use std::hash::{Hash as StdHash, Hasher};

/// A Hash. Iteration follows insertion; overwriting a key keeps its place.
#[derive(Clone, Debug, Default)]
pub struct Hash {
    entries: IndexMap<Key, Value>,
}

impl Hash {
    /// An empty hash.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty hash with room for `count` entries.
    pub fn with_capacity(count: usize) -> Self {
        Hash { entries: IndexMap::with_capacity(count) }
    }

    /// The value of a string key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.entries.get(&StrKey(key))
    }

    /// The value of any key, compared as Ruby's `eql?` does (1 and 1.0 differ).
    pub fn get_value(&self, key: &Value) -> Option<&Value> {
        match key {
            Value::Str(text) => self.get(text),
            _ => self.entries.get(&Key(key.clone())),
        }
    }

    /// Sets a string key; an existing one keeps its place.
    pub fn set(&mut self, key: impl Into<Str>, value: impl Into<Value>) {
        self.entries.insert(Key(Value::Str(key.into())), value.into());
    }

    /// Sets any key; an existing one keeps its place.
    pub fn set_value(&mut self, key: Value, value: Value) {
        self.entries.insert(Key(key), value);
    }

    /// Removes a string key, keeping the order of the rest.
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        self.entries.shift_remove(&StrKey(key))
    }

    /// Whether a string key is there (its value may be nil).
    pub fn contains_key(&self, key: &str) -> bool {
        self.entries.contains_key(&StrKey(key))
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Entries in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&Value, &Value)> + ExactSizeIterator {
        self.entries.iter().map(|(key, value)| (&key.0, value))
    }

    /// Entries in order, values open to change.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&Value, &mut Value)> {
        self.entries.iter_mut().map(|(key, value)| (&key.0, value))
    }

    /// Keys in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &Value> + ExactSizeIterator {
        self.entries.keys().map(|key| &key.0)
    }

    /// Values in order.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Value> + ExactSizeIterator {
        self.entries.values()
    }
}

impl<K: Into<Str>, V: Into<Value>> FromIterator<(K, V)> for Hash {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut hash = Hash::new();
        for (key, value) in entries {
            hash.set(key, value);
        }
        hash
    }
}

/// A key, compared and hashed as Ruby's `eql?` and `hash` do.
#[derive(Clone, Debug)]
struct Key(Value);

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        same(&self.0, &other.0)
    }
}

impl Eq for Key {}

/// `eql?`: same class and same contents.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Nil, Value::Nil) | (Value::Empty, Value::Empty) | (Value::Blank, Value::Blank) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Big(a), Value::Big(b)) => a == b,
        (Value::Float(a), Value::Float(b)) => a == b,
        (Value::Str(a), Value::Str(b)) => a == b,
        (Value::Date(a), Value::Date(b)) => a == b,
        (Value::Time(a), Value::Time(b)) => a.instant() == b.instant(),
        (Value::Range(a, b), Value::Range(c, d)) => a == c && b == d,
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| same(a, b)),
        (Value::Hash(a), Value::Hash(b)) => {
            a.len() == b.len() && a.iter().all(|(key, value)| b.get_value(key).is_some_and(|other| same(value, other)))
        }
        (Value::Drop(a), Value::Drop(b)) => a.same(&**b),
        _ => false,
    }
}

impl StdHash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        digest(&self.0, state);
    }
}

fn digest<H: Hasher>(value: &Value, state: &mut H) {
    match value {
        Value::Nil => state.write_u8(0),
        Value::Bool(truth) => state.write_u8(1 + u8::from(*truth)),
        Value::Int(number) => number.hash(state),
        Value::Big(number) => number.hash(state),
        Value::Float(number) => number.to_bits().hash(state),
        // As `str` hashes itself, so that a key can be looked up by its text alone.
        Value::Str(text) => text.as_str().hash(state),
        Value::Date(date) => date.hash(state),
        Value::Time(time) => time.instant().hash(state),
        Value::Range(first, last) => (first, last).hash(state),
        Value::Array(items) => items.iter().for_each(|item| digest(item, state)),
        // Equal hashes may differ in order, so only the size can count.
        Value::Hash(hash) => hash.len().hash(state),
        Value::Drop(object) => object.identity().hash(state),
        Value::Empty => state.write_u8(3),
        Value::Blank => state.write_u8(4),
    }
}

/// A string key that is looked up without making a [`Value`].
struct StrKey<'a>(&'a str);

impl StdHash for StrKey<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl Equivalent<Key> for StrKey<'_> {
    fn equivalent(&self, key: &Key) -> bool {
        matches!(&key.0, Value::Str(text) if **text == *self.0)
    }
}
