//! Sets of characters, as in the classes of patterns, and sets of bytes, which allow skipping a rule without trying it.
//! As in Ruby, `\w \d \s \h` are ASCII, and POSIX brackets and `\p{..}` are Unicode.

use super::unicode::{self, Ranges, holds};

/// A property of characters, as in `\p{Letter}`. The variant `In` is a table of ranges without ASCII characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Property {
    Alphabetic,
    Alphanumeric,
    Uppercase,
    Lowercase,
    Word,
    IdStart,
    IdContinue,
    Letter,
    UppercaseLetter,
    LowercaseLetter,
    OtherLetter,
    Mark,
    Digit,
    Number,
    Space,
    Control,
    Punctuation,
    Symbol,
    In(&'static Ranges),
    Any,
}

impl Property {
    fn has(self, c: char) -> bool {
        let in_any = |tables: &[&Ranges]| tables.iter().any(|table| holds(table, c));
        match self {
            Property::Alphabetic => unicode::is_alphabetic(c),
            Property::Alphanumeric => unicode::is_alphabetic(c) || Property::Digit.has(c),
            Property::Uppercase => c.is_uppercase(),
            Property::Lowercase => c.is_lowercase(),
            Property::Word => unicode::is_word(c),
            Property::IdStart => unicode::is_letter(c) || holds(unicode::LETTER_NUMBERS, c),
            Property::IdContinue => {
                unicode::is_word(c) && !in_any(&[unicode::ALPHABETIC_SYMBOLS, unicode::ENCLOSING_MARKS])
                    || matches!(c, '·' | '\u{387}')
            }
            Property::Letter => unicode::is_letter(c),
            Property::UppercaseLetter => c.is_uppercase() && !holds(unicode::OTHER_UPPERCASE, c),
            Property::LowercaseLetter => c.is_lowercase() && !holds(unicode::OTHER_LOWERCASE, c),
            Property::OtherLetter => {
                unicode::is_letter(c)
                    && !Property::UppercaseLetter.has(c)
                    && !Property::LowercaseLetter.has(c)
                    && !in_any(&[unicode::TITLECASE_LETTERS, unicode::MODIFIER_LETTERS])
            }
            Property::Mark => unicode::is_mark(c),
            Property::Digit => c.is_ascii_digit() || holds(unicode::DIGITS, c),
            Property::Number => c.is_numeric(),
            Property::Space => c.is_whitespace(),
            Property::Control => c.is_control(),
            Property::Punctuation => in_any(&[unicode::OTHER_PUNCTUATION, unicode::CONNECTORS, unicode::PUNCTUATION]),
            Property::Symbol => {
                in_any(&[unicode::MATHEMATICAL_SYMBOLS, unicode::OTHER_SYMBOLS, unicode::CURRENCY_AND_MODIFIER_SYMBOLS])
            }
            Property::In(ranges) => holds(ranges, c),
            Property::Any => true,
        }
    }
}

/// The non-ASCII members of a set.
#[derive(Clone, Debug)]
enum Wide {
    Range(char, char),
    Has(Property, bool),
    Set(Box<CharSet>),
    And(Box<CharSet>, Box<CharSet>),
}

/// A set of characters: a bitmap for ASCII, and a list of alternative conditions for the rest.
#[derive(Clone, Debug, Default)]
pub(crate) struct CharSet {
    ascii: u128,
    wide: Vec<Wide>,
    wide_negated: bool,
}

impl CharSet {
    /// Creates a set that contains only `c`.
    pub(crate) fn of_char(c: char) -> Self {
        let mut set = CharSet::default();
        set.add_range(c, c);
        set
    }

    /// Creates a set of the ASCII characters for which `keep` is true.
    pub(crate) fn of_ascii(keep: impl Fn(u8) -> bool) -> Self {
        let ascii = (0..128u8).filter(|&b| keep(b)).fold(0, |bits, b| bits | 1 << b);
        CharSet { ascii, ..CharSet::default() }
    }

    /// Creates a set of all characters with a property, or of all characters without it if `wanted` is false.
    pub(crate) fn of_property(property: Property, wanted: bool) -> Self {
        let mut set = Self::of_ascii(|b| property.has(b.into()) == wanted);
        set.wide.push(Wide::Has(property, wanted));
        set
    }

    /// Adds the characters with a property, except those in ASCII.
    pub(crate) fn or_non_ascii(mut self, property: Property) -> Self {
        self.wide.push(Wide::Has(property, true));
        self
    }

    /// All characters except line feeds.
    pub(crate) fn dot() -> Self {
        CharSet::of_char('\n').negated()
    }

    /// Adds the characters from `low` to `high`, inclusive.
    pub(crate) fn add_range(&mut self, low: char, high: char) {
        for b in (low as u32)..=(high as u32).min(127) {
            self.ascii |= 1 << b;
        }
        if high as u32 > 127 {
            self.wide.push(Wide::Range(low.max('\u{80}'), high));
        }
    }

    /// Adds the characters of another set, as for a class inside of a class: `[a-z[0-9]]`.
    pub(crate) fn add(&mut self, other: CharSet) {
        self.ascii |= other.ascii;
        if !other.wide.is_empty() || other.wide_negated {
            self.wide.push(Wide::Set(Box::new(other)));
        }
    }

    /// The characters that are in both sets, as for `&&` in a class: `[a-z&&[^aeiou]]`.
    pub(crate) fn and(self, other: CharSet) -> CharSet {
        let ascii = self.ascii & other.ascii;
        CharSet { ascii, wide: vec![Wide::And(Box::new(self), Box::new(other))], wide_negated: false }
    }

    /// All characters that are not in the set, as for `[^a-z]`.
    pub(crate) fn negated(self) -> CharSet {
        CharSet { ascii: !self.ascii, wide: self.wide, wide_negated: !self.wide_negated }
    }

    /// Adds the other case of each ASCII letter in the set.
    pub(crate) fn folded(mut self) -> CharSet {
        for b in b'a'..=b'z' {
            let (lower, upper) = (1 << b, 1 << b.to_ascii_uppercase());
            if self.ascii & (lower | upper) != 0 {
                self.ascii |= lower | upper;
            }
        }
        self
    }

    fn has_wide(&self, c: char) -> bool {
        let found = self.wide.iter().any(|wide| match wide {
            Wide::Range(low, high) => (*low..=*high).contains(&c),
            Wide::Has(property, wanted) => property.has(c) == *wanted,
            Wide::Set(set) => set.has_wide(c),
            Wide::And(a, b) => a.has_wide(c) && b.has_wide(c),
        });
        found != self.wide_negated
    }

    /// Whether the set contains the ASCII character `byte`, which must be below 128.
    #[inline]
    pub(crate) fn has_ascii(&self, byte: u8) -> bool {
        self.ascii >> (byte & 127) & 1 == 1
    }

    /// Whether the set is known to contain all non-ASCII characters.
    pub(crate) fn holds_all_wide(&self) -> bool {
        self.wide.is_empty() && self.wide_negated
            || matches!(self.wide.as_slice(), [Wide::Has(Property::Any, true)]) && !self.wide_negated
    }

    /// The length in bytes of the character at the byte offset `offset`. `None` if the character is not in the set, and
    /// at the end of the text. `offset` must be a character boundary.
    #[inline]
    pub(crate) fn take(&self, text: &str, offset: usize) -> Option<usize> {
        let byte = *text.as_bytes().get(offset)?;
        if byte < 128 {
            return self.has_ascii(byte).then_some(1);
        }
        if self.wide.is_empty() && !self.wide_negated {
            return None;
        }
        let c = text.get(offset..)?.chars().next()?;
        self.has_wide(c).then(|| c.len_utf8())
    }

    /// The bytes that the characters of the set can start with. If the set may contain a non-ASCII character, these
    /// include all bytes above 127.
    pub(crate) fn first_bytes(&self) -> ByteSet {
        let mut set = ByteSet::default();
        set.0[0] = self.ascii as u64;
        set.0[1] = (self.ascii >> 64) as u64;
        if !self.wide.is_empty() || self.wide_negated {
            set.0[2] = u64::MAX;
            set.0[3] = u64::MAX;
        }
        set
    }
}

/// A set of bytes, with one bit for each. Patterns use such sets for the bytes that a match can start with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ByteSet([u64; 4]);

impl ByteSet {
    /// The set of all 256 bytes, for a pattern that can start with anything.
    pub(crate) const ALL: ByteSet = ByteSet([u64::MAX; 4]);

    /// Creates a set that contains only `byte`.
    pub(crate) fn of(byte: u8) -> Self {
        let mut set = ByteSet::default();
        set.insert(byte);
        set
    }

    pub(crate) fn insert(&mut self, byte: u8) {
        self.0[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }

    #[inline]
    pub(crate) fn has(&self, byte: u8) -> bool {
        self.0[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1
    }

    /// The bytes that are in either set, as for alternatives that a pattern separates with `|`.
    pub(crate) fn or(self, other: ByteSet) -> ByteSet {
        ByteSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The bytes that are in both sets, as for a lookahead and the pattern after it.
    pub(crate) fn and(self, other: ByteSet) -> ByteSet {
        ByteSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// Whether no byte is in both sets. If so, one byte tells which of two parts of a pattern can match.
    pub(crate) fn disjoint(self, other: ByteSet) -> bool {
        self.and(other) == ByteSet::default()
    }
}
