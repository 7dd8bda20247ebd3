//! One level of a template's variables: names with values, in the order they were set.
//!
//! Most scopes hold two or three names (`item`, `forloop`), some a few hundred (everything assigned), so
//! a scope is a list that is searched by hash, with an index only once it is long.

use crate::value::{Str, Value};
use std::collections::HashMap;

/// A variable name with its hash, made once when a template is parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) text: Str,
    hash: u64,
}

impl Name {
    pub(crate) fn new(text: impl Into<Str>) -> Self {
        let text = text.into();
        let hash = hash(&text);
        Name { text, hash }
    }
}

/// FNV-1a: names are short, and the hash only has to tell them apart quickly.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Above this length a scope keeps an index.
const LONG: usize = 24;

#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    hashes: Vec<u64>,
    entries: Vec<(Str, Value)>,
    index: HashMap<Str, usize>,
}

impl Scope {
    pub(crate) fn get(&self, name: &Name) -> Option<&Value> {
        let place = self.place(&name.text, name.hash)?;
        Some(&self.entries[place].1)
    }

    /// Sets a variable and gives back what it held.
    pub(crate) fn set(&mut self, name: &Name, value: Value) -> Option<Value> {
        if let Some(place) = self.place(&name.text, name.hash) {
            return Some(std::mem::replace(&mut self.entries[place].1, value));
        }
        self.hashes.push(name.hash);
        self.entries.push((name.text.clone(), value));
        match self.entries.len() {
            length if length > LONG + 1 => {
                self.index.insert(name.text.clone(), length - 1);
            }
            length if length == LONG + 1 => {
                self.index = self.entries.iter().enumerate().map(|(place, (name, _))| (name.clone(), place)).collect();
            }
            _ => {}
        }
        None
    }

    fn place(&self, text: &str, hash: u64) -> Option<usize> {
        if self.entries.len() > LONG {
            return self.index.get(text).copied();
        }
        let mut from = 0;
        while let Some(found) = self.hashes[from..].iter().position(|other| *other == hash) {
            if self.entries[from + found].0 == *text {
                return Some(from + found);
            }
            from += found + 1;
        }
        None
    }
}
