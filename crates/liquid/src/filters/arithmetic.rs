//! Numbers: `abs`, `plus`, `minus`, `times`, `divided_by`, `modulo`, `round`, `ceil`, `floor`,
//! `at_least`, `at_most`.

use crate::context::Cx;
use crate::host::Abort;
use crate::value::Value;
use crate::value::number::{Number, Operation, Toward, compute};
use num_bigint::BigInt;
use std::cmp::Ordering;

/// `abs`: the number without its sign.
pub fn abs(_cx: &mut Cx<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    Ok(match input.to_number() {
        Number::Integer(number) if number < BigInt::ZERO => Number::Integer(-number),
        Number::Decimal(number) => Number::Decimal(number.abs()),
        number => number,
    }
    .into())
}

/// `plus`: the sum.
pub fn plus(_cx: &mut Cx<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    operate(input, Operation::Plus, args)
}

/// `minus`: the difference.
pub fn minus(_cx: &mut Cx<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    operate(input, Operation::Minus, args)
}

/// `times`: the product.
pub fn times(_cx: &mut Cx<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    operate(input, Operation::Times, args)
}

/// `divided_by`: the quotient, rounded down between integers.
pub fn divided_by(_cx: &mut Cx<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    operate(input, Operation::DividedBy, args)
}

/// `modulo`: the remainder, with the sign of the divisor.
pub fn modulo(_cx: &mut Cx<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    operate(input, Operation::Modulo, args)
}

fn operate(input: &Value, operation: Operation, args: &[Value]) -> Result<Value, Abort> {
    // The common case needs no big numbers.
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
    compute(input.to_number(), operation, args[0].to_number())
}

/// `round`: to the nearest integer, or to so many digits after the point; halves go away from zero.
pub fn round(_cx: &mut Cx<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let places = match args.first().map_or(Number::Integer(BigInt::ZERO), Value::to_number) {
        Number::Integer(places) => places,
        Number::Decimal(places) => places.to_integer(Toward::Zero).map_err(domain_error)?,
    };
    let places = i32::try_from(&places).map_err(|_| too_big_for_int(&places))?;
    Ok(match input.to_number() {
        Number::Integer(number) if places < 0 => round_integer(&number, places.unsigned_abs()).into(),
        Number::Integer(number) => number.into(),
        Number::Decimal(number) if places > 0 => Value::Float(number.rounded(i64::from(places)).to_float()),
        Number::Decimal(number) => {
            number.rounded(i64::from(places)).to_integer(Toward::Zero).map_err(domain_error)?.into()
        }
    })
}

/// An integer rounded to a power of ten.
fn round_integer(number: &BigInt, zeros: u32) -> BigInt {
    // A power beyond twice the number rounds it to nothing.
    if u64::from(zeros) * 3 > number.bits() + 3 {
        return BigInt::ZERO;
    }
    let unit = BigInt::from(10).pow(zeros);
    let half = &unit / 2;
    if *number < BigInt::ZERO { (number - half) / &unit * unit } else { (number + half) / &unit * unit }
}

/// `ceil`: the integer above.
pub fn ceil(_cx: &mut Cx<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    whole(input, Toward::Ceiling)
}

/// `floor`: the integer below.
pub fn floor(_cx: &mut Cx<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    whole(input, Toward::Floor)
}

fn whole(input: &Value, toward: Toward) -> Result<Value, Abort> {
    Ok(match input.to_number() {
        Number::Integer(number) => number.into(),
        Number::Decimal(number) => number.to_integer(toward).map_err(domain_error)?.into(),
    })
}

/// `at_least`: the number, or the argument if that is more.
pub fn at_least(_cx: &mut Cx<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    limit(input, &args[0], Ordering::Greater)
}

/// `at_most`: the number, or the argument if that is less.
pub fn at_most(_cx: &mut Cx<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    limit(input, &args[0], Ordering::Less)
}

fn limit(input: &Value, bound: &Value, replaces: Ordering) -> Result<Value, Abort> {
    let (number, bound) = (input.to_number(), bound.to_number());
    Ok(if bound.compare(&number) == Some(replaces) { bound } else { number }.into())
}

fn domain_error(message: String) -> Abort {
    Abort::error("Liquid::FloatDomainError", message)
}

fn too_big_for_int(number: &BigInt) -> Abort {
    let message = match i64::try_from(number) {
        Ok(number) if number < 0 => format!("integer {number} too small to convert to `int'"),
        Ok(number) => format!("integer {number} too big to convert to `int'"),
        Err(_) => "bignum too big to convert into `long'".to_string(),
    };
    Abort::error("RangeError", message)
}
