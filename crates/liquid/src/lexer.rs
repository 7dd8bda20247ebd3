//! Splits markup into tokens for the strict grammar. Mirrors `Liquid::Lexer`.

use crate::lax_markup::{skip_segment, skip_spaces, skip_while};
use crate::value::text::{is_space, is_word};
use crate::value::{Error, ErrorKind};
use memchr::memchr;
use std::fmt;

/// The kind of a token, such as an identifier or a comparison operator. Messages use Ruby's names for the kinds.
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

/// A token and its offsets in the markup. Tokens are small, because templates contain many.
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

/// All tokens, ending with [`Kind::End`]. Fails at a character that starts no token.
pub(crate) fn tokenize(markup: &str) -> Result<Vec<Token>, Error> {
    let Ok(length) = u32::try_from(markup.len()) else {
        return Err(Error::new(ErrorKind::LiquidMemory, "markup of more than 4 GB"));
    };
    let mut tokens = Vec::with_capacity(markup.len() / 4 + 4);
    let mut position = 0;
    loop {
        position = skip_spaces(markup, position);
        if position == markup.len() {
            tokens.push(Token { kind: Kind::End, start: length, end: length });
            return Ok(tokens);
        }
        let (kind, end) = token(markup, position)?;
        // Both are at most `length`, which was checked.
        tokens.push(Token { kind, start: position as u32, end: end as u32 });
        position = end;
    }
}

/// The kind and end of the token that starts at `start`.
fn token(markup: &str, start: usize) -> Result<(Kind, usize), Error> {
    let bytes = markup.as_bytes();
    let next = bytes.get(start + 1).copied();
    let one = |kind| Ok((kind, start + 1));
    match bytes[start] {
        b'=' if next == Some(b'=') => Ok((Kind::Comparison, start + 2)),
        b'!' if next == Some(b'=') => Ok((Kind::Comparison, start + 2)),
        b'<' => Ok((Kind::Comparison, start + 1 + usize::from(matches!(next, Some(b'>' | b'='))))),
        b'>' => Ok((Kind::Comparison, start + 1 + usize::from(next == Some(b'=')))),
        quote @ (b'"' | b'\'') => match memchr(quote, &bytes[start + 1..]) {
            Some(length) => Ok((Kind::String, start + length + 2)),
            None => Err(unexpected(markup, start)),
        },
        b'-' if next.is_some_and(|byte| byte.is_ascii_digit()) => Ok((Kind::Number, number_end(markup, start + 1))),
        byte if byte.is_ascii_digit() => Ok((Kind::Number, number_end(markup, start))),
        byte if is_word(byte) => {
            let keyword = b"contains";
            let behind = start + keyword.len();
            if bytes[start..].starts_with(keyword) && bytes.get(behind).is_some_and(|byte| is_space(*byte)) {
                return Ok((Kind::Comparison, behind));
            }
            let end = skip_segment(markup, start);
            Ok((Kind::Id, end + usize::from(bytes.get(end) == Some(&b'?'))))
        }
        b'.' if next == Some(b'.') => Ok((Kind::DotDot, start + 2)),
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
        _ => Err(unexpected(markup, start)),
    }
}

/// The end of a number, with an optional fraction.
fn number_end(markup: &str, start: usize) -> usize {
    let bytes = markup.as_bytes();
    let end = skip_while(markup, start, |byte| byte.is_ascii_digit());
    if bytes.get(end) == Some(&b'.') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
        return skip_while(markup, end + 1, |byte| byte.is_ascii_digit());
    }
    end
}

fn unexpected(markup: &str, position: usize) -> Error {
    let character = markup[position..].chars().next().unwrap_or_default();
    Error::syntax(format!("Unexpected character {character}"))
}
