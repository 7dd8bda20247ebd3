//! The type of a plain scalar. Mirrors `Psych::ScalarScanner`.

use hastie_value::Value;
use num_bigint::BigInt;

/// The type of a scalar without quotes: a text, a simple value such as nil or 12, or an object such as a date.
#[derive(Debug)]
pub(super) enum Meaning {
    Text,
    /// Nil, a boolean or a number.
    Value(Value),
    /// A `Date`, `Time` or `Symbol`. If the class is permitted, Psych reads an invalid one, such as the 30th of
    /// February, as a string.
    Object {
        class: &'static str,
        is_valid: bool,
    },
}

/// Decides the type of a scalar without quotes: null, boolean, number, date, time, symbol or text.
pub(super) fn classify(text: &str) -> Meaning {
    if text.is_empty() {
        return Meaning::Value(Value::Nil);
    }
    if is_word(text) {
        return keyword(text).map_or(Meaning::Text, Meaning::Value);
    }
    if let Some(is_valid) = time(text) {
        return Meaning::Object { class: "Time", is_valid };
    }
    if let Some(is_valid) = date(text) {
        return Meaning::Object { class: "Date", is_valid };
    }
    let lower = text.to_ascii_lowercase();
    match lower.as_str() {
        ".inf" | "+.inf" => return Meaning::Value(Value::Float(f64::INFINITY)),
        "-.inf" => return Meaning::Value(Value::Float(f64::NEG_INFINITY)),
        ".nan" => return Meaning::Value(Value::Float(f64::NAN)),
        _ => {}
    }
    if text.len() > 1 && text.starts_with(':') {
        return Meaning::Object { class: "Symbol", is_valid: true };
    }
    number(text).map_or(Meaning::Text, Meaning::Value)
}

/// Whether the text starts like a word, so that it can only be a text or a keyword.
fn is_word(text: &str) -> bool {
    let is_part = |c: char| c.is_alphabetic() || c.is_ascii_whitespace() || "_!@#$%^&*(){}<>|/\\~;=".contains(c);
    let starts = |line: &str| {
        let mut chars = line.chars();
        let Some(first) = chars.next() else { return false };
        is_part(first) || (!first.is_ascii_digit() && !".:-".contains(first) && chars.next().is_some_and(is_part))
    };
    text.contains('\n') || text.lines().any(starts)
}

fn keyword(text: &str) -> Option<Value> {
    if text.chars().count() > 5 || !text.starts_with(['y', 't', 'o', 'n', 'f', '~', 'Y', 'T', 'O', 'N', 'F']) {
        return None;
    }
    let is = |words: &[&str]| text.lines().any(|line| words.iter().any(|word| line.eq_ignore_ascii_case(word)));
    if text == "~" || is(&["null"]) {
        Some(Value::Nil)
    } else if is(&["yes", "true", "on"]) {
        Some(Value::Bool(true))
    } else if is(&["no", "false", "off"]) {
        Some(Value::Bool(false))
    } else {
        None
    }
}

/// Takes digits from the start of a text: at least `least` and at most `most`. `None` if there are fewer.
fn digits(text: &str, least: usize, most: usize) -> Option<(u32, &str)> {
    let count = text.bytes().take(most).take_while(u8::is_ascii_digit).count();
    if count < least {
        return None;
    }
    Some((text[..count].parse().ok()?, &text[count..]))
}

/// The year, month and day at the start of a text, and the rest. They may be out of range. `None` if the text starts in
/// another way.
fn calendar_day(text: &str) -> Option<([u32; 3], &str)> {
    let (year, rest) = digits(text, 4, 4)?;
    let (month, rest) = digits(rest.strip_prefix('-')?, 1, 2)?;
    let (day, rest) = digits(rest.strip_prefix('-')?, 1, 2)?;
    Some(([year, month, day], rest))
}

/// Whether a text in the form of a date is a valid date. `None` if it has another form.
fn date(text: &str) -> Option<bool> {
    let ([year, month, day], "") = calendar_day(text)? else { return None };
    if day > 31 || month > 12 {
        return None;
    }
    let length = || hastie_value::time::civil::month_length(i64::from(year), i64::from(month));
    Some((1..=12).contains(&month) && day > 0 && i64::from(day) <= length())
}

/// Whether a text in the form of a time is a valid time. `None` if it has another form.
fn time(text: &str) -> Option<bool> {
    let ([_, month, day], rest) = calendar_day(text.strip_prefix('-').unwrap_or(text))?;
    let rest = match rest.strip_prefix(['T', 't']) {
        Some(rest) => rest,
        None => {
            let trimmed = rest.trim_start();
            (trimmed.len() < rest.len()).then_some(trimmed)?
        }
    };
    let (hour, rest) = digits(rest, 1, 2)?;
    let (minute, rest) = digits(rest.strip_prefix(':')?, 2, 2)?;
    let (second, rest) = digits(rest.strip_prefix(':')?, 2, 2)?;
    let rest = rest.strip_prefix('.').map_or(rest, |rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    if !is_offset(rest.trim_start()) {
        return None;
    }
    Some((1..=12).contains(&month) && (1..=31).contains(&day) && hour <= 24 && minute < 60 && second <= 60)
}

/// Whether a text is empty or a time zone, such as `Z` or `+01:00`.
fn is_offset(text: &str) -> bool {
    if matches!(text, "" | "Z") {
        return true;
    }
    let hours = text.strip_prefix(['+', '-']).and_then(|rest| digits(rest, 1, 2));
    hours.is_some_and(|(_, rest)| {
        let rest = rest.strip_prefix(':').unwrap_or(rest);
        rest.is_empty() || digits(rest, 2, 2).is_some_and(|(_, rest)| rest.is_empty())
    })
}

fn number(text: &str) -> Option<Value> {
    sexagesimal(text).or_else(|| float(text)).or_else(|| integer(text))
}

/// A number to the base 60. The first part is always multiplied by 3,600: `10:30` is 37,800. `None` for other texts.
fn sexagesimal(text: &str) -> Option<Value> {
    let mut parts = text.split(':');
    let unsigned = parts.next()?.trim_start_matches(['-', '+']);
    if !unsigned.starts_with(|c: char| c.is_ascii_digit()) || !unsigned.bytes().all(|b| b.is_ascii_digit() || b == b'_')
    {
        return None;
    }
    let rest: Vec<&str> = parts.collect();
    let (last, fraction) =
        rest.last()?.split_once('.').map_or((*rest.last()?, None), |(last, rest)| (last, Some(rest)));
    let is_part = |part: &str| {
        let digits = part.bytes().all(|b| b.is_ascii_digit());
        digits && (part.len() == 1 || part.len() == 2 && part.as_bytes()[0] < b'6')
    };
    let are_parts = rest[..rest.len() - 1].iter().all(|part| is_part(part)) && is_part(last);
    let is_fraction = fraction.is_none_or(|rest| rest.bytes().all(|b| b.is_ascii_digit() || b == b'_'));
    if rest.len() > 2 || !are_parts || !is_fraction {
        return None;
    }
    let scales = [3_600, 60, 1];
    let pieces = text.split(':').map(|part| part.replace('_', ""));
    if fraction.is_some() {
        let sum = pieces.zip(scales).map(|(part, scale)| part.parse::<f64>().unwrap_or(0.0) * f64::from(scale)).sum();
        return Some(Value::Float(sum));
    }
    let sum: Option<Vec<BigInt>> =
        pieces.zip(scales).map(|(part, scale)| Some(part.parse::<BigInt>().ok()? * scale)).collect();
    Some(Value::from(sum?.into_iter().sum::<BigInt>()))
}

/// A decimal number, which has a point. `None` for other texts.
fn float(text: &str) -> Option<Value> {
    let (whole, rest) = text.split_once('.')?;
    let whole = whole.strip_prefix(['+', '-']).unwrap_or(whole);
    let is_digit_or = |b: u8, others: &[u8]| b.is_ascii_digit() || others.contains(&b);
    let is_whole = whole.is_empty()
        || whole.starts_with(|c: char| c.is_ascii_digit()) && whole.bytes().all(|b| is_digit_or(b, b"_,"));
    let (fraction, exponent) = match rest.find(['e', 'E']) {
        Some(position) => (&rest[..position], Some(&rest[position + 1..])),
        None => (rest, None),
    };
    let is_fraction = fraction.bytes().all(|b| b.is_ascii_digit());
    let is_exponent = exponent.is_none_or(|digits| {
        let unsigned = digits.strip_prefix(['+', '-']);
        unsigned.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
    });
    if !is_whole || !is_fraction || !is_exponent || (whole.is_empty() && fraction.is_empty()) {
        return None;
    }
    text.replace([',', '_'], "").parse().ok().map(Value::Float)
}

/// An integer to the base 2, 8, 10 or 16. Commas and underscores separate groups of digits. `None` for other texts.
fn integer(text: &str) -> Option<Value> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let (radix, digits) = match digits.as_bytes() {
        [b'0', b'b', _, ..] => (2, &digits[2..]),
        [b'0', b'x', _, ..] => (16, &digits[2..]),
        [b'0', _, ..] => (8, &digits[1..]),
        [first, ..] if first.is_ascii_digit() => (10, digits),
        _ => return None,
    };
    let is_separator = |c: char| matches!(c, ',' | '_');
    // In decimal numbers, a digit follows each separator.
    if !digits.chars().all(|c| c.is_digit(radix) || is_separator(c))
        || radix == 10 && (digits.ends_with(is_separator) || digits.contains("__") || digits.contains(",,"))
    {
        return None;
    }
    let digits: String = digits.chars().filter(|c| !is_separator(*c)).collect();
    BigInt::parse_bytes(format!("{sign}{digits}").as_bytes(), radix).map(Value::from)
}
