//! `inspect`: prints a value for debugging templates.

use super::escape::escaped;
use hastie_liquid::{Abort, Context, Str, Value};

/// `inspect`: the result of Ruby's `inspect`, escaped for HTML.
pub(crate) fn inspect(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    let text = escaped(&input.inspect(cx.host)?);
    Ok(if text.is_ascii() && is_us_ascii(input) { Value::Str(Str::us_ascii(&text)) } else { text.into() })
}

/// Whether Ruby's `inspect` of the value is a string in US-ASCII, as far as it contains nothing else. That of an Array
/// or a Hash has the encoding of its first item or key.
fn is_us_ascii(value: &Value) -> bool {
    match value {
        Value::Str(_) | Value::Drop(_) | Value::Empty | Value::Blank => false,
        Value::Array(items) => items.first().is_none_or(is_us_ascii),
        Value::Hash(hash) => hash.iter().next().is_none_or(|(key, _)| is_us_ascii(key)),
        _ => true,
    }
}
