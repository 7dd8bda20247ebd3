//! Objects of the program around Liquid, read key by key.

use crate::{Abort, Host, Str, Value};
use std::any::Any;
use std::cmp::Ordering;
use std::fmt;

/// An object whose keys are computed when they are asked for (`site`, `page`, `forloop`, ...).
///
/// Nothing is copied to build a template's variables: every read goes through [`Drop::get`], which
/// is also where a host records what a template depended on.
pub trait Drop: fmt::Debug + Send + Sync {
    /// The value of `key`, or `None` if the object has no such key.
    fn get(&self, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort>;

    /// The keys in the order Ruby shows them; empty for an object that is not a hash to Ruby.
    fn keys(&self, host: &mut dyn Host) -> Result<Vec<Str>, Abort> {
        let _ = host;
        Ok(Vec::new())
    }

    /// The answer to `contains`: whether an object that is a Hash to Ruby has the key. Ruby's Drops have no keys for
    /// it.
    fn contains_key(&self, key: &str, host: &mut dyn Host) -> Result<bool, Abort> {
        let _ = (key, host);
        Ok(false)
    }

    /// The value of a template that reads the object out of another one: Ruby's `to_liquid`, where that is not the
    /// object
    /// itself. Filters that look at properties see the object.
    fn to_liquid(&self, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        let _ = host;
        Ok(None)
    }

    /// The items that `for` iterates over, where the object can be iterated.
    fn iterate(&self, host: &mut dyn Host) -> Result<Option<Vec<Value>>, Abort> {
        let _ = host;
        Ok(None)
    }

    /// The text that `{{ object }}` prints: Ruby's default is the class name.
    fn print(&self, host: &mut dyn Host) -> Result<Str, Abort> {
        let _ = host;
        Ok(self.class().into())
    }

    /// The text for it as an element of a printed array. Ruby has the object itself there, and not what Liquid
    /// makes of it.
    fn print_inside(&self, host: &mut dyn Host) -> Result<Str, Abort> {
        self.print(host)
    }

    /// Ruby's `inspect`, which also shows an object inside of arrays and hashes.
    fn inspect(&self, host: &mut dyn Host) -> Result<String, Abort> {
        Ok(self.print(host)?.to_string())
    }

    /// Its text inside of an array or hash. Ruby has the object itself there, and not what Liquid makes of it.
    fn inspect_inside(&self, host: &mut dyn Host) -> Result<String, Abort> {
        self.inspect(host)
    }

    /// Keys and values for JSON, in order. `depth` counts the arrays and hashes around the object: some objects leave keys out
    /// inside of others, so as not to recurse without end.
    fn json(&self, depth: usize, host: &mut dyn Host) -> Result<Vec<(Str, Value)>, Abort> {
        let _ = depth;
        let keys = self.keys(host)?;
        let mut entries = Vec::with_capacity(keys.len());
        for key in keys {
            let value = self.get(&key, host)?.unwrap_or(Value::Nil);
            entries.push((key, value));
        }
        Ok(entries)
    }

    /// Ruby's `<=>`, or `None` if the two cannot be compared. Most objects equal only themselves.
    fn compare(&self, other: &Value, host: &mut dyn Host) -> Result<Option<Ordering>, Abort> {
        let _ = host;
        Ok(match other {
            Value::Drop(other) if self.same(&**other) => Some(Ordering::Equal),
            _ => None,
        })
    }

    /// Whether `other` is the same object: Ruby's `==`.
    fn same(&self, other: &dyn Drop) -> bool {
        std::ptr::addr_eq(std::ptr::from_ref(self.as_any()), std::ptr::from_ref(other.as_any()))
    }

    /// A number that objects which are the [`same`](Drop::same) share: Ruby's `hash`.
    fn identity(&self) -> usize {
        std::ptr::from_ref(self.as_any()).cast::<()>().addr()
    }

    /// Ruby's class name, for messages and `inspect`.
    fn class(&self) -> &'static str;

    /// Whether `jsonify`, `inspect` and printing treat the object as the hash of its keys.
    fn is_hash(&self) -> bool {
        true
    }

    /// The concrete object, for the program's own code.
    fn as_any(&self) -> &dyn Any;
}
