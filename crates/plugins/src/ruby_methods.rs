//! The results of Ruby's methods on values of unexpected types, such as a string instead of a hash.
//!
//! Gems do not check the types of options. An option of the wrong type either ends the build with Ruby's own error, or leads
//! to an unexpected result. Each function here is a method that gems call on an option.

use hastie_liquid::{Hash, Str, Value};
use hastie_site::failure::Failure;
use hastie_site::model::SiteContext;
use hastie_site::path;
use hastie_value::number;

/// Ruby's `value[key]` with a string as the key. For a string, this is `key` if the string contains it, otherwise nil.
///
/// # Errors
/// Fails if the value cannot be indexed by name.
pub(crate) fn index(context: &SiteContext, value: &Value, key: &str) -> Result<Value, Failure> {
    match value {
        Value::Hash(options) => Ok(options.get(key).cloned().unwrap_or(Value::Nil)),
        Value::Str(text) if text.contains(key) => Ok(Value::from(key)),
        Value::Str(_) => Ok(Value::Nil),
        Value::Array(_) | Value::Int(_) | Value::Big(_) => Err(Failure::no_conversion_of("String", "Integer")),
        other => Err(context.no_method("[]", other)),
    }
}

/// `value.dig(key)`. nil if the value is nil, or a hash without the key.
///
/// # Errors
/// Fails if the value has no such method, or its method needs a number.
pub(crate) fn dig(value: &Value, key: &str) -> Result<Value, Failure> {
    match value {
        Value::Nil => Ok(Value::Nil),
        Value::Hash(options) => Ok(options.get(key).cloned().unwrap_or(Value::Nil)),
        Value::Array(_) => Err(Failure::no_conversion_of("String", "Integer")),
        other => Err(Failure::raised("TypeError", format!("{} does not have #dig method", other.class_name()))),
    }
}

/// `value.to_i`, limited to 64 bits. nil becomes 0, and a string the integer at its start.
///
/// # Errors
/// Fails if the value has no method `to_i`, or is infinite or not a number (NaN).
pub(crate) fn integer(context: &SiteContext, value: &Value) -> Result<i64, Failure> {
    match value {
        Value::Float(number) if !number.is_finite() => {
            Err(Failure::raised("FloatDomainError", context.text(&Value::Float(*number))))
        }
        _ => to_i(value).ok_or_else(|| context.no_method("to_i", value)),
    }
}

/// `value.to_i`, limited to 64 bits. `None` if the value has no such method. Unlike in Ruby, an infinite number is
/// limited as well, and NaN becomes 0.
pub(crate) fn to_i(value: &Value) -> Option<i64> {
    match value {
        Value::Nil => Some(0),
        Value::Int(number) => Some(*number),
        // Never fits into 64 bits.
        Value::Big(number) => Some(if number.to_string().starts_with('-') { i64::MIN } else { i64::MAX }),
        Value::Float(number) => Some(*number as i64),
        Value::Str(text) => to_i(&number::leading_integer(text).into()),
        Value::Time(time) => Some(time.instant().0),
        _ => None,
    }
}

/// `value.to_i` for printing, with all digits of a big integer. `counted` is the same number, limited to 64 bits.
pub(crate) fn shown_integer(value: &Value, counted: i64) -> Value {
    match value {
        Value::Big(_) => value.clone(),
        Value::Str(text) => number::leading_integer(text).into(),
        _ => Value::Int(counted),
    }
}

/// `value.each`: the elements of a list, the pairs of a hash.
///
/// # Errors
/// Fails if the value is neither a list nor a hash.
pub(crate) fn each(context: &SiteContext, value: &Value) -> Result<Vec<Value>, Failure> {
    match value {
        Value::Array(items) => Ok(items.to_vec()),
        Value::Hash(pairs) => {
            Ok(pairs.iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()])).collect())
        }
        other => Err(context.no_method("each", other)),
    }
}

/// Returns the string, or Ruby's error for calling `method` on an object that is not a string.
///
/// # Errors
/// Fails if the value is not a string.
pub(crate) fn text<'v>(context: &SiteContext, value: &'v Value, method: &str) -> Result<&'v Str, Failure> {
    match value {
        Value::Str(text) => Ok(text),
        other => Err(context.no_method(method, other)),
    }
}

/// The value as a hash, like the argument of Ruby's `merge`.
///
/// # Errors
/// Returns Ruby's error if the value is not a hash.
pub(crate) fn hash(value: &Value) -> Result<&Hash, Failure> {
    value.as_hash().ok_or_else(|| Failure::no_conversion(value, "Hash"))
}

/// `File.join(folder, value)`. Lists are joined element by element.
///
/// # Errors
/// Fails if the value, or an element of a list, is neither a string nor a list.
pub(crate) fn join(folder: &str, value: &Value) -> Result<String, Failure> {
    match value {
        Value::Str(text) => Ok(path::join(folder, text)),
        Value::Array(items) if items.is_empty() => Ok(path::join(folder, "")),
        Value::Array(items) => items.iter().try_fold(folder.to_owned(), |folder, item| join(&folder, item)),
        other => Err(Failure::no_conversion(other, "String")),
    }
}

/// Ruby's `text.split` at single characters, without empty strings at the end: `a,,b,` becomes `a`, an empty string and
/// `b`.
pub(crate) fn split(text: &str, is_separator: impl Fn(char) -> bool) -> Vec<String> {
    let mut pieces: Vec<String> = text.split(is_separator).map(str::to_owned).collect();
    while pieces.last().is_some_and(String::is_empty) {
        pieces.pop();
    }
    pieces
}
