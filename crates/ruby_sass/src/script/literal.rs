//! Literal values, which threads can share. They include neither lists nor functions.

use crate::value::{Color, Number, Text, Value};
use std::sync::Arc;

/// A value in the source, such as `1px`, in a form that threads can share.
#[derive(Clone, Debug)]
pub(crate) enum Literal {
    Null,
    Bool(bool),
    Number(Arc<Number>),
    Color(Arc<Color>),
    Text(Arc<Text>),
}

impl Literal {
    /// Creates a literal for a string that CSS shows without quotes.
    pub(crate) fn ident(text: impl Into<Arc<str>>) -> Literal {
        Literal::Text(Arc::new(Text { value: text.into(), quoted: false }))
    }

    /// Creates a literal for a string that CSS shows with quotes.
    pub(crate) fn string(text: impl Into<Arc<str>>) -> Literal {
        Literal::Text(Arc::new(Text { value: text.into(), quoted: true }))
    }

    /// Discards the original notation of a number, such as `1.50`. Other literals are unchanged.
    pub(crate) fn compute(&mut self) {
        if let Literal::Number(number) = self
            && number.written.is_some()
        {
            Arc::make_mut(number).written = None;
        }
    }

    pub(crate) fn value(&self) -> Value {
        match self {
            Literal::Null => Value::Null,
            Literal::Bool(value) => Value::Bool(*value),
            Literal::Number(number) => Value::Number(Arc::clone(number)),
            Literal::Color(color) => Value::Color(Arc::clone(color)),
            Literal::Text(text) => Value::Text(Arc::clone(text)),
        }
    }
}
