//! Arithmetic filters: `abs`, `plus`, `minus`, `times`, `divided_by`, `modulo`, `round`, `ceil`, `floor`, `at_least`,
//! `at_most`.

use crate::context::Context;
use crate::value::number::{Number, Operation, Rounding, compute};
use crate::value::{Abort, ErrorKind, Value};
use num_bigint::BigInt;
use std::cmp::Ordering;

/// Converts a value to a number by Liquid's rules. Counts steps, because parsing takes time quadratic in the number of
/// digits.
fn number(cx: &mut Context<'_>, value: &Value) -> Result<Number, Abort> {
    if let Value::Str(text) = value {
        cx.spend((text.len() as u64 / 150).pow(2))?;
    }
    Ok(value.to_number())
}

/// `abs`: the number without its sign. Text is converted to a number first.
pub(crate) fn abs(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    Ok(match number(cx, input)? {
        Number::Integer(number) if number < BigInt::ZERO => Number::Integer(-number),
        Number::Decimal(number) => Number::Decimal(number.abs()),
        number => number,
    }
    .into())
}

/// `plus`: adds two numbers. Text is converted to a number first.
pub(crate) fn plus(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    operate(cx, input, Operation::Plus, args)
}

/// `minus`: subtracts a number. Text is converted to a number first.
pub(crate) fn minus(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    operate(cx, input, Operation::Minus, args)
}

/// `times`: multiplies two numbers. Text is converted to a number first.
pub(crate) fn times(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    operate(cx, input, Operation::Times, args)
}

/// `divided_by`: the quotient. Between integers, the quotient is rounded down, and dividing by zero fails.
pub(crate) fn divided_by(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    operate(cx, input, Operation::DividedBy, args)
}

/// `modulo`: the remainder, with the sign of the divisor. Fails if the divisor is zero, unless the input is NaN.
pub(crate) fn modulo(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    operate(cx, input, Operation::Modulo, args)
}

fn operate(cx: &mut Context<'_>, input: &Value, operation: Operation, args: &[Value]) -> Result<Value, Abort> {
    // A fast path without big integers.
    if let (Value::Int(a), [Value::Int(b)]) = (input, args) {
        let quick = match operation {
            Operation::Plus => a.checked_add(*b),
            Operation::Minus => a.checked_sub(*b),
            Operation::Times => a.checked_mul(*b),
            Operation::DividedBy | Operation::Modulo if *b <= 0 => None,
            Operation::DividedBy => Some(a.div_euclid(*b)),
            Operation::Modulo => Some(a.rem_euclid(*b)),
        };
        if let Some(result) = quick {
            return Ok(Value::Int(result));
        }
    }
    if let [argument] = args
        && let Some(result) = exact_result(input, operation, argument)
    {
        return Ok(Value::Float(result));
    }
    compute(number(cx, input)?, operation, number(cx, &args[0])?)
}

/// The result of a calculation with floats, if computing with binary numbers gives the same result as Ruby's
/// BigDecimals. This is so for multiples of 1/16 below 2^20: their shortest decimal digits are exact, and a float can
/// store their sums, differences and products. `None` for other numbers, and for a result of zero, which may have a
/// sign.
fn exact_result(a: &Value, operation: Operation, b: &Value) -> Option<f64> {
    let (a, b) = match (a, b) {
        (Value::Float(a), Value::Float(b)) => (*a, *b),
        (Value::Float(a), Value::Int(b)) => (*a, *b as f64),
        (Value::Int(a), Value::Float(b)) => (*a as f64, *b),
        _ => return None,
    };
    let is_small = |number: f64| (number * 16.0).fract() == 0.0 && number.abs() < f64::from(1 << 20);
    if !is_small(a) || !is_small(b) {
        return None;
    }
    let result = match operation {
        Operation::Plus => a + b,
        Operation::Minus => a - b,
        Operation::Times => a * b,
        Operation::DividedBy | Operation::Modulo => return None,
    };
    (result != 0.0).then_some(result)
}

/// `round`: rounds to the nearest integer. An argument is the number of decimal places to keep. Halves are rounded away
/// from zero.
pub(crate) fn round(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let places = match args.first() {
        Some(places) => number(cx, places)?,
        None => Number::Integer(BigInt::ZERO),
    };
    let places = match places {
        Number::Integer(places) => places,
        Number::Decimal(places) => places.to_integer(Rounding::Zero).map_err(domain_error)?,
    };
    let places = i32::try_from(&places).map_err(|_| too_big_for_int(&places))?;
    Ok(match number(cx, input)? {
        Number::Integer(number) if places < 0 => round_integer(&number, places.unsigned_abs()).into(),
        Number::Integer(number) => number.into(),
        Number::Decimal(number) if places > 0 => Value::Float(number.rounded(i64::from(places)).to_float()),
        Number::Decimal(number) => {
            number.rounded(i64::from(places)).to_integer(Rounding::Zero).map_err(domain_error)?.into()
        }
    })
}

/// Rounds an integer to a multiple of 10^`zeros`: with 2, 1250 becomes 1300.
fn round_integer(number: &BigInt, zeros: u32) -> BigInt {
    // A power of more than twice the number rounds it to zero.
    if u64::from(zeros) * 3 > number.bits() + 3 {
        return BigInt::ZERO;
    }
    let unit = BigInt::from(10).pow(zeros);
    let half = &unit / 2;
    if *number < BigInt::ZERO { (number - half) / &unit * unit } else { (number + half) / &unit * unit }
}

/// `ceil`: rounds up to an integer. Text is converted to a number first.
pub(crate) fn ceil(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    whole(cx, input, Rounding::Ceiling)
}

/// `floor`: rounds down to an integer. Text is converted to a number first.
pub(crate) fn floor(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    whole(cx, input, Rounding::Floor)
}

fn whole(cx: &mut Context<'_>, input: &Value, toward: Rounding) -> Result<Value, Abort> {
    Ok(match number(cx, input)? {
        Number::Integer(number) => number.into(),
        Number::Decimal(number) => number.to_integer(toward).map_err(domain_error)?.into(),
    })
}

/// `at_least`: the maximum of the number and the argument. Text is converted to a number first.
pub(crate) fn at_least(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    limit(cx, input, &args[0], Ordering::Greater)
}

/// `at_most`: the minimum of the number and the argument. Text is converted to a number first.
pub(crate) fn at_most(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    limit(cx, input, &args[0], Ordering::Less)
}

fn limit(cx: &mut Context<'_>, input: &Value, bound: &Value, replaces: Ordering) -> Result<Value, Abort> {
    let (number, bound) = (number(cx, input)?, number(cx, bound)?);
    Ok(if bound.compare(&number) == Some(replaces) { bound } else { number }.into())
}

fn domain_error(message: String) -> Abort {
    Abort::error(ErrorKind::LiquidFloatDomain, message)
}

fn too_big_for_int(number: &BigInt) -> Abort {
    let message = match i64::try_from(number) {
        Ok(number) if number < 0 => format!("integer {number} too small to convert to `int'"),
        Ok(number) => format!("integer {number} too big to convert to `int'"),
        Err(_) => "bignum too big to convert into `long'".to_string(),
    };
    Abort::error(ErrorKind::Range, message)
}
