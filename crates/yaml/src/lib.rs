#![doc = include_str!("../README.md")]
//!
//! ## Layers
//!
//! - `events`: libyaml's parser behind a safe iterator; the only module with unsafe code;
//! - `scalar`: what a plain scalar means (SafeYAML's rules, which are neither YAML 1.1's nor 1.2's);
//! - `build`: how events become hashes and arrays, with the habits of SafeYAML's event handler.
//!
//! Not for writing YAML, and not for typed data: a site's values have no schema.

mod build;
mod events;
mod scalar;

use hastie_value::{ErrorKind, Value};
use std::fmt;

/// The deepest nesting of arrays and hashes. What reads values recurses, so the depth is bounded here.
pub const MAX_DEPTH: usize = 256;

/// `SafeYAML.load(text, file)`: the first document of `text`.
///
/// A text without any document (empty, or comments only) gives `false`, as in Ruby. `file` is only named in errors;
/// Psych writes `<unknown>` where there is none.
///
/// # Errors
/// Fails if Ruby raises: a syntax error (also invalid UTF-8), a merge key with something else than a hash, a float
/// with misplaced underscores. Besides: values nested deeper than [`MAX_DEPTH`].
///
/// A hash that holds itself, which a merge key makes of an alias to what is around it, is cut: it stands within itself
/// with its scalars only.
pub fn load(text: &[u8], file: Option<&str>) -> Result<Value, Error> {
    build::load(text).map(|(value, _)| value).map_err(|failure| Error::new(failure, file.unwrap_or("<unknown>")))
}

/// [`load`] for who writes all of a value out: one that holds itself has no end, and is an error.
///
/// # Errors
/// Those of [`load`], and a value that holds itself.
pub fn load_finite(text: &[u8], file: Option<&str>) -> Result<Value, Error> {
    let finite = |(value, cyclic)| match cyclic {
        false => Ok(value),
        true => Err(Failure::raised(ErrorKind::SystemStack, "a YAML alias makes a value that holds itself")),
    };
    build::load(text).and_then(finite).map_err(|failure| Error::new(failure, file.unwrap_or("<unknown>")))
}

/// `SafeYAML.load_file`: the first document of a file's bytes. A byte order mark at the start is cut off, where
/// [`load`] would count it as a column.
///
/// # Errors
/// Same as [`load`].
pub fn load_file(bytes: &[u8], file: &str) -> Result<Value, Error> {
    load(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes), Some(file))
}

/// The reason why a text could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Error {
    /// The kind: the class of Ruby's exception.
    pub kind: ErrorKind,
    /// Ruby's message, place included where it is a syntax error.
    pub message: String,
    /// The line of the place that the message names, counted from 1; 0 where it names none.
    pub line: usize,
    /// The column in characters, counted from 1; 0 where there is none.
    pub column: usize,
}

impl Error {
    fn new(failure: Failure, file: &str) -> Self {
        match failure {
            Failure::Syntax { problem, line, column } => Error {
                kind: ErrorKind::PsychSyntax,
                message: format!("({file}): {problem} at line {line} column {column}"),
                line,
                column,
            },
            Failure::Raised { kind, message } => Error { kind, message, line: 0, column: 0 },
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// An error before it knows its file.
#[derive(Debug)]
enum Failure {
    Syntax { problem: String, line: usize, column: usize },
    Raised { kind: ErrorKind, message: String },
}

impl Failure {
    fn raised(kind: impl Into<ErrorKind>, message: impl Into<String>) -> Self {
        Failure::Raised { kind: kind.into(), message: message.into() }
    }
}
