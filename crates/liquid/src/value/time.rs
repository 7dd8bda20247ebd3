//! Ruby's Date and Time, as values. Reading and formatting them is elsewhere.

use std::sync::Arc;

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

/// A Time: an instant and the offset it is shown in.
#[derive(Clone, Debug)]
pub struct Time {
    /// Whole seconds since 1970-01-01 00:00 UTC.
    pub seconds: i64,
    /// Nanoseconds after [`Time::seconds`], 0 to 999,999,999.
    pub nanos: u32,
    /// Offset from UTC in seconds, east positive.
    pub offset: i32,
    /// What kind of zone the offset comes from.
    pub zone: Zone,
}

impl Time {
    /// The instant alone: two times are equal when these are.
    pub fn instant(&self) -> (i64, u32) {
        (self.seconds, self.nanos)
    }
}

/// Where a [`Time`]'s offset comes from; Ruby prints the three differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Zone {
    /// A UTC time: `to_s` ends in "UTC".
    Utc,
    /// A time in the local zone, with the abbreviation in force ("PST").
    Local(Arc<str>),
    /// A bare offset, without name: `%Z` prints nothing.
    Fixed,
}
