//! Joins texts without duplicating punctuation. Moves punctuation inside of quotation marks if the locale requires it.

use super::quotes::Quotes;
use crate::text::is_space;

/// Whether a character of an affix is dropped if the text next to it has the same character.
fn is_squeezable(c: char) -> bool {
    is_space(c) || matches!(c, '.' | ',' | ':' | ';' | '!' | '?' | ')' | '(' | '[' | ']')
}

/// Puts `prefix` before `text`. A punctuation mark or space at the end of `prefix` is omitted if `text` begins with the
/// same character: `a,` before `, b` becomes `a, b`.
pub(super) fn prefix(text: &str, prefix: &str) -> String {
    let mut keep = prefix.len();
    for (position, c) in prefix.char_indices().rev() {
        if !(is_squeezable(c) && text.starts_with(&prefix[position..])) {
            break;
        }
        keep = position;
    }
    format!("{}{text}", &prefix[..keep])
}

/// Appends `suffix` to `text`. Omits punctuation at the start of `suffix` with which `text` already ends, or which is
/// needless there, such as a period after `!`. If the locale demands it, moves a period or comma before a quotation
/// mark that ends `text`. If a line of `text` ends with a closing HTML tag or quotation mark, the lines after it are
/// lost.
pub(crate) fn concat(text: &str, suffix: &str, quotes: &Quotes) -> String {
    if suffix.is_empty() {
        return text.to_owned();
    }
    if text.is_empty() {
        return suffix.to_owned();
    }
    let (text, tag) = split_tag(text);
    let (text, marks) = split_quotes(text, quotes);
    let decoded = decode_entities(suffix);
    let mut suffix = decoded.as_deref().unwrap_or(suffix);
    suffix = &suffix[squeezed(text, suffix)..];
    if suffix.starts_with('.') && text.ends_with([';', ',', '!', '?', ':']) {
        suffix = &suffix[1..];
    }
    if suffix.starts_with(',') && text.ends_with([';', ':']) {
        suffix = &suffix[1..];
    }
    if suffix.starts_with(';') && text.ends_with([',', ':']) {
        suffix = &suffix[1..];
    }
    let mut inside = "";
    if !marks.is_empty() && quotes.punctuation_inside && suffix.starts_with(['.', ',']) {
        (inside, suffix) = suffix.split_at(1);
    }
    [text, inside, marks, tag, suffix].concat()
}

/// The length of the start of `suffix` that is dropped, because `text` already ends with it.
fn squeezed(text: &str, suffix: &str) -> usize {
    let mut dropped = 0;
    for c in suffix.chars() {
        let end = dropped + c.len_utf8();
        if !(is_squeezable(c) && text.ends_with(&suffix[..end])) {
            break;
        }
        dropped = end;
    }
    dropped
}

/// Whether a line ends at the offset `start`.
fn at_line_end(text: &str, start: usize) -> bool {
    start == text.len() || text.as_bytes().get(start) == Some(&b'\n')
}

/// The text before the first tag that ends a line, and the tag. Everything after the tag is lost.
fn split_tag(text: &str) -> (&str, &str) {
    let mut end = 0;
    for (position, _) in text.match_indices('<') {
        if end <= position {
            let Some(length) = text[position..].find('>') else { break };
            end = position + length + 1;
        }
        if !at_line_end(text, end) {
            continue;
        }
        let closing = text[position + 1..].starts_with('/');
        let starts_line = position == 0 || text.as_bytes().get(position - 1) == Some(&b'\n');
        let named = text[position + 1 + usize::from(closing)..].starts_with(char::is_alphabetic);
        if named && (closing || starts_line) {
            return (&text[..position], &text[position..end]);
        }
    }
    (text, "")
}

/// The text before the first closing quotation marks that end a line, and the marks. Everything after the marks is
/// lost.
fn split_quotes<'a>(text: &'a str, quotes: &Quotes) -> (&'a str, &'a str) {
    let close = quotes.close.as_deref().unwrap_or("\"");
    let inner = quotes.inner_close.as_deref().unwrap_or("'");
    let mut end = 0;
    loop {
        end += text[end..].find('\n').unwrap_or(text.len() - end);
        let start = start_of_marks(&text[..end], close, inner);
        if start < end {
            return (&text[..start], &text[start..end]);
        }
        if end >= text.len() {
            return (text, "");
        }
        end += 1;
    }
}

/// The offset at which the quotation marks at the end of a text begin. Without such marks, the length of the text.
fn start_of_marks(text: &str, close: &str, inner: &str) -> usize {
    let mut rest = text;
    while !rest.is_empty() {
        let shorter = [close, inner].iter().filter(|m| !m.is_empty()).filter_map(|m| rest.strip_suffix(*m)).next();
        match shorter {
            Some(shorter) => rest = shorter,
            None => break,
        }
    }
    rest.len()
}

/// Decodes entities of one hexadecimal digit, such as `&#x9;`. `None` if there are none.
fn decode_entities(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut last = 0;
    for (position, _) in text.match_indices("&#") {
        let bytes = text.as_bytes();
        let digit = bytes.get(position + 3).and_then(|b| (*b as char).to_digit(16));
        let shaped = matches!(bytes.get(position + 2), Some(b'x' | b'X')) && bytes.get(position + 4) == Some(&b';');
        if let (true, Some(c)) = (shaped, digit.and_then(char::from_u32)) {
            out.push_str(&text[last..position]);
            out.push(c);
            last = position + 5;
        }
    }
    (last > 0).then(|| out + &text[last..])
}

/// Joins texts with `delimiter`. At each seam, treats repeated punctuation and closing quotation marks as `concat`
/// does.
pub(crate) fn join<S: AsRef<str>>(texts: &[S], delimiter: &str, quotes: &Quotes) -> String {
    let mut texts = texts.iter().map(AsRef::as_ref);
    let mut out = texts.next().unwrap_or_default().to_owned();
    for text in texts {
        out = concat(&concat(&out, delimiter, quotes), text, quotes);
    }
    out
}
