//! Built-in functions. Mirrors `Sass::Script::Functions`.

mod arguments;
mod change;
mod color;
mod list;
mod map;
mod meta;
mod number;
mod selector;
mod string;

pub(crate) use arguments::{Builtin, call, find};
pub(crate) use selector::selector_value;

use crate::error::{SassResult, SyntaxError};
use crate::eval::{Evaluator, Positional};
use crate::value::{Color, Number, Text, Value};
use hastie_sass_core::tree_size::TreeSize;
use std::sync::Arc;

/// The arguments of a call, and the evaluator.
struct CallContext<'e, 'a> {
    evaluator: &'e mut Evaluator<'a>,
    values: Positional,
    /// Named arguments without a parameter. Names are written with `_`.
    keywords: Vec<(String, Value)>,
}

impl CallContext<'_, '_> {
    fn get(&self, index: usize) -> Value {
        self.values.get(index).cloned().unwrap_or(Value::Null)
    }

    fn has(&self, index: usize) -> bool {
        index < self.values.len()
    }

    fn css(&self, value: &Value) -> SassResult<String> {
        self.evaluator.css(value)
    }

    /// The arguments as CSS, separated by commas.
    fn joined(&self) -> SassResult<String> {
        TreeSize::containing(self.values.iter().map(Value::tree_size)).check()?;
        let texts: SassResult<Vec<String>> = self.values.iter().map(|value| self.css(value)).collect();
        Ok(texts?.join(", "))
    }

    fn number(&self, index: usize, name: &str) -> SassResult<Arc<Number>> {
        match self.get(index) {
            Value::Number(number) => Ok(number),
            other => Err(wrong_type(&other, "number", name)),
        }
    }

    fn color(&self, index: usize, name: &str) -> SassResult<Arc<Color>> {
        match self.get(index) {
            Value::Color(color) => Ok(color),
            other => Err(wrong_type(&other, "color", name)),
        }
    }

    fn text(&self, index: usize, name: &str) -> SassResult<Arc<Text>> {
        match self.get(index) {
            Value::Text(text) => Ok(text),
            other => Err(wrong_type(&other, "string", name)),
        }
    }

    /// The argument at `index`, which must be a number without units.
    fn unitless(&self, index: usize, name: &str) -> SassResult<f64> {
        let number = self.number(index, name)?;
        if number.is_unitless() {
            return Ok(number.value);
        }
        let text = number.text(self.evaluator.compressed);
        Err(SyntaxError::argument(format!("Expected ${name} to be unitless but got {text}")))
    }

    /// The value of a number between `least` and `most`. If the value is only slightly outside of this range, the
    /// nearest bound. Fails for all other numbers.
    fn within(&self, what: &str, (least, most): (f64, f64), number: &Number, unit: &str) -> SassResult<f64> {
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
            Err(SyntaxError::argument(format!("{what} {text} must be between {least}{unit} and {most}{unit}")))
        }
    }
}

fn wrong_type(value: &Value, wanted: &str, name: &str) -> Box<SyntaxError> {
    let parameter = if name.is_empty() { String::new() } else { format!("${name}: ") };
    SyntaxError::argument(format!("{parameter}{} is not a {wanted}", value.inspect()))
}
