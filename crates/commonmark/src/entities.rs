//! Entities of HTML and escapes with a backslash, in addresses, titles and text.

use std::collections::HashMap;
use std::sync::OnceLock;

/// The characters of an entity whose `&` precedes `text`, and the length of the rest of the entity, including the `;`.
/// `None` if `text` does not start with a known name or a number and `;`.
pub(crate) fn entity(text: &[u8]) -> Option<(String, usize)> {
    match text.strip_prefix(b"#") {
        Some(number) => numbered(number).map(|(c, length)| (c.to_string(), length + 1)),
        None => named(text),
    }
}

fn numbered(text: &[u8]) -> Option<(char, usize)> {
    let (digits, radix, skipped) = match text {
        [b'x' | b'X', rest @ ..] => (rest, 16, 1),
        _ => (text, 10, 0),
    };
    let length = digits.iter().take_while(|&&byte| char::from(byte).is_digit(radix)).count();
    if !(1..=8).contains(&length) || digits.get(length) != Some(&b';') {
        return None;
    }
    let code =
        std::str::from_utf8(&digits[..length]).ok().and_then(|digits| u32::from_str_radix(digits, radix).ok())?;
    let c = if code == 0 { None } else { char::from_u32(code) };
    Some((c.unwrap_or(char::REPLACEMENT_CHARACTER), skipped + length + 1))
}

fn named(text: &[u8]) -> Option<(String, usize)> {
    /// The length in bytes of the longest name of an entity, with its semicolon.
    const LONGEST: usize = 32;
    let within = &text[..text.len().min(LONGEST)];
    let length = within.iter().position(|&byte| byte == b';' || byte == b' ')?;
    if length < 2 || within[length] != b';' {
        return None;
    }
    let name = std::str::from_utf8(&within[..length]).ok()?;
    Some(((*names().get(name)?).to_owned(), length + 1))
}

/// The characters of the entities that end with a semicolon, by their names, such as `amp`.
fn names() -> &'static HashMap<&'static str, &'static str> {
    static NAMES: OnceLock<HashMap<&'static str, &'static str>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let name = |entity: &'static str| entity.strip_prefix('&').and_then(|name| name.strip_suffix(';'));
        entities::ENTITIES.iter().filter_map(|entity| Some((name(entity.entity)?, entity.characters))).collect()
    })
}

/// A text with its entities replaced by their characters. Unknown names such as `&x;` stay unchanged.
pub(crate) fn without_entities(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(position) = memchr::memchr(b'&', rest) {
        out.extend_from_slice(&rest[..position]);
        rest = &rest[position + 1..];
        match entity(rest) {
            Some((characters, length)) => {
                out.extend_from_slice(characters.as_bytes());
                rest = &rest[length..];
            }
            None => out.push(b'&'),
        }
    }
    out.extend_from_slice(rest);
    out
}

/// A text without the backslashes that escape ASCII punctuation: `\*` becomes `*`, but `\a` stays unchanged.
pub(crate) fn without_escapes(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match bytes.peek() {
            Some(next) if byte == b'\\' && next.is_ascii_punctuation() => out.extend(bytes.next()),
            _ => out.push(byte),
        }
    }
    out
}
