//! The SassScript operators, such as `+` and `==`, and their results.

use super::number::{Number, UnitError, modulo};
use super::write::Form;
use super::{Color, Value};
use crate::error::{ErrorKind, SassResult, SyntaxError};
use std::sync::Arc;

/// An operator between two operands. The variants are named as in Ruby Sass, such as `Div` for `/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Plus,
    Minus,
    Times,
    Div,
    Mod,
    SingleEq,
    And,
    Or,
    Eq,
    Neq,
    Gt,
    Gte,
    Lt,
    Lte,
}

impl Operator {
    /// The operator's name in Ruby Sass, such as `plus`, for messages.
    fn name(self) -> &'static str {
        match self {
            Operator::Plus => "plus",
            Operator::Minus => "minus",
            Operator::Times => "times",
            Operator::Div => "div",
            Operator::Mod => "mod",
            Operator::SingleEq => "single_eq",
            Operator::And => "and",
            Operator::Or => "or",
            Operator::Eq => "eq",
            Operator::Neq => "neq",
            Operator::Gt => "gt",
            Operator::Gte => "gte",
            Operator::Lt => "lt",
            Operator::Lte => "lte",
        }
    }

    /// Whether the operator is `+`, `-`, `*`, `/` or `%`.
    pub(crate) fn is_arithmetic(self) -> bool {
        matches!(self, Operator::Plus | Operator::Minus | Operator::Times | Operator::Div | Operator::Mod)
    }

    /// The operator as written in SassScript, such as `!=` or `and`.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Operator::Plus => "+",
            Operator::Minus => "-",
            Operator::Times => "*",
            Operator::Div => "/",
            Operator::Mod => "%",
            Operator::SingleEq => "=",
            Operator::And => "and",
            Operator::Or => "or",
            Operator::Eq => "==",
            Operator::Neq => "!=",
            Operator::Gt => ">",
            Operator::Gte => ">=",
            Operator::Lt => "<",
            Operator::Lte => "<=",
        }
    }
}

impl From<UnitError> for Box<SyntaxError> {
    fn from(error: UnitError) -> Box<SyntaxError> {
        Box::new(SyntaxError { kind: ErrorKind::Units, ..*SyntaxError::new(error.0) })
    }
}

/// Evaluates a binary operator other than `and` and `or`, which are short-circuiting. `==` and `!=` accept all
/// operands. The other operators fail for operands that they do not accept, such as `null`, maps or incompatible units.
/// `compressed` is whether the output style is compressed, which affects operands that become strings.
pub(crate) fn operate(one: &Value, operator: Operator, two: &Value, compressed: bool) -> SassResult<Value> {
    match operator {
        Operator::Eq => return Ok(Value::Bool(one == two)),
        Operator::Neq => return Ok(Value::Bool(one != two)),
        _ => {}
    }
    if one.is_null() || two.is_null() {
        let (one, name, two) = (one.inspect(), operator.name(), two.inspect());
        return Err(SyntaxError::new(format!("Invalid null operation: \"{one} {name} {two}\".")));
    }
    match (one, two) {
        (Value::Number(one), Value::Number(two)) => {
            if let Some(value) = on_numbers(one, operator, two)? {
                return Ok(value);
            }
        }
        (Value::Number(_), Value::Color(color)) if matches!(operator, Operator::Plus | Operator::Times) => {
            return on_color(color, operator, one, compressed);
        }
        (Value::Color(color), Value::Number(_) | Value::Color(_)) => match operator {
            Operator::Plus | Operator::Minus | Operator::Times | Operator::Div | Operator::Mod => {
                return on_color(color, operator, two, compressed);
            }
            _ => {}
        },
        _ => {}
    }
    as_text(one, operator, two, compressed)
}

fn as_text(one: &Value, operator: Operator, two: &Value, compressed: bool) -> SassResult<Value> {
    let joined = |sign: &str| -> SassResult<Value> {
        let (one, two) = (one.css(Form::Css, compressed)?, two.css(Form::Css, compressed)?);
        Ok(Value::ident(format!("{one}{sign}{two}")))
    };
    match operator {
        Operator::Plus => {
            let first = match one {
                Value::Text(text) => text.value.to_string(),
                other => other.css(Form::Plain, compressed)?,
            };
            let (second, quoted) = match (one, two) {
                (Value::Text(one), Value::Text(two)) => (two.value.to_string(), one.quoted),
                (Value::Text(one), _) => (two.css(Form::Plain, compressed)?, one.quoted),
                (_, Value::Text(text)) => (two.css(Form::Plain, compressed)?, text.quoted),
                _ => (two.css(Form::Plain, compressed)?, false),
            };
            let text = first + &second;
            Ok(if quoted { Value::string(text) } else { Value::ident(text) })
        }
        Operator::Minus => joined("-"),
        Operator::Div => joined("/"),
        Operator::SingleEq => joined("="),
        _ => {
            let (one, two) = (one.css(Form::Css, compressed)?, two.css(Form::Css, compressed)?);
            Err(SyntaxError::new(format!("Undefined operation: \"{one} {} {two}\".", operator.name())))
        }
    }
}

fn on_numbers(one: &Arc<Number>, operator: Operator, two: &Arc<Number>) -> SassResult<Option<Value>> {
    let computed = |number: Number| Some(Value::Number(Arc::new(Number { styled: true, written: None, ..number })));
    let value = match operator {
        Operator::Plus | Operator::Minus | Operator::Mod => {
            if operator == Operator::Mod && two.value == 0.0 {
                return Ok(computed(Number::new(f64::NAN)));
            }
            let (first, second, like) = one.matched(two)?;
            let value = match operator {
                Operator::Plus => first + second,
                Operator::Minus => first - second,
                _ => modulo(first, second),
            };
            return Ok(computed(Number { value, ..like }));
        }
        Operator::Times => {
            let units = one.units.iter().chain(&two.units).copied().collect();
            let divisors = one.divisors.iter().chain(&two.divisors).copied().collect();
            return Ok(computed(Number::with_units(one.value * two.value, units, divisors)));
        }
        Operator::Div => {
            let units = one.units.iter().chain(&two.divisors).copied().collect();
            let divisors = one.divisors.iter().chain(&two.units).copied().collect();
            let mut number = Number::with_units(one.value / two.value, units, divisors);
            number.styled = true;
            if let (Some(one), Some(two)) = (&one.written, &two.written) {
                number.written = Some(format!("{one}/{two}").into());
            }
            return Ok(Some(Value::Number(Arc::new(number))));
        }
        Operator::Gt | Operator::Gte | Operator::Lt | Operator::Lte => {
            let (first, second, _) = one.matched(two)?;
            match operator {
                Operator::Gt => first > second,
                Operator::Gte => first >= second,
                Operator::Lt => first < second,
                _ => first <= second,
            }
        }
        _ => return Ok(None),
    };
    Ok(Some(Value::Bool(value)))
}

fn on_color(color: &Color, operator: Operator, other: &Value, compressed: bool) -> SassResult<Value> {
    let operands = match other {
        Value::Color(other) => other.rgb().map(f64::from),
        Value::Number(number) if number.is_unitless() => [number.value; 3],
        _ => {
            let verb = match operator {
                Operator::Plus => "add",
                Operator::Minus => "subtract",
                Operator::Times => "multiply",
                Operator::Div => "divide",
                _ => "modulo",
            };
            let (number, color) = (other.css(Form::Css, compressed)?, color.text(compressed));
            return Err(SyntaxError::new(format!(
                "Cannot {verb} a number with units ({number}) to a color ({color})."
            )));
        }
    };
    if let Value::Color(other) = other
        && other.alpha != color.alpha
    {
        let (one, two) = (color.text(compressed), other.text(compressed));
        return Err(SyntaxError::new(format!("Alpha channels must be equal: {one} {} {two}", operator.sign())));
    }
    let mut channels = color.rgb().map(f64::from);
    for (channel, operand) in channels.iter_mut().zip(operands) {
        let value = match operator {
            Operator::Plus => *channel + operand,
            Operator::Minus => *channel - operand,
            Operator::Times => *channel * operand,
            Operator::Div => *channel / operand,
            _ => modulo(*channel, operand),
        };
        *channel = value.clamp(0.0, 255.0);
    }
    Ok(Value::Color(Arc::new(Color::from_rgb(channels, color.alpha))))
}

/// Evaluates `not`, `+`, `-` or `/` before a value. `not` gives a boolean, and `+` or `-` before a number gives a
/// number. All other results are text such as `-a`. `compressed` is whether the output style is compressed, which
/// affects this text. If the result is text, fails for values that CSS cannot express, such as maps.
pub(crate) fn unary(operator: &str, value: &Value, compressed: bool) -> SassResult<Value> {
    match (operator, value) {
        ("not", value) => Ok(Value::Bool(!value.truthy())),
        ("+", Value::Number(_)) => Ok(value.clone()),
        ("-", Value::Number(number)) => {
            let negated = Number { value: -number.value, written: None, styled: false, ..(**number).clone() };
            Ok(Value::Number(Arc::new(negated)))
        }
        (operator, value) => Ok(Value::ident(format!("{operator}{}", value.css(Form::Css, compressed)?))),
    }
}
