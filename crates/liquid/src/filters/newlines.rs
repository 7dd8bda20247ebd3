//! Line ends: `strip_newlines`, `newline_to_br`.

use crate::context::Cx;
use crate::host::Abort;
use crate::value::Value;

/// `strip_newlines`: the text on one line.
pub fn strip_newlines(cx: &mut Cx<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    let text = input.to_s(cx.host)?;
    if !text.contains('\n') {
        return Ok(Value::Str(text));
    }
    Ok(text.replace("\r\n", "").replace('\n', "").into())
}

/// `newline_to_br`: `<br />` in front of each line end.
pub fn newline_to_br(cx: &mut Cx<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    let text = input.to_s(cx.host)?;
    Ok(text.replace('\n', "<br />\n").into())
}
