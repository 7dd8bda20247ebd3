//! Integers: decimal, octal, hexadecimal, binary, and base 60 (which gives a float). Mirrors
//! `SafeYAML::Transform::ToInteger`.
//!
//! All underscores and commas are removed first: `1,,2_` is 12.

use super::float::sexagesimal;
use hastie_value::Value;
use num_bigint::BigInt;
use std::borrow::Cow;
use std::sync::Arc;

/// Parses a scalar as SafeYAML does: `1_000`, `1,000`, `017`, `0b11` and `0xff` are integers, and a number in base 60
/// is a float. `None` for all other text.
pub(super) fn parse(text: &str) -> Option<Value> {
    let text: Cow<'_, str> = if text.bytes().any(|b| matches!(b, b'_' | b',')) {
        Cow::Owned(text.chars().filter(|c| !matches!(c, '_' | ',')).collect())
    } else {
        Cow::Borrowed(text)
    };
    let (negative, digits) = match text.as_bytes() {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        all => (false, all),
    };
    let signed = digits.len() < text.len();
    match digits {
        [b'0'] => Some(Value::Int(0)),
        [b'1'..=b'9', rest @ ..] if rest.iter().all(u8::is_ascii_digit) => number(negative, digits, 10),
        // Octal and binary numbers have no sign. Hexadecimal numbers do (by another rule, with the same result).
        [b'0', rest @ ..] if !signed && all(rest, |b| matches!(b, b'0'..=b'7')) => number(false, rest, 8),
        [b'0', b'b', rest @ ..] if !signed && all(rest, |b| matches!(b, b'0' | b'1')) => number(false, rest, 2),
        [b'0', b'x', rest @ ..] if all(rest, u8::is_ascii_hexdigit) => number(negative, rest, 16),
        [b'0', b'X', rest @ ..] if !signed && all(rest, u8::is_ascii_hexdigit) => number(false, rest, 16),
        _ if digits.contains(&b':') => sexagesimal(&text, false).and_then(Result::ok).map(Value::Float),
        _ => None,
    }
}

fn all(digits: &[u8], test: fn(&u8) -> bool) -> bool {
    !digits.is_empty() && digits.iter().all(test)
}

fn number(negative: bool, digits: &[u8], radix: u32) -> Option<Value> {
    let text = std::str::from_utf8(digits).ok()?;
    if let Ok(number) = i64::from_str_radix(text, radix) {
        return Some(Value::Int(if negative { -number } else { number }));
    }
    let number = BigInt::parse_bytes(digits, radix)?;
    let number = if negative { -number } else { number };
    Some(match i64::try_from(&number) {
        Ok(number) => Value::Int(number),
        Err(_) => Value::Big(Arc::new(number)),
    })
}
