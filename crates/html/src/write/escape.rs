//! Escapes texts and attributes for HTML and XML.

use crate::html4::entities;

/// Escapes `<`, `>` and `&` for HTML, and drops ASCII control characters other than tabs, line breaks and DEL. With
/// `in_attribute`, server-side includes and HTML 4's `&{script}` stay unescaped.
pub(super) fn html(text: &str, in_attribute: bool, out: &mut String) {
    let mut rest = text;
    while let Some(position) =
        rest.find(|c: char| matches!(c, '<' | '>' | '&') || (c < ' ' && !matches!(c, '\n' | '\t' | '\r')))
    {
        out.push_str(&rest[..position]);
        rest = &rest[position..];
        let kept = if in_attribute { unescaped_length(rest) } else { 0 };
        if kept > 0 {
            out.push_str(&rest[..kept]);
            rest = &rest[kept..];
            continue;
        }
        match rest.as_bytes()[0] {
            b'<' => out.push_str("&lt;"),
            b'>' => out.push_str("&gt;"),
            b'&' => out.push_str("&amp;"),
            _ => {}
        }
        rest = &rest[1..];
    }
    out.push_str(rest);
}

fn unescaped_length(text: &str) -> usize {
    if text.starts_with("<!--") {
        text.find("-->").map_or(0, |position| position + 3)
    } else if text.starts_with("&{") {
        text.find('}').map_or(0, |position| position + 1)
    } else {
        0
    }
}

/// Escapes `<`, `>`, `&` and carriage returns for XML. With `is_ascii`, characters outside of ASCII become hexadecimal
/// references.
pub(super) fn xml(text: &str, is_ascii: bool, out: &mut String) {
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\r' => out.push_str("&#13;"),
            c if is_ascii && !c.is_ascii() => push_hexadecimal(c, out),
            c => out.push(c),
        }
    }
}

/// Escapes the value of an XML attribute, including its line breaks and tabs. With `is_ascii`, characters outside of
/// ASCII become hexadecimal references.
pub(super) fn xml_attribute(text: &str, is_ascii: bool, out: &mut String) {
    for c in text.chars() {
        match c {
            '"' => out.push_str("&quot;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            '\t' => out.push_str("&#9;"),
            c if is_ascii && !c.is_ascii() => push_hexadecimal(c, out),
            c => out.push(c),
        }
    }
}

fn push_hexadecimal(c: char, out: &mut String) {
    out.push_str(&format!("&#x{:X};", u32::from(c)));
}

/// Writes a string in double quotes, or in single quotes if it contains double quotes but no single ones. If it
/// contains both, the double quotes in it become `&quot;`.
pub(super) fn quoted(text: &str, out: &mut String) {
    let mut push = |text: &str, quote: char| {
        out.push(quote);
        out.push_str(text);
        out.push(quote);
    };
    match (text.contains('"'), text.contains('\'')) {
        (false, _) => push(text, '"'),
        (true, false) => push(text, '\''),
        (true, true) => push(&text.replace('"', "&quot;"), '"'),
    }
}

/// Percent-encodes the address in an attribute such as `href`, as libxml2 does. Characters such as `/`, `%` and `&`
/// stay unchanged.
pub(super) fn address(text: &str) -> String {
    const KEPT: &[u8] = b"-_.!~*'()@/:=?;#%&,+<>";
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || KEPT.contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

/// The code point of an encoding's last character: 127 for ASCII, 255 for Latin-1. `None` for encodings that contain
/// all characters, and for unknown ones.
fn last_character(encoding: &str) -> Option<u32> {
    match encoding.to_ascii_lowercase().as_str() {
        "us-ascii" | "ascii" => Some(0x7F),
        "iso-8859-1" | "iso_8859-1" | "latin1" => Some(0xFF),
        _ => None,
    }
}

/// If `encoding` is ASCII or Latin-1, replaces all other characters by decimal references, such as `&#8364;`. With any
/// other encoding, and for `None`, the text is unchanged.
pub(super) fn limited(text: String, encoding: Option<&str>) -> String {
    let Some(last) = encoding.and_then(last_character) else { return text };
    if text.chars().all(|c| u32::from(c) <= last) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if u32::from(c) <= last { out.push(c) } else { out.push_str(&format!("&#{};", u32::from(c))) }
    }
    out
}

/// Replaces all characters outside of ASCII by named entities of HTML, or by decimal references.
pub(super) fn with_entities(text: String) -> String {
    if text.is_ascii() {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match (c.is_ascii(), entities::name(c)) {
            (true, _) => out.push(c),
            (false, Some(name)) => out.push_str(&format!("&{name};")),
            (false, None) => out.push_str(&format!("&#{};", u32::from(c))),
        }
    }
    out
}
