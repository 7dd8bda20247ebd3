//! The depth and size of values, so that no walk through a value runs out of stack or time.
//!
//! A list can contain one other list several times, so a few lines of Sass can make a value that has more elements than
//! any machine has memory for, without taking any memory itself.

use super::Value;
use crate::{Error, Result};

/// The depth and the number of values of a value with all that it contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    depth: u32,
    size: u32,
}

/// The deepest nesting of lists, maps and calculations.
const MAX_DEPTH: u32 = 500;
/// The largest number of values in a value.
const MAX_SIZE: u32 = 4_000_000;
/// The longest string, in bytes.
const MAX_STRING: usize = 64 << 20;

impl Extent {
    /// The extent of a value around these.
    #[must_use]
    pub fn around(inner: impl IntoIterator<Item = Extent>) -> Extent {
        inner.into_iter().fold(Extent { depth: 1, size: 1 }, Extent::with)
    }

    /// The extent of a text that counts with its length, where many can stand in one value.
    pub(crate) fn of_text(length: usize) -> Extent {
        Extent { depth: 0, size: u32::try_from(length / 4).unwrap_or(u32::MAX).max(1) }
    }

    /// The extent with one more value inside.
    #[must_use]
    pub fn with(self, inner: Extent) -> Extent {
        Extent { depth: self.depth.max(inner.depth + 1), size: self.size.saturating_add(inner.size.max(1)) }
    }

    /// The extent with one value less inside. The depth stays an upper bound.
    #[must_use]
    pub fn without(self, inner: Extent) -> Extent {
        Extent { size: self.size.saturating_sub(inner.size.max(1)), ..self }
    }

    /// Fails where the extent is more than can be walked through safely.
    pub fn check(self) -> Result<()> {
        if self.depth > MAX_DEPTH {
            return Err(Error::message("Values are nested too deeply."));
        }
        if self.size > MAX_SIZE {
            return Err(Error::message("Values are too large."));
        }
        Ok(())
    }
}

/// Fails where a text is longer than a string can be.
pub(super) fn check_text(text: &str) -> Result<()> {
    if text.len() > MAX_STRING { Err(Error::message("Strings are too long.")) } else { Ok(()) }
}

impl Value {
    /// The depth and size of the value.
    #[must_use]
    pub fn extent(&self) -> Extent {
        match self {
            Value::List(list) => list.extent(),
            Value::ArgumentList(list) => list.extent(),
            Value::Map(map) => map.extent(),
            Value::Calculation(calculation) => calculation.extent(),
            _ => Extent::default(),
        }
    }

    /// Fails where the value is nested deeper, or is larger, than can be walked through safely.
    pub fn check_depth(&self) -> Result<()> {
        match self {
            Value::String(string) => check_text(&string.text),
            _ => self.extent().check(),
        }
    }
}
