//! `date`: formats a date. The formats are in `hastie_value::time`.

use crate::context::Context;
use crate::dates::to_date;
use crate::time::{write_date, write_time};
use crate::value::{Abort, ErrorKind, Value};

/// `date`: formats the input with `strftime`. If the input is not a date or the format is empty, the input is returned.
/// Fails if the format is invalid.
pub(crate) fn date(
    cx: &mut Context<'_>,
    input: &Value,
    args: &[Value],
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    let format = args[0].to_text(cx.host)?;
    if format.is_empty() {
        return Ok(Some(input.clone()));
    }
    let written = match to_date(input, cx)? {
        Some(Value::Time(time)) => write_time(&time, &format, out),
        Some(Value::Date(date)) => write_date(date, &format, out),
        _ => return Ok(Some(input.clone())),
    };
    match written {
        Some(()) => Ok(None),
        None => Err(Abort::error(ErrorKind::LiquidArgument, format!("invalid format: {format}"))),
    }
}
