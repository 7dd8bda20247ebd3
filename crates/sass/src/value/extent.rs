//! The depth and size of values, which are limited so that no traversal exhausts the stack or runs too long.
//!
//! A list can contain the same list several times. A few lines of Sass can therefore create a value with more elements
//! than fit in memory, without using any memory itself.

use super::Value;
use crate::{Error, Result};

/// The depth of a value, and the number of values in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    depth: u32,
    size: u32,
}

/// The maximum nesting depth of lists, maps and calculations.
const MAX_DEPTH: u32 = 500;
/// The maximum number of values in a value.
const MAX_SIZE: u32 = 4_000_000;
/// The maximum length of a string, in bytes.
const MAX_STRING: usize = 64 << 20;

impl Extent {
    /// The extent of a value that contains these.
    #[must_use]
    pub fn around(inner: impl IntoIterator<Item = Extent>) -> Extent {
        inner.into_iter().fold(Extent { depth: 1, size: 1 }, Extent::with)
    }

    /// The extent of a text that is weighted by its length, because a value may contain many.
    pub(crate) fn of_text(length: usize) -> Extent {
        Extent { depth: 0, size: u32::try_from(length / 4).unwrap_or(u32::MAX).max(1) }
    }

    /// The extent with an additional value inside.
    #[must_use]
    pub fn with(self, inner: Extent) -> Extent {
        Extent { depth: self.depth.max(inner.depth + 1), size: self.size.saturating_add(inner.size.max(1)) }
    }

    /// The extent with a value removed. The depth remains an upper bound.
    #[must_use]
    pub fn without(self, inner: Extent) -> Extent {
        Extent { size: self.size.saturating_sub(inner.size.max(1)), ..self }
    }

    /// Fails if the extent is too large for traversal.
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

/// Fails if a text is too long for a string.
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

    /// Fails if the value is nested too deeply or is too large for traversal.
    pub fn check_depth(&self) -> Result<()> {
        match self {
            Value::String(string) => check_text(&string.text),
            _ => self.extent().check(),
        }
    }
}
