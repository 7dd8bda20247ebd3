//! Numeric functions shared by calculations and `sass:math`.

use super::{Number, Unit};
use crate::{Error, Result};
use std::f64::consts::PI;

/// Converts an angle from radians to a number with the unit `deg`.
#[must_use]
pub(crate) fn to_degrees(radians: f64) -> Number {
    Number::with_unit(radians * (180.0 / PI), Unit::DEG)
}

/// Applies `round` to the value of a number. Fails for infinity and NaN, with the Sass function `name` in the message.
pub(crate) fn rounded(number: &Number, round: fn(f64) -> f64, name: &str) -> Result<Number> {
    let value = number.value;
    if !value.is_finite() {
        // dart-sass shows the message of JavaScript.
        let shown = match value {
            value if value.is_nan() => "NaN",
            value if value > 0.0 => "Infinity",
            _ => "-Infinity",
        };
        return Err(Error::message(format!("Unsupported operation: {shown}.{name}()")));
    }
    Ok(number.with_value(round(value) + 0.0))
}

/// `atan2(y, x)` in degrees. Fails for incompatible units, or if only one number has units.
pub(crate) fn atan2(y: &Number, x: &Number) -> Result<Number> {
    Ok(to_degrees(libm::atan2(y.value, x.convert_value_to(y, Some("x"), Some("y"))?)))
}

/// The deprecation warning for the global `abs()` of a percentage. It suggests `math.abs()` or `abs(#{…})`.
#[must_use]
pub(crate) fn abs_percent_warning(number: &Number) -> String {
    let number = number.inspect();
    format!(
        "Passing percentage units to the global abs() function is deprecated.\nIn the future, this will emit a CSS abs() \
         function to be resolved by the browser.\nTo preserve current behavior: math.abs({number})\nTo emit a CSS abs() \
         now: abs(#{{{number}}})\nMore info: https://sass-lang.com/d/abs-percent"
    )
}
