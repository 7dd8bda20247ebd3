//! Substring search.

use memchr::{memchr, memmem};

/// Texts up to this length are searched without preprocessing the pattern, which would take longer.
const SHORT: usize = 256;

/// Calls `found` with the offset of each occurrence of a non-empty pattern, from left to right and without overlaps,
/// until it returns `false`.
pub(crate) fn each(text: &str, pattern: &str, mut found: impl FnMut(usize) -> bool) {
    let (text, pattern) = (text.as_bytes(), pattern.as_bytes());
    let Some(first) = pattern.first() else { return };
    if text.len() > SHORT {
        memmem::find_iter(text, pattern).take_while(|at| found(*at)).for_each(drop);
        return;
    }
    let mut at = 0;
    while let Some(ahead) = memchr(*first, &text[at..]) {
        at += ahead;
        if !text[at..].starts_with(pattern) {
            at += 1;
            continue;
        }
        if !found(at) {
            return;
        }
        at += pattern.len();
    }
}
