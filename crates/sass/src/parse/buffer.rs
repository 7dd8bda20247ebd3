//! Interpolations as they are put together.

use crate::Span;
use crate::syntax::{Expression, Interpolation, Part};

/// Text and expressions that become an [`Interpolation`].
#[derive(Default)]
pub(super) struct Buffer {
    text: String,
    parts: Vec<Part>,
}

impl Buffer {
    pub(super) fn new() -> Buffer {
        Buffer::default()
    }

    pub(super) fn with(text: &str) -> Buffer {
        Buffer { text: text.to_owned(), parts: Vec::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty() && self.text.is_empty()
    }

    /// The text behind the last expression.
    pub(super) fn trailing(&self) -> &str {
        &self.text
    }

    /// The text before the first expression.
    pub(super) fn initial(&self) -> &str {
        match self.parts.first() {
            Some(Part::Text(text)) => text,
            Some(Part::Expression(..)) => "",
            None => &self.text,
        }
    }

    /// Whether no expression is in it.
    pub(super) fn is_plain(&self) -> bool {
        self.parts.is_empty()
    }

    pub(super) fn write(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(super) fn push(&mut self, char: char) {
        self.text.push(char);
    }

    pub(super) fn add(&mut self, expression: Expression, span: Span) {
        self.flush();
        self.parts.push(Part::Expression(Box::new(expression), span));
    }

    pub(super) fn add_interpolation(&mut self, interpolation: Interpolation) {
        for part in interpolation.parts {
            match part {
                Part::Text(text) => self.text.push_str(&text),
                Part::Expression(..) => {
                    self.flush();
                    self.parts.push(part);
                }
            }
        }
    }

    fn flush(&mut self) {
        if !self.text.is_empty() {
            self.parts.push(Part::Text(self.text.as_str().into()));
            self.text.clear();
        }
    }

    pub(super) fn finish(mut self, span: Span) -> Interpolation {
        if self.parts.is_empty() && !self.text.is_empty() {
            return Interpolation { parts: Box::new([Part::Text(self.text.into())]), span };
        }
        self.flush();
        Interpolation { parts: self.parts.into_boxed_slice(), span }
    }
}

impl Interpolation {
    /// Text without expressions.
    pub(super) fn plain(text: &str, span: Span) -> Interpolation {
        if text.is_empty() {
            return Interpolation { parts: Box::new([]), span };
        }
        Interpolation { parts: Box::new([Part::Text(text.into())]), span }
    }
}
