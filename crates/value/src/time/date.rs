//! Ruby's Date and Time.

use super::civil::{civil_from_days, days_from_civil};
use super::strftime;
use crate::Str;
use crate::TimeZone;
use std::fmt;

/// A Date in the proleptic Gregorian calendar, without time of day or zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// The year. Years before 1 are zero and negative.
    pub year: i32,
    /// The month, from 1 to 12.
    pub month: u8,
    /// The day, from 1 to 31.
    pub day: u8,
}

impl Date {
    /// The number of days since 1970-01-01, negative for earlier dates.
    pub fn days_since_epoch(self) -> i64 {
        days_from_civil(i64::from(self.year), i64::from(self.month), i64::from(self.day))
    }

    /// Ruby's `Date#to_time`: midnight in a time zone.
    pub fn to_time(self, zone: &TimeZone) -> Time {
        Time::from_civil(self.days_since_epoch() * 86_400, 0, zone)
    }
}

impl fmt::Display for Date {
    /// `Date#to_s`: `%Y-%m-%d`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = if self.year < 0 { 5 } else { 4 };
        write!(f, "{:0width$}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// A Time: a point in time, and the UTC offset with which it is shown.
#[derive(Clone, Debug)]
pub struct Time {
    /// Whole seconds since 1970-01-01 00:00 UTC.
    pub seconds: i64,
    /// Nanoseconds after [`Time::seconds`], 0 to 999,999,999.
    pub nanos: u32,
    /// The UTC offset in seconds, positive in the east.
    pub offset: i32,
    /// Whether the time is in UTC or in a local zone, or has only a numeric offset. Ruby prints these times
    /// differently.
    pub zone: Zone,
}

impl Time {
    /// The point in time, as seconds since 1970-01-01 00:00 UTC and additional nanoseconds. The UTC offset does not
    /// change it.
    pub fn instant(&self) -> (i64, u32) {
        (self.seconds, self.nanos)
    }

    /// Whether this is a UTC time, as opposed to a local time with offset zero.
    pub fn is_utc(&self) -> bool {
        self.zone == Zone::Utc
    }

    /// A time in UTC, given in seconds since 1970 and additional nanoseconds. Prints with `UTC`, like the result of
    /// Ruby's `Time#utc`.
    pub fn utc(seconds: i64, nanos: u32) -> Self {
        Time { seconds, nanos, offset: 0, zone: Zone::Utc }
    }

    /// Converts seconds since 1970 to a time with the zone's offset and abbreviation at that moment.
    pub fn local(seconds: i64, nanos: u32, zone: &TimeZone) -> Self {
        let (offset, name) = zone.offset_at(seconds);
        Time { seconds, nanos, offset, zone: Zone::Local(name) }
    }

    /// The time at which clocks in a time zone show `wall`, the seconds since 1970-01-01 00:00 on that clock. A skipped
    /// time uses the offset before the gap. For a time that occurs twice, the second one is returned.
    pub fn from_civil(wall: i64, nanos: u32, zone: &TimeZone) -> Self {
        // The offsets a day before and after the local time. They differ around a gap or an overlap.
        let (before, _) = zone.offset_at(wall - 86_400);
        let (after, _) = zone.offset_at(wall + 86_400);
        let later = wall - i64::from(after);
        let seconds = if zone.offset_at(later).0 == after { later } else { wall - i64::from(before) };
        Time::local(seconds, nanos, zone)
    }

    /// Year, month (1 to 12) and day, in the time's own offset.
    pub fn civil(&self) -> (i64, u8, u8) {
        civil_from_days(self.wall().div_euclid(86_400))
    }

    /// Seconds since 1970-01-01 00:00 on a clock with the time's offset.
    pub fn wall(&self) -> i64 {
        self.seconds.saturating_add(i64::from(self.offset))
    }
}

impl fmt::Display for Time {
    /// `Time#to_s` or `DateTime#to_s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format = match self.zone {
            Zone::Utc => "%Y-%m-%d %H:%M:%S UTC",
            Zone::Local(_) | Zone::Fixed => "%Y-%m-%d %H:%M:%S %z",
            Zone::DateTime => "%Y-%m-%dT%H:%M:%S%:z",
        };
        f.write_str(&strftime(self, format))
    }
}

/// Whether a [`Time`] is in UTC or in a local zone, or has only a numeric offset. Ruby prints these times differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Zone {
    /// A UTC time: `to_s` ends in "UTC".
    Utc,
    /// A time in the local zone, with the abbreviation in effect ("PST").
    Local(Str),
    /// A time with a numeric offset and without a zone name: `%Z` prints nothing.
    Fixed,
    /// A time of Ruby's class DateTime, whose `%Z` is its offset.
    DateTime,
}
