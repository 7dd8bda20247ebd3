//! Numbers in filters: `Liquid::Utils.to_number` and `to_integer`, and arithmetic.

use crate::decimal::Decimal;
pub(crate) use crate::decimal::integer_part;
pub use crate::decimal::{Rounding, float_to_integer};
use crate::text::{is_ascii_space, is_ruby_space};
use crate::{Abort, ErrorKind, Host, Value};
use num_bigint::BigInt;
use std::cmp::Ordering;
use std::sync::Arc;

/// An operand of Liquid's arithmetic, which computes Floats as BigDecimals.
#[derive(Clone, Debug)]
pub enum Number {
    /// An Integer of any size.
    Integer(BigInt),
    /// A number with decimal places, as a BigDecimal in Ruby.
    Decimal(Decimal),
}

impl From<BigInt> for Value {
    fn from(number: BigInt) -> Self {
        match i64::try_from(&number) {
            Ok(small) => Value::Int(small),
            Err(_) => Value::Big(Arc::new(number)),
        }
    }
}

impl From<Number> for Value {
    /// Converts the result of a calculation to a value. A decimal becomes a Float.
    fn from(number: Number) -> Self {
        match number {
            Number::Integer(number) => number.into(),
            Number::Decimal(decimal) => Value::Float(decimal.to_float()),
        }
    }
}

impl Value {
    /// `Liquid::Utils.to_number`: converts the value to a number. A string such as `1.5` becomes a decimal. Any other
    /// string becomes the integer at its start, or 0. Values other than numbers and strings become 0.
    pub fn to_number(&self) -> Number {
        match self {
            Value::Int(number) => Number::Integer(BigInt::from(*number)),
            Value::Big(number) => Number::Integer((**number).clone()),
            Value::Float(number) => Number::Decimal(Decimal::from_float(*number)),
            Value::Str(text) => number_in(text),
            _ => Number::Integer(BigInt::ZERO),
        }
    }

    /// `Liquid::Utils.to_integer`: Ruby's strict `Integer()` of the value's text.
    ///
    /// # Errors
    /// "invalid integer", or the error of [`Value::to_s`].
    pub fn to_integer(&self, host: &mut dyn Host) -> Result<BigInt, Abort> {
        match self {
            Value::Int(number) => Ok(BigInt::from(*number)),
            Value::Big(number) => Ok((**number).clone()),
            _ => {
                let text = self.to_s(host)?;
                strict_integer(&text).ok_or_else(|| Abort::error(ErrorKind::LiquidArgument, "invalid integer"))
            }
        }
    }
}

impl Number {
    /// The number as a decimal. An Integer loses no digits.
    pub fn into_decimal(self) -> Decimal {
        match self {
            Number::Integer(number) => Decimal::from_integer(&number),
            Number::Decimal(decimal) => decimal,
        }
    }

    /// The order of two numbers. `None` if either is NaN.
    pub fn compare(&self, other: &Number) -> Option<Ordering> {
        match (self, other) {
            (Number::Integer(a), Number::Integer(b)) => Some(a.cmp(b)),
            _ => self.clone().into_decimal().compare(&other.clone().into_decimal()),
        }
    }
}

/// An arithmetic operation of Liquid's filters, such as `plus`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `+`, the filter `plus`.
    Plus,
    /// `-`, the filter `minus`.
    Minus,
    /// `*`, the filter `times`.
    Times,
    /// `/`, rounded down between integers.
    DividedBy,
    /// `%`, with the sign of the divisor.
    Modulo,
}

/// The maximum size of an Integer in a calculation, in bits.
const MAX_BITS: u64 = 1 << 22;

/// The maximum number of digits to parse. An Integer with more digits exceeds [`MAX_BITS`], unless it starts with
/// zeros.
pub(crate) const MAX_DIGITS: usize = 1_300_000;

/// The result of a filter such as `plus`. Two integers give an integer, and other operands give a Float. `divided_by`
/// gives infinity or NaN if a Float is divided by zero, or an integer by the Float zero.
///
/// # Errors
/// "divided by 0" if an integer is divided by the integer zero, and for every `modulo` by zero unless `a` is NaN.
/// `Liquid::MemoryError` for integers that exceed the size limit.
pub fn compute(a: Number, operation: Operation, b: Number) -> Result<Value, Abort> {
    let by_zero = || Abort::error(ErrorKind::LiquidZeroDivision, "divided by 0");
    let (a, b) = match (a, b) {
        (Number::Integer(a), Number::Integer(b)) => {
            let divides = matches!(operation, Operation::DividedBy | Operation::Modulo);
            if divides && b == BigInt::ZERO {
                return Err(by_zero());
            }
            let product = matches!(operation, Operation::Times);
            let bits = if product { a.bits().saturating_add(b.bits()) } else { a.bits().max(b.bits()) };
            if bits > MAX_BITS {
                return Err(Abort::error(ErrorKind::LiquidMemory, "an integer too large to compute"));
            }
            return Ok(match operation {
                Operation::Plus => a + b,
                Operation::Minus => a - b,
                Operation::Times => a * b,
                Operation::DividedBy => floor_division(&a, &b).0,
                Operation::Modulo => floor_division(&a, &b).1,
            }
            .into());
        }
        (a, b) => (a.into_decimal(), b.into_decimal()),
    };
    let result = match operation {
        Operation::Plus => a.plus(&b),
        Operation::Minus => a.plus(&b.negate()),
        Operation::Times => a.times(&b),
        Operation::DividedBy => a.divided_by(&b),
        Operation::Modulo => a.modulo(&b).ok_or_else(by_zero)?,
    };
    Ok(Value::Float(result.to_float()))
}

/// The quotient rounded down, and the corresponding remainder. `b` must not be zero.
pub fn floor_division(a: &BigInt, b: &BigInt) -> (BigInt, BigInt) {
    let (quotient, rest) = (a / b, a % b);
    if rest != BigInt::ZERO && (rest < BigInt::ZERO) != (*b < BigInt::ZERO) {
        (quotient - 1, rest + b)
    } else {
        (quotient, rest)
    }
}

/// The number in a string: a decimal if the string looks like one, otherwise the integer at its start.
fn number_in(text: &str) -> Number {
    let trimmed = text.trim_matches(is_ruby_space);
    let unsigned = trimmed.strip_prefix('-').unwrap_or(trimmed);
    if let Some((whole, fraction)) = unsigned.split_once('.')
        && is_digits(whole)
        && is_digits(fraction)
    {
        return Number::Decimal(Decimal::from_text(trimmed));
    }
    Number::Integer(leading_integer(text))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `String#to_i`: the integer at the start of a string, such as 1000 for `1_000 km`, or 0.
pub fn leading_integer(text: &str) -> BigInt {
    let text = text.trim_start_matches(is_ascii_space);
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let mut kept = String::new();
    let mut bytes = digits.bytes().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'0'..=b'9' => kept.push(byte as char),
            // A single underscore is allowed between two digits.
            b'_' if !kept.is_empty() && bytes.peek().is_some_and(u8::is_ascii_digit) => {}
            _ => break,
        }
    }
    if kept.len() > MAX_DIGITS {
        return BigInt::from(1) << (MAX_BITS + 1);
    }
    let number = decimal(&kept);
    if negative { -number } else { number }
}

/// Parses digits. Long numbers are split in halves, because multiplying two large numbers of equal size takes far less
/// time than appending digit by digit.
fn decimal(digits: &str) -> BigInt {
    const FEW: usize = 512;
    let mut unit = FEW;
    let mut power = BigInt::from(10).pow(FEW as u32);
    let mut parts: Vec<BigInt> = Vec::with_capacity(digits.len() / FEW + 1);
    // From the last digits to the first.
    let mut end = digits.len();
    while end > 0 {
        let start = end.saturating_sub(FEW);
        parts.push(digits[start..end].parse().unwrap_or_default());
        end = start;
    }
    while parts.len() > 1 {
        let pairs = parts.chunks(2);
        parts =
            pairs.map(|pair| pair.get(1).map_or_else(|| pair[0].clone(), |high| high * &power + &pair[0])).collect();
        unit *= 2;
        if unit < digits.len() {
            power = &power * &power;
        }
    }
    parts.pop().unwrap_or_default()
}

/// Ruby's `Integer(text)`: the integer that the text consists of, in decimal or with the prefix of another base. White
/// space around the integer is ignored. `None` for any other text.
pub fn strict_integer(text: &str) -> Option<BigInt> {
    let text = text.trim_matches(is_ascii_space);
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let (radix, digits) = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &digits[2..]),
        [b'0', b'b' | b'B', ..] => (2, &digits[2..]),
        [b'0', b'o' | b'O', ..] => (8, &digits[2..]),
        [b'0', b'd' | b'D', ..] => (10, &digits[2..]),
        [b'0', b'_' | b'0'..=b'9', ..] => (8, &digits[1..]),
        _ => (10, digits),
    };
    // In an octal number, an underscore may follow the leading zero.
    let digits = if radix == 8 { digits.strip_prefix('_').unwrap_or(digits) } else { digits };
    let underscored = digits.as_bytes();
    let well_formed = !digits.is_empty()
        && digits.chars().all(|c| c == '_' || c.is_digit(radix))
        && underscored.first() != Some(&b'_')
        && underscored.last() != Some(&b'_')
        && !digits.contains("__");
    if !well_formed {
        return None;
    }
    let digits = digits.replace('_', "");
    let number = if radix == 10 { decimal(&digits) } else { BigInt::parse_bytes(digits.as_bytes(), radix)? };
    Some(if negative { -number } else { number })
}

/// `String#to_f`: the decimal number at the start of a string, such as 1500.0 for `1.5e3 km`, or 0.0.
pub fn leading_float(text: &str) -> f64 {
    let text = text.trim_start_matches(is_ascii_space);
    let bytes = text.as_bytes();
    let mut kept = String::new();
    let mut position = 0;
    if let Some(sign @ (b'-' | b'+')) = bytes.first() {
        kept.push(*sign as char);
        position = 1;
    }
    let whole = push_digits(bytes, &mut position, &mut kept);
    let fraction = bytes.get(position) == Some(&b'.') && bytes.get(position + 1).is_some_and(u8::is_ascii_digit);
    if !whole && !fraction {
        return 0.0;
    }
    if fraction {
        kept.push('.');
        position += 1;
        push_digits(bytes, &mut position, &mut kept);
    }
    if matches!(bytes.get(position), Some(b'e' | b'E')) {
        let mut exponent = String::from("e");
        let mut ahead = position + 1;
        if let Some(sign @ (b'-' | b'+')) = bytes.get(ahead) {
            exponent.push(*sign as char);
            ahead += 1;
        }
        if push_digits(bytes, &mut ahead, &mut exponent) {
            kept.push_str(&exponent);
        }
    }
    kept.parse().unwrap_or(0.0)
}

/// Copies digits to `kept`, and skips single underscores between them. Returns whether there were digits.
fn push_digits(bytes: &[u8], position: &mut usize, kept: &mut String) -> bool {
    let start = *position;
    while let Some(byte) = bytes.get(*position) {
        match byte {
            b'0'..=b'9' => kept.push(*byte as char),
            b'_' if *position > start && bytes.get(*position + 1).is_some_and(u8::is_ascii_digit) => {}
            _ => break,
        }
        *position += 1;
    }
    *position > start
}

/// Converts an integer to Ruby's `long`.
///
/// # Errors
/// "bignum too big to convert into `long'".
pub fn to_long(number: &BigInt) -> Result<i64, Abort> {
    i64::try_from(number).map_err(|_| Abort::error(ErrorKind::Range, "bignum too big to convert into `long'"))
}
