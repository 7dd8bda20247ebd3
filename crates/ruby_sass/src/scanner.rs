//! The scanner, which reads a text from left to right and counts its lines.

use crate::error::SyntaxError;
use crate::lexical;
use std::cell::Cell;

/// The number of characters of a line shown in messages.
const SHOWN: usize = 15;

/// A text and the current position in it. Parsers clone the scanner for backtracking.
#[derive(Clone, Debug)]
pub(crate) struct Scanner<'t> {
    pub(crate) text: &'t str,
    pub(crate) position: usize,
    /// The last position whose line number was asked for, and this number. The lines up to other positions are counted
    /// from there.
    counted: Cell<(usize, u32)>,
}

impl<'t> Scanner<'t> {
    /// Creates a scanner at the start of a text. `first_line` is the number of its first line in the file.
    pub(crate) fn new(text: &'t str, first_line: u32) -> Scanner<'t> {
        Scanner { text, position: 0, counted: Cell::new((0, first_line)) }
    }

    pub(crate) fn rest(&self) -> &'t str {
        self.text.get(self.position..).unwrap_or_default()
    }

    pub(crate) fn is_done(&self) -> bool {
        self.position >= self.text.len()
    }

    /// The byte at `ahead` bytes after the position. `None` behind the end of the text.
    pub(crate) fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.position + ahead).copied()
    }

    /// Whether whitespace or a comment can start at the position.
    pub(crate) fn may_skip(&self) -> bool {
        self.peek(0).is_some_and(|byte| byte == b'/' || lexical::is_space(byte))
    }

    /// The byte before the byte offset `position`. `None` at the start of the text.
    pub(crate) fn before(&self, position: usize) -> Option<u8> {
        self.text.as_bytes().get(position.checked_sub(1)?).copied()
    }

    /// The line number of the current position in the file.
    pub(crate) fn line(&self) -> u32 {
        self.line_of(self.position)
    }

    /// The line number of the byte offset `position` in the file. Fast if the previous offset is near.
    pub(crate) fn line_of(&self, position: usize) -> u32 {
        // Queries are in any order but usually close to each other.
        let (from, known) = self.counted.get();
        if from == position {
            return known;
        }
        let between = self.text.as_bytes().get(from.min(position)..from.max(position)).unwrap_or_default();
        let passed = memchr::memchr_iter(b'\n', between).count() as u32;
        let line = if position < from { known.saturating_sub(passed) } else { known + passed };
        self.counted.set((position, line));
        line
    }

    /// The one-based column of the byte offset `position`, in characters.
    pub(crate) fn column_of(&self, position: usize) -> usize {
        let before = self.text.get(..position).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        before[start..].chars().count() + 1
    }

    /// Whether the lexical function `piece` matches at the current position.
    pub(crate) fn sees(&self, piece: impl Fn(&str, usize) -> Option<usize>) -> bool {
        piece(self.text, self.position).is_some()
    }

    /// Reads the text that the lexical function `piece` matches, and moves behind it. `None` without a match.
    pub(crate) fn scan(&mut self, piece: impl Fn(&str, usize) -> Option<usize>) -> Option<&'t str> {
        let end = piece(self.text, self.position)?;
        let found = self.text.get(self.position..end)?;
        self.position = end;
        Some(found)
    }

    /// Reads a literal text if it is next. Returns whether it was.
    pub(crate) fn take(&mut self, wanted: &str) -> bool {
        self.scan(|text, position| lexical::literal(text, position, wanted)).is_some()
    }

    /// The error `Invalid CSS after "a": expected b, was "c"`, with the text before and after the position.
    pub(crate) fn expected(&self, expected: &str) -> Box<SyntaxError> {
        let before = self.text.get(..self.position).unwrap_or_default();
        let trimmed = before.trim_end_matches(lexical::is_space_char);
        let before = if before[trimmed.len()..].contains('\n') { trimmed } else { before };
        let mut after = before.rsplit('\n').next().unwrap_or_default().to_owned();
        let length = after.chars().count();
        if length > SHOWN + 3 {
            after = format!("...{}", after.chars().skip(length - SHOWN).collect::<String>());
        }
        let rest = self.rest();
        let trimmed = rest.trim_start_matches(lexical::is_space_char);
        let skipped = &rest[..rest.len() - trimmed.len()];
        let rest = skipped.rfind('\n').map_or(rest, |_| trimmed);
        let mut was = rest.split('\n').next().unwrap_or_default().to_owned();
        if was.chars().count() > SHOWN + 3 {
            was = format!("{}...", was.chars().take(SHOWN).collect::<String>());
        }
        SyntaxError::at(format!("Invalid CSS after \"{after}\": expected {expected}, was \"{was}\""), self.line())
    }
}
