//! Ruby's `strftime` for Time and Date, with all directives, flags and widths.
//!
//! Ruby implements the two methods separately, with small differences: `%Q` and `%+` exist only for Date, `%Z` of a
//! Date is an offset, and the padding of `%z` differs. [`Kind`] selects the method.

use super::civil::{civil_from_days, days_from_civil, weekday};
use crate::{Date, Time, Zone};
use memchr::memchr;

/// The maximum width of a directive, which bounds the length of the result.
const MAX_WIDTH: usize = 1 << 20;

/// The maximum length of the result, in bytes.
const MAX_LENGTH: usize = 64 << 20;

const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
/// The English names of the months, as `%B` prints them.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Formats a time. Returns an empty string for a format that Ruby rejects or whose result would be too long. See
/// [`try_strftime`].
pub fn strftime(time: &Time, format: &str) -> String {
    try_strftime(time, format).unwrap_or_default()
}

/// Formats a time. `None` if Ruby raises "invalid format", or if the result would be too long.
pub fn try_strftime(time: &Time, format: &str) -> Option<String> {
    Moment::of_time(time).format(format)
}

/// Formats a date. `None` if the result would be too long.
pub fn strftime_date(date: Date, format: &str) -> Option<String> {
    Moment::of_date(date).format(format)
}

/// Like [`try_strftime`], but appends to `out`. After `None`, `out` may contain a part of the result.
pub fn write_time(time: &Time, format: &str, out: &mut String) -> Option<()> {
    Moment::of_time(time).write(format, out)
}

/// Like [`strftime_date`], but appends to `out`. After `None`, `out` may contain a part of the result.
pub fn write_date(date: Date, format: &str, out: &mut String) -> Option<()> {
    Moment::of_date(date).write(format, out)
}

/// Selects `Time#strftime` or `Date#strftime`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Time,
    Date,
}

/// The parts of a time or date that directives print.
struct Moment<'t> {
    kind: Kind,
    days: i64,
    year: i64,
    month: u8,
    day: u8,
    hour: i64,
    minute: i64,
    second: i64,
    nanos: u32,
    offset: i64,
    utc: bool,
    zone: &'t str,
    epoch: i64,
}

impl<'t> Moment<'t> {
    fn of_time(time: &'t Time) -> Self {
        let wall = time.wall();
        let zone = match &time.zone {
            Zone::Utc => "UTC",
            Zone::Local(name) => name,
            Zone::Fixed | Zone::DateTime => "",
        };
        let kind = if time.zone == Zone::DateTime { Kind::Date } else { Kind::Time };
        let moment = Self::new(kind, wall, time.nanos, i64::from(time.offset), zone, time.seconds);
        Moment { utc: time.is_utc(), ..moment }
    }

    fn of_date(date: Date) -> Self {
        let seconds = date.days_since_epoch() * 86_400;
        Self::new(Kind::Date, seconds, 0, 0, "", seconds)
    }

    fn new(kind: Kind, wall: i64, nanos: u32, offset: i64, zone: &'t str, epoch: i64) -> Self {
        let days = wall.div_euclid(86_400);
        let of_day = wall.rem_euclid(86_400);
        let (year, month, day) = civil_from_days(days);
        Moment {
            kind,
            days,
            year,
            month,
            day,
            hour: of_day / 3600,
            minute: of_day / 60 % 60,
            second: of_day % 60,
            nanos,
            offset,
            utc: false,
            zone,
            epoch,
        }
    }

    fn weekday(&self) -> i64 {
        i64::from(weekday(self.days))
    }

    /// The day of the year, from 1 to 366.
    fn day_of_year(&self) -> i64 {
        self.days - days_from_civil(self.year, 1, 1) + 1
    }

    fn format(&self, format: &str) -> Option<String> {
        let mut out = String::with_capacity(format.len() + 16);
        self.write(format, &mut out)?;
        Some(out)
    }

    fn write(&self, format: &str, out: &mut String) -> Option<()> {
        let start = out.len();
        let mut rest = format;
        while let Some(position) = memchr(b'%', rest.as_bytes()) {
            out.push_str(&rest[..position]);
            rest = &rest[position..];
            if let Some(letter) = rest.as_bytes().get(1)
                && self.write_plain(*letter, out)
            {
                rest = &rest[2..];
                continue;
            }
            match Directive::read(rest, self.kind) {
                Read::Found(directive, length) => {
                    if directive.width.is_some_and(|width| width > MAX_WIDTH) {
                        return None;
                    }
                    if out.len() - start > MAX_LENGTH {
                        return None;
                    }
                    if self.write_directive(&directive, out)? {
                        rest = &rest[length..];
                    } else {
                        // An unknown directive is copied as it is.
                        out.push_str(&rest[..length]);
                        rest = &rest[length..];
                    }
                }
                Read::Literal(length) => {
                    out.push_str(&rest[..length]);
                    rest = &rest[length..];
                }
                Read::Unfinished => return None,
            }
        }
        out.push_str(rest);
        Some(())
    }

    /// Writes one of the most common directives, without flags or width. Returns false for all other directives.
    #[inline]
    fn write_plain(&self, letter: u8, out: &mut String) -> bool {
        let number = match letter {
            b'Y' if (0..10_000).contains(&self.year) => {
                two_digits(self.year / 100, out);
                self.year % 100
            }
            b'm' => i64::from(self.month),
            b'd' => i64::from(self.day),
            b'H' => self.hour,
            b'M' => self.minute,
            b'S' => self.second,
            b'b' => {
                out.push_str(&self.month_name()[..3]);
                return true;
            }
            b'B' => {
                out.push_str(self.month_name());
                return true;
            }
            _ => return false,
        };
        two_digits(number, out);
        true
    }

    fn month_name(&self) -> &'static str {
        MONTHS[usize::from(self.month.clamp(1, 12)) - 1]
    }

    /// Writes a directive. Returns `false` if its letter is unknown, or `None` if the result would be too long.
    fn write_directive(&self, d: &Directive, out: &mut String) -> Option<bool> {
        let hour12 = if self.hour % 12 == 0 { 12 } else { self.hour % 12 };
        match d.letter {
            'Y' => d.number(self.year, '0', if self.year < 0 { 5 } else { 4 }, out),
            'C' => d.number(self.year.div_euclid(100), '0', 2, out),
            'y' => d.number(self.year.rem_euclid(100), '0', 2, out),
            'm' => d.number(i64::from(self.month), '0', 2, out),
            'd' => d.number(i64::from(self.day), '0', 2, out),
            'e' => d.number(i64::from(self.day), ' ', 2, out),
            'j' => d.number(self.day_of_year(), '0', 3, out),
            'H' => d.number(self.hour, '0', 2, out),
            'k' => d.number(self.hour, ' ', 2, out),
            'I' => d.number(hour12, '0', 2, out),
            'l' => d.number(hour12, ' ', 2, out),
            'M' => d.number(self.minute, '0', 2, out),
            'S' => d.number(self.second, '0', 2, out),
            's' => d.number(self.epoch, '0', 1, out),
            'Q' if self.kind == Kind::Date => {
                let millis = self.epoch.saturating_mul(1000).saturating_add(i64::from(self.nanos / 1_000_000));
                d.number(millis, '0', 1, out);
            }
            'u' => d.number(if self.weekday() == 0 { 7 } else { self.weekday() }, '0', 1, out),
            'w' => d.number(self.weekday(), '0', 1, out),
            'U' => d.number(self.week_from(self.weekday()), '0', 2, out),
            'W' => d.number(self.week_from((self.weekday() + 6) % 7), '0', 2, out),
            'V' => d.number(self.iso_week().1, '0', 2, out),
            'G' => d.number(self.iso_week().0, '0', if self.iso_week().0 < 0 { 5 } else { 4 }, out),
            'g' => d.number(self.iso_week().0.rem_euclid(100), '0', 2, out),
            'L' => d.fraction(self.nanos, 3, out),
            'N' => d.fraction(self.nanos, 9, out),
            'z' => return Some(self.write_offset(d, out)),
            'a' | 'A' | 'b' | 'B' | 'h' | 'p' | 'P' | 'Z' => self.write_name(d, out),
            '%' => d.text("%", Case::Keep, out),
            'n' => d.text("\n", Case::Keep, out),
            't' => d.text("\t", Case::Keep, out),
            letter => match composite(letter, self.kind) {
                Some(format) => self.write_composite(d, format, out)?,
                None => return Some(false),
            },
        }
        Some(true)
    }

    fn write_name(&self, d: &Directive, out: &mut String) {
        let day = DAYS[self.weekday() as usize % 7];
        let month = self.month_name();
        let upper = if d.upper || d.swap_case { Case::Upper } else { Case::Keep };
        match d.letter {
            'a' => d.text(&day[..3], upper, out),
            'A' => d.text(day, upper, out),
            'b' | 'h' => d.text(&month[..3], upper, out),
            'B' => d.text(month, upper, out),
            'Z' => {
                let case = match (d.swap_case, d.upper) {
                    (true, _) => Case::Lower,
                    (false, true) => Case::Upper,
                    (false, false) => Case::Keep,
                };
                match self.kind {
                    // For the classes Date and DateTime, the name of a zone is its offset.
                    Kind::Date => d.text(&self.format("%:z").unwrap_or_default(), case, out),
                    // Without a zone name, nothing is written, not even padding.
                    Kind::Time if self.zone.is_empty() => {}
                    Kind::Time => d.text(self.zone, case, out),
                }
            }
            _ => {
                // `%#p` is in lower case, and so is `%P` unless a flag inverts it.
                let small = if d.letter == 'p' { d.swap_case } else { !d.swap_case && !d.upper };
                d.text(if self.hour < 12 { "AM" } else { "PM" }, if small { Case::Lower } else { Case::Keep }, out);
            }
        }
    }

    /// Writes a directive that expands to several others. The result is padded as a whole. `None` if it would be too
    /// long.
    fn write_composite(&self, d: &Directive, format: &str, out: &mut String) -> Option<()> {
        let mut text = self.format(format)?;
        if d.upper {
            text.make_ascii_uppercase();
        }
        let width = match (self.kind, d.width) {
            (Kind::Date, Some(_)) if d.left => 0,
            (_, Some(width)) => width,
            (_, None) => 0,
        };
        pad(out, d.padding.unwrap_or(' '), width.saturating_sub(text.len()));
        out.push_str(&text);
        Some(())
    }

    /// Writes `%z` with up to three colons. For more colons, writes nothing and returns `false`.
    fn write_offset(&self, d: &Directive, out: &mut String) -> bool {
        let total = self.offset.abs();
        let (hours, minutes, seconds) = (total / 3600, total / 60 % 60, total % 60);
        // The part after the hours.
        let tail = match d.colons {
            0 => format!("{minutes:02}"),
            1 => format!(":{minutes:02}"),
            2 => format!(":{minutes:02}:{seconds:02}"),
            3 if total % 3600 == 0 => String::new(),
            3 if total % 60 == 0 => format!(":{minutes:02}"),
            3 => format!(":{minutes:02}:{seconds:02}"),
            _ => return false,
        };
        let narrow = self.kind == Kind::Date && d.left && hours < 10;
        let least = if narrow { 1 } else { 2 };
        let width = d.width.unwrap_or(0).saturating_sub(tail.len() + 1).max(least);
        // `%-z` is RFC 3339's notation for UTC without a known zone.
        let unknown = self.kind == Kind::Time && self.utc && d.left;
        let sign = if self.offset < 0 || unknown { '-' } else { '+' };
        if d.padding == Some(' ') {
            let hours = hours.to_string();
            pad(out, ' ', width.saturating_sub(hours.len()));
            out.push(sign);
            out.push_str(&hours);
        } else {
            out.push(sign);
            write_padded(hours, '0', width, out);
        }
        out.push_str(&tail);
        true
    }

    /// The number of the week in the year, as `%U` and `%W` print it. `from_start` is the number of days since the week
    /// began.
    fn week_from(&self, from_start: i64) -> i64 {
        (self.day_of_year() - 1 + 7 - from_start) / 7
    }

    /// The year and week of ISO 8601: the year that contains the Thursday of the week, and the week's number in that
    /// year.
    fn iso_week(&self) -> (i64, i64) {
        let thursday = self.days - (self.weekday() + 6) % 7 + 3;
        let (year, _, _) = civil_from_days(thursday);
        (year, (thursday - days_from_civil(year, 1, 1)) / 7 + 1)
    }
}

/// The directives to which a letter expands. `None` if it does not expand.
fn composite(letter: char, kind: Kind) -> Option<&'static str> {
    Some(match letter {
        'c' => "%a %b %e %H:%M:%S %Y",
        'D' | 'x' => "%m/%d/%y",
        'F' => "%Y-%m-%d",
        'R' => "%H:%M",
        'r' => "%I:%M:%S %p",
        'T' | 'X' => "%H:%M:%S",
        'v' if kind == Kind::Time => "%e-%^b-%4Y",
        'v' => "%e-%^b-%Y",
        '+' if kind == Kind::Date => "%a %b %e %H:%M:%S %Z %Y",
        _ => return None,
    })
}

#[derive(Clone, Copy)]
enum Case {
    Keep,
    Upper,
    Lower,
}

/// A directive: `%`, flags, width, and a letter.
struct Directive {
    letter: char,
    /// `-`: no padding.
    left: bool,
    /// `^`: upper case.
    upper: bool,
    /// `#`: inverted case.
    swap_case: bool,
    /// The character for padding, set by the flags `0` and `_`. `None` for the directive's default.
    padding: Option<char>,
    width: Option<usize>,
    colons: usize,
}

enum Read {
    /// A directive and its length in bytes.
    Found(Directive, usize),
    /// The number of bytes to copy, because they are not a directive.
    Literal(usize),
    /// The format ends within a directive.
    Unfinished,
}

impl Directive {
    /// Parses the directive at the start of `text`, which is a `%`.
    fn read(text: &str, kind: Kind) -> Read {
        let bytes = text.as_bytes();
        let mut d = Directive {
            letter: '%',
            left: false,
            upper: false,
            swap_case: false,
            padding: None,
            width: None,
            colons: 0,
        };
        let mut position = 1;
        loop {
            let Some(&byte) = bytes.get(position) else {
                return if kind == Kind::Time { Read::Unfinished } else { Read::Literal(position) };
            };
            match byte {
                // Flags must come before the width.
                b'-' | b'^' | b'#' | b'_' if d.width.is_some_and(|width| width > 0) => {
                    return Read::Literal(position + 1);
                }
                b'-' => {
                    d.left = true;
                    if kind == Kind::Time {
                        d.padding = None;
                        d.width = None;
                    }
                }
                b'^' => d.upper = true,
                b'#' => d.swap_case = true,
                b'_' => d.padding = Some(' '),
                b'0'..=b'9' => {
                    if byte == b'0' {
                        d.padding = Some('0');
                    }
                    let digits = bytes[position..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                    match text[position..position + digits].parse::<i32>() {
                        Ok(width) => d.width = Some(width as usize),
                        Err(_) => return Read::Literal(position + 1),
                    }
                    position += digits - 1;
                }
                b'E' | b'O' => {
                    let allowed: &[u8] = if byte == b'E' { b"cCxXyY" } else { b"deHkIlmMSuUVwWy" };
                    if !bytes.get(position + 1).is_some_and(|next| allowed.contains(next)) {
                        return Read::Literal(position + 1);
                    }
                }
                b':' => match d.read_colons(&bytes[position..], kind) {
                    Some(colons) => position += colons - 1,
                    None => return Read::Literal(position + 1),
                },
                byte if byte.is_ascii() => {
                    d.letter = byte as char;
                    return Read::Found(d, position + 1);
                }
                _ => return Read::Literal(position),
            }
            position += 1;
        }
    }

    /// Parses the colons of `%:z`. Returns the number of bytes to skip, or `None` if no `z` follows. Ruby's Time takes
    /// four colons at once, even without a `z`.
    fn read_colons(&mut self, bytes: &[u8], kind: Kind) -> Option<usize> {
        let count = bytes.iter().take_while(|byte| **byte == b':').count();
        if kind == Kind::Date || count < 4 {
            self.colons = count;
            return (bytes.get(count) == Some(&b'z')).then_some(count);
        }
        // Time consumes four colons at once and then continues.
        self.colons = 4;
        Some(4)
    }

    /// Writes a number with the given width, padded with `pad` unless the directive sets another padding.
    fn number(&self, number: i64, pad: char, width: usize, out: &mut String) {
        let width = match self.width {
            _ if self.left => 1,
            Some(asked) if asked > 0 => asked,
            _ => width,
        };
        write_padded(number, self.padding.unwrap_or(pad), width, out);
    }

    /// Writes the first digits of a fraction of a second.
    fn fraction(&self, nanos: u32, digits: usize, out: &mut String) {
        let digits = self.width.filter(|width| *width > 0).unwrap_or(digits);
        let all = format!("{nanos:09}");
        out.push_str(&all[..digits.min(9)]);
        pad(out, '0', digits.saturating_sub(9));
    }

    fn text(&self, text: &str, case: Case, out: &mut String) {
        if !self.left {
            pad(out, self.padding.unwrap_or(' '), self.width.unwrap_or(0).saturating_sub(text.len()));
        }
        match case {
            Case::Keep => out.push_str(text),
            Case::Upper => out.push_str(&text.to_ascii_uppercase()),
            Case::Lower => out.push_str(&text.to_ascii_lowercase()),
        }
    }
}

/// Writes a number from 0 to 99 with two digits.
#[inline]
fn two_digits(number: i64, out: &mut String) {
    let digit = |number: i64| char::from(b'0' + (number % 10) as u8);
    out.push(digit(number / 10));
    out.push(digit(number));
}

/// Writes a number with a minimum width. Zeros are inserted between sign and digits. (Rust's own formatting supports
/// widths up to 65,535 only.)
fn write_padded(number: i64, with: char, width: usize, out: &mut String) {
    let mut digits = itoa::Buffer::new();
    let digits = digits.format(number.unsigned_abs());
    let sign = if number < 0 { "-" } else { "" };
    let missing = width.saturating_sub(digits.len() + sign.len());
    if with == '0' {
        out.push_str(sign);
        pad(out, '0', missing);
    } else {
        pad(out, ' ', missing);
        out.push_str(sign);
    }
    out.push_str(digits);
}

fn pad(out: &mut String, with: char, count: usize) {
    if count == 0 {
        return;
    }
    out.extend(std::iter::repeat_n(with, count));
}
