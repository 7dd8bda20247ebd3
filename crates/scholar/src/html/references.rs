//! Decodes character references: `&amp;`, `&#38;`, `&#x26;`.

use std::collections::HashMap;
use std::sync::OnceLock;

/// The context of a text that contains character references such as `&amp;`. In an attribute, `&copy=` is not a
/// reference.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// Between tags.
    Text,
    /// In the value of an attribute.
    Attribute,
}

/// The length of the longest name of a reference, with its semicolon.
const LONGEST: usize = 32;

/// The characters for references to C1 controls, from `&#x80;` on, as in Windows' code page 1252.
const CONTROLS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Appends `text` to `to`. Character references in `text`, such as `&amp;`, are decoded.
pub(crate) fn decode(text: &str, place: Place, to: &mut String) {
    let mut rest = text;
    while let Some(position) = rest.find('&') {
        to.push_str(&rest[..position]);
        rest = &rest[position + 1..];
        let length = match rest.strip_prefix('#') {
            Some(digits) => number(digits, to).map(|length| length + 1),
            None => named(rest, place, to),
        };
        match length {
            Some(length) => rest = &rest[length..],
            None => to.push('&'),
        }
    }
    to.push_str(rest);
}

/// Decodes the number after `&#`. Returns the length of the number and of a semicolon after it. `None` if there is no
/// number.
fn number(text: &str, to: &mut String) -> Option<usize> {
    let (digits, radix, before) = match text.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16, 1),
        None => (text, 10, 0),
    };
    let length = digits.bytes().take_while(|byte| char::from(*byte).is_digit(radix)).count();
    if length == 0 {
        return None;
    }
    let code = digits[..length].trim_start_matches('0');
    let code = if code.len() > 8 { u32::MAX } else { u32::from_str_radix(code, radix).unwrap_or_default() };
    to.push(match code {
        0x80..0xa0 => CONTROLS[code as usize - 0x80],
        0 => char::REPLACEMENT_CHARACTER,
        _ => char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER),
    });
    Some(before + length + usize::from(digits[length..].starts_with(';')))
}

/// Decodes the name after `&`, and returns its length with a semicolon after it. Some old names need no semicolon.
/// `None` if the name is unknown.
fn named(text: &str, place: Place, to: &mut String) -> Option<usize> {
    let letters = text.bytes().take(LONGEST).take_while(u8::is_ascii_alphanumeric).count();
    if text[letters..].starts_with(';')
        && let Some(characters) = names().get(&text[..=letters])
    {
        to.push_str(characters);
        return Some(letters + 1);
    }
    if place == Place::Attribute {
        let characters = names().get(&text[..letters]).filter(|_| !text[letters..].starts_with('='))?;
        to.push_str(characters);
        return Some(letters);
    }
    let (length, characters) = (1..=letters).rev().find_map(|end| Some((end, names().get(&text[..end])?)))?;
    to.push_str(characters);
    Some(length)
}

/// The characters of all named references, by name without `&`: `amp;`, and `amp` for names that need no semicolon.
fn names() -> &'static HashMap<&'static str, &'static str> {
    static NAMES: OnceLock<HashMap<&'static str, &'static str>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let all = entities::ENTITIES.iter();
        all.filter_map(|entity| Some((entity.entity.strip_prefix('&')?, entity.characters))).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(text: &str, place: Place) -> String {
        let mut to = String::new();
        decode(text, place, &mut to);
        to
    }

    #[test]
    fn names_and_numbers_are_decoded() {
        assert_eq!(
            decoded("&amp;&hellip;&#233;&#xE9;&#x85;&#39&#0;&#99999999999;", Place::Text),
            "&…éé…'\u{fffd}\u{fffd}"
        );
        assert_eq!(decoded("&ampx &copy2 &nosuch; & &; &#; &#x;", Place::Text), "&x ©2 &nosuch; & &; &#; &#x;");
    }

    #[test]
    fn names_in_addresses_need_a_semicolon() {
        assert_eq!(decoded("?a=1&copy=2&copyx&amp;b&lt", Place::Attribute), "?a=1&copy=2&copyx&b<");
    }
}
