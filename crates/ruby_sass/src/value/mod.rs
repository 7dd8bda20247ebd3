//! SassScript values of Ruby Sass 3.7. Mirrors `Sass::Script::Value`.

mod color;
mod equality;
mod identity;
mod list;
mod number;
mod operators;
mod text;
mod write;

pub(crate) use color::{Color, rounded};
pub(crate) use list::{Keywords, List, Map, Separator};
pub(crate) use number::{Number, Units};
pub(crate) use operators::{Operator, operate, unary};
pub(crate) use text::{Text, quoted, unescaped};
pub(crate) use write::Form;

use crate::error::{SassResult, SyntaxError};
use crate::eval::Callable;
use hastie_sass_core::symbol::Symbol;
use smallvec::smallvec;
use std::rc::Rc;
use std::sync::Arc;

/// The result of a SassScript expression, such as `1px` or `(a, b)`. Clones share their contents, so they are cheap.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Number(Arc<Number>),
    Color(Arc<Color>),
    Text(Arc<Text>),
    List(Rc<List>),
    Map(Rc<Map>),
    Function(Rc<FunctionValue>),
}

/// A first-class function, as returned by `get-function()`.
#[derive(Clone, Debug)]
pub(crate) struct FunctionValue {
    pub(crate) name: Arc<str>,
    pub(crate) kind: FunctionKind,
}

/// The origin of a function value: a style sheet (`Defined`), Sass itself (`BuiltIn`) or plain CSS (`Css`). A call of a
/// `Css` function remains in the output.
#[derive(Clone, Debug)]
pub(crate) enum FunctionKind {
    Defined(Rc<Callable>),
    BuiltIn,
    Css,
}

impl Value {
    /// Creates a string that CSS shows without quotes.
    pub(crate) fn ident(text: impl Into<Arc<str>>) -> Value {
        Value::Text(Arc::new(Text { value: text.into(), quoted: false }))
    }

    /// Creates a string that CSS shows with quotes.
    pub(crate) fn string(text: impl Into<Arc<str>>) -> Value {
        Value::Text(Arc::new(Text { value: text.into(), quoted: true }))
    }

    /// A number without a unit.
    pub(crate) fn number(value: f64) -> Value {
        Value::Number(Arc::new(Number::new(value)))
    }

    /// A number with `unit` in the numerator, such as the result of `hue()` in `deg`.
    pub(crate) fn with_unit(value: f64, unit: &str) -> Value {
        Value::Number(Arc::new(Number::with_units(value, smallvec![Symbol::new(unit)], Units::new())))
    }

    /// Creates a list without brackets.
    pub(crate) fn list(items: Vec<Value>, separator: Separator) -> Value {
        Value::List(Rc::new(List::new(items, Some(separator))))
    }

    pub(crate) fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    /// Whether the value is neither `null` nor `false`. Even 0 and the empty string are true.
    pub(crate) fn truthy(&self) -> bool {
        !matches!(self, Value::Null | Value::Bool(false))
    }

    /// The elements of a list, or the pairs of a map. Any other value counts as a list with one element.
    pub(crate) fn items(&self) -> Vec<Value> {
        match self {
            Value::List(list) => list.items.clone(),
            Value::Map(map) => map.pairs().map(|(key, value)| pair(key, value)).collect(),
            other => vec![other.clone()],
        }
    }

    /// The number of elements in a list, or of pairs in a map. Any other value counts as one element.
    pub(crate) fn len(&self) -> usize {
        match self {
            Value::List(list) => list.items.len(),
            Value::Map(map) => map.len(),
            _ => 1,
        }
    }

    /// The element at a zero-based index: a pair for a map. Any other value counts as a list with one element. `None`
    /// after the last element.
    pub(crate) fn item(&self, index: usize) -> Option<Value> {
        match self {
            Value::List(list) => list.items.get(index).cloned(),
            Value::Map(map) => map.pairs().nth(index).map(|(key, value)| pair(key, value)),
            other => (index == 0).then(|| other.clone()),
        }
    }

    pub(crate) fn separator(&self) -> Option<Separator> {
        match self {
            Value::List(list) => list.separator,
            Value::Map(map) if !map.is_empty() => Some(Separator::Comma),
            _ => None,
        }
    }

    pub(crate) fn bracketed(&self) -> bool {
        matches!(self, Value::List(list) if list.bracketed)
    }

    /// The result of `type-of()`, such as `color`. The list of a rest parameter is an `arglist`, even without named
    /// arguments.
    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Bool(_) => "bool",
            Value::Number(_) => "number",
            Value::Color(_) => "color",
            Value::Text(_) => "string",
            Value::List(list) if list.keywords.is_some() => "arglist",
            Value::List(_) => "list",
            Value::Map(_) => "map",
            Value::Function(_) => "function",
        }
    }

    /// The value of a number that is an integer, without its unit: 2 for `2px`. Fails for all other values.
    pub(crate) fn whole(&self) -> SassResult<i64> {
        match self {
            Value::Number(number) if number.is_whole() => Ok(number.value as i64),
            other => Err(SyntaxError::new(format!("{} is not an integer.", other.inspect()))),
        }
    }

    /// Discards the original notation of a number, so that it is printed from its value. Other values are unchanged.
    pub(crate) fn computed(self) -> Value {
        match self {
            Value::Number(mut number) if number.written.is_some() => {
                Arc::make_mut(&mut number).written = None;
                Value::Number(number)
            }
            other => other,
        }
    }

    /// Marks a number. Compressed output then shortens `0.5` to `.5`, unless the number keeps its original notation.
    /// Other values are unchanged.
    pub(crate) fn styled(self) -> Value {
        match self {
            Value::Number(mut number) if !number.styled => {
                Arc::make_mut(&mut number).styled = true;
                Value::Number(number)
            }
            other => other,
        }
    }
}

fn pair(key: &Value, value: &Value) -> Value {
    Value::list(vec![key.clone(), value.clone()], Separator::Space)
}
