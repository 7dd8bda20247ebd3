//! Ruby's `item[property]`, called by filters on the items of arrays.

use crate::context::Context;
use crate::cost::limit_reached;
use crate::value::number::{floor_division, to_long};
use crate::value::{Abort, ErrorKind, Value};
use num_bigint::{BigInt, Sign};

/// Whether the value is a string, array, hash, integer or drop. The Ruby classes of these values have the method `[]`.
pub fn has_properties(item: &Value) -> bool {
    matches!(item, Value::Str(_) | Value::Array(_) | Value::Hash(_) | Value::Int(_) | Value::Big(_) | Value::Drop(_))
}

/// `item[key]`. `None` if the item's class has no method `[]`, or if the method does not accept this type of key
/// (Ruby's TypeError).
///
/// # Errors
/// Fails if a drop fails, or with Ruby's RangeError or FloatDomainError for an index that is too large.
pub fn property(cx: &mut Context<'_>, item: &Value, key: &Value) -> Result<Option<Value>, Abort> {
    Ok(match item {
        Value::Hash(hash) => Some(hash.get_value(key).cloned().unwrap_or(Value::Nil)),
        Value::Drop(object) => {
            let key = key.to_s(cx.host)?;
            Some(object.index(&key, cx.host)?.unwrap_or(Value::Nil))
        }
        Value::Array(items) => match key {
            Value::Range(first, last) => {
                let part = part(items.len(), *first, *last).map(|(from, to)| Value::array(items[from..to].to_vec()));
                Some(part.unwrap_or(Value::Nil))
            }
            _ => index(key)?.map(|index| {
                let index = if index < 0 { index + items.len() as i64 } else { index };
                usize::try_from(index).ok().and_then(|index| items.get(index)).cloned().unwrap_or(Value::Nil)
            }),
        },
        Value::Str(text) => match key {
            Value::Str(part) => Some(if text.contains(part.as_str()) { key.clone() } else { Value::Nil }),
            Value::Range(first, last) => {
                let part = part(text.chars().count(), *first, *last)
                    .map(|(from, to)| Value::from(text.chars().skip(from).take(to - from).collect::<String>()));
                Some(part.unwrap_or(Value::Nil))
            }
            _ => index(key)?.map(|index| character(text, index)),
        },
        Value::Int(number) => bits(cx, &BigInt::from(*number), key)?,
        Value::Big(number) => bits(cx, number, key)?,
        _ => None,
    })
}

/// Liquid's error "cannot select the property 'x'". `x` is `property` as text. If the conversion to text fails, returns
/// the error of the conversion instead.
pub fn property_error(cx: &mut Context<'_>, property: &Value) -> Abort {
    match property.to_s(cx.host) {
        Ok(name) => Abort::error(ErrorKind::LiquidArgument, format!("cannot select the property '{name}'")),
        Err(abort) => abort,
    }
}

/// The start and end of the part that the Ruby range `first..last` selects in a string or array of length `size`.
/// Negative numbers count from the end. `None` if the part would start outside of the string or array.
fn part(size: usize, first: i64, last: i64) -> Option<(usize, usize)> {
    let last = if last < 0 { last.saturating_add(size as i64) } else { last };
    let from = if first < 0 { first.saturating_add(size as i64) } else { first };
    super::slice::bounds(size, from.max(-1), last.saturating_sub(from).saturating_add(1).max(0)).filter(|_| from >= 0)
}

/// Converts a key to an index. Ruby accepts floats, too. `None` if the key is not a number.
///
/// # Errors
/// Ruby's RangeError beyond 64 bits.
fn index(key: &Value) -> Result<Option<i64>, Abort> {
    match key {
        Value::Int(index) => Ok(Some(*index)),
        Value::Big(index) => to_long(index).map(Some),
        Value::Float(index) if index.abs() < 9.2e18 => Ok(Some(*index as i64)),
        Value::Float(index) => {
            let message = format!("float {} out of range of integer", shown(*index));
            Err(Abort::error(if index.is_finite() { ErrorKind::Range } else { ErrorKind::FloatDomain }, message))
        }
        _ => Ok(None),
    }
}

/// A float as Ruby shows it in the message of a RangeError: `1e+20`.
fn shown(number: f64) -> String {
    let text = format!("{number:e}");
    match text.split_once('e') {
        Some((digits, exponent)) if !exponent.starts_with('-') => format!("{digits}e+{exponent:0>2}"),
        _ => text,
    }
}

fn character(text: &str, index: i64) -> Value {
    let index = if index < 0 { index + text.chars().count() as i64 } else { index };
    usize::try_from(index)
        .ok()
        .and_then(|index| text.chars().nth(index))
        .map_or(Value::Nil, |c| Value::from(c.to_string()))
}

/// `Integer#[]`: a bit in two's complement, or the bits of a range. A range that ends before it starts is unbounded.
fn bits(cx: &mut Context<'_>, number: &BigInt, key: &Value) -> Result<Option<Value>, Abort> {
    let (first, last) = match key {
        Value::Range(first, last) => (*first, *last),
        Value::Big(bit) => {
            return Ok(Some(bit_of(number, if bit.sign() == Sign::Minus { i64::MIN } else { i64::MAX })));
        }
        _ => return Ok(index(key)?.map(|bit| bit_of(number, bit))),
    };
    if first == last {
        return Ok(Some(bit_of(number, first)));
    }
    let shifted = match first {
        // All bits above the highest are equal to the sign bit.
        0.. => number >> first.unsigned_abs().min(number.bits() + 1),
        _ if first.unsigned_abs() > cx.hard_limits.bits => {
            return Err(limit_reached("an integer of too many bits".into()));
        }
        _ => number << first.unsigned_abs(),
    };
    if last < first {
        return Ok(Some(shifted.into()));
    }
    let count = last.abs_diff(first).saturating_add(1);
    if shifted.sign() != Sign::Minus && count >= shifted.bits() {
        return Ok(Some(shifted.into()));
    }
    if count > cx.hard_limits.bits {
        return Err(limit_reached("an integer of too many bits".into()));
    }
    let (_, masked) = floor_division(&shifted, &(BigInt::from(1) << count));
    Ok(Some(masked.into()))
}

/// `Integer#[]` for a single bit.
fn bit_of(number: &BigInt, bit: i64) -> Value {
    if bit < 0 {
        return Value::Int(0);
    }
    let bit = u32::try_from(bit).unwrap_or(u32::MAX);
    if u64::from(bit) > number.bits() {
        return Value::Int(i64::from(*number < BigInt::ZERO));
    }
    let (shifted, _) = floor_division(number, &(BigInt::from(1) << bit));
    let (_, lowest) = floor_division(&shifted, &BigInt::from(2));
    lowest.into()
}
