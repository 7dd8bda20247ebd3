//! What plugins read of the configuration: `config[section] && config[section][key]`, as their gems ask.

use crate::failure::Failure;
use crate::setup::Setup;
use hastie_liquid::Value;
use hastie_liquid::value::number::leading_integer;

/// The option `key` of a plugin's section; nil where there is no such section.
///
/// # Errors
/// A section that Ruby cannot look a name up in.
pub fn option(setup: &Setup, section: &str, key: &str) -> Result<Value, Failure> {
    match setup.config(section) {
        Value::Hash(options) => Ok(options.get(key).cloned().unwrap_or(Value::Nil)),
        Value::Nil | Value::Bool(false) => Ok(Value::Nil),
        Value::Str(text) if text.contains(key) => Ok(Value::from(key)),
        Value::Str(_) => Ok(Value::Nil),
        Value::Array(_) | Value::Int(_) => {
            Err(Failure::raised("TypeError", "no implicit conversion of String into Integer"))
        }
        other => Err(setup.no_method("[]", other)),
    }
}

/// Whether an option is `true` and nothing else.
///
/// # Errors
/// As [`option`].
pub fn is_on(setup: &Setup, section: &str, key: &str) -> Result<bool, Failure> {
    Ok(matches!(option(setup, section, key)?, Value::Bool(true)))
}

/// Whether an option is `false` and nothing else.
///
/// # Errors
/// As [`option`].
pub fn is_off(setup: &Setup, section: &str, key: &str) -> Result<bool, Failure> {
    Ok(matches!(option(setup, section, key)?, Value::Bool(false)))
}

/// Ruby's `to_i` of a number or a text, within 64 bits; `None` for a value that has no such method.
pub fn to_integer(value: &Value) -> Option<i64> {
    match value {
        Value::Nil => Some(0),
        Value::Int(number) => Some(*number),
        Value::Float(number) => Some(*number as i64),
        Value::Str(text) => Some(i64::try_from(leading_integer(text)).unwrap_or(i64::MAX)),
        _ => None,
    }
}
