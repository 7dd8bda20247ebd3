//! Comparing and rounding numbers as dart-sass does under JavaScript.
//!
//! Two numbers are the same when they agree in the first eleven places behind the point.

/// The distance below which two numbers can be the same.
const EPSILON: f64 = 1e-11;
/// Its inverse.
const INVERSE_EPSILON: f64 = 1e11;

/// Whether two numbers count as the same.
#[must_use]
#[inline]
pub fn equals(a: f64, b: f64) -> bool {
    a == b || ((a - b).abs() <= EPSILON && round(a * INVERSE_EPSILON) == round(b * INVERSE_EPSILON))
}

/// [`equals`] where a number can be absent.
#[must_use]
pub fn equals_option(a: Option<f64>, b: Option<f64>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => equals(a, b),
        _ => false,
    }
}

/// The bits that numbers which are the same share, for hashing.
#[must_use]
pub fn hash_bits(number: f64) -> u64 {
    let bits = if number.is_finite() { round(number * INVERSE_EPSILON).to_bits() } else { number.to_bits() };
    // Small integers differ in the upper bits only.
    bits ^ (bits >> 32)
}

/// Whether `a` is smaller and not the same.
#[must_use]
pub fn less(a: f64, b: f64) -> bool {
    a < b && !equals(a, b)
}

/// Whether `a` is smaller or the same.
#[must_use]
pub fn less_or_equal(a: f64, b: f64) -> bool {
    a < b || equals(a, b)
}

/// The integer that `number` is the same as.
#[must_use]
pub fn as_int(number: f64) -> Option<f64> {
    if !number.is_finite() {
        return None;
    }
    let rounded = round(number);
    equals(number, rounded).then_some(rounded)
}

/// The nearest integer, halves away from zero, never negative zero.
#[must_use]
#[inline]
pub fn round(number: f64) -> f64 {
    number.round() + 0.0
}

/// Rounds to an integer; numbers that are the same as a half go up.
#[must_use]
pub fn round_half(number: f64) -> f64 {
    let fraction = modulo(number, 1.0);
    let down = if number > 0.0 { less(fraction, 0.5) } else { less_or_equal(fraction, 0.5) };
    if down { number.floor() } else { number.ceil() }
}

/// Whether `number` is between `min` and `max`, both included.
#[must_use]
pub fn in_range(number: f64, min: f64, max: f64) -> bool {
    less_or_equal(min, number) && less_or_equal(number, max)
}

/// `number` if it is between `min` and `max`; the bound itself if it is nearly equal to that.
#[must_use]
pub fn check_range(number: f64, min: f64, max: f64) -> Option<f64> {
    if equals(number, min) {
        Some(min)
    } else if equals(number, max) {
        Some(max)
    } else {
        (number > min && number < max).then_some(number)
    }
}

/// `number` within bounds; not a number becomes the lower one, as in CSS.
#[must_use]
pub fn clamp(number: f64, min: f64, max: f64) -> f64 {
    if number.is_nan() || number.total_cmp(&min).is_lt() {
        min
    } else if number.total_cmp(&max).is_gt() {
        max
    } else {
        number
    }
}

/// Dart's `%`: never negative for finite numbers.
#[must_use]
pub fn modulo(a: f64, b: f64) -> f64 {
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

/// Sass's `%`: the result has the sign of the divisor.
#[must_use]
pub fn sass_modulo(a: f64, b: f64) -> f64 {
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

/// The sign of a number, also of a zero.
#[must_use]
pub fn sign_with_zero(number: f64) -> f64 {
    if number.is_nan() { f64::NAN } else { 1f64.copysign(number) }
}

/// The sign of a number: a zero and what is not a number stay as they are.
#[must_use]
pub fn sign(number: f64) -> f64 {
    if number > 0.0 {
        1.0
    } else if number < 0.0 {
        -1.0
    } else {
        number
    }
}
