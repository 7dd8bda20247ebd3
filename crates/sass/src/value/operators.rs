//! The operators of SassScript.

use super::{SassString, Value, fuzzy};
use crate::{Error, Result};

/// A failure of an operator that the operands do not have.
fn undefined(left: &Value, operator: &str, right: &Value) -> Box<Error> {
    Error::message(format!("Undefined operation \"{} {operator} {}\".", left.inspect(), right.inspect()))
}

impl Value {
    /// `self + other`.
    pub fn plus(&self, other: &Value) -> Result<Value> {
        match (self, other) {
            (Value::Number(a), Value::Number(b)) => a.plus(b).map(Value::Number),
            (Value::Number(_), Value::Color(_)) | (Value::Color(_), Value::Number(_) | Value::Color(_)) => {
                Err(undefined(self, "+", other))
            }
            (Value::Calculation(_), other) if !matches!(other, Value::String(_)) => Err(undefined(self, "+", other)),
            (Value::String(left), _) => {
                let mut text = String::from(&*left.text);
                match other {
                    Value::String(right) => text.push_str(&right.text),
                    _ => other.write_css(&mut text, super::Style::default())?,
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

    /// `self - other`.
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

    /// `self * other`.
    pub fn times(&self, other: &Value) -> Result<Value> {
        match (self, other) {
            (Value::Number(a), Value::Number(b)) => Ok(Value::Number(a.times(b))),
            _ => Err(undefined(self, "*", other)),
        }
    }

    /// `self / other`.
    pub fn divided_by(&self, other: &Value) -> Result<Value> {
        match (self, other) {
            (Value::Number(a), Value::Number(b)) => Ok(Value::Number(a.divided_by(b))),
            (Value::Color(_), Value::Number(_) | Value::Color(_)) => Err(undefined(self, "/", other)),
            _ => self.joined("/", other),
        }
    }

    /// `self % other`.
    pub fn modulo(&self, other: &Value) -> Result<Value> {
        match (self, other) {
            (Value::Number(a), Value::Number(b)) => a.modulo(b).map(Value::Number),
            _ => Err(undefined(self, "%", other)),
        }
    }

    /// `self = other`, Microsoft's operator.
    pub fn single_equals(&self, other: &Value) -> Result<Value> {
        self.joined("=", other)
    }

    /// `self > other`.
    pub fn greater(&self, other: &Value) -> Result<bool> {
        self.compare(">", other, |a, b| fuzzy::less(b, a))
    }

    /// `self >= other`.
    pub fn greater_or_equal(&self, other: &Value) -> Result<bool> {
        self.compare(">=", other, |a, b| fuzzy::less_or_equal(b, a))
    }

    /// `self < other`.
    pub fn less(&self, other: &Value) -> Result<bool> {
        self.compare("<", other, fuzzy::less)
    }

    /// `self <= other`.
    pub fn less_or_equal(&self, other: &Value) -> Result<bool> {
        self.compare("<=", other, fuzzy::less_or_equal)
    }

    fn compare(&self, operator: &str, other: &Value, test: impl Fn(f64, f64) -> bool) -> Result<bool> {
        match (self, other) {
            (Value::Number(a), Value::Number(b)) => a.comparison(b).map(|(a, b)| test(a, b)),
            _ => Err(undefined(self, operator, other)),
        }
    }

    /// `+self`.
    pub fn unary_plus(&self) -> Result<Value> {
        match self {
            Value::Number(_) => Ok(self.clone()),
            Value::Calculation(_) => Err(Error::message(format!("Undefined operation \"+{}\".", self.inspect()))),
            _ => self.prefixed("+"),
        }
    }

    /// `-self`.
    pub fn unary_minus(&self) -> Result<Value> {
        match self {
            Value::Number(number) => Ok(Value::Number(number.negated())),
            Value::Calculation(_) => Err(Error::message(format!("Undefined operation \"-{}\".", self.inspect()))),
            _ => self.prefixed("-"),
        }
    }

    /// `/self`.
    pub fn unary_divide(&self) -> Result<Value> {
        self.prefixed("/")
    }

    /// `not self`.
    #[must_use]
    pub fn unary_not(&self) -> Value {
        Value::Bool(!self.is_truthy())
    }

    fn joined(&self, between: &str, other: &Value) -> Result<Value> {
        let mut text = self.to_css()?;
        text.push_str(between);
        other.write_css(&mut text, super::Style::default())?;
        Ok(Value::String(SassString::unquoted(text)))
    }

    fn prefixed(&self, prefix: &str) -> Result<Value> {
        let mut text = String::from(prefix);
        self.write_css(&mut text, super::Style::default())?;
        Ok(Value::String(SassString::unquoted(text)))
    }
}
