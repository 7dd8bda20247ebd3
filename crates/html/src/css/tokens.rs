//! The tokens of CSS selectors, most of which include the white space around them.

use crate::characters::is_css_space;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Has,
    Function,
    Ident,
    Hash,
    Includes,
    DashMatch,
    PrefixMatch,
    SuffixMatch,
    SubstringMatch,
    NotEqual,
    Equal,
    CloseBracket,
    OpenSquare,
    CloseSquare,
    Plus,
    Greater,
    Comma,
    Tilde,
    Not,
    Number,
    DoubleSlash,
    Slash,
    Space,
    String,
    Other,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Token<'t> {
    pub kind: Kind,
    pub text: &'t str,
}

/// Operators that include the white space in front of them and, if the boolean is true, the white space after them.
const SPACED: &[(&str, Kind, bool)] = &[
    ("~=", Kind::Includes, true),
    ("|=", Kind::DashMatch, true),
    ("^=", Kind::PrefixMatch, true),
    ("$=", Kind::SuffixMatch, true),
    ("*=", Kind::SubstringMatch, true),
    ("!=", Kind::NotEqual, true),
    ("=", Kind::Equal, true),
    (")", Kind::CloseBracket, false),
    ("]", Kind::CloseSquare, false),
    ("+", Kind::Plus, true),
    (">", Kind::Greater, true),
    (",", Kind::Comma, true),
    ("~", Kind::Tilde, true),
    ("//", Kind::DoubleSlash, true),
    ("/", Kind::Slash, true),
];

pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (kind, length) = next(rest);
        found.push(Token { kind, text: &rest[..length] });
        rest = &rest[length..];
    }
    found
}

fn next(text: &str) -> (Kind, usize) {
    let blanks = |text: &str| text.len() - text.trim_start_matches(is_css_space).len();
    if let Some(after) = text.strip_prefix("has(") {
        return (Kind::Has, 4 + blanks(after));
    }
    if let Some(length) = identifier(text) {
        return match text[length..].strip_prefix('(') {
            Some(after) => (Kind::Function, length + 1 + blanks(after)),
            None => (Kind::Ident, length),
        };
    }
    if let Some(length) = text.strip_prefix('#').map(inner).filter(|length| *length > 0) {
        return (Kind::Hash, length + 1);
    }
    let front = blanks(text);
    let operator = SPACED.iter().find(|(symbol, _, _)| text[front..].starts_with(symbol));
    if let Some((symbol, kind, both)) = operator {
        let end = front + symbol.len();
        return (*kind, end + if *both { blanks(&text[end..]) } else { 0 });
    }
    if let Some(after) = text.strip_prefix('[') {
        return (Kind::OpenSquare, 1 + blanks(after));
    }
    if let Some(after) = text.strip_prefix(":not(") {
        return (Kind::Not, 5 + blanks(after));
    }
    if let Some(length) = number(text) {
        return (Kind::Number, length);
    }
    if front > 0 {
        return (Kind::Space, front);
    }
    if let Some(length) = string(text) {
        return (Kind::String, length);
    }
    (Kind::Other, text.chars().next().map_or(1, char::len_utf8))
}

fn number(text: &str) -> Option<usize> {
    let sign = usize::from(text.starts_with('-'));
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(&text[sign..]);
    if whole > 0 {
        return Some(sign + whole);
    }
    let fraction = text[sign..].strip_prefix('.').map(digits).filter(|digits| *digits > 0)?;
    Some(sign + 1 + fraction)
}

fn string(text: &str) -> Option<usize> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let mut is_escaped = false;
    for (position, c) in text.char_indices().skip(1) {
        if is_escaped {
            is_escaped = false;
        } else if c == '\\' {
            is_escaped = true;
        } else if c == quote {
            return Some(position + 1);
        }
    }
    None
}

fn identifier(text: &str) -> Option<usize> {
    let sign = usize::from(text.starts_with('-'));
    let rest = &text[sign..];
    let first = match rest.chars().next()? {
        c if c == '_' || c.is_ascii_alphabetic() || !c.is_ascii() => c.len_utf8(),
        '\\' => escape(rest)?,
        _ => return None,
    };
    Some(sign + first + inner(&rest[first..]))
}

/// The length in bytes of the characters of a name at the start of `text`: letters, digits, `_`, `-`, escapes and
/// characters outside of ASCII.
fn inner(text: &str) -> usize {
    let mut length = 0;
    while let Some(c) = text[length..].chars().next() {
        length += match c {
            c if c == '_' || c == '-' || c.is_ascii_alphanumeric() || !c.is_ascii() => c.len_utf8(),
            '\\' => match escape(&text[length..]) {
                Some(escape) => escape,
                None => break,
            },
            _ => break,
        };
    }
    length
}

/// The length of an escape: a backslash with one to six hexadecimal digits and an optional blank, or with any other
/// character but a line end. `None` if no escape begins here.
fn escape(text: &str) -> Option<usize> {
    let after = text.strip_prefix('\\')?;
    let digits = after.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
    if digits > 0 {
        let rest = &after[digits..];
        let blank = if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with(is_css_space)) };
        return Some(1 + digits + blank);
    }
    let c = after.chars().next().filter(|c| !matches!(c, '\n' | '\r' | '\x0c'))?;
    Some(1 + c.len_utf8())
}
