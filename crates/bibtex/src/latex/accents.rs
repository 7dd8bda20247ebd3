//! Accents written with a sign (`\'a`, `\"{u}`) or a letter (`\v{s}`), and letters with their own command.

use super::scan::{Scan, ends_word, letter};

/// Accent signs and their combining characters, in the order in which the signs are tried.
const SIGNS: &[(&str, &str)] = &[
    ("`", "\u{300}"),
    ("'", "\u{301}"),
    ("^", "\u{302}"),
    ("~", "\u{303}"),
    ("=", "\u{304}"),
    (".", "\u{307}"),
    ("''", "\u{308}"),
    ("\"", "\u{308}"),
];

/// One-letter commands that put an accent on the following group, such as `\v`, and the accents' combining characters.
const LETTERS: &[(&str, &str)] = &[
    ("r", "\u{30a}"),
    ("H", "\u{30b}"),
    ("u", "\u{306}"),
    ("v", "\u{30c}"),
    ("G", "\u{30f}"),
    ("M", "\u{322}"),
    ("d", "\u{323}"),
    ("c", "\u{327}"),
    ("k", "\u{328}"),
    ("b", "\u{331}"),
    ("B", "\u{335}"),
    ("t", "\u{361}"),
];

/// Commands for whole letters, without the backslash, and the letters that they print.
const WHOLE: &[(&str, &str)] =
    &[("o", "ø"), ("O", "Ø"), ("l", "ł"), ("L", "Ł"), ("aa", "å"), ("AA", "Å"), ("ae", "æ"), ("AE", "Æ")];

/// Converts accents written with a sign, as in `\'{a}` and `\'a`, to combining characters after the letter.
pub(super) fn accents(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    let braced = pass(text, |rest| {
        SIGNS.iter().find_map(|(sign, accent)| {
            let body = rest.strip_prefix(*sign)?.strip_prefix('{')?;
            let length = letter(body);
            let closed = length > 0 && body[length..].starts_with('}');
            closed.then(|| (sign.len() + length + 2, format!("{}{accent}", &body[..length])))
        })
    });
    pass(&braced, |rest| {
        SIGNS.iter().find_map(|(sign, accent)| {
            let body = rest.strip_prefix(*sign)?;
            let length = letter(body);
            (length > 0).then(|| (sign.len() + length, format!("{}{accent}", &body[..length])))
        })
    })
}

/// Converts accents written with a letter (`\v{s}`), and commands for whole letters, such as `\aa` for `å`.
pub(super) fn diacritics(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    let accented = pass(text, |rest| {
        LETTERS.iter().find_map(|(name, accent)| {
            let body = rest.strip_prefix(*name)?.strip_prefix('{')?;
            let length = letter(body);
            let more: usize = body[length..].chars().take_while(|c| c.is_alphabetic()).map(char::len_utf8).sum();
            let closed = length > 0 && body[length + more..].starts_with('}');
            closed.then(|| {
                let text = format!("{}{accent}{}", &body[..length], &body[length..length + more]);
                (name.len() + length + more + 2, text)
            })
        })
    });
    pass(&accented, |rest| {
        WHOLE.iter().find_map(|(name, letter)| {
            let after = rest.strip_prefix(*name)?;
            ends_word(after).then(|| (name.len(), (*letter).to_owned()))
        })
    })
}

/// Replaces the matches of `find`, which gets the text after each backslash. `find` returns the length of the match and
/// the replacement.
fn pass(text: &str, find: impl Fn(&str) -> Option<(usize, String)>) -> String {
    let mut scan = Scan::new(text);
    while scan.copy_to('\\') {
        match find(&scan.rest()[1..]) {
            Some((length, by)) => scan.replace(1 + length, &by),
            None => scan.copy(1),
        }
    }
    scan.finish()
}
