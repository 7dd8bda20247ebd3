//! A builder for interpolations.

use crate::Span;
use crate::syntax::{Expression, Interpolation, Part};
use std::sync::Arc;

/// Text and expressions from which an [`Interpolation`] is built.
#[derive(Default)]
pub(super) struct Buffer {
    /// The complete text, as long as nothing is appended to it. `None` if the text is in `text` and `parts`.
    whole: Option<Arc<str>>,
    text: String,
    parts: Vec<Part>,
}

/// The initial capacity of the text, in bytes.
const INITIAL_CAPACITY: usize = 24;

impl Buffer {
    pub(super) fn new() -> Buffer {
        Buffer::default()
    }

    pub(super) fn with(text: &str) -> Buffer {
        Buffer { text: text.to_owned(), ..Buffer::default() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.whole.is_none() && self.parts.is_empty() && self.text.is_empty()
    }

    /// The text after the last expression, or the whole text if there is no expression.
    pub(super) fn trailing(&self) -> &str {
        self.whole.as_deref().unwrap_or(&self.text)
    }

    /// The text before the first expression, or the whole text if there is no expression.
    pub(super) fn initial(&self) -> &str {
        match self.parts.first() {
            Some(Part::Text(text)) => text,
            Some(Part::Expression(..)) => "",
            None => self.trailing(),
        }
    }

    /// Whether the buffer contains no expression so far.
    pub(super) fn is_plain(&self) -> bool {
        self.parts.is_empty()
    }

    pub(super) fn write(&mut self, text: &str) {
        self.text().push_str(text);
    }

    pub(super) fn push(&mut self, char: char) {
        self.text().push(char);
    }

    /// The text after the last expression, for appending.
    fn text(&mut self) -> &mut String {
        if self.text.capacity() == 0 {
            self.text.reserve(INITIAL_CAPACITY);
        }
        if let Some(whole) = self.whole.take() {
            self.text.push_str(&whole);
        }
        &mut self.text
    }

    pub(super) fn add(&mut self, expression: Expression, span: Span) {
        self.flush();
        self.parts.push(Part::Expression(Box::new(expression), span));
    }

    pub(super) fn add_interpolation(&mut self, interpolation: Interpolation) {
        if self.is_empty()
            && let Some(plain) = interpolation.as_plain()
        {
            self.whole = Some(Arc::clone(plain));
            return;
        }
        for part in interpolation.parts {
            match part {
                Part::Text(text) => self.write(&text),
                Part::Expression(..) => {
                    self.flush();
                    self.parts.push(part);
                }
            }
        }
    }

    fn flush(&mut self) {
        if let Some(whole) = self.whole.take() {
            self.parts.push(Part::Text(whole));
        }
        if !self.text.is_empty() {
            self.parts.push(Part::Text(self.text.as_str().into()));
            self.text.clear();
        }
    }

    pub(super) fn finish(mut self, span: Span) -> Interpolation {
        if self.parts.is_empty() {
            let part = match self.whole {
                Some(whole) => Part::Text(whole),
                None if self.text.is_empty() => return Interpolation { parts: Box::new([]), span },
                None => Part::Text(self.text.into()),
            };
            return Interpolation { parts: Box::new([part]), span };
        }
        self.flush();
        Interpolation { parts: self.parts.into_boxed_slice(), span }
    }
}

impl Interpolation {
    /// An interpolation that consists only of literal text.
    pub(super) fn plain(text: &str, span: Span) -> Interpolation {
        if text.is_empty() {
            return Interpolation { parts: Box::new([]), span };
        }
        Interpolation { parts: Box::new([Part::Text(text.into())]), span }
    }
}
