//! Values that hooks can replace while other threads read them.

use crate::locks;
use hastie_liquid::{Hash, Value};
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{OnceLock, RwLock};

/// A value that may be replaced often, such as `site.data`. Keeps only the first and the latest value.
#[derive(Debug)]
pub struct ReplaceableValue {
    first: Value,
    is_replaced: AtomicBool,
    last: RwLock<Value>,
}

impl ReplaceableValue {
    /// The current value. Takes a lock only after the first replacement.
    pub fn get(&self) -> Value {
        if self.is_replaced.load(Ordering::Acquire) { locks::read(&self.last).clone() } else { self.first.clone() }
    }

    /// Replaces the value that later reads return. From then on, each read takes a lock.
    pub fn replace(&self, value: Value) {
        *locks::write(&self.last) = value;
        self.is_replaced.store(true, Ordering::Release);
    }
}

impl From<Value> for ReplaceableValue {
    fn from(first: Value) -> Self {
        ReplaceableValue { first, is_replaced: AtomicBool::new(false), last: RwLock::new(Value::Nil) }
    }
}

/// A hash whose keys hooks and tags may set often, such as the variables of all templates. Keeps only the first and the
/// latest values.
#[derive(Debug)]
pub struct SharedHash {
    first: Hash,
    is_changed: AtomicBool,
    last: RwLock<Hash>,
}

impl SharedHash {
    /// The current value of a key. Takes a lock only after the first change.
    pub fn get(&self, key: &str) -> Option<Value> {
        self.read(|hash| hash.get(key).cloned())
    }

    /// Calls `work` with the current hash. `work` must not call [`change`](Self::change), which could wait forever.
    pub fn read<T>(&self, work: impl FnOnce(&Hash) -> T) -> T {
        if self.is_changed.load(Ordering::Acquire) { work(&locks::read(&self.last)) } else { work(&self.first) }
    }

    /// Calls `work` to change the hash that later reads return. `work` must not use this `SharedHash`, which is locked.
    pub fn change(&self, work: impl FnOnce(&mut Hash)) {
        let mut last = locks::write(&self.last);
        if !self.is_changed.load(Ordering::Acquire) {
            *last = self.first.clone();
        }
        work(&mut last);
        self.is_changed.store(true, Ordering::Release);
    }
}

impl From<Hash> for SharedHash {
    fn from(first: Hash) -> Self {
        SharedHash { first, is_changed: AtomicBool::new(false), last: RwLock::default() }
    }
}

/// A value that hooks may replace during rendering, such as front matter. Reading takes no lock, and references to a
/// replaced value stay valid. Each replaced value stays in memory, so a value should be replaced a few times only.
#[derive(Debug, Default)]
pub struct Replaceable<T> {
    first: T,
    next: OnceLock<Box<Replaceable<T>>>,
}

/// Front matter, the configuration and similar hashes that hooks may replace.
pub type ReplaceableHash = Replaceable<Hash>;

impl<T> Replaceable<T> {
    /// Replaces the value that later reads return. References to earlier values stay valid.
    pub fn replace(&self, value: T) {
        let mut next = Box::new(Replaceable::from(value));
        let mut current = self;
        while let Err(refused) = current.next.set(next) {
            next = refused;
            match current.next.get() {
                Some(behind) => current = behind,
                None => return,
            }
        }
    }

    /// Whether a plugin has replaced the value, even by an equal one. False again after the value was changed through a
    /// mutable reference.
    pub fn is_replaced(&self) -> bool {
        self.next.get().is_some()
    }
}

impl<T> Deref for Replaceable<T> {
    type Target = T;

    fn deref(&self) -> &T {
        let mut current = self;
        while let Some(behind) = current.next.get() {
            current = behind;
        }
        &current.first
    }
}

impl<T: Clone> DerefMut for Replaceable<T> {
    fn deref_mut(&mut self) -> &mut T {
        if self.is_replaced() {
            self.first = (**self).clone();
            self.next = OnceLock::new();
        }
        &mut self.first
    }
}

impl<T: Clone> Clone for Replaceable<T> {
    fn clone(&self) -> Self {
        Replaceable::from((**self).clone())
    }
}

impl<T> From<T> for Replaceable<T> {
    fn from(first: T) -> Self {
        Replaceable { first, next: OnceLock::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::{ReplaceableHash, SharedHash};
    use hastie_liquid::{Hash, Value};

    #[test]
    fn a_shared_hash_has_its_first_and_its_latest_values() {
        let hash = SharedHash::from([("a", Value::Int(1)), ("b", Value::Int(2))].into_iter().collect::<Hash>());
        assert!(matches!(hash.get("a"), Some(Value::Int(1))));
        for number in 3..5 {
            hash.change(|hash| hash.set("a", Value::Int(number)));
        }
        assert!(matches!((hash.get("a"), hash.get("b")), (Some(Value::Int(4)), Some(Value::Int(2)))));
        assert_eq!(hash.read(Hash::len), 2);
    }

    #[test]
    fn the_last_hash_counts_and_can_be_changed() {
        let hash = |number: i64| -> Hash { [("n", Value::Int(number))].into_iter().collect() };
        let mut late = ReplaceableHash::from(hash(1));
        late.replace(hash(2));
        late.replace(hash(3));
        assert!(matches!(late.get("n"), Some(Value::Int(3))));
        late.set("n", Value::Int(4));
        assert!(matches!(late.get("n"), Some(Value::Int(4))));
        assert!(!late.is_replaced());
    }
}
