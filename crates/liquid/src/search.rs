//! The occurrences of one text in another.

use memchr::{memchr, memmem};

/// Up to this length a text is searched without preparing for its pattern, which takes longer than that.
const SHORT: usize = 256;

/// Calls `found` with the offset of each occurrence of a pattern that is not empty, from left to right and without
/// overlaps, until it returns `false`.
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
