//! Regular expressions used by the program, compiled on first use.

use regex::Regex;
use std::ops::Deref;
use std::sync::OnceLock;

/// A regular expression in a `static` variable, compiled on first use. `tests/suite/patterns.rs` checks that all
/// patterns compile.
#[derive(Debug)]
pub struct Pattern {
    source: &'static str,
    compiled: OnceLock<Regex>,
}

impl Pattern {
    /// Creates a pattern in the syntax of the crate `regex`.
    pub const fn new(source: &'static str) -> Self {
        Pattern { source, compiled: OnceLock::new() }
    }
}

impl Deref for Pattern {
    type Target = Regex;

    /// The compiled regular expression. The first call compiles it.
    ///
    /// # Panics
    /// Panics if the source is not a valid regular expression, which is a bug.
    fn deref(&self) -> &Regex {
        self.compiled.get_or_init(|| Regex::new(self.source).unwrap_or_else(|error| panic!("{}: {error}", self.source)))
    }
}
