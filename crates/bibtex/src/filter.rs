//! Filters that convert the text of values.

use crate::{latex, ruby};

/// A conversion of the text of field values, such as from LaTeX to plain text.
pub trait Filter: Send + Sync {
    /// Converts one string of a value, or one part of a name.
    fn apply(&self, text: &str) -> String;
}

/// Converts LaTeX to plain text. See [`latex::decode`].
#[derive(Debug, Clone, Copy, Default)]
pub struct Latex;

impl Filter for Latex {
    fn apply(&self, text: &str) -> String {
        latex::decode(text)
    }
}

/// Replaces each `\n`, together with the white space after it, with one space. `a\n\n b` becomes `a b`.
#[derive(Debug, Clone, Copy, Default)]
pub struct LineBreaks;

impl Filter for LineBreaks {
    fn apply(&self, text: &str) -> String {
        strip_line_breaks(text)
    }
}

/// Replaces each `\n`, together with the white space after it, with one space. `a\n\n b` becomes `a b`.
pub(crate) fn strip_line_breaks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(position) = rest.find('\n') {
        out.push_str(&rest[..position]);
        out.push(' ');
        rest = rest[position..].trim_start_matches(ruby::is_space);
    }
    out.push_str(rest);
    out
}
