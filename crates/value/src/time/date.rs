//! Ruby's Date and Time, as values.

use super::civil::{civil_from_days, days_from_civil};
use super::{offset_at, strftime};
use crate::Str;
use std::fmt;

/// A Date: proleptic Gregorian, without time of day or zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// The year; years before 1 are zero and negative.
    pub year: i32,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
}

impl Date {
    /// Days since 1970-01-01.
    pub fn days_since_epoch(self) -> i64 {
        days_from_civil(i64::from(self.year), i64::from(self.month), i64::from(self.day))
    }

    /// Midnight of the day in a zone: Ruby's `Date#to_time`.
    pub fn to_time(self, zone: &jiff::tz::TimeZone) -> Time {
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

/// A Time: an instant and the offset it is shown in.
#[derive(Clone, Debug)]
pub struct Time {
    /// Whole seconds since 1970-01-01 00:00 UTC.
    pub seconds: i64,
    /// Nanoseconds after [`Time::seconds`], 0 to 999,999,999.
    pub nanos: u32,
    /// Offset from UTC in seconds, east positive.
    pub offset: i32,
    /// The kind of zone that the offset comes from.
    pub zone: Zone,
}

impl Time {
    /// The instant: two times are equal when their instants are.
    pub fn instant(&self) -> (i64, u32) {
        (self.seconds, self.nanos)
    }

    /// Whether this is a UTC time, as against a local one that happens to have that offset.
    pub fn is_utc(&self) -> bool {
        self.zone == Zone::Utc
    }

    /// An instant shown in UTC.
    pub fn utc(seconds: i64, nanos: u32) -> Self {
        Time { seconds, nanos, offset: 0, zone: Zone::Utc }
    }

    /// An instant shown in a local zone.
    pub fn local(seconds: i64, nanos: u32, zone: &jiff::tz::TimeZone) -> Self {
        let (offset, name) = offset_at(seconds, zone);
        Time { seconds, nanos, offset, zone: Zone::Local(name) }
    }

    /// The time at which clocks in a zone show what `wall` is: seconds since 1970-01-01 00:00 on that
    /// clock. A time that is skipped is read by the offset before the gap, one that comes twice is
    /// the second of the two.
    pub fn from_civil(wall: i64, nanos: u32, zone: &jiff::tz::TimeZone) -> Self {
        // The two offsets in force around the wall time; at a gap or an overlap they differ.
        let (before, _) = offset_at(wall - 86_400, zone);
        let (after, _) = offset_at(wall + 86_400, zone);
        let later = wall - i64::from(after);
        let seconds = if offset_at(later, zone).0 == after { later } else { wall - i64::from(before) };
        Time::local(seconds, nanos, zone)
    }

    /// Year, month (1 to 12) and day on the clock the time is shown by.
    pub fn civil(&self) -> (i64, u8, u8) {
        civil_from_days(self.wall().div_euclid(86_400))
    }

    /// Seconds since 1970-01-01 00:00 on the clock the time is shown by.
    pub fn wall(&self) -> i64 {
        self.seconds.saturating_add(i64::from(self.offset))
    }
}

impl fmt::Display for Time {
    /// `Time#to_s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&strftime(self, if self.is_utc() { "%Y-%m-%d %H:%M:%S UTC" } else { "%Y-%m-%d %H:%M:%S %z" }))
    }
}

/// The source of a [`Time`]'s offset; Ruby prints the three differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Zone {
    /// A UTC time: `to_s` ends in "UTC".
    Utc,
    /// A time in the local zone, with the abbreviation in force ("PST").
    Local(Str),
    /// A bare offset, without name: `%Z` prints nothing.
    Fixed,
}
