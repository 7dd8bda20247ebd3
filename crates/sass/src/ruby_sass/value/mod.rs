//! SassScript values of Ruby Sass 3.7. Mirrors `Sass::Script::Value`.

mod color;
mod equality;
mod identity;
mod list;
mod number;
mod operators;
mod text;
mod write;

pub(super) use color::{Color, rounded};
pub(super) use list::{Keywords, List, Map, Separator};
pub(super) use number::{Number, Units};
pub(super) use operators::{Operator, operate, unary};
pub(super) use text::{Text, quoted, unescaped};
pub(super) use write::Form;

use super::error::{SassResult, SyntaxError};
use super::eval::Callable;
use crate::symbol::Symbol;
use smallvec::smallvec;
use std::rc::Rc;
use std::sync::Arc;

/// A value.
#[derive(Clone, Debug)]
pub(super) enum Value {
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
pub(super) struct FunctionValue {
    pub(super) name: Arc<str>,
    pub(super) kind: FunctionKind,
}

/// The kind of function.
#[derive(Clone, Debug)]
pub(super) enum FunctionKind {
    Defined(Rc<Callable>),
    BuiltIn,
    Css,
}

impl Value {
    /// Creates an unquoted string.
    pub(super) fn ident(text: impl Into<Arc<str>>) -> Value {
        Value::Text(Arc::new(Text { value: text.into(), quoted: false }))
    }

    /// Creates a quoted string.
    pub(super) fn string(text: impl Into<Arc<str>>) -> Value {
        Value::Text(Arc::new(Text { value: text.into(), quoted: true }))
    }

    /// Creates a number without a unit.
    pub(super) fn number(value: f64) -> Value {
        Value::Number(Arc::new(Number::new(value)))
    }

    /// Creates a number with a unit.
    pub(super) fn with_unit(value: f64, unit: &str) -> Value {
        Value::Number(Arc::new(Number::with_units(value, smallvec![Symbol::new(unit)], Units::new())))
    }

    /// Creates a list.
    pub(super) fn list(items: Vec<Value>, separator: Separator) -> Value {
        Value::List(Rc::new(List::new(items, Some(separator))))
    }

    pub(super) fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    /// Whether the value is truthy.
    pub(super) fn truthy(&self) -> bool {
        !matches!(self, Value::Null | Value::Bool(false))
    }

    /// The elements of a list, the pairs of a map, or the value itself.
    pub(super) fn items(&self) -> Vec<Value> {
        match self {
            Value::List(list) => list.items.clone(),
            Value::Map(map) => map.pairs().map(|(key, value)| pair(key, value)).collect(),
            other => vec![other.clone()],
        }
    }

    /// The number of its elements.
    pub(super) fn len(&self) -> usize {
        match self {
            Value::List(list) => list.items.len(),
            Value::Map(map) => map.len(),
            _ => 1,
        }
    }

    /// The element at a zero-based index.
    pub(super) fn item(&self, index: usize) -> Option<Value> {
        match self {
            Value::List(list) => list.items.get(index).cloned(),
            Value::Map(map) => map.pairs().nth(index).map(|(key, value)| pair(key, value)),
            other => (index == 0).then(|| other.clone()),
        }
    }

    pub(super) fn separator(&self) -> Option<Separator> {
        match self {
            Value::List(list) => list.separator,
            Value::Map(map) if !map.is_empty() => Some(Separator::Comma),
            _ => None,
        }
    }

    pub(super) fn bracketed(&self) -> bool {
        matches!(self, Value::List(list) if list.bracketed)
    }

    /// The name of its type.
    pub(super) fn type_name(&self) -> &'static str {
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

    /// The value of a number if it is an integer.
    pub(super) fn whole(&self) -> SassResult<i64> {
        match self {
            Value::Number(number) if number.is_whole() => Ok(number.value as i64),
            other => Err(SyntaxError::new(format!("{} is not an integer.", other.inspect()))),
        }
    }

    /// Discards the notation of a number. Other values are unchanged.
    pub(super) fn computed(self) -> Value {
        match self {
            Value::Number(mut number) if number.written.is_some() => {
                Arc::make_mut(&mut number).written = None;
                Value::Number(number)
            }
            other => other,
        }
    }

    /// Applies the output style to a number. Other values are unchanged.
    pub(super) fn styled(self) -> Value {
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
