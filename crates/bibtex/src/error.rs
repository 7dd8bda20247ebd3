//! Errors, which end the parsing of a bibliography, and warnings, which affect one object.

use std::fmt;

/// A missing key or an unexpected token, which ends the parsing of a bibliography.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Error {
    /// The cause, for callers that treat some errors differently.
    pub kind: ErrorKind,
    /// The line where the error was detected, starting at 1.
    pub line: usize,
    /// The key of the current entry, if known.
    pub key: Option<String>,
}

/// The mistakes that end the parsing of a bibliography: an entry without a key, or a token in a wrong place. All other
/// mistakes are [warnings](Warning).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An entry without a key, such as `@article{title = {A}}`.
    MissingKey,
    /// A token in a place where the grammar does not allow it.
    Unexpected {
        /// The text of the token.
        found: String,
        /// The kind of token, with bibtex-ruby's name.
        token: &'static str,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ErrorKind::MissingKey => write!(f, "Failed to parse BibTeX entry: cite-key missing"),
            ErrorKind::Unexpected { found, token } => {
                write!(f, "Failed to parse BibTeX on value {found:?} ({token})")
            }
        }
    }
}

impl std::error::Error for Error {}

/// A mistake in one object, such as an unmatched `}` in a string in quotes. The object is lost, but the objects after
/// it are parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Warning {
    /// The message, such as `unterminated string`.
    pub message: String,
    /// The line where the error was detected, starting at 1.
    pub line: usize,
    /// The key of the lost entry, if known.
    pub key: Option<String>,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on line {}", self.message, self.line)?;
        match &self.key {
            Some(key) => write!(f, ", entry {key:?} is omitted"),
            None => Ok(()),
        }
    }
}
