//! Small tables by name, in the order of insertion.

use crate::{FastMap, Symbol};

/// How many entries are searched one by one.
const LINEAR: usize = 8;

/// A map from names. Few entries are searched one by one, many through an index.
#[derive(Clone, Debug)]
pub(crate) struct Table<V> {
    entries: Vec<(Symbol, V)>,
    index: Option<Box<FastMap<Symbol, u32>>>,
}

impl<V> Default for Table<V> {
    fn default() -> Self {
        Table { entries: Vec::new(), index: None }
    }
}

impl<V> Table<V> {
    #[inline(always)]
    fn position(&self, name: Symbol) -> Option<usize> {
        match &self.index {
            Some(index) => index.get(&name).map(|at| *at as usize),
            None => self.entries.iter().position(|(other, _)| *other == name),
        }
    }

    #[inline(always)]
    pub(crate) fn get(&self, name: Symbol) -> Option<&V> {
        self.position(name).and_then(|at| self.entries.get(at)).map(|(_, value)| value)
    }

    pub(crate) fn get_mut(&mut self, name: Symbol) -> Option<&mut V> {
        let at = self.position(name)?;
        self.entries.get_mut(at).map(|(_, value)| value)
    }

    pub(crate) fn contains(&self, name: Symbol) -> bool {
        self.position(name).is_some()
    }

    pub(crate) fn insert(&mut self, name: Symbol, value: V) {
        if let Some(old) = self.get_mut(name) {
            *old = value;
            return;
        }
        let at = self.entries.len() as u32;
        self.entries.push((name, value));
        match &mut self.index {
            Some(index) => {
                index.insert(name, at);
            }
            None if self.entries.len() > LINEAR => self.rebuild(),
            None => {}
        }
    }

    pub(crate) fn remove(&mut self, name: Symbol) -> Option<V> {
        let at = self.position(name)?;
        let (_, value) = self.entries.remove(at);
        if self.index.is_some() {
            self.rebuild();
        }
        Some(value)
    }

    /// Takes all entries away but keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.index = None;
    }

    fn rebuild(&mut self) {
        let index = self.entries.iter().enumerate().map(|(at, (name, _))| (*name, at as u32)).collect();
        self.index = Some(Box::new(index));
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (Symbol, &V)> {
        self.entries.iter().map(|(name, value)| (*name, value))
    }

    pub(crate) fn keys(&self) -> impl ExactSizeIterator<Item = Symbol> {
        self.entries.iter().map(|(name, _)| *name)
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
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
