//! Ruby's classes of characters, and the escapes of HTML.

/// Whether Ruby's `strip` removes the character: ASCII white space and null.
pub fn is_ruby_space(c: char) -> bool {
    c == '\0' || is_ascii_space(c)
}

/// Whether the character is ASCII white space. Such characters match `\s` in Ruby's patterns, and `split` separates
/// words at them.
pub fn is_ascii_space(c: char) -> bool {
    matches!(c, ' ' | '\t'..='\r')
}

/// Whether `\s` in Ruby's patterns matches the byte: ASCII white space.
#[inline]
pub fn is_space(byte: u8) -> bool {
    byte == b' ' || byte.wrapping_sub(b'\t') < 5
}

/// Whether `\w` in Ruby's patterns matches the byte: an ASCII letter, a digit or an underscore.
#[inline]
pub fn is_word(byte: u8) -> bool {
    WORD[usize::from(byte)]
}

static WORD: [bool; 256] = {
    let mut word = [false; 256];
    let mut byte = 0;
    while byte < 128_u8 {
        word[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'_';
        byte += 1;
    }
    word
};

/// Ruby's `strip`: removes ASCII white space and NUL at both ends.
pub fn strip(text: &str) -> &str {
    text.trim_matches(is_ruby_space)
}

/// The way in which an apostrophe is escaped, such as `&#39;`. Ruby's functions differ in this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Apostrophe {
    /// `&#39;`, as by `CGI.escapeHTML`.
    Number,
    /// `&apos;`, as by `encode(xml: :attr)`.
    Name,
    /// `'`: not escaped.
    Kept,
}

/// Whether each byte is escaped in HTML: true for `&`, `<`, `>` and both quotes.
static SPECIAL: [bool; 256] = {
    let mut special = [false; 256];
    let mut bytes: &[u8] = b"&<>\"'";
    while let [byte, rest @ ..] = bytes {
        special[*byte as usize] = true;
        bytes = rest;
    }
    special
};

/// Appends text to `out`, escaped for HTML and for attributes in double quotes. `keep` returns whether the ampersand at
/// a byte offset in `text` stays `&` instead of `&amp;`.
pub fn escape_html_into(text: &str, apostrophe: Apostrophe, keep: impl Fn(usize) -> bool, out: &mut String) {
    let bytes = text.as_bytes();
    out.reserve(text.len());
    let mut done = 0;
    let mut position = 0;
    while let Some(found) = bytes[position..].iter().position(|byte| SPECIAL[usize::from(*byte)]) {
        position += found;
        let entity = match (bytes[position], apostrophe) {
            (b'&', _) if keep(position) => "&",
            (b'&', _) => "&amp;",
            (b'<', _) => "&lt;",
            (b'>', _) => "&gt;",
            (b'"', _) => "&quot;",
            (_, Apostrophe::Number) => "&#39;",
            (_, Apostrophe::Name) => "&apos;",
            (_, Apostrophe::Kept) => "'",
        };
        out.push_str(&text[done..position]);
        out.push_str(entity);
        position += 1;
        done = position;
    }
    out.push_str(&text[done..]);
}

/// Escapes text for HTML and for attributes in double quotes. `apostrophe` selects how an apostrophe is escaped.
pub fn escape_html(text: &str, apostrophe: Apostrophe) -> String {
    let mut out = String::new();
    escape_html_into(text, apostrophe, |_| false, &mut out);
    out
}
