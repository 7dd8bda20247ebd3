//! Texts put together: `append`, `prepend`.

use crate::context::Cx;
use crate::host::Abort;
use crate::value::Value;

/// `append`: the argument behind the input.
pub fn append(cx: &mut Cx<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    together(cx, input, &args[0])
}

/// `prepend`: the argument in front of the input.
pub fn prepend(cx: &mut Cx<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    together(cx, &args[0], input)
}

fn together(cx: &mut Cx<'_>, first: &Value, second: &Value) -> Result<Value, Abort> {
    let (first, second) = (first.to_s(cx.host)?, second.to_s(cx.host)?);
    let mut text = String::with_capacity(first.len() + second.len());
    text.push_str(&first);
    text.push_str(&second);
    Ok(text.into())
}
