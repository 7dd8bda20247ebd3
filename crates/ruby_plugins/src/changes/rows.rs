//! Reads the rows in which Ruby reports changes of objects. For their form, see [`changes`](crate::changes).

use hastie_liquid::{Hash, Value};
use hastie_site::model::Writer;
use std::sync::Arc;

/// The rows of `objects` in Ruby's changes: the name of an object, such as `page:12`, and its changed fields.
pub(crate) fn objects(changed: &Hash) -> impl Iterator<Item = (&str, &Arc<Hash>)> {
    let rows = changed.get("objects").and_then(Value::as_array).unwrap_or_default();
    rows.iter().filter_map(|row| match row.as_array() {
        Some([Value::Str(name), Value::Hash(fields)]) => Some((name.as_str(), fields)),
        _ => None,
    })
}

/// The field with this key, if it is a text.
pub(crate) fn text<'f>(fields: &'f Hash, key: &str) -> Option<&'f str> {
    fields.get(key).and_then(Value::as_str)
}

/// The changed front matter. `None` if it has not changed.
pub(crate) fn data_of(fields: &Hash) -> Option<Hash> {
    Some(fields.get("data")?.as_hash()?.clone())
}

/// The [`Writer`] of an item whose class redefines `write` or `write?`. `None` for other items.
pub(crate) fn writer(fields: &Hash) -> Option<Writer> {
    let is = |name: &str| fields.get(name).is_some_and(Value::truthy);
    if is("unwritten") {
        return Some(Writer::Nobody);
    }
    if is("written_by_ruby") {
        return Some(Writer::Plugin);
    }
    is("written").then_some(Writer::Forced)
}
