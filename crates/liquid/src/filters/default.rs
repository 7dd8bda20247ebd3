//! `default`: a fallback for missing values.

use crate::context::Context;
use crate::value::{Abort, Value};

/// `default`: the argument if the input is nil, false or empty. A missing argument counts as the empty string.
pub(crate) fn default(_cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let missing = match input {
        Value::Nil | Value::Bool(false) => true,
        Value::Str(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Hash(hash) => hash.is_empty(),
        _ => false,
    };
    if !missing {
        return Ok(input.clone());
    }
    Ok(args.first().cloned().unwrap_or_else(|| Value::str("")))
}
