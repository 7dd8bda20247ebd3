//! Mappings from places in the CSS to places in the sources, recorded while the CSS is written.

use crate::{Location, Source, SourceId, Sources, Span};
use std::sync::Arc;

/// One mapping. Lines and columns are counted from 0, columns in UTF-16 code units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// The line in the CSS.
    pub line: u32,
    /// The column in the CSS.
    pub column: u32,
    /// The source.
    pub source: SourceId,
    /// The place in the source.
    pub original: Location,
}

/// Follows the text while it is written.
pub(super) struct Mapper<'a> {
    sources: &'a Sources,
    last_source: Option<(SourceId, Arc<Source>)>,
    mappings: Vec<Mapping>,
    /// The length of the text that was looked at.
    seen: usize,
    line: u32,
    column: u32,
    in_span: bool,
}

impl<'a> Mapper<'a> {
    pub(super) fn new(sources: &'a Sources) -> Mapper<'a> {
        Mapper { sources, last_source: None, mappings: Vec::new(), seen: 0, line: 0, column: 0, in_span: false }
    }

    /// Begins text that comes from `span`. Returns what [`Mapper::leave`] needs.
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

    /// Ends the text of the last [`Mapper::enter`].
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

    /// Catches up with the written text.
    fn follow(&mut self, text: &str) {
        for character in text.get(self.seen..).unwrap_or("").chars() {
            if character == '\n' {
                self.line_break();
            } else {
                self.column += character.len_utf16() as u32;
            }
        }
        self.seen = text.len();
    }

    fn line_break(&mut self) {
        // A mapping of nothing is of no use.
        if self.mappings.last().is_some_and(|last| last.line == self.line && last.column == self.column) {
            self.mappings.pop();
        }
        self.line += 1;
        self.column = 0;
        if let Some(last) = self.mappings.last().copied().filter(|_| self.in_span) {
            self.mappings.push(Mapping { line: self.line, column: 0, ..last });
        }
    }

    /// Makes room for text put in front.
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
