//! The identity of values: whether two values are indistinguishable in Sass, which is stricter than equality.

use super::{Color, Value};
use std::hash::Hasher;
use std::rc::Rc;
use std::sync::Arc;

/// The approximate size of a value without its text, in bytes.
const VALUE: u64 = 32;

/// The maximum number of elements of a list or map that are hashed.
const MAX_HASHED: usize = 24;

impl Value {
    /// Whether the values are indistinguishable by `==` and by their output. Each comparison takes 1 from `budget`. The
    /// result is false if the budget does not suffice. Argument lists and calculations are identical only if they are
    /// clones of one object.
    pub(crate) fn is_identical(&self, other: &Value, budget: &mut u32) -> bool {
        let Some(left) = budget.checked_sub(1) else { return false };
        *budget = left;
        match (self, other) {
            (Value::Null, Value::Null) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Number(a), Value::Number(b)) => a.is_identical(b),
            (Value::String(a), Value::String(b)) => {
                a.quoted == b.quoted && (Arc::ptr_eq(&a.text, &b.text) || a.text == b.text)
            }
            (Value::Color(a), Value::Color(b)) => Rc::ptr_eq(a, b) || same_color(a, b),
            (Value::List(a), Value::List(b)) => {
                Rc::ptr_eq(a, b)
                    || (a.items.len() == b.items.len()
                        && a.separator == b.separator
                        && a.brackets == b.brackets
                        && a.items.iter().zip(&b.items).all(|(a, b)| a.is_identical(b, budget)))
            }
            (Value::Map(a), Value::Map(b)) => {
                Rc::ptr_eq(a, b)
                    || (a.len() == b.len()
                        && a.iter().zip(b.iter()).all(|((key, value), (other_key, other))| {
                            key.is_identical(other_key, budget) && value.is_identical(other, budget)
                        }))
            }
            (Value::ArgumentList(a), Value::ArgumentList(b)) => Rc::ptr_eq(a, b),
            (Value::Calculation(a), Value::Calculation(b)) => Rc::ptr_eq(a, b),
            (Value::Function(a), Value::Function(b)) | (Value::Mixin(a), Value::Mixin(b)) => a == b,
            _ => false,
        }
    }

    /// Subtracts the approximate size of the value and its contents from `room`, in bytes. Returns false if there is
    /// not enough room.
    pub(crate) fn fits_in(&self, room: &mut u64) -> bool {
        let text = if let Value::String(string) = self { string.text.len() as u64 } else { 0 };
        let Some(left) = room.checked_sub(VALUE + text) else { return false };
        *room = left;
        match self {
            Value::Map(map) => map.iter().all(|(key, value)| key.fits_in(room) && value.fits_in(room)),
            _ => self.list_parts().is_none_or(|(items, ..)| items.iter().all(|item| item.fits_in(room))),
        }
    }

    /// Hashes the value. Of a list or map, only the first elements count, and only to a depth of `depth` levels.
    /// Identical values have the same hash.
    pub(crate) fn hash_shallow<H: Hasher>(&self, state: &mut H, depth: u32) {
        match self {
            Value::Null => state.write_u8(0),
            Value::Bool(value) => state.write_u8(1 + u8::from(*value)),
            Value::Number(number) => state.write_u64(number.value.to_bits()),
            Value::String(string) => state.write(string.text.as_bytes()),
            Value::Color(color) => {
                for channel in color.channels.iter().chain([&color.alpha]).flatten() {
                    state.write_u64(channel.to_bits());
                }
            }
            Value::List(list) => {
                state.write_usize(list.items.len());
                for item in list.items.iter().take(if depth > 0 { MAX_HASHED } else { 0 }) {
                    item.hash_shallow(state, depth - 1);
                }
            }
            Value::Map(map) => {
                state.write_usize(map.len());
                for (key, value) in map.iter().take(if depth > 0 { MAX_HASHED } else { 0 }) {
                    key.hash_shallow(state, depth - 1);
                    value.hash_shallow(state, depth - 1);
                }
            }
            Value::ArgumentList(list) => state.write_usize(list.items.len()),
            Value::Calculation(_) | Value::Function(_) | Value::Mixin(_) => state.write_u8(3),
        }
    }
}

fn same_color(a: &Color, b: &Color) -> bool {
    let bits = |color: &Color| {
        let [first, second, third] = color.channels;
        [first, second, third, color.alpha].map(|channel| channel.map(f64::to_bits))
    };
    a.space == b.space && bits(a) == bits(b) && a.format == b.format
}
