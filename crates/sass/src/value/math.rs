//! Functions of numbers that calculations and `sass:math` share.

use super::{Number, Unit};
use crate::{Error, Result};
use std::f64::consts::PI;

/// An angle in degrees.
#[must_use]
pub fn to_degrees(radians: f64) -> Number {
    Number::with_unit(radians * (180.0 / PI), Unit::DEG)
}

/// A number rounded by `round`, whose name messages show.
pub fn rounded(number: &Number, round: fn(f64) -> f64, name: &str) -> Result<Number> {
    let value = number.value;
    if !value.is_finite() {
        // The words are those of JavaScript under dart-sass.
        let shown = match value {
            value if value.is_nan() => "NaN",
            value if value > 0.0 => "Infinity",
            _ => "-Infinity",
        };
        return Err(Error::message(format!("Unsupported operation: {shown}.{name}()")));
    }
    Ok(number.with_value(round(value) + 0.0))
}

/// The angle of a point.
pub fn atan2(y: &Number, x: &Number) -> Result<Number> {
    Ok(to_degrees(libm::atan2(y.value, x.convert_value_to(y, Some("x"), Some("y"))?)))
}

/// The warning about the global `abs()` of per cent.
#[must_use]
pub fn abs_percent_warning(number: &Number) -> String {
    let number = number.inspect();
    format!(
        "Passing percentage units to the global abs() function is deprecated.\nIn the future, this will emit a CSS abs() \
         function to be resolved by the browser.\nTo preserve current behavior: math.abs({number})\nTo emit a CSS abs() \
         now: abs(#{{{number}}})\nMore info: https://sass-lang.com/d/abs-percent"
    )
}
