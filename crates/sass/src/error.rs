//! Compilation errors, with spans and a stack trace.

use crate::Span;
use std::fmt;

/// A `Result` whose error is this crate's [`Error`] in a box, unless another type is given.
pub type Result<T, E = Box<Error>> = std::result::Result<T, E>;

/// An error in dart-sass's words, with its place in the source and the calls and loads that led to it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Error {
    /// The message, without `Error: `.
    pub message: String,
    /// The part of the source that the error is about. Operations on values leave it empty, and the evaluator fills it
    /// in.
    pub span: Option<Span>,
    /// The label beside `span` in the excerpt of the source, such as `invalid selector`. `None` without a label.
    pub label: Option<String>,
    /// Further parts of the source that the message shows, each with a label, such as `original load`.
    pub secondary: Vec<(Span, String)>,
    /// The calls and imports that led to the error, innermost first.
    pub trace: Vec<Frame>,
}

/// A step of a stack trace: the place of the error or warning itself, or a call or load that led to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The span of the error, warning, call or load in its file.
    pub span: Span,
    /// The function, mixin or rule that contains `span`, such as `foo()` or `@import`. Otherwise `root stylesheet`.
    pub member: String,
}

impl Error {
    /// Creates an error without a place in the source. The evaluator can add the place later.
    #[must_use]
    pub fn message(message: impl Into<String>) -> Box<Error> {
        Box::new(Error { message: message.into(), span: None, label: None, secondary: Vec::new(), trace: Vec::new() })
    }

    /// Creates an error at a place in the source. The evaluator adds the stack trace later.
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
