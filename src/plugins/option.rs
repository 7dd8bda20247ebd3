//! What plugins read of the configuration: `config[section] && config[section][key]`, as their gems ask.

use crate::failure::Failure;
use crate::setup::Setup;
use hastie_liquid::Value;

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
        other => {
            let text = format!("undefined method `[]' for {}:{}", setup.inspect(other), other.class_name());
            Err(Failure::raised("NoMethodError", text))
        }
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

/// Ruby's `to_i` of a text: the number it begins with.
pub fn leading_integer(text: &str) -> i64 {
    let text = text.trim_start();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    digits[..length].parse::<i64>().unwrap_or(0) * sign
}
