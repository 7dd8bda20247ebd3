//! Values as a style sheet has them written down, which threads can share: neither lists nor functions.

use super::super::value::{Color, Number, Text, Value};
use std::sync::Arc;

/// A value that is written down.
#[derive(Clone, Debug)]
pub(crate) enum Literal {
    Null,
    Bool(bool),
    Number(Arc<Number>),
    Color(Arc<Color>),
    Text(Arc<Text>),
}

impl Literal {
    /// An unquoted string.
    pub(crate) fn ident(text: impl Into<Arc<str>>) -> Literal {
        Literal::Text(Arc::new(Text { value: text.into(), quoted: false }))
    }

    /// A quoted string.
    pub(crate) fn string(text: impl Into<Arc<str>>) -> Literal {
        Literal::Text(Arc::new(Text { value: text.into(), quoted: true }))
    }

    /// Forgets how a number was written.
    pub(crate) fn compute(&mut self) {
        if let Literal::Number(number) = self
            && number.written.is_some()
        {
            Arc::make_mut(number).written = None;
        }
    }

    /// Its value.
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
