#![doc = include_str!("../README.md")]
//!
//! ## From text to values
//!
//! - `events`: libyaml's parser behind a safe iterator. Only this module and `emitter` have unsafe code.
//! - `scalar`: the value of a plain scalar, by SafeYAML's rules, which are neither YAML 1.1 nor 1.2.
//! - `build`: builds hashes and arrays from events, with the quirks of SafeYAML's event handler.
//!
//! - `psych`: Ruby's own library for YAML, which reads some values differently. It also writes YAML, with `emitter`.
//!
//! This crate does not support typed data, because a site's values have no schema.

mod build;
mod emitter;
mod events;
mod lines;
pub mod psych;
mod scalar;

pub use lines::{SEPARATOR, lines};

use hastie_value::{ErrorKind, Value};
use std::fmt;

/// The maximum nesting of arrays and hashes. Deeper values could overflow the stack of recursive code that reads them.
pub const MAX_DEPTH: usize = 256;

/// `SafeYAML.load(text, file)`: loads the first document of `text`.
///
/// As in Ruby, a text without a document (empty, or only comments) gives `false`. Errors contain `file`. Without
/// `file`, they contain `<unknown>`, as in Psych.
///
/// A hash or array that contains itself, through an alias, is truncated: the inner copy only contains its scalars.
///
/// # Errors
/// Fails if Ruby raises: on a syntax error (including invalid UTF-8), a merge key whose value is not a hash, or a float
/// with misplaced underscores. Also fails if values are nested deeper than [`MAX_DEPTH`], or if aliases repeat values
/// so often that the result is too large.
pub fn load(text: &[u8], file: Option<&str>) -> Result<Value, Error> {
    build::load(text).map(|(value, _)| value).map_err(|failure| Error::new(failure, file.unwrap_or("<unknown>")))
}

/// Like [`load`], but a hash or array that contains itself is an error.
///
/// # Errors
/// Same as [`load`], and if a hash or array contains itself.
pub fn load_finite(text: &[u8], file: Option<&str>) -> Result<Value, Error> {
    let finite = |(value, cyclic)| match cyclic {
        false => Ok(value),
        true => Err(Failure::raised(ErrorKind::SystemStack, "a YAML alias creates a value that contains itself")),
    };
    build::load(text).and_then(finite).map_err(|failure| Error::new(failure, file.unwrap_or("<unknown>")))
}

/// `SafeYAML.load_file`: loads the first document of a file. Removes a byte order mark at the start, which [`load`]
/// would count as a column.
///
/// # Errors
/// Same as [`load`].
pub fn load_file(bytes: &[u8], file: &str) -> Result<Value, Error> {
    load(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes), Some(file))
}

/// The reason why a text could not be loaded, with the class and the message of Ruby's exception.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Error {
    /// The kind: the class of the Ruby exception.
    pub kind: ErrorKind,
    /// Ruby's message, which includes the location for a syntax error.
    pub message: String,
    /// The line in the message, starting at 1. 0 if the message names no line.
    pub line: usize,
    /// The column in characters, starting at 1. 0 if the message names no column.
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

/// An error in a YAML text, to which the name of the file is added later.
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
