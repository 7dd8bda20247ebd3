//! Times and dates: Ruby's representation, parsing and formatting. The clock and the time zone come from the host.

pub mod civil;
pub(crate) mod date;
pub mod date_parse;
mod parse;
mod strftime;
pub(crate) mod zone;

pub use parse::{parse, parse_iso};
pub use strftime::{MONTHS, strftime, strftime_date, try_strftime, write_date, write_time};

use crate::{Host, Time};

/// The current time of the host, in the time zone of the host.
pub fn now(host: &mut dyn Host) -> Time {
    let (seconds, nanos) = host.now();
    Time::local(seconds, nanos, host.zone())
}
