//! The identity of strings, for applications whose filters may change their arguments in place.
//!
//! In Ruby, a variable and all its copies are one object, and a literal is one object in each rendering of its template. Here, short
//! strings are stored inside of their values, so that copies cannot be distinguished from other equal strings. If an application
//! sets [`Engine::set_identity`](crate::Engine::set_identity), strings are turned into objects when they are stored in variables,
//! and literals in front of filters can be replaced.

use crate::value::Value;
use std::sync::{Arc, Mutex, PoisonError, RwLock, Weak};

/// Returns the value with all its strings as objects (see [`Str::is_object`](crate::Str::is_object)), except for the
/// keys of hashes. `None` if no string has to change.
pub type GiveIdentity = fn(&Value) -> Option<Value>;

/// A string in the source of a template, whose value a filter may replace.
#[derive(Debug)]
pub(crate) struct SharedLiteral(RwLock<Value>);

impl SharedLiteral {
    /// The value that readers see now: the original, or its last replacement.
    pub(crate) fn get(&self) -> Value {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Turns strings into objects by a function of the application. Also lists the string literals in `{{ }}` and
/// `assign` of all templates, so that [`Identity::replace`] can change them.
#[derive(Debug)]
pub(crate) struct Identity {
    give: GiveIdentity,
    literals: Mutex<Vec<Weak<SharedLiteral>>>,
}

impl Identity {
    pub(crate) fn new(give: GiveIdentity) -> Self {
        Identity { give, literals: Mutex::default() }
    }

    /// Turns the strings in a value into objects, except for the keys of hashes.
    pub(crate) fn given(&self, value: Value) -> Value {
        (self.give)(&value).unwrap_or(value)
    }

    /// Stores a string that is written in a template, so that filters can change it in place.
    pub(crate) fn literal(&self, value: Value) -> Arc<SharedLiteral> {
        let literal = Arc::new(SharedLiteral(RwLock::new(self.given(value))));
        self.literals.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::downgrade(&literal));
        literal
    }

    /// Sets every literal that is the object `old` to `new`.
    pub(crate) fn replace(&self, old: &Value, new: &Value) {
        for literal in self.literals.lock().unwrap_or_else(PoisonError::into_inner).iter().filter_map(Weak::upgrade) {
            let mut value = literal.0.write().unwrap_or_else(PoisonError::into_inner);
            if value.is_same(old) {
                *value = new.clone();
            }
        }
    }
}
