//! Reads options of plugins like their gems do: `config[section] && config[section][key]`.

use super::ruby_methods;
use hastie_liquid::Value;
use hastie_site::failure::Failure;
use hastie_site::model::SiteContext;

/// The option `key` in a plugin's section. nil if the section or the key is missing, or if the section is `false`.
///
/// # Errors
/// Fails if Ruby could not index the section by name.
pub(crate) fn option(context: &SiteContext, section: &str, key: &str) -> Result<Value, Failure> {
    match context.config(section) {
        Value::Nil | Value::Bool(false) => Ok(Value::Nil),
        options => ruby_methods::index(context, options, key),
    }
}

/// Whether an option is exactly `true`. Neither the string `true` nor a number counts.
///
/// # Errors
/// Same as [`option`].
pub(crate) fn is_on(context: &SiteContext, section: &str, key: &str) -> Result<bool, Failure> {
    Ok(matches!(option(context, section, key)?, Value::Bool(true)))
}

/// Whether an option is exactly `false`. Also true if the whole section is `false`, because `false && ...` is `false`
/// in Ruby.
///
/// # Errors
/// Same as [`option`].
pub(crate) fn is_off(context: &SiteContext, section: &str, key: &str) -> Result<bool, Failure> {
    let is_off = |value: &Value| matches!(value, Value::Bool(false));
    Ok(is_off(context.config(section)) || is_off(&option(context, section, key)?))
}
