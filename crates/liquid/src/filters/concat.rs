//! Texts put together: `append`, `prepend`.

use crate::context::Context;
use crate::value::{Abort, Value};

/// `append`: the argument behind the input.
pub fn append(cx: &mut Context<'_>, input: &Value, args: &[Value], out: &mut String) -> Result<Option<Value>, Abort> {
    together(cx, input, &args[0], out)
}

/// `prepend`: the argument in front of the input.
pub fn prepend(cx: &mut Context<'_>, input: &Value, args: &[Value], out: &mut String) -> Result<Option<Value>, Abort> {
    together(cx, &args[0], input, out)
}

fn together(cx: &mut Context<'_>, first: &Value, second: &Value, out: &mut String) -> Result<Option<Value>, Abort> {
    first.write_to_s(out, cx.host)?;
    second.write_to_s(out, cx.host)?;
    Ok(None)
}
