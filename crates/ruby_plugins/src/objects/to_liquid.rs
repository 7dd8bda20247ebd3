//! Caches the results of `to_liquid` of objects in Ruby.
//!
//! A template may print keys of the same object thousands of times. Ruby reports whether the object's `to_liquid` only
//! collects values that the object has. The result is then valid until other Ruby code runs.

use hastie_liquid::{Hash, Str, Value};
use hastie_site::locks::lock;
use std::collections::HashMap;
use std::sync::Mutex;

/// The results of `to_liquid` of objects in Ruby, by the objects' numbers. Hastie stores only hashes, and only until
/// other Ruby code runs.
#[derive(Debug, Default)]
pub(crate) struct Conversions(Mutex<HashMap<u64, Hash>>);

impl Conversions {
    /// The stored result for an object. `None` if there is none. In Ruby, each call of `to_liquid` returns a new hash,
    /// so this is a copy.
    pub(crate) fn get(&self, number: u64) -> Option<Value> {
        lock(&self.0).get(&number).and_then(copy).map(Value::hash)
    }

    /// Stores the result for an object, if it is a hash of plain values. Plugins may change other values, such as
    /// lists, in place.
    pub(crate) fn note(&self, number: u64, result: &Value) {
        if let Value::Hash(hash) = result
            && let Some(hash) = copy(hash)
        {
            lock(&self.0).insert(number, hash);
        }
    }

    /// Forgets all results, because other Ruby code may have changed the objects.
    pub(crate) fn forget(&self) {
        let mut known = lock(&self.0);
        if !known.is_empty() {
            known.clear();
        }
    }
}

/// A copy of the hash with new strings. A filter that changes such a string in place does not change the stored hash.
/// `None` if a key or value is not plain.
fn copy(hash: &Hash) -> Option<Hash> {
    let plain = |value: &Value| match value {
        Value::Nil | Value::Bool(_) | Value::Int(_) => Some(value.clone()),
        Value::Str(text) if text.is_us_ascii() => Some(Value::Str(Str::us_ascii(text))),
        Value::Str(text) => Some(Value::from(text.as_str())),
        _ => None,
    };
    let mut copy = Hash::new();
    for (key, value) in hash.iter() {
        copy.set_value(plain(key)?, plain(value)?);
    }
    Some(copy)
}

#[cfg(test)]
mod tests {
    use super::Conversions;
    use hastie_liquid::{Hash, Value};

    #[test]
    fn hashes_of_plain_values_are_kept_until_other_code_runs() {
        let known = Conversions::default();
        let hash: Hash = [("name", "a text that is too long to be stored inline")].into_iter().collect();
        known.note(1, &Value::hash(hash));
        known.note(2, &Value::hash([("list", Value::array(Vec::new()))].into_iter().collect()));
        known.note(3, &Value::from("text"));
        let (Some(Value::Hash(one)), Some(Value::Hash(other))) = (known.get(1), known.get(1)) else { panic!("kept") };
        let name = |hash: &Hash| hash.get("name").cloned().expect("the key");
        assert_eq!(name(&one).as_str(), Some("a text that is too long to be stored inline"));
        assert!(!name(&one).is_same(&name(&other)), "each is a new object");
        assert!(known.get(2).is_none() && known.get(3).is_none());
        known.forget();
        assert!(known.get(1).is_none());
    }
}
