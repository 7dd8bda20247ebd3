//! Warnings as data.

use crate::{Deprecation, Frame, Span};

/// What a compilation warns about, or prints with `@debug`.
#[derive(Clone, Debug, PartialEq)]
pub struct Warning {
    /// The message.
    pub message: String,
    /// Where, if it is known.
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
}
