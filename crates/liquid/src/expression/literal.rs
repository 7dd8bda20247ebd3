//! Literals: keywords, quoted strings, integers and floats.

use crate::value::Value;
use crate::value::number::leading_integer;
use std::sync::Arc;

/// The value of a keyword such as `true` or `empty`. `None` for other markup.
pub(super) fn word(markup: &str) -> Option<Value> {
    Some(match markup {
        "nil" | "null" => Value::Nil,
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        "blank" => Value::Blank,
        "empty" => Value::Empty,
        _ => return None,
    })
}

/// The maximum number of digits in a literal. Larger numbers could exceed the default limit on the size of integers.
pub(super) const MAX_LITERAL: usize = 315_000;

/// Ruby's `String#to_i`: the integer at the start of a text, which may be a big integer. 0 without an integer.
pub(crate) fn integer_in(text: &str) -> Value {
    match text.parse() {
        Ok(number) => Value::Int(number),
        Err(_) => {
            let number = leading_integer(text);
            i64::try_from(&number).map_or_else(|_| Value::Big(Arc::new(number)), Value::Int)
        }
    }
}

/// The text inside a pair of equal quotes. The text may contain quotes itself. `None` for other markup.
pub(super) fn quoted(markup: &str) -> Option<&str> {
    let bytes = markup.as_bytes();
    let (first, last) = (bytes.first()?, bytes.last()?);
    (bytes.len() >= 2 && first == last && matches!(first, b'"' | b'\'')).then(|| &markup[1..markup.len() - 1])
}

/// The integer written as digits with an optional minus sign, such as `-12`. `None` for other markup.
pub(super) fn integer(markup: &str) -> Option<Value> {
    let digits = markup.strip_prefix('-').unwrap_or(markup);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(integer_in(markup))
}

/// The value of a literal such as `-1.5`. A second dot ends the number, and the rest is ignored. `None` for other
/// markup.
pub(super) fn float(markup: &str) -> Option<f64> {
    let digits = markup.strip_prefix('-').unwrap_or(markup);
    let bytes = digits.as_bytes();
    if bytes.len() < 2 || !bytes[0].is_ascii_digit() || !bytes.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.')
    {
        return None;
    }
    let mut parts = digits.splitn(3, '.');
    let whole = parts.next().unwrap_or_default();
    let fraction = parts.next().unwrap_or_default();
    let number: f64 = if fraction.is_empty() { whole.parse() } else { format!("{whole}.{fraction}").parse() }.ok()?;
    Some(if markup.starts_with('-') { -number } else { number })
}
