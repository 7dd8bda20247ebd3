//! Finds the objects that Hastie has changed since Ruby last saw the site.
//!
//! Native generators may change any page or document. Ruby's copies of unchanged objects stay valid, so that the fields
//! of these objects need not be sent again.

use hastie_liquid::{Hash, Value};
use hastie_site::locks::lock;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// The fields of all pages and documents as Ruby knows them. Lists and hashes are shared with the site, but copied
/// before the site changes them. So a change of the site does not reach these fields.
#[derive(Debug, Default)]
pub(crate) struct ObjectStates(Mutex<Option<HashMap<String, Value>>>);

impl ObjectStates {
    /// Records the names and fields of all objects, as Ruby knows them now.
    pub(crate) fn note(&self, objects: impl Iterator<Item = (String, Value)>) {
        *lock(&self.0) = Some(objects.collect());
    }

    /// Discards the recorded fields, so that all objects count as changed.
    pub(crate) fn forget(&self) {
        *lock(&self.0) = None;
    }

    /// The names of pages and documents that are new or have changed. `objects` are the names and current fields of all
    /// pages and documents. nil if no fields are recorded.
    pub(crate) fn changed(&self, objects: impl Iterator<Item = (String, Value)>) -> Value {
        let known = lock(&self.0);
        let Some(known) = &*known else { return Value::Nil };
        let has_changed =
            |(name, fields): &(String, Value)| known.get(name).is_none_or(|before| !is_unchanged(before, fields, 2));
        Value::array(objects.filter(has_changed).map(|(name, _)| Value::from(name)).collect())
    }
}

/// Whether a value has certainly not changed. Nested hashes are compared down to `depth`. Below it, a hash counts as
/// unchanged only if it is the same object.
fn is_unchanged(before: &Value, now: &Value, depth: usize) -> bool {
    before.is_same(now)
        || match (before, now) {
            (Value::Nil, Value::Nil) => true,
            (Value::Bool(one), Value::Bool(other)) => one == other,
            (Value::Int(one), Value::Int(other)) => one == other,
            (Value::Str(one), Value::Str(other)) => one == other && one.is_us_ascii() == other.is_us_ascii(),
            (Value::Time(one), Value::Time(other)) => Arc::ptr_eq(one, other),
            (Value::Hash(one), Value::Hash(other)) => depth > 0 && is_unchanged_hash(one, other, depth - 1),
            _ => false,
        }
}

fn is_unchanged_hash(before: &Hash, now: &Hash, depth: usize) -> bool {
    let is_same = |((key, value), (other_key, other)): ((&Value, &Value), (&Value, &Value))| {
        is_unchanged(key, other_key, 0) && is_unchanged(value, other, depth)
    };
    before.len() == now.len() && before.iter().zip(now.iter()).all(is_same)
}
