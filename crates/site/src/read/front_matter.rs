//! Finds the end of front matter and the start of the content. Mirrors `Document::YAML_FRONT_MATTER_REGEXP` and
//! `Utils.has_yaml_header?`. The YAML itself is parsed elsewhere.

use hastie_value::text::is_space;

/// A file split into front matter and content. The line that closes the front matter is in neither part.
#[derive(Debug, PartialEq, Eq)]
pub struct Split<'a> {
    /// The YAML with the opening `---`, without the closing line.
    pub yaml: &'a str,
    /// The text after the front matter, without leading blank lines.
    pub content: &'a str,
}

/// Whether the first line is `---`, which white space may follow. The closing line is not checked. As in Jekyll, a byte
/// order mark before the hyphens makes this false.
pub fn has_header(bytes: &[u8]) -> bool {
    let Some(rest) = bytes.strip_prefix(b"---") else { return false };
    let blank = rest.iter().take_while(|b| is_space(**b)).count();
    rest[..blank].contains(&b'\n')
}

/// Splits `text` into front matter and content. Returns `None` without complete front matter.
///
/// Blank lines directly after the closing line belong to neither part, so the content never starts with a blank line.
pub fn split(text: &str) -> Option<Split<'_>> {
    let bytes = text.as_bytes();
    if !has_header(bytes) {
        return None;
    }
    let mut line = memchr::memchr(b'\n', bytes)? + 1;
    loop {
        let rest = &bytes[line..];
        if rest.starts_with(b"---") || rest.starts_with(b"...") {
            let spaces = rest[3..].iter().take_while(|b| is_space(**b)).count();
            let (blank, after) = rest[3..].split_at(spaces);
            // Only white space may follow on the closing line.
            if after.is_empty() {
                return Some(Split { yaml: &text[..line], content: "" });
            }
            if let Some(end) = memchr::memrchr(b'\n', blank) {
                return Some(Split { yaml: &text[..line], content: &text[line + 3 + end + 1..] });
            }
        }
        line += memchr::memchr(b'\n', rest)? + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(text: &str) -> Option<&str> {
        split(text).map(|split| split.content)
    }

    #[test]
    fn blank_lines_after_the_closing_line_go() {
        assert_eq!(content("---\na: 1\n---\n\n  \n  text\n"), Some("  text\n"));
        assert_eq!(content("---\n---\n"), Some(""));
        assert_eq!(content("---\r\na: 1\r\n---\r\n\r\ntext\r\n"), Some("text\r\n"));
        assert_eq!(content("--- \n...\ntext"), Some("text"));
    }

    #[test]
    fn a_closing_line_holds_nothing_else() {
        assert_eq!(content("---\na: 1\n----\n---  \ntext"), Some("text"));
        assert_eq!(content("---\na: 1\n--- b\n"), None);
        assert_eq!(content("---\na: 1"), None);
        assert_eq!(content("\u{feff}---\na: 1\n---\n"), None);
    }

    #[test]
    fn the_opening_line_may_be_followed_by_the_closing_one() {
        assert_eq!(split("---\n\n---\nx"), Some(Split { yaml: "---\n\n", content: "x" }));
    }
}
