//! Ruby's BigDecimal, as far as Liquid's arithmetic uses it.
//!
//! Liquid 4.0.4 uses BigDecimal for every operation that involves a Float or a string with a decimal point, and
//! converts the result back to a Float. For this reason, `0.1 | plus: 0.2` is 0.3. Numbers here are exact, except for
//! division, which keeps at least as many digits as BigDecimal 3.1, so that rounding gives the same Float.

use num_bigint::{BigInt, Sign};
use std::cmp::Ordering;

/// A number as in Ruby's BigDecimal: a decimal number of any length, infinity, or NaN.
#[derive(Clone, Debug)]
pub enum Decimal {
    /// Not a number: the result of an undefined operation.
    Nan,
    /// Infinity. `true` for negative infinity.
    Infinite(bool),
    /// `digits * 10^exponent`, negated if `negative`. Distinguishes -0 from 0.
    Finite {
        /// Whether the number is negative, or -0.
        negative: bool,
        /// All digits as a non-negative integer.
        digits: BigInt,
        /// The power of ten by which `digits` is multiplied.
        exponent: i64,
    },
}

/// The minimum number of significant digits of a quotient: more than two Floats have together.
const QUOTIENT_DIGITS: i64 = 50;

impl Decimal {
    /// The decimal with the fewest digits that parses as this Float.
    pub fn from_float(number: f64) -> Self {
        if number.is_nan() {
            return Decimal::Nan;
        }
        if number.is_infinite() {
            return Decimal::Infinite(number < 0.0);
        }
        let scientific = format!("{number:e}");
        let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
        let exponent: i64 = exponent.parse().unwrap_or(0);
        let mut decimal = Self::from_text(mantissa);
        if let Decimal::Finite { exponent: shift, .. } = &mut decimal {
            *shift += exponent;
        }
        decimal
    }

    /// Parses a text of the form `-?digits[.digits]`.
    pub fn from_text(text: &str) -> Self {
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let fraction = fraction.trim_end_matches('0');
        let digits = format!("{whole}{fraction}").parse().unwrap_or_default();
        Decimal::Finite { negative, digits, exponent: -(fraction.len() as i64) }
    }

    /// Converts an integer of any size without loss.
    pub fn from_integer(number: &BigInt) -> Self {
        Decimal::Finite { negative: number.sign() == Sign::Minus, digits: magnitude(number), exponent: 0 }
    }

    /// The floating-point number that is closest to the value.
    pub fn to_float(&self) -> f64 {
        match self {
            Decimal::Nan => f64::NAN,
            Decimal::Infinite(true) => f64::NEG_INFINITY,
            Decimal::Infinite(false) => f64::INFINITY,
            Decimal::Finite { negative, digits, exponent } => {
                let sign = if *negative { "-" } else { "" };
                format!("{sign}{digits}e{exponent}").parse().unwrap_or(f64::NAN)
            }
        }
    }

    fn is_zero(&self) -> bool {
        matches!(self, Decimal::Finite { digits, .. } if digits.sign() == Sign::NoSign)
    }

    fn is_negative(&self) -> bool {
        match self {
            Decimal::Nan => false,
            Decimal::Infinite(negative) | Decimal::Finite { negative, .. } => *negative,
        }
    }

    /// The value without its sign. NaN stays NaN.
    #[must_use]
    pub fn abs(self) -> Self {
        match self {
            Decimal::Nan => Decimal::Nan,
            Decimal::Infinite(_) => Decimal::Infinite(false),
            Decimal::Finite { digits, exponent, .. } => Decimal::Finite { negative: false, digits, exponent },
        }
    }

    /// The value with the opposite sign. NaN stays NaN.
    #[must_use]
    pub fn negate(self) -> Self {
        match self {
            Decimal::Nan => Decimal::Nan,
            Decimal::Infinite(negative) => Decimal::Infinite(!negative),
            Decimal::Finite { negative, digits, exponent } => Decimal::Finite { negative: !negative, digits, exponent },
        }
    }

    /// `self + other`, without rounding. NaN for infinities with opposite signs.
    #[must_use]
    pub fn plus(&self, other: &Decimal) -> Self {
        match (self, other) {
            (Decimal::Nan, _) | (_, Decimal::Nan) => Decimal::Nan,
            (Decimal::Infinite(a), Decimal::Infinite(b)) => {
                if a == b {
                    Decimal::Infinite(*a)
                } else {
                    Decimal::Nan
                }
            }
            (Decimal::Infinite(_), _) => self.clone(),
            (_, Decimal::Infinite(_)) => other.clone(),
            (Decimal::Finite { .. }, Decimal::Finite { .. }) => {
                let (a, b, exponent) = aligned(self, other);
                let sum = a + b;
                let both_negative_zero = self.is_zero() && other.is_zero() && self.is_negative() && other.is_negative();
                Decimal::Finite {
                    negative: sum.sign() == Sign::Minus || both_negative_zero,
                    digits: magnitude(&sum),
                    exponent,
                }
            }
        }
    }

    /// `self * other`, without rounding. NaN for zero times infinity.
    #[must_use]
    pub fn times(&self, other: &Decimal) -> Self {
        let sign = self.is_negative() != other.is_negative();
        match (self, other) {
            (Decimal::Nan, _) | (_, Decimal::Nan) => Decimal::Nan,
            (Decimal::Infinite(_), _) | (_, Decimal::Infinite(_)) => {
                if self.is_zero() || other.is_zero() {
                    Decimal::Nan
                } else {
                    Decimal::Infinite(sign)
                }
            }
            (
                Decimal::Finite { digits: a, exponent: shift, .. },
                Decimal::Finite { digits: b, exponent: other_shift, .. },
            ) => Decimal::Finite { negative: sign, digits: a * b, exponent: shift + other_shift },
        }
    }

    /// `self / other`. A quotient that is not exact has at least about 50 significant digits. As by default in
    /// BigDecimal, dividing by zero gives infinity, and zero by zero gives NaN.
    #[must_use]
    pub fn divided_by(&self, other: &Decimal) -> Self {
        let sign = self.is_negative() != other.is_negative();
        match (self, other) {
            (Decimal::Nan, _) | (_, Decimal::Nan) | (Decimal::Infinite(_), Decimal::Infinite(_)) => Decimal::Nan,
            (Decimal::Infinite(_), _) => Decimal::Infinite(sign),
            (_, Decimal::Infinite(_)) => Decimal::Finite { negative: sign, digits: BigInt::ZERO, exponent: 0 },
            (
                Decimal::Finite { digits: a, exponent: shift, .. },
                Decimal::Finite { digits: b, exponent: other_shift, .. },
            ) => {
                if other.is_zero() {
                    return if self.is_zero() { Decimal::Nan } else { Decimal::Infinite(sign) };
                }
                // Both lengths are upper bounds, at most one digit too large.
                let extra = (QUOTIENT_DIGITS + decimal_length(b) - decimal_length(a)).max(QUOTIENT_DIGITS);
                let scaled = a * power_of_ten(extra);
                let quotient = &scaled / b;
                let exact = &quotient * b == scaled;
                // Without this additional digit, an inexact quotient could look like a halfway point.
                let digits = quotient * 10 + i32::from(!exact);
                Decimal::Finite { negative: sign, digits, exponent: shift - other_shift - extra - 1 }
            }
        }
    }

    /// `self % other`, with the sign of `other`. If only `other` is infinite, the result is `self`. `None` if `other`
    /// is zero, unless `self` is NaN.
    pub fn modulo(&self, other: &Decimal) -> Option<Self> {
        match (self, other) {
            (Decimal::Nan, _) | (_, Decimal::Nan) | (Decimal::Infinite(_), Decimal::Infinite(_)) => Some(Decimal::Nan),
            _ if other.is_zero() => None,
            (Decimal::Infinite(_), _) => Some(Decimal::Nan),
            (_, Decimal::Infinite(_)) => Some(self.clone()),
            _ => {
                let (a, b, exponent) = aligned(self, other);
                let mut rest = &a % &b;
                if rest.sign() != Sign::NoSign && rest.sign() != b.sign() {
                    rest += &b;
                }
                Some(Decimal::Finite { negative: rest.sign() == Sign::Minus, digits: magnitude(&rest), exponent })
            }
        }
    }

    /// The order of two numbers. `None` if either is NaN.
    pub fn compare(&self, other: &Decimal) -> Option<Ordering> {
        let rank = |number: &Decimal| match number {
            Decimal::Infinite(true) => -1,
            Decimal::Infinite(false) => 1,
            _ => 0,
        };
        match (self, other) {
            (Decimal::Nan, _) | (_, Decimal::Nan) => None,
            (Decimal::Finite { .. }, Decimal::Finite { .. }) => {
                let (a, b, _) = aligned(self, other);
                Some(a.cmp(&b))
            }
            _ => Some(rank(self).cmp(&rank(other))),
        }
    }

    /// Rounds to `places` digits after the decimal point, with halves away from zero. With -1, rounds to tens: 15
    /// becomes 20. Infinity and NaN stay unchanged.
    #[must_use]
    pub fn rounded(&self, places: i64) -> Self {
        let Decimal::Finite { negative, digits, exponent } = self else {
            return self.clone();
        };
        let drop = -places - exponent;
        if drop <= 0 {
            return self.clone();
        }
        if drop > decimal_length(digits) {
            return Decimal::Finite { negative: *negative, digits: BigInt::ZERO, exponent: -places };
        }
        let unit = power_of_ten(drop);
        let half = &unit / 2;
        Decimal::Finite { negative: *negative, digits: (digits + half) / unit, exponent: -places }
    }

    /// Rounds to an integer. The error is the message of Ruby's FloatDomainError.
    ///
    /// # Errors
    /// Fails for infinity and NaN.
    pub fn to_integer(&self, rounding: Rounding) -> Result<BigInt, String> {
        match self {
            Decimal::Nan => Err("Computation results in 'NaN' (Not a Number)".into()),
            Decimal::Infinite(true) => Err("Computation results in '-Infinity'".into()),
            Decimal::Infinite(false) => Err("Computation results in 'Infinity'".into()),
            Decimal::Finite { negative, digits, exponent } => {
                let (whole, exact) = if *exponent >= 0 {
                    (digits * power_of_ten(*exponent), true)
                } else if -exponent > decimal_length(digits) {
                    (BigInt::ZERO, digits.sign() == Sign::NoSign)
                } else {
                    let unit = power_of_ten(-exponent);
                    let whole = digits / &unit;
                    let exact = &whole * unit == *digits;
                    (whole, exact)
                };
                let away = match rounding {
                    Rounding::Zero => false,
                    Rounding::Floor => *negative && !exact,
                    Rounding::Ceiling => !*negative && !exact,
                };
                let whole = if away { whole + 1 } else { whole };
                Ok(if *negative { -whole } else { whole })
            }
        }
    }
}

/// The direction in which a decimal is rounded to an integer, such as `Ceiling` for Liquid's filter `ceil`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// Towards zero.
    Zero,
    /// Towards negative infinity.
    Floor,
    /// Towards positive infinity.
    Ceiling,
}

/// `Float#to_i`, exact for any size. `None` for infinity and NaN.
pub fn float_to_integer(number: f64) -> Option<BigInt> {
    number.is_finite().then(|| integer_part(number))
}

/// The exact integer part of a finite Float.
pub(super) fn integer_part(number: f64) -> BigInt {
    Decimal::from_text(&format!("{:.0}", number.trunc())).to_integer(Rounding::Zero).unwrap_or_default()
}

fn magnitude(number: &BigInt) -> BigInt {
    BigInt::from_biguint(
        if number.sign() == Sign::NoSign { Sign::NoSign } else { Sign::Plus },
        number.magnitude().clone(),
    )
}

/// Both numbers as signed multiples of the same power of ten, and the exponent of this power. Infinity and NaN count as
/// 0.
fn aligned(a: &Decimal, b: &Decimal) -> (BigInt, BigInt, i64) {
    let parts = |number: &Decimal| match number {
        Decimal::Finite { negative, digits, exponent } => (if *negative { -digits } else { digits.clone() }, *exponent),
        _ => (BigInt::ZERO, 0),
    };
    let ((a, a_exponent), (b, b_exponent)) = (parts(a), parts(b));
    let exponent = a_exponent.min(b_exponent);
    (a * power_of_ten(a_exponent - exponent), b * power_of_ten(b_exponent - exponent), exponent)
}

fn power_of_ten(exponent: i64) -> BigInt {
    BigInt::from(10).pow(u32::try_from(exponent.max(0)).unwrap_or(u32::MAX))
}

/// An upper bound for the number of decimal digits, at most one too large.
fn decimal_length(number: &BigInt) -> i64 {
    (number.bits() as i64) * 30_103 / 100_000 + 1
}
