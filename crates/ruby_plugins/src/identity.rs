//! Texts that are objects of their own.
//!
//! In Jekyll all of a site's plugins and templates hold the same strings: a filter that changes its input in place changes
//! the title of a page. Short texts lie in the values themselves here, so that nobody could tell which of them a plugin has
//! changed. Where filters change things the site's own texts are made objects first.

use hastie_liquid::{Hash, Value};
use hastie_site::model::ReplaceableHash;
use hastie_site::site::Site;
use std::collections::HashMap;
use std::sync::Arc;

/// Lists and hashes within each other that are searched.
const DEPTH: usize = 64;

/// Gives all texts in front matter and data an identity.
pub fn give_all(site: &mut Site) {
    let mut objects = Objects::default();
    for collection in &mut site.content.collections {
        collection.docs.iter_mut().for_each(|document| objects.give_front_matter(&mut document.data));
    }
    site.content.pages.iter_mut().for_each(|page| objects.give_front_matter(&mut page.data));
    site.content.data = objects.of(&site.content.data, 0);
}

/// A value whose texts are objects.
pub fn given(value: &Value) -> Value {
    Objects::default().of(value, 0)
}

/// A hash whose texts are objects.
pub fn given_hash(hash: &Hash) -> Hash {
    Objects::default().of_hash(hash, 0)
}

/// Lists, hashes and texts by their places, with what became of them: what was one object stays one.
#[derive(Default)]
struct Objects {
    known: HashMap<usize, (Value, Value)>,
}

impl Objects {
    fn give_front_matter(&mut self, data: &mut ReplaceableHash) {
        let given = self.of_hash(data, 0);
        **data = given;
    }

    fn of(&mut self, value: &Value, depth: usize) -> Value {
        if depth > DEPTH {
            return value.clone();
        }
        let place = match value {
            Value::Str(text) if text.is_object() => return value.clone(),
            Value::Str(text) => return Value::Str(text.to_object()),
            Value::Array(items) => Arc::as_ptr(items).cast::<()>().addr(),
            Value::Hash(hash) => Arc::as_ptr(hash).cast::<()>().addr(),
            _ => return value.clone(),
        };
        if let Some((_, known)) = self.known.get(&place) {
            return known.clone();
        }
        let given = match value {
            Value::Array(items) => Value::array(items.iter().map(|item| self.of(item, depth + 1)).collect()),
            Value::Hash(hash) => Value::hash(self.of_hash(hash, depth + 1)),
            _ => value.clone(),
        };
        // The old one is kept, so that no other takes its place.
        self.known.insert(place, (value.clone(), given.clone()));
        given
    }

    fn of_hash(&mut self, hash: &Hash, depth: usize) -> Hash {
        let mut given = hash.clone();
        given.iter_mut().for_each(|(_, value)| *value = self.of(value, depth));
        given
    }
}
