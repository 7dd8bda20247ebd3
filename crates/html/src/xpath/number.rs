//! Reads and writes numbers like libxml2.

use crate::characters::XML_SPACES;

/// The number at the start of a text, and its length in bytes. Reads digits with a fraction and an exponent, but
/// without a sign, as libxml2 does. NaN if the text starts with no number.
pub(super) fn prefix(text: &str) -> (f64, usize) {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut length = digits(0);
    if bytes.get(length) == Some(&b'.') {
        length += 1;
        length += digits(length);
    }
    if matches!(bytes.get(length), Some(b'e' | b'E')) {
        let signed = usize::from(matches!(bytes.get(length + 1), Some(b'+' | b'-')));
        let exponent = digits((length + 1 + signed).min(bytes.len()));
        length += 1 + signed + exponent;
        length = length.min(bytes.len());
    }
    let written = text[..length].trim_end_matches(['e', 'E', '+', '-']);
    let written = written.strip_suffix('.').unwrap_or(written);
    let padded = if written.starts_with('.') { format!("0{written}") } else { written.to_owned() };
    (padded.parse().unwrap_or(f64::NAN), length)
}

/// The number in a text such as `-1.5`. White space around the number is ignored. NaN if the text is not a number.
pub(super) fn parse(text: &str) -> f64 {
    let trimmed = text.trim_matches(XML_SPACES);
    let (is_negative, rest) = trimmed.strip_prefix('-').map_or((false, trimmed), |rest| (true, rest));
    let rest = if is_negative { rest.trim_start_matches([' ', '\t', '\n', '\r']) } else { rest };
    if !rest.starts_with(|c: char| c.is_ascii_digit() || c == '.') || rest == "." {
        return f64::NAN;
    }
    let (value, length) = prefix(rest);
    if length < rest.len() {
        return f64::NAN;
    }
    if is_negative { -value } else { value }
}

/// The text of a number, rounded to 15 or 16 significant digits: `0.1 + 0.2` is `0.3`. Large and small numbers have an
/// exponent, such as `1e-06`. These are integers from 2^31 - 1 on, and other numbers above 10^9 or below 10^-5,
/// whatever the sign.
pub(super) fn format(number: f64) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if number == 0.0 {
        return "0".to_owned();
    }
    if number.fract() == 0.0 && number.abs() < 2_147_483_647.0 {
        return format!("{number:.0}");
    }
    let size = number.abs();
    if !(1e-5..=1e9).contains(&size) {
        let written = format!("{number:.14e}");
        let (digits, exponent) = written.split_once('e').unwrap_or((&written, "0"));
        let digits = digits.trim_end_matches('0').trim_end_matches('.');
        let exponent: i32 = exponent.parse().unwrap_or(0);
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{digits}e{sign}{:02}", exponent.abs());
    }
    let magnitude = size.log10();
    #[expect(clippy::cast_possible_truncation, reason = "the magnitude is between -5 and 9")]
    let whole = magnitude as i32;
    let fraction = if whole > 0 { 15 - whole - 1 } else { 15 - whole };
    let written = format!("{number:.*}", usize::try_from(fraction).unwrap_or(0));
    written.trim_end_matches('0').trim_end_matches('.').to_owned()
}
