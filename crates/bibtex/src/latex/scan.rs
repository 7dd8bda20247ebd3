//! The state of a pass: the position in the input, and the output.

use crate::ruby;

/// Converts a text from left to right. Consists of the text, the position in it, and the output so far.
pub(super) struct Scan<'a> {
    text: &'a str,
    position: usize,
    out: String,
}

impl<'a> Scan<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Scan { text, position: 0, out: String::with_capacity(text.len()) }
    }

    /// The part of the input that is not converted yet.
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    /// The character before the position. `None` at the start.
    pub(super) fn last(&self) -> Option<char> {
        self.text[..self.position].chars().next_back()
    }

    /// Copies the text before the next `stop`. Without a `stop`, copies the rest of the input and returns false.
    pub(super) fn copy_to(&mut self, stop: char) -> bool {
        match self.rest().find(stop) {
            Some(length) => {
                self.copy(length);
                true
            }
            None => {
                self.copy(self.rest().len());
                false
            }
        }
    }

    /// Copies the next `length` bytes of the input to the output.
    pub(super) fn copy(&mut self, length: usize) {
        self.out.push_str(&self.text[self.position..self.position + length]);
        self.position += length;
    }

    /// Writes `by` to the output instead of the next `length` bytes of the input.
    pub(super) fn replace(&mut self, length: usize, by: &str) {
        self.out.push_str(by);
        self.position += length;
    }

    pub(super) fn finish(self) -> String {
        self.out
    }
}

/// The length in bytes of the white space at the start.
pub(super) fn space(text: &str) -> usize {
    text.len() - text.trim_start_matches(ruby::is_space).len()
}

/// Whether a word before `rest` is complete: `rest` is empty or starts with a character that belongs to no word.
pub(super) fn ends_word(rest: &str) -> bool {
    !rest.chars().next().is_some_and(ruby::is_word)
}

/// The length in bytes of the first letter with its combining marks. 0 if the text does not start with a letter.
pub(super) fn letter(text: &str) -> usize {
    let mut chars = text.chars();
    let Some(first) = chars.next().filter(|c| is_letter(*c)) else { return 0 };
    first.len_utf8()
        + chars.take_while(|c| unicode_normalization::char::is_combining_mark(*c)).map(char::len_utf8).sum::<usize>()
}

/// Whether a character is a letter, as opposed to an alphabetic mark, number or symbol.
fn is_letter(c: char) -> bool {
    c.is_alphabetic()
        && !unicode_normalization::char::is_combining_mark(c)
        && !matches!(c, '\u{2160}'..='\u{2188}' | '\u{24b6}'..='\u{24e9}' | '\u{3007}' | '\u{3021}'..='\u{3029}')
}
