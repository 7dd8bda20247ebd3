//! Reads CSV as Jekyll configures Ruby's CSV library: strict, with a header line, each row as a hash.
//!
//! The first line ending of the file is the row separator; any other line ending is only allowed inside quotes. An
//! empty field is nil, and an empty quoted field is an empty string. If a row is longer than the header, its first
//! extra field gets the key nil.

use crate::failure::Failure;
use hastie_liquid::{Date, Hash, Value};
use hastie_value::time::{MONTHS, parse_iso};
use hastie_value::{Time, TimeZone, Zone};

/// Parses CSV or TSV files. In Jekyll 4, the options are under `csv_reader:` or `tsv_reader:`.
pub(super) struct Reader {
    separator: u8,
    headers: Headers,
    converters: Vec<Converter>,
}

enum Headers {
    /// `headers: false`: rows are arrays.
    None,
    /// The first line of the file has the column names. Each row is a hash.
    Line,
    /// The configuration has the column names. Each row is a hash.
    Given(Vec<Value>),
}

/// The reason why a table cannot be read, and the line of the problem.
pub(super) struct Problem {
    pub(super) message: String,
    /// The line number, starting at 1.
    pub(super) line: usize,
}

#[derive(Clone, Copy)]
enum Converter {
    Integer,
    Float,
    Date,
    DateTime,
}

impl Reader {
    /// Creates a reader with the options of `csv_reader` or `tsv_reader`. Fails if an option names an unknown
    /// converter.
    pub(super) fn new(options: Option<&Hash>, separator: u8) -> Result<Self, Failure> {
        let option = |key| options.and_then(|options| options.get(key));
        let headers = match option("headers") {
            None => Headers::Line,
            Some(Value::Array(names)) => Headers::Given(names.to_vec()),
            Some(value) if value.truthy() => Headers::Line,
            Some(_) => Headers::None,
        };
        let mut converters = Vec::new();
        for name in option("csv_converters").and_then(Value::as_array).unwrap_or_default() {
            match name.as_str().unwrap_or_default() {
                "integer" => converters.push(Converter::Integer),
                "float" => converters.push(Converter::Float),
                "numeric" => converters.extend([Converter::Integer, Converter::Float]),
                "date" => converters.push(Converter::Date),
                "date_time" => converters.push(Converter::DateTime),
                "all" => converters.extend([Converter::DateTime, Converter::Integer, Converter::Float]),
                other => {
                    let message =
                        format!("'{other}' is not a CSV converter (integer, float, numeric, date, date_time, all)");
                    return Err(Failure::raised("NoMethodError", message));
                }
            }
        }
        Ok(Reader { separator, headers, converters })
    }

    /// Parses CSV or TSV into an array of rows. Each row is a hash by column name or, in a table without names, an
    /// array. Fails if the text is not UTF-8, or if its quotes or line breaks are invalid.
    pub(super) fn read(&self, bytes: &[u8]) -> Result<Value, Problem> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let line = 1 + memchr::memchr_iter(b'\n', &bytes[..error.valid_up_to()]).count();
            Problem { message: "Invalid byte sequence in UTF-8".into(), line }
        })?;
        let mut rows = Rows { text, position: 0, line: 0, separator: self.separator, line_end: line_end(text) };
        let names = match &self.headers {
            Headers::None => None,
            Headers::Line => Some(rows.row()?.unwrap_or_default()),
            Headers::Given(names) => Some(names.clone()),
        };
        let mut table = Vec::new();
        while let Some(row) = rows.row()? {
            let row: Vec<Value> = row.into_iter().map(|field| self.convert(field)).collect();
            table.push(match &names {
                None => Value::array(row),
                Some(names) => Value::hash(hash(names, row)),
            });
        }
        Ok(Value::array(table))
    }

    fn convert(&self, field: Value) -> Value {
        let Value::Str(text) = &field else { return field };
        for converter in &self.converters {
            let converted = match converter {
                Converter::Integer => integer(text).map(Value::Int),
                Converter::Float => float(text).map(Value::Float),
                Converter::Date => date(text).map(Value::Date),
                Converter::DateTime => date_time(text),
            };
            if let Some(value) = converted {
                return value;
            }
        }
        field
    }
}

/// `CSV::Row#to_hash`: if a name occurs twice, the first field wins.
fn hash(names: &[Value], row: Vec<Value>) -> Hash {
    let mut hash = Hash::with_capacity(names.len());
    let count = names.len().max(row.len());
    let mut fields = row.into_iter();
    for index in 0..count {
        let name = names.get(index).cloned().unwrap_or(Value::Nil);
        let field = fields.next().unwrap_or(Value::Nil);
        if hash.get_value(&name).is_none() {
            hash.set_value(name, field);
        }
    }
    hash
}

/// The first line ending of the text, or `\n` if the text is a single line.
fn line_end(text: &str) -> &'static str {
    match memchr::memchr2(b'\r', b'\n', text.as_bytes()) {
        Some(position) if text[position..].starts_with("\r\n") => "\r\n",
        Some(position) if text[position..].starts_with('\r') => "\r",
        _ => "\n",
    }
}

/// Splits the text of a table into rows.
struct Rows<'a> {
    text: &'a str,
    position: usize,
    line: usize,
    separator: u8,
    line_end: &'static str,
}

impl Rows<'_> {
    /// The next row, or `None` at the end. A blank line is a row without fields.
    fn row(&mut self) -> Result<Option<Vec<Value>>, Problem> {
        if self.position >= self.text.len() {
            return Ok(None);
        }
        self.line += 1;
        let mut fields = Vec::new();
        if self.end_of_line() {
            return Ok(Some(fields));
        }
        loop {
            fields.push(if self.rest().starts_with('"') { self.quoted()? } else { self.plain()? });
            if self.rest().as_bytes().first() == Some(&self.separator) {
                self.position += 1;
            } else if self.rest().is_empty() || self.end_of_line() {
                return Ok(Some(fields));
            } else {
                return Err(self.problem("Any value after quoted field isn't allowed"));
            }
        }
    }

    fn rest(&self) -> &str {
        &self.text[self.position..]
    }

    fn end_of_line(&mut self) -> bool {
        let there = self.rest().starts_with(self.line_end);
        if there {
            self.position += self.line_end.len();
        }
        there
    }

    fn plain(&mut self) -> Result<Value, Problem> {
        let rest = self.rest();
        let stop = |byte: &u8| matches!(byte, b'"' | b'\r' | b'\n') || *byte == self.separator;
        let end = rest.bytes().position(|byte| stop(&byte)).unwrap_or(rest.len());
        let (field, after) = rest.split_at(end);
        let value = if field.is_empty() { Value::Nil } else { Value::str(field) };
        if after.starts_with('"') {
            return Err(self.problem("Illegal quoting"));
        }
        if after.starts_with(['\r', '\n']) && !after.starts_with(self.line_end) {
            let shown = match after.as_bytes() {
                [b'\r', b'\n', ..] => "\\r\\n",
                [b'\r', ..] => "\\r",
                _ => "\\n",
            };
            return Err(self.problem(&format!("Unquoted fields do not allow new line <\"{shown}\">")));
        }
        self.position += end;
        Ok(value)
    }

    fn quoted(&mut self) -> Result<Value, Problem> {
        let first = self.line;
        let mut field = String::new();
        self.position += 1;
        loop {
            let rest = self.rest();
            let Some(end) = memchr::memchr(b'"', rest.as_bytes()) else {
                return Err(Problem { message: "Unclosed quoted field".into(), line: first });
            };
            let lines = memchr::memmem::find_iter(&rest.as_bytes()[..end], self.line_end).count();
            field.push_str(&rest[..end]);
            let doubled = rest[end + 1..].starts_with('"');
            self.line += lines;
            self.position += end + 1;
            if !doubled {
                return Ok(Value::str(field));
            }
            field.push('"');
            self.position += 1;
        }
    }

    fn problem(&self, message: &str) -> Problem {
        Problem { message: message.to_owned(), line: self.line }
    }
}

/// Ruby's `Integer(text)` for decimal and prefixed numbers. `None` for other texts.
fn integer(text: &str) -> Option<i64> {
    let trimmed = text.trim();
    let (negative, digits) = match trimmed.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, trimmed.strip_prefix('+').unwrap_or(trimmed)),
    };
    let lower = digits.to_ascii_lowercase();
    let (radix, digits) = match lower.as_bytes() {
        [b'0', b'x', ..] => (16, &lower[2..]),
        [b'0', b'b', ..] => (2, &lower[2..]),
        [b'0', b'o', ..] => (8, &lower[2..]),
        [b'0', _, ..] => (8, lower[1..].trim_start_matches('_')),
        _ => (10, lower.as_str()),
    };
    let number = i64::from_str_radix(&without_underscores(digits)?, radix).ok()?;
    Some(if negative { -number } else { number })
}

/// Ruby's `Float(text)`. `None` if the text is not a number.
fn float(text: &str) -> Option<f64> {
    let trimmed = text.trim();
    let plain = trimmed.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'.' | b'_' | b'e' | b'E'));
    let ends_in_digit = trimmed.ends_with(|c: char| c.is_ascii_digit()) && !trimmed.contains(".e");
    if !plain || !ends_in_digit {
        return None;
    }
    without_underscores(trimmed)?.parse().ok()
}

/// The text without underscores. `None` if an underscore is not between letters or digits, or if the text starts with
/// two signs (`+-1`).
fn without_underscores(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let fine = |position: usize| {
        position > 0
            && bytes[position - 1].is_ascii_alphanumeric()
            && bytes.get(position + 1).is_some_and(u8::is_ascii_alphanumeric)
    };
    if text.starts_with(['+', '-']) && text[1..].starts_with(['+', '-', '_']) {
        return None;
    }
    bytes.iter().enumerate().all(|(position, b)| *b != b'_' || fine(position)).then(|| text.replace('_', ""))
}

/// Parses a date such as `2026-01-31`, `January 31, 2026` or `Saturday, January 31, 2026`. `None` for other texts.
fn date(text: &str) -> Option<Date> {
    let iso = if is_iso_date(text) { text.to_owned() } else { named_date(text)? };
    match hastie_yaml::load(iso.as_bytes(), None) {
        Ok(Value::Date(date)) => Some(date),
        _ => None,
    }
}

/// Whether the text has the form of `2026-01-31`, with any digits.
fn is_iso_date(text: &str) -> bool {
    let is_digit_or_dash =
        |(index, byte): (usize, u8)| if matches!(index, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() };
    text.len() == 10 && text.bytes().enumerate().all(is_digit_or_dash)
}

/// Converts a date such as `January 31, 2026` to the form `2026-01-31`. `None` for other texts.
fn named_date(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let ([month, day, year] | [_, month, day, year]) = *words else { return None };
    let day: u8 = day.strip_suffix(',').unwrap_or(day).parse().ok()?;
    let year: u16 = year.parse().ok().filter(|_| year.len() == 4)?;
    Some(format!("{year}-{:02}-{day:02}", month_named(month)?))
}

/// The number of a month, from 1 to 12. Only the first three letters of `word` count. `None` if no English month starts
/// with these letters.
fn month_named(word: &str) -> Option<usize> {
    let start = word.get(..3).filter(|_| word.bytes().all(|b| b.is_ascii_alphabetic()))?;
    MONTHS.iter().position(|name| name[..3].eq_ignore_ascii_case(start)).map(|index| index + 1)
}

/// A date or time in ISO 8601 format, as Ruby's `DateTime`. `None` for other texts.
fn date_time(text: &str) -> Option<Value> {
    let (day, rest) = text.split_at_checked(10)?;
    if !is_iso_date(day) {
        return None;
    }
    date(day)?;
    let clock = match rest.strip_prefix('T') {
        Some(clock) => clock,
        None if rest.is_empty() => "00:00",
        // After a space, the time is complete and has no zone.
        None => rest.strip_prefix(' ').filter(|clock| clock.len() == 8)?,
    };
    let (time, zone) = clock.split_at(clock.find(['Z', '+', '-']).unwrap_or(clock.len()));
    let whole = time.split_once('.').map_or(time, |(whole, _)| whole);
    let numbers: Option<Vec<u8>> = whole.split(':').map(|part| part.parse().ok().filter(|_| part.len() == 2)).collect();
    let is_valid = match *numbers?.as_slice() {
        [hour, minute] => hour < 24 && minute < 60 && time == whole && zone.is_empty(),
        [hour, minute, second] => hour < 24 && minute < 60 && second < 60,
        _ => false,
    };
    let seconds = if whole.len() == 5 { ":00" } else { "" };
    let zone = if matches!(zone, "" | "Z") { "+00:00" } else { zone };
    if !is_valid || zone.len() != 6 {
        return None;
    }
    let time = parse_iso(&format!("{day}T{time}{seconds}{zone}"), &TimeZone::UTC)??;
    Some(Value::time(Time { zone: Zone::DateTime, ..time }))
}
