//! `item_property`: a property of an item, prepared for comparison by Jekyll's filters. Strings that contain numbers
//! count as numbers.

use crate::failure::Failure;
use hastie_liquid::filters::property::{has_properties, property};
use hastie_liquid::{Abort, Context, Value};
use hastie_value::number::{leading_float, leading_integer};
use hastie_value::text::is_ascii_space;

/// Reads a property by name. A name with dots is a path: `a.b` is the property `b` of the property `a`, and false if
/// `a` has no properties. Strings that look like numbers become numbers.
///
/// # Errors
/// Ruby's TypeError if a name is used as an index, for example of an array. NoMethodError if `name` has no dot and the
/// item has no properties. Also fails if a drop fails.
pub(crate) fn item_property(cx: &mut Context<'_>, item: &Value, name: &Value) -> Result<Value, Abort> {
    let name = name.to_text(cx.host)?;
    let found = if name.contains('.') { follow(cx, item, &name)? } else { read(cx, item, item, &name, &name)? };
    as_number(cx, found)
}

/// `item_property` of Jekyll 3: strings that look like numbers remain strings. Reading a property of nil is an error.
///
/// # Errors
/// Ruby's TypeError or NoMethodError if a value on the path has no properties. Fails if a drop fails.
pub(crate) fn item_property_as_written(cx: &mut Context<'_>, item: &Value, name: &Value) -> Result<Value, Abort> {
    let path = name.to_text(cx.host)?;
    let mut found = item.clone();
    for key in path.trim_end_matches('.').split('.').filter(|_| !path.bytes().all(|byte| byte == b'.')) {
        found = read(cx, item, &found, key, &path)?;
    }
    Ok(found)
}

fn follow(cx: &mut Context<'_>, item: &Value, path: &str) -> Result<Value, Abort> {
    let mut found = item.clone();
    for key in path.trim_end_matches('.').split('.').filter(|_| !path.bytes().all(|byte| byte == b'.')) {
        found = if has_properties(&found) { read(cx, item, &found, key, path)? } else { Value::Bool(false) };
    }
    Ok(found)
}

/// `object[key]`, with Jekyll's error if an array is indexed by a name.
fn read(cx: &mut Context<'_>, item: &Value, object: &Value, key: &str, path: &str) -> Result<Value, Abort> {
    if !has_properties(object) {
        if let Value::Symbol(name) = object {
            return read(cx, item, &Value::Str((**name).clone()), key, path);
        }
        return Err(super::no_method(cx, "[]", object));
    }
    let found = match object {
        Value::Hash(hash) => Some(hash.get(key).cloned().unwrap_or(Value::Nil)),
        Value::Drop(drop) => Some(drop.index(key, cx.host)?.unwrap_or(Value::Nil)),
        _ => property(cx, object, &Value::from(key))?,
    };
    if let Some(found) = found {
        return Ok(found);
    }
    Err(match item {
        Value::Array(_) => {
            let start: String = item.to_s(cx.host)?.chars().take(20).collect();
            let path = Value::from(path).inspect(cx.host)?;
            let expected = "with given key. Expected an integer but got";
            Abort::error("TypeError", format!("Error accessing object ({start}) {expected} {path} instead."))
        }
        _ => Failure::no_conversion_of("String", "Integer").into(),
    })
}

/// `parse_sort_input`: a string that looks like a number becomes a number.
fn as_number(cx: &mut Context<'_>, value: Value) -> Result<Value, Abort> {
    let text = match &value {
        // A fast path: the first letter shows that most strings are not numbers.
        Value::Str(text) if text.starts_with(|c: char| c.is_ascii_alphabetic() || !c.is_ascii()) => return Ok(value),
        Value::Str(text) => text.clone(),
        Value::Float(_) | Value::Drop(_) => value.to_s(cx.host)?,
        _ => return Ok(value),
    };
    let trimmed = text.trim_matches(is_ascii_space);
    let unsigned = trimmed.strip_prefix('-').unwrap_or(trimmed);
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if !unsigned.is_empty() && digits(unsigned) {
        return Ok(leading_integer(&text).into());
    }
    let decimal = match unsigned.split_once('.') {
        Some((whole, fraction)) => digits(whole) && digits(fraction) && unsigned.len() > 1,
        None => false,
    };
    if !decimal {
        return Ok(value);
    }
    Ok(match value {
        Value::Float(_) => value,
        _ => Value::Float(leading_float(&text)),
    })
}
