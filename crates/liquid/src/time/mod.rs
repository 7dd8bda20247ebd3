//! Times and dates as Ruby reads and writes them. The values themselves are in [`crate::value`]; the
//! clock and the zone are the host's.

pub mod civil;
pub mod date_parse;
mod parse;
mod strftime;

pub use parse::parse;
pub use strftime::{strftime, strftime_date, try_strftime, write_date, write_time};

use crate::context::Cx;
use crate::host::{Abort, Host};
use crate::value::number::leading_integer;
use crate::value::{Str, Time, Value};
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Now, in the site's zone.
pub fn now(host: &mut dyn Host) -> Time {
    let (seconds, nanos) = host.now();
    Time::local(seconds, nanos, host.zone())
}

/// What `Liquid::Utils.to_date` makes of a value: dates and times stay what they are, integers and
/// texts of digits are seconds since 1970, other texts are read as Ruby reads times. `None` if it is
/// no date to Liquid.
///
/// # Errors
/// When the rendering has taken more steps than it may.
pub fn to_date(value: &Value, cx: &mut Cx<'_>) -> Result<Option<Value>, Abort> {
    Ok(match value {
        Value::Date(_) | Value::Time(_) => Some(value.clone()),
        Value::Int(seconds) => from_epoch(Some(*seconds), cx.host),
        Value::Str(text) if text.is_empty() => None,
        Value::Str(text) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
            from_epoch(i64::try_from(leading_integer(text)).ok(), cx.host)
        }
        // Far beyond what `Time.parse` takes, with room for letters that are shorter as small ones.
        Value::Str(text) if text.len() > 4 * date_parse::LIMIT => None,
        Value::Str(text) => match parse::parse_iso(text, cx.host.zone()) {
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

/// Offset in seconds and abbreviation in force in a zone at an instant.
///
/// The zone database covers the years up to 9999: later ones follow the rules of the same year four
/// hundred years earlier, when the calendar was the same, and the earliest offset reaches back
/// without end.
pub(crate) fn offset_at(seconds: i64, zone: &TimeZone) -> (i32, Str) {
    const CYCLE: i64 = 146_097 * 86_400;
    if *zone == TimeZone::UTC {
        return (0, Str::fixed("UTC"));
    }
    let last = Timestamp::MAX.as_second();
    let seconds = if seconds > last { last - CYCLE + (seconds - last) % CYCLE } else { seconds };
    let Ok(timestamp) = Timestamp::from_second(seconds.max(Timestamp::MIN.as_second())) else {
        return (0, Str::fixed("UTC"));
    };
    let info = zone.to_offset_info(timestamp);
    (info.offset().seconds(), info.abbreviation().into())
}
