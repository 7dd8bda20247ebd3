//! Filters: what the texts of a bibliography go through before they are shown.

use crate::{latex, ruby};

/// A way to rewrite the text of a value.
pub trait Filter: Send + Sync {
    /// The text rewritten.
    fn apply(&self, text: &str) -> String;
}

/// LaTeX to text: see [`latex::decode`].
#[derive(Debug, Clone, Copy, Default)]
pub struct Latex;

impl Filter for Latex {
    fn apply(&self, text: &str) -> String {
        latex::decode(text)
    }
}

/// A line break, with the space after it, to one space.
#[derive(Debug, Clone, Copy, Default)]
pub struct LineBreaks;

impl Filter for LineBreaks {
    fn apply(&self, text: &str) -> String {
        strip_line_breaks(text)
    }
}

/// A text whose line breaks, with the space after them, are one space each.
pub(crate) fn strip_line_breaks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\n') {
        out.push_str(&rest[..at]);
        out.push(' ');
        rest = rest[at..].trim_start_matches(ruby::is_space);
    }
    out.push_str(rest);
    out
}
