//! Lexical elements of CSS, as matched by Ruby Sass's regular expressions.
//!
//! Each function returns the end of the element that starts at `position`, if there is one.

use std::borrow::Cow;

/// Whether a byte is whitespace in Ruby regular expressions.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// Whether a character is whitespace in Ruby regular expressions.
pub(crate) fn is_space_char(c: char) -> bool {
    c.is_ascii() && is_space(c as u8)
}

/// Whether a byte is a space, tab, line feed, carriage return or form feed.
fn is_css_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0c)
}

fn byte(text: &str, position: usize) -> Option<u8> {
    text.as_bytes().get(position).copied()
}

/// The offset after the longest run of accepted bytes from `position`.
pub(crate) fn run(text: &str, position: usize, accepts: impl Fn(u8) -> bool) -> usize {
    let bytes = text.as_bytes();
    let mut end = position;
    while bytes.get(end).is_some_and(|byte| accepts(*byte)) {
        end += 1;
    }
    end
}

/// The byte offset after the character at `position`. `None` at the end of the text.
pub(crate) fn any(text: &str, position: usize) -> Option<usize> {
    text.get(position..)?.chars().next().map(|character| position + character.len_utf8())
}

/// The offset after `wanted`, if it begins at `position`. Otherwise `None`.
pub(crate) fn literal(text: &str, position: usize, wanted: &str) -> Option<usize> {
    let (rest, wanted) = (text.as_bytes().get(position..)?, wanted.as_bytes());
    // The first byte usually decides without a function call.
    (rest.first() == wanted.first() && rest.starts_with(wanted)).then_some(position + wanted.len())
}

/// The offset after `wanted`, if it begins at `position` in upper or lower case. Otherwise `None`.
pub(crate) fn literal_in_any_case(text: &str, position: usize, wanted: &str) -> Option<usize> {
    let found = text.as_bytes().get(position..position + wanted.len())?;
    found.eq_ignore_ascii_case(wanted.as_bytes()).then_some(position + wanted.len())
}

/// The offset after any CSS whitespace at `position`. A vertical tab is not CSS whitespace.
pub(crate) fn blank(text: &str, position: usize) -> usize {
    run(text, position, is_css_space)
}

/// The offset after the CSS whitespace at `position`. `None` if there is none.
pub(crate) fn space(text: &str, position: usize) -> Option<usize> {
    let end = blank(text, position);
    (end > position).then_some(end)
}

/// The offset after an escape: a backslash with a character except a line break, or with up to six hexadecimal digits
/// and at most one whitespace character after them. `None` if there is none at `position`.
pub(crate) fn escape(text: &str, position: usize) -> Option<usize> {
    if byte(text, position)? != b'\\' {
        return None;
    }
    let next = byte(text, position + 1)?;
    if next.is_ascii_hexdigit() {
        let mut end = position + 1;
        while end < position + 7 && byte(text, end).is_some_and(|digit| digit.is_ascii_hexdigit()) {
            end += 1;
        }
        return Some(if byte(text, end).is_some_and(is_css_space) { end + 1 } else { end });
    }
    if matches!(next, b'\n' | b'\r' | 0x0c) { None } else { any(text, position + 1) }
}

fn non_ascii(text: &str, position: usize) -> Option<usize> {
    if byte(text, position)? < 0x80 {
        return None;
    }
    let character = text.get(position..)?.chars().next()?;
    (!matches!(character, '\u{fffe}' | '\u{ffff}')).then_some(position + character.len_utf8())
}

/// The offset after a character or an escape that can start a name. `None` if neither is at `position`.
pub(crate) fn name_start(text: &str, position: usize) -> Option<usize> {
    let first = byte(text, position)?;
    if first == b'_' || first.is_ascii_alphabetic() {
        return Some(position + 1);
    }
    non_ascii(text, position).or_else(|| escape(text, position))
}

/// The offset after a character or an escape that can continue a name. `None` if neither is at `position`.
pub(crate) fn name_char(text: &str, position: usize) -> Option<usize> {
    let first = byte(text, position)?;
    if is_name_byte(first) {
        return Some(position + 1);
    }
    non_ascii(text, position).or_else(|| escape(text, position))
}

fn is_name_byte(byte: u8) -> bool {
    matches!(byte, b'_' | b'-') || byte.is_ascii_alphanumeric()
}

fn name_chars(text: &str, mut position: usize) -> usize {
    loop {
        position = run(text, position, is_name_byte);
        match name_char(text, position) {
            Some(end) => position = end,
            None => return position,
        }
    }
}

/// The offset after the CSS identifier at `position`. `None` if there is none.
pub(crate) fn ident(text: &str, position: usize) -> Option<usize> {
    let start = run(text, position, |byte| byte == b'-');
    Some(name_chars(text, name_start(text, start)?))
}

/// The offset after the characters of a name at `position`, even if the first one cannot start a name. `None` if there
/// are none.
pub(crate) fn name(text: &str, position: usize) -> Option<usize> {
    let end = name_chars(text, position);
    (end > position).then_some(end)
}

/// The offset after the quoted string at `position`. `None` if there is none. Interpolation is not recognized.
pub(crate) fn string(text: &str, position: usize) -> Option<usize> {
    quoted(text, position, |_| true)
}

/// The offset after a quoted string without interpolation and line breaks. `None` if there is none at `position`.
pub(crate) fn plain_string(text: &str, position: usize) -> Option<usize> {
    let end = quoted(text, position, |rest| !rest.starts_with("#{"))?;
    (!text.get(position..end)?.contains(['\n', '\r', '\x0c'])).then_some(end)
}

fn quoted(text: &str, position: usize, allowed: impl Fn(&str) -> bool) -> Option<usize> {
    let quote = byte(text, position).filter(|byte| matches!(byte, b'"' | b'\''))?;
    let mut end = position + 1;
    loop {
        let next = byte(text, end)?;
        if next == quote {
            return Some(end + 1);
        }
        end = match next {
            b'\n' | b'\r' | 0x0c => return None,
            b'\\' => match byte(text, end + 1)? {
                b'\r' if byte(text, end + 2) == Some(b'\n') => end + 3,
                b'\n' | b'\r' | 0x0c => end + 2,
                _ => escape(text, end)?,
            },
            _ if !allowed(text.get(end..)?) => return None,
            _ => any(text, end)?,
        };
    }
}

/// The offset after the `/*` comment at `position`. `None` if there is none, or if it does not end.
pub(crate) fn comment(text: &str, position: usize) -> Option<usize> {
    let start = literal(text, position, "/*")?;
    Some(start + memchr::memmem::find(text.as_bytes().get(start..)?, b"*/")? + 2)
}

/// The offset after a `//` comment and after further `//` comments on the lines directly below it. `None` if no comment
/// is at `position`.
pub(crate) fn line_comment(text: &str, position: usize) -> Option<usize> {
    let mut end = literal(text, position, "//")?;
    loop {
        end = run(text, end, |byte| byte != b'\n');
        let next = run(text, end + 1, |byte| matches!(byte, b' ' | b'\t'));
        if byte(text, end) != Some(b'\n') || literal(text, next, "//").is_none() {
            return Some(end);
        }
        end = next;
    }
}

/// The offset after a unit at `position`, such as `px` or `%`. A unit ends before a hyphen and a digit: in `px-2`, it
/// is `px`. `None` if there is none.
pub(crate) fn unit(text: &str, position: usize) -> Option<usize> {
    let start = if byte(text, position) == Some(b'-') { position + 1 } else { position };
    let Some(mut end) = name_start(text, start) else { return literal(text, position, "%") };
    loop {
        end = match byte(text, end) {
            Some(b'-') => {
                let next = if byte(text, end + 1) == Some(b'.') { end + 2 } else { end + 1 };
                if byte(text, next).is_some_and(|byte| byte.is_ascii_digit()) {
                    return Some(end);
                }
                end + 1
            }
            _ => match name_char(text, end) {
                Some(next) => next,
                None => return Some(end),
            },
        };
    }
}

/// The offset after a number without a sign, before its unit. `None` if there is none at `position`.
pub(crate) fn unitless_number(text: &str, position: usize) -> Option<usize> {
    let whole = run(text, position, |byte| byte.is_ascii_digit());
    let mut end = whole;
    if byte(text, whole) == Some(b'.') {
        let fraction = run(text, whole + 1, |byte| byte.is_ascii_digit());
        if fraction > whole + 1 {
            end = fraction;
        }
    }
    if end == position {
        return None;
    }
    if matches!(byte(text, end), Some(b'e' | b'E')) {
        let sign = if matches!(byte(text, end + 1), Some(b'+' | b'-')) { end + 2 } else { end + 1 };
        let exponent = run(text, sign, |byte| byte.is_ascii_digit());
        if exponent > sign {
            end = exponent;
        }
    }
    Some(end)
}

/// The offset after a number without a sign, and after its unit, if any. `None` if there is none at `position`.
pub(crate) fn number(text: &str, position: usize) -> Option<usize> {
    let end = unitless_number(text, position)?;
    Some(unit(text, end).unwrap_or(end))
}

/// The offset after `#` and one or more hexadecimal digits at `position`. `None` if they are missing.
pub(crate) fn hex_color(text: &str, position: usize) -> Option<usize> {
    let start = literal(text, position, "#")?;
    let end = run(text, start, |byte| byte.is_ascii_hexdigit());
    (end > start).then_some(end)
}

/// The offset after a character or an escape of an unquoted URL. `None` if neither is at `position`.
pub(crate) fn url_char(text: &str, position: usize) -> Option<usize> {
    match byte(text, position)? {
        b'\\' => escape(text, position).or(Some(position + 1)),
        b'#' | b'%' | b'&' | b'*'..=b'~' => Some(position + 1),
        _ => non_ascii(text, position),
    }
}

/// The offset after a range of characters at `position`, such as `u+4??` or `U+0025-00FF`. `None` if there is none.
pub(crate) fn unicode_range(text: &str, position: usize) -> Option<usize> {
    let start = literal_in_any_case(text, position, "u+")?;
    let digits = |from: usize| {
        let end = run(text, from, |byte| byte.is_ascii_hexdigit()).min(from + 6);
        (end > from).then_some(end)
    };
    if let Some(first) = digits(start)
        && byte(text, first) == Some(b'-')
        && let Some(second) = digits(first + 1)
    {
        return Some(second);
    }
    let end = run(text, start, |byte| byte.is_ascii_hexdigit() || byte == b'?').min(start + 6);
    (end > start).then_some(end)
}

/// The offset after `!` and `word` in any case, with optional whitespace between them. `None` if they are not at
/// `position`.
pub(crate) fn flag(text: &str, position: usize, word: &str) -> Option<usize> {
    literal_in_any_case(text, blank(text, literal(text, position, "!")?), word)
}

/// The offset of the `;` or `}` after a static value, such as `1px solid #fff`. Its parts are words, strings,
/// hexadecimal colors, numbers and `!important`. `None` for other values, or if neither character directly follows the
/// value.
pub(crate) fn static_value(text: &str, position: usize) -> Option<usize> {
    let mut end = static_component(text, position)?;
    loop {
        if matches!(byte(text, end), Some(b';' | b'}')) {
            return Some(end);
        }
        let mut next = run(text, end, is_space);
        match byte(text, next) {
            Some(b',' | b'/') => next = run(text, next + 1, is_space),
            _ if next > end => {}
            _ => return None,
        }
        end = static_component(text, next)?;
    }
}

fn static_component(text: &str, position: usize) -> Option<usize> {
    let signed = if matches!(byte(text, position), Some(b'+' | b'-')) { position + 1 } else { position };
    ident(text, position)
        .or_else(|| plain_string(text, position))
        .or_else(|| hex_color(text, position))
        .or_else(|| number(text, signed))
        .or_else(|| literal_in_any_case(text, position, "!important"))
}

/// The character that an escape stands for.
fn escaped(escape: &str) -> char {
    let body = escape.get(1..).unwrap_or_default();
    let digits = body.get(..run(body, 0, |byte| byte.is_ascii_hexdigit())).unwrap_or_default();
    if digits.is_empty() {
        return body.chars().next().unwrap_or('\\');
    }
    u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).unwrap_or('\u{fffd}')
}

/// An identifier without needless escapes: `\61 b` becomes `ab`. `start` is whether `ident` is at the start of a name.
pub(crate) fn normalized(ident: &str, start: bool) -> Cow<'_, str> {
    if memchr::memchr(b'\\', ident.as_bytes()).is_none() {
        return ident.into();
    }
    let mut out = String::with_capacity(ident.len());
    let mut position = 0;
    while position < ident.len() {
        let Some(end) = escape(ident, position) else {
            let end = any(ident, position).unwrap_or(ident.len());
            out.push_str(&ident[position..end]);
            position = end;
            continue;
        };
        let first = start && position == 0;
        let character = escaped(&ident[position..end]);
        let mut buffer = [0; 4];
        let text = character.encode_utf8(&mut buffer);
        let plain = if first { name_start(text, 0) } else { name_char(text, 0) };
        if plain.is_some() && character != '\\' {
            out.push(character);
        } else if character.is_ascii_control() || (first && character.is_ascii_digit()) {
            out.push_str(&format!("\\{:x} ", character as u32));
        } else {
            out.push('\\');
            out.push(character);
        }
        position = end;
    }
    out.into()
}

/// Removes the first match of Ruby's `/(?<!\\)\s+$/`, which is usually at the end of the text. For example, `a \nb `
/// becomes `a\nb `.
pub(crate) fn trimmed_end(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let mut position = 0;
    let find = |rest: &[u8]| rest.iter().position(|byte| is_space(*byte));
    while let Some(offset) = bytes.get(position..).and_then(find) {
        let space = position + offset;
        let end = run(text, space, is_space);
        let escaped = text.get(..space).is_some_and(|before| before.ends_with('\\'));
        let start = space + usize::from(escaped);
        let line_end = match bytes.get(start + 1..end) {
            _ if start == end => None,
            _ if end == text.len() => Some(end),
            inner => inner.and_then(|inner| memchr::memrchr(b'\n', inner)).map(|found| start + 1 + found),
        };
        if let (Some(kept), Some(rest)) = (text.get(..start), line_end.and_then(|line_end| text.get(line_end..))) {
            return if rest.is_empty() { kept.into() } else { [kept, rest].concat().into() };
        }
        position = end;
    }
    text.into()
}

/// A text without leading whitespace and NUL characters, as Ruby's `lstrip` returns it.
pub(crate) fn trimmed_start(text: &str) -> &str {
    text.trim_start_matches(|c: char| c == '\0' || is_space_char(c))
}

/// Applies `trimmed_start` and then `trimmed_end` to a text.
pub(crate) fn trimmed(text: &str) -> Cow<'_, str> {
    trimmed_end(trimmed_start(text))
}
