//! The lines of a file around a place, with a caret under it.

use std::fmt;

/// One line of a file, with the position of the caret.
#[derive(Clone, Debug, PartialEq)]
pub struct Excerpt {
    /// The number of the line, counted from 1.
    pub line: usize,
    /// Its text, tabs as they are, shortened to a window around the caret where it is very long.
    pub text: String,
    /// The caret's column in characters of [`Excerpt::text`], counted from 1; 0 for none.
    pub caret: usize,
}

/// Characters of a long line that are shown.
const WINDOW: usize = 120;

impl Excerpt {
    /// Cuts line `line` (from 1) out of `source`; `None` where there is no such line.
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
            // Tabs are repeated under tabs, so that the caret lands where the terminal puts the character.
            let indent: String =
                self.text.chars().take(self.caret - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
            write!(f, "\n {margin} | {indent}^")?;
        }
        Ok(())
    }
}
