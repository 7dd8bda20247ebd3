//! Sets of keywords and predefined names of a language.

use foldhash::HashSet;
use std::sync::OnceLock;

/// A set of words, written as a whitespace-separated string. The set is built on first use.
#[derive(Debug)]
pub struct Words {
    text: &'static str,
    /// For a revised set: the set on which it is based, and the words that it excludes from that set. `None` for other
    /// sets.
    base: Option<(&'static Words, &'static str)>,
    set: OnceLock<HashSet<&'static str>>,
}

impl Words {
    /// Creates a set of the words in `text`, which are separated by white space.
    pub const fn new(text: &'static str) -> Words {
        Words { text, base: None, set: OnceLock::new() }
    }

    /// Creates a set with the words of `base`, except the words `without`, and with the additional words `with`. Used
    /// for differences between releases and between related languages. `base` must not be a revised set itself.
    pub const fn revised(base: &'static Words, without: &'static str, with: &'static str) -> Words {
        Words { text: with, base: Some((base, without)), set: OnceLock::new() }
    }

    /// Whether a word is in the set, case-sensitively.
    pub fn has(&self, word: &str) -> bool {
        self.set.get_or_init(|| self.iter().collect()).contains(word)
    }

    /// The words in the order of their definition, without the excluded ones.
    pub fn iter(&self) -> impl Iterator<Item = &'static str> {
        let (base, without) = self.base.map_or(("", ""), |(base, without)| (base.text, without));
        let without: Vec<&str> = without.split_ascii_whitespace().collect();
        let kept = base.split_ascii_whitespace().filter(move |word| !without.contains(word));
        kept.chain(self.text.split_ascii_whitespace())
    }
}
