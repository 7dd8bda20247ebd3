//! The depth and size of values, which are limited so that no traversal exhausts the stack or runs too long.

use super::Value;
use crate::{Error, Result};
use hastie_sass_core::tree_size::{TooLarge, TreeSize, check_text};

impl From<TooLarge> for Box<Error> {
    fn from(TooLarge(message): TooLarge) -> Box<Error> {
        Error::message(message)
    }
}

impl Value {
    /// The nesting depth of a list, map or calculation, and the number of values in it. For other values, both are 0.
    /// `TreeSize::check` fails if one of the two is too large.
    #[must_use]
    pub fn tree_size(&self) -> TreeSize {
        match self {
            Value::List(list) => list.tree_size(),
            Value::ArgumentList(list) => list.tree_size(),
            Value::Map(map) => map.tree_size(),
            Value::Calculation(calculation) => calculation.tree_size(),
            _ => TreeSize::default(),
        }
    }

    /// The approximate work of a traversal. For a string, a quarter of its bytes (at least 1). For a list, map or
    /// calculation, the number of values in it. Otherwise 0.
    #[must_use]
    pub fn work(&self) -> u64 {
        match self {
            Value::String(string) => TreeSize::of_text(string.text.len()).nodes(),
            _ => self.tree_size().nodes(),
        }
    }

    /// Fails if the value is nested too deeply or is too large for traversal.
    pub fn check_depth(&self) -> Result<()> {
        match self {
            Value::String(string) => check_text(&string.text)?,
            _ => self.tree_size().check()?,
        }
        Ok(())
    }
}
