//! The identity of values: whether two values are indistinguishable, so that cached results can be shared.

use super::{Color, FunctionKind, Number, Value};
use hastie_sass_core::symbol::FastHasher;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

/// The maximum number of elements of a list or map that are hashed.
const HASHED: usize = 4;

impl Value {
    /// Whether two values are identical, including their notation. Each comparison takes 1 from `budget`. The result is
    /// false when nothing is left. Argument lists are identical only if they are the same object.
    pub(crate) fn is_identical(&self, other: &Value, budget: &mut u32) -> bool {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        match (self, other) {
            (Value::Null, Value::Null) => true,
            (Value::Bool(one), Value::Bool(two)) => one == two,
            (Value::Number(one), Value::Number(two)) => Arc::ptr_eq(one, two) || one.is_identical(two),
            (Value::Color(one), Value::Color(two)) => Arc::ptr_eq(one, two) || one.is_identical(two),
            (Value::Text(one), Value::Text(two)) => {
                Arc::ptr_eq(one, two) || (one.quoted == two.quoted && one.value == two.value)
            }
            (Value::List(one), Value::List(two)) => {
                let alike = one.separator == two.separator && one.bracketed == two.bracketed;
                let plain = one.keywords.is_none() && two.keywords.is_none();
                Rc::ptr_eq(one, two)
                    || (alike
                        && plain
                        && one.items.len() == two.items.len()
                        && one.items.iter().zip(&two.items).all(|(one, two)| one.is_identical(two, budget)))
            }
            (Value::Map(one), Value::Map(two)) => {
                Rc::ptr_eq(one, two)
                    || (one.len() == two.len()
                        && one.pairs().zip(two.pairs()).all(|((key, value), (other_key, other_value))| {
                            key.is_identical(other_key, budget) && value.is_identical(other_value, budget)
                        }))
            }
            (Value::Function(one), Value::Function(two)) => {
                let same = match (&one.kind, &two.kind) {
                    (FunctionKind::Defined(one), FunctionKind::Defined(two)) => Rc::ptr_eq(one, two),
                    (FunctionKind::BuiltIn, FunctionKind::BuiltIn) | (FunctionKind::Css, FunctionKind::Css) => true,
                    _ => false,
                };
                same && one.name == two.name
            }
            _ => false,
        }
    }

    /// Hashes the value. Of a list or map, only the length and the first elements count, and only to a depth of `depth`
    /// levels. Identical values have the same hash.
    pub(crate) fn hash_shallow(&self, hasher: &mut FastHasher, depth: u8) {
        std::mem::discriminant(self).hash(hasher);
        match self {
            Value::Null => {}
            Value::Bool(value) => value.hash(hasher),
            Value::Number(number) => hasher.write_u64(number.value.to_bits()),
            Value::Color(color) => {
                color.rgb.hash(hasher);
                hasher.write_u64(color.alpha.to_bits());
            }
            Value::Text(text) => text.value.hash(hasher),
            Value::List(list) => {
                hasher.write_usize(list.items.len());
                if depth > 0 {
                    list.items.iter().take(HASHED).for_each(|item| item.hash_shallow(hasher, depth - 1));
                }
            }
            Value::Map(map) => {
                hasher.write_usize(map.len());
                if depth > 0 {
                    for (key, value) in map.pairs().take(HASHED) {
                        key.hash_shallow(hasher, depth - 1);
                        value.hash_shallow(hasher, depth - 1);
                    }
                }
            }
            Value::Function(function) => function.name.hash(hasher),
        }
    }

    /// Subtracts the approximate size of the value in bytes from `room`. Returns false if `room` is too small. Also
    /// returns false for an argument list, because reading its keywords has an effect.
    pub(crate) fn fits_in(&self, room: &mut u64) -> bool {
        let own = match self {
            Value::Text(text) => text.value.len(),
            Value::List(list) => list.items.len() * size_of::<Value>(),
            Value::Map(map) => map.len() * 2 * size_of::<Value>(),
            _ => 0,
        };
        let Some(left) = room.checked_sub((own + size_of::<Number>()) as u64) else { return false };
        *room = left;
        match self {
            Value::List(list) => list.keywords.is_none() && list.items.iter().all(|item| item.fits_in(room)),
            Value::Map(map) => map.pairs().all(|(key, value)| key.fits_in(room) && value.fits_in(room)),
            _ => true,
        }
    }
}

impl Number {
    fn is_identical(&self, other: &Number) -> bool {
        self.value.to_bits() == other.value.to_bits()
            && self.units == other.units
            && self.divisors == other.divisors
            && self.written == other.written
            && self.styled == other.styled
    }
}

impl Color {
    fn is_identical(&self, other: &Color) -> bool {
        let bits = |color: &Color| color.hsl.map(|hsl| hsl.map(f64::to_bits));
        self.rgb == other.rgb
            && bits(self) == bits(other)
            && self.alpha.to_bits() == other.alpha.to_bits()
            && self.written == other.written
    }
}
