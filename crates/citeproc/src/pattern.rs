//! Regular expressions used by the crate, compiled on first use.

use regex::Regex;
use std::sync::LazyLock;

/// A regular expression in a `static`, compiled when first used.
pub(crate) type Pattern = LazyLock<Regex>;

/// Compiles a regular expression that is written in the code of this crate.
///
/// # Panics
/// Panics if the source is not a valid regular expression, which is a bug.
pub(crate) fn compiled(source: &str) -> Regex {
    Regex::new(source).unwrap_or_else(|error| panic!("{source}: {error}"))
}
