//! The filter `to_integer`: like `to_i` in Ruby, but true and false also have a number.

use super::no_method;
use hastie_liquid::{Abort, Context, Value};
use hastie_value::Zone;
use hastie_value::number::{float_to_integer, leading_integer};

/// `to_integer`: Ruby's `to_i`. `12 km` becomes 12, 1.9 becomes 1, and a text that does not start with an integer
/// becomes 0. Unlike in Ruby, true becomes 1 and false becomes 0.
pub(crate) fn to_integer(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    Ok(match input {
        Value::Bool(truth) => Value::Int(i64::from(*truth)),
        Value::Int(_) | Value::Big(_) => input.clone(),
        Value::Nil => Value::Int(0),
        Value::Str(text) => leading_integer(text).into(),
        Value::Time(time) if time.zone != Zone::DateTime => Value::Int(time.seconds),
        Value::Float(number) => match float_to_integer(*number) {
            Some(number) => number.into(),
            None => {
                let shown = input.to_s(cx.host)?;
                return Err(Abort::error("FloatDomainError", shown.to_string()));
            }
        },
        _ => return Err(no_method(cx, "to_i", input)),
    })
}
