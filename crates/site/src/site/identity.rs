//! Gives strings an identity, so that a change in place can be written back to all holders of the same string.
//!
//! In Jekyll, plugins and templates share the site's strings. For example, a filter that changes its input in place may
//! change the title of a page. Hastie stores a short string inside of its value, so two equal strings look the same. If
//! a filter may change its arguments, the strings of the site are first turned into objects, which are compared by
//! address.

use super::Site;
use crate::model::ReplaceableHash;
use hastie_liquid::{Hash, Value};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The depth of nested arrays and hashes below which strings are not turned into objects.
const MAX_DEPTH: usize = 64;

/// Turns strings into objects, which are compared by address: the strings in data files, and in the front matter of
/// pages, documents and layouts. Keys of hashes are unchanged. Records that filters may now change texts in place.
pub fn give_identity(site: &mut Site) {
    site.setup.has_text_identity.store(true, Ordering::Relaxed);
    let mut converted = Converted::default();
    for collection in &mut site.content.collections {
        collection.docs.iter_mut().for_each(|document| converted.convert_front_matter(&mut document.data));
    }
    site.content.pages.iter_mut().for_each(|page| converted.convert_front_matter(&mut page.data));
    for layout in site.content.layouts.values() {
        layout.data.replace(converted.hash(&layout.data, 0));
    }
    site.content.data = converted.value(&site.content.data, 0);
}

/// A copy of a value in which each string is an object ([`Str::is_object`](hastie_liquid::Str::is_object)). The keys of
/// hashes are unchanged, and so are values that are nested very deeply.
pub fn with_identity(value: &Value) -> Value {
    Converted::default().value(value, 0)
}

/// Like [`with_identity`], but `None` if no string in the value has to be turned into an object.
pub fn identity_for(value: &Value) -> Option<Value> {
    has_inline(value, 0).then(|| with_identity(value))
}

/// Whether a value is or contains a string that is not an object, so that `with_identity` changes the value.
fn has_inline(value: &Value, depth: usize) -> bool {
    match value {
        Value::Str(text) => !text.is_object(),
        Value::Array(items) if depth < MAX_DEPTH => items.iter().any(|item| has_inline(item, depth + 1)),
        Value::Hash(hash) if depth < MAX_DEPTH => hash.iter().any(|(_, value)| has_inline(value, depth + 1)),
        _ => false,
    }
}

/// Like [`with_identity`], for the values of a hash. The keys are unchanged.
pub fn hash_with_identity(hash: &Hash) -> Hash {
    Converted::default().hash(hash, 0)
}

/// The arrays and hashes that are already converted, by address. An object that occurs several times is converted once.
#[derive(Default)]
struct Converted {
    /// The original and the converted value, by the address of the original. The original is kept so that no other
    /// value can have the same address.
    by_address: HashMap<usize, (Value, Value)>,
}

impl Converted {
    fn convert_front_matter(&mut self, data: &mut ReplaceableHash) {
        let converted = self.hash(data, 0);
        **data = converted;
    }

    fn value(&mut self, value: &Value, depth: usize) -> Value {
        if depth > MAX_DEPTH {
            return value.clone();
        }
        let address = match value {
            Value::Str(text) if text.is_object() => return value.clone(),
            Value::Str(text) => return Value::Str(text.to_object()),
            Value::Array(items) => Arc::as_ptr(items).cast::<()>().addr(),
            Value::Hash(hash) => Arc::as_ptr(hash).cast::<()>().addr(),
            _ => return value.clone(),
        };
        if let Some((_, known)) = self.by_address.get(&address) {
            return known.clone();
        }
        let converted = match value {
            // The same object as in front matter defaults, whose strings are already objects.
            _ if !has_inline(value, depth) => value.clone(),
            Value::Array(items) => Value::array(items.iter().map(|item| self.value(item, depth + 1)).collect()),
            Value::Hash(hash) => Value::hash(self.hash(hash, depth + 1)),
            _ => value.clone(),
        };
        self.by_address.insert(address, (value.clone(), converted.clone()));
        converted
    }

    fn hash(&mut self, hash: &Hash, depth: usize) -> Hash {
        let mut converted = hash.clone();
        converted.iter_mut().for_each(|(_, value)| *value = self.value(value, depth));
        converted
    }
}
