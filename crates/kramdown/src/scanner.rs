//! A position in a text, with its line number.

use std::cell::{Cell, OnceCell, RefCell};

/// The text that a parser reads, and the parser's byte offset in the text.
pub(crate) struct Scanner<'t> {
    pub text: &'t str,
    pub pos: usize,
    first_line: u32,
    /// The position at which lines were last counted, and the number of line breaks before it. The next count continues
    /// there.
    counted: Cell<(usize, u32)>,
    /// The offset of the last closing brace.
    last_brace: OnceCell<Option<usize>>,
    /// Searches that reached the end of the text without a match, with their start.
    in_vain: RefCell<Vec<(String, usize)>>,
}

impl<'t> Scanner<'t> {
    pub(crate) fn new(text: &'t str, first_line: u32) -> Self {
        Scanner {
            text,
            pos: 0,
            first_line,
            counted: Cell::new((0, 0)),
            last_brace: OnceCell::new(),
            in_vain: RefCell::default(),
        }
    }

    pub(crate) fn bytes(&self) -> &'t [u8] {
        self.text.as_bytes()
    }

    pub(crate) fn rest(&self) -> &'t str {
        &self.text[self.pos..]
    }

    pub(crate) fn at_end(&self) -> bool {
        self.pos >= self.text.len()
    }

    pub(crate) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.pos).copied()
    }

    /// Consumes the text up to the offset `end`, and returns it.
    pub(crate) fn take_to(&mut self, end: usize) -> &'t str {
        let taken = &self.text[self.pos..end];
        self.pos = end;
        taken
    }

    /// Consumes one character and returns it. Returns an empty text at the end.
    pub(crate) fn take_char(&mut self) -> &'t str {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        self.take_to(self.pos + length)
    }

    /// Calls `search`, which must search everything after `from`. If a search with the name `what` is known to have
    /// failed from this or an earlier position, returns `None` at once.
    pub(crate) fn search<T>(&self, what: &str, from: usize, search: impl FnOnce() -> Option<T>) -> Option<T> {
        let mut in_vain = self.in_vain.borrow_mut();
        if in_vain.iter().any(|(known, position)| from >= *position && known == what) {
            return None;
        }
        let found = search();
        if found.is_none() && in_vain.len() < 64 {
            in_vain.push((what.to_owned(), from));
        }
        found
    }

    /// Whether there is a closing brace at or after `position`. The text is searched only once, for its last brace.
    pub(crate) fn has_brace(&self, position: usize) -> bool {
        let last = self.last_brace.get_or_init(|| memchr::memrchr(b'}', self.bytes()));
        last.is_some_and(|last| last >= position)
    }

    /// The number of the current line, as kramdown counts: a line break at the position is already counted.
    pub(crate) fn line(&self) -> u32 {
        self.line_at(self.pos)
    }

    /// The number of the line at a position. A line break at the position is already counted. Fast if the position of
    /// the previous call is near.
    pub(crate) fn line_at(&self, position: usize) -> u32 {
        let end = (position + 1).min(self.text.len());
        // Counts forwards or backwards from the last position.
        let (from, known) = self.counted.get();
        let count = if from <= end {
            known + line_breaks(&self.bytes()[from..end])
        } else {
            known - line_breaks(&self.bytes()[end..from])
        };
        self.counted.set((end, count));
        self.first_line + count
    }
}

fn line_breaks(bytes: &[u8]) -> u32 {
    match bytes.len() {
        // Most distances are short.
        0..=96 => bytes.iter().filter(|&&byte| byte == b'\n').count() as u32,
        _ => memchr::memchr_iter(b'\n', bytes).count() as u32,
    }
}
