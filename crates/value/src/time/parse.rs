//! Ruby's `Time.parse`: builds a time from the elements of a string and takes missing elements from the current time.

use super::civil::{days_from_civil, month_length};
use super::date_parse::{self, Pieces};
use crate::{Time, TimeZone, Zone};

/// Parses a time. Missing leading elements are taken from `now` (`10:20` means today). `zone` applies to strings
/// without a zone, or with an unknown one. `None` if Ruby raises an ArgumentError, and for years beyond a billion.
pub fn parse(text: &str, now: &Time, zone: &TimeZone) -> Option<Time> {
    let pieces = date_parse::pieces(text)?;
    Maker { now, zone }.make(&pieces)
}

/// Like [`parse`], for formats with year, month and day, with or without a time. Times in these formats do not depend
/// on the current time. The outer `None` means another format. The inner `None` means a text of more than 128 bytes, or
/// a time that does not exist, such as hour 25.
pub fn parse_iso(text: &str, zone: &TimeZone) -> Option<Option<Time>> {
    if text.len() > date_parse::LIMIT {
        return Some(None);
    }
    let pieces = date_parse::iso_pieces(text)?;
    let now = Time::utc(0, 0);
    Some(Maker { now: &now, zone }.make(&pieces))
}

/// The largest year that is accepted. Ruby has no such limit.
const MAX_YEAR: i64 = 1_000_000_000;

struct Maker<'a> {
    now: &'a Time,
    zone: &'a TimeZone,
}

impl Maker<'_> {
    fn make(&self, p: &Pieces) -> Option<Time> {
        let nothing = [p.year, p.day_of_year, p.month, p.day, p.hour, p.minute, p.second].iter().all(Option::is_none);
        if nothing && p.nanos.is_none() {
            return None;
        }
        if p.year.is_some_and(|year| year.abs() > MAX_YEAR) {
            return None;
        }
        match p.day_of_year {
            Some(day) => self.make_by_day_of_year(p, day),
            None => self.make_by_month(p),
        }
    }

    /// The time on a given day of the year. Guesses the date, determines its day of the year, and corrects the guess by
    /// the difference. `None` if the day is out of range.
    fn make_by_day_of_year(&self, p: &Pieces, day_of_year: i64) -> Option<Time> {
        if !(1..=366).contains(&day_of_year) {
            return None;
        }
        let mut dated = Pieces { day_of_year: None, ..p.clone() };
        let (mut month, mut day) = ((day_of_year - 1) / 31 + 1, (day_of_year - 1) % 31 + 1);
        (dated.month, dated.day) = (Some(month), Some(day));
        let guess = self.make_by_month(&dated)?;
        let (year, _, _) = guess.civil();
        let difference = day_of_year - (guess.wall().div_euclid(86_400) - days_from_civil(year, 1, 1) + 1);
        if difference == 0 {
            return Some(guess);
        }
        day += difference;
        let length = month_length(p.year.unwrap_or_else(|| self.now.civil().0), month);
        if day > 28 && day > length {
            month += 1;
            if month > 12 {
                return None;
            }
            day -= length;
        }
        (dated.month, dated.day) = (Some(month), Some(day));
        self.make_by_month(&dated)
    }

    fn make_by_month(&self, p: &Pieces) -> Option<Time> {
        let zone_year = p.year.unwrap_or_else(|| self.now.civil().0);
        let mut offset = p.zone.as_deref().and_then(|name| self.offset_of(name, zone_year));
        let mut clock = self.complete(p, offset);
        if clock.year != zone_year {
            offset = p.zone.as_deref().and_then(|name| self.offset_of(name, clock.year));
        }
        let (Some(offset), Some(name)) = (offset, p.zone.as_deref()) else {
            return Some(Time::from_civil(clock.seconds()?, clock.nanos, self.zone));
        };
        clock.apply_offset(offset);
        let seconds = clock.seconds()?;
        let utc_names = ["-00:00", "-0000", "-00", "utc", "z", "ut"];
        if utc_names.iter().any(|utc| utc.eq_ignore_ascii_case(name)) {
            return Some(Time::utc(seconds, clock.nanos));
        }
        let local = Time::local(seconds, clock.nanos, self.zone);
        if i64::from(local.offset) == offset {
            return Some(local);
        }
        if offset.abs() >= 86_400 {
            return None;
        }
        Some(Time { seconds, nanos: clock.nanos, offset: offset as i32, zone: Zone::Fixed })
    }

    /// Completes the elements of a time. Elements before the first given one are taken from the current time. Elements
    /// after it have the smallest possible value.
    fn complete(&self, p: &Pieces, offset: Option<i64>) -> Clock {
        let now = match offset {
            Some(offset) if i64::from(self.now.offset) != offset && offset.abs() < 86_400 => {
                Time { offset: offset as i32, ..self.now.clone() }
            }
            _ => self.now.clone(),
        };
        let (year, month, day) = now.civil();
        let of_day = now.wall().rem_euclid(86_400);
        let present = [year, i64::from(month), i64::from(day), of_day / 3600, of_day / 60 % 60, of_day % 60];
        let least = [1970, 1, 1, 0, 0, 0];
        let given = [p.year, p.month, p.day, p.hour, p.minute, p.second];
        let first = given.iter().position(Option::is_some).unwrap_or(given.len());
        let part = |index: usize| given[index].unwrap_or(if index < first { present[index] } else { least[index] });
        Clock {
            year: part(0),
            month: part(1),
            day: part(2),
            hour: part(3),
            minute: part(4),
            second: part(5),
            nanos: p.nanos.unwrap_or(0),
        }
    }

    /// `Time.zone_offset`, in seconds: numeric offsets, some American and military names, and the names of the local
    /// zone in winter and summer. `None` for other names.
    fn offset_of(&self, name: &str, year: i64) -> Option<i64> {
        if let Some(offset) = numeric_offset(name) {
            return Some(offset);
        }
        let name = name.to_uppercase();
        named_offset(&name).or_else(|| {
            [1, 7].into_iter().find_map(|month| {
                let time = Time::from_civil(days_from_civil(year, month, 1) * 86_400, 0, self.zone);
                let (offset, abbreviation) = self.zone.offset_at(time.seconds);
                (abbreviation.to_uppercase() == name).then_some(i64::from(offset))
            })
        })
    }
}

/// Parses `+hh`, `+hhmm`, `+hh:mm`, `+hhmmss` or `+hh:mm:ss` to seconds. `None` for other texts.
fn numeric_offset(name: &str) -> Option<i64> {
    let (sign, rest) = match name.as_bytes() {
        [b'+', rest @ ..] => (1, rest),
        [b'-', rest @ ..] => (-1, rest),
        _ => return None,
    };
    let two = |tens: &u8, ones: &u8| {
        let digits = tens.is_ascii_digit() && ones.is_ascii_digit();
        digits.then(|| i64::from(tens - b'0') * 10 + i64::from(ones - b'0'))
    };
    let (hours, minutes, seconds) = match rest {
        [a, b] => (two(a, b)?, 0, 0),
        [a, b, c, d] | [a, b, b':', c, d] => (two(a, b)?, two(c, d)?, 0),
        [a, b, c, d, e, f] | [a, b, b':', c, d, b':', e, f] => (two(a, b)?, two(c, d)?, two(e, f)?),
        _ => return None,
    };
    Some(sign * (hours * 3600 + minutes * 60 + seconds))
}

fn named_offset(name: &str) -> Option<i64> {
    let hours = match name {
        "UTC" | "Z" | "UT" | "GMT" => 0,
        "EST" | "CDT" => -5,
        "EDT" => -4,
        "CST" | "MDT" => -6,
        "MST" | "PDT" => -7,
        "PST" => -8,
        _ => {
            // Military letters: A to M, without J, go east from 1. N to Y go west.
            let [letter] = name.as_bytes() else { return None };
            match letter {
                b'A'..=b'I' => i64::from(letter - b'A') + 1,
                b'K'..=b'M' => i64::from(letter - b'A'),
                b'N'..=b'Y' => -i64::from(letter - b'N') - 1,
                _ => return None,
            }
        }
    };
    Some(hours * 3600)
}

/// A date and a time of day that are not validated yet.
struct Clock {
    year: i64,
    month: i64,
    day: i64,
    hour: i64,
    minute: i64,
    second: i64,
    nanos: u32,
}

impl Clock {
    /// Converts a time with an offset to UTC like Ruby's `Time.parse`, element by element. If the month changes, the
    /// day becomes the first or last day of the new month, even for an offset of several days.
    fn apply_offset(&mut self, offset: i64) {
        let direction = if offset < 0 { 1 } else { -1 };
        let mut rest = offset.abs();
        for (part, base) in [(&mut self.second, 60), (&mut self.minute, 60), (&mut self.hour, 24)] {
            let step = rest % base;
            rest /= base;
            if step != 0 {
                let sum = *part + direction * step;
                *part = sum.rem_euclid(base);
                rest += direction * sum.div_euclid(base);
            }
        }
        if rest == 0 {
            return;
        }
        self.day += direction * rest;
        if direction > 0 {
            // Ruby looks up the length in an array, and month 0 finds the last element.
            let length = if self.month == 0 { 31 } else { month_length(self.year, self.month) };
            if length > 0 && length < self.day {
                self.month += 1;
                if self.month > 12 {
                    (self.month, self.year) = (1, self.year + 1);
                }
                self.day = 1;
            }
        } else if self.day < 1 {
            self.month -= 1;
            if self.month < 1 {
                (self.month, self.year) = (12, self.year - 1);
            }
            self.day = month_length(self.year, self.month);
        }
    }

    /// The seconds from 1970-01-01 00:00 to this time, both with the same UTC offset. `None` if an element is out of
    /// range. A day beyond the end of its month continues into the next.
    fn seconds(&self) -> Option<i64> {
        let midnight = self.hour == 24 && self.minute == 0 && self.second == 0;
        let in_range = (1..=12).contains(&self.month)
            && (1..=31).contains(&self.day)
            && ((0..=23).contains(&self.hour) || midnight)
            && (0..=59).contains(&self.minute)
            && (0..=60).contains(&self.second);
        if !in_range || self.year.abs() > MAX_YEAR + 1 {
            return None;
        }
        let days = days_from_civil(self.year, self.month, self.day);
        Some(days * 86_400 + self.hour * 3600 + self.minute * 60 + self.second)
    }
}
