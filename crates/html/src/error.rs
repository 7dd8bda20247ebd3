//! Errors that parsers repair, with libxml2's texts and numbers.

use std::fmt;

/// The severity of an error, with libxml2's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// A problem that does not make the text invalid.
    Warning = 1,
    /// An error that the parser repairs.
    Error = 2,
    /// An error after which the text is no longer well-formed.
    Fatal = 3,
}

/// A mistake that a parser found in HTML or XML, with its position and libxml2's number for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// The message, without the position.
    pub message: String,
    /// libxml2's number for this kind of error.
    pub code: u16,
    /// The severity in libxml2's classification.
    pub level: Level,
    /// The line, from 1. 0 if unknown.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
    /// libxml2's `str1`: the first name in the message. `None` without names.
    pub first: Option<String>,
    /// libxml2's `str2`: the second name in the message. `None` if there is at most one.
    pub second: Option<String>,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = match self.level {
            Level::Warning => "WARNING",
            Level::Error => "ERROR",
            Level::Fatal => "FATAL",
        };
        if self.line == 0 && self.column == 0 {
            return write!(f, "{level}: {}", self.message);
        }
        write!(f, "{}:{}: {level}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for SyntaxError {}

/// Converts positions in a text to lines and columns. This takes linear time if most positions are in ascending order.
#[derive(Debug, Clone)]
pub(crate) struct Positions {
    position: usize,
    line: u32,
    column: u32,
}

impl Positions {
    pub(crate) fn new() -> Self {
        Positions { position: 0, line: 1, column: 1 }
    }

    /// The line and the column of the byte at `position`, both from 1. Columns count characters.
    pub(crate) fn of(&mut self, bytes: &[u8], position: usize) -> (u32, u32) {
        let position = position.min(bytes.len());
        if position < self.position {
            let mut again = Positions::new();
            return again.of(bytes, position);
        }
        for byte in &bytes[self.position..position] {
            if *byte == b'\n' {
                self.line = self.line.saturating_add(1);
                self.column = 1;
            } else if byte & 0xC0 != 0x80 {
                self.column = self.column.saturating_add(1);
            }
        }
        self.position = position;
        (self.line, self.column)
    }
}
