//! Equality of values, for `==` and for the keys of maps.

use super::{Color, FunctionKind, List, Map, Value};
use std::rc::Rc;

impl PartialEq for Value {
    /// SassScript's `==`.
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Null, Value::Null) => true,
            (Value::Bool(one), Value::Bool(two)) => one == two,
            (Value::Number(one), Value::Number(two)) => one.equals(two),
            (Value::Color(one), Value::Color(two)) => one == two,
            (Value::Text(one), Value::Text(two)) => one.value == two.value,
            (Value::List(one), Value::List(two)) => one == two,
            (Value::Map(one), Value::Map(two)) => one == two,
            (Value::Function(one), Value::Function(two)) => match (&one.kind, &two.kind) {
                (FunctionKind::Defined(one), FunctionKind::Defined(two)) => Rc::ptr_eq(one, two),
                (FunctionKind::BuiltIn, FunctionKind::BuiltIn) | (FunctionKind::Css, FunctionKind::Css) => {
                    one.name == two.name
                }
                _ => false,
            },
            _ => false,
        }
    }
}

impl Value {
    /// Whether two values are the same map key. Numbers with different units are different keys: `1in` equals `96px`,
    /// but is another key. Numbers in lists are compared as by `==`.
    pub(crate) fn is_same_key(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Number(one), Value::Number(two)) => {
                one.value == two.value && one.units == two.units && one.divisors == two.divisors
            }
            _ => self == other,
        }
    }
}

impl PartialEq for Color {
    fn eq(&self, other: &Color) -> bool {
        self.rgb() == other.rgb() && self.alpha == other.alpha
    }
}

impl PartialEq for List {
    fn eq(&self, other: &List) -> bool {
        self.items == other.items && self.separator == other.separator && self.bracketed == other.bracketed
    }
}

impl PartialEq for Map {
    fn eq(&self, other: &Map) -> bool {
        self.len() == other.len() && self.pairs().all(|(key, value)| other.get(key) == Some(value))
    }
}
