//! `date`: formats whatever Liquid takes for a date.

use crate::context::Cx;
use crate::host::Abort;
use crate::time::{strftime_date, to_date, try_strftime};
use crate::value::Value;

/// `date`: `strftime` with the argument as format. What is no date, and an empty format, give the
/// input back.
pub fn date(cx: &mut Cx<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let format = args[0].to_s(cx.host)?;
    if format.is_empty() {
        return Ok(input.clone());
    }
    let formatted = match to_date(input, cx.host) {
        Some(Value::Time(time)) => try_strftime(&time, &format),
        Some(Value::Date(date)) => strftime_date(date, &format),
        _ => return Ok(input.clone()),
    };
    match formatted {
        Some(text) => Ok(text.into()),
        None => Err(Abort::error("Liquid::ArgumentError", format!("invalid format: {format}"))),
    }
}
