//! Sets of words: the keywords and names that a language gives a meaning.

use std::collections::HashSet;
use std::sync::OnceLock;

/// A set of words, written as one text with white space between them and looked at as a set from first use on.
#[derive(Debug)]
pub struct Words {
    text: &'static str,
    set: OnceLock<HashSet<&'static str>>,
}

impl Words {
    /// The words of a text.
    pub const fn new(text: &'static str) -> Words {
        Words { text, set: OnceLock::new() }
    }

    /// Whether a word is in the set, letter by letter.
    pub fn has(&self, word: &str) -> bool {
        self.set.get_or_init(|| self.text.split_ascii_whitespace().collect()).contains(word)
    }

    /// The words in the order in which they are written.
    pub fn iter(&self) -> impl Iterator<Item = &'static str> {
        self.text.split_ascii_whitespace()
    }
}
