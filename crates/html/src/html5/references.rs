//! Character references, such as `&copy;` and `&#169;`.

use std::collections::HashMap;
use std::sync::OnceLock;

/// The maximum length of a reference's name in bytes.
const MAX_NAME: usize = 33;

fn named() -> &'static HashMap<&'static str, &'static str> {
    static NAMED: OnceLock<HashMap<&'static str, &'static str>> = OnceLock::new();
    NAMED.get_or_init(|| entities::ENTITIES.iter().map(|one| (&one.entity[1..], one.characters)).collect())
}

/// Characters of Windows-1252 for the numbers from 128 to 159.
const WINDOWS: [u32; 32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
];

/// The characters for the reference at the start of a text, and the length of the reference in bytes. `None` if no
/// reference begins there. With `in_attribute`, a name without `;` is not a reference if `=`, a letter or a digit
/// follows, as in `&copy=`.
pub(super) fn reference(text: &str, in_attribute: bool) -> Option<(String, usize)> {
    let after = text.strip_prefix('&')?;
    if let Some(number) = after.strip_prefix('#') {
        return numeric(number).map(|(c, length)| (c.to_string(), length + 2));
    }
    let letters = after.bytes().take(MAX_NAME).take_while(u8::is_ascii_alphanumeric).count();
    let longest = letters + usize::from(after.as_bytes().get(letters) == Some(&b';'));
    let (name, characters) = (1..=longest).rev().find_map(|length| {
        let name = &after[..length];
        named().get(name).map(|characters| (name, *characters))
    })?;
    let follows = after.as_bytes().get(name.len()).copied().unwrap_or(0);
    if in_attribute && !name.ends_with(';') && (follows == b'=' || follows.is_ascii_alphanumeric()) {
        return None;
    }
    Some((characters.to_owned(), name.len() + 1))
}

fn numeric(text: &str) -> Option<(char, usize)> {
    let (radix, prefix) = if text.starts_with(['x', 'X']) { (16, 1) } else { (10, 0) };
    let digits = text[prefix..].bytes().take_while(|byte| char::from(*byte).is_digit(radix)).count();
    if digits == 0 {
        return None;
    }
    let mut number: u32 = 0;
    for digit in text[prefix..prefix + digits].chars() {
        number = number.saturating_mul(radix).saturating_add(digit.to_digit(radix).unwrap_or(0));
    }
    if let 0x80..=0x9F = number {
        number = WINDOWS[(number - 0x80) as usize];
    }
    let character = char::from_u32(number).filter(|c| *c != '\0').unwrap_or('\u{FFFD}');
    let semicolon = usize::from(text.as_bytes().get(prefix + digits) == Some(&b';'));
    Some((character, prefix + digits + semicolon))
}
