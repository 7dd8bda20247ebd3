//! Map functions, such as `map-get()` and `map-merge()`.

use super::{CallContext, wrong_type};
use crate::error::SassResult;
use crate::eval::comma_list;
use crate::value::{Map, Value};
use std::rc::Rc;
use std::sync::Arc;

/// The argument at `index`, which must be a map or an empty list. An empty list becomes an empty map.
fn map(given: &CallContext<'_, '_>, index: usize, name: &str) -> SassResult<Rc<Map>> {
    match given.get(index) {
        Value::Map(map) => Ok(map),
        Value::List(list) if list.items.is_empty() => Ok(Rc::default()),
        other => Err(wrong_type(&other, "map", name)),
    }
}

pub(super) fn map_get(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    Ok(map(given, 0, "map")?.get(&given.get(1)).cloned().unwrap_or(Value::Null))
}

pub(super) fn map_merge(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let (one, two) = (map(given, 0, "map1")?, map(given, 1, "map2")?);
    let mut merged = (*one).clone();
    for (key, value) in two.pairs() {
        merged.insert(key.clone(), value.clone());
    }
    Ok(Value::Map(Rc::new(merged)))
}

pub(super) fn map_remove(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let base = map(given, 0, "map")?;
    Ok(Value::Map(Rc::new(base.without(given.values.get(1..).unwrap_or_default()))))
}

pub(super) fn map_keys(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    Ok(comma_list(map(given, 0, "map")?.pairs().map(|(key, _)| key.clone()).collect()))
}

pub(super) fn map_values(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    Ok(comma_list(map(given, 0, "map")?.pairs().map(|(_, value)| value.clone()).collect()))
}

pub(super) fn map_has_key(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    Ok(Value::Bool(map(given, 0, "map")?.get(&given.get(1)).is_some()))
}

pub(super) fn keywords(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let value = given.get(0);
    let found = match &value {
        Value::List(list) => list.keywords.clone(),
        _ => None,
    };
    let Some(found) = found else { return Err(wrong_type(&value, "variable argument list", "args")) };
    found.accessed.set(true);
    let mut keywords = Map::default();
    for (name, value) in &found.pairs {
        keywords.insert(Value::ident(Arc::clone(name)), value.clone());
    }
    Ok(Value::Map(Rc::new(keywords)))
}
