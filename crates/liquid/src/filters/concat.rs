//! Concatenation of strings: `append`, `prepend`.

use crate::context::Context;
use crate::value::{Abort, Value};

/// `append`: the input followed by the argument. Values other than strings are converted to text.
pub(crate) fn append(
    cx: &mut Context<'_>,
    input: &Value,
    args: &[Value],
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    together(cx, input, &args[0], out)
}

/// `prepend`: the argument followed by the input. Values other than strings are converted to text.
pub(crate) fn prepend(
    cx: &mut Context<'_>,
    input: &Value,
    args: &[Value],
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    together(cx, &args[0], input, out)
}

fn together(cx: &mut Context<'_>, first: &Value, second: &Value, out: &mut String) -> Result<Option<Value>, Abort> {
    first.write_to_s(out, cx.host)?;
    second.write_to_s(out, cx.host)?;
    Ok(None)
}
