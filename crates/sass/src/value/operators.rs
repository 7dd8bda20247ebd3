//! The SassScript operators, such as `+` and `not`, and their results.

use super::{SassString, Value, fuzzy};
use crate::syntax::{BinaryOperator, UnaryOperator};
use crate::{Error, Result, Style};

/// The error for operands that do not support an operator.
fn undefined(left: &Value, operator: &str, right: &Value) -> Box<Error> {
    Error::message(format!("Undefined operation \"{} {operator} {}\".", left.inspect(), right.inspect()))
}

/// Evaluates a binary operator. Both operands are already evaluated, so the caller is responsible for the lazy
/// evaluation of `and` and `or`.
pub(crate) fn binary(operator: BinaryOperator, left: &Value, right: &Value) -> Result<Value> {
    match operator {
        BinaryOperator::SingleEquals => left.joined("=", right),
        BinaryOperator::Or => Ok(if left.is_truthy() { left } else { right }.clone()),
        BinaryOperator::And => Ok(if left.is_truthy() { right } else { left }.clone()),
        BinaryOperator::Equals => Ok(Value::Bool(left == right)),
        BinaryOperator::NotEquals => Ok(Value::Bool(left != right)),
        BinaryOperator::Greater => left.compare(">", right, |a, b| fuzzy::less(b, a)),
        BinaryOperator::GreaterOrEqual => left.compare(">=", right, |a, b| fuzzy::less_or_equal(b, a)),
        BinaryOperator::Less => left.compare("<", right, fuzzy::less),
        BinaryOperator::LessOrEqual => left.compare("<=", right, fuzzy::less_or_equal),
        BinaryOperator::Plus => left.plus(right),
        BinaryOperator::Minus => left.minus(right),
        BinaryOperator::Times => left.times(right),
        BinaryOperator::Divide => left.divided_by(right),
        BinaryOperator::Modulo => left.modulo(right),
    }
}

/// Evaluates `+`, `-`, `/` or `not` before a value. `/` gives unquoted text, such as `/1`.
pub(crate) fn unary(operator: UnaryOperator, value: &Value) -> Result<Value> {
    match operator {
        UnaryOperator::Plus => value.unary_plus(),
        UnaryOperator::Minus => value.unary_minus(),
        UnaryOperator::Divide => value.prefixed("/"),
        UnaryOperator::Not => Ok(Value::Bool(!value.is_truthy())),
    }
}

impl Value {
    /// The operator `+`: adds numbers, and joins the texts of other values. Fails for a color with a number or a color,
    /// and for a calculation with a value that is not a string. Also fails for values that CSS cannot express, and for
    /// incompatible units.
    pub fn plus(&self, other: &Value) -> Result<Value> {
        match (self, other) {
            (Value::Number(a), Value::Number(b)) => a.plus(b).map(Value::Number),
            (Value::Number(_), Value::Color(_)) | (Value::Color(_), Value::Number(_) | Value::Color(_)) => {
                Err(undefined(self, "+", other))
            }
            (Value::Calculation(_), other) if !matches!(other, Value::String(_)) => Err(undefined(self, "+", other)),
            (Value::String(left), _) => {
                let mut text = String::with_capacity(left.text.len() + 16);
                text.push_str(&left.text);
                match other {
                    Value::String(right) => text.push_str(&right.text),
                    _ => other.write_css(&mut text, Style::Expanded, true)?,
                }
                Ok(Value::String(SassString { text: text.into(), quoted: left.quoted }))
            }
            (_, Value::Calculation(_)) => Err(undefined(self, "+", other)),
            (_, Value::String(right)) => {
                let mut text = self.to_css()?;
                text.push_str(&right.text);
                Ok(Value::String(SassString { text: text.into(), quoted: right.quoted }))
            }
            _ => self.joined("", other),
        }
    }

    /// The operator `-`: subtracts numbers, and joins the texts of other values with a hyphen. Fails for calculations,
    /// for a color with a number or a color, for values that CSS cannot express, and for incompatible units.
    pub fn minus(&self, other: &Value) -> Result<Value> {
        match (self, other) {
            (Value::Number(a), Value::Number(b)) => a.minus(b).map(Value::Number),
            (Value::Number(_), Value::Color(_))
            | (Value::Color(_), Value::Number(_) | Value::Color(_))
            | (Value::Calculation(_), _)
            | (_, Value::Calculation(_)) => Err(undefined(self, "-", other)),
            _ => self.joined("-", other),
        }
    }

    /// The operator `*`. Fails unless both values are numbers.
    pub fn times(&self, other: &Value) -> Result<Value> {
        match (self, other) {
            (Value::Number(a), Value::Number(b)) => Ok(Value::Number(a.times(b))),
            _ => Err(undefined(self, "*", other)),
        }
    }

    /// The operator `/`: divides numbers, and joins the texts of other values with a slash. Fails if a color is divided
    /// by a number or a color, and for values that CSS cannot express.
    pub fn divided_by(&self, other: &Value) -> Result<Value> {
        match (self, other) {
            (Value::Number(a), Value::Number(b)) => Ok(Value::Number(a.divided_by(b))),
            (Value::Color(_), Value::Number(_) | Value::Color(_)) => Err(undefined(self, "/", other)),
            _ => self.joined("/", other),
        }
    }

    /// The operator `%`. Fails unless both values are numbers. Also fails for incompatible units.
    pub fn modulo(&self, other: &Value) -> Result<Value> {
        match (self, other) {
            (Value::Number(a), Value::Number(b)) => a.modulo(b).map(Value::Number),
            _ => Err(undefined(self, "%", other)),
        }
    }

    fn compare(&self, operator: &str, other: &Value, test: impl Fn(f64, f64) -> bool) -> Result<Value> {
        match (self, other) {
            (Value::Number(a), Value::Number(b)) => a.comparison(b).map(|(a, b)| Value::Bool(test(a, b))),
            _ => Err(undefined(self, operator, other)),
        }
    }

    /// The operator `+` before a value. Values that are not numbers become text with a `+` in front. Fails for
    /// calculations and for values that CSS cannot express.
    pub fn unary_plus(&self) -> Result<Value> {
        match self {
            Value::Number(_) => Ok(self.clone()),
            Value::Calculation(_) => Err(Error::message(format!("Undefined operation \"+{}\".", self.inspect()))),
            _ => self.prefixed("+"),
        }
    }

    /// The operator `-` before a value. Values that are not numbers become text with a `-` in front. Numbers with
    /// several units become text, too, such as `-calc(1px * 1em)`. Fails for calculations and for values that CSS
    /// cannot express.
    pub fn unary_minus(&self) -> Result<Value> {
        match self {
            Value::Number(number) if !number.has_complex_units() => Ok(Value::Number(number.negated())),
            Value::Calculation(_) => Err(Error::message(format!("Undefined operation \"-{}\".", self.inspect()))),
            _ => self.prefixed("-"),
        }
    }

    fn joined(&self, between: &str, other: &Value) -> Result<Value> {
        let mut text = self.to_css()?;
        text.push_str(between);
        other.write_css(&mut text, Style::Expanded, true)?;
        Ok(Value::String(SassString::unquoted(text)))
    }

    fn prefixed(&self, prefix: &str) -> Result<Value> {
        let mut text = String::from(prefix);
        self.write_css(&mut text, Style::Expanded, true)?;
        Ok(Value::String(SassString::unquoted(text)))
    }
}
