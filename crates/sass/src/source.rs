//! Source texts, and spans and locations in them.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// The index of a text in its [`Sources`]: a style sheet, or a text that is not in any file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(pub(crate) u32);

/// A part of a source text: from the byte `start` up to, but not including, the byte `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The text to which the offsets refer.
    pub source: SourceId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl SourceId {
    /// Marks a span whose offsets are in text with its interpolations already replaced. A `SpanMap` must still map it
    /// to a real source.
    pub(crate) const INTERPOLATED: SourceId = SourceId(u32::MAX);
}

impl Span {
    /// The span from the start of this one to the end of `end`, which must be in the same source.
    #[must_use]
    pub fn to(self, end: Span) -> Span {
        Span { end: end.end, ..self }
    }
}

/// A line and a column, both zero-based. As in source maps and dart-sass, columns count UTF-16 code units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The zero-based line. Messages show the number plus 1.
    pub line: u32,
    /// The zero-based column, in UTF-16 code units.
    pub column: u32,
}

/// A text with its URL and its path: a style sheet, or a text that is not in any file.
#[derive(Debug)]
pub struct Source {
    /// The URL shown in messages. `None` for standard input and strings.
    pub url: Option<Arc<str>>,
    /// The path known to the loader. `None` if the source is not a file.
    pub path: Option<Arc<str>>,
    /// The contents of the style sheet, or other text, to which spans refer.
    pub text: Arc<str>,
    line_starts: Vec<u32>,
    ascii: bool,
}

impl Source {
    /// The text of a zero-based line, including its line break.
    #[must_use]
    pub fn line(&self, line: u32) -> &str {
        let start = self.line_starts.get(line as usize).map_or(self.text.len(), |start| *start as usize);
        let end = self.line_starts.get(line as usize + 1).map_or(self.text.len(), |end| *end as usize);
        self.text.get(start..end).unwrap_or("")
    }

    /// The line and column of the byte at `offset`.
    #[must_use]
    pub fn location(&self, offset: u32) -> Location {
        let line = self.line_starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.line_starts.get(line).copied().unwrap_or(0) as usize;
        if self.ascii {
            return Location { line: line as u32, column: offset.saturating_sub(start as u32) };
        }
        let text = self.text.get(start..offset as usize).unwrap_or("");
        Location { line: line as u32, column: text.encode_utf16().count() as u32 }
    }
}

/// All sources that a compiler has read. Sources are never removed, so compilations on several threads can share parsed
/// files.
#[derive(Debug, Default)]
pub struct Sources(RwLock<Texts>);

#[derive(Debug, Default)]
struct Texts {
    all: Vec<Arc<Source>>,
    /// The anonymous sources, one for each distinct text.
    anonymous: HashMap<Arc<str>, SourceId>,
    /// The total size of all texts, in bytes.
    size: usize,
}

impl Texts {
    fn add(&mut self, url: Option<Arc<str>>, path: Option<Arc<str>>, text: Arc<str>) -> SourceId {
        self.size += text.len();
        let mut line_starts = vec![0];
        line_starts.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|position| position as u32 + 1));
        self.all.push(Arc::new(Source { url, path, ascii: text.is_ascii(), text, line_starts }));
        SourceId(self.all.len() as u32 - 1)
    }
}

impl Sources {
    fn read(&self) -> RwLockReadGuard<'_, Texts> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Texts> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a text that is not a file of the loader. Messages show the text's origin as `url`.
    pub fn add(&self, url: Option<Arc<str>>, text: Arc<str>) -> SourceId {
        self.add_file(url, None, text)
    }

    /// Adds the text of the file at `path`. Messages show the file as `url`.
    pub fn add_file(&self, url: Option<Arc<str>>, path: Option<Arc<str>>, text: Arc<str>) -> SourceId {
        self.write().add(url, path, text)
    }

    /// Adds a text that is not in any file, such as a selector passed to a function. Equal texts share one source.
    pub fn add_anonymous(&self, text: &str) -> SourceId {
        if let Some(id) = self.read().anonymous.get(text) {
            return *id;
        }
        let text: Arc<str> = text.into();
        let mut texts = self.write();
        let id = texts.add(None, None, Arc::clone(&text));
        texts.anonymous.insert(text, id);
        id
    }

    /// The total size of all texts in bytes, which only grows. If a compiler is kept for long, its caller should
    /// replace it when this is too large.
    #[must_use]
    pub fn size(&self) -> usize {
        self.read().size
    }

    /// The source with the index `id`. `None` if no source has this index, for example the index in a span of text
    /// after interpolation.
    #[must_use]
    pub fn find(&self, id: SourceId) -> Option<Arc<Source>> {
        self.read().all.get(id.0 as usize).cloned()
    }

    /// The source with the index `id`. The index must come from this object.
    #[must_use]
    pub fn get(&self, id: SourceId) -> Arc<Source> {
        Arc::clone(&self.read().all[id.0 as usize])
    }
}
