//! Ruby's Hash: ordered by insertion, with any value as a key.
//!
//! Most hashes of a site have a handful of keys, so entries are in a list. A search compares a 16-byte code per key.
//! Only larger hashes have an index. Codes are the same in every build. The codes of names in templates are computed by
//! the parser ([`Name`](crate::key::Name)).

use crate::key::{Code, Name};
use crate::{Str, Value, compare};
use hashbrown::HashTable;
use std::cell::Cell;

/// A Hash of Ruby, in insertion order. A key that gets another value keeps its position.
#[derive(Clone, Debug, Default)]
pub struct Hash {
    entries: Vec<Entry>,
    /// The position of each entry, by the code of its key. Empty up to [`SHORT`] entries.
    index: HashTable<usize>,
}

#[derive(Clone, Debug)]
struct Entry {
    code: Code,
    key: Value,
    value: Value,
}

impl Entry {
    #[inline]
    fn is(&self, name: &Name) -> bool {
        self.code == name.code && (name.code.is_exact() || matches!(&self.key, Value::Str(key) if **key == *name.text))
    }
}

/// Hashes up to this length are searched without an index.
const SHORT: usize = 16;

impl Hash {
    /// A hash without entries, which allocates no memory.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty hash that can take `count` entries before its list of entries grows. The index of a large hash is
    /// created later.
    pub fn with_capacity(count: usize) -> Self {
        Hash { entries: Vec::with_capacity(count), index: HashTable::new() }
    }

    /// Looks up a string key. `None` for a missing key. Symbols and other keys are never found.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.index_of_text(key, Code::of_text(key)).map(|index| &self.entries[index].value)
    }

    /// The value of a string key with a precomputed code. `None` if the key is missing.
    #[inline]
    pub fn get_name(&self, name: &Name) -> Option<&Value> {
        self.index_of_text(&name.text, name.code).map(|index| &self.entries[index].value)
    }

    /// Like [`Hash::get_name`], but also returns the index of the entry in insertion order.
    pub fn find_name(&self, name: &Name) -> Option<(usize, &Value)> {
        self.index_of_text(&name.text, name.code).map(|index| (index, &self.entries[index].value))
    }

    /// The value of the entry at `index`. `None` if its key is not `name`, or if there is no such entry.
    #[inline]
    pub fn name_at(&self, index: usize, name: &Name) -> Option<&Value> {
        self.entries.get(index).filter(|entry| entry.is(name)).map(|entry| &entry.value)
    }

    /// Like [`Hash::name_at`], for changing the value.
    #[inline]
    pub fn name_at_mut(&mut self, index: usize, name: &Name) -> Option<&mut Value> {
        self.entries.get_mut(index).filter(|entry| entry.is(name)).map(|entry| &mut entry.value)
    }

    /// The value of any key, compared like Ruby's `eql?` (1 and 1.0 differ). `None` if the key is missing.
    pub fn get_value(&self, key: &Value) -> Option<&Value> {
        self.index_of(key, Code::of(key)).map(|index| &self.entries[index].value)
    }

    /// Like [`Hash::get_value`], but also returns the number of steps taken. Different keys, such as nested arrays, can
    /// have the same hash code, so `key` may be compared with several of them.
    pub fn look_up(&self, key: &Value) -> (Option<&Value>, u64) {
        let compared = Cell::new(0);
        let is_it = |other: &Value| {
            compared.set(compared.get() + 4);
            same(other, key)
        };
        let index = self.find(Code::of(key), is_it);
        (index.map(|index| &self.entries[index].value), compared.get())
    }

    /// Sets a string key. An existing key keeps its position.
    pub fn set(&mut self, key: impl Into<Str>, value: impl Into<Value>) {
        let key = key.into();
        let code = Code::of_text(&key);
        match self.index_of_text(&key, code) {
            Some(index) => self.entries[index].value = value.into(),
            None => self.push(Entry { code, key: Value::Str(key), value: value.into() }),
        }
    }

    /// Sets a string key with a precomputed code. Returns the previous value, or `None` for a new key.
    pub fn replace_name(&mut self, name: &Name, value: Value) -> Option<Value> {
        match self.index_of_text(&name.text, name.code) {
            Some(index) => Some(std::mem::replace(&mut self.entries[index].value, value)),
            None => {
                self.push(Entry { code: name.code, key: Value::Str(name.text.clone()), value });
                None
            }
        }
    }

    /// Sets any key. An existing key keeps its position.
    pub fn set_value(&mut self, key: Value, value: Value) {
        let code = Code::of(&key);
        match self.index_of(&key, code) {
            Some(index) => self.entries[index].value = value,
            None => self.push(Entry { code, key, value }),
        }
    }

    /// Removes a string key. Returns its value, or `None` for a missing key. The other entries keep their order.
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        let index = self.index_of_text(key, Code::of_text(key))?;
        let removed = self.entries.remove(index);
        self.index.clear();
        if self.entries.len() > SHORT {
            self.make_index();
        }
        Some(removed.value)
    }

    /// Whether a string key exists. Its value may be nil.
    pub fn contains_key(&self, key: &str) -> bool {
        self.index_of_text(key, Code::of_text(key)).is_some()
    }

    /// The number of entries. A key with the value nil counts, too.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the hash has no entries. A key with the value nil is an entry, as for Ruby's `Hash#empty?`.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The pairs of key and value in insertion order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&Value, &Value)> + ExactSizeIterator {
        self.entries.iter().map(|entry| (&entry.key, &entry.value))
    }

    /// The pairs of key and value in insertion order. The values can be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&Value, &mut Value)> {
        self.entries.iter_mut().map(|entry| (&entry.key, &mut entry.value))
    }

    /// The keys in insertion order. Keys can be any values.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &Value> + ExactSizeIterator {
        self.entries.iter().map(|entry| &entry.key)
    }

    /// The values in the insertion order of their keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Value> + ExactSizeIterator {
        self.entries.iter().map(|entry| &entry.value)
    }

    fn index_of(&self, key: &Value, code: Code) -> Option<usize> {
        match key {
            Value::Str(text) => self.index_of_text(text, code),
            _ => self.find(code, |other| same(other, key)),
        }
    }

    #[inline]
    fn index_of_text(&self, text: &str, code: Code) -> Option<usize> {
        self.find(code, |key| matches!(key, Value::Str(key) if **key == *text))
    }

    #[inline]
    fn find(&self, code: Code, is_it: impl Fn(&Value) -> bool) -> Option<usize> {
        let found = |entry: &Entry| entry.code == code && (code.is_exact() || is_it(&entry.key));
        if self.entries.len() <= SHORT {
            return self.entries.iter().position(found);
        }
        self.index.find(code.digest(), |index| found(&self.entries[*index])).copied()
    }

    fn push(&mut self, entry: Entry) {
        let digest = entry.code.digest();
        self.entries.push(entry);
        match self.entries.len() - 1 {
            ..SHORT => {}
            SHORT => self.make_index(),
            index => {
                let entries = &self.entries;
                self.index.insert_unique(digest, index, |index| entries[*index].code.digest());
            }
        }
    }

    fn make_index(&mut self) {
        let entries = &self.entries;
        for (index, entry) in entries.iter().enumerate() {
            self.index.insert_unique(entry.code.digest(), index, |index| entries[*index].code.digest());
        }
    }
}

impl<K: Into<Str>, V: Into<Value>> FromIterator<(K, V)> for Hash {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let entries = entries.into_iter();
        let mut hash = Hash::with_capacity(entries.size_hint().0);
        for (key, value) in entries {
            hash.set(key, value);
        }
        hash
    }
}

/// Ruby's `eql?`: whether both values have the same class and the same contents.
pub(crate) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Nil, Value::Nil) | (Value::Empty, Value::Empty) | (Value::Blank, Value::Blank) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Big(a), Value::Big(b)) => a == b,
        (Value::Float(a), Value::Float(b)) => a == b,
        (Value::Str(a), Value::Str(b)) => a == b,
        (Value::Symbol(a), Value::Symbol(b)) => a == b,
        (Value::Date(a), Value::Date(b)) => a == b,
        (Value::Time(a), Value::Time(b)) => a.instant() == b.instant(),
        (Value::Range(a, b), Value::Range(c, d)) => a == c && b == d,
        (Value::Array(_), Value::Array(_)) | (Value::Hash(_), Value::Hash(_)) => compare::same(a, b),
        (Value::Drop(a), Value::Drop(b)) => a.same(&**b),
        _ => false,
    }
}
