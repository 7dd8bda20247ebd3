//! Number functions, such as `round()`, `unit()` and `percentage()`.

use super::CallContext;
use crate::error::{SassResult, SyntaxError};
use crate::value::{Number, Operator, Value, operate, rounded};
use std::sync::Arc;

pub(super) fn unit(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    Ok(Value::string(given.number(0, "number")?.unit_text()))
}

pub(super) fn unitless(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    Ok(Value::Bool(given.number(0, "number")?.is_unitless()))
}

pub(super) fn comparable(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let (one, two) = (given.number(0, "number1")?, given.number(1, "number2")?);
    Ok(Value::Bool(one.matched(&two).is_ok()))
}

pub(super) fn percentage(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    match given.get(0) {
        Value::Number(number) if number.is_unitless() => Ok(Value::with_unit(number.value * 100.0, "%")),
        other => Err(SyntaxError::argument(format!("$number: {} is not a unitless number", other.inspect()))),
    }
}

fn changed(given: &CallContext<'_, '_>, change: impl Fn(f64) -> f64) -> SassResult<Value> {
    let number = given.number(0, "value")?;
    let value = Number::with_units(change(number.value), number.units.clone(), number.divisors.clone());
    Ok(Value::Number(Arc::new(value)))
}

pub(super) fn round(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    changed(given, rounded)
}

pub(super) fn ceil(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    changed(given, f64::ceil)
}

pub(super) fn floor(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    changed(given, f64::floor)
}

pub(super) fn abs(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    changed(given, f64::abs)
}

fn extreme(given: &CallContext<'_, '_>, operator: Operator) -> SassResult<Value> {
    for index in 0..given.values.len() {
        given.number(index, "")?;
    }
    let mut best = given.get(0);
    for value in given.values.iter().skip(1) {
        if !operate(&best, operator, value, false)?.truthy() {
            best = value.clone();
        }
    }
    Ok(best)
}

pub(super) fn min(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    extreme(given, Operator::Lt)
}

pub(super) fn max(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    extreme(given, Operator::Gt)
}

/// The next number of `random()`: at least 0, and less than 1. The same seed gives the same numbers.
pub(super) fn next_random(given: &mut CallContext<'_, '_>) -> f64 {
    (given.evaluator.next_random() >> 11) as f64 / (1u64 << 53) as f64
}

pub(super) fn random(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    if !given.has(0) || given.get(0).is_null() {
        return Ok(Value::number(next_random(given)));
    }
    let limit = given.number(0, "limit")?;
    let text = given.css(&given.get(0))?;
    if !limit.is_whole() {
        return Err(SyntaxError::argument(format!("Expected $limit to be an integer but got {text}")));
    }
    if limit.value < 1.0 {
        return Err(SyntaxError::argument(format!("$limit {text} must be greater than or equal to 1")));
    }
    Ok(Value::number(1.0 + (next_random(given) * limit.value.round()).floor()))
}
