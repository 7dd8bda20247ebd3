//! Floats: decimal numbers, numbers in base 60, infinities and NaN. A decimal number needs a point, and its exponent
//! needs a sign. Mirrors `SafeYAML::Transform::ToFloat`.

use crate::Failure;
use hastie_value::ErrorKind;
use hastie_value::Value;

/// Parses a float. `None` for any other text. As in Ruby, misplaced underscores are an error. The error quotes `whole`,
/// which is the scalar with any line break at its end. For a number in base 60, the error quotes only the invalid part.
pub(super) fn parse(text: &str, whole: &str) -> Result<Option<Value>, Failure> {
    if looks_like_one(text) {
        return match to_float(text) {
            Some(number) => Ok(Some(Value::Float(number))),
            None => Err(invalid(whole)),
        };
    }
    Ok(match text {
        ".inf" | ".Inf" | ".INF" => Some(Value::Float(f64::INFINITY)),
        "-.inf" | "-.Inf" | "-.INF" => Some(Value::Float(f64::NEG_INFINITY)),
        ".nan" | ".NaN" | ".NAN" => Some(Value::Float(f64::NAN)),
        _ => match sexagesimal(text, true) {
            None => None,
            Some(Ok(number)) => Some(Value::Float(number)),
            Some(Err(part)) => return Err(invalid(&part)),
        },
    })
}

fn invalid(text: &str) -> Failure {
    Failure::raised(ErrorKind::Argument, format!("invalid value for Float(): {text:?}"))
}

/// Whether the text matches `[-+]?(\d[\d_]*)?\.[\d_]+([eE][-+]\d+)?`.
fn looks_like_one(text: &str) -> bool {
    let bytes = text.as_bytes();
    let bytes = bytes.strip_prefix(b"-").or_else(|| bytes.strip_prefix(b"+")).unwrap_or(bytes);
    let Some(point) = bytes.iter().position(|b| *b == b'.') else { return false };
    let (whole, fraction) = (&bytes[..point], &bytes[point + 1..]);
    if whole.first() == Some(&b'_') || !whole.iter().all(digit_or_underscore) {
        return false;
    }
    let end = fraction.iter().position(|b| !digit_or_underscore(b)).unwrap_or(fraction.len());
    let exponent = match &fraction[end..] {
        [] => return end > 0,
        [b'e' | b'E', b'-' | b'+', digits @ ..] => digits,
        _ => return false,
    };
    end > 0 && !exponent.is_empty() && exponent.iter().all(u8::is_ascii_digit)
}

fn digit_or_underscore(byte: &u8) -> bool {
    byte.is_ascii_digit() || *byte == b'_'
}

/// Ruby's `Float(text)` for digits, underscores, a point, a sign and an exponent. An underscore must be between two
/// digits. `None` for other texts.
fn to_float(text: &str) -> Option<f64> {
    let bytes = text.as_bytes();
    let stray = |position: usize| {
        !(position > 0
            && bytes[position - 1].is_ascii_digit()
            && bytes.get(position + 1).is_some_and(u8::is_ascii_digit))
    };
    if bytes.iter().enumerate().any(|(position, b)| *b == b'_' && stray(position)) {
        return None;
    }
    text.replace('_', "").parse().ok()
}

/// A number in base 60: `[-+]?\d[\d_]*(:[0-5]?\d)+`, followed by `\.[\d_]*` if `point` is set. `None` if the text is
/// not such a number. An error contains the part that Ruby's `Float()` rejects.
///
/// The sign applies only to the first part, and the sum is negated again if the text starts with a minus: `-1:30` is
/// 30.0 in Ruby.
pub(super) fn sexagesimal(text: &str, point: bool) -> Option<Result<f64, String>> {
    let (whole, fraction) = match (text.split_once('.'), point) {
        (Some((whole, fraction)), true) if fraction.bytes().all(|b| digit_or_underscore(&b)) => (whole, fraction),
        (None, false) => (text, ""),
        _ => return None,
    };
    let mut parts = whole.split(':');
    let first = parts.next()?;
    let digits = first.strip_prefix(['-', '+']).unwrap_or(first).as_bytes();
    let first_fits = digits.first().is_some_and(u8::is_ascii_digit) && digits.iter().all(digit_or_underscore);
    let mut rest: Vec<&str> = parts.collect();
    if !first_fits || rest.is_empty() || !rest.iter().all(|part| sixtieth(part.as_bytes())) {
        return None;
    }
    rest.insert(0, first);
    let (mut sum, mut unit) = (0.0, 1.0);
    for part in rest.iter().rev() {
        match to_float(part) {
            Some(number) => sum += number * unit,
            None => return Some(Err((*part).to_owned())),
        }
        unit *= 60.0;
    }
    if !fraction.is_empty() {
        let fraction = format!(".{fraction}");
        match to_float(&fraction) {
            Some(number) => sum += number,
            None => return Some(Err(fraction)),
        }
    }
    Some(Ok(if text.starts_with('-') { -sum } else { sum }))
}

/// Whether the part matches `[0-5]?[0-9]`.
fn sixtieth(part: &[u8]) -> bool {
    matches!(part, [b'0'..=b'9'] | [b'0'..=b'5', b'0'..=b'9'])
}
