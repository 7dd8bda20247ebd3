//! Output of strings: quotes and escapes.

use std::fmt::Write;

/// Appends a string in double quotes or, if it contains double quotes but no single ones, in single quotes. Escapes
/// backslashes, double quotes inside of double quotes, and ASCII control characters other than tabs. Unless
/// `compressed` is set, also escapes characters in private use areas.
pub(crate) fn write_quoted(out: &mut String, text: &str, compressed: bool) {
    let bytes = text.as_bytes();
    let has_double = memchr::memchr(b'"', bytes).is_some();
    let quote = if has_double && memchr::memchr(b'\'', bytes).is_none() { '\'' } else { '"' };
    out.push(quote);
    if bytes.iter().all(|byte| byte.is_ascii() && !byte.is_ascii_control() && *byte != b'\\' && *byte != b'"') {
        out.push_str(text);
    } else {
        let mut rest = text.chars();
        while let Some(char) = rest.next() {
            match char {
                '\\' => out.push_str("\\\\"),
                '"' if quote == '"' => out.push_str("\\\""),
                '\t' => out.push('\t'),
                char if char.is_ascii_control() => write_escape(out, char, rest.as_str()),
                char if is_private_use(char) && !compressed => write_escape(out, char, rest.as_str()),
                char => out.push(char),
            }
        }
    }
    out.push(quote);
}

/// Appends an unquoted string. A line feed and the spaces after it become one space. Unless `compressed` is set,
/// characters in private use areas are escaped.
pub(crate) fn write_unquoted(out: &mut String, text: &str, compressed: bool) {
    if text.bytes().all(|byte| byte.is_ascii() && byte != b'\n') {
        out.push_str(text);
        return;
    }
    let mut after_line_feed = false;
    let mut rest = text.chars();
    while let Some(char) = rest.next() {
        match char {
            '\n' => {
                out.push(' ');
                after_line_feed = true;
                continue;
            }
            ' ' if after_line_feed => continue,
            ' ' => {
                out.push(' ');
                continue;
            }
            char if is_private_use(char) && !compressed => write_escape(out, char, rest.as_str()),
            char => out.push(char),
        }
        after_line_feed = false;
    }
}

/// Whether a character is in a private use area, as in icon fonts.
pub(crate) fn is_private_use(char: char) -> bool {
    matches!(char, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}')
}

fn write_escape(out: &mut String, char: char, rest: &str) {
    let _ = write!(out, "\\{:x}", u32::from(char));
    if rest.starts_with(|next: char| next.is_ascii_hexdigit() || next == ' ' || next == '\t') {
        out.push(' ');
    }
}
