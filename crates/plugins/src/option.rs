//! Options of plugins: `config[section] && config[section][key]`, as their gems read them.

use super::duck;
use hastie_liquid::Value;
use hastie_site::failure::Failure;
use hastie_site::model::SiteContext;

/// The option `key` of a plugin's section; nil where there is no such section.
///
/// # Errors
/// Fails if Ruby could not index the section by name.
pub fn option(context: &SiteContext, section: &str, key: &str) -> Result<Value, Failure> {
    match context.config(section) {
        Value::Nil | Value::Bool(false) => Ok(Value::Nil),
        options => duck::index(context, options, key),
    }
}

/// Whether an option is `true` and nothing else.
///
/// # Errors
/// Same as [`option`].
pub fn is_on(context: &SiteContext, section: &str, key: &str) -> Result<bool, Failure> {
    Ok(matches!(option(context, section, key)?, Value::Bool(true)))
}

/// Whether an option is `false` and nothing else, or its whole section is, which Ruby's `&&` then gives.
///
/// # Errors
/// Same as [`option`].
pub fn is_off(context: &SiteContext, section: &str, key: &str) -> Result<bool, Failure> {
    let is_off = |value: &Value| matches!(value, Value::Bool(false));
    Ok(is_off(context.config(section)) || is_off(&option(context, section, key)?))
}
