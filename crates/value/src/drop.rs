//! Objects of the application whose keys templates read one at a time.

use crate::sharing::Stability;
use crate::{Abort, Host, Str, Value};
use std::any::Any;
use std::cmp::Ordering;
use std::fmt;

/// An object whose values are computed when they are read (`site`, `page`, `forloop`, ...). Mirrors `Liquid::Drop`.
///
/// No data is copied to prepare a template's variables: a template that reads a key calls [`Drop::get`]. In this
/// method, a host can also record what the template depends on.
pub trait Drop: fmt::Debug + Send + Sync {
    /// The value of `key`. `None` if there is no such key.
    fn get(&self, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort>;

    /// The element at an index. `None` if the object is not a list.
    ///
    /// # Errors
    /// Fails if the element cannot be read.
    fn at(&self, index: i64, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        let _ = (index, host);
        Ok(None)
    }

    /// The result of `.size`, `.first` or `.last` in a template, if [`Drop::get`] finds no such key. `None` if the
    /// object's class lacks this method.
    ///
    /// # Errors
    /// Fails if the method fails.
    fn command(&self, name: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        let _ = (name, host);
        Ok(None)
    }

    /// The result of a condition such as `left contains right`, if this object decides it. The object is one of the
    /// operands. `None` if Liquid's rules for other values apply.
    ///
    /// # Errors
    /// Fails if the comparison fails.
    fn condition(
        &self,
        left: &Value,
        operator: &str,
        right: &Value,
        host: &mut dyn Host,
    ) -> Result<Option<bool>, Abort> {
        let _ = (left, operator, right, host);
        Ok(None)
    }

    /// Ruby's `object[key]`, as filters such as `map` read it. By default, the same value as for variables.
    ///
    /// # Errors
    /// Same as [`get`](Self::get).
    fn index(&self, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        self.get(key, host)
    }

    /// The keys in Ruby's order. Empty if the object is not a hash in Ruby.
    fn keys(&self, host: &mut dyn Host) -> Result<Vec<Str>, Abort> {
        let _ = host;
        Ok(Vec::new())
    }

    /// For an object that is a Hash in Ruby, whether it contains the key. False for Ruby's Drops.
    fn contains_key(&self, key: &str, host: &mut dyn Host) -> Result<bool, Abort> {
        let _ = (key, host);
        Ok(false)
    }

    /// Ruby's `to_liquid`: the value that templates see instead of this object when they read it as a variable or from
    /// another object. `None` if templates see the object itself. Filters that read properties of the object, such as
    /// `map`, do not convert it.
    fn to_liquid(&self, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        let _ = host;
        Ok(None)
    }

    /// The items that `for` iterates over. `None` if the object is not enumerable.
    fn iterate(&self, host: &mut dyn Host) -> Result<Option<Vec<Value>>, Abort> {
        let _ = host;
        Ok(None)
    }

    /// The result of the filter `first`. By default, this is the first item if the object is a hash. Otherwise, it is
    /// the value of the key `first`, as for `forloop`. `None` if the item or key is missing.
    ///
    /// # Errors
    /// Fails if a value cannot be read.
    fn first(&self, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        if self.is_hash() {
            return Ok(self.iterate(host)?.and_then(|items| items.into_iter().next()));
        }
        self.get("first", host)
    }

    /// The text printed by `{{ object }}`. By default, the class name, as in Ruby.
    fn print(&self, host: &mut dyn Host) -> Result<Str, Abort> {
        let _ = host;
        Ok(self.class().into())
    }

    /// The text of the object as an element of a printed array. In Ruby, arrays contain the object itself and not its
    /// `to_liquid`.
    fn print_in_array(&self, host: &mut dyn Host) -> Result<Str, Abort> {
        self.print(host)
    }

    /// Ruby's `inspect`. By default, the printed text.
    fn inspect(&self, host: &mut dyn Host) -> Result<String, Abort> {
        Ok(self.print(host)?.to_string())
    }

    /// Ruby's `inspect` of the object inside of an array or hash. There, Ruby shows the object itself and not its
    /// `to_liquid`.
    fn inspect_in_collection(&self, host: &mut dyn Host) -> Result<String, Abort> {
        self.inspect(host)
    }

    /// The keys and values for JSON, in order. `depth` is the number of arrays and hashes around the object. Inside of
    /// other objects, some objects omit keys to prevent endless recursion.
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

    /// Ruby's `<=>`. `None` if the object and `other` are not comparable. Most objects are only equal to themselves.
    fn compare(&self, other: &Value, host: &mut dyn Host) -> Result<Option<Ordering>, Abort> {
        let _ = host;
        Ok(match other {
            Value::Drop(other) if self.same(&**other) => Some(Ordering::Equal),
            _ => None,
        })
    }

    /// Ruby's `==`: whether `other` is the same object.
    fn same(&self, other: &dyn Drop) -> bool {
        std::ptr::addr_eq(std::ptr::from_ref(self.as_any()), std::ptr::from_ref(other.as_any()))
    }

    /// Ruby's `hash`: a number that is the same for objects that are the [`same`](Drop::same).
    fn identity(&self) -> usize {
        std::ptr::from_ref(self.as_any()).cast::<()>().addr()
    }

    /// The Ruby class name, used in messages and `inspect`.
    fn class(&self) -> &'static str;

    /// Whether looking up a key that is not a string is an error, as for Jekyll's drops. Otherwise, such a key counts
    /// as missing.
    fn wants_names(&self) -> bool {
        false
    }

    /// Whether `jsonify`, `inspect` and printing treat the object as a hash of its keys.
    fn is_hash(&self) -> bool {
        true
    }

    /// The period in which the object gives the same answers. By default, the answers may change at any time, so the
    /// result of a template that reads the object is not reused.
    fn stability(&self, host: &mut dyn Host) -> Stability {
        let _ = host;
        Stability::Changing
    }

    /// The object as [`Any`], for downcasting.
    fn as_any(&self) -> &dyn Any;
}
