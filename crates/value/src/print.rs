//! Ruby's `to_s`, `inspect` and `Array#join`.
//!
//! These functions need a host, because drops print themselves.

use crate::float::float_to_s;
use crate::printable::printable;
use crate::time::strftime;
use crate::{Abort, Date, ErrorKind, Hash, Host, Str, Time, Value, Zone};
use std::borrow::Cow;
use std::fmt::Write;

/// The maximum nesting of arrays and hashes. Beyond this nesting, printing, `<=>` and flattening fail like Ruby's own
/// recursion.
pub const MAX_NESTING: usize = 1_000;

/// The error for nesting that would overflow Ruby's stack (`SystemStackError`).
pub fn too_deep() -> Abort {
    Abort::error(ErrorKind::SystemStack, "stack level too deep")
}

/// The maximum number of items, including nested items, of an array that is flattened, joined or printed by `{{ }}`.
/// Without a limit, an array in which the same arrays occur many times could take exponential time.
pub const MAX_ITEMS: usize = 10_000_000;

/// The maximum length of a value's text, in bytes.
const MAX_TEXT: usize = 32 << 20;

/// The error for a value with more than [`MAX_ITEMS`] items.
pub fn too_many() -> Abort {
    Abort::error(ErrorKind::LiquidMemory, format!("an array of more than {MAX_ITEMS} items"))
}

fn check_length(text: &str) -> Result<(), Abort> {
    if text.len() > MAX_TEXT {
        return Err(Abort::error(ErrorKind::LiquidMemory, format!("a text is larger than {} MB", MAX_TEXT >> 20)));
    }
    Ok(())
}

impl Value {
    /// Ruby's `to_s`. `{{ }}` prints the same text, except for arrays: `to_s` gives `[1, 2]`, and `{{ }}` prints `12`.
    ///
    /// # Errors
    /// Fails if a drop fails to print itself, with "stack level too deep" for extreme nesting, and with
    /// `Liquid::MemoryError` for a very long array or hash.
    pub fn to_s(&self, host: &mut dyn Host) -> Result<Str, Abort> {
        Ok(match self {
            Value::Str(text) => text.clone(),
            Value::Symbol(name) => Str::clone(name),
            Value::Nil | Value::Empty | Value::Blank => Str::default(),
            Value::Bool(true) => Str::fixed("true"),
            Value::Bool(false) => Str::fixed("false"),
            Value::Int(number) => itoa::Buffer::new().format(*number).into(),
            Value::Big(number) => number.to_string().into(),
            Value::Float(number) => float_to_s(*number).into(),
            Value::Date(date) => date.to_string().into(),
            Value::Time(time) => time.to_string().into(),
            Value::Range(first, last) => format!("{first}..{last}").into(),
            Value::Array(_) | Value::Hash(_) => self.inspect(host)?.into(),
            Value::Drop(object) => object.print(host)?,
        })
    }

    /// Like [`Value::to_s`], but borrows the text if the value is a string.
    ///
    /// # Errors
    /// Same as [`Value::to_s`].
    #[inline]
    pub fn to_text(&self, host: &mut dyn Host) -> Result<Cow<'_, str>, Abort> {
        match self {
            Value::Str(text) => Ok(Cow::Borrowed(text)),
            _ => {
                let mut text = String::new();
                self.write_to_s(&mut text, host)?;
                Ok(Cow::Owned(text))
            }
        }
    }

    /// Appends the text of [`Value::to_s`] to `out` without creating an intermediate string.
    ///
    /// # Errors
    /// Same as [`Value::to_s`].
    pub fn write_to_s(&self, out: &mut String, host: &mut dyn Host) -> Result<(), Abort> {
        match self {
            Value::Str(text) => out.push_str(text),
            Value::Symbol(name) => out.push_str(name),
            Value::Int(number) => out.push_str(itoa::Buffer::new().format(*number)),
            Value::Nil | Value::Empty | Value::Blank => {}
            Value::Array(_) | Value::Hash(_) => self.write_inspect(out, host, 0)?,
            _ => out.push_str(&self.to_s(host)?),
        }
        Ok(())
    }

    /// The value as Ruby's `inspect` shows it: strings are quoted, `nil` is written.
    ///
    /// # Errors
    /// Fails if a drop fails, with "stack level too deep" for extreme nesting, and with `Liquid::MemoryError` for a
    /// very long array or hash.
    pub fn inspect(&self, host: &mut dyn Host) -> Result<String, Abort> {
        let mut out = String::new();
        self.write_inspect(&mut out, host, 0)?;
        Ok(out)
    }

    fn write_inspect(&self, out: &mut String, host: &mut dyn Host, depth: usize) -> Result<(), Abort> {
        if depth > MAX_NESTING {
            return Err(too_deep());
        }
        check_length(out)?;
        match self {
            Value::Nil => out.push_str("nil"),
            Value::Str(text) => write_quoted(out, text),
            Value::Symbol(name) => write_symbol(out, name),
            Value::Date(date) => write_date(out, *date),
            Value::Time(time) => write_time(out, time),
            Value::Array(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push_str(", ");
                    }
                    item.write_inspect(out, host, depth + 1)?;
                }
                out.push(']');
            }
            Value::Hash(hash) => write_hash(out, hash, host, depth)?,
            Value::Drop(object) if depth > 0 => out.push_str(&object.inspect_in_collection(host)?),
            Value::Drop(object) => out.push_str(&object.inspect(host)?),
            Value::Empty => out.push_str("#<Liquid::Expression::MethodLiteral @method_name=:empty?, @to_s=\"\">"),
            Value::Blank => out.push_str("#<Liquid::Expression::MethodLiteral @method_name=:blank?, @to_s=\"\">"),
            Value::Int(number) => out.push_str(itoa::Buffer::new().format(*number)),
            Value::Bool(_) | Value::Big(_) | Value::Float(_) | Value::Range(..) => {
                out.push_str(&self.to_s(host)?);
            }
        }
        Ok(())
    }
}

fn write_hash(out: &mut String, hash: &Hash, host: &mut dyn Host, depth: usize) -> Result<(), Abort> {
    out.push('{');
    for (index, (key, value)) in hash.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        key.write_inspect(out, host, depth + 1)?;
        out.push_str("=>");
        value.write_inspect(out, host, depth + 1)?;
    }
    out.push('}');
    Ok(())
}

/// Appends a string as `String#inspect` shows it: in double quotes and with escapes.
fn write_quoted(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            // Escapes interpolation, so that it is not evaluated when the text is parsed.
            '#' if matches!(rest.peek(), Some('{' | '$' | '@')) => out.push_str("\\#"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{0c}' => out.push_str("\\f"),
            '\u{0b}' => out.push_str("\\v"),
            '\u{08}' => out.push_str("\\b"),
            '\u{07}' => out.push_str("\\a"),
            '\u{1b}' => out.push_str("\\e"),
            c if printable(c) => out.push(c),
            c if (c as u32) < 0x10000 => {
                let _ = write!(out, "\\u{:04X}", c as u32);
            }
            c => {
                let _ = write!(out, "\\u{{{:X}}}", c as u32);
            }
        }
    }
    out.push('"');
}

/// `Symbol#inspect`: a name that Ruby's syntax allows after a colon, or else a quoted text.
fn write_symbol(out: &mut String, name: &str) {
    out.push(':');
    if is_plain_symbol(name) { out.push_str(name) } else { write_quoted(out, name) }
}

/// The operators that are methods in Ruby. Symbols with these names need no quotes, for example `:+`.
const OPERATORS: &str = " + - * / % ** == != === =~ !~ ! < <= > >= <=> << >> & | ^ ~ +@ -@ [] []= ` ";

fn is_plain_symbol(name: &str) -> bool {
    if OPERATORS.split_whitespace().any(|operator| operator == name) {
        return true;
    }
    let prefix = ["@@", "@", "$"].into_iter().find(|prefix| name.starts_with(prefix)).unwrap_or_default();
    let word = &name[prefix.len()..];
    let word = if prefix.is_empty() { word.strip_suffix(['?', '!', '=']).unwrap_or(word) } else { word };
    let is_letter = |c: char| c == '_' || c.is_ascii_alphabetic() || (!c.is_ascii() && printable(c));
    word.starts_with(is_letter) && word.chars().all(|c| is_letter(c) || c.is_ascii_digit())
}

/// `Date#inspect`, which contains the Julian day number and the start of the Gregorian calendar.
fn write_date(out: &mut String, date: Date) {
    let julian = date.days_since_epoch() + 2_440_588;
    let _ = write!(out, "#<Date: {date} (({julian}j,0s,0n),+0s,2299161j)>");
}

/// `DateTime#inspect`, with the Julian day number and the second of the day in UTC.
fn write_date_time(out: &mut String, time: &Time) {
    let (julian, second) = (time.seconds.div_euclid(86_400) + 2_440_588, time.seconds.rem_euclid(86_400));
    let (nanos, offset) = (time.nanos, time.offset);
    let _ = write!(out, "#<DateTime: {time} (({julian}j,{second}s,{nanos}n),{offset:+}s,2299161j)>");
}

/// `Time#inspect`: `to_s` with all digits of the fraction.
fn write_time(out: &mut String, time: &Time) {
    if time.zone == Zone::DateTime {
        return write_date_time(out, time);
    }
    if time.nanos == 0 {
        let _ = write!(out, "{time}");
        return;
    }
    let fraction = format!("{:09}", time.nanos);
    let zone = if time.is_utc() { " UTC".to_string() } else { strftime(time, " %z") };
    let _ = write!(out, "{}.{}{zone}", strftime(time, "%Y-%m-%d %H:%M:%S"), fraction.trim_end_matches('0'));
}

/// Ruby's `Array#join`: nested arrays are joined with the same separator, everything else is printed by `to_s`.
///
/// # Errors
/// Same as [`Value::to_s`].
pub fn join(items: &[Value], separator: &str, host: &mut dyn Host) -> Result<String, Abort> {
    let mut out = String::new();
    join_into(items, separator, &mut out, host)?;
    Ok(out)
}

/// Like [`join`], but appends to `out`.
///
/// # Errors
/// Same as [`Value::to_s`].
pub fn join_into(items: &[Value], separator: &str, out: &mut String, host: &mut dyn Host) -> Result<(), Abort> {
    let mut left = MAX_ITEMS;
    write_joined(items, separator, out, host, DropFormat::Standalone, 0, &mut left)
}

/// Appends what `{{ array }}` prints: the elements one after another. Objects in the array are not converted by
/// `to_liquid`.
///
/// # Errors
/// Same as [`Value::to_s`].
pub fn write_array(items: &[Value], out: &mut String, host: &mut dyn Host) -> Result<(), Abort> {
    let mut left = MAX_ITEMS;
    write_joined(items, "", out, host, DropFormat::InArray, 0, &mut left)
}

/// How to print the drops in an array.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DropFormat {
    /// Prints a drop as `{{ }}` does if the drop is not in an array.
    Standalone,
    /// Prints a drop as `{{ }}` does if the drop is in an array, without `to_liquid`.
    InArray,
}

fn write_joined(
    items: &[Value],
    separator: &str,
    out: &mut String,
    host: &mut dyn Host,
    drops: DropFormat,
    depth: usize,
    left: &mut usize,
) -> Result<(), Abort> {
    if depth > MAX_NESTING {
        return Err(too_deep());
    }
    check_length(out)?;
    *left = left.checked_sub(items.len()).ok_or_else(too_many)?;
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push_str(separator);
        }
        match item {
            Value::Array(inner) => write_joined(inner, separator, out, host, drops, depth + 1, left)?,
            Value::Drop(object) if drops == DropFormat::InArray => out.push_str(&object.print_in_array(host)?),
            _ => item.write_to_s(out, host)?,
        }
    }
    Ok(())
}
