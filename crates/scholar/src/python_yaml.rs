//! Serializes strings like PyYAML: plain if possible, single-quoted if they could be mistaken for another type,
//! double-quoted if characters need escaping. In files previously written by a Python script, only the numbers change.

use std::fmt::Write;

/// A string as PyYAML writes it for a value or a key: plain, in single quotes or in double quotes, on one line.
pub(crate) fn scalar(text: &str) -> String {
    let needs_escapes = text.chars().any(|c| !(' '..='~').contains(&c));
    if needs_escapes {
        double_quoted(text)
    } else if is_plain(text) && !is_of_another_type(text) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "''"))
    }
}

/// Whether YAML's grammar allows a string of printable ASCII as a plain scalar.
fn is_plain(text: &str) -> bool {
    let Some(first) = text.chars().next() else { return false };
    let is_marker = text.starts_with("---") || text.starts_with("...");
    let is_alone = text.chars().nth(1).is_none_or(|next| next == ' ');
    let starts_something = "#,[]{}&*!|>'\"%@`".contains(first) || "?:-".contains(first) && is_alone;
    let has_edge_blanks = text.starts_with(' ') || text.ends_with(' ');
    let has_indicators = text.contains(": ") || text.ends_with(':') || text.contains(" #");
    !(is_marker || starts_something || has_edge_blanks || has_indicators)
}

/// Whether YAML 1.1 interprets a plain scalar as a boolean, number, null, timestamp or merge key.
fn is_of_another_type(text: &str) -> bool {
    const TRUTHS: [&str; 6] = ["yes", "no", "true", "false", "on", "off"];
    let is_cased = |word: &str| text == word || text == word.to_uppercase() || text == capitalized(word);
    matches!(text, "~" | "<<" | "=")
        || is_cased("null")
        || TRUTHS.into_iter().any(is_cased)
        || is_integer(text)
        || is_float(text)
        || is_moment(text)
}

fn capitalized(word: &str) -> String {
    let (first, rest) = word.split_at(1.min(word.len()));
    format!("{}{rest}", first.to_uppercase())
}

fn unsigned(text: &str) -> &str {
    text.strip_prefix(['-', '+']).unwrap_or(text)
}

fn all(text: &str, is_one: impl Fn(u8) -> bool) -> bool {
    !text.is_empty() && text.bytes().all(is_one)
}

fn digits_or_low_lines(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_')
}

/// Whether the text starts with a digit, and contains only digits and underscores.
fn is_digits(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit()) && digits_or_low_lines(text)
}

/// Whether the text consists of groups such as `:59`, as they follow the first digits of a sexagesimal number
/// (`12:30:59`).
fn are_sixtieths(text: &str) -> bool {
    let Some(rest) = text.strip_prefix(':') else { return false };
    rest.split(':').all(|part| match part.as_bytes() {
        [one] => one.is_ascii_digit(),
        [ten, one] => (b'0'..=b'5').contains(ten) && one.is_ascii_digit(),
        _ => false,
    })
}

fn is_integer(text: &str) -> bool {
    let number = unsigned(text);
    if let Some(bits) = number.strip_prefix("0b") {
        return all(bits, |byte| matches!(byte, b'0' | b'1' | b'_'));
    }
    if let Some(hex) = number.strip_prefix("0x") {
        return all(hex, |byte| byte.is_ascii_hexdigit() || byte == b'_');
    }
    if let Some(octal) = number.strip_prefix('0') {
        return octal.bytes().all(|byte| (b'0'..=b'7').contains(&byte) || byte == b'_');
    }
    let (high, sixtieths) = number.split_at(number.find(':').unwrap_or(number.len()));
    is_digits(high) && (sixtieths.is_empty() || are_sixtieths(sixtieths))
}

fn is_float(text: &str) -> bool {
    let number = unsigned(text);
    if matches!(number, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    let Some((whole, fraction)) = number.split_once('.') else { return false };
    let (digits, exponent) = fraction.split_at(fraction.find(['e', 'E']).unwrap_or(fraction.len()));
    let has_exponent = !exponent.is_empty();
    let exponent_fits = !has_exponent
        || exponent
            .get(1..)
            .is_some_and(|sign| sign.starts_with(['-', '+']) && all(unsigned(sign), |byte| byte.is_ascii_digit()));
    if !digits_or_low_lines(digits) || !exponent_fits {
        return false;
    }
    let (high, sixtieths) = whole.split_at(whole.find(':').unwrap_or(whole.len()));
    match (high.is_empty(), sixtieths.is_empty()) {
        // `.5` has no sign.
        (true, true) => number.len() == text.len() && is_digits(digits),
        (false, true) => is_digits(high),
        (false, false) => is_digits(high) && are_sixtieths(sixtieths) && !has_exponent,
        (true, false) => false,
    }
}

/// Whether the text is a date such as `2026-01-31`, optionally with a time of day.
fn is_moment(text: &str) -> bool {
    let digits = |text: &str, least: usize, most: usize| {
        (least..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut parts = text.splitn(3, '-');
    let (Some(year), Some(month), Some(rest)) = (parts.next(), parts.next(), parts.next()) else { return false };
    if !digits(year, 4, 4) || !digits(month, 1, 2) {
        return false;
    }
    let Some(position) = rest.find(['T', 't', ' ']) else { return digits(month, 2, 2) && digits(rest, 2, 2) };
    let (day, time) = rest.split_at(position);
    let time = if time.starts_with(' ') { time.trim_start_matches(' ') } else { time.get(1..).unwrap_or_default() };
    let clock_length = time.find(|c: char| !c.is_ascii_digit() && !matches!(c, ':' | '.')).unwrap_or(time.len());
    let (clock, zone) = time.split_at(clock_length);
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, ""));
    let parts: Vec<&str> = clock.split(':').collect();
    let is_clock = matches!(parts[..], [hour, minute, second]
        if digits(hour, 1, 2) && digits(minute, 2, 2) && digits(second, 2, 2));
    let zone = zone.trim_start_matches(' ');
    let is_offset = |zone: &str| match zone.split_once(':') {
        Some((hours, minutes)) => digits(hours, 1, 2) && digits(minutes, 2, 2),
        None => digits(zone, 1, 2),
    };
    let is_zone = matches!(zone, "" | "Z") || zone.strip_prefix(['-', '+']).is_some_and(is_offset);
    digits(day, 1, 2) && is_clock && is_zone && fraction.bytes().all(|byte| byte.is_ascii_digit())
}

fn double_quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        let short = match c {
            '"' | '\\' => Some(c),
            '\0' => Some('0'),
            '\u{7}' => Some('a'),
            '\u{8}' => Some('b'),
            '\t' => Some('t'),
            '\n' => Some('n'),
            '\u{b}' => Some('v'),
            '\u{c}' => Some('f'),
            '\r' => Some('r'),
            '\u{1b}' => Some('e'),
            '\u{85}' => Some('N'),
            '\u{a0}' => Some('_'),
            '\u{2028}' => Some('L'),
            '\u{2029}' => Some('P'),
            _ => None,
        };
        // Writing to a string cannot fail.
        let _ = match (short, u32::from(c)) {
            (Some(short), _) => write!(quoted, "\\{short}"),
            (None, 0x20..=0x7e) => write!(quoted, "{c}"),
            (None, code @ 0..=0xff) => write!(quoted, "\\x{code:02X}"),
            (None, code @ 0..=0xffff) => write!(quoted, "\\u{code:04X}"),
            (None, code) => write!(quoted, "\\U{code:08X}"),
        };
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::scalar;

    #[test]
    fn texts_that_mean_something_to_yaml_are_quoted() {
        let quoted = [
            "",
            "yes",
            "Off",
            "NULL",
            "~",
            "=",
            "<<",
            "12",
            "-1_000",
            "0x1f",
            "017",
            "0b1",
            "1:30",
            "1.5",
            "+.inf",
            ".5",
            "1.",
            "1:30.5",
            "1.5e+3",
            "2020-01-01",
            "2020-1-1 10:00:00",
            "2020-01-01T1:00:00.5Z",
            "2020-01-01 10:00:00 +01:00",
            "- a",
            "-",
            "?",
            "a: b",
            "a:",
            "a #b",
            "#a",
            "'a",
            "---a",
            "...",
            "[a",
            "%a",
            "@a",
            " a",
            "a ",
        ];
        for text in quoted {
            assert_eq!(scalar(text), format!("'{}'", text.replace('\'', "''")));
        }
    }

    #[test]
    fn other_texts_are_plain() {
        let plain = [
            "a",
            "12a",
            "yesNo",
            "y",
            "=a",
            "~a",
            "1.5.5",
            "1:60",
            "08",
            "1e5",
            "1.5e3",
            "-.5",
            "2020-1-1",
            "-a",
            "?a",
            ":a",
            "a'b",
            "a#b",
            "a:b",
            "..a",
            "nan",
            "\\",
            "2020-01-01 10:00",
            "<<a",
            "0b2",
        ];
        for text in plain {
            assert_eq!(scalar(text), text);
        }
    }

    #[test]
    fn what_is_not_ascii_is_escaped() {
        assert_eq!(scalar("ü\u{a0}–\u{85}\u{2028}😀\"\\\t\u{7f}"), r#""\xFC\_\u2013\N\L\U0001F600\"\\\t\x7F""#);
    }
}
