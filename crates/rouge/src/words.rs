//! Sets of words: the keywords and names that a language gives a meaning.

use std::collections::HashSet;
use std::sync::OnceLock;

/// A set of words, written as one text with white space between them and looked at as a set from first use on.
#[derive(Debug)]
pub struct Words {
    text: &'static str,
    /// Another set whose words are in this one, too, but for some.
    base: Option<(&'static Words, &'static str)>,
    set: OnceLock<HashSet<&'static str>>,
}

impl Words {
    /// The words of a text.
    pub const fn new(text: &'static str) -> Words {
        Words { text, base: None, set: OnceLock::new() }
    }

    /// The words of another set without some of them and with others: what another release has.
    pub const fn revised(base: &'static Words, without: &'static str, with: &'static str) -> Words {
        Words { text: with, base: Some((base, without)), set: OnceLock::new() }
    }

    /// Whether a word is in the set, letter by letter.
    pub fn has(&self, word: &str) -> bool {
        self.set.get_or_init(|| self.iter().collect()).contains(word)
    }

    /// The words in the order in which they are written.
    pub fn iter(&self) -> impl Iterator<Item = &'static str> {
        let (base, without) = self.base.map_or(("", ""), |(base, without)| (base.text, without));
        let without: Vec<&str> = without.split_ascii_whitespace().collect();
        let kept = base.split_ascii_whitespace().filter(move |word| !without.contains(word));
        kept.chain(self.text.split_ascii_whitespace())
    }
}
