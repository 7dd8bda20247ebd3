//! Patterns that are part of the program, compiled when they are first used.

use regex::Regex;
use std::ops::Deref;
use std::sync::OnceLock;

/// A regular expression of the program's own, for a `static`. `tests/suite/patterns.rs` compiles every one of them.
#[derive(Debug)]
pub struct Pattern {
    source: &'static str,
    compiled: OnceLock<Regex>,
}

impl Pattern {
    /// A pattern in the syntax of the crate `regex`.
    pub const fn new(source: &'static str) -> Self {
        Pattern { source, compiled: OnceLock::new() }
    }
}

impl Deref for Pattern {
    type Target = Regex;

    /// # Panics
    /// Where the source is no pattern, which is a mistake in the program.
    fn deref(&self) -> &Regex {
        self.compiled.get_or_init(|| Regex::new(self.source).unwrap_or_else(|error| panic!("{}: {error}", self.source)))
    }
}
