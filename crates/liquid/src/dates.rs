//! Converts values to dates for the filter `date`. Mirrors `Liquid::Utils.to_date`.

use crate::context::Context;
use crate::value::number::leading_integer;
use crate::value::time::{date_parse, now, parse, parse_iso};
use crate::value::{Abort, Host, Time, Value};

/// `Liquid::Utils.to_date`: returns dates and times unchanged. Integers and strings of digits are seconds since 1970.
/// `now` and `today` are the current time. Other strings are parsed like Ruby's `Time.parse`. `None` if the value is
/// not a date in Liquid.
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
        // Far longer than `Time.parse` accepts. Leaves room for letters that become shorter in lower case.
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

/// The steps counted for parsing a date, which tries several formats.
const STEPS_OF_PARSING: u64 = 150;

fn from_epoch(seconds: Option<i64>, host: &mut dyn Host) -> Option<Value> {
    // The last day or so would overflow with a UTC offset.
    let seconds = seconds.filter(|seconds| seconds.unsigned_abs() < (1 << 63) - 200_000)?;
    Some(Value::time(Time::local(seconds, 0, host.zone())))
}

fn from_words(text: &str, host: &mut dyn Host) -> Option<Value> {
    // Converts each letter on its own: Ruby has no special case for a final sigma.
    let text: String = text.chars().flat_map(char::to_lowercase).collect();
    let now = now(host);
    match text.as_str() {
        "now" | "today" => Some(Value::time(now)),
        _ => parse(&text, &now, host.zone()).map(Value::time),
    }
}
