//! Ruby's `Date._parse`: finds a date and a time of day in a string of almost any format.
//!
//! It searches for one element after the other: a weekday, a time with its zone, and then a date in the first of a
//! dozen formats that matches. Each match is replaced by a space. The rules are lenient and sometimes surprising, but
//! the output of sites depends on them. [`super::parse`] builds a time from the elements.

use regex::{Captures, Regex};
use std::sync::LazyLock;

/// The maximum length of a text in bytes, as in Ruby. [`pieces`] rejects longer texts.
pub const LIMIT: usize = 128;

/// The parts of a date and time that were found in a text. A part may be out of range.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pieces {
    /// The year, if the text has one. A two-digit year is completed to four digits.
    pub year: Option<i64>,
    /// The number of the month in the year, if the text has one.
    pub month: Option<i64>,
    /// The day of the month, if the text has one.
    pub day: Option<i64>,
    /// The day of the year, from 1 to 366, if the text has it instead of a month.
    pub day_of_year: Option<i64>,
    /// The hour, from 0 to 24, if the text has one.
    pub hour: Option<i64>,
    /// The minute of the hour, if the text has one.
    pub minute: Option<i64>,
    /// The second of the minute, if the text has one.
    pub second: Option<i64>,
    /// The fraction of a second in nanoseconds, if the text has one.
    pub nanos: Option<u32>,
    /// The time zone as written, if the text has one.
    pub zone: Option<String>,
}

/// Finds the parts of a date and time in a text. `None` if the text is too long. The [`Pieces`] may be empty.
pub fn pieces(text: &str) -> Option<Pieces> {
    if text.len() > LIMIT {
        return None;
    }
    if let Some(pieces) = iso_pieces(text) {
        return Some(pieces);
    }
    let mut reader = Reader::new(text);
    reader.read();
    Some(reader.finish())
}

/// A fast path for dates such as `2020-01-31`, and times such as `2020-01-31 10:20[:30[.5]]`. A time may have `T`
/// instead of the space, and may end in a numeric offset, `Z` or `UTC`. Gives the same result as the general path.
/// `None` for other formats.
pub(super) fn iso_pieces(text: &str) -> Option<Pieces> {
    let bytes = text.as_bytes();
    let digits = |range: std::ops::Range<usize>| -> Option<i64> {
        let part = bytes.get(range)?;
        part.iter().all(u8::is_ascii_digit).then(|| part.iter().fold(0, |n, byte| n * 10 + i64::from(byte - b'0')))
    };
    if bytes.get(4) != Some(&b'-') || bytes.get(7) != Some(&b'-') {
        return None;
    }
    let mut found = Pieces {
        year: Some(digits(0..4)?),
        month: Some(digits(5..7)?),
        day: Some(digits(8..10)?),
        ..Pieces::default()
    };
    if bytes.len() == 10 {
        return Some(found);
    }
    if !matches!(bytes[10], b' ' | b't' | b'T') || bytes.get(13) != Some(&b':') {
        return None;
    }
    found.hour = Some(digits(11..13)?);
    found.minute = Some(digits(14..16)?);
    let mut position = 16;
    if bytes.get(position) == Some(&b':') {
        found.second = Some(digits(17..19)?);
        position = 19;
        if bytes.get(position) == Some(&b'.') {
            let count = bytes[position + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            if count == 0 {
                return None;
            }
            found.nanos = Some(nanos_of(&text[position + 1..position + 1 + count]));
            position += 1 + count;
        }
    }
    let zone = text.get(position..)?;
    let zone = zone.strip_prefix(' ').unwrap_or(zone);
    let plain = match zone.as_bytes() {
        [] => position == text.len(),
        [b'z' | b'Z'] | [b'U', b'T', b'C'] | [b'u', b't', b'c'] => true,
        [b'+' | b'-', rest @ ..] => match rest {
            [a, b, c, d] | [a, b, b':', c, d] => [a, b, c, d].iter().all(|byte| byte.is_ascii_digit()),
            _ => false,
        },
        _ => false,
    };
    if !plain {
        return None;
    }
    if !zone.is_empty() {
        found.zone = Some(zone.to_string());
    }
    Some(found)
}

const DAYS: &str = "sun|mon|tue|wed|thu|fri|sat";
const MONTHS: &str = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";
const ERA: &str = r"(c(?:e|\.e\.)|b(?:ce|\.c\.e\.)|a(?:d|\.d\.)|b(?:c|\.c\.))?";

/// Compiles a pattern. First replaces each name in braces with its words: `{days}` becomes `sun|mon|tue` and so
/// on. Letters match in either case.
///
/// `Date._parse` first replaces all white space with spaces, and its digits are ASCII.
fn pattern(source: &str) -> Regex {
    let source = source
        .replace("{days}", DAYS)
        .replace("{months}", MONTHS)
        .replace("{era}", ERA)
        .replace(r"\d", "[0-9]")
        .replace("[^-[0-9]", "[^-0-9");
    Regex::new(&format!("(?i){source}")).expect("a pattern of this file")
}

macro_rules! patterns {
    ($($name:ident = $source:expr;)*) => {
        $(static $name: LazyLock<Regex> = LazyLock::new(|| pattern($source));)*
    };
}

patterns! {
    NOISE = r"[^-+',./:@\p{Alphabetic}\p{Nd}\[\]]+";
    WEEKDAY = r"\b({days})[^-/0-9 ]*";
    CLOCK = concat!(
        r"((?:\d+ *: *\d+(?: *: *\d+(?:[,.]\d*)?)?|\d+ *h(?: *\d+m?(?: *\d+s?)?)?)(?: *[ap](?:m\b|\.m\.))?",
        r"|\d+ *[ap](?:m\b|\.m\.))",
        r"(?: *((?:gmt|utc?)?[-+]\d+(?:[,.:]\d+(?::\d+)?)?",
        r"|(?-i:[\p{Alphabetic}. ]+)(?:standard|daylight) time\b",
        r"|(?-i:\p{Alphabetic}+)(?: dst)?\b))?",
    );
    CLOCK_PARTS = r"\A(\d+)h?(?: *:? *(\d+)m?(?: *:? *(\d+)(?:[,.](\d+))?s?)?)?(?: *([ap])(?:m\b|\.m\.))?";
    DAY_FIRST = r"('?\d+)[^-0-9 ]* *({months})[^-0-9 ']*(?: *{era} *('?-?\d+(?:(?:st|nd|rd|th)\b)?))?";
    MONTH_FIRST = r"\b({months})[^-0-9 ']* *('?\d+)[^-0-9 ']*(?: *,? *{era} *('?-?\d+))?";
    DASHED = r"('?[-+]?\d+)-(\d+)-('?-?\d+)";
    JAPANESE = r"\b([mtshr])(\d+)\.(\d+)\.(\d+)";
    DASHED_DAY_FIRST = r"('?-?\d+)-({months})[^-/.]*-('?-?\d+)";
    DASHED_MONTH_FIRST = r"\b({months})[^-/.]*-('?-?\d+)(?:-('?-?\d+))?";
    SLASHED = r"('?-?\d+)/ *('?\d+)(?:[^0-9] *('?-?\d+))?";
    DOTTED = r"('?-?\d+)\. *('?\d+)\. *('?-?\d+)";
    WEEK = r"\b(\d{2}|\d{4})?-?w(\d{2})(?:-?(\d))?\b";
    WEEK_DAY = r"-w-(\d)\b";
    MONTH_DAY = r"--(\d{2})?-(\d{2})\b";
    MONTH_DAY_TIGHT = r"--(\d{2})(\d{2})?\b";
    FRACTION_LIKE = r"[,.](\d{2}|\d{4})-\d{3}\b";
    YEAR_DAY = r"\b(\d{2}|\d{4})-(\d{3})\b";
    YEAR_LIKE = r"\d-\d{3}\b";
    DAY_OF_YEAR = r"\b-(\d{3})\b";
    APOSTROPHE_YEAR = r"'(\d+)\b";
    MONTH_ALONE = r"\b({months})[^ ]*";
    ORDINAL_DAY = r"(\d+)(st|nd|rd|th)\b";
    RUN_OF_DIGITS = concat!(
        r"([-+]?)(\d{2,14})(?: *t? *(\d{2,6})?(?:[,.](\d*))?)?",
        r"(?: *(z\b|[-+]\d{1,4}\b|\[[-+]?\d[^\]]*\]))?",
    );
    BEFORE_CHRIST = r"\b(bc\b|bce\b|b\.c\.|b\.c\.e\.)";
    LONE_NUMBER = r"\A *(\d{1,2}) *\z";
}

struct Reader {
    text: String,
    found: Pieces,
    /// Whether to complete a two-digit year.
    complete_year: bool,
    before_christ: bool,
}

impl Reader {
    fn new(text: &str) -> Self {
        Reader {
            text: NOISE.replace_all(text, " ").into_owned(),
            found: Pieces::default(),
            complete_year: true,
            before_christ: false,
        }
    }

    fn read(&mut self) {
        if self.has_letter() {
            self.take(&WEEKDAY, |_, _| {});
        }
        if self.has_digit() {
            self.take(&CLOCK, Reader::set_clock);
        }
        self.read_date();
        if self.has_letter() {
            self.take(&BEFORE_CHRIST, |reader, _| reader.before_christ = true);
        }
        if self.has_digit() {
            self.take(&LONE_NUMBER, Reader::set_lone_number);
        }
    }

    /// Tries the date formats in Ruby's order until one matches. Returns whether one matched.
    fn read_date(&mut self) -> bool {
        let (letter, digit) = (self.has_letter(), self.has_digit());
        let has = |reader: &Reader, byte: u8| reader.text.bytes().any(|other| other == byte);
        if letter
            && digit
            && (self.take(&DAY_FIRST, Reader::set_day_first) || self.take(&MONTH_FIRST, Reader::set_month_first))
        {
            return true;
        }
        if digit
            && has(self, b'-')
            && self.take(&DASHED, |reader, groups| reader.set_date(&groups[0], &groups[1], &groups[2]))
        {
            return true;
        }
        if digit && has(self, b'.') && self.take(&JAPANESE, Reader::set_japanese) {
            return true;
        }
        if letter && digit && has(self, b'-') && self.read_dashed_with_name() {
            return true;
        }
        if digit
            && has(self, b'/')
            && self.take(&SLASHED, |reader, groups| reader.set_date(&groups[0], &groups[1], &groups[2]))
        {
            return true;
        }
        if digit
            && has(self, b'.')
            && self.take(&DOTTED, |reader, groups| reader.set_date(&groups[0], &groups[1], &groups[2]))
        {
            return true;
        }
        if digit && (self.read_iso_rest() || self.take(&APOSTROPHE_YEAR, |r, g| r.found.year = number(&g[0]))) {
            return true;
        }
        if letter && self.take(&MONTH_ALONE, |reader, groups| reader.found.month = month_number(&groups[0])) {
            return true;
        }
        digit
            && (self.take(&ORDINAL_DAY, |reader, groups| reader.found.day = number(&groups[0]))
                || self.take(&RUN_OF_DIGITS, Reader::set_run_of_digits))
    }

    fn read_dashed_with_name(&mut self) -> bool {
        self.take(&DASHED_DAY_FIRST, |reader, groups| {
            let month = month_number(&groups[1]).map(|number| number.to_string());
            reader.set_date(&groups[2], &month, &groups[0]);
        }) || self.take(&DASHED_MONTH_FIRST, |reader, groups| {
            let month = month_number(&groups[0]).map(|number| number.to_string());
            reader.set_date(&groups[2], &month, &groups[1]);
        })
    }

    /// Tries the rarer formats of ISO 8601. Returns whether one matched. Weeks are recognized, but are not used for
    /// times.
    fn read_iso_rest(&mut self) -> bool {
        if self.take(&WEEK, |_, _| {}) || self.take(&WEEK_DAY, |_, _| {}) {
            return true;
        }
        if self.take(&MONTH_DAY, |reader, groups| {
            reader.found.month = number(&groups[0]).or(reader.found.month);
            reader.found.day = number(&groups[1]);
        }) || self.take(&MONTH_DAY_TIGHT, |reader, groups| {
            reader.found.month = number(&groups[0]);
            reader.found.day = number(&groups[1]).or(reader.found.day);
        }) {
            return true;
        }
        if !FRACTION_LIKE.is_match(&self.text)
            && self.take(&YEAR_DAY, |reader, groups| {
                reader.found.year = number(&groups[0]);
                reader.found.day_of_year = number(&groups[1]);
            })
        {
            return true;
        }
        !YEAR_LIKE.is_match(&self.text)
            && self.take(&DAY_OF_YEAR, |reader, groups| reader.found.day_of_year = number(&groups[0]))
    }

    /// Matches a pattern once. Replaces the match with a space and passes its groups to `set`. Returns whether the
    /// pattern matched.
    fn take(&mut self, pattern: &Regex, set: impl FnOnce(&mut Reader, &[Group])) -> bool {
        let Some(captures) = pattern.captures(&self.text) else {
            return false;
        };
        let groups = groups(&captures);
        if let Some(whole) = captures.get(0) {
            let range = whole.range();
            self.text.replace_range(range, " ");
        }
        set(self, &groups);
        true
    }

    fn has_letter(&self) -> bool {
        self.text.bytes().any(|byte| byte.is_ascii_alphabetic())
    }

    fn has_digit(&self) -> bool {
        self.text.bytes().any(|byte| byte.is_ascii_digit())
    }

    fn set_clock(&mut self, clock: &[Group]) {
        if let Some(zone) = &clock[1] {
            self.found.zone = Some(zone.clone());
        }
        let text = clock[0].clone().unwrap_or_default();
        let Some(captures) = CLOCK_PARTS.captures(&text) else {
            return;
        };
        let parts = groups(&captures);
        self.found.hour = number(&parts[0]);
        if let (Some(half), Some(hour)) = (&parts[4], self.found.hour) {
            self.found.hour = Some(hour % 12 + if half.eq_ignore_ascii_case("p") { 12 } else { 0 });
        }
        self.found.minute = number(&parts[1]).or(self.found.minute);
        self.found.second = number(&parts[2]).or(self.found.second);
        self.found.nanos = parts[3].as_deref().map(nanos_of).or(self.found.nanos);
    }

    fn set_day_first(&mut self, groups: &[Group]) {
        let month = month_number(&groups[1]).map(|number| number.to_string());
        self.set_era(&groups[2]);
        self.set_date(&groups[3], &month, &groups[0]);
    }

    fn set_month_first(&mut self, groups: &[Group]) {
        let month = month_number(&groups[0]).map(|number| number.to_string());
        self.set_era(&groups[2]);
        self.set_date(&groups[3], &month, &groups[1]);
    }

    fn set_era(&mut self, era: &Group) {
        if era.as_ref().is_some_and(|era| era.starts_with(['b', 'B'])) {
            self.before_christ = true;
        }
    }

    /// Sets a date with the year of a Japanese era: `H31.04.30` is in 2019.
    fn set_japanese(&mut self, groups: &[Group]) {
        let before = match groups[0].as_deref().map(str::to_ascii_lowercase).as_deref() {
            Some("m") => 1867,
            Some("t") => 1911,
            Some("s") => 1925,
            Some("h") => 1988,
            _ => 2018,
        };
        self.found.year = number(&groups[1]).map(|year| year + before);
        self.found.month = number(&groups[2]);
        self.found.day = number(&groups[3]);
    }

    /// Sets a date from three parts. If their lengths or apostrophes suggest another order than year, month and day,
    /// uses that order.
    fn set_date(&mut self, year: &Group, month: &Group, day: &Group) {
        let (mut year, mut month, mut day) = (year.clone(), month.clone(), day.clone());
        let long = |part: &Group| part.as_ref().is_some_and(|part| part.starts_with('\'') || part.len() > 2);
        if year.is_some() && month.is_some() && day.is_none() {
            (year, month, day) = (day, year, month);
        }
        if year.is_none() && long(&day) {
            (year, day) = (day, None);
        }
        // A number followed by letters ("4th") is a day, not a year.
        if let Some(rest) = year.as_deref().and_then(from_number) {
            let length = number_length(rest);
            if length < rest.len() {
                (year, day) = (day, Some(rest[..length].to_string()));
            }
        }
        if long(&month) {
            (year, month, day) = (month, day, year);
        }
        if long(&day) {
            (year, day) = (day, year);
        }
        if let Some(rest) = year.as_deref().and_then(from_number) {
            let digits = &rest[..number_length(rest)];
            let signed = digits.starts_with(['-', '+']);
            if signed || digits.len() > 2 {
                self.complete_year = false;
            }
            self.found.year = integer(digits);
        }
        if let Some(month) = digits_in(&month) {
            self.found.month = Some(month);
        }
        if let Some(day) = digits_in(&day) {
            self.found.day = Some(day);
        }
    }

    /// Sets parts of the date and time from digits without separators, such as `20200131`, and from the time, fraction
    /// and zone after them.
    fn set_run_of_digits(&mut self, groups: &[Group]) {
        let negative = groups[0].as_deref() == Some("-");
        let digits = groups[1].clone().unwrap_or_default();
        let (time, fraction, zone) = (&groups[2], &groups[3], &groups[4]);
        let mut run = Run { digits: &digits, position: 0 };
        let year = |number: Option<i64>| number.map(|year| if negative { -year } else { year });
        if time.is_none() && fraction.is_some() {
            self.set_run_from_end(&digits, negative);
        } else {
            match digits.len() {
                2 => self.found.day = run.next(2),
                3 => self.found.day_of_year = run.next(3),
                4 => (self.found.month, self.found.day) = (run.next(2), run.next(2)),
                5 => (self.found.year, self.found.day_of_year) = (year(run.next(2)), run.next(3)),
                6 => {
                    self.found.year = year(run.next(2));
                    (self.found.month, self.found.day) = (run.next(2), run.next(2));
                }
                7 => (self.found.year, self.found.day_of_year) = (year(run.next(4)), run.next(3)),
                8 | 10 | 12 | 14 => {
                    self.found.year = year(run.next(4));
                    (self.found.month, self.found.day) = (run.next(2), run.next(2));
                    self.found.hour = run.next(2).or(self.found.hour);
                    self.found.minute = run.next(2).or(self.found.minute);
                    self.found.second = run.next(2).or(self.found.second);
                    self.complete_year = false;
                }
                _ => {}
            }
        }
        if let Some(time) = time.as_deref().filter(|time| time.len() % 2 == 0) {
            self.set_run_of_time(time, fraction.is_some());
        }
        if let Some(fraction) = fraction {
            self.found.nanos = Some(nanos_of(fraction));
        }
        if let Some(zone) = zone {
            self.found.zone = Some(bracketed_zone(zone));
        }
    }

    /// Sets parts of the date and time from digits in front of the fraction of a second, as in `102030.5`. Reads two
    /// digits at a time from the end: first the second, then the minute, then the hour.
    fn set_run_from_end(&mut self, digits: &str, negative: bool) {
        if matches!(digits.len(), 9 | 11 | 13) {
            return;
        }
        let mut end = digits.len();
        let mut last = |count: usize| -> Option<i64> {
            if end == 0 {
                return None;
            }
            let start = end.saturating_sub(count);
            let part = integer(&digits[start..end]);
            end = start;
            part
        };
        self.found.second = last(2);
        self.found.minute = last(2).or(self.found.minute);
        self.found.hour = last(2).or(self.found.hour);
        self.found.day = last(2).or(self.found.day);
        self.found.month = last(2).or(self.found.month);
        let year = match digits.len() {
            14 => last(4),
            12 => last(2),
            _ => None,
        };
        if digits.len() == 14 {
            self.complete_year = false;
        }
        self.found.year = year.map(|year| if negative { -year } else { year }).or(self.found.year);
    }

    /// Sets the time from pairs of digits for hour, minute and second. The first pair is the hour. If a fraction
    /// follows, the last pair is the second instead.
    fn set_run_of_time(&mut self, time: &str, with_fraction: bool) {
        let parts: Vec<Option<i64>> =
            time.as_bytes().chunks(2).map(|part| integer(&String::from_utf8_lossy(part))).collect();
        let part = |index: usize| parts.get(index).copied().flatten();
        let count = parts.len();
        let (hour, minute, second) = if with_fraction {
            (
                if count > 2 { part(count - 3) } else { None },
                if count > 1 { part(count - 2) } else { None },
                part(count - 1),
            )
        } else {
            (part(0), part(1), part(2))
        };
        self.found.hour = hour.or(self.found.hour);
        self.found.minute = minute.or(self.found.minute);
        self.found.second = second.or(self.found.second);
    }

    /// Sets the day or the hour from the only number that is left: the day if a time was found, or the hour if a day
    /// was found.
    fn set_lone_number(&mut self, groups: &[Group]) {
        let Some(number) = number(&groups[0]) else { return };
        if self.found.hour.is_some() && self.found.day.is_none() && (1..=31).contains(&number) {
            self.found.day = Some(number);
        }
        if self.found.day.is_some() && self.found.hour.is_none() && (0..=24).contains(&number) {
            self.found.hour = Some(number);
        }
    }

    fn finish(mut self) -> Pieces {
        if self.before_christ {
            self.found.year = self.found.year.map(|year| 1 - year);
        }
        if self.complete_year {
            self.found.year = self.found.year.map(|year| match year {
                0..=68 => year + 2000,
                69..=99 => year + 1900,
                _ => year,
            });
        }
        self.found
    }
}

/// The text of a group, if it took part in the match.
type Group = Option<String>;

fn groups(captures: &Captures<'_>) -> Vec<Group> {
    captures.iter().skip(1).map(|group| group.map(|found| found.as_str().to_string())).collect()
}

/// A run of digits from which parts are taken.
struct Run<'a> {
    digits: &'a str,
    position: usize,
}

impl Run<'_> {
    fn next(&mut self, count: usize) -> Option<i64> {
        let part = self.digits.get(self.position..self.position + count)?;
        self.position += count;
        integer(part)
    }
}

/// The name or offset in a zone with brackets: `EST` for `[-5:EST]`, and `-5` for `[-5]`. A zone without brackets is
/// unchanged.
fn bracketed_zone(zone: &str) -> String {
    let Some(inner) = zone.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
        return zone.to_string();
    };
    match inner.split_once(':') {
        Some((_, name)) => name.to_string(),
        None => inner.to_string(),
    }
}

/// The text from its first digit or sign. `None` if it has neither.
fn from_number(text: &str) -> Option<&str> {
    text.find(|c: char| c.is_ascii_digit() || c == '-' || c == '+').map(|position| &text[position..])
}

/// The length in bytes of the number at the start of `text`, which starts with a digit or a sign.
fn number_length(text: &str) -> usize {
    let sign = usize::from(text.starts_with(['-', '+']));
    sign + text[sign..].bytes().take_while(u8::is_ascii_digit).count()
}

/// The number at the first digit of a group. `None` if the group has no digit.
fn digits_in(text: &Group) -> Option<i64> {
    let text = text.as_deref()?;
    let start = text.find(|c: char| c.is_ascii_digit())?;
    integer(&text[start..start + number_length(&text[start..])])
}

fn number(text: &Group) -> Option<i64> {
    text.as_deref().and_then(integer)
}

/// Parses an optionally signed number. Saturates if it is too large for any date. Never `None`.
fn integer(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    const BEYOND: i64 = 1 << 50;
    let number = digits.bytes().fold(0, |n: i64, byte| (n * 10 + i64::from(byte.wrapping_sub(b'0') % 10)).min(BEYOND));
    Some(if negative { -number } else { number })
}

fn month_number(name: &Group) -> Option<i64> {
    let name = name.as_deref()?.to_ascii_lowercase();
    MONTHS.split('|').position(|month| month == name).map(|index| index as i64 + 1)
}

fn nanos_of(fraction: &str) -> u32 {
    let digits = fraction.bytes().chain(std::iter::repeat(b'0')).take(9);
    digits.fold(0, |n, byte| n * 10 + u32::from(byte.wrapping_sub(b'0') % 10))
}
