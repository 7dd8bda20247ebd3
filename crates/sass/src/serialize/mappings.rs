//! Source map mappings, which are recorded while the CSS is written.

use crate::{Location, Source, SourceId, Sources, Span};
use std::sync::Arc;

/// An entry of a source map. Lines and columns are zero-based, and columns are in UTF-16 code units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// The zero-based line in the CSS.
    pub line: u32,
    /// The zero-based column in the CSS, in UTF-16 code units.
    pub column: u32,
    /// The style sheet, or other text, in which `original` is a location.
    pub source: SourceId,
    /// The line and column in the source.
    pub original: Location,
}

/// Records mappings and tracks the position in the output.
pub(super) struct Mapper<'a> {
    sources: &'a Sources,
    last_source: Option<(SourceId, Arc<Source>)>,
    mappings: Vec<Mapping>,
    /// The length of the CSS that is already counted in `line` and `column`.
    counted: usize,
    line: u32,
    column: u32,
    in_span: bool,
}

impl<'a> Mapper<'a> {
    pub(super) fn new(sources: &'a Sources) -> Mapper<'a> {
        Mapper { sources, last_source: None, mappings: Vec::new(), counted: 0, line: 0, column: 0, in_span: false }
    }

    /// Maps the output after this call to `span`. `text` is the CSS written so far. Returns whether the mapper was
    /// already within a span, for [`Mapper::leave`].
    pub(super) fn enter(&mut self, span: Span, text: &str) -> bool {
        self.follow(text);
        let before = std::mem::replace(&mut self.in_span, true);
        let Some(original) = self.location(span) else { return before };
        let redundant = self.mappings.last().is_some_and(|last| {
            let same_target = last.line == self.line && last.column == self.column;
            same_target || (last.line == self.line && last.original.line == original.line)
        });
        if !redundant {
            self.mappings.push(Mapping { line: self.line, column: self.column, source: span.source, original });
        }
        before
    }

    /// Restores the state before [`Mapper::enter`], which returned `before`. `text` is the CSS written so far.
    pub(super) fn leave(&mut self, before: bool, text: &str) {
        self.follow(text);
        self.in_span = before;
    }

    fn location(&mut self, span: Span) -> Option<Location> {
        if self.last_source.as_ref().is_none_or(|(id, _)| *id != span.source) {
            self.last_source = Some((span.source, self.sources.find(span.source)?));
        }
        self.last_source.as_ref().map(|(_, source)| source.location(span.start))
    }

    /// Moves the current line and column to the end of `text`, the CSS written so far.
    fn follow(&mut self, text: &str) {
        for character in text.get(self.counted..).unwrap_or("").chars() {
            if character == '\n' {
                self.line_break();
            } else {
                self.column += character.len_utf16() as u32;
            }
        }
        self.counted = text.len();
    }

    fn line_break(&mut self) {
        // An empty mapping is useless.
        if self.mappings.last().is_some_and(|last| last.line == self.line && last.column == self.column) {
            self.mappings.pop();
        }
        self.line += 1;
        self.column = 0;
        if let Some(last) = self.mappings.last().copied().filter(|_| self.in_span) {
            self.mappings.push(Mapping { line: self.line, column: 0, ..last });
        }
    }

    /// Moves all mappings, because `prefix` will be inserted at the start of the CSS.
    pub(super) fn shift(&mut self, prefix: &str) {
        let lines = prefix.matches('\n').count() as u32;
        let columns = prefix.rsplit('\n').next().unwrap_or("").encode_utf16().count() as u32;
        for mapping in &mut self.mappings {
            if mapping.line == 0 {
                mapping.column += columns;
            }
            mapping.line += lines;
        }
    }

    pub(super) fn finish(self) -> Vec<Mapping> {
        self.mappings
    }
}
