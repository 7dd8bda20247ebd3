//! `where` and `find`: select items by the value of a property. Jekyll's version of `where` replaces Liquid's.
//! `where_exp` and `find_exp` are in `expressions.rs`.

use super::enumerable_values;
use super::property::{item_property, item_property_as_written};
use hastie_liquid::filters::input::items;
use hastie_liquid::{Abort, Context, Value};
use hastie_value::print::join;
use std::borrow::Cow;

/// `where`: all items whose property has the value, or contains it if the property is an array. An input without items,
/// such as a string, is unchanged. Every input is unchanged if the value is an array or a hash, or if the property's
/// name is nil or false.
pub(crate) fn r#where(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let Some(candidates) = candidates(cx, input, args)? else { return Ok(input.clone()) };
    let mut kept = Vec::new();
    for item in candidates.iter() {
        if has_value(cx, item, args)? {
            kept.push(item.clone());
        }
    }
    Ok(Value::array(kept))
}

/// `where` of Jekyll 3: the items whose property has the value, or is an array that contains it. Values are compared as
/// strings. The input is unchanged if the property's name or the value is nil, or if the input has no items.
pub(crate) fn where_by_text(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    if args[0].is_nil() || args[1].is_nil() {
        return Ok(input.clone());
    }
    let Some(items) = enumerable_values(cx, input)? else { return Ok(input.clone()) };
    let target = args[1].to_s(cx.host)?;
    let mut kept = Vec::new();
    for item in items.iter() {
        let property = item_property_as_written(cx, item, &args[0])?;
        for part in parts(cx, &property)? {
            if part.to_s(cx.host)? == target {
                kept.push(item.clone());
                break;
            }
        }
    }
    Ok(Value::array(kept))
}

/// `find`: the first item whose property has the value, or nil. If `where` would leave the input unchanged, so does
/// `find`.
pub(crate) fn find(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let Some(candidates) = candidates(cx, input, args)? else { return Ok(input.clone()) };
    for item in candidates.iter() {
        if has_value(cx, item, args)? {
            return Ok(item.clone());
        }
    }
    Ok(Value::Nil)
}

/// The items to search. `None` if the input is returned unchanged.
fn candidates<'v>(cx: &mut Context<'_>, input: &'v Value, args: &[Value]) -> Result<Option<Cow<'v, [Value]>>, Abort> {
    if !args[0].truthy() || matches!(args[1], Value::Array(_) | Value::Hash(_)) {
        return Ok(None);
    }
    enumerable_values(cx, input)
}

/// `compare_property_vs_target`: whether the property has the value, or contains it. Compares as strings, whatever the
/// types.
fn has_value(cx: &mut Context<'_>, item: &Value, args: &[Value]) -> Result<bool, Abort> {
    let property = item_property(cx, item, &args[0])?;
    let target = match &args[1] {
        Value::Nil => return Ok(property.is_nil()),
        Value::Empty | Value::Blank => {
            let parts = parts(cx, &property)?;
            return Ok(join(&parts, "", cx.host)?.is_empty());
        }
        target => target.to_text(cx.host)?,
    };
    if let Value::Str(text) = &property {
        return Ok(**text == *target);
    }
    for part in parts(cx, &property)? {
        if part.to_text(cx.host)? == target {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Ruby's `Array(value)`: for nil an empty array, and for a string an array with this string.
fn parts(cx: &mut Context<'_>, value: &Value) -> Result<Vec<Value>, Abort> {
    match value {
        Value::Array(items) => Ok(items.to_vec()),
        Value::Hash(hash) => {
            Ok(hash.iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()])).collect())
        }
        _ => items(cx, value),
    }
}
