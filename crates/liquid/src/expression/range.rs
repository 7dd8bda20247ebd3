//! Ranges: `(a..b)`. Either end is an expression. Mirrors `Liquid::RangeLookup`.

use super::literal::{integer, integer_in};
use super::{Expression, Form};
use crate::scope::Variables;
use crate::value::text::is_space;
use crate::value::{Abort, Error, ErrorKind, Host, Value};
use memchr::memmem;

/// The ends of a range, at least one of which is not a literal: `(1..page.count)`.
#[derive(Debug, Clone)]
pub(super) struct Ends {
    pub(super) first: Expression,
    pub(super) last: Expression,
}

impl Ends {
    pub(super) fn read(&self, variables: &Variables, host: &mut dyn Host) -> Result<Value, Abort> {
        let mut slot = Value::Nil;
        let first = range_end(self.first.read(variables, host, &mut slot)?, host)?;
        let mut slot = Value::Nil;
        let last = range_end(self.last.read(variables, host, &mut slot)?, host)?;
        Ok(Value::Range(first, last))
    }
}
/// The two ends of `(a..b)`. If `..` occurs several times, the last one divides the text. `None` for other markup, and
/// for markup with white space, such as `(1 .. 5)`.
pub(super) fn sides(markup: &str) -> Option<(&str, &str)> {
    let inside = markup.strip_prefix('(')?.strip_suffix(')')?;
    if inside.len() < 4 || inside.bytes().any(is_space) {
        return None;
    }
    let dots = memmem::rfind(&inside.as_bytes()[..inside.len() - 1], b"..")?;
    (dots > 0).then(|| (&inside[..dots], &inside[dots + 2..]))
}

pub(super) fn parse(first: &str, last: &str, depth: usize) -> Result<Expression, Error> {
    let first = super::parse(first, depth + 1)?;
    let last = super::parse(last, depth + 1)?;
    match (first.as_literal(), last.as_literal()) {
        (Some(first), Some(last)) => {
            Ok(Expression(Form::Literal(Value::Range(literal_end(first)?, literal_end(last)?))))
        }
        _ => Ok(Expression(Form::Range(Box::new(Ends { first, last })))),
    }
}

/// The integer for a literal at an end of a range, as by Ruby's `to_i`: `"3"` becomes 3, and nil becomes 0.
fn literal_end(value: &Value) -> Result<i64, Error> {
    let integer = match value {
        Value::Nil => return Ok(0),
        Value::Int(_) | Value::Big(_) => value.clone(),
        Value::Float(number) => return Ok(saturating(number.trunc())),
        Value::Str(text) => integer_in(text),
        other => return Err(Error::no_method("to_i", other)),
    };
    Ok(clamped(&integer))
}

fn saturating(number: f64) -> i64 {
    number as i64
}

/// Clamps an end of a range to 64 bits. No loop can reach an end beyond 64 bits.
fn clamped(integer: &Value) -> i64 {
    match integer {
        Value::Int(number) => *number,
        Value::Big(number) if number.sign() == num_bigint::Sign::Minus => i64::MIN,
        _ => i64::MAX,
    }
}

/// Evaluates an end of a range. A string counts as the number at its start. A float is an error.
fn range_end(value: &Value, host: &mut dyn Host) -> Result<i64, Abort> {
    match value {
        Value::Nil => Ok(0),
        Value::Int(number) => Ok(*number),
        Value::Big(_) => Ok(clamped(value)),
        Value::Str(text) => Ok(clamped(&integer_in(text))),
        other => {
            let text = other.to_s(host)?;
            integer(text.trim())
                .map(|integer| clamped(&integer))
                .ok_or_else(|| Abort::error(ErrorKind::LiquidArgument, "invalid integer"))
        }
    }
}
