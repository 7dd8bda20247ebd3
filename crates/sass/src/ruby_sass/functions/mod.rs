//! The functions that Ruby Sass knows.

mod arguments;
mod change;
mod color;
mod list;
mod map;
mod meta;
mod number;
mod selector;
mod string;

pub(super) use arguments::{Known, call, find};
pub(super) use selector::selector_value;

use super::error::{Fault, Outcome};
use super::eval::{Evaluator, Positional};
use super::value::{Color, Number, Text, Value};
use crate::value::Extent;
use std::sync::Arc;

/// The arguments of a call, and the evaluator that it runs in.
struct Given<'e, 'a> {
    evaluator: &'e mut Evaluator<'a>,
    values: Positional,
    /// Keyword arguments that no parameter has, their names with `_`.
    keywords: Vec<(String, Value)>,
}

impl Given<'_, '_> {
    fn get(&self, at: usize) -> Value {
        self.values.get(at).cloned().unwrap_or(Value::Null)
    }

    fn has(&self, at: usize) -> bool {
        at < self.values.len()
    }

    fn css(&self, value: &Value) -> Outcome<String> {
        self.evaluator.css(value)
    }

    /// Values as CSS with commas between them.
    fn joined(&self) -> Outcome<String> {
        let together = Extent::around(self.values.iter().map(Value::extent));
        together.check().map_err(|error| Fault::new(error.message))?;
        let texts: Outcome<Vec<String>> = self.values.iter().map(|value| self.css(value)).collect();
        Ok(texts?.join(", "))
    }

    fn number(&self, at: usize, name: &str) -> Outcome<Arc<Number>> {
        match self.get(at) {
            Value::Number(number) => Ok(number),
            other => Err(wrong_type(&other, "number", name)),
        }
    }

    fn color(&self, at: usize, name: &str) -> Outcome<Arc<Color>> {
        match self.get(at) {
            Value::Color(color) => Ok(color),
            other => Err(wrong_type(&other, "color", name)),
        }
    }

    fn text(&self, at: usize, name: &str) -> Outcome<Arc<Text>> {
        match self.get(at) {
            Value::Text(text) => Ok(text),
            other => Err(wrong_type(&other, "string", name)),
        }
    }

    /// A number without units.
    fn unitless(&self, at: usize, name: &str) -> Outcome<f64> {
        let number = self.number(at, name)?;
        if number.is_unitless() {
            return Ok(number.value);
        }
        let text = number.text(self.evaluator.compressed);
        Err(Fault::argument(format!("Expected ${name} to be unitless but got {text}")))
    }

    /// The number if it lies in a range, its ends if it nearly does.
    fn within(&self, what: &str, (least, most): (f64, f64), number: &Number, unit: &str) -> Outcome<f64> {
        let value = number.value;
        let grace = |difference: f64| (-0.00001..=0.00001).contains(&difference);
        if (least..=most).contains(&value) {
            Ok(value)
        } else if grace(value - least) {
            Ok(least)
        } else if grace(value - most) {
            Ok(most)
        } else {
            let text = self.css(&Value::Number(Arc::new(number.clone())))?;
            Err(Fault::argument(format!("{what} {text} must be between {least}{unit} and {most}{unit}")))
        }
    }
}

fn wrong_type(value: &Value, wanted: &str, name: &str) -> Box<Fault> {
    let parameter = if name.is_empty() { String::new() } else { format!("${name}: ") };
    Fault::argument(format!("{parameter}{} is not a {wanted}", value.inspect()))
}
