//! The errors of a compilation.

use crate::Span;
use std::fmt;

/// The result of anything that can fail with an [`Error`].
pub type Result<T, E = Box<Error>> = std::result::Result<T, E>;

/// A failure, in dart-sass's words.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Error {
    /// The message, without `Error: `.
    pub message: String,
    /// Its span in the source. Operations on values leave it out; the evaluator fills it in.
    pub span: Option<Span>,
    /// The label of `span` where others are shown beside it.
    pub label: Option<String>,
    /// Further places, each with its label.
    pub secondary: Vec<(Span, String)>,
    /// The calls and imports that led there, the innermost first.
    pub trace: Vec<Frame>,
}

/// One call or import in a trace.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The span that it was called from.
    pub span: Span,
    /// The name of the member around it, such as `foo()` or `root stylesheet`.
    pub member: String,
}

impl Error {
    /// A failure that does not know yet where it happened.
    #[must_use]
    pub fn message(message: impl Into<String>) -> Box<Error> {
        Box::new(Error { message: message.into(), span: None, label: None, secondary: Vec::new(), trace: Vec::new() })
    }

    /// A failure at a place.
    #[must_use]
    pub fn at(message: impl Into<String>, span: Span) -> Box<Error> {
        Box::new(Error { span: Some(span), ..*Error::message(message) })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// A failure in a text that was put together from interpolation. The evaluator finds its place in the sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The message.
    pub message: String,
    /// Offset of the first byte it is about.
    pub start: usize,
    /// Offset behind the last byte it is about.
    pub end: usize,
}
