//! A map from names to filters or tags, optimized for lookups while parsing.

use crate::value::Str;
use crate::value::key::{Code, Name};
use hashbrown::HashTable;

/// A map from names to values, in the order in which the names were added. Each entry stores the hash of its name.
#[derive(Clone, Debug)]
pub(crate) struct Names<T> {
    entries: Vec<(Name, T)>,
    indices: HashTable<usize>,
}

impl<T> Default for Names<T> {
    fn default() -> Self {
        Names { entries: Vec::new(), indices: HashTable::new() }
    }
}

impl<T> Names<T> {
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    #[inline]
    pub(crate) fn get(&self, name: &str) -> Option<&T> {
        self.index(name, Code::of_text(name)).map(|index| &self.entries[index].1)
    }

    /// A mutable reference to the value of a name. `None` for an unknown name.
    pub(crate) fn get_mut(&mut self, name: &str) -> Option<&mut T> {
        self.index(name, Code::of_text(name)).map(|index| &mut self.entries[index].1)
    }

    /// Sets the value of a name, and returns a mutable reference to the value. An existing name keeps its place.
    pub(crate) fn insert(&mut self, name: &str, value: T) -> &mut T {
        let name = Name::new(name);
        let index = self.index(&name.text, name.code).unwrap_or(self.entries.len());
        if index < self.entries.len() {
            self.entries[index].1 = value;
        } else {
            let digest = name.code.digest();
            self.entries.push((name, value));
            let entries = &self.entries;
            self.indices.insert_unique(digest, index, |index| entries[*index].0.code.digest());
        }
        &mut self.entries[index].1
    }

    /// Calls `change` with a reference to each value, in the order in which the names were added.
    pub(crate) fn each(&mut self, change: impl FnMut(&mut T)) {
        self.entries.iter_mut().map(|(_, value)| value).for_each(change);
    }

    /// All names in the order of their bytes, so that `Z` precedes `a`.
    pub(crate) fn sorted(&self) -> Vec<Str> {
        let mut names: Vec<Str> = self.entries.iter().map(|(name, _)| name.text.clone()).collect();
        names.sort();
        names
    }

    fn index(&self, name: &str, code: Code) -> Option<usize> {
        self.indices.find(code.digest(), |index| self.entries[*index].0.has(name, code)).copied()
    }
}
