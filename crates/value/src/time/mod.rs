//! Times and dates: Ruby's representation, parsing and formatting. The clock and the time zone come from the host.

pub mod civil;
mod date;
pub mod date_parse;
mod parse;
mod strftime;

pub use date::{Date, Time, Zone};
pub use parse::{parse, parse_iso};
pub use strftime::{strftime, strftime_date, try_strftime, write_date, write_time};

use crate::{Host, Str};
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// The current time in the site's time zone.
pub fn now(host: &mut dyn Host) -> Time {
    let (seconds, nanos) = host.now();
    Time::local(seconds, nanos, host.zone())
}

/// The UTC offset in seconds and the abbreviation in effect in a time zone.
///
/// The zone database covers the years up to 9999. Later years use the rules of the same year modulo 400, when the
/// calendar was the same. The earliest offset applies to all times before it.
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
