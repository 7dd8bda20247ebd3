//! Equality and hashing of values, for `==` and for map keys.

use super::{Map, Value, fuzzy};
use std::hash::{Hash, Hasher};

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Null, Value::Null) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Number(a), Value::Number(b)) => a == b,
            (Value::String(a), Value::String(b)) => a == b,
            (Value::Color(a), Value::Color(b)) => a == b,
            (Value::Calculation(a), Value::Calculation(b)) => a == b,
            (Value::Function(a), Value::Function(b)) => a == b,
            (Value::Mixin(a), Value::Mixin(b)) => a == b,
            (Value::Map(a), Value::Map(b)) => same_map(a, b),
            (Value::Map(map), other) | (other, Value::Map(map)) => {
                map.is_empty() && other.list_parts().is_some_and(|(items, ..)| items.is_empty())
            }
            _ => self.list_parts().is_some() && self.list_parts() == other.list_parts(),
        }
    }
}

impl Eq for Value {}

fn same_map(a: &Map, b: &Map) -> bool {
    std::ptr::eq(a, b) || (a.len() == b.len() && a.iter().all(|(key, value)| b.get(key) == Some(value)))
}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Value::Null => state.write_u8(0),
            Value::Bool(value) => state.write_u8(1 + u8::from(*value)),
            Value::Number(number) => state.write_u64(fuzzy::hash_bits(number.canonical_value())),
            Value::String(string) => state.write(string.text.as_bytes()),
            Value::Color(color) => color.hash(state),
            Value::List(list) => hash_elements(&list.items, state),
            Value::ArgumentList(list) => hash_elements(&list.items, state),
            // The order of entries does not affect equality.
            Value::Map(map) => state.write_u64(map.len() as u64),
            Value::Calculation(calculation) => state.write(calculation.name.as_bytes()),
            Value::Function(function) => state.write(function.name().as_bytes()),
            Value::Mixin(mixin) => state.write(mixin.name().as_bytes()),
        }
    }
}

/// Hashes the elements of a list. An empty list has the same hash as an empty map.
fn hash_elements<H: Hasher>(elements: &[Value], state: &mut H) {
    state.write_u64(elements.len() as u64);
    for element in elements {
        element.hash(state);
    }
}
