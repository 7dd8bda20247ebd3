//! Time zones: the UTC offset and the abbreviation in effect at any time.

use crate::Str;
use jiff::Timestamp;
use jiff::tz::{self, Offset};

/// A time zone: from the zone database, by POSIX rules or with a fixed offset. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeZone(tz::TimeZone);

impl TimeZone {
    /// The zone with the offset 0 and the abbreviation `UTC`.
    pub const UTC: TimeZone = TimeZone(tz::TimeZone::UTC);

    /// A zone of the embedded database by name ("Europe/Paris"). Upper and lower case do not matter. `None` if the
    /// database has no zone of this name.
    pub fn named(name: &str) -> Option<Self> {
        tz::TimeZone::get(name).ok().map(TimeZone)
    }

    /// A zone by its rules, as POSIX writes them in `TZ` ("EST5EDT,M3.2.0,M11.1.0"). `None` for invalid rules.
    pub fn posix(rules: &str) -> Option<Self> {
        tz::TimeZone::posix(rules).ok().map(TimeZone)
    }

    /// A zone by the contents of a file of the zone database. `None` if the contents are invalid.
    pub fn tzif(contents: &[u8]) -> Option<Self> {
        tz::TimeZone::tzif("Local", contents).ok().map(TimeZone)
    }

    /// A zone with one UTC offset in seconds, positive in the east. `None` beyond about 26 hours.
    pub fn fixed(offset: i32) -> Option<Self> {
        Offset::from_seconds(offset).ok().map(|offset| TimeZone(tz::TimeZone::fixed(offset)))
    }

    /// The name as the zone database writes it. `Local` for a zone from the contents of a file. `None` for a zone by
    /// POSIX rules or with a fixed offset other than zero.
    pub fn name(&self) -> Option<&str> {
        self.0.iana_name()
    }

    /// The UTC offset in seconds and the abbreviation in effect at a time in seconds since 1970-01-01 00:00 UTC.
    ///
    /// Offsets are only computed up to the year 9999, so a later year uses the offsets of an earlier year with the same
    /// calendar. Times before the first entry of a zone use its earliest offset.
    pub(crate) fn offset_at(&self, seconds: i64) -> (i32, Str) {
        const CYCLE: i64 = 146_097 * 86_400;
        if *self == Self::UTC {
            return (0, Str::fixed("UTC"));
        }
        let last = Timestamp::MAX.as_second();
        let seconds = if seconds > last { last - CYCLE + (seconds - last) % CYCLE } else { seconds };
        let Ok(timestamp) = Timestamp::from_second(seconds.max(Timestamp::MIN.as_second())) else {
            return (0, Str::fixed("UTC"));
        };
        let info = self.0.to_offset_info(timestamp);
        (info.offset().seconds(), info.abbreviation().into())
    }
}
