//! Results of pure filters in Ruby for arrays and hashes of plain data, such as `site.data.people | values`.
//!
//! Ruby gets a copy of each argument, which takes much longer than most filters. A call is identified by the addresses
//! of its arrays and hashes. These are kept with the result, so that no others get the same addresses. Their content
//! never changes, because a change creates a new array or hash.

use super::filter_results::plain;
use hastie_liquid::{Hash, Value};
use hastie_site::locks::lock;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex};

/// The maximum number of values in all stored arguments and results. One more result makes Hastie forget the others.
const MAX_VALUES: usize = 500_000;

/// The maximum depth of nested arrays and hashes.
const MAX_DEPTH: usize = 32;

/// The stored results of pure filters that were called with arrays or hashes.
#[derive(Debug, Default)]
pub(crate) struct DataResults(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    results: HashMap<Key, Stored>,
    /// The number of values in `results`.
    size: usize,
}

/// Identifies a call: the name of the filter, the addresses of arrays and hashes, and the other arguments as text.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key(String);

#[derive(Debug)]
struct Stored {
    result: Value,
    /// Keeps the addresses in the key.
    _arguments: Vec<Value>,
}

impl DataResults {
    /// Identifies a call. `None` if an argument is neither a plain value nor an array or hash.
    pub(crate) fn key(name: &str, input: &Value, arguments: &[Value]) -> Option<Key> {
        let mut key = String::from(name);
        for value in std::iter::once(input).chain(arguments) {
            match value {
                Value::Array(items) => write!(key, "\0#{}", Arc::as_ptr(items).addr()).ok()?,
                Value::Hash(hash) => write!(key, "\0#{}", Arc::as_ptr(hash).addr()).ok()?,
                value => key.push_str(&plain(value)?),
            }
        }
        Some(Key(key))
    }

    /// The result of an earlier call, as new arrays and hashes: in Ruby, each call returns new ones.
    pub(crate) fn result(&self, key: &Key) -> Option<Value> {
        lock(&self.0).results.get(key).map(|stored| copy(&stored.result))
    }

    /// Stores the result of a pure filter for the call that `key` identifies, if the arguments and the result contain
    /// only plain data.
    pub(crate) fn note(&self, key: Key, (input, arguments): (&Value, &[Value]), result: &Value) {
        let arguments: Vec<Value> = std::iter::once(input).chain(arguments).cloned().collect();
        let sizes = arguments.iter().chain([result]).map(|value| size(value, 0));
        let Some(size) = sizes.sum::<Option<usize>>().filter(|size| *size <= MAX_VALUES / 4) else { return };
        let mut known = lock(&self.0);
        if known.size + size > MAX_VALUES {
            known.results.clear();
            known.size = 0;
        }
        known.size += size;
        known.results.insert(key, Stored { result: copy(result), _arguments: arguments });
    }
}

/// The number of values in a value. `None` if it contains anything but plain data, such as a document, or is nested too
/// deeply.
fn size(value: &Value, depth: usize) -> Option<usize> {
    match value {
        _ if depth > MAX_DEPTH => None,
        Value::Nil | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Str(_) | Value::Date(_) => Some(1),
        Value::Array(items) => items.iter().map(|item| size(item, depth + 1)).sum::<Option<usize>>().map(|sum| sum + 1),
        Value::Hash(hash) => {
            let of = |(key, value): (&Value, &Value)| Some(size(key, depth + 1)? + size(value, depth + 1)?);
            hash.iter().map(of).sum::<Option<usize>>().map(|sum| sum + 1)
        }
        _ => None,
    }
}

/// A copy of plain data with arrays and hashes of its own.
fn copy(value: &Value) -> Value {
    match value {
        Value::Array(items) => Value::array(items.iter().map(copy).collect()),
        Value::Hash(hash) => {
            let mut new = Hash::new();
            hash.iter().for_each(|(key, value)| new.set_value(key.clone(), copy(value)));
            Value::hash(new)
        }
        value => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::DataResults;
    use hastie_liquid::Value;

    #[test]
    fn a_result_belongs_to_the_same_array_and_is_a_new_array_each_time() {
        let results = DataResults::default();
        let list = Value::array(vec![1.into(), 2.into()]);
        let key = || DataResults::key("tail", &list, &[]).expect("arrays have keys");
        let known = key();
        assert!(results.result(&known).is_none());
        results.note(key(), (&list, &[]), &Value::array(vec![2.into()]));
        let [one, other] = [(); 2].map(|()| results.result(&known).expect("the result is stored"));
        assert!(matches!(one.as_array(), Some([Value::Int(2)])));
        assert!(!one.is_same(&other));
        let equal = Value::array(vec![1.into(), 2.into()]);
        let key = DataResults::key("tail", &equal, &[]).expect("arrays have keys");
        assert!(results.result(&key).is_none());
    }
}
