//! A table from names to filters or tags, looked up for each call and tag of a template.

use crate::value::Str;
use crate::value::hash::{Code, Name};
use hashbrown::HashTable;

/// A table from names to what they stand for.
#[derive(Clone, Debug)]
pub(crate) struct Names<T> {
    entries: Vec<(Name, T)>,
    places: HashTable<usize>,
}

impl<T> Default for Names<T> {
    fn default() -> Self {
        Names { entries: Vec::new(), places: HashTable::new() }
    }
}

impl<T> Names<T> {
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    #[inline]
    pub(crate) fn get(&self, name: &str) -> Option<&T> {
        self.place(name, Code::of_text(name)).map(|place| &self.entries[place].1)
    }

    /// Sets what a name stands for, and gives it back open to change.
    pub(crate) fn insert(&mut self, name: &str, thing: T) -> &mut T {
        let name = Name::new(name);
        let place = self.place(&name.text, name.code).unwrap_or(self.entries.len());
        if place < self.entries.len() {
            self.entries[place].1 = thing;
        } else {
            let digest = name.code.digest();
            self.entries.push((name, thing));
            let entries = &self.entries;
            self.places.insert_unique(digest, place, |place| entries[*place].0.code.digest());
        }
        &mut self.entries[place].1
    }

    /// All names, sorted.
    pub(crate) fn sorted(&self) -> Vec<Str> {
        let mut names: Vec<Str> = self.entries.iter().map(|(name, _)| name.text.clone()).collect();
        names.sort();
        names
    }

    fn place(&self, name: &str, code: Code) -> Option<usize> {
        self.places.find(code.digest(), |place| self.entries[*place].0.has(name, code)).copied()
    }
}
