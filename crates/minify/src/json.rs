//! Minifies JSON. The input may contain comments, which some sites use.

use crate::Error;
use serde::de::IgnoredAny;

/// Removes comments, and white space outside of strings, from a JSON text.
///
/// # Errors
/// Fails if the text without comments is not JSON.
pub fn minify(source: &str) -> Result<String, Error> {
    let mut out = String::with_capacity(source.len());
    let mut rest = source.trim_start_matches('\u{feff}');
    while let Some(first) = rest.chars().next() {
        let (kept, taken) = if first == '"' {
            let end = string_end(rest);
            (&rest[..end], end)
        } else if rest.starts_with("/*") {
            ("", rest.find("*/").map_or(rest.len(), |end| end + 2))
        } else if rest.starts_with("//") {
            ("", rest.find('\n').unwrap_or(rest.len()))
        } else if first.is_ascii_whitespace() {
            ("", 1)
        } else {
            (&rest[..first.len_utf8()], first.len_utf8())
        };
        out.push_str(kept);
        rest = &rest[taken..];
    }
    serde_json::from_str::<IgnoredAny>(&out).map_err(|error| Error::new(error.to_string()))?;
    Ok(out)
}

/// The byte offset after the string literal at the start of a text. The length of the text if the literal is not
/// closed.
fn string_end(text: &str) -> usize {
    let mut escaped = false;
    for (position, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return position + 1,
            _ => {}
        }
    }
    text.len()
}
