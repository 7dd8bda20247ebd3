//! Strings: their escapes and quotes.

use crate::lexical;
use std::sync::Arc;

/// The contents of a string without its quotes, and whether CSS shows quotes around them.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) value: Arc<str>,
    pub(crate) quoted: bool,
}

/// The value of a string literal. `contents` is the literal without its quotes. Escapes are resolved (`\41` is `A`),
/// and escaped line breaks are removed.
pub(crate) fn unescaped(contents: &str) -> String {
    if !contents.contains('\\') {
        return contents.to_owned();
    }
    let contents = contents.replace("\\\n", "");
    let mut out = String::with_capacity(contents.len());
    let mut rest = contents.as_str();
    while let Some(position) = rest.find('\\') {
        out.push_str(&rest[..position]);
        rest = &rest[position + 1..];
        let digits = lexical::run(rest, 0, |byte| byte.is_ascii_hexdigit()).min(6);
        if digits == 0 {
            match rest.chars().next() {
                Some('\n') | None => out.push('\\'),
                Some(character) => {
                    out.push(character);
                    rest = &rest[character.len_utf8()..];
                }
            }
            continue;
        }
        let code = u32::from_str_radix(&rest[..digits], 16).unwrap_or(0);
        out.push(char::from_u32(code).filter(|character| *character != '\0').unwrap_or('\u{fffd}'));
        let space = rest.as_bytes().get(digits).is_some_and(|byte| lexical::is_space(*byte));
        rest = &rest[digits + usize::from(space)..];
    }
    out.push_str(rest);
    out
}

/// Encloses text in quotes, and escapes it. With `sass`, also escapes `#{`, so that the result is valid SassScript.
pub(crate) fn quoted(contents: &str, sass: bool) -> String {
    if !contents.contains(['\n', '\\', '"', '\'']) && !contents.contains("#{") {
        return format!("\"{contents}\"");
    }
    let quote = if contents.contains('"') && !contents.contains('\'') { '\'' } else { '"' };
    let mut out = String::with_capacity(contents.len() + 4);
    out.push(quote);
    let mut characters = contents.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' => out.push_str("\\\\"),
            '"' if quote == '"' => out.push_str("\\\""),
            '#' if sass && characters.peek() == Some(&'{') => out.push_str("\\#"),
            '\n' => {
                let next = characters.peek();
                let digit = next.is_some_and(|c| c.is_ascii_hexdigit() || lexical::is_space_char(*c));
                out.push_str(if digit { "\\a " } else { "\\a" });
            }
            other => out.push(other),
        }
    }
    out.push(quote);
    out
}
