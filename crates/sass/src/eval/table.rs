//! Small maps from names to values, in insertion order.

use crate::{FastMap, Symbol};

/// The maximum number of entries that are searched linearly.
const LINEAR: usize = 12;

/// A map from names to values. Small maps are searched linearly, larger ones use an index.
#[derive(Clone, Debug)]
pub(crate) struct Table<V> {
    /// The names of the entries. They are separate from the values, so that a search touches little memory.
    names: Vec<Symbol>,
    values: Vec<V>,
    index: Option<Box<FastMap<Symbol, u32>>>,
}

impl<V> Default for Table<V> {
    fn default() -> Self {
        Table { names: Vec::new(), values: Vec::new(), index: None }
    }
}

impl<V> Table<V> {
    #[inline(always)]
    fn position(&self, name: Symbol) -> Option<usize> {
        match &self.index {
            Some(index) => index.get(&name).map(|known| *known as usize),
            None => self.names.iter().position(|other| *other == name),
        }
    }

    #[inline(always)]
    pub(crate) fn get(&self, name: Symbol) -> Option<&V> {
        self.position(name).and_then(|index| self.values.get(index))
    }

    pub(crate) fn get_mut(&mut self, name: Symbol) -> Option<&mut V> {
        let index = self.position(name)?;
        self.values.get_mut(index)
    }

    pub(crate) fn contains(&self, name: Symbol) -> bool {
        self.position(name).is_some()
    }

    pub(crate) fn insert(&mut self, name: Symbol, value: V) {
        if let Some(old) = self.get_mut(name) {
            *old = value;
            return;
        }
        let position = self.names.len() as u32;
        self.names.push(name);
        self.values.push(value);
        match &mut self.index {
            Some(index) => {
                index.insert(name, position);
            }
            None if self.names.len() > LINEAR => self.rebuild(),
            None => {}
        }
    }

    pub(crate) fn remove(&mut self, name: Symbol) -> Option<V> {
        let index = self.position(name)?;
        self.names.remove(index);
        let value = self.values.remove(index);
        if self.index.is_some() {
            self.rebuild();
        }
        Some(value)
    }

    /// Removes all entries and the index. Keeps the memory of names and values.
    pub(crate) fn clear(&mut self) {
        self.names.clear();
        self.values.clear();
        self.index = None;
    }

    fn rebuild(&mut self) {
        let index = self.names.iter().enumerate().map(|(position, name)| (*name, position as u32)).collect();
        self.index = Some(Box::new(index));
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (Symbol, &V)> {
        self.names.iter().copied().zip(&self.values)
    }

    pub(crate) fn keys(&self) -> impl ExactSizeIterator<Item = Symbol> {
        self.names.iter().copied()
    }

    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

impl<V> FromIterator<(Symbol, V)> for Table<V> {
    fn from_iter<I: IntoIterator<Item = (Symbol, V)>>(pairs: I) -> Self {
        let mut table = Table::default();
        for (name, value) in pairs {
            table.insert(name, value);
        }
        table
    }
}
