//! Smart quotes, by the rules of the library RubyPants, which kramdown adopted.

use super::Parser;
use crate::element::{Element, Extra, Kind, Quote};
use crate::scanner::Scanner;
use crate::text::{is_space, is_word, word_boundary};

/// The match of a rule: the length of the text before the quotes, the quotes, and the length of the matched source.
struct Found {
    text: usize,
    quotes: [Option<Quote>; 2],
    length: usize,
}

impl Found {
    fn one(text: usize, quote: Quote) -> Option<Self> {
        Some(Found { text, quotes: [Some(quote), None], length: text + 1 })
    }
}

fn opening(mark: u8) -> Quote {
    if mark == b'"' { Quote::Ldquo } else { Quote::Lsquo }
}

fn closing(mark: u8) -> Quote {
    if mark == b'"' { Quote::Rdquo } else { Quote::Rsquo }
}

fn is_quote(byte: Option<u8>) -> bool {
    matches!(byte, Some(b'"' | b'\''))
}

/// Applies the first matching rule at `start`, the position of a quote or of the character before it.
fn rule(text: &str, start: usize) -> Option<Found> {
    let bytes = text.as_bytes();
    let here = bytes.get(start).copied();
    if is_quote(here) {
        let mark = here.unwrap_or(0);
        if before_emphasis(bytes, start + 1) {
            return Found::one(0, opening(mark));
        }
        if before_punctuation(text, start + 1) {
            return Found::one(0, closing(mark));
        }
    }
    // `(\s?)` matches a space if there is one.
    let blank = usize::from(here.is_some_and(is_space));
    let pair = bytes.get(start + blank..start + blank + 2);
    let word_after = |position: usize| bytes.get(position).copied().is_some_and(is_word);
    if pair == Some(b"\"'") && word_after(start + blank + 2) {
        return Some(Found { text: blank, quotes: [Some(Quote::Ldquo), Some(Quote::Lsquo)], length: blank + 2 });
    }
    if pair == Some(b"'\"") && word_after(start + blank + 2) {
        return Some(Found { text: blank, quotes: [Some(Quote::Lsquo), Some(Quote::Ldquo)], length: blank + 2 });
    }
    if bytes.get(start + blank) == Some(&b'\'') && before_decade(bytes, start + blank + 1) {
        return Found::one(blank, Quote::Rsquo);
    }
    let width = text[start..].chars().next().map_or(1, char::len_utf8);
    let second = bytes.get(start + width).copied();
    if blank == 1 && is_quote(second) && word_after(start + 2) {
        return Found::one(1, opening(second.unwrap_or(0)));
    }
    let closes = !matches!(here, None | Some(b' ' | b'\\' | b'\t' | b'\r' | b'\n' | b'[' | b'{' | b'(' | b'-'));
    if closes && is_quote(second) {
        return Found::one(width, closing(second.unwrap_or(0)));
    }
    if is_quote(here) && before_end(text, start + 1) {
        return Found::one(0, closing(here.unwrap_or(0)));
    }
    // `(.?)'` and `(.?)"`: the optional character before the quote.
    for mark in [b'\'', b'"'] {
        if second == Some(mark) {
            return Found::one(width, opening(mark));
        }
        if here == Some(mark) {
            return Found::one(0, opening(mark));
        }
    }
    None
}

/// Whether `[_*]{1,2}\S` matches at `start`.
fn before_emphasis(bytes: &[u8], start: usize) -> bool {
    let mark = |position: usize| matches!(bytes.get(position), Some(b'_' | b'*'));
    let text = |position: usize| bytes.get(position).is_some_and(|&b| !is_space(b));
    mark(start) && (text(start + 1) || (mark(start + 1) && text(start + 2)))
}

/// Whether a punctuation mark other than `&` is at `start`, with neither `..` nor a word boundary after it.
fn before_punctuation(text: &str, start: usize) -> bool {
    let bytes = text.as_bytes();
    bytes.get(start).is_some_and(u8::is_ascii_punctuation)
        && bytes[start] != b'&'
        && !bytes[start + 1..].starts_with(b"..")
        && !word_boundary(text, start + 1)
}

/// Whether `\d\ds` matches at `start`, as in `'90s`.
fn before_decade(bytes: &[u8], start: usize) -> bool {
    matches!(bytes.get(start..start + 3), Some([a, b, b's']) if a.is_ascii_digit() && b.is_ascii_digit())
}

/// Whether white space, an `s` at the end of a word, or the end of the text is at `start`.
fn before_end(text: &str, start: usize) -> bool {
    match text.as_bytes().get(start) {
        None => true,
        Some(b's') if word_boundary(text, start + 1) => true,
        Some(&byte) => is_space(byte),
    }
}

impl<'a> Parser<'a> {
    /// Parses a match of `[^\\]?["']` at the position of `src`: a quote, or another character and the quote after it.
    /// Returns false without a match. A backslash does not count as the other character.
    pub(super) fn parse_smart_quotes(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> bool {
        let rest = src.rest();
        let first = rest.chars().next().unwrap_or('\0');
        let follows = is_quote(rest.as_bytes().get(first.len_utf8()).copied());
        if !matches!(first, '"' | '\'') && (first == '\\' || !follows) {
            return false;
        }
        let Some(found) = rule(src.text, src.pos) else { return false };
        let line = el.line;
        let start = src.pos;
        self.add_text(el, src.text, &src.text[start..start + found.text], self.text_kind);
        for quote in found.quotes.into_iter().flatten() {
            el.children.push(Element::new(self.arena, Kind::SmartQuote, line).with_extra(Extra::Quote(quote)));
        }
        src.pos = start + found.length;
        true
    }
}
