//! Dates and times. A text that is almost a date or time, such as the invalid `2020-02-30`, stays a string. Mirrors
//! `SafeYAML::Transform::ToDate`.
//!
//! Ruby's Date uses the Julian calendar before 1582-10-15, so 1500-02-29 is valid and 1582-10-10 is not.

use hastie_value::text::is_space;
use hastie_value::{Date, Time, Value, Zone};

/// Parses a date (`2020-01-31`) or a time (`2020-01-31 10:00:00.5 +01:00`). A time without an offset is in UTC. `None`
/// for any other text.
pub(super) fn parse(text: &str) -> Option<Value> {
    let mut rest = Reader(text.as_bytes());
    let year = rest.digits(4, 4)?;
    let (month, day) = (rest.after(b'-')?, rest.after(b'-')?);
    if rest.0.is_empty() {
        // A date without a time needs two digits for month and day.
        let date = Date { year: year as i32, month: month as u8, day: day as u8 };
        return (text.len() == 10 && exists(year, month, day)).then_some(Value::Date(date));
    }
    let time = Clock::read(&mut rest)?;
    let offset = rest.offset()?;
    if !exists(year, month, day) {
        return None;
    }
    let seconds = days_from_civil(year, month, day) * 86_400 + time.seconds()? - offset;
    Some(Value::time(Time { seconds, nanos: time.nanos, offset: offset as i32, zone: Zone::Fixed }))
}

/// Parses digits and signs from left to right.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    /// A number with `least` to `most` digits. `None` if there are fewer.
    fn digits(&mut self, least: usize, most: usize) -> Option<i64> {
        let count = self.0.iter().take(most).take_while(|b| b.is_ascii_digit()).count();
        if count < least {
            return None;
        }
        let number = self.0[..count].iter().fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'));
        self.0 = &self.0[count..];
        Some(number)
    }

    fn take(&mut self, byte: u8) -> bool {
        let there = self.0.first() == Some(&byte);
        if there {
            self.0 = &self.0[1..];
        }
        there
    }

    /// A number with one or two digits after a separator. `None` if the separator or the number is missing.
    fn after(&mut self, separator: u8) -> Option<i64> {
        if self.take(separator) { self.digits(1, 2) } else { None }
    }

    fn spaces(&mut self) -> usize {
        let count = self.0.iter().take_while(|byte| is_space(**byte)).count();
        self.0 = &self.0[count..];
        count
    }

    /// The zone at the end, in seconds east. As in Ruby, an offset of more than a day is ignored. `None` for other
    /// text, and for an offset of exactly a day, which makes the whole text a string.
    fn offset(&mut self) -> Option<i64> {
        self.spaces();
        let sign = match self.0 {
            [] | [b'Z'] => return Some(0),
            [b'+', ..] => 1,
            [b'-', ..] => -1,
            _ => return None,
        };
        self.0 = &self.0[1..];
        let compact = self.0.iter().take_while(|b| b.is_ascii_digit()).count();
        let hours = self.digits(1, if compact == 3 { 1 } else { 2 })?;
        let minutes = match self.0 {
            [] => 0,
            _ => {
                self.take(b':');
                self.digits(2, 2)?
            }
        };
        let seconds = hours * 3600 + minutes * 60;
        match seconds.cmp(&86_400) {
            _ if !self.0.is_empty() => None,
            std::cmp::Ordering::Less => Some(sign * seconds),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(0),
        }
    }
}

/// A time of day as written.
struct Clock {
    hour: i64,
    minute: i64,
    second: i64,
    nanos: u32,
}

impl Clock {
    /// Reads `T` or white space, then a time such as `10:00:00` with an optional fraction, of which Ruby keeps
    /// nanoseconds. `None` for other text.
    fn read(rest: &mut Reader<'_>) -> Option<Self> {
        if !rest.take(b'T') && !rest.take(b't') && rest.spaces() == 0 {
            return None;
        }
        let hour = rest.digits(1, 2)?;
        let minute = if rest.take(b':') { rest.digits(2, 2)? } else { return None };
        let second = if rest.take(b':') { rest.digits(2, 2)? } else { return None };
        let mut nanos = 0;
        if rest.take(b'.') {
            let count = rest.0.iter().take_while(|b| b.is_ascii_digit()).count();
            let digits = rest.0[..count].iter().chain(std::iter::repeat(&b'0')).take(9);
            nanos = digits.fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'));
            rest.0 = &rest.0[count..];
        }
        Some(Clock { hour, minute, second, nanos })
    }

    /// The seconds since midnight. Second 60 counts as 59, and 24:00:00 is the next midnight. `None` for a time that
    /// does not exist.
    fn seconds(&self) -> Option<i64> {
        let midnight = self.hour == 24 && self.minute == 0 && self.second == 0;
        if !midnight && (self.hour > 23 || self.minute > 59 || self.second > 60) {
            return None;
        }
        Some(self.hour * 3600 + self.minute * 60 + self.second.min(59))
    }
}

/// Whether the day exists in Ruby's calendar.
fn exists(year: i64, month: i64, day: i64) -> bool {
    let julian = (year, month, day) < (1582, 10, 15);
    let leap = year % 4 == 0 && (julian || year % 100 != 0 || year % 400 == 0);
    let length = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 => 28 + i64::from(leap),
        _ => return false,
    };
    (1..=length).contains(&day) && !((year, month) == (1582, 10) && (5..15).contains(&day))
}

/// The number of days since 1970-01-01 in the proleptic Gregorian calendar. February 30 counts as March 1 or 2, and so
/// on.
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let shifted = if month <= 2 { year - 1 } else { year };
    let era = shifted.div_euclid(400);
    let of_era = shifted.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}
