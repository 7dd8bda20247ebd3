//! Patterns that are part of the crate, compiled when they are first used.

use regex::Regex;
use std::sync::LazyLock;

/// A pattern of the crate's own, for a `static`.
pub(crate) type Pattern = LazyLock<Regex>;

/// Compiles a pattern.
///
/// # Panics
/// Where the source is no pattern, which is a mistake in the crate.
pub(crate) fn compiled(source: &str) -> Regex {
    Regex::new(source).unwrap_or_else(|error| panic!("{source}: {error}"))
}
