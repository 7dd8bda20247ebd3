//! The lax grammar of markup: hand-written equivalents of the regular expressions in Ruby's Liquid.
//!
//! The basic unit is a `QuotedFragment`: a quoted string, or a run of quoted strings and characters other than white
//! space, commas, pipes and quotes. All functions work with byte offsets and take time linear in the length of the
//! markup.

use crate::value::text::{is_space, is_word};
use memchr::memchr;

/// The offset after the white space at `at`.
pub(crate) fn skip_spaces(text: &str, at: usize) -> usize {
    skip_while(text, at, is_space)
}

/// The offset after the word characters at `at`.
pub(crate) fn skip_word(text: &str, at: usize) -> usize {
    skip_while(text, at, is_word)
}

/// The offset after the `VariableSegment` characters (word characters and hyphens) at `at`.
pub(crate) fn skip_segment(text: &str, at: usize) -> usize {
    skip_while(text, at, |byte| is_word(byte) || byte == b'-')
}

#[inline]
pub(crate) fn skip_while(text: &str, at: usize, keep: impl Fn(u8) -> bool) -> usize {
    let bytes = text.as_bytes();
    let mut end = at;
    while bytes.get(end).is_some_and(|byte| keep(*byte)) {
        end += 1;
    }
    end
}

/// The end of the quoted string that starts at `at`.
fn quoted_string(text: &[u8], at: usize) -> Option<usize> {
    let quote = *text.get(at)?;
    if quote != b'"' && quote != b'\'' {
        return None;
    }
    memchr(quote, &text[at + 1..]).map(|length| at + length + 2)
}

/// The end of one unit of a fragment's second form: a quoted string, or any byte except white space, commas, pipes and
/// quotes.
fn unit(text: &[u8], at: usize) -> Option<usize> {
    match *text.get(at)? {
        b'"' | b'\'' => quoted_string(text, at),
        b',' | b'|' => None,
        byte if is_space(byte) => None,
        _ => Some(at + 1),
    }
}

/// The end of a fragment of the second form: a run of units.
fn run(text: &[u8], at: usize) -> Option<usize> {
    let mut end = unit(text, at)?;
    while let Some(next) = unit(text, end) {
        end = next;
    }
    Some(end)
}

/// The end of the `QuotedFragment` that starts at `at`. A fragment that starts with a quoted string ends after that
/// string.
pub(crate) fn fragment(text: &str, at: usize) -> Option<usize> {
    quoted_string(text.as_bytes(), at).or_else(|| run(text.as_bytes(), at))
}

/// The end of `QuotedFragment+` that starts at `at`.
pub(crate) fn fragments(text: &str, at: usize) -> Option<usize> {
    // A run after a quoted string continues where the first form ended.
    run(text.as_bytes(), at)
}

/// The first `QuotedFragment` at or after `from`.
pub(crate) fn find_fragment(text: &str, from: usize) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut at = from;
    while at < bytes.len() {
        match bytes[at] {
            b',' | b'|' => at += 1,
            byte if is_space(byte) => at += 1,
            _ => match fragment(text, at) {
                Some(end) => return Some((at, end)),
                None => at += 1,
            },
        }
    }
    None
}

/// Whether the whole text is a `QuotedFragment` of either form.
fn is_fragment(text: &str) -> bool {
    run(text.as_bytes(), 0) == Some(text.len())
}

/// `VariableSignature+` at `at`: word characters, hyphens, dots and brackets, each optionally in parentheses.
fn signature(text: &[u8], at: usize) -> Option<usize> {
    let mut end = at;
    loop {
        let open = usize::from(text.get(end) == Some(&b'('));
        match text.get(end + open) {
            Some(byte) if is_word(*byte) || matches!(byte, b'-' | b'.' | b'[' | b']') => end += open + 1,
            _ => break,
        }
        end += usize::from(text.get(end) == Some(&b')'));
    }
    (end > at).then_some(end)
}

/// The first `VariableSignature+` in the text.
pub(crate) fn find_signature(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    (0..bytes.len()).find_map(|at| signature(bytes, at).map(|end| &text[at..end]))
}

/// `(signature) = (rest)`, as in `assign`: the first signature followed by an equals sign.
pub(crate) fn assignment(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let Some(end) = signature(bytes, at) else {
            at += 1;
            continue;
        };
        let equals = skip_spaces(text, end);
        if bytes.get(equals) == Some(&b'=') {
            return Some((&text[at..end], &text[skip_spaces(text, equals + 1)..]));
        }
        // A signature that starts later in this run would have the same end.
        at = end;
    }
    None
}

/// All `TagAttributes` (`name: fragment`) in the text.
pub(crate) fn attributes(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !is_word(bytes[at]) {
            at += 1;
            continue;
        }
        let end = skip_word(text, at);
        let colon = skip_spaces(text, end);
        let value = if bytes.get(colon) == Some(&b':') { Some(skip_spaces(text, colon + 1)) } else { None };
        match value.and_then(|value| fragment(text, value).map(|stop| (value, stop))) {
            Some((value, stop)) => {
                found.push((&text[at..end], &text[value..stop]));
                at = stop;
            }
            None => at = end,
        }
    }
    found
}

/// Parses the whole text as `TagAttributes`: name and value of a keyword argument.
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
    let mut at = 0;
    while at < bytes.len() {
        let next = match bytes[at] {
            b',' => Some(at + 1),
            byte if is_space(byte) => Some(at + 1),
            _ => unit(bytes, at),
        };
        match next {
            Some(next) => at = next,
            None => {
                if at > start {
                    pieces.push(&text[start..at]);
                }
                at += 1;
                start = at;
            }
        }
    }
    if at > start {
        pieces.push(&text[start..at]);
    }
    pieces
}

/// The matches of `FilterArgsRegex` in the text of a filter: a fragment after each colon or comma, optionally with a
/// keyword.
pub(crate) fn filter_args(piece: &str) -> Vec<&str> {
    let bytes = piece.as_bytes();
    let mut args = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] != b':' && bytes[at] != b',' {
            at += 1;
            continue;
        }
        let start = skip_spaces(piece, at + 1);
        match keyword_value(piece, start).or_else(|| fragment(piece, start)) {
            Some(end) => {
                args.push(&piece[start..end]);
                at = end;
            }
            None => at += 1,
        }
    }
    args
}

/// The end of `word: fragment` at `at`.
fn keyword_value(text: &str, at: usize) -> Option<usize> {
    let end = skip_word(text, at);
    let colon = skip_spaces(text, end);
    if end == at || text.as_bytes().get(colon) != Some(&b':') {
        return None;
    }
    fragment(text, skip_spaces(text, colon + 1))
}

/// The first run of word characters.
pub(crate) fn find_word(text: &str) -> Option<&str> {
    let start = text.bytes().position(is_word)?;
    Some(&text[start..skip_word(text, start)])
}

/// `name : rest` of a named `cycle`. The name is a fragment, which may itself contain colons. Ruby takes the longest
/// name, but prefers a name that is a single quoted string.
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

/// Splits a condition at `and` and `or`, as `ExpressionsAndOperators` does.
pub(crate) fn conditions(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut parts = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if let Some(end) = operator_with_blanks(text, at) {
            parts.push(&text[at..end]);
            at = end;
        } else if let Some(end) = operands(text, at) {
            parts.push(&text[at..end]);
            at = end;
        } else {
            // No match can start within white space before an operator.
            at = skip_spaces(text, at).max(at + 1);
        }
    }
    parts
}

/// `\b(?:\s?and\s?|\s?or\s?)\b`
fn operator_with_blanks(text: &str, at: usize) -> Option<usize> {
    if !boundary(text, at) {
        return None;
    }
    let bytes = text.as_bytes();
    let start = at + usize::from(is_space(bytes[at]));
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

/// One or more operands with surrounding white space, up to an operator.
fn operands(text: &str, at: usize) -> Option<usize> {
    let mut end = at;
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
    (end > at).then_some(end)
}

/// Ruby's `\b`, which knows all Unicode letters, unlike `\w`.
fn boundary(text: &str, at: usize) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    if !text.is_char_boundary(at) {
        return false;
    }
    let before = text[..at].chars().next_back().is_some_and(word);
    let after = text[at..].chars().next().is_some_and(word);
    before != after
}
