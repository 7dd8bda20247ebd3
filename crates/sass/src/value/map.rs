//! Maps, in the order of insertion.

use super::Value;
use indexmap::IndexMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A quick hash. Sheets are the author's own, so nobody gains from collisions.
#[derive(Clone, Debug, Default)]
pub struct QuickHasher(u64);

/// Makes [`QuickHasher`]s.
pub type BuildHasher = BuildHasherDefault<QuickHasher>;

impl Hasher for QuickHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            self.write_u64(chunk.iter().fold(0, |word, byte| (word << 8) | u64::from(*byte)));
        }
        let rest = chunks.remainder();
        if !rest.is_empty() {
            self.write_u64(rest.iter().fold(rest.len() as u64, |word, byte| (word << 8) | u64::from(*byte)));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

/// A map.
#[derive(Clone, Debug, Default)]
pub struct Map {
    /// The entries.
    pub entries: IndexMap<Value, Value, BuildHasher>,
}

impl Map {
    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &Value) -> Option<&Value> {
        self.entries.get(key)
    }

    /// Sets the value of a key, which keeps its place where it is there already.
    pub fn insert(&mut self, key: Value, value: Value) {
        self.entries.insert(key, value);
    }

    /// Removes a key.
    pub fn remove(&mut self, key: &Value) {
        self.entries.shift_remove(key);
    }

    /// The entries in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Value, &Value)> {
        self.entries.iter()
    }

    /// Whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }
}

impl FromIterator<(Value, Value)> for Map {
    fn from_iter<I: IntoIterator<Item = (Value, Value)>>(entries: I) -> Map {
        Map { entries: entries.into_iter().collect() }
    }
}
