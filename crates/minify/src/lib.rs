#![doc = include_str!("../README.md")]

pub mod css;
pub mod html;
pub mod javascript;
pub mod json;

use std::fmt;

/// A failure to shorten a text, such as a syntax error in a script. `Display` writes the reason as one message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    reason: String,
}

impl Error {
    fn new(reason: impl Into<String>) -> Self {
        Error { reason: reason.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Error {}
