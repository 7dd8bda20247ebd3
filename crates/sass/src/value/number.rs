//! Numbers with units.
//!
//! A number takes three words if it has no unit or a known CSS unit. Other units, products of units and the operands of
//! a slash-separated division are stored behind a pointer.

use super::unit::{KNOWN, Unit};
use super::{Value, fuzzy};
use crate::{Error, Result};
use std::rc::Rc;

/// A number with its units. The result of a division can also keep its operands, for output as `1/2`.
#[derive(Clone, Debug)]
pub struct Number {
    /// The number without units.
    pub value: f64,
    extra: Option<Rc<Extra>>,
    /// The index of a known unit, [`NONE`] without units, or [`EXTRA`] if the units are in `extra`.
    unit: u8,
}

const NONE: u8 = u8::MAX;
const EXTRA: u8 = u8::MAX - 1;

/// The parts that most numbers lack: units other than a single known one, and the operands of a number such as `1/2`.
#[derive(Debug, Default)]
struct Extra {
    numerators: Box<[Unit]>,
    denominators: Box<[Unit]>,
    slash: Option<(Number, Number)>,
}

impl From<f64> for Number {
    fn from(value: f64) -> Number {
        Number::new(value)
    }
}

impl Number {
    /// A number without units. In style sheets, it can be compared with numbers of any unit: `2 < 3px`.
    #[must_use]
    #[inline]
    pub fn new(value: f64) -> Number {
        Number { value, extra: None, unit: NONE }
    }

    /// A number with one unit in the numerator, such as `1px`.
    #[must_use]
    pub fn with_unit(value: f64, unit: Unit) -> Number {
        match unit {
            Unit::Known(unit) => Number { value, extra: None, unit },
            Unit::Other(_) => {
                let extra = Extra { numerators: Box::new([unit]), ..Extra::default() };
                Number { value, extra: Some(Rc::new(extra)), unit: EXTRA }
            }
        }
    }

    /// A number with the unit `%`: `percent(50.0)` is `50%`.
    #[must_use]
    pub fn percent(value: f64) -> Number {
        Number::with_unit(value, Unit::PERCENT)
    }

    /// A number with the unit `deg`, such as a hue: `degrees(90.0)` is `90deg`.
    #[must_use]
    pub fn degrees(value: f64) -> Number {
        Number::with_unit(value, Unit::DEG)
    }

    /// Creates a number with any units. Equal and convertible units in numerator and denominator cancel out.
    #[must_use]
    pub fn with_units(mut value: f64, numerators: &[Unit], denominators: &[Unit]) -> Number {
        match (numerators, denominators) {
            ([], []) => return Number::new(value),
            ([unit], []) => return Number::with_unit(value, *unit),
            _ => {}
        }
        let mut above = numerators.to_vec();
        let mut below = Vec::new();
        for unit in denominators {
            match take_convertible_to(&mut above, *unit) {
                Some(factor) => value *= factor,
                None => below.push(*unit),
            }
        }
        match (above.as_slice(), below.as_slice()) {
            ([], []) => Number::new(value),
            ([unit], []) => Number::with_unit(value, *unit),
            _ => {
                let extra = Extra { numerators: above.into(), denominators: below.into(), slash: None };
                Number { value, extra: Some(Rc::new(extra)), unit: EXTRA }
            }
        }
    }

    /// The units that multiply the number: `px` and `s` of `1px*s`.
    #[must_use]
    pub fn numerators(&self) -> &[Unit] {
        match (self.unit, &self.extra) {
            (NONE, _) => &[],
            (EXTRA, Some(extra)) => &extra.numerators,
            (unit, _) => KNOWN.get(usize::from(unit)).map_or(&[], std::slice::from_ref),
        }
    }

    /// The units that divide the number: `s` of `1px/s`.
    #[must_use]
    pub fn denominators(&self) -> &[Unit] {
        match (self.unit, &self.extra) {
            (EXTRA, Some(extra)) => &extra.denominators,
            _ => &[],
        }
    }

    /// The unit of a number such as `1px`. `None` for several units, for a unit in the denominator, and without a unit.
    #[must_use]
    pub fn single_unit(&self) -> Option<Unit> {
        match (self.numerators(), self.denominators()) {
            ([unit], []) => Some(*unit),
            _ => None,
        }
    }

    /// Whether the number has a unit, as in `1px` or `1px*em`.
    #[must_use]
    #[inline]
    pub fn has_units(&self) -> bool {
        self.unit != NONE
    }

    /// Whether the number has several units, or a unit in the denominator. The output contains such a number as a
    /// calculation, such as `calc(1px * 1em)`.
    #[must_use]
    pub fn has_complex_units(&self) -> bool {
        self.unit == EXTRA && self.single_unit().is_none()
    }

    /// Whether `unit` is the number's only unit. Convertible units do not count: `1in` does not have the unit `px`.
    #[must_use]
    pub fn has_unit(&self, unit: Unit) -> bool {
        match unit {
            Unit::Known(code) => self.unit == code,
            Unit::Other(_) => self.single_unit() == Some(unit),
        }
    }

    /// Whether `%` is the number's only unit.
    #[must_use]
    pub fn is_percent(&self) -> bool {
        self.has_unit(Unit::PERCENT)
    }

    /// A number with a different value and the same units. It is never written with a slash.
    #[must_use]
    pub fn with_value(&self, value: f64) -> Number {
        match &self.extra {
            None => Number { value, extra: None, unit: self.unit },
            Some(extra) if extra.slash.is_none() => Number { value, extra: self.extra.clone(), unit: self.unit },
            Some(_) => Number::with_same_units(value, self, None),
        }
    }

    fn with_same_units(value: f64, other: &Number, slash: Option<(Number, Number)>) -> Number {
        let mut extra = Extra { slash, ..Extra::default() };
        if other.unit == EXTRA {
            extra.numerators = other.numerators().into();
            extra.denominators = other.denominators().into();
        }
        let plain = extra.slash.is_none() && other.unit != EXTRA;
        Number { value, extra: if plain { None } else { Some(Rc::new(extra)) }, unit: other.unit }
    }

    /// Whether the numbers are indistinguishable. Numbers with slash notation are identical only if they are copies.
    pub(super) fn is_identical(&self, other: &Number) -> bool {
        let same_extra = match (&self.extra, &other.extra) {
            (None, None) => true,
            (Some(a), Some(b)) => {
                Rc::ptr_eq(a, b)
                    || (a.slash.is_none()
                        && b.slash.is_none()
                        && a.numerators == b.numerators
                        && a.denominators == b.denominators)
            }
            _ => false,
        };
        self.value.to_bits() == other.value.to_bits() && self.unit == other.unit && same_extra
    }

    /// The operands of the division that produced the number. `None` unless it may be written with a slash.
    #[must_use]
    pub fn as_slash(&self) -> Option<(&Number, &Number)> {
        let (numerator, denominator) = self.extra.as_ref()?.slash.as_ref()?;
        Some((numerator, denominator))
    }

    /// The number with the operands of the division that produced it, so that it may be written as `1/2`.
    #[must_use]
    pub fn with_slash(&self, numerator: Number, denominator: Number) -> Number {
        Number::with_same_units(self.value, self, Some((numerator, denominator)))
    }

    /// The number without the operands of its division, so that it is written as the quotient and not as `1/2`.
    #[must_use]
    pub fn without_slash(self) -> Number {
        if self.as_slash().is_some() { self.with_value(self.value) } else { self }
    }

    /// The units as returned by `math.unit()`, such as `px*em/s`. Empty without units.
    #[must_use]
    pub fn unit_string(&self) -> String {
        if self.has_units() { unit_text(self.numerators(), self.denominators()) } else { String::new() }
    }

    /// The integer that the value is fuzzily equal to. Fails if there is none, with the parameter `name` in the
    /// message.
    pub fn assert_int(&self, name: Option<&str>) -> Result<i64> {
        match fuzzy::as_int(self.value) {
            Some(int) => Ok(int as i64),
            None => Err(super::argument_error(format!("{} is not an int.", self.inspect()), name)),
        }
    }

    /// Fails with dart-sass's message if the number has units. `name` is the name of the parameter.
    pub fn assert_no_units(&self, name: Option<&str>) -> Result<()> {
        if self.has_units() {
            return Err(super::argument_error(format!("Expected {} to have no units.", self.inspect()), name));
        }
        Ok(())
    }

    /// Fails unless `unit` is the number's only unit. `name` is the name of the parameter.
    pub fn assert_unit(&self, unit: Unit, name: Option<&str>) -> Result<()> {
        if !self.has_unit(unit) {
            let text = format!("Expected {} to have unit \"{}\".", self.inspect(), unit.name());
            return Err(super::argument_error(text, name));
        }
        Ok(())
    }

    /// The value of a number between `min` and `max`. A value that is fuzzily equal to a bound becomes this bound.
    /// Fails for all other numbers. The message shows the bounds with the number's units.
    pub fn value_in_range(&self, min: f64, max: f64, name: Option<&str>) -> Result<f64> {
        self.value_in_range_with(min, max, name, &self.unit_string())
    }

    /// The value of a number between `min` and `max`. A value that is fuzzily equal to a bound becomes this bound.
    /// Fails for all other numbers. The message shows the bounds with `unit`.
    pub fn value_in_range_with(&self, min: f64, max: f64, name: Option<&str>, unit: &str) -> Result<f64> {
        fuzzy::check_range(self.value, min, max).ok_or_else(|| {
            let text = format!("Expected {} to be within {min}{unit} and {max}{unit}.", self.inspect());
            super::argument_error(text, name)
        })
    }

    /// The expression that a warning suggests to remove the units of the parameter `name`, such as `calc($hue / 1px)`.
    /// With `unit`, the expression adds that unit.
    #[must_use]
    pub fn unit_suggestion(&self, name: &str, unit: Option<&str>) -> String {
        use std::fmt::Write;
        let mut text = format!("${name}");
        for unit in self.denominators() {
            let _ = write!(text, " * 1{}", unit.name());
        }
        for unit in self.numerators() {
            let _ = write!(text, " / 1{}", unit.name());
        }
        if let Some(unit) = unit {
            let _ = write!(text, " * 1{unit}");
        }
        if self.numerators().is_empty() { text } else { format!("calc({text})") }
    }

    /// The number as shown by `meta.inspect()` and in error messages, such as `1px`.
    #[must_use]
    pub fn inspect(&self) -> String {
        Value::Number(self.clone()).inspect()
    }

    /// Whether the units are compatible: convertible into each other, or both absent.
    #[must_use]
    pub fn has_compatible_units(&self, other: &Number) -> bool {
        if self.unit == other.unit && self.unit != EXTRA {
            return true;
        }
        self.numerators().len() == other.numerators().len()
            && self.denominators().len() == other.denominators().len()
            && self.is_comparable_to(other)
    }

    /// Whether browsers may be able to add the numbers. False for complex units, and if only one number has a unit.
    #[must_use]
    pub fn has_possibly_compatible_units(&self, other: &Number) -> bool {
        match (self.single_unit(), other.single_unit()) {
            (Some(a), Some(b)) => a.possibly_compatible(b),
            (None, None) => !self.has_units() && !other.has_units(),
            _ => false,
        }
    }

    /// Whether the number can be converted to `unit`, as `1in` to `px`, or has no units.
    #[must_use]
    pub fn compatible_with_unit(&self, unit: Unit) -> bool {
        !self.has_units() || self.single_unit().is_some_and(|own| own.factor_from(unit).is_some())
    }

    /// Whether the numbers can be compared with `<`: their units are convertible, or one of them has no units.
    #[must_use]
    pub fn is_comparable_to(&self, other: &Number) -> bool {
        !self.has_units() || !other.has_units() || other.value_in(self.numerators(), self.denominators()).is_some()
    }

    /// The value in the units `numerators`, divided by `denominators`. `None` if the number's own units are
    /// incompatible.
    fn value_in(&self, numerators: &[Unit], denominators: &[Unit]) -> Option<f64> {
        if self.numerators() == numerators && self.denominators() == denominators {
            return Some(self.value);
        }
        let mut value = self.value;
        let mut above = self.numerators().to_vec();
        for unit in numerators {
            value *= take_convertible_to(&mut above, *unit)?;
        }
        let mut below = self.denominators().to_vec();
        for unit in denominators {
            value /= take_convertible_to(&mut below, *unit)?;
        }
        (above.is_empty() && below.is_empty()).then_some(value)
    }

    /// The value in the units of `other`. Numbers without units are compatible with all. Fails for incompatible units,
    /// with the parameters `name` and `other_name` in the message.
    pub fn coerce_value_to(&self, other: &Number, name: Option<&str>, other_name: Option<&str>) -> Result<f64> {
        if (self.unit == other.unit && self.unit != EXTRA) || !self.has_units() || !other.has_units() {
            return Ok(self.value);
        }
        self.value_in(other.numerators(), other.denominators())
            .ok_or_else(|| self.incompatible(other, name, other_name))
    }

    /// The value in the units of `other`. Fails for incompatible units, or if only one number has units. The message
    /// contains the parameters `name` and `other_name`.
    pub fn convert_value_to(&self, other: &Number, name: Option<&str>, other_name: Option<&str>) -> Result<f64> {
        if self.unit == other.unit && self.unit != EXTRA {
            return Ok(self.value);
        }
        self.value_in(other.numerators(), other.denominators())
            .ok_or_else(|| self.incompatible(other, name, other_name))
    }

    /// The number in the units of `other`. Numbers without units are compatible with all. Fails for incompatible units.
    pub fn coerce_to(&self, other: &Number) -> Result<Number> {
        self.coerce_value_to(other, None, None).map(|value| other.with_value(value))
    }

    /// The value in `unit`. A number without units is taken to be in `unit`. Fails for incompatible units, with the
    /// parameter `name` in the message.
    pub fn coerce_value_to_unit(&self, unit: Unit, name: Option<&str>) -> Result<f64> {
        if !self.has_units() {
            return Ok(self.value);
        }
        self.value_in(&[unit], &[]).ok_or_else(|| {
            let inspected = self.inspect();
            let text = match unit.kind() {
                Some(kind) => {
                    let article = if kind == super::unit::Kind::Angle { "an" } else { "a" };
                    let units = kind.units().join(", ");
                    format!("Expected {inspected} to have {article} {} unit ({units}).", kind.name())
                }
                None => format!("Expected {inspected} to have unit {}.", unit.name()),
            };
            super::argument_error(text, name)
        })
    }

    fn incompatible(&self, other: &Number, name: Option<&str>, other_name: Option<&str>) -> Box<Error> {
        let mut text = format!("{} and", self.inspect());
        if let Some(name) = other_name {
            text.push_str(&format!(" ${name}:"));
        }
        text.push_str(&format!(" {} have incompatible units", other.inspect()));
        if !self.has_units() || !other.has_units() {
            text.push_str(" (one has units and the other doesn't)");
        }
        text.push('.');
        super::argument_error(text, name)
    }

    /// The value of `other` in this number's units. If one of the numbers has no units, the value is not converted.
    /// Fails if the units are incompatible, with this number first in the message.
    pub(super) fn operand(&self, other: &Number) -> Result<f64> {
        if self.unit == other.unit && self.unit != EXTRA {
            return Ok(other.value);
        }
        other.coerce_value_to(self, None, None).or_else(|_| self.coerce_value_to(other, None, None))
    }

    /// The operand whose units a sum has: `self` if it has units, otherwise `other`.
    fn unit_source<'a>(&'a self, other: &'a Number) -> &'a Number {
        if self.has_units() { self } else { other }
    }

    /// `self + other`, in the units of the first operand that has any. Fails if the units are incompatible.
    pub fn plus(&self, other: &Number) -> Result<Number> {
        let operand = self.operand(other)?;
        Ok(self.unit_source(other).with_value(self.value + operand))
    }

    /// `self - other`, in the units of the first operand that has any. Fails if the units are incompatible.
    pub fn minus(&self, other: &Number) -> Result<Number> {
        let operand = self.operand(other)?;
        Ok(self.unit_source(other).with_value(self.value - operand))
    }

    /// `self % other`, with the sign of `other`, in the units of the first operand that has any. Fails if the units are
    /// incompatible.
    pub fn modulo(&self, other: &Number) -> Result<Number> {
        let operand = self.operand(other)?;
        Ok(self.unit_source(other).with_value(fuzzy::sass_modulo(self.value, operand)))
    }

    /// `self * other`. The units are multiplied as well, so `px` times `1/px` has no unit.
    #[must_use]
    pub fn times(&self, other: &Number) -> Number {
        let value = self.value * other.value;
        if !other.has_units() {
            self.with_value(value)
        } else if !self.has_units() {
            other.with_value(value)
        } else {
            self.multiply_units(value, other.numerators(), other.denominators())
        }
    }

    /// `self / other`. The units are divided as well, so equal units cancel out.
    #[must_use]
    pub fn divided_by(&self, other: &Number) -> Number {
        let value = self.value / other.value;
        if !other.has_units() {
            self.with_value(value)
        } else if !self.has_units() {
            Number::with_units(value, other.denominators(), other.numerators())
        } else {
            self.multiply_units(value, other.denominators(), other.numerators())
        }
    }

    /// The number with the opposite sign and the same units.
    #[must_use]
    pub fn negated(&self) -> Number {
        self.with_value(-self.value)
    }

    fn multiply_units(&self, mut value: f64, numerators: &[Unit], denominators: &[Unit]) -> Number {
        let mut below_other = denominators.to_vec();
        if let Some(unit) = self.single_unit() {
            let mut above = numerators.to_vec();
            match take_convertible_by(&mut below_other, |other| other.factor_from(unit)) {
                Some(factor) => value *= factor,
                None => above.insert(0, unit),
            }
            return Number::with_units(value, &above, &below_other);
        }
        let mut above = Vec::new();
        for unit in self.numerators() {
            match take_convertible_to(&mut below_other, *unit) {
                Some(factor) => value /= factor,
                None => above.push(*unit),
            }
        }
        let mut below = self.denominators().to_vec();
        for unit in numerators {
            match take_convertible_to(&mut below, *unit) {
                Some(factor) => value /= factor,
                None => above.push(*unit),
            }
        }
        below.append(&mut below_other);
        Number::with_units(value, &above, &below)
    }

    /// The values of both numbers in the same units, for comparison. Fails if the units are incompatible.
    pub fn comparison(&self, other: &Number) -> Result<(f64, f64)> {
        Ok((self.value, self.operand(other)?))
    }

    /// Whether this number is greater than `other`, after conversion to the same unit.
    ///
    /// # Errors
    /// Fails if the units are incompatible.
    pub fn greater(&self, other: &Number) -> Result<bool> {
        self.comparison(other).map(|(a, b)| fuzzy::less(b, a))
    }

    /// Whether this number is smaller than `other`. Fails if the units are incompatible.
    pub fn less(&self, other: &Number) -> Result<bool> {
        self.comparison(other).map(|(a, b)| fuzzy::less(a, b))
    }

    /// The value in canonical units (such as `in` for lengths), for equality and hashing.
    pub(super) fn canonical_value(&self) -> f64 {
        if !self.has_units() {
            return self.value;
        }
        let multiplier = |units: &[Unit]| units.iter().fold(1.0, |product, unit| product * unit.canonical_factor());
        if self.denominators().is_empty() {
            self.value * multiplier(self.numerators())
        } else {
            self.value * multiplier(self.numerators()) / multiplier(self.denominators())
        }
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Number) -> bool {
        if self.unit == other.unit && self.unit != EXTRA {
            return fuzzy::equals(self.value, other.value);
        }
        match (self.single_unit(), other.single_unit()) {
            (Some(a), Some(b)) => {
                return b.factor_from(a).is_some_and(|factor| fuzzy::equals(self.value * factor, other.value));
            }
            (None, None) => {}
            _ => return false,
        }
        canonical_units(self.numerators()) == canonical_units(other.numerators())
            && canonical_units(self.denominators()) == canonical_units(other.denominators())
            && fuzzy::equals(self.canonical_value(), other.canonical_value())
    }
}

fn canonical_units(units: &[Unit]) -> Vec<Unit> {
    let mut units: Vec<Unit> = units.iter().map(|unit| unit.canonical()).collect();
    units.sort();
    units
}

/// Removes the first of `units` that is convertible to `unit`. Returns the conversion factor. `None` if there is none.
fn take_convertible_to(units: &mut Vec<Unit>, unit: Unit) -> Option<f64> {
    take_convertible_by(units, |other| unit.factor_from(other))
}

fn take_convertible_by(units: &mut Vec<Unit>, factor: impl Fn(Unit) -> Option<f64>) -> Option<f64> {
    let (index, factor) = units.iter().enumerate().find_map(|(index, unit)| Some((index, factor(*unit)?)))?;
    units.remove(index);
    Some(factor)
}

/// The units as text, such as `px*em/s`.
fn unit_text(numerators: &[Unit], denominators: &[Unit]) -> String {
    let join = |units: &[Unit]| units.iter().map(|unit| unit.name()).collect::<Vec<_>>().join("*");
    match (numerators, denominators) {
        ([], [unit]) => format!("{}^-1", unit.name()),
        ([], _) => format!("({})^-1", join(denominators)),
        (_, []) => join(numerators),
        (_, [unit]) => format!("{}/{}", join(numerators), unit.name()),
        _ => format!("{}/({})", join(numerators), join(denominators)),
    }
}
