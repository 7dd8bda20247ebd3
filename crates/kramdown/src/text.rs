//! Ruby's character classes, and search functions used by several constructs.

use std::borrow::Cow;

pub(crate) use crate::characters::{is_alnum, is_alpha, is_unicode_word};

/// Whether Ruby's `\s` matches a byte: ASCII white space.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | 0x0b | 0x0c | b'\r')
}

/// Whether Ruby's `\w` matches a byte: ASCII letters, digits and the underscore.
pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether Ruby's `\b` matches at the byte offset `position`.
pub(crate) fn word_boundary(text: &str, position: usize) -> bool {
    let before = text[..position].chars().next_back().is_some_and(joins_word);
    let after = text[position..].chars().next().is_some_and(joins_word);
    before != after
}

/// Whether `\b` treats a character as part of a word. Because of a table for Latin-1 in Onigmo, this includes some
/// superscripts and fractions, which `\p{Word}` does not match.
fn joins_word(c: char) -> bool {
    is_unicode_word(c) || matches!(c, '²' | '³' | '¹' | '¼'..='¾')
}

/// The position of the first byte at or after `from` for which `go_on` is false, or the end.
pub(crate) fn skip_while(bytes: &[u8], from: usize, go_on: impl Fn(u8) -> bool) -> usize {
    bytes[from..].iter().position(|&byte| !go_on(byte)).map_or(bytes.len(), |offset| from + offset)
}

/// The position after the next line break at or after `from`, or the end.
pub(crate) fn line_end(bytes: &[u8], from: usize) -> usize {
    memchr::memchr(b'\n', &bytes[from..]).map_or(bytes.len(), |offset| from + offset + 1)
}

/// Skips up to three spaces, and returns the position after them. A fourth space is not skipped.
pub(crate) fn opt_space(bytes: &[u8], from: usize) -> usize {
    let mut position = from;
    while position < from + 3 && bytes.get(position) == Some(&b' ') {
        position += 1;
    }
    position
}

/// Matches `\s*?\n`: returns the position after the first line break, if only white space is before it. `None` if
/// another character or the end of the text comes first.
pub(crate) fn blank_to_newline(bytes: &[u8], from: usize) -> Option<usize> {
    let mut position = from;
    loop {
        match bytes.get(position)? {
            b'\n' => return Some(position + 1),
            byte if is_space(*byte) => position += 1,
            _ => return None,
        }
    }
}

/// Matches `(?>^\s*\n)+`: returns the position after the blank lines at `from`. `None` if no blank line begins there.
pub(crate) fn blank_lines(bytes: &[u8], from: usize) -> Option<usize> {
    let end = skip_while(bytes, from, is_space);
    memchr::memrchr(b'\n', &bytes[from..end]).map(|offset| from + offset + 1)
}

/// Matches REXML's pattern for an XML name, `(prefix:)?name`, and returns the end of the name. `None` if no name begins
/// at `from`.
pub(crate) fn xml_name(text: &str, from: usize) -> Option<usize> {
    let end = simple_name(text, from)?;
    if text.as_bytes().get(end) == Some(&b':')
        && let Some(longer) = simple_name(text, end + 1)
    {
        return Some(longer);
    }
    Some(end)
}

fn simple_name(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let first = *bytes.get(from)?;
    if first < 0x80 {
        if !(first.is_ascii_alphabetic() || first == b'_') {
            return None;
        }
    } else if !text[from..].chars().next().is_some_and(is_alpha) {
        return None;
    }
    let mut position = from;
    while let Some(&byte) = bytes.get(position) {
        if byte < 0x80 {
            if !(byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_')) {
                break;
            }
            position += 1;
        } else {
            match text[position..].chars().next() {
                Some(c) if is_alnum(c) => position += c.len_utf8(),
                _ => break,
            }
        }
    }
    Some(position)
}

/// Ruby's `rstrip`: removes ASCII white space and NUL at the end.
pub(crate) fn rstrip(text: &str) -> &str {
    text.trim_end_matches(|c: char| c == '\0' || (c.is_ascii() && is_space(c as u8)))
}

/// Ruby's `lstrip`: removes ASCII white space and NUL at the start.
pub(crate) fn lstrip(text: &str) -> &str {
    text.trim_start_matches(|c: char| c == '\0' || (c.is_ascii() && is_space(c as u8)))
}

/// Ruby's `strip`: removes ASCII white space and NUL at both ends.
pub(crate) fn strip(text: &str) -> &str {
    lstrip(rstrip(text))
}

/// Ruby's `split("\n")`: the lines without line breaks. Empty lines at the end are dropped.
pub(crate) fn ruby_lines(text: &str) -> impl Iterator<Item = &str> {
    let text = text.trim_end_matches('\n');
    let count = if text.is_empty() { 0 } else { usize::MAX };
    text.split('\n').take(count)
}

/// The slice of `source` from the start of `first` to the end of `second`. `None` unless `first` and `second` are
/// adjacent slices of `source`.
pub(crate) fn reach<'t>(source: &'t str, first: &str, second: &str) -> Option<&'t str> {
    let start = (first.as_ptr() as usize).checked_sub(source.as_ptr() as usize)?;
    let middle = start + first.len();
    if source.as_ptr() as usize + middle != second.as_ptr() as usize {
        return None;
    }
    source.get(start..middle + second.len())
}

/// Replaces each run of white space with one space. `is_space` decides which characters are white space. Borrows the
/// text if nothing changes.
pub(crate) fn fold_space(text: &str, is_space: impl Fn(char) -> bool) -> Cow<'_, str> {
    let mut before = false;
    let folded = text.chars().all(|c| {
        let space = is_space(c);
        let same = !space || (c == ' ' && !before);
        before = space;
        same
    });
    if folded {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut in_space = false;
    for c in text.chars() {
        let space = is_space(c);
        if !space {
            out.push(c);
        } else if !in_space {
            out.push(' ');
        }
        in_space = space;
    }
    Cow::Owned(out)
}

/// Whether Ruby's `\s` matches a character.
pub(crate) fn is_space_char(c: char) -> bool {
    c.is_ascii() && is_space(c as u8)
}

/// Converts a text to lower case as Ruby's `downcase` does: each character by itself, so that a sigma at the end of a
/// word becomes `σ`. Borrows ASCII text that has no upper case.
pub(crate) fn downcase(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| byte.is_ascii_uppercase() || !byte.is_ascii()) {
        Cow::Owned(text.chars().flat_map(char::to_lowercase).collect())
    } else {
        Cow::Borrowed(text)
    }
}
