//! Errors, which end the reading of a bibliography, and warnings, which cost an entry.

use std::fmt;

/// The reason for which a bibliography cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Error {
    /// The kind of error.
    pub kind: ErrorKind,
    /// The line on which it was noticed, from 1.
    pub line: usize,
    /// The key of the entry around it, where one was read.
    pub key: Option<String>,
}

/// The kinds of [`Error`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An entry without a key.
    MissingKey,
    /// A token in a place where it cannot be.
    Unexpected {
        /// The token that was found.
        found: String,
        /// The kind of token that it is, in bibtex-ruby's terms.
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

/// A fault that costs its object; the rest of the bibliography is read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Warning {
    /// The message: `unterminated string`, ...
    pub message: String,
    /// The line on which it was noticed, from 1.
    pub line: usize,
    /// The key of the entry that is lost, where one was read.
    pub key: Option<String>,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on line {}", self.message, self.line)?;
        match &self.key {
            Some(key) => write!(f, ", entry {key:?} is left out"),
            None => Ok(()),
        }
    }
}
