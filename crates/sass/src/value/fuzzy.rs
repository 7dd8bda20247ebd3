//! Fuzzy comparison and rounding of numbers, as in dart-sass under JavaScript.
//!
//! Two numbers are fuzzily equal if they agree when rounded to eleven decimal places.

/// The maximum difference of fuzzily equal numbers.
const EPSILON: f64 = 1e-11;
const INVERSE_EPSILON: f64 = 1e11;

/// Whether two numbers agree when rounded to 11 digits after the point, and differ by at most `EPSILON`.
#[must_use]
#[inline]
pub(crate) fn equals(a: f64, b: f64) -> bool {
    a == b || ((a - b).abs() <= EPSILON && round(a * INVERSE_EPSILON) == round(b * INVERSE_EPSILON))
}

/// Whether two optional numbers are both missing, or both present and equal ([`equals`]).
#[must_use]
pub(crate) fn equals_option(a: Option<f64>, b: Option<f64>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => equals(a, b),
        _ => false,
    }
}

/// A hash of the number rounded to 11 digits after the point. Fuzzily equal numbers have the same hash.
#[must_use]
pub(crate) fn hash_bits(number: f64) -> u64 {
    let bits = if number.is_finite() { round(number * INVERSE_EPSILON).to_bits() } else { number.to_bits() };
    // Small integers differ only in the upper bits.
    bits ^ (bits >> 32)
}

/// Whether `a` is smaller than `b` and not fuzzily equal.
#[must_use]
pub(crate) fn less(a: f64, b: f64) -> bool {
    a < b && !equals(a, b)
}

/// Sass's `<=`: whether `a` is smaller than `b` or fuzzily equal to it.
#[must_use]
pub(crate) fn less_or_equal(a: f64, b: f64) -> bool {
    a < b || equals(a, b)
}

/// The integer that is fuzzily equal to `number`. `None` if there is none.
#[must_use]
pub(crate) fn as_int(number: f64) -> Option<f64> {
    if !number.is_finite() {
        return None;
    }
    let rounded = round(number);
    equals(number, rounded).then_some(rounded)
}

/// Rounds to the nearest integer, with halves away from zero. Never returns negative zero.
#[must_use]
#[inline]
pub(crate) fn round(number: f64) -> f64 {
    number.round() + 0.0
}

/// Rounds to the nearest integer. Numbers that are fuzzily halfway are rounded away from zero.
#[must_use]
pub(crate) fn round_half(number: f64) -> f64 {
    let fraction = modulo(number, 1.0);
    let down = if number > 0.0 { less(fraction, 0.5) } else { less_or_equal(fraction, 0.5) };
    if down { number.floor() } else { number.ceil() }
}

/// Whether `number` is between `min` and `max`, or fuzzily equal to one of them.
#[must_use]
pub(crate) fn in_range(number: f64, min: f64, max: f64) -> bool {
    less_or_equal(min, number) && less_or_equal(number, max)
}

/// Returns `number` if it is between `min` and `max`. If it is nearly equal to one of these bounds, returns the bound.
/// Otherwise `None`.
#[must_use]
pub(crate) fn check_range(number: f64, min: f64, max: f64) -> Option<f64> {
    if equals(number, min) {
        Some(min)
    } else if equals(number, max) {
        Some(max)
    } else {
        (number > min && number < max).then_some(number)
    }
}

/// Limits `number` to the range from `min` to `max`. As in CSS, NaN becomes the lower bound.
#[must_use]
pub(crate) fn clamp(number: f64, min: f64, max: f64) -> f64 {
    if number.is_nan() || number.total_cmp(&min).is_lt() {
        min
    } else if number.total_cmp(&max).is_gt() {
        max
    } else {
        number
    }
}

/// Dart's `%`, which is never negative for finite numbers.
#[must_use]
pub(crate) fn modulo(a: f64, b: f64) -> f64 {
    let result = a % b;
    if result == 0.0 {
        0.0
    } else if result > 0.0 {
        result
    } else if b < 0.0 {
        result - b
    } else {
        result + b
    }
}

/// Sass's `%`, whose result has the sign of the divisor. NaN if `a` is infinite or `b` is 0. If only `b` is infinite,
/// the result is `a`, or NaN if the signs differ.
#[must_use]
pub(crate) fn sass_modulo(a: f64, b: f64) -> f64 {
    if a.is_infinite() {
        return f64::NAN;
    }
    if b.is_infinite() {
        return if sign_with_zero(a) == b.signum() { a } else { f64::NAN };
    }
    if b > 0.0 {
        return modulo(a, b);
    }
    if b == 0.0 {
        return f64::NAN;
    }
    let result = modulo(a, b);
    if result == 0.0 { 0.0 } else { result + b }
}

/// The sign of a number as 1 or -1, even for a zero. NaN is returned unchanged.
#[must_use]
pub(crate) fn sign_with_zero(number: f64) -> f64 {
    if number.is_nan() { f64::NAN } else { 1f64.copysign(number) }
}

/// The sign of a number as 1 or -1. Zero and NaN are returned unchanged.
#[must_use]
pub(crate) fn sign(number: f64) -> f64 {
    if number > 0.0 {
        1.0
    } else if number < 0.0 {
        -1.0
    } else {
        number
    }
}
