//! Warnings, which are collected as data.

use crate::{Deprecation, Frame, Span};

/// A message that does not end the compilation: a warning, a deprecation or the output of `@debug`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Warning {
    /// The message, in dart-sass's words.
    pub message: String,
    /// The part of the source that the warning is about, if it is known.
    pub span: Option<Span>,
    /// The label beside `span` in the excerpt of the source, such as `invalid selector`. `None` without a label.
    pub label: Option<String>,
    /// Further parts of the source that the message shows, each with a label, such as `@extend rule`.
    pub secondary: Vec<(Span, String)>,
    /// The calls and imports that led to the warning, innermost first.
    pub trace: Vec<Frame>,
    /// The deprecation that the warning reports, if any.
    pub deprecation: Option<Deprecation>,
    /// Whether the message comes from `@debug`.
    pub debug: bool,
    /// Whether the warning is the summary of the deprecation warnings that were omitted.
    pub summary: bool,
}

impl Warning {
    /// Creates a warning without a span. `debug` is whether the message comes from `@debug`.
    pub(crate) fn of_text(message: String, debug: bool) -> Warning {
        Warning {
            message,
            span: None,
            label: None,
            secondary: Vec::new(),
            trace: Vec::new(),
            deprecation: None,
            debug,
            summary: false,
        }
    }
}
