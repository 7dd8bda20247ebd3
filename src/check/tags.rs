//! The start tags of an HTML text with their offsets, in linear time.

use memchr::memmem;

/// A start tag of a page, with its attributes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// The name, in lower case.
    pub name: String,
    /// The attributes, in order: names in lower case, values without references such as `&amp;`.
    pub attributes: Vec<(String, String)>,
    /// The offset of `<` in the text, in bytes.
    pub offset: usize,
    /// Whether it ends with `/>`, which matters in drawings and formulas.
    pub is_closed: bool,
}

/// An end tag such as `</p>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndTag {
    /// The name, in lower case.
    pub name: String,
    /// The offset of `<` in the text, in bytes.
    pub offset: usize,
}

impl Tag {
    /// The value of the first attribute with this name.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Elements whose content is text.
const TEXTS: [&str; 6] = ["script", "style", "textarea", "title", "xmp", "noembed"];

/// The start tags and end tags of a text. Comments and the content of scripts and style sheets contain none.
pub(super) fn of(text: &str) -> (Vec<Tag>, Vec<EndTag>) {
    let bytes = text.as_bytes();
    let (mut tags, mut ends) = (Vec::new(), Vec::new());
    let mut position = 0;
    while let Some(ahead) = memchr::memchr(b'<', &bytes[position..]) {
        let start = position + ahead;
        position = start + 1;
        if bytes[position..].starts_with(b"!--") {
            position = memmem::find(&bytes[position..], b"-->").map_or(bytes.len(), |end| position + end + 3);
            continue;
        }
        let is_end = bytes[position..].starts_with(b"/");
        if !bytes.get(position + usize::from(is_end)).is_some_and(u8::is_ascii_alphabetic) {
            continue;
        }
        if is_end {
            let mut scanner = Scanner { text, position: position + 1 };
            let name = scanner.word(|byte| matches!(byte, b'>' | b'/') || byte.is_ascii_whitespace());
            ends.push(EndTag { name: name.to_ascii_lowercase(), offset: start });
            scanner.attributes();
            position = scanner.position;
            continue;
        }
        let mut scanner = Scanner { text, position };
        let name = scanner.word(|byte| matches!(byte, b'>' | b'/') || byte.is_ascii_whitespace()).to_ascii_lowercase();
        let attributes = scanner.attributes();
        position = scanner.position;
        let is_closed = bytes[..position].ends_with(b"/>");
        if TEXTS.contains(&name.as_str()) {
            position = end_of_element(text, position, &name);
        }
        tags.push(Tag { name, attributes, offset: start, is_closed });
    }
    (tags, ends)
}

/// The offset of the end tag, or of the end of the text.
fn end_of_element(text: &str, from: usize, name: &str) -> usize {
    let bytes = text.as_bytes();
    let closes = |start: &usize| {
        let rest = &bytes[*start + 2..];
        rest.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
    };
    memmem::find_iter(&bytes[from..], b"</").map(|ahead| from + ahead).find(closes).unwrap_or(bytes.len())
}

struct Scanner<'t> {
    text: &'t str,
    position: usize,
}

impl<'t> Scanner<'t> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
    }

    /// The text up to a byte for which `ends` is true.
    fn word(&mut self, ends: impl Fn(u8) -> bool) -> &'t str {
        let start = self.position;
        while self.peek().is_some_and(|byte| !ends(byte)) {
            self.position += 1;
        }
        // Only ASCII bytes end a word, so that both offsets are between characters.
        self.text.get(start..self.position).unwrap_or_default()
    }

    fn skip_spaces(&mut self) {
        self.word(|byte| !byte.is_ascii_whitespace());
    }

    /// The attributes up to the end of the tag, which is skipped.
    fn attributes(&mut self) -> Vec<(String, String)> {
        let mut found = Vec::new();
        loop {
            self.skip_spaces();
            match self.peek() {
                None => return found,
                Some(b'>') => {
                    self.position += 1;
                    return found;
                }
                Some(b'/' | b'=' | b'"' | b'\'') => self.position += 1,
                Some(_) => {
                    let name = self.word(|byte| matches!(byte, b'=' | b'>' | b'/') || byte.is_ascii_whitespace());
                    self.skip_spaces();
                    let value = if self.peek() == Some(b'=') { self.value() } else { "" };
                    found.push((name.to_ascii_lowercase(), without_references(value)));
                }
            }
        }
    }

    /// The value after `=`.
    fn value(&mut self) -> &'t str {
        self.position += 1;
        self.skip_spaces();
        match self.peek() {
            Some(quote @ (b'"' | b'\'')) => {
                self.position += 1;
                let value = self.word(|byte| byte == quote);
                self.position = (self.position + 1).min(self.text.len());
                value
            }
            _ => self.word(|byte| byte == b'>' || byte.is_ascii_whitespace()),
        }
    }
}

/// The references that occur in addresses, with their characters.
const REFERENCES: [(&str, &str); 7] =
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#x27;", "'"), ("&#38;", "&"), ("&amp;", "&")];

pub(super) fn without_references(value: &str) -> String {
    if !value.contains('&') {
        return value.to_owned();
    }
    REFERENCES.iter().fold(value.to_owned(), |value, (reference, character)| value.replace(reference, character))
}
