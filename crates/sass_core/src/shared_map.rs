//! A map that several threads read and fill.

use crate::symbol::FastMap;
use std::borrow::Borrow;
use std::hash::Hash;
use std::sync::{PoisonError, RwLock};

/// A map that several threads read and fill. Reading clones a value, so values should be small or reference-counted.
#[derive(Debug)]
pub struct SharedMap<K, V>(RwLock<FastMap<K, V>>);

impl<K: Eq + Hash, V: Clone> SharedMap<K, V> {
    /// A clone of the value, or `None` for an unknown key. Several threads may read at the same time.
    pub fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    /// Adds or replaces an entry. Waits until no other thread uses the map.
    pub fn insert(&self, key: K, value: V) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(key, value);
    }
}

impl<K, V> Default for SharedMap<K, V> {
    fn default() -> Self {
        SharedMap(RwLock::default())
    }
}
