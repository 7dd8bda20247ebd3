//! The lax grammar of markup: hand-written equivalents of the regular expressions in Ruby's Liquid.
//!
//! The basic unit is a `QuotedFragment`: a quoted string, or a run of quoted strings and characters other than white
//! space, commas, pipes and quotes. All functions work with byte offsets and take time linear in the length of the
//! markup.

use crate::value::text::{is_space, is_word};
use memchr::memchr;

/// The offset of the first byte at or after `start` that is not white space.
pub(crate) fn skip_spaces(text: &str, start: usize) -> usize {
    skip_while(text, start, is_space)
}

/// The offset of the first byte at or after `start` that is not a word character.
pub(crate) fn skip_word(text: &str, start: usize) -> usize {
    skip_while(text, start, is_word)
}

/// The offset after the `VariableSegment` characters (word characters and hyphens) at `start`.
pub(crate) fn skip_segment(text: &str, start: usize) -> usize {
    skip_while(text, start, |byte| is_word(byte) || byte == b'-')
}

#[inline]
pub(crate) fn skip_while(text: &str, start: usize, keep: impl Fn(u8) -> bool) -> usize {
    let bytes = text.as_bytes();
    let mut end = start;
    while bytes.get(end).is_some_and(|byte| keep(*byte)) {
        end += 1;
    }
    end
}

/// The end of the quoted string that starts at `start`. `None` if no string starts there, or if it is not closed.
fn quoted_string(text: &[u8], start: usize) -> Option<usize> {
    let quote = *text.get(start)?;
    if quote != b'"' && quote != b'\'' {
        return None;
    }
    memchr(quote, &text[start + 1..]).map(|length| start + length + 2)
}

/// The end of a quoted string at `start`, or of a single byte there. `None` for white space, commas, pipes and quotes
/// that are not closed.
fn unit(text: &[u8], start: usize) -> Option<usize> {
    match *text.get(start)? {
        b'"' | b'\'' => quoted_string(text, start),
        b',' | b'|' => None,
        byte if is_space(byte) => None,
        _ => Some(start + 1),
    }
}

/// The end of a run of quoted strings and bytes other than white space, commas, pipes and quotes. `None` if no run
/// starts at `start`.
fn run(text: &[u8], start: usize) -> Option<usize> {
    let mut end = unit(text, start)?;
    while let Some(next) = unit(text, end) {
        end = next;
    }
    Some(end)
}

/// The end of the `QuotedFragment` that starts at `start`. A fragment that starts with a quoted string ends after that
/// string. `None` if no fragment starts there.
pub(crate) fn fragment(text: &str, start: usize) -> Option<usize> {
    quoted_string(text.as_bytes(), start).or_else(|| run(text.as_bytes(), start))
}

/// The end of `QuotedFragment+` that starts at `start`. `None` if no fragment starts there.
pub(crate) fn fragments(text: &str, start: usize) -> Option<usize> {
    // A run after a quoted string continues where the first form ended.
    run(text.as_bytes(), start)
}

/// The start and end of the first `QuotedFragment` at or after `from`. `None` if there is none.
pub(crate) fn find_fragment(text: &str, from: usize) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut position = from;
    while position < bytes.len() {
        match bytes[position] {
            b',' | b'|' => position += 1,
            byte if is_space(byte) => position += 1,
            _ => match fragment(text, position) {
                Some(end) => return Some((position, end)),
                None => position += 1,
            },
        }
    }
    None
}

/// Whether the whole text is a `QuotedFragment`.
fn is_fragment(text: &str) -> bool {
    run(text.as_bytes(), 0) == Some(text.len())
}

/// `VariableSignature+` at `start`: word characters, hyphens, dots and brackets, each optionally in parentheses.
fn signature(text: &[u8], start: usize) -> Option<usize> {
    let mut end = start;
    loop {
        let open = usize::from(text.get(end) == Some(&b'('));
        match text.get(end + open) {
            Some(byte) if is_word(*byte) || matches!(byte, b'-' | b'.' | b'[' | b']') => end += open + 1,
            _ => break,
        }
        end += usize::from(text.get(end) == Some(&b')'));
    }
    (end > start).then_some(end)
}

/// The first `VariableSignature+` in the text. `None` if the text contains none.
pub(crate) fn find_signature(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    (0..bytes.len()).find_map(|position| signature(bytes, position).map(|end| &text[position..end]))
}

/// Splits an assignment such as `x = 1` into the first signature that an equals sign follows, and the text after the
/// equals sign. `None` without such a signature.
pub(crate) fn assignment(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let mut position = 0;
    while position < bytes.len() {
        let Some(end) = signature(bytes, position) else {
            position += 1;
            continue;
        };
        let equals = skip_spaces(text, end);
        if bytes.get(equals) == Some(&b'=') {
            return Some((&text[position..end], &text[skip_spaces(text, equals + 1)..]));
        }
        // A signature that starts later in this run would have the same end.
        position = end;
    }
    None
}

/// All matches of Liquid's pattern `TagAttributes`: pairs of a name and a value as written, as in `limit: 3`.
pub(crate) fn attributes(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let bytes = text.as_bytes();
    let mut position = 0;
    while position < bytes.len() {
        if !is_word(bytes[position]) {
            position += 1;
            continue;
        }
        let end = skip_word(text, position);
        let colon = skip_spaces(text, end);
        let value = if bytes.get(colon) == Some(&b':') { Some(skip_spaces(text, colon + 1)) } else { None };
        match value.and_then(|value| fragment(text, value).map(|stop| (value, stop))) {
            Some((value, stop)) => {
                found.push((&text[position..end], &text[value..stop]));
                position = stop;
            }
            None => position = end,
        }
    }
    found
}

/// Parses the whole text as `TagAttributes`: name and value of a keyword argument. `None` if the text is anything else.
pub(crate) fn attribute(text: &str) -> Option<(&str, &str)> {
    let end = skip_word(text, 0);
    if end == 0 {
        return None;
    }
    let colon = skip_spaces(text, end);
    if text.as_bytes().get(colon) != Some(&b':') {
        return None;
    }
    let value = &text[skip_spaces(text, colon + 1)..];
    is_fragment(value).then(|| (&text[..end], value))
}

/// The matches of `FilterParser` after a variable's first pipe: the texts between pipes (and stray quotes) outside of
/// quoted strings.
pub(crate) fn filter_pieces(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut position = 0;
    while position < bytes.len() {
        let next = match bytes[position] {
            b',' => Some(position + 1),
            byte if is_space(byte) => Some(position + 1),
            _ => unit(bytes, position),
        };
        match next {
            Some(next) => position = next,
            None => {
                if position > start {
                    pieces.push(&text[start..position]);
                }
                position += 1;
                start = position;
            }
        }
    }
    if position > start {
        pieces.push(&text[start..position]);
    }
    pieces
}

/// The matches of `FilterArgsRegex` in the text of a filter: a fragment after each colon or comma, optionally with a
/// keyword.
pub(crate) fn filter_args(piece: &str) -> Vec<&str> {
    let bytes = piece.as_bytes();
    let mut args = Vec::new();
    let mut position = 0;
    while position < bytes.len() {
        if bytes[position] != b':' && bytes[position] != b',' {
            position += 1;
            continue;
        }
        let start = skip_spaces(piece, position + 1);
        match keyword_value(piece, start).or_else(|| fragment(piece, start)) {
            Some(end) => {
                args.push(&piece[start..end]);
                position = end;
            }
            None => position += 1,
        }
    }
    args
}

/// The end of `word: fragment` at `start`. `None` if anything else starts there.
fn keyword_value(text: &str, start: usize) -> Option<usize> {
    let end = skip_word(text, start);
    let colon = skip_spaces(text, end);
    if end == start || text.as_bytes().get(colon) != Some(&b':') {
        return None;
    }
    fragment(text, skip_spaces(text, colon + 1))
}

/// The first run of word characters, such as `tag_1` in `- tag_1!`. `None` if the text contains none.
pub(crate) fn find_word(text: &str) -> Option<&str> {
    let start = text.bytes().position(is_word)?;
    Some(&text[start..skip_word(text, start)])
}

/// Splits the markup `name : values` of a named `cycle`. The name is a fragment, which may itself contain colons. Ruby
/// takes the longest name, but prefers a name that is a single quoted string.
pub(crate) fn named(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let behind_colon = |end: usize| {
        let colon = skip_spaces(text, end);
        (bytes.get(colon) == Some(&b':')).then(|| (&text[..end], &text[skip_spaces(text, colon + 1)..]))
    };
    if let Some(split) = quoted_string(bytes, 0).and_then(behind_colon) {
        return Some(split);
    }
    let mut last = None;
    let mut end = 0;
    while let Some(next) = unit(bytes, end) {
        if end > 0 && bytes[end] == b':' {
            last = Some(end);
        }
        end = next;
    }
    if end == 0 {
        return None;
    }
    behind_colon(end).or_else(|| last.and_then(behind_colon))
}

/// Splits a condition into comparisons and the operators `and` and `or` between them, as `ExpressionsAndOperators`
/// does.
pub(crate) fn conditions(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut parts = Vec::new();
    let mut position = 0;
    while position < bytes.len() {
        if let Some(end) = operator_with_blanks(text, position) {
            parts.push(&text[position..end]);
            position = end;
        } else if let Some(end) = operands(text, position) {
            parts.push(&text[position..end]);
            position = end;
        } else {
            // No match can start within white space before an operator.
            position = skip_spaces(text, position).max(position + 1);
        }
    }
    parts
}

/// The end of a match of `\b(?:\s?and\s?|\s?or\s?)\b` at `position`.
fn operator_with_blanks(text: &str, position: usize) -> Option<usize> {
    if !boundary(text, position) {
        return None;
    }
    let bytes = text.as_bytes();
    let start = position + usize::from(is_space(bytes[position]));
    let rest = &bytes[start..];
    let end = if rest.starts_with(b"and") {
        start + 3
    } else if rest.starts_with(b"or") {
        start + 2
    } else {
        return None;
    };
    if bytes.get(end).is_some_and(|byte| is_space(*byte)) && boundary(text, end + 1) {
        return Some(end + 1);
    }
    boundary(text, end).then_some(end)
}

/// The end of one or more operands with surrounding white space, up to an operator.
fn operands(text: &str, position: usize) -> Option<usize> {
    let mut end = position;
    loop {
        let start = skip_spaces(text, end);
        if start == text.len() || operator_with_blanks(text, start).is_some() {
            break;
        }
        let Some(stop) = fragment(text, start).or_else(|| {
            let stop = skip_while(text, start, |byte| !is_space(byte));
            (stop > start).then_some(stop)
        }) else {
            break;
        };
        end = skip_spaces(text, stop);
    }
    (end > position).then_some(end)
}

/// Whether a word begins or ends at `position`, as by Ruby's `\b`. Unlike `\w`, `\b` knows all Unicode letters.
fn boundary(text: &str, position: usize) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    if !text.is_char_boundary(position) {
        return false;
    }
    let before = text[..position].chars().next_back().is_some_and(word);
    let after = text[position..].chars().next().is_some_and(word);
    before != after
}
