//! A map from offsets in text after interpolation to spans in the source.

use super::adjusted;
use crate::{Error, Source, SourceId, Sources, Span};
use std::sync::Arc;

/// Maps offsets in text after interpolation to spans in the source.
///
/// Literal text maps one to one. The result of an interpolation maps to the whole interpolated expression. Text that is
/// not in any file, such as the argument of `selector.parse()`, becomes an anonymous source.
#[derive(Clone, Debug)]
pub(crate) struct SpanMap {
    whole: Span,
    pieces: Vec<Piece>,
    source: Option<Arc<Source>>,
}

#[derive(Clone, Copy, Debug)]
struct Piece {
    /// The offset in the produced text at which this piece ends.
    end: u32,
    /// The span of the expression that gave this piece. `None` for literal text.
    expression: Option<Span>,
}

/// The origin of one character of the produced text: an offset in the source, or the span of an interpolated
/// expression.
enum Place {
    Offset(u32),
    Expression(Span),
}

impl SpanMap {
    /// Creates the map of a text without interpolation. `span` is its place in the source.
    pub(crate) fn literal(span: Span) -> SpanMap {
        SpanMap { whole: span, pieces: Vec::new(), source: None }
    }

    /// Creates the map of a text that was passed to a function. The text becomes an anonymous source.
    pub(crate) fn anonymous(text: &str, sources: &Sources) -> SpanMap {
        let source = sources.add_anonymous(text);
        SpanMap::literal(Span { source, start: 0, end: text.len() as u32 })
    }

    /// Creates the map of an interpolation at `span` of `source`. Its pieces are added with [`SpanMap::text`] and
    /// [`SpanMap::expression`].
    pub(crate) fn interpolated(span: Span, source: Arc<Source>) -> SpanMap {
        SpanMap { whole: span, pieces: Vec::new(), source: Some(source) }
    }

    /// Adds literal text up to offset `end` of the produced text.
    pub(crate) fn text(&mut self, end: usize) {
        self.pieces.push(Piece { end: end as u32, expression: None });
    }

    /// Adds the result of the expression at `span` (without `#{` and `}`), up to offset `end` of the produced text.
    pub(crate) fn expression(&mut self, end: usize, span: Span) {
        self.pieces.push(Piece { end: end as u32, expression: Some(span) });
    }

    /// The part of the source from which the bytes `start..end` of the produced text come. For the result of an
    /// expression, this is the expression.
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        let (start, end) = (start as u32, end as u32);
        if self.pieces.iter().all(|piece| piece.expression.is_none()) {
            let base = self.whole.start;
            return Span {
                source: self.whole.source,
                start: base.saturating_add(start),
                end: base.saturating_add(end),
            };
        }
        let source = self.whole.source;
        match (self.place(start), self.place(end)) {
            (Place::Offset(start), Place::Offset(end)) => Span { source, start, end: end.max(start) },
            (Place::Expression(start), Place::Expression(end)) => {
                Span { source, start: start.start.min(end.start), end: start.end.max(end.end) }
            }
            (Place::Expression(start), Place::Offset(end)) => Span { source, start: self.opening(start.start), end },
            (Place::Offset(start), Place::Expression(end)) => Span { source, start, end: self.closing(end.end) },
        }
    }

    fn place(&self, offset: u32) -> Place {
        let index = self.index(offset);
        let Some(piece) = self.pieces.get(index) else { return Place::Offset(self.whole.start) };
        if let Some(span) = piece.expression {
            return Place::Expression(span);
        }
        let before = index.checked_sub(1).and_then(|index| self.pieces.get(index));
        let (text_start, source_start) = match before {
            Some(Piece { end, expression: Some(span) }) => (*end, self.closing(span.end)),
            Some(Piece { end, expression: None }) => (*end, self.whole.start + *end),
            None => (0, self.whole.start),
        };
        Place::Offset(source_start + offset.saturating_sub(text_start))
    }

    fn index(&self, offset: u32) -> usize {
        let last = self.pieces.len().saturating_sub(1);
        self.pieces.iter().take(last).position(|piece| offset < piece.end).unwrap_or(last)
    }

    /// The offset of the `#{` before the expression that starts at `start`.
    fn opening(&self, start: u32) -> u32 {
        let text = self.source.as_ref().map_or("", |source| &source.text);
        let before = text.get(..start as usize).unwrap_or("");
        before.rfind("#{").map_or(start, |position| position as u32)
    }

    /// The offset after the `}` of the interpolation whose expression ends at `end`.
    fn closing(&self, end: u32) -> u32 {
        let text = self.source.as_ref().map_or("", |source| &source.text);
        let mut rest = text.get(end as usize..).unwrap_or("");
        let mut position = end as usize;
        while let Some(next) = rest.chars().next() {
            let skipped = match next {
                '}' => return position as u32 + 1,
                '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
                '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
                _ => next.len_utf8(),
            };
            position += skipped;
            rest = rest.get(skipped..).unwrap_or("");
        }
        end
    }

    /// Maps the span of an error in `text` to the source, unless it is already mapped.
    pub(crate) fn error(&self, error: Box<Error>, text: &str, sources: &Sources) -> Box<Error> {
        let Some(span) = error.span.filter(|span| span.source == SourceId::INTERPOLATED) else { return error };
        let source = sources.get(self.whole.source);
        let touched = self.index(span.start)..=self.index(span.end);
        let interpolated =
            self.pieces.get(touched).is_some_and(|pieces| pieces.iter().any(|piece| piece.expression.is_some()));
        let mapped = adjusted(&error.message, self.span(span.start as usize, span.end as usize), &source.text);
        let mut result = Error::at(error.message, mapped);
        if interpolated {
            let target = Span { source: sources.add(None, Arc::from(text)), ..span };
            let target = adjusted(&result.message, target, text);
            result.label = Some(String::new());
            result.secondary.push((target, "error in interpolated output".to_owned()));
        }
        result
    }
}
