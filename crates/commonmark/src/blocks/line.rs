//! One line of the source, and the current position in it. Tab stops are at every fourth column; a tab may be read in
//! part.

use crate::characters::is_blank;

const TAB_STOP: usize = 4;

/// The line being read. It ends with `\n`, which is removed only from headers that begin with `#`.
#[derive(Debug, Default)]
pub(super) struct Line<'s> {
    pub(super) bytes: &'s [u8],
    /// The offset of the next byte to read.
    pub(super) offset: usize,
    /// The column of the next byte to read, from 0.
    pub(super) column: usize,
    /// The offset of the next byte that is neither space nor tab.
    pub(super) content: usize,
    content_column: usize,
    /// The number of columns between the next byte to read and `content`.
    pub(super) indent: usize,
    /// Whether the rest of the line is blank.
    pub(super) is_blank: bool,
    /// Whether the tab at the offset has been read in part.
    pub(super) splits_tab: bool,
}

/// A saved position in a line, for [`Line::rewind`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    offset: usize,
    column: usize,
    splits_tab: bool,
}

impl<'s> Line<'s> {
    pub(super) fn new(bytes: &'s [u8]) -> Self {
        Line { bytes, ..Line::default() }
    }

    /// The byte at an offset in the line. 0 after the end of the line.
    pub(super) fn at(&self, offset: usize) -> u8 {
        self.bytes.get(offset).copied().unwrap_or(0)
    }

    /// The line from the next byte that is neither space nor tab, usually with `\n` at its end.
    pub(super) fn rest(&self) -> &'s [u8] {
        self.bytes.get(self.content..).unwrap_or_default()
    }

    /// The unread rest of the line, including its indentation.
    pub(super) fn unread(&self) -> &'s [u8] {
        self.bytes.get(self.offset..).unwrap_or_default()
    }

    pub(super) fn is_indented(&self) -> bool {
        self.indent >= TAB_STOP
    }

    /// Finds the first byte at or after the current position that is neither a space nor a tab. Updates `content`,
    /// `indent` and `is_blank` accordingly.
    pub(super) fn find_content(&mut self) {
        if self.content <= self.offset {
            (self.content, self.content_column) = (self.offset, self.column);
            loop {
                match self.at(self.content) {
                    b' ' => self.content_column += 1,
                    b'\t' => self.content_column += TAB_STOP - self.content_column % TAB_STOP,
                    _ => break,
                }
                self.content += 1;
            }
        }
        self.indent = self.content_column.saturating_sub(self.column);
        self.is_blank = matches!(self.at(self.content), b'\n' | b'\r');
    }

    /// Consumes the bytes before `offset`, at most up to the end of the line, and counts their columns.
    pub(super) fn skip_to(&mut self, offset: usize) {
        while self.offset < offset && self.offset < self.bytes.len() {
            self.splits_tab = false;
            self.column += if self.at(self.offset) == b'\t' { TAB_STOP - self.column % TAB_STOP } else { 1 };
            self.offset += 1;
        }
    }

    /// Reads `count` columns, at most up to the end of the line. The last column may be within a tab.
    pub(super) fn skip_columns(&mut self, mut count: usize) {
        while count > 0 && self.offset < self.bytes.len() {
            if self.at(self.offset) == b'\t' {
                let width = TAB_STOP - self.column % TAB_STOP;
                self.splits_tab = width > count;
                let read = count.min(width);
                self.column += read;
                self.offset += usize::from(!self.splits_tab);
                count -= read;
            } else {
                self.splits_tab = false;
                self.offset += 1;
                self.column += 1;
                count -= 1;
            }
        }
    }

    /// Skips one space, or one column of a tab. Returns false if the next byte is neither.
    pub(super) fn skip_blank(&mut self) -> bool {
        let is_there = is_blank(self.at(self.offset));
        if is_there {
            self.skip_columns(1);
        }
        is_there
    }

    /// Skips the rest of the line except its last byte, the line break.
    pub(super) fn skip_all(&mut self) {
        self.skip_to(self.bytes.len().saturating_sub(1));
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { offset: self.offset, column: self.column, splits_tab: self.splits_tab }
    }

    pub(super) fn rewind(&mut self, mark: Mark) {
        (self.offset, self.column, self.splits_tab) = (mark.offset, mark.column, mark.splits_tab);
    }

    /// Skips the rest of a tab that was read in part, and returns the width of this rest in columns. 0 if no tab was
    /// read in part.
    pub(super) fn rest_of_tab(&mut self) -> usize {
        if !self.splits_tab {
            return 0;
        }
        self.offset += 1;
        TAB_STOP - self.column % TAB_STOP
    }
}
