//! Source snippets with highlighted spans, as in errors and warnings. Mirrors Dart's package `source_span`.

use super::line::Writer;
use crate::{Location, Source, SourceId, Sources, Span};
use std::sync::Arc;

/// The characters for the frame of a source excerpt in a message: box-drawing characters or ASCII.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Glyphs {
    /// Box-drawing characters, such as `│` and `╵`.
    #[default]
    Unicode,
    /// ASCII characters, such as `|` and `'`.
    Ascii,
}

impl Glyphs {
    fn choose(self, unicode: &'static str, ascii: &'static str) -> &'static str {
        if self == Glyphs::Unicode { unicode } else { ascii }
    }

    pub(super) fn up_end(self) -> &'static str {
        self.choose("╵", "'")
    }

    pub(super) fn down_end(self) -> &'static str {
        self.choose("╷", ",")
    }

    pub(super) fn top_left(self) -> &'static str {
        self.choose("┌", ",")
    }

    pub(super) fn bottom_left(self) -> &'static str {
        self.choose("└", "'")
    }

    pub(super) fn vertical(self) -> &'static str {
        self.choose("│", "|")
    }

    pub(super) fn horizontal(self) -> &'static str {
        self.choose("─", "-")
    }

    pub(super) fn bold(self) -> &'static str {
        self.choose("━", "=")
    }

    pub(super) fn cross(self) -> &'static str {
        self.choose("┼", "+")
    }

    pub(super) fn open(self, opened: bool) -> &'static str {
        self.choose(if opened { "┬" } else { "┌" }, "/")
    }

    pub(super) fn close(self) -> &'static str {
        self.choose("└", "\\")
    }

    /// With ASCII glyphs, replaces the box-drawing characters in a message that contains a snippet. A snippet starts
    /// with a line of white space and `╷`. Other messages are unchanged.
    pub(super) fn translate(self, message: &str) -> String {
        let has_snippet = || message.lines().any(|line| line.trim_start() == "╷");
        if self == Glyphs::Unicode || !has_snippet() {
            return message.to_owned();
        }
        let ascii = |character| match character {
            '╵' | '└' => '\'',
            '╷' | '┌' => ',',
            '│' => '|',
            '─' => '-',
            '━' => '=',
            '┼' => '+',
            other => other,
        };
        message.chars().map(ascii).collect()
    }
}

/// A span that a source excerpt marks, with an optional label.
#[derive(Clone, Debug)]
pub(super) struct Highlight {
    pub(super) source: Arc<Source>,
    id: SourceId,
    span: Span,
    pub(super) start: Location,
    pub(super) end: Location,
    pub(super) label: Option<String>,
    pub(super) primary: bool,
}

impl Highlight {
    /// The highlight of a span. `None` if its source is unknown.
    pub(super) fn new(span: Span, label: Option<&str>, primary: bool, sources: &Sources) -> Option<Highlight> {
        let source = sources.find(span.source)?;
        let start = source.location(span.start);
        let mut end = source.location(span.end.max(span.start));
        // A span that ends with a line break ends on the previous line.
        if end.column == 0 && end.line > start.line {
            let line = end.line - 1;
            end = Location { line, column: width(line_text(&source, line)) };
        }
        let label = label.map(str::to_owned);
        Some(Highlight { source, id: span.source, span, start, end, label, primary })
    }

    pub(super) fn is_multiline(&self) -> bool {
        self.start.line != self.end.line
    }

    fn same_file(&self, other: &Highlight) -> bool {
        match (&self.source.url, &other.source.url) {
            (Some(ours), Some(theirs)) => ours == theirs,
            // As in dart-sass, sources without a URL count as different files.
            _ => self.id == other.id && self.span == other.span && self.primary == other.primary,
        }
    }
}

/// A line of a file as an excerpt shows it, with the indices of the highlights on it.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) number: u32,
    pub(super) file: usize,
    pub(super) url: Option<Arc<str>>,
    /// The indices of the highlights on this line, in the list of all highlights.
    pub(super) highlights: Vec<usize>,
}

/// The text of a zero-based line without its line feed. A carriage return before the line feed is kept.
pub(super) fn line_text(source: &Source, line: u32) -> &str {
    let text = source.line(line);
    text.strip_suffix('\n').unwrap_or(text)
}

/// The number of columns of a text in an excerpt: its UTF-16 code units.
pub(super) fn width(text: &str) -> u32 {
    text.encode_utf16().count() as u32
}

/// The snippet with all highlights. Files are shown in the order of `highlights`, and the lines of a file in the order
/// of the source.
pub(super) fn highlight(highlights: Vec<Highlight>, glyphs: Glyphs) -> String {
    let mut files: Vec<Vec<usize>> = Vec::new();
    for (index, mark) in highlights.iter().enumerate() {
        let same = |file: &&mut Vec<usize>| {
            file.first().and_then(|first| highlights.get(*first)).is_some_and(|first| first.same_file(mark))
        };
        match files.iter_mut().find(same) {
            Some(file) => file.push(index),
            None => files.push(vec![index]),
        }
    }
    let mut lines = Vec::new();
    for (file, marks) in files.iter_mut().enumerate() {
        marks.sort_by_key(|index| highlights.get(*index).map(|mark| (mark.span.start, mark.span.end)));
        collect_lines(file, marks, &highlights, &mut lines);
    }
    if lines.is_empty() {
        return String::new();
    }
    Writer::new(&lines, &highlights, files.len() > 1, glyphs).write()
}

fn collect_lines(file: usize, marks: &[usize], highlights: &[Highlight], out: &mut Vec<Line>) {
    let first = out.len();
    for mark in marks.iter().filter_map(|index| highlights.get(*index)) {
        for number in mark.start.line..=mark.end.line {
            if out.get(first..).and_then(<[Line]>::last).is_some_and(|last| last.number >= number) {
                continue;
            }
            let text = line_text(&mark.source, number).to_owned();
            let url = mark.source.url.clone();
            out.push(Line { text, number, file, url, highlights: Vec::new() });
        }
    }
    for line in out.iter_mut().skip(first) {
        let touches = |index: &&usize| {
            highlights.get(**index).is_some_and(|mark| (mark.start.line..=mark.end.line).contains(&line.number))
        };
        line.highlights = marks.iter().filter(touches).copied().collect();
    }
}
