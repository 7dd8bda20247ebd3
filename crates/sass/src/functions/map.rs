//! `sass:map`, such as `map.get()` and `map.has-key()`.

use super::{Definition, FunctionContext, Table, define};
use crate::syntax::Separator;
use crate::value::{List, Map, Value};
use crate::{Error, Result};
use std::rc::Rc;

pub(super) static TABLE: Table = Table { name: "map", functions: FUNCTIONS, globals: &[], mixins: &[], variables: &[] };

const FUNCTIONS: &[Definition] = &[
    define("get", &[("$map, $key, $keys...", get)]).and_global_as("map-get").in_constant_time(),
    define("set", &[("$map, $key, $value", set_key), ("$map, $args...", set_nested)]),
    define("merge", &[("$map1, $map2", merge), ("$map1, $args...", merge_nested)]).and_global_as("map-merge"),
    define("remove", &[("$map", remove_nothing), ("$map, $key, $keys...", remove)]).and_global_as("map-remove"),
    define("keys", &[("$map", keys)]).and_global_as("map-keys"),
    define("values", &[("$map", values)]).and_global_as("map-values"),
    define("has-key", &[("$map, $key, $keys...", has_key)]).and_global_as("map-has-key").in_constant_time(),
    define("deep-merge", &[("$map1, $map2", deep_merge)]),
    define("deep-remove", &[("$map, $key, $keys...", deep_remove)]),
];

/// The value at a path of keys: `$key` followed by `$keys`. `None` if there is no such value.
fn lookup(map: &Value, key: &Value, keys: &Value) -> Result<Option<Value>> {
    let mut value = match map {
        Value::Map(map) => map.get(key).cloned(),
        _ => map.assert_map(Some("map"))?.get(key).cloned(),
    };
    for key in keys.as_list().iter() {
        value = match &value {
            Some(Value::Map(map)) => map.get(key).cloned(),
            _ => None,
        };
    }
    Ok(value)
}

fn get(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    Ok(lookup(&args[0], &args[1], &args[2])?.unwrap_or_default())
}

fn has_key(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    Ok(lookup(&args[0], &args[1], &args[2])?.is_some().into())
}

/// Takes the map out of an argument, so that a later change copies it only if it is shared. Fails if the argument is
/// not a map.
fn take_map(argument: &mut Value, name: &str) -> Result<Rc<Map>> {
    let value = std::mem::take(argument);
    match value {
        Value::Map(map) => Ok(map),
        _ => value.assert_map(Some(name)),
    }
}

/// Replaces the value at a path of keys with the result of `modify`. If an inner map is missing, creates it if `nest`
/// is set, and otherwise returns `map` unchanged.
fn modify(
    mut map: Rc<Map>,
    keys: &[Value],
    nest: bool,
    modify: &mut dyn FnMut(Value) -> Result<Value>,
) -> Result<Value> {
    let [key, rest @ ..] = keys else { return modify(Value::Map(map)) };
    let old = map.get(key).cloned();
    let new = if rest.is_empty() {
        modify(old.unwrap_or_default())?
    } else {
        match old.and_then(|old| old.try_map()) {
            Some(nested) => self::modify(nested, rest, nest, modify)?,
            None if nest => self::modify(Rc::default(), rest, nest, modify)?,
            None => return Ok(Value::Map(map)),
        }
    };
    Rc::make_mut(&mut map).insert(key.clone(), new);
    Ok(Value::Map(map))
}

fn set_key(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let mut map = take_map(&mut args[0], "map")?;
    Rc::make_mut(&mut map).insert(std::mem::take(&mut args[1]), std::mem::take(&mut args[2]));
    Ok(Value::Map(map))
}

/// Splits the arguments into keys and the last argument, which messages call `what`.
fn split_arguments<'a>(args: &'a [Value], what: &str) -> Result<(&'a [Value], &'a Value)> {
    match args {
        [] => Err(Error::message("Expected $args to contain a key.")),
        [_] => Err(Error::message(format!("Expected $args to contain a {what}."))),
        [keys @ .., last] => Ok((keys, last)),
    }
}

fn set_nested(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let map = take_map(&mut args[0], "map")?;
    let rest = args[1].as_list();
    let (keys, value) = split_arguments(&rest, "value")?;
    modify(map, keys, true, &mut |_| Ok(value.clone()))
}

fn merge_maps(mut first: Rc<Map>, second: &Map) -> Value {
    if first.is_empty() {
        return Value::Map(Rc::new(second.clone()));
    }
    let merged = Rc::make_mut(&mut first);
    for (key, value) in second.iter() {
        merged.insert(key.clone(), value.clone());
    }
    Value::Map(first)
}

fn merge(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let first = take_map(&mut args[0], "map1")?;
    let second = take_map(&mut args[1], "map2")?;
    Ok(merge_maps(first, &second))
}

fn merge_nested(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let first = take_map(&mut args[0], "map1")?;
    let rest = args[1].as_list();
    let (keys, last) = split_arguments(&rest, "map")?;
    let second = last.assert_map(Some("map2"))?;
    modify(first, keys, true, &mut |old| match old.try_map() {
        Some(nested) => Ok(merge_maps(nested, &second)),
        None => Ok(Value::Map(Rc::clone(&second))),
    })
}

fn remove_nothing(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    take_map(&mut args[0], "map").map(Value::Map)
}

fn remove(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let mut map = take_map(&mut args[0], "map")?;
    let entries = Rc::make_mut(&mut map);
    entries.remove(&args[1]);
    for key in args[2].as_list().iter() {
        entries.remove(key);
    }
    Ok(Value::Map(map))
}

fn keys(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let keys = args[0].assert_map(Some("map"))?.iter().map(|(key, _)| key.clone()).collect();
    Ok(List::new(keys, Separator::Comma).into())
}

fn values(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let values = args[0].assert_map(Some("map"))?.iter().map(|(_, value)| value.clone()).collect();
    Ok(List::new(values, Separator::Comma).into())
}

fn deep_merge(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let first = take_map(&mut args[0], "map1")?;
    let second = take_map(&mut args[1], "map2")?;
    Ok(Value::Map(deep_merge_maps(first, second)))
}

fn deep_merge_maps(mut first: Rc<Map>, second: Rc<Map>) -> Rc<Map> {
    if first.is_empty() {
        return second;
    }
    if second.is_empty() {
        return first;
    }
    let merged = Rc::make_mut(&mut first);
    for (key, value) in second.iter() {
        let nested = merged.get(key).and_then(Value::try_map).zip(value.try_map());
        let value = nested.map_or_else(|| value.clone(), |(old, new)| Value::Map(deep_merge_maps(old, new)));
        merged.insert(key.clone(), value);
    }
    first
}

fn deep_remove(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let map = take_map(&mut args[0], "map")?;
    let mut keys = vec![std::mem::take(&mut args[1])];
    keys.extend(args[2].as_list().iter().cloned());
    let Some(last) = keys.pop() else { return Ok(Value::Map(map)) };
    modify(map, &keys, false, &mut |value| match value.try_map() {
        Some(mut nested) if nested.contains_key(&last) => {
            Rc::make_mut(&mut nested).remove(&last);
            Ok(Value::Map(nested))
        }
        _ => Ok(value),
    })
}
