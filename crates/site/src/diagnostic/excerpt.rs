//! The source line of a diagnostic, with a caret under the column.

use std::fmt;

/// A line of a file as shown below a message, with a caret under the problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Excerpt {
    /// The line number, starting at 1.
    pub line: usize,
    /// The text of the line. Tabs are kept. Of a long line, only the part around the caret is kept.
    pub text: String,
    /// The column of the caret in characters of [`Excerpt::text`], starting at 1. 0 for no caret.
    pub caret: usize,
}

/// The maximum number of characters shown of a long line.
const WINDOW: usize = 120;

impl Excerpt {
    /// The line with number `line`, with a caret under `column`. Both start at 1. `None` if `source` does not have this
    /// line. Column 0, or a column more than one past the end of the line, gets no caret. Of a line with more than 120
    /// characters, only the 120 around the caret are kept.
    pub fn of(source: &str, line: usize, column: usize) -> Option<Self> {
        let text = source.split('\n').nth(line.checked_sub(1)?)?.trim_end_matches('\r');
        let length = text.chars().count();
        let caret = if column > length + 1 { 0 } else { column };
        let start = if length <= WINDOW { 0 } else { caret.saturating_sub(WINDOW / 2).min(length - WINDOW) };
        let text: String = text.chars().skip(start).take(WINDOW).collect();
        Some(Excerpt { line, text, caret: caret.saturating_sub(start) })
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        write!(f, " {margin} |\n {number} | {}", self.text)?;
        if self.caret > 0 {
            // Copies tabs of the text, so that the caret is aligned in a terminal.
            let indent: String =
                self.text.chars().take(self.caret - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
            write!(f, "\n {margin} | {indent}^")?;
        }
        Ok(())
    }
}
