//! Values as keys of the memo. Small values are equal if their contents are equal. Other values are equal only if they
//! are the same object.

use crate::value::sharing::Stability;
use crate::value::{Drop, Hash, Host, Value, Zone};
use std::any::TypeId;
use std::hash::{Hash as StdHash, Hasher};
use std::sync::Arc;

/// The maximum length of a string in a key, in bytes.
const MAX_TEXT: usize = 1024;

/// The maximum number of elements of an array or hash that is compared by content.
const MAX_ELEMENTS: usize = 16;

/// The maximum number of values that are searched for changing objects.
const MAX_SEARCHED: usize = 100_000;

/// A value that a part of a template has read, for comparisons in later renderings. The key keeps the value in memory,
/// so that no other value can get its address.
#[derive(Debug, Clone)]
pub(crate) enum Key {
    Value(Value),
    /// An object that all renderings share, such as `site`, identified by its type and its version.
    Common(TypeId, u64),
}

impl Key {
    /// The key of a value. `None` for a string that is too long to be compared.
    pub(crate) fn of(value: &Value, host: &mut dyn Host) -> Option<Self> {
        match value {
            Value::Str(text) if text.len() > MAX_TEXT => None,
            Value::Drop(object) => Key::of_drop(&**object, host).or_else(|| Some(Key::Value(value.clone()))),
            _ => Some(Key::Value(value.clone())),
        }
    }

    /// The key of an object that all renderings share. `None` for other objects.
    pub(crate) fn of_drop(object: &dyn Drop, host: &mut dyn Host) -> Option<Self> {
        match object.stability(host) {
            Stability::Common(version) => Some(Key::Common(object.as_any().type_id(), version)),
            _ => None,
        }
    }

    /// Whether the value contains no objects that change. If it may contain some, a result that depends on the value
    /// must not be reused.
    pub(crate) fn is_stable(&self, host: &mut dyn Host) -> bool {
        match self {
            Key::Common(..) => true,
            Key::Value(value) => is_stable(value, host),
        }
    }
}

/// Whether the value contains no objects that change. False for values with too many items to search.
pub(crate) fn is_stable(value: &Value, host: &mut dyn Host) -> bool {
    let mut waiting = vec![value];
    let mut searched = 0;
    while let Some(value) = waiting.pop() {
        searched += 1;
        if searched > MAX_SEARCHED {
            return false;
        }
        match value {
            Value::Drop(object) if matches!(object.stability(host), Stability::Changing | Stability::Loop) => {
                return false;
            }
            Value::Array(items) => waiting.extend(items.iter()),
            Value::Hash(hash) => waiting.extend(hash.iter().flat_map(|(key, value)| [key, value])),
            _ => {}
        }
    }
    true
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Key::Value(one), Key::Value(other)) => is_equal(one, other),
            (Key::Common(class, version), Key::Common(other, of_other)) => class == other && version == of_other,
            _ => false,
        }
    }
}

impl Eq for Key {}

impl StdHash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Key::Value(value) => hash(value, state),
            Key::Common(class, version) => (class, version).hash(state),
        }
    }
}

/// Whether two values are certainly the same for every template. False for large or nested arrays and hashes that are
/// not the same object.
fn is_equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Nil, Value::Nil) | (Value::Empty, Value::Empty) | (Value::Blank, Value::Blank) => true,
        (Value::Bool(one), Value::Bool(other)) => one == other,
        (Value::Int(one), Value::Int(other)) => one == other,
        (Value::Big(one), Value::Big(other)) => one == other,
        (Value::Float(one), Value::Float(other)) => one.to_bits() == other.to_bits(),
        (Value::Str(one), Value::Str(other)) => one == other && one.is_us_ascii() == other.is_us_ascii(),
        (Value::Symbol(one), Value::Symbol(other)) => one == other,
        (Value::Date(one), Value::Date(other)) => one == other,
        (Value::Time(one), Value::Time(other)) => {
            (one.seconds, one.nanos, one.offset, &one.zone) == (other.seconds, other.nanos, other.offset, &other.zone)
        }
        (Value::Range(one, last), Value::Range(other, other_last)) => (one, last) == (other, other_last),
        (Value::Array(one), Value::Array(other)) => {
            Arc::ptr_eq(one, other)
                || (is_small_array(one)
                    && one.len() == other.len()
                    && one.iter().zip(other.iter()).all(|(one, other)| !is_container(other) && is_equal(one, other)))
        }
        (Value::Hash(one), Value::Hash(other)) => {
            let is_same = |((key, value), (other, of_other)): ((&Value, &Value), (&Value, &Value))| {
                !is_container(of_other) && is_equal(key, other) && is_equal(value, of_other)
            };
            Arc::ptr_eq(one, other)
                || (is_small_hash(one) && one.len() == other.len() && one.iter().zip(other.iter()).all(is_same))
        }
        (Value::Drop(one), Value::Drop(other)) => {
            (**one).as_any().type_id() == (**other).as_any().type_id() && one.same(&**other)
        }
        _ => false,
    }
}

fn is_container(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Hash(_))
}

/// Whether an array is compared by content: it is short, and contains no arrays and hashes.
fn is_small_array(items: &[Value]) -> bool {
    items.len() <= MAX_ELEMENTS && !items.iter().any(is_container)
}

/// Whether a hash is compared by content: it is small, and contains no arrays and hashes.
fn is_small_hash(hash: &Hash) -> bool {
    hash.len() <= MAX_ELEMENTS && !hash.iter().any(|(key, value)| is_container(key) || is_container(value))
}

fn hash<H: Hasher>(value: &Value, state: &mut H) {
    std::mem::discriminant(value).hash(state);
    match value {
        Value::Nil | Value::Empty | Value::Blank => {}
        Value::Bool(truth) => truth.hash(state),
        Value::Int(number) => number.hash(state),
        Value::Big(number) => number.hash(state),
        Value::Float(number) => number.to_bits().hash(state),
        Value::Str(text) => text.as_str().hash(state),
        Value::Symbol(name) => name.as_str().hash(state),
        Value::Date(date) => date.hash(state),
        Value::Time(time) => {
            let is_utc = time.zone == Zone::Utc;
            (time.seconds, time.nanos, time.offset, is_utc).hash(state);
        }
        Value::Range(first, last) => (first, last).hash(state),
        Value::Array(items) if is_small_array(items) => items.iter().for_each(|item| hash(item, state)),
        Value::Array(items) => Arc::as_ptr(items).hash(state),
        Value::Hash(pairs) if is_small_hash(pairs) => pairs.iter().for_each(|(key, value)| {
            hash(key, state);
            hash(value, state);
        }),
        Value::Hash(pairs) => Arc::as_ptr(pairs).hash(state),
        Value::Drop(object) => object.identity().hash(state),
    }
}
