//! `inspect`: prints a value for debugging templates.

use super::escape::escaped;
use hastie_liquid::encoding::is_inspect_ascii;
use hastie_liquid::{Abort, Context, Str, Value};

/// `inspect`: the result of Ruby's `inspect`, escaped for HTML.
pub(crate) fn inspect(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    let text = escaped(&input.inspect(cx.host)?);
    Ok(if text.is_ascii() && is_inspect_ascii(input) { Value::Str(Str::us_ascii(&text)) } else { text.into() })
}
