//! Warnings as data.

use crate::{Deprecation, Frame, Span};

/// A warning of a compilation, or the output of `@debug`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Warning {
    /// The message.
    pub message: String,
    /// Its span, if it is known.
    pub span: Option<Span>,
    /// The label of `span` where others are shown beside it.
    pub label: Option<String>,
    /// Further places, each with its label.
    pub secondary: Vec<(Span, String)>,
    /// The calls and imports that led there, the innermost first.
    pub trace: Vec<Frame>,
    /// The deprecation it belongs to.
    pub deprecation: Option<Deprecation>,
    /// Whether it comes from `@debug`.
    pub debug: bool,
    /// Whether it only tells how many deprecations are left out.
    pub summary: bool,
}

impl Warning {
    /// A warning whose text says all there is to say.
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
