//! The start tags and end tags of an HTML text with their offsets, in linear time.

use memchr::memmem;
use std::borrow::Cow;
use std::ops::Range;

/// A start tag of a page, with its attributes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tag<'p, 's> {
    /// The name of the tag's element, in lower case.
    pub(super) name: &'p str,
    /// The attributes of the tag, in order: names in lower case, values without references such as `&amp;`.
    pub(super) attributes: &'p [Attribute<'s>],
    /// The byte offset of the tag's `<` in the HTML text.
    pub(super) offset: usize,
    /// Whether the tag ends with `/>`, which matters in drawings (SVG) and formulas (MathML).
    pub(super) is_closed: bool,
}

/// The name and the value of an attribute. The value is empty if only the name is written.
pub(super) type Attribute<'s> = (Cow<'s, str>, Cow<'s, str>);

impl<'p, 's> Tag<'p, 's> {
    /// The value of the first attribute with this name. `None` if the tag lacks this attribute.
    pub(super) fn value(&self, name: &str) -> Option<&'p str> {
        self.lasting_value(name).map(|value| &**value)
    }

    /// Like [`Tag::value`], but returns a `Cow`. A clone of the `Cow` can outlive the tags.
    pub(super) fn lasting_value(&self, name: &str) -> Option<&'p Cow<'s, str>> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}

/// An end tag such as `</p>`. Attributes in an end tag are dropped.
#[derive(Debug, Clone)]
pub(super) struct EndTag<'s> {
    /// The name of the tag's element, in lower case.
    pub(super) name: Cow<'s, str>,
    /// The byte offset of the tag's `<` in the HTML text.
    pub(super) offset: usize,
}

/// The tags of a text. Skips comments, and the content of elements that contain only text, such as `script`, `style`
/// and `title`.
#[derive(Debug, Default)]
pub(super) struct Tags<'s> {
    starts: Vec<StartTag<'s>>,
    /// The attributes of all start tags, one tag after another.
    attributes: Vec<Attribute<'s>>,
    /// The end tags, in the order of the text.
    pub(super) ends: Vec<EndTag<'s>>,
}

#[derive(Debug)]
struct StartTag<'s> {
    name: Cow<'s, str>,
    /// The indices of the tag's attributes in `Tags::attributes`.
    attributes: Range<usize>,
    offset: usize,
    is_closed: bool,
}

impl<'s> Tags<'s> {
    pub(super) fn of(text: &'s str) -> Self {
        let bytes = text.as_bytes();
        let mut tags = Tags::default();
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
            let mut scanner = Scanner { text, position: position + usize::from(is_end) };
            let name = lowercase(scanner.word(|byte| matches!(byte, b'>' | b'/') || byte.is_ascii_whitespace()));
            let first = tags.attributes.len();
            scanner.attributes(&mut tags.attributes);
            position = scanner.position;
            if is_end {
                tags.attributes.truncate(first);
                tags.ends.push(EndTag { name, offset: start });
                continue;
            }
            let is_closed = bytes[..position].ends_with(b"/>");
            if matches!(&*name, "script" | "style" | "textarea" | "title" | "xmp" | "noembed") {
                position = end_of_element(text, position, &name);
            }
            let attributes = first..tags.attributes.len();
            tags.starts.push(StartTag { name, attributes, offset: start, is_closed });
        }
        tags
    }

    /// The start tags, in the order of the text. Includes tags such as `<br/>`.
    pub(super) fn starts(&self) -> impl Iterator<Item = Tag<'_, 's>> {
        self.starts.iter().map(|StartTag { name, attributes, offset, is_closed }| Tag {
            name,
            attributes: &self.attributes[attributes.clone()],
            offset: *offset,
            is_closed: *is_closed,
        })
    }
}

fn lowercase(name: &str) -> Cow<'_, str> {
    match name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => Cow::Owned(name.to_ascii_lowercase()),
        false => Cow::Borrowed(name),
    }
}

/// The offset of the next end tag with this name, or the length of the text if it is missing.
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

    /// Reads the text up to the next byte for which `ends` is true.
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

    /// Adds the attributes of a tag to `found`, and skips the end of the tag.
    fn attributes(&mut self, found: &mut Vec<Attribute<'t>>) {
        loop {
            self.skip_spaces();
            match self.peek() {
                None => return,
                Some(b'>') => {
                    self.position += 1;
                    return;
                }
                Some(b'/' | b'=' | b'"' | b'\'') => self.position += 1,
                Some(_) => {
                    let name = self.word(|byte| matches!(byte, b'=' | b'>' | b'/') || byte.is_ascii_whitespace());
                    self.skip_spaces();
                    let value = if self.peek() == Some(b'=') { self.value() } else { "" };
                    found.push((lowercase(name), without_references(value)));
                }
            }
        }
    }

    /// Reads the value of an attribute from its `=` on. Returns it without quotes.
    fn value(&mut self) -> &'t str {
        self.position += 1;
        self.skip_spaces();
        match self.peek() {
            Some(quote @ (b'"' | b'\'')) => {
                let rest = self.text.get(self.position + 1..).unwrap_or_default();
                let length = memchr::memchr(quote, rest.as_bytes()).unwrap_or(rest.len());
                self.position = (self.position + 1 + length + 1).min(self.text.len());
                rest.get(..length).unwrap_or_default()
            }
            _ => self.word(|byte| byte == b'>' || byte.is_ascii_whitespace()),
        }
    }
}

/// The references that occur in addresses, with their characters.
const REFERENCES: [(&str, &str); 7] =
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#x27;", "'"), ("&#38;", "&"), ("&amp;", "&")];

pub(super) fn without_references(value: &str) -> Cow<'_, str> {
    if !value.contains('&') {
        return Cow::Borrowed(value);
    }
    let replaced = |value: String, (from, to): &(&str, &str)| value.replace(from, to);
    Cow::Owned(REFERENCES.iter().fold(value.to_owned(), replaced))
}
