//! `inspect`: the value as an author of templates can read it.

use super::escape::escaped;
use hastie_liquid::{Abort, Context, Value};

/// `inspect`: the value as Ruby's `inspect` shows it, escaped for HTML.
pub fn inspect(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    Ok(escaped(&input.inspect(cx.host)?).into())
}
