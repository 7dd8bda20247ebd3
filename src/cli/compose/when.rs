//! The date of a new or moved file.

use super::wrong;
use crate::cli::Context;
use crate::config::Configuration;
use crate::failure::Failure;
use hastie_value::time::{date_parse, parse, strftime, strftime_date};
use hastie_value::{Date, Time};

/// The format of the date in the name of a post.
const DAY: &str = "%Y-%m-%d";
/// The format in which commands write `date` to front matter: `2026-01-15 09:30 +0000`.
pub(super) const STAMP: &str = "%Y-%m-%d %H:%M %z";

/// The date for a file: the day in the option `--date`, otherwise the current time.
pub(super) enum When {
    Day(Date),
    Time(Time),
}

impl When {
    /// The current time in the site's time zone.
    pub(super) fn now(context: &Context, config: &Configuration) -> When {
        let (seconds, nanos) = context.world.now();
        When::Time(Time::local(seconds, nanos, &config.zone))
    }

    /// The day of `--date`, or the current time without it.
    ///
    /// # Errors
    /// Fails if `date` contains no date.
    pub(super) fn of(date: Option<&str>, context: &Context, config: &Configuration) -> Result<When, Failure> {
        let now = When::now(context, config);
        match (date, &now) {
            (Some(text), When::Time(time)) => {
                day(text, time, config).map(When::Day).ok_or_else(|| wrong("invalid date"))
            }
            _ => Ok(now),
        }
    }

    /// Formats the day or the time with Ruby's `Date#strftime` or `Time#strftime`.
    pub(super) fn format(&self, format: &str) -> String {
        match self {
            When::Day(date) => strftime_date(*date, format).unwrap_or_default(),
            When::Time(time) => strftime(time, format),
        }
    }

    /// The day in the form that names of posts have: `2026-01-15`.
    pub(super) fn day(&self) -> String {
        self.format(DAY)
    }
}

/// `Date.parse`: missing parts come from the current date. `None` if the text is not a date.
fn day(text: &str, now: &Time, config: &Configuration) -> Option<Date> {
    let pieces = date_parse::pieces(text)?;
    pieces.year.or(pieces.month).or(pieces.day)?;
    let (year, month, day) = parse(text, now, &config.zone)?.civil();
    Some(Date { year: i32::try_from(year).ok()?, month, day })
}
