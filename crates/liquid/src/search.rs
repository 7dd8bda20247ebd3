//! Searches texts for a substring, and estimates the steps of a search.

use memchr::{memchr, memmem};

/// Texts up to this length are searched without preprocessing the pattern, which would take longer.
const SHORT: usize = 256;

/// Patterns up to this length are searched with vector instructions and need no preparation.
const SHORT_PATTERN: usize = 32;

/// An estimate of the steps of a search: one for every 64 bytes of the text. For a pattern above 32 bytes, one for
/// every 16 bytes of the text and every 2 bytes of the pattern. 0 if the pattern is longer than the text.
pub(crate) fn steps(text: &str, pattern: &str) -> u64 {
    let (text, pattern) = (text.len() as u64, pattern.len() as u64);
    match pattern {
        _ if pattern > text => 0,
        _ if pattern <= SHORT_PATTERN as u64 => text / 64,
        _ => text / 16 + pattern / 2,
    }
}

pub(crate) fn contains(text: &str, pattern: &str) -> bool {
    pattern.len() <= text.len() && memmem::find(text.as_bytes(), pattern.as_bytes()).is_some()
}

/// Calls `found` with the offset of each occurrence of a non-empty pattern, from left to right and without overlaps,
/// until `found` returns `false`.
pub(crate) fn each(text: &str, pattern: &str, mut found: impl FnMut(usize) -> bool) {
    let (text, pattern) = (text.as_bytes(), pattern.as_bytes());
    let Some(first) = pattern.first() else { return };
    if pattern.len() > text.len() {
        return;
    }
    if text.len() > SHORT {
        memmem::find_iter(text, pattern).take_while(|position| found(*position)).for_each(drop);
        return;
    }
    let mut position = 0;
    while let Some(ahead) = memchr(*first, &text[position..]) {
        position += ahead;
        if !text[position..].starts_with(pattern) {
            position += 1;
            continue;
        }
        if !found(position) {
            return;
        }
        position += pattern.len();
    }
}
