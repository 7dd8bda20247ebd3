//! Named character classes, in POSIX brackets (`[[:alpha:]]`) and in `\p{..}`.

use super::set::{CharSet, Property};
use super::unicode;

/// The characters of a class by its name in lower case, such as `alpha`. `None` for any other name.
pub(super) fn named_set(name: &str) -> Option<CharSet> {
    let property = |property| CharSet::of_property(property, true);
    let ascii = |bytes: &'static [u8], property| CharSet::of_ascii(|b| bytes.contains(&b)).or_non_ascii(property);
    Some(match name {
        "alpha" | "alphabetic" => property(Property::Alphabetic),
        "alnum" => property(Property::Alphanumeric),
        "upper" | "uppercase" => property(Property::Uppercase),
        "lower" | "lowercase" => property(Property::Lowercase),
        "word" | "w" => property(Property::Word),
        "l" | "letter" => property(Property::Letter),
        "xids" | "xid_start" | "ids" | "id_start" => property(Property::IdStart),
        "xidc" | "xid_continue" | "idc" | "id_continue" => property(Property::IdContinue),
        "lu" | "uppercase_letter" => property(Property::UppercaseLetter),
        "ll" | "lowercase_letter" => property(Property::LowercaseLetter),
        "lt" => property(Property::In(unicode::TITLECASE_LETTERS)),
        "lm" => property(Property::In(unicode::MODIFIER_LETTERS)),
        "lo" => property(Property::OtherLetter),
        "m" | "mark" => property(Property::Mark),
        "mn" => property(Property::In(unicode::NONSPACING_MARKS)),
        "mc" => property(Property::In(unicode::SPACING_MARKS)),
        "digit" | "nd" => property(Property::Digit),
        "n" | "number" => property(Property::Number),
        "nl" => property(Property::In(unicode::LETTER_NUMBERS)),
        "xdigit" => CharSet::of_ascii(|b| b.is_ascii_hexdigit()),
        "space" => property(Property::Space),
        "blank" => CharSet::of_ascii(|b| b == b' ' || b == b'\t'),
        "cntrl" => property(Property::Control),
        "p" | "punctuation" => ascii(b"!\"#%&'()*,-./:;?@[\\]_{}", Property::Punctuation),
        "punct" => CharSet::of_ascii(|b| b.is_ascii_punctuation()).or_non_ascii(Property::Punctuation),
        "po" => ascii(b"!\"#%&'*,./:;?@\\", Property::In(unicode::OTHER_PUNCTUATION)),
        "pc" => ascii(b"_", Property::In(unicode::CONNECTORS)),
        "s" | "symbol" => ascii(b"$+<=>^`|~", Property::Symbol),
        "sm" => ascii(b"+<=>|~", Property::In(unicode::MATHEMATICAL_SYMBOLS)),
        "so" => ascii(b"", Property::In(unicode::OTHER_SYMBOLS)),
        "cf" => property(Property::In(unicode::FORMATS)),
        "graph" => property(Property::Space).negated().and(property(Property::Control).negated()),
        "print" => property(Property::Control).negated(),
        "ascii" => CharSet::of_ascii(|_| true),
        "any" => property(Property::Any),
        _ => return None,
    })
}
