//! `Liquid::Utils.to_date`: what the filter `date` makes of a value before it formats it.

use crate::context::Context;
use crate::value::number::leading_integer;
use crate::value::time::{date_parse, now, parse, parse_iso};
use crate::value::{Abort, Host, Time, Value};

/// `Liquid::Utils.to_date`: dates and times stay what they are, integers and
/// texts of digits are seconds since 1970, other texts are read as Ruby reads times. `None` if it is
/// no date to Liquid.
///
/// # Errors
/// Fails if the rendering exceeds its step limit.
pub fn to_date(value: &Value, cx: &mut Context<'_>) -> Result<Option<Value>, Abort> {
    Ok(match value {
        Value::Date(_) | Value::Time(_) => Some(value.clone()),
        Value::Int(seconds) => from_epoch(Some(*seconds), cx.host),
        Value::Str(text) if text.is_empty() => None,
        Value::Str(text) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
            from_epoch(i64::try_from(leading_integer(text)).ok(), cx.host)
        }
        // Far beyond what `Time.parse` takes, with room for letters that are shorter as small ones.
        Value::Str(text) if text.len() > 4 * date_parse::LIMIT => None,
        Value::Str(text) => match parse_iso(text, cx.host.zone()) {
            Some(time) => time.map(Value::time),
            None => {
                cx.spend(STEPS_OF_PARSING)?;
                from_words(text, cx.host)
            }
        },
        _ => None,
    })
}

/// Steps of a rendering that reading a text takes of which one form after the other is tried.
const STEPS_OF_PARSING: u64 = 150;

fn from_epoch(seconds: Option<i64>, host: &mut dyn Host) -> Option<Value> {
    // The last day or so would not survive an offset.
    let seconds = seconds.filter(|seconds| seconds.unsigned_abs() < (1 << 63) - 200_000)?;
    Some(Value::time(Time::local(seconds, 0, host.zone())))
}

fn from_words(text: &str, host: &mut dyn Host) -> Option<Value> {
    // Letter by letter: Ruby knows no final sigma.
    let text: String = text.chars().flat_map(char::to_lowercase).collect();
    let now = now(host);
    match text.as_str() {
        "now" | "today" => Some(Value::time(now)),
        _ => parse(&text, &now, host.zone()).map(Value::time),
    }
}
