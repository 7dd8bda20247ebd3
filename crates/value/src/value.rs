//! The type [`Value`], which covers all Ruby objects that a template can contain.

use crate::{Abort, Date, Drop, Hash, Host, Str, Time};
use num_bigint::BigInt;
use std::sync::Arc;

/// A value in a template: one of Ruby's types, or an object with keys.
#[derive(Clone, Debug)]
pub enum Value {
    /// Ruby's `nil`, also the value of a missing key or variable.
    Nil,
    /// `true` and `false`
    Bool(bool),
    /// An Integer of at most 64 bits.
    Int(i64),
    /// An Integer beyond 64 bits. Numbers that fit into [`Value::Int`] are never stored here.
    Big(Arc<BigInt>),
    /// A number with a decimal point.
    Float(f64),
    /// A String in UTF-8 or US-ASCII.
    Str(Str),
    /// A Symbol of Ruby code. Symbols and strings are different as keys and when compared, but templates read a symbol
    /// as a string.
    Symbol(Arc<Str>),
    /// A Date, without a time of day.
    Date(Date),
    /// A Time with its UTC offset.
    Time(Arc<Time>),
    /// A Range of integers, including both ends.
    Range(i64, i64),
    /// Ruby's Array. Clones share the elements.
    Array(Arc<Vec<Value>>),
    /// Ruby's Hash: pairs of keys and values, in insertion order. Clones share the hash.
    Hash(Arc<Hash>),
    /// An object of the application, such as `site`, whose keys are read one at a time.
    Drop(Arc<dyn Drop>),
    /// Liquid's keyword `empty`: equal to everything without elements, and printed as an empty string.
    Empty,
    /// Liquid's keyword `blank`. With ActiveSupport, it is equal to nil, false, and texts, arrays and hashes without
    /// content. Printed as an empty string.
    Blank,
}

impl Value {
    /// Creates `Value::Str`. A `&str` becomes a string in UTF-8, and a `Str` keeps its encoding.
    pub fn str(text: impl Into<Str>) -> Self {
        Value::Str(text.into())
    }

    /// Ruby's `to_liquid`: converts a drop for templates. All other values are unchanged.
    ///
    /// # Errors
    /// Fails if a drop fails.
    #[inline]
    pub fn in_liquid(self, host: &mut dyn Host) -> Result<Self, Abort> {
        match &self {
            Value::Drop(object) => Ok(object.to_liquid(host)?.unwrap_or(self)),
            _ => Ok(self),
        }
    }

    /// Creates `Value::Array`. Clones share the items.
    pub fn array(items: Vec<Value>) -> Self {
        Value::Array(Arc::new(items))
    }

    /// Creates `Value::Hash`. Clones share the hash.
    pub fn hash(hash: Hash) -> Self {
        Value::Hash(Arc::new(hash))
    }

    /// Creates `Value::Time`. Clones share the time.
    pub fn time(time: Time) -> Self {
        Value::Time(Arc::new(time))
    }

    /// Creates `Value::Drop`. Clones share the object.
    pub fn drop(object: impl Drop + 'static) -> Self {
        Value::Drop(Arc::new(object))
    }

    /// Ruby's `equal?`: whether both are the same array, hash or string object. False for two short strings that are
    /// stored inside of the values, and for values of all other types.
    pub fn is_same(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Str(one), Value::Str(other)) => std::ptr::eq(one.as_str(), other.as_str()),
            (Value::Array(one), Value::Array(other)) => Arc::ptr_eq(one, other),
            (Value::Hash(one), Value::Hash(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }

    /// Ruby's truthiness: everything except `nil` and `false`.
    pub fn truthy(&self) -> bool {
        !matches!(self, Value::Nil | Value::Bool(false))
    }

    /// Whether the value is `nil`. False for `false`, and for Liquid's keywords `empty` and `blank`.
    pub fn is_nil(&self) -> bool {
        matches!(self, Value::Nil)
    }

    /// The text of a string, or the name of a symbol. `None` for all other values.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::Str(text) => Some(text),
            Value::Symbol(name) => Some(name),
            _ => None,
        }
    }

    /// The elements of an array. `None` for all other values, also for ranges.
    pub fn as_array(&self) -> Option<&[Value]> {
        match self {
            Value::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The hash. `None` for all other values, also for drops.
    pub fn as_hash(&self) -> Option<&Hash> {
        match self {
            Value::Hash(hash) => Some(hash),
            _ => None,
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Str(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Str(text.into())
    }
}

impl From<Str> for Value {
    fn from(text: Str) -> Self {
        Value::Str(text)
    }
}

impl From<Time> for Value {
    fn from(time: Time) -> Self {
        Value::time(time)
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Value::Bool(truth)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Value::Int(number)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Value::Float(number)
    }
}

impl From<Vec<Value>> for Value {
    fn from(items: Vec<Value>) -> Self {
        Value::array(items)
    }
}

impl From<Hash> for Value {
    fn from(hash: Hash) -> Self {
        Value::hash(hash)
    }
}
