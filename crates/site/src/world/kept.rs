//! Results that the builds of one process keep for the next build.
//!
//! A development server builds the same site again and again, and between two builds hardly anything changes. Results
//! are kept together with everything they were computed from. They are reused only if all of this is unchanged, so a
//! rebuild writes the same bytes as a first build.
//!
//! The layers above define the results that they keep, each as a [`Part`]. A part drops the results that the last build
//! did not use, so its size does not grow with the number of builds.

use crate::locks;
use std::any::{Any, TypeId};
use std::borrow::Borrow;
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::sync::{Arc, Mutex};

/// A store for one kind of result that builds keep, such as converted Markdown.
pub trait Part: Any + Default + Send + Sync {
    /// Drops everything that no build has used since the last call.
    fn drop_unused(&self);
}

/// The results that builds in the same process keep for later builds. There is one store for each type of result.
#[derive(Default)]
pub struct Kept {
    parts: Mutex<HashMap<TypeId, Entry>>,
}

struct Entry {
    part: Arc<dyn Any + Send + Sync>,
    drop_unused: fn(&(dyn Any + Send + Sync)),
}

impl Kept {
    /// The store for results of type `P`. It is empty until a build has added results.
    pub fn part<P: Part>(&self) -> Arc<P> {
        let mut parts = locks::lock(&self.parts);
        let entry = parts.entry(TypeId::of::<P>()).or_insert_with(|| Entry {
            part: Arc::new(P::default()),
            drop_unused: |part| part.downcast_ref::<P>().into_iter().for_each(Part::drop_unused),
        });
        Arc::clone(&entry.part).downcast().unwrap_or_default()
    }

    /// Drops all results. Without this call, a program that continues after its last build never frees their memory,
    /// because the last site and the results refer to each other.
    pub fn clear(&self) {
        let parts = std::mem::take(&mut *locks::lock(&self.parts));
        drop(parts);
    }

    /// Ends a successful build: drops the results that this build did not use.
    #[expect(clippy::iter_over_hash_type, reason = "the parts are independent")]
    pub fn end_build(&self) {
        for entry in locks::lock(&self.parts).values() {
            (entry.drop_unused)(&*entry.part);
        }
    }
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kept").finish_non_exhaustive()
    }
}

/// A table that forgets unused entries. [`Generations::drop_unused`] drops the entries that were not used since its
/// previous call.
#[derive(Debug)]
pub struct Generations<K, V> {
    both: Mutex<Both<K, V>>,
}

#[derive(Debug)]
struct Both<K, V> {
    young: Table<K, V>,
    old: Table<K, V>,
}

/// A map with a fast hash function, because the keys are long texts.
type Table<K, V> = HashMap<K, V, foldhash::fast::RandomState>;

impl<K, V> Default for Generations<K, V> {
    fn default() -> Self {
        Generations { both: Mutex::new(Both { young: Table::default(), old: Table::default() }) }
    }
}

impl<K: Hash + Eq, V: Clone> Generations<K, V> {
    /// The entry for a key, which is marked as used in this build. `None` if there is no entry.
    pub fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let mut both = locks::lock(&self.both);
        if let Some(value) = both.young.get(key) {
            return Some(value.clone());
        }
        let (key, value) = both.old.remove_entry(key)?;
        both.young.insert(key, value.clone());
        Some(value)
    }

    /// Adds or replaces an entry, and marks it as used in this build.
    pub fn insert(&self, key: K, value: V) {
        locks::lock(&self.both).young.insert(key, value);
    }

    /// Whether the table has no entries, used or unused.
    pub fn is_empty(&self) -> bool {
        let both = locks::lock(&self.both);
        both.young.is_empty() && both.old.is_empty()
    }

    /// Drops the entries that were not used since the last call.
    pub fn drop_unused(&self) {
        self.drop_unused_unless(|_| false);
    }

    /// Like [`drop_unused`](Self::drop_unused), but keeps the entries that `is_needed` accepts.
    pub fn drop_unused_unless(&self, is_needed: impl Fn(&V) -> bool) {
        let mut both = locks::lock(&self.both);
        let needed: Vec<_> = both.old.extract_if(|_, value| is_needed(value)).collect();
        both.young.extend(needed);
        both.young.shrink_to_fit();
        // The entries are dropped after the lock is released.
        let unused = {
            let used = std::mem::take(&mut both.young);
            std::mem::replace(&mut both.old, used)
        };
        drop(both);
        drop(unused);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Numbers(Generations<String, u32>);

    impl Part for Numbers {
        fn drop_unused(&self) {
            self.0.drop_unused();
        }
    }

    #[test]
    fn entries_that_a_build_does_not_use_are_dropped_after_it() {
        let kept = Kept::default();
        let numbers = kept.part::<Numbers>();
        numbers.0.insert("used".into(), 1);
        numbers.0.insert("unused".into(), 2);
        kept.end_build();
        assert_eq!(kept.part::<Numbers>().0.get("used"), Some(1));
        kept.end_build();
        assert_eq!(numbers.0.get("used"), Some(1));
        assert_eq!(numbers.0.get("unused"), None);
    }
}
