//! HTML escaping, as kramdown does it.

/// Appends `text` with every `<`, `>` and `&` escaped, as in code.
pub(crate) fn all(out: &mut String, text: &str) {
    escape(out, text, Context::Code);
}

/// Appends a text and escapes `<`, `>` and `&`, but not the `&` of entities.
pub(crate) fn text(out: &mut String, text: &str) {
    escape(out, text, Context::Text);
}

/// Appends an attribute value and escapes `<`, `>`, `"` and `&`, but not the `&` of entities.
pub(crate) fn attribute(out: &mut String, text: &str) {
    escape(out, text, Context::Attribute);
}

/// The place of escaped text in HTML.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    /// Code, in which everything is escaped.
    Code,
    /// Text, in which entities are kept.
    Text,
    /// An attribute value, in which entities are kept and quotes are escaped.
    Attribute,
}

fn escape(out: &mut String, text: &str, context: Context) {
    let quotes = context == Context::Attribute;
    let bytes = text.as_bytes();
    let mut from = 0;
    let mut next = 0;
    while let Some(offset) = find(&bytes[next..], quotes) {
        let position = next + offset;
        next = position + 1;
        let replacement = match bytes[position] {
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'&' if context != Context::Code && is_reference(&bytes[position..]) => continue,
            b'&' => "&amp;",
            b'"' if quotes => "&quot;",
            _ => continue,
        };
        out.push_str(&text[from..position]);
        out.push_str(replacement);
        from = position + 1;
    }
    out.push_str(&text[from..]);
}

/// The position of the first byte that may need escaping. With `quotes`, `"` may need it, too.
fn find(bytes: &[u8], quotes: bool) -> Option<usize> {
    if quotes {
        return bytes.iter().position(|byte| matches!(byte, b'<' | b'>' | b'&' | b'"'));
    }
    // Most texts between two spans are short.
    if bytes.len() < 16 {
        return bytes.iter().position(|byte| matches!(byte, b'<' | b'>' | b'&'));
    }
    memchr::memchr3(b'<', b'>', b'&', bytes)
}

/// Whether this is a reference in REXML's sense: `&name;`, `&#123;` or `&#x1f;`.
fn is_reference(bytes: &[u8]) -> bool {
    let ends = |from: usize, good: fn(u8) -> bool| {
        let end = crate::text::skip_while(bytes, from, good);
        end > from && bytes.get(end) == Some(&b';')
    };
    match bytes.get(1) {
        Some(b'#') if bytes.get(2) == Some(&b'x') => ends(3, |b| b.is_ascii_hexdigit()),
        Some(b'#') => ends(2, |b| b.is_ascii_digit()),
        Some(&first) if crate::text::is_word(first) || first == b':' => {
            ends(1, |b| crate::text::is_word(b) || matches!(b, b'-' | b'.' | b':'))
        }
        _ => false,
    }
}
