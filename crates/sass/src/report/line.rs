//! The lines of a snippet: sidebar, text, markers and labels.

use super::highlight::{Glyphs, Highlight, Line, width};
use std::fmt::Write as _;

/// The width of a tab in a snippet, in columns.
const TAB: u32 = 4;

/// Writes the lines of a source excerpt, with line numbers and highlights.
pub(super) struct Writer<'a> {
    lines: &'a [Line],
    highlights: &'a [Highlight],
    several_files: bool,
    glyphs: Glyphs,
    padding: usize,
    /// The multi-line highlights that are not complete yet, each at the index of the column of its vertical line.
    /// `None` for an unused column.
    columns: Vec<Option<usize>>,
    out: String,
}

impl<'a> Writer<'a> {
    pub(super) fn new(lines: &'a [Line], highlights: &'a [Highlight], several_files: bool, glyphs: Glyphs) -> Self {
        let number = lines.last().map_or(0, |line| line.number + 1).to_string().len();
        let gaps = lines.windows(2).any(|pair| match pair {
            [one, two] => one.number + 1 != two.number && one.file == two.file,
            _ => false,
        });
        let multiline = |line: &Line| {
            line.highlights.iter().filter(|mark| highlights.get(**mark).is_some_and(Highlight::is_multiline)).count()
        };
        let columns = vec![None; lines.iter().map(multiline).max().unwrap_or(0)];
        let padding = 1 + number.max(if gaps { 3 } else { 0 });
        Writer { lines, highlights, several_files, glyphs, padding, columns, out: String::new() }
    }

    pub(super) fn write(mut self) -> String {
        let mut last: Option<&Line> = None;
        for line in self.lines {
            match last {
                None => self.file_start(line),
                Some(last) if last.file != line.file => {
                    self.sidebar("", self.glyphs.up_end());
                    self.out.push('\n');
                    self.file_start(line);
                }
                Some(last) if last.number + 1 != line.number => {
                    self.sidebar("...", self.glyphs.vertical());
                    self.out.push('\n');
                }
                Some(_) => {}
            }
            self.line(line);
            last = Some(line);
        }
        self.sidebar("", self.glyphs.up_end());
        self.out
    }

    fn file_start(&mut self, line: &Line) {
        match line.url.as_ref().filter(|_| self.several_files) {
            Some(url) => {
                self.sidebar("", self.glyphs.top_left());
                let bar = self.glyphs.horizontal();
                let _ = write!(self.out, "{bar}{bar}> {url}");
            }
            None => self.sidebar("", self.glyphs.down_end()),
        }
        self.out.push('\n');
    }

    fn sidebar(&mut self, text: &str, end: &str) {
        let _ = write!(self.out, "{text:<width$}{end}", width = self.padding);
    }

    fn line(&mut self, line: &Line) {
        // A highlight from the start of the line needs no arrow to its first character.
        for mark in line.highlights.iter().rev() {
            let Some(highlight) = self.highlights.get(*mark) else { continue };
            let before = line.text.get(..byte_at(&line.text, highlight.start.column)).unwrap_or("");
            if highlight.is_multiline()
                && highlight.start.line == line.number
                && before.bytes().all(|byte| matches!(byte, b' ' | b'\t'))
            {
                self.open(*mark);
            }
        }
        self.sidebar(&(line.number + 1).to_string(), self.glyphs.vertical());
        self.out.push(' ');
        self.multiline_marks(line, None);
        if !self.columns.is_empty() {
            self.out.push(' ');
        }
        self.out.push_str(&line.text.replace('\t', "    "));
        self.out.push('\n');
        let primary = |mark: &&usize| self.highlights.get(**mark).is_some_and(|highlight| highlight.primary);
        let first = line.highlights.iter().find(primary).copied();
        let rest: Vec<usize> = line.highlights.iter().filter(|mark| !primary(mark)).copied().collect();
        for mark in first.into_iter().chain(rest) {
            self.indicator(line, mark);
        }
    }

    fn open(&mut self, mark: usize) {
        if let Some(free) = self.columns.iter_mut().find(|column| column.is_none()) {
            *free = Some(mark);
        }
    }

    fn close(&mut self, mark: usize) {
        if let Some(column) = self.columns.iter_mut().find(|column| **column == Some(mark)) {
            *column = None;
        }
    }

    /// Writes the vertical lines of multi-line highlights at the start of a line. With `current`, the line contains no
    /// source text, but marks the start or the end of this highlight.
    fn multiline_marks(&mut self, line: &Line, current: Option<usize>) {
        let glyphs = self.glyphs;
        let mut opened = false;
        let mut found = false;
        for index in 0..self.columns.len() {
            let mark = self.columns.get(index).copied().flatten();
            let highlight = mark.and_then(|mark| self.highlights.get(mark));
            let sign = if current.is_some() && mark == current {
                found = true;
                let starts = highlight.is_some_and(|highlight| highlight.start.line == line.number);
                if starts { glyphs.top_left() } else { glyphs.bottom_left() }
            } else if found {
                if highlight.is_some() { glyphs.cross() } else { glyphs.horizontal() }
            } else {
                match highlight {
                    None if opened => glyphs.horizontal(),
                    None => " ",
                    Some(_) if current.is_some() => glyphs.vertical(),
                    Some(highlight) if highlight.start.line == line.number => {
                        let sign = glyphs.open(opened);
                        opened = true;
                        sign
                    }
                    Some(highlight)
                        if highlight.end.line == line.number
                            && highlight.end.column == width(&line.text)
                            && highlight.label.is_none() =>
                    {
                        glyphs.close()
                    }
                    Some(_) if opened => glyphs.cross(),
                    Some(_) => glyphs.vertical(),
                }
            };
            self.out.push_str(sign);
        }
    }

    fn indicator(&mut self, line: &Line, mark: usize) {
        let Some(highlight) = self.highlights.get(mark) else { return };
        if !highlight.is_multiline() {
            self.indicator_start(line, mark);
            if !self.columns.is_empty() {
                self.out.push(' ');
            }
            let sign = if highlight.primary { "^" } else { self.glyphs.bold() };
            let length = self.underline(line, highlight, sign);
            self.label(highlight, mark, length);
        } else if highlight.start.line == line.number {
            if self.columns.contains(&Some(mark)) {
                return;
            }
            self.open(mark);
            self.indicator_start(line, mark);
            self.arrow(line, highlight.start.column, highlight.start.column);
            self.out.push('\n');
        } else if highlight.end.line == line.number {
            let whole = highlight.end.column == width(&line.text);
            if whole && highlight.label.is_none() {
                self.close(mark);
                return;
            }
            self.indicator_start(line, mark);
            let length = if whole {
                self.out.push_str(&self.glyphs.horizontal().repeat(3));
                3
            } else {
                let column = highlight.end.column.saturating_sub(1);
                self.arrow(line, column, column + 1)
            };
            self.label(highlight, mark, length);
            self.close(mark);
        }
    }

    fn indicator_start(&mut self, line: &Line, mark: usize) {
        self.sidebar("", self.glyphs.vertical());
        self.out.push(' ');
        self.multiline_marks(line, Some(mark));
    }

    /// Underlines the highlight. Returns the width of the line up to the end of the underline.
    fn underline(&mut self, line: &Line, highlight: &Highlight, sign: &str) -> usize {
        let (start, end) = (highlight.start.column, highlight.end.column);
        let before = tabs(&line.text, 0, start);
        let inside = tabs(&line.text, start, end);
        let start = (start + before * (TAB - 1)) as usize;
        let end = (end + (before + inside) * (TAB - 1)) as usize;
        let length = end.saturating_sub(start).max(1);
        self.out.push_str(&" ".repeat(start));
        self.out.push_str(&sign.repeat(length));
        start + length
    }

    /// Writes an arrow that points to a column. Returns the width of the arrow.
    fn arrow(&mut self, line: &Line, column: u32, tabs_until: u32) -> usize {
        let length = (1 + column + tabs(&line.text, 0, tabs_until) * (TAB - 1)) as usize;
        self.out.push_str(&self.glyphs.horizontal().repeat(length));
        self.out.push('^');
        length + 1
    }

    fn label(&mut self, highlight: &Highlight, mark: usize, underline: usize) {
        let Some(label) = &highlight.label else {
            self.out.push('\n');
            return;
        };
        for (index, text) in label.split('\n').enumerate() {
            if index > 0 {
                self.sidebar("", self.glyphs.vertical());
                self.out.push(' ');
                for column in 0..self.columns.len() {
                    let open = self.columns.get(column).copied().flatten().filter(|open| *open != mark);
                    self.out.push_str(if open.is_some() { self.glyphs.vertical() } else { " " });
                }
                self.out.push_str(&" ".repeat(underline));
            }
            self.out.push(' ');
            self.out.push_str(text);
            self.out.push('\n');
        }
    }
}

/// The byte offset of a column in UTF-16 code units, or the length of a shorter text.
fn byte_at(text: &str, column: u32) -> usize {
    let mut left = column as usize;
    for (offset, character) in text.char_indices() {
        if left == 0 {
            return offset;
        }
        left = left.saturating_sub(character.len_utf16());
    }
    text.len()
}

/// The number of tabs between two columns.
fn tabs(text: &str, start: u32, end: u32) -> u32 {
    let text = text.get(byte_at(text, start)..byte_at(text, end)).unwrap_or("");
    text.bytes().filter(|byte| *byte == b'\t').count() as u32
}
