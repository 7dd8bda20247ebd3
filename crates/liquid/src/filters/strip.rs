//! White space at the ends: `strip`, `lstrip`, `rstrip`.

use crate::context::Context;
use crate::value::number::is_ruby_space;
use crate::value::{Abort, Value};

/// `strip`: the text without white space at either end.
pub fn strip(cx: &mut Context<'_>, input: &Value, _args: &[Value], out: &mut String) -> Result<Option<Value>, Abort> {
    out.push_str(input.to_text(cx.host)?.trim_matches(is_ruby_space));
    Ok(None)
}

/// `lstrip`: the text without white space in front.
pub fn lstrip(cx: &mut Context<'_>, input: &Value, _args: &[Value], out: &mut String) -> Result<Option<Value>, Abort> {
    out.push_str(input.to_text(cx.host)?.trim_start_matches(is_ruby_space));
    Ok(None)
}

/// `rstrip`: the text without white space behind.
pub fn rstrip(cx: &mut Context<'_>, input: &Value, _args: &[Value], out: &mut String) -> Result<Option<Value>, Abort> {
    out.push_str(input.to_text(cx.host)?.trim_end_matches(is_ruby_space));
    Ok(None)
}
