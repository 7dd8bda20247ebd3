//! Drops: objects whose keys templates read one at a time. Mirrors `Jekyll::Drops`.
//!
//! Keys are listed in Ruby's order. The drop's own methods come first, in the order of Ruby's method table, which is
//! recorded from Ruby because it follows no rule. The keys of the underlying data follow.

mod collection;
mod document;
mod excerpt;
mod jekyll;
mod page;
mod site;
mod static_file;
mod theme;

pub use collection::CollectionDrop;
pub use document::DocumentDrop;
pub use excerpt::ExcerptDrop;
pub use jekyll::JekyllDrop;
pub use page::{OwnPageDrop, PageDrop};
pub use site::SiteDrop;
pub use static_file::StaticFileDrop;
pub use theme::ThemeDrop;

use super::context::rendering_of;
use crate::model::permalink::PermalinkError;
use hastie_liquid::{Abort, Drop, Hash, Host, Str, Value};
use std::sync::Arc;

/// A method inherited from Ruby's `Drop` class that Liquid can call. It hides front matter of the same name.
#[derive(Clone, Copy)]
enum Inherited {
    Keys,
    Count,
    First,
    ToHash,
    /// A method that compares pairs of keys and values, which are not comparable.
    Order,
    /// A method that needs arguments. Contains their number.
    Arguments(&'static str),
}

impl Inherited {
    fn named(key: &str) -> Option<Self> {
        Some(match key {
            "keys" | "each_key" => Inherited::Keys,
            "count" => Inherited::Count,
            "first" => Inherited::First,
            "to_hash" | "hash_for_json" => Inherited::ToHash,
            "min" | "max" | "sort" => Inherited::Order,
            "merge" | "merge!" | "include?" => Inherited::Arguments("1"),
            "fetch" => Inherited::Arguments("1..2"),
            "[]=" => Inherited::Arguments("2"),
            _ => return None,
        })
    }
}

/// The value of a method that Ruby's class `Drop` defines for all drops, such as `keys` or `count`. `None` if `key`
/// names no such method. Also `None` for `content_methods`, which each drop provides itself.
///
/// # Errors
/// Fails if a value cannot be read, or if the method fails in Ruby, for example because it needs arguments.
pub fn inherited(object: &dyn Drop, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
    let Some(method) = Inherited::named(key) else { return Ok(None) };
    Ok(Some(match method {
        Inherited::Keys => Value::array(object.keys(host)?.into_iter().map(Value::Str).collect()),
        Inherited::Count => {
            let keys = object.keys(host)?;
            // A key with this name is itself counted, and counting reads its value.
            if keys.iter().any(|key| **key == *"count") {
                return Err(Abort::error("SystemStackError", "stack level too deep"));
            }
            Value::Int(i64::try_from(keys.len()).unwrap_or(i64::MAX))
        }
        Inherited::First => match object.keys(host)?.into_iter().next() {
            Some(first) => {
                let value = object.get(&first, host)?.unwrap_or(Value::Nil);
                Value::array(vec![Value::Str(first), value])
            }
            None => Value::Nil,
        },
        Inherited::ToHash => Value::hash(to_hash(object, host)?),
        Inherited::Order => {
            return Err(Abort::error("ArgumentError", "comparison of Array with Array failed"));
        }
        Inherited::Arguments(expected) => return Err(wrong_arguments(expected)),
    }))
}

/// Whether [`inherited`] defines the key.
fn is_inherited(key: &str) -> bool {
    Inherited::named(key).is_some()
}

fn wrong_arguments(expected: &str) -> Abort {
    Abort::error("ArgumentError", format!("wrong number of arguments (given 0, expected {expected})"))
}

/// `Drop#to_h`: all keys with their values.
///
/// # Errors
/// Fails if a value cannot be read.
pub fn to_hash(object: &dyn Drop, host: &mut dyn Host) -> Result<Hash, Abort> {
    let mut hash = Hash::new();
    for key in object.keys(host)? {
        let value = object.get(&key, host)?.unwrap_or(Value::Nil);
        hash.set(key, value);
    }
    Ok(hash)
}

/// The output of a document (its content if there is no output yet), or the content of a `PageDrop`. Ruby's JSON
/// contains only this text unless the object was converted for Liquid first. `None` for other objects, and for a page
/// that is in no slot.
///
/// # Errors
/// Fails outside of a site's rendering. [`Abort::Suspended`] if the document or page must be rendered first.
pub fn own_text(object: &dyn Drop, host: &mut dyn Host) -> Result<Option<Str>, Abort> {
    if object.as_any().is::<DocumentDrop>() {
        return object.print(host).map(Some);
    }
    let Some(PageDrop(page)) = object.as_any().downcast_ref() else { return Ok(None) };
    let rendering = rendering_of(host)?;
    match rendering.view.page(*page).map(|(index, _)| index) {
        Some(index) => Ok(Some(rendering.content(index)?.unwrap_or_default())),
        None => Ok(None),
    }
}

/// `Drop#content_methods`: the names of the drop's own methods.
fn content_methods(methods: &[&str]) -> Value {
    Value::array(methods.iter().map(|name| Value::from(*name)).collect())
}

/// The method names of a drop, followed by the other keys of its data.
fn keys_with(methods: &[&str], data: &Hash) -> Vec<Str> {
    let mut keys: Vec<Str> = methods.iter().map(|key| Str::from(*key)).collect();
    keys.extend(data.keys().filter_map(Value::as_str).filter(|key| !methods.contains(key)).map(Str::from));
    keys
}

/// Inserts the keys that plugins add to a drop behind its `methods`, with which `keys` begin.
fn with_plugin_keys(
    object: &dyn Drop,
    methods: &[&str],
    mut keys: Vec<Str>,
    host: &mut dyn Host,
) -> Result<Vec<Str>, Abort> {
    let plugins = &rendering_of(host)?.setup().plugins;
    if plugins.has_drop_values() {
        let data = keys.split_off(methods.len());
        for key in plugins.drop_keys(object).into_iter().chain(data) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
    }
    Ok(keys)
}

/// The items of a `for` loop over a drop: the names of its keys. (Ruby's `each` yields key and value, and Liquid's loop
/// takes the first of the two.)
fn key_names(object: &dyn Drop, host: &mut dyn Host) -> Result<Option<Vec<Value>>, Abort> {
    Ok(Some(object.keys(host)?.into_iter().map(Value::Str).collect()))
}

/// Converts the error of a permalink to Ruby's exception.
pub(super) fn no_url(error: PermalinkError) -> Abort {
    match &error {
        PermalinkError::UnknownPlaceholder(_) | PermalinkError::NotText(_) => {
            Abort::error("NoMethodError", error.to_string())
        }
        PermalinkError::InvalidScheme(_) | PermalinkError::AmbiguousPath(_) => {
            Abort::error("Addressable::URI::InvalidURIError", error.to_string())
        }
    }
}

/// The value of a key that a plugin adds to a drop or replaces. `None` if no plugin does. Threads read drops all the
/// time, so without such plugins, this function does not even copy the shared reference to the plugins.
fn value_of_plugin(object: &dyn Drop, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
    let plugins = &rendering_of(host)?.setup().plugins;
    if !plugins.has_drop_values() {
        return Ok(None);
    }
    let plugins = Arc::clone(plugins);
    plugins.drop_value(object, key, host)
}
