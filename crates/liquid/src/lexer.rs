//! Splits markup into tokens for the strict grammar. Mirrors `Liquid::Lexer`.

use crate::lax_markup::{skip_segment, skip_spaces, skip_while};
use crate::value::text::{is_space, is_word};
use crate::value::{Error, ErrorKind};
use memchr::memchr;
use std::fmt;

/// The kind of a token, with the name that Ruby uses in messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Comparison,
    String,
    Number,
    Id,
    DotDot,
    Pipe,
    Dot,
    Colon,
    Comma,
    OpenSquare,
    CloseSquare,
    OpenRound,
    CloseRound,
    Question,
    Dash,
    End,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Comparison => "comparison",
            Kind::String => "string",
            Kind::Number => "number",
            Kind::Id => "id",
            Kind::DotDot => "dotdot",
            Kind::Pipe => "pipe",
            Kind::Dot => "dot",
            Kind::Colon => "colon",
            Kind::Comma => "comma",
            Kind::OpenSquare => "open_square",
            Kind::CloseSquare => "close_square",
            Kind::OpenRound => "open_round",
            Kind::CloseRound => "close_round",
            Kind::Question => "question",
            Kind::Dash => "dash",
            Kind::End => "end_of_string",
        })
    }
}

/// A token and its offsets in the markup. Kept small, because there are many.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    start: u32,
    end: u32,
}

impl Token {
    pub(crate) fn text(self, markup: &str) -> &str {
        &markup[self.start()..self.end()]
    }

    pub(crate) fn start(self) -> usize {
        self.start as usize
    }

    pub(crate) fn end(self) -> usize {
        self.end as usize
    }

    pub(crate) fn len(self) -> usize {
        (self.end - self.start) as usize
    }
}

/// All tokens, ending with [`Kind::End`].
pub(crate) fn tokenize(markup: &str) -> Result<Vec<Token>, Error> {
    let Ok(length) = u32::try_from(markup.len()) else {
        return Err(Error::new(ErrorKind::LiquidMemory, "markup of more than 4 GB"));
    };
    let mut tokens = Vec::with_capacity(markup.len() / 4 + 4);
    let mut at = 0;
    loop {
        at = skip_spaces(markup, at);
        if at == markup.len() {
            tokens.push(Token { kind: Kind::End, start: length, end: length });
            return Ok(tokens);
        }
        let (kind, end) = token(markup, at)?;
        // Both are at most `length`, which was checked.
        tokens.push(Token { kind, start: at as u32, end: end as u32 });
        at = end;
    }
}

/// The kind and end of the token that starts at `at`.
fn token(markup: &str, at: usize) -> Result<(Kind, usize), Error> {
    let bytes = markup.as_bytes();
    let next = bytes.get(at + 1).copied();
    let one = |kind| Ok((kind, at + 1));
    match bytes[at] {
        b'=' if next == Some(b'=') => Ok((Kind::Comparison, at + 2)),
        b'!' if next == Some(b'=') => Ok((Kind::Comparison, at + 2)),
        b'<' => Ok((Kind::Comparison, at + 1 + usize::from(matches!(next, Some(b'>' | b'='))))),
        b'>' => Ok((Kind::Comparison, at + 1 + usize::from(next == Some(b'=')))),
        quote @ (b'"' | b'\'') => match memchr(quote, &bytes[at + 1..]) {
            Some(length) => Ok((Kind::String, at + length + 2)),
            None => Err(unexpected(markup, at)),
        },
        b'-' if next.is_some_and(|byte| byte.is_ascii_digit()) => Ok((Kind::Number, number_end(markup, at + 1))),
        byte if byte.is_ascii_digit() => Ok((Kind::Number, number_end(markup, at))),
        byte if is_word(byte) => {
            let keyword = b"contains";
            let behind = at + keyword.len();
            if bytes[at..].starts_with(keyword) && bytes.get(behind).is_some_and(|byte| is_space(*byte)) {
                return Ok((Kind::Comparison, behind));
            }
            let end = skip_segment(markup, at);
            Ok((Kind::Id, end + usize::from(bytes.get(end) == Some(&b'?'))))
        }
        b'.' if next == Some(b'.') => Ok((Kind::DotDot, at + 2)),
        b'|' => one(Kind::Pipe),
        b'.' => one(Kind::Dot),
        b':' => one(Kind::Colon),
        b',' => one(Kind::Comma),
        b'[' => one(Kind::OpenSquare),
        b']' => one(Kind::CloseSquare),
        b'(' => one(Kind::OpenRound),
        b')' => one(Kind::CloseRound),
        b'?' => one(Kind::Question),
        b'-' => one(Kind::Dash),
        _ => Err(unexpected(markup, at)),
    }
}

/// The end of a number, with an optional fraction.
fn number_end(markup: &str, at: usize) -> usize {
    let bytes = markup.as_bytes();
    let end = skip_while(markup, at, |byte| byte.is_ascii_digit());
    if bytes.get(end) == Some(&b'.') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
        return skip_while(markup, end + 1, |byte| byte.is_ascii_digit());
    }
    end
}

fn unexpected(markup: &str, at: usize) -> Error {
    let character = markup[at..].chars().next().unwrap_or_default();
    Error::syntax(format!("Unexpected character {character}"))
}
