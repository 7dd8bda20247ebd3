//! Trimming filters: `strip`, `lstrip`, `rstrip`.

use crate::context::Context;
use crate::value::text::is_ruby_space;
use crate::value::{Abort, Value};

/// `strip`: removes ASCII white space and NUL at both ends.
pub(crate) fn strip(
    cx: &mut Context<'_>,
    input: &Value,
    _args: &[Value],
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    out.push_str(input.to_text(cx.host)?.trim_matches(is_ruby_space));
    Ok(None)
}

/// `lstrip`: removes ASCII white space and NUL at the start.
pub(crate) fn lstrip(
    cx: &mut Context<'_>,
    input: &Value,
    _args: &[Value],
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    out.push_str(input.to_text(cx.host)?.trim_start_matches(is_ruby_space));
    Ok(None)
}

/// `rstrip`: removes ASCII white space and NUL at the end.
pub(crate) fn rstrip(
    cx: &mut Context<'_>,
    input: &Value,
    _args: &[Value],
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    out.push_str(input.to_text(cx.host)?.trim_end_matches(is_ruby_space));
    Ok(None)
}
