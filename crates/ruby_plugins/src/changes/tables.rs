//! Ruby's changes to a table: the configuration or `site.data`.
//!
//! Ruby reports them as three lists: pairs of keys and values that were set, keys that were removed, and objects that
//! were changed in place.

use crate::changes::write_back;
use crate::identity;
use hastie_liquid::{Hash, Value};

/// Sets and removes keys of a hash. The first lists in `changes` are the pairs that were set, and the texts of the keys
/// that were removed. Has no effect if `changes` has another shape.
pub(crate) fn set_keys(hash: &mut Hash, changes: &Value) {
    let Some([set, removed, ..]) = changes.as_array() else { return };
    for pair in set.as_array().unwrap_or_default() {
        if let Some([key, value]) = pair.as_array() {
            hash.set_value(key.clone(), value.clone());
        }
    }
    for key in removed.as_array().unwrap_or_default().iter().filter_map(Value::as_str) {
        hash.remove(key);
    }
}

/// Sets and removes keys of a hash that overrides another hash. A removed key gets the value nil, which hides the other
/// hash's key.
pub(crate) fn set_override_keys(hash: &mut Hash, changes: &Value) {
    set_keys(hash, changes);
    let removed = changes.as_array().and_then(|changes| changes.get(1)?.as_array()).unwrap_or_default();
    removed.iter().filter_map(Value::as_str).for_each(|key| hash.set(key, Value::Nil));
}

/// Whether changes set or remove a key.
pub(crate) fn changes_key(changes: &Value, key: &str) -> bool {
    let Some([set, removed, ..]) = changes.as_array() else { return false };
    let is_key = |value: &Value| value.as_str() == Some(key);
    set.as_array().unwrap_or_default().iter().any(|pair| pair.as_array().and_then(<[Value]>::first).is_some_and(is_key))
        || removed.as_array().unwrap_or_default().iter().any(is_key)
}

/// The configuration, in which some values are replaced by the site's current attributes, such as `exclude`. Jekyll
/// copies these keys to attributes when it starts, and later reads only the attributes.
pub(crate) fn with_settings(mut config: Hash, changed: &Hash) -> Hash {
    if let Some(Value::Hash(settings)) = changed.get("settings") {
        settings.iter().for_each(|(key, value)| config.set_value(key.clone(), value.clone()));
    }
    config
}

/// In the values that Ruby has just set in a table, uses the objects of the table's `old` hash for all parts that are
/// unchanged.
pub(crate) fn keep_objects_of(table: &mut Hash, old: &Value, changes: &Value) {
    let Some(old) = old.as_hash() else { return };
    let set = changes.as_array().and_then(|columns| columns.first()?.as_array()).unwrap_or_default();
    for key in set.iter().filter_map(|pair| pair.as_array()?.first()) {
        if let (Some(old), Some(new)) = (old.get_value(key), table.get_value(key)) {
            let kept = write_back::keep_objects(old, &identity::with_identity(new));
            table.set_value(key.clone(), kept);
        }
    }
}

/// The objects of a table that Ruby changed in place. `changes` is the value of `config` or `data`.
pub(crate) fn in_place_of(changes: &Value) -> &[Value] {
    let columns = changes.as_array().unwrap_or_default();
    columns.get(2).and_then(Value::as_array).unwrap_or_default()
}
