//! Numbers with units.

use hastie_sass_core::symbol::Symbol;
use smallvec::SmallVec;
use std::sync::Arc;

/// The interned name of a unit, such as `px`. Any identifier can be a unit.
pub(crate) type Unit = Symbol;

/// The units in the numerator or in the denominator of a number: `px` and `em` in the numerator of `1px*em`.
pub(crate) type Units = SmallVec<[Unit; 2]>;

/// The factor with which numbers are rounded to ten decimal places.
const FACTOR: f64 = 1e10;

/// Numbers are considered equal if their difference is smaller than this.
pub(crate) const EPSILON: f64 = 1.0 / (FACTOR * 10.0);

/// A number with its units: `units` in the numerator, `divisors` in the denominator. `1px/s` has the divisor `s`.
#[derive(Clone, Debug)]
pub(crate) struct Number {
    pub(crate) value: f64,
    pub(crate) units: Units,
    pub(crate) divisors: Units,
    /// The original notation, unless the number was computed.
    pub(crate) written: Option<Arc<str>>,
    /// Whether the output style applies, so that compressed output omits the leading zero.
    pub(crate) styled: bool,
}

/// The message of an operation that fails because its operands have incompatible units, as in `1px + 1s`.
#[derive(Clone, Debug)]
pub(crate) struct UnitError(pub(crate) String);

/// Groups of units that can be converted into each other. The first number divided by the second is the size of a unit
/// relative to the others of its group.
const SIZES: [&[(&str, f64, f64)]; 5] = [
    &[
        ("in", 1.0, 1.0),
        ("cm", 1.0, 2.54),
        ("pc", 1.0, 6.0),
        ("mm", 1.0, 25.4),
        ("q", 1.0, 101.6),
        ("pt", 1.0, 72.0),
        ("px", 1.0, 96.0),
    ],
    &[("deg", 1.0, 360.0), ("grad", 1.0, 400.0), ("rad", 1.0, 2.0 * std::f64::consts::PI), ("turn", 1.0, 1.0)],
    &[("s", 1.0, 1.0), ("ms", 1.0, 1000.0)],
    &[("Hz", 1.0, 1.0), ("kHz", 1000.0, 1.0)],
    &[("dpi", 1.0, 1.0), ("dpcm", 254.0, 100.0), ("dppx", 96.0, 1.0)],
];

fn size(unit: Unit) -> Option<(usize, f64, f64)> {
    let name = unit.as_str();
    SIZES.iter().enumerate().find_map(|(group, sizes)| {
        sizes.iter().find(|(known, ..)| *known == name).map(|(_, above, below)| (group, *above, *below))
    })
}

/// The factor that converts a value in the unit `from` to the unit `to`. `None` if the units are incompatible.
fn factor(from: Unit, to: Unit) -> Option<f64> {
    let ((one, above, below), (two, other_above, other_below)) = (size(from)?, size(to)?);
    (one == two).then_some((above * other_below) / (below * other_above))
}

/// Removes the units that two products of units have in common.
fn without_common(one: &[Unit], two: &[Unit]) -> (Units, Units) {
    let mut two = Units::from_slice(two);
    let mut one = Units::from_slice(one);
    one.retain(|unit| match two.iter().position(|other| other == unit) {
        Some(index) => {
            two.remove(index);
            false
        }
        None => true,
    });
    (one, two)
}

fn product_factor(from: &[Unit], to: &[Unit]) -> Result<f64, UnitError> {
    if from == to {
        return Ok(1.0);
    }
    let (from, to) = without_common(from, to);
    let factors: Option<Vec<f64>> = from.iter().zip(&to).map(|(from, to)| factor(*from, *to)).collect();
    let groups: Vec<Option<usize>> = from.iter().chain(&to).map(|unit| size(*unit).map(|(group, ..)| group)).collect();
    let same = groups.windows(2).all(|pair| pair.first() == pair.last());
    match factors {
        Some(factors) if from.len() == to.len() && same => Ok(factors.iter().product()),
        _ => Err(UnitError(format!("Incompatible units: '{}' and '{}'.", joined(&from), joined(&to)))),
    }
}

fn joined(units: &[Unit]) -> String {
    units.iter().map(|unit| unit.as_str()).collect::<Vec<_>>().join("*")
}

/// Whether the difference of two numbers is smaller than `EPSILON`.
pub(crate) fn nearly(one: f64, two: f64) -> bool {
    (one - two).abs() < EPSILON
}

/// The remainder of `value` divided by `by`, with the sign of the divisor. Mirrors Ruby's `%`.
pub(crate) fn modulo(value: f64, by: f64) -> f64 {
    let rest = value % by;
    if rest != 0.0 && (rest < 0.0) != (by < 0.0) { rest + by } else { rest }
}

impl Number {
    pub(crate) fn new(value: f64) -> Number {
        Number { value, units: Units::new(), divisors: Units::new(), written: None, styled: false }
    }

    /// Creates a number. Equal and convertible units in `units` and `divisors` cancel each other out. As in Ruby Sass,
    /// the divisor that follows a convertible divisor is not examined, so it may remain.
    pub(crate) fn with_units(mut value: f64, units: Units, divisors: Units) -> Number {
        if divisors.is_empty() {
            return Number { value, units, divisors, written: None, styled: false };
        }
        let (mut units, mut divisors) = without_common(&units, &divisors);
        let mut index = 0;
        while let Some(divisor) = divisors.get(index).copied() {
            // As in Ruby, the denominator after a canceled one is skipped.
            if let Some((place, by)) =
                units.iter().enumerate().find_map(|(place, unit)| Some((place, factor(divisor, *unit)?)))
            {
                value /= by;
                divisors.remove(index);
                units.remove(place);
            }
            index += 1;
        }
        Number { value, units, divisors, written: None, styled: false }
    }

    pub(crate) fn is_unitless(&self) -> bool {
        self.units.is_empty() && self.divisors.is_empty()
    }

    /// Whether `unit` is the number's only unit. With `None`, whether the number has no unit.
    pub(crate) fn has_unit(&self, unit: Option<&str>) -> bool {
        match unit {
            Some(unit) => self.divisors.is_empty() && matches!(&*self.units, [only] if only.as_str() == unit),
            None => self.is_unitless(),
        }
    }

    /// Whether the number has at most one unit and no denominator, so that CSS can express it.
    pub(crate) fn is_css(&self) -> bool {
        self.units.len() < 2 && self.divisors.is_empty()
    }

    pub(crate) fn is_whole(&self) -> bool {
        nearly(modulo(self.value, 1.0), 0.0)
    }

    /// Converts the number to the units `units`, divided by `divisors`. A number without units gets these units. Fails
    /// if the units are incompatible.
    pub(crate) fn coerced(&self, units: &[Unit], divisors: &[Unit]) -> Result<Number, UnitError> {
        let value = if self.is_unitless() {
            self.value
        } else {
            self.value * product_factor(&self.units, units)? / product_factor(&self.divisors, divisors)?
        };
        Ok(Number::with_units(value, Units::from_slice(units), Units::from_slice(divisors)))
    }

    /// Converts two numbers to the units of this number or, if it has none, of `other`. Returns both values, and this
    /// number with these units. Fails if the units are incompatible.
    pub(crate) fn matched(&self, other: &Number) -> Result<(f64, f64, Number), UnitError> {
        if self.units == other.units && self.divisors == other.divisors {
            return Ok((self.value, other.value, self.clone()));
        }
        if self.is_unitless() {
            let this = self.coerced(&other.units, &other.divisors)?;
            return Ok((this.value, other.value, this));
        }
        let other = other.coerced(&self.units, &self.divisors)?;
        Ok((self.value, other.value, self.clone()))
    }

    pub(crate) fn equals(&self, other: &Number) -> bool {
        if self.units == other.units && self.divisors == other.divisors {
            return nearly(self.value, other.value);
        }
        self.matched(other).is_ok_and(|(one, two, _)| nearly(one, two))
    }

    /// The units as messages and CSS show them, such as `em*px/s`. The names are sorted.
    pub(crate) fn unit_text(&self) -> String {
        let sorted = |units: &[Unit]| {
            let mut names: Vec<&str> = units.iter().map(|unit| unit.as_str()).collect();
            names.sort_unstable();
            names.join("*")
        };
        let mut text = sorted(&self.units);
        if !self.divisors.is_empty() {
            text.push('/');
            text.push_str(&sorted(&self.divisors));
        }
        text
    }

    /// A value rounded to ten decimal places: `0.3333333333` for 1/3. Integers keep all their digits.
    pub(crate) fn digits(value: f64) -> String {
        if value.is_nan() {
            return "NaN".to_owned();
        }
        if value.is_infinite() {
            return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
        }
        let kept = if nearly(modulo(value, 1.0), 0.0) { value.round() } else { (value * FACTOR).round() / FACTOR };
        match kept {
            0.0 => "0".to_owned(),
            // Integers are written with all digits, even beyond the precision of the literal.
            whole if whole.fract() == 0.0 => format!("{whole:.0}"),
            _ => format!("{kept}"),
        }
    }

    /// The number with its units, in its original notation if that is known (`written`). With `compressed`, a computed
    /// number that is marked by `Value::styled` loses the zero before the point.
    pub(crate) fn text(&self, compressed: bool) -> String {
        if let Some(written) = &self.written {
            return written.to_string();
        }
        let mut text = Number::digits(self.value);
        if compressed && self.styled {
            if let Some(fraction) = text.strip_prefix("0.") {
                text = format!(".{fraction}");
            } else if let Some(fraction) = text.strip_prefix("-0.") {
                text = format!("-.{fraction}");
            }
        }
        if !self.is_unitless() {
            text.push_str(&self.unit_text());
        }
        text
    }
}
