//! The items of an array filter's input. Mirrors `InputIterator`.

use crate::context::Context;
use crate::scope::to_liquid;
use crate::time::civil::days_from_civil;
use crate::value::array::flatten;
use crate::value::{Abort, ErrorKind, Time, Value, Zone};
use std::borrow::Cow;

/// The items of an input. An array is flattened, and other enumerables give their elements. A Ruby `Time` gives its
/// parts, from the second to the time zone. Nil has no items. A hash is a single item, and so is any other input.
///
/// # Errors
/// Fails if a drop fails, arrays are nested too deeply, or a range is too long.
pub fn items(cx: &mut Context<'_>, input: &Value) -> Result<Vec<Value>, Abort> {
    Ok(match input {
        Value::Array(items) if is_flat(items) => items.to_vec(),
        Value::Array(items) => flattened(items)?,
        Value::Range(first, last) => range_items(*first, *last, cx.hard_limits.elements)?,
        Value::Drop(object) => match object.iterate(cx.host)? {
            Some(items) if object.class() != "Hash" || items.iter().any(|item| !matches!(item, Value::Array(_))) => {
                items
            }
            _ => vec![input.clone()],
        },
        Value::Nil => Vec::new(),
        Value::Time(time) if time.zone != Zone::DateTime => time_parts(time),
        _ => vec![to_liquid(input.clone())],
    })
}

/// Whether a filter can use an array without a copy: no item is an array, a symbol, or Liquid's `empty` or `blank`.
pub(super) fn is_flat(items: &[Value]) -> bool {
    !items.iter().any(|item| matches!(item, Value::Array(_) | Value::Symbol(_) | Value::Empty | Value::Blank))
}

/// The items that an array filter processes. Nested arrays are flattened, and symbols become strings. Liquid's literals
/// `empty` and `blank` become empty strings.
pub(super) fn flattened(items: &[Value]) -> Result<Vec<Value>, Abort> {
    Ok(flatten(items)?.into_iter().map(to_liquid).collect())
}

/// Like [`items`], but borrows an array whose items need no conversion: no array, symbol, `empty` or `blank`.
///
/// # Errors
/// Same as [`items`].
pub fn borrowed<'v>(cx: &mut Context<'_>, input: &'v Value) -> Result<Cow<'v, [Value]>, Abort> {
    match input {
        Value::Array(items) if is_flat(items) => Ok(Cow::Borrowed(items)),
        _ => items(cx, input).map(Cow::Owned),
    }
}

/// The integers of a range, including `first` and `last`.
///
/// # Errors
/// Fails if there are more than `limit` integers.
pub fn range_items(first: i64, last: i64, limit: usize) -> Result<Vec<Value>, Abort> {
    let count = last.checked_sub(first).map_or(usize::MAX, |distance| usize::try_from(distance).unwrap_or(0));
    if count >= limit {
        return Err(Abort::error(ErrorKind::LiquidMemory, format!("a range of more than {limit} items")));
    }
    Ok((first..=last).map(Value::Int).collect())
}

/// `Time#to_a`, which Ruby's `Array()` calls on a time.
fn time_parts(time: &Time) -> Vec<Value> {
    let (year, month, day) = time.civil();
    let wall = time.wall();
    let (days, of_day) = (wall.div_euclid(86_400), wall.rem_euclid(86_400));
    let zone = match &time.zone {
        Zone::Utc => Value::str("UTC"),
        Zone::Local(name) => Value::str(&**name),
        Zone::Fixed | Zone::DateTime => Value::Nil,
    };
    let numbers = [of_day % 60, of_day / 60 % 60, of_day / 3600, i64::from(day), i64::from(month), year];
    let mut parts: Vec<Value> = numbers.into_iter().map(Value::Int).collect();
    parts.push(Value::Int((days + 4).rem_euclid(7)));
    parts.push(Value::Int(days - days_from_civil(year, 1, 1) + 1));
    parts.push(Value::Bool(false));
    parts.push(zone);
    parts
}
