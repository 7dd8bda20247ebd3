//! Splits lists of names by BibTeX's rules: `First von Last`, `von Last, First` and `von Last, Jr, First`.
//!
//! The first letter of a word outside of braces determines its kind. If one name does not match the grammar, the whole
//! list is empty.

use crate::name::Name;
use crate::ruby::is_space;
use crate::script;

/// The kind of a word. It determines to which part of the name the word belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The first letter outside of braces is a lower-case letter.
    Lower,
    /// The first letter outside of braces is an upper-case letter.
    Upper,
    /// No character outside of braces is a lower-case or upper-case letter.
    Plain,
}

#[derive(Debug, Clone)]
struct Word {
    kind: Kind,
    text: String,
}

impl Word {
    fn is_lower(&self) -> bool {
        self.kind == Kind::Lower
    }
}

/// A name whose parts are not determined yet: words between commas.
#[derive(Debug, Default)]
struct Draft {
    /// Whether the family name comes first, as in Chinese, Japanese and Korean.
    family_first: bool,
    pieces: Vec<Vec<Word>>,
}

/// Splits a list of names. Returns no names if any of them does not match the grammar.
pub(crate) fn parse(text: &str) -> Vec<Name> {
    let read = || Scan::new(text).drafts()?.into_iter().map(name).collect::<Option<Vec<_>>>();
    read().unwrap_or_default()
}

struct Scan<'a> {
    rest: &'a str,
    word: Option<Word>,
    draft: Draft,
    drafts: Vec<Draft>,
}

impl<'a> Scan<'a> {
    fn new(text: &'a str) -> Self {
        let draft = Draft { pieces: vec![Vec::new()], ..Draft::default() };
        Scan { rest: text, word: None, draft, drafts: Vec::new() }
    }

    /// Splits the text into names, and each name into words. `None` if a brace or backslash is misplaced.
    fn drafts(mut self) -> Option<Vec<Draft>> {
        while let Some(c) = self.rest.chars().next() {
            if (c == ',' || is_space(c))
                && let Some(length) = and(self.rest)
            {
                self.end_word();
                let draft = std::mem::replace(&mut self.draft, Draft { pieces: vec![Vec::new()], ..Draft::default() });
                self.drafts.push(draft);
                self.rest = &self.rest[length..];
                continue;
            }
            match c {
                c if is_space(c) => {
                    self.end_word();
                    self.rest = self.rest.trim_start_matches(is_space);
                }
                ',' => {
                    self.end_word();
                    self.draft.pieces.push(Vec::new());
                    self.rest = &self.rest[1..];
                }
                '{' => {
                    let length = braces(self.rest)?;
                    self.take(length, None);
                }
                '}' => return None,
                '\\' => {
                    let escaped = self.rest[1..].chars().next().filter(|c| *c != '\n')?;
                    self.take(1 + escaped.len_utf8(), None);
                }
                c if c.is_lowercase() => {
                    let length = run(self.rest, |c| c.is_lowercase() || c.is_uppercase());
                    self.take(length, Some(Kind::Lower));
                }
                c if c.is_uppercase() => {
                    let length = run(self.rest, |c| c.is_lowercase() || c.is_uppercase() || c == '.');
                    self.take(length, Some(Kind::Upper));
                }
                _ => {
                    let length = run(self.rest, |c| {
                        !is_space(c) && !matches!(c, ',' | '{' | '}' | '\\') && !c.is_lowercase() && !c.is_uppercase()
                    });
                    self.draft.family_first |= self.rest[..length].chars().any(script::is_east_asian);
                    self.take(length, None);
                }
            }
        }
        self.end_word();
        self.drafts.push(self.draft);
        Some(self.drafts)
    }

    fn take(&mut self, length: usize, kind: Option<Kind>) {
        let word = self.word.get_or_insert_with(|| Word { kind: Kind::Plain, text: String::new() });
        if word.kind == Kind::Plain
            && let Some(kind) = kind
        {
            word.kind = kind;
        }
        word.text.push_str(&self.rest[..length]);
        self.rest = &self.rest[length..];
    }

    fn end_word(&mut self) {
        if let (Some(word), Some(piece)) = (self.word.take(), self.draft.pieces.last_mut()) {
            piece.push(word);
        }
    }
}

/// The length of an `and` between names, including the comma before it and surrounding white space. `None` if the text
/// does not start with one.
fn and(text: &str) -> Option<usize> {
    let rest = text.strip_prefix(',').unwrap_or(text);
    let word = rest.trim_start_matches(is_space);
    if word.len() == rest.len() || !word.get(..3)?.eq_ignore_ascii_case("and") {
        return None;
    }
    let after = word[3..].trim_start_matches(is_space);
    (after.len() < word.len() - 3).then(|| text.len() - after.len())
}

/// The length of a group in braces. `None` if it is not closed.
fn braces(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (position, b) in text.bytes().enumerate() {
        match b {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(position + 1);
                }
            }
            _ => {}
        }
    }
    None
}

fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

fn joined(words: &[Word]) -> Option<String> {
    (!words.is_empty()).then(|| words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "))
}

/// Builds a name from its words. `None` if they contain no family name, or if more than two commas separate them.
fn name(draft: Draft) -> Option<Name> {
    match draft.pieces.as_slice() {
        [words] if draft.family_first => family_first(words),
        [words] => display_order(words),
        [family, first] => sort_order(family, None, first),
        [family, suffix, first] => sort_order(family, Some(suffix), first),
        _ => None,
    }
}

/// Builds a name from words in the order `First von Last`.
fn display_order(words: &[Word]) -> Option<Name> {
    let (final_word, before) = words.split_last()?;
    let Some(von) = words.iter().position(Word::is_lower).filter(|index| *index < before.len()) else {
        return Some(Name { first: joined(before), last: Some(final_word.text.clone()), ..Name::default() });
    };
    let last = last_name(words, von)?;
    Some(Name {
        first: joined(&words[..von]),
        prefix: joined(&words[von..last]),
        last: joined(&words[last..]),
        suffix: None,
    })
}

/// The index of the family name in `words`, after the particles from index `von` on. The family name follows the last
/// lower-case word. If no word follows, as in `von der berg`, the lower-case word is itself the family name, provided
/// that the word before it is a particle. Otherwise, `None`.
fn last_name(words: &[Word], von: usize) -> Option<usize> {
    let lower = words.iter().rposition(Word::is_lower)?;
    if lower + 1 < words.len() {
        Some(lower + 1)
    } else {
        (lower > von && words[lower - 1].is_lower()).then_some(lower)
    }
}

/// Builds a name from words in the order `von Last, Jr, First`.
fn sort_order(family: &[Word], suffix: Option<&Vec<Word>>, first: &[Word]) -> Option<Name> {
    let (prefix, last) = match family.iter().position(Word::is_lower) {
        None => (None, joined(family)?),
        Some(0) if family.len() == 1 => (None, joined(family)?),
        Some(von) => {
            let last = last_name(family, von)?;
            (joined(&family[..last]), joined(&family[last..])?)
        }
    };
    Some(Name { first: joined(first), last: Some(last), prefix, suffix: suffix.and_then(|words| joined(words)) })
}

/// Builds a name from words that start with the family name, without a comma: particles, family name, given names.
fn family_first(words: &[Word]) -> Option<Name> {
    let (_, before) = words.split_last()?;
    let start = before.iter().rposition(Word::is_lower).map_or(0, |index| index + 1);
    Some(Name {
        last: Some(words[start].text.clone()),
        first: joined(&words[start + 1..]),
        prefix: joined(&words[..start]),
        suffix: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        parse(text).iter().map(|name| name.parts().map(|(_, part)| part.unwrap_or("-").to_owned()).join("|")).collect()
    }

    #[test]
    fn particles_stand_before_the_family_name() {
        assert_eq!(shown("Ludwig van Beethoven"), ["Ludwig|Beethoven|van|-"]);
        assert_eq!(shown("van der Berg, Jr., Ada B."), ["Ada B.|Berg|van der|Jr."]);
        assert_eq!(shown("Ada and others"), ["-|Ada|-|-", "-|others|-|-"]);
        assert_eq!(shown("von berg"), ["-|berg|von|-"]);
    }

    #[test]
    fn one_bad_name_empties_the_list() {
        assert!(shown("Ada Quill and de Berg la, Bo").is_empty());
        assert!(shown("Ada Quill and Bo} Tan").is_empty());
        assert!(shown("a, b, c, d").is_empty());
        assert!(shown("").is_empty());
    }

    #[test]
    fn braces_hide_capitals() {
        assert_eq!(shown("{\\'A}d{\\'a}m Quill"), ["-|Quill|{\\'A}d{\\'a}m|-"]);
        assert_eq!(shown("{The Weather Club}"), ["-|{The Weather Club}|-|-"]);
    }
}
