//! `inspect`: prints a value for debugging templates.

use super::escape::escaped;
use hastie_liquid::{Abort, Context, Value};

/// `inspect`: the result of Ruby's `inspect`, escaped for HTML.
pub(crate) fn inspect(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    Ok(escaped(&input.inspect(cx.host)?).into())
}
