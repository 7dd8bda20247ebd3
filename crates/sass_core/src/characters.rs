//! Positions in texts, which Sass counts in characters (code points) and Rust in bytes.

/// The length in characters (code points), as Sass counts it.
#[must_use]
pub fn count(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

/// The byte offset of the character at a zero-based index, or the length of the text if it has fewer characters.
#[must_use]
pub fn byte_offset(text: &str, index: usize) -> usize {
    if text.is_ascii() {
        return index.min(text.len());
    }
    text.char_indices().nth(index).map_or(text.len(), |(offset, _)| offset)
}
