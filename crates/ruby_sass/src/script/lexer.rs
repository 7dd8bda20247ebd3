//! Splits SassScript into tokens.

use super::Literal;
use crate::error::{SassResult, SyntaxError};
use crate::lexical;
use crate::scanner::Scanner;
use crate::value::{Color, Number, unescaped};
use hastie_sass_core::symbol::Symbol;
use std::borrow::Cow;
use std::sync::Arc;

/// A token with the byte offset of its start.
#[derive(Clone, Debug)]
pub(crate) struct Token<'t> {
    pub(crate) kind: TokenKind<'t>,
    pub(crate) position: usize,
}

/// The type of a token, with its text or value.
#[derive(Clone, Debug)]
pub(crate) enum TokenKind<'t> {
    /// An operator or a bracket.
    Op(&'static str),
    Variable(Cow<'t, str>),
    Ident(Cow<'t, str>),
    /// A name followed by an opening parenthesis.
    Call(Cow<'t, str>),
    Text(Literal),
    Number(Literal),
    Color(Literal),
    /// `&`
    Parent,
    Raw(&'t str),
    /// `calc(...)` and other functions whose arguments are copied.
    SpecialCall(String),
    /// The start of interpolation in a string, or in a call such as `calc(...)`.
    InString,
}

/// The construct that continues after the `}` of interpolation.
#[derive(Clone, Copy, Debug)]
enum Resume {
    Expression,
    Text(Quote),
    /// A call such as `calc(...)`, with this number of open parentheses.
    SpecialCall(usize),
}

/// The delimiters of a text that can contain interpolation: the quotes of a string, or the parentheses of `url()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quote {
    Double,
    Single,
    Url,
}

/// Reads tokens of SassScript. A peeked token has already moved `scanner` behind itself, and `unpeek` moves it back.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'t> {
    pub(crate) scanner: Scanner<'t>,
    resume: Vec<Resume>,
    after_interpolation: bool,
    token: Option<Token<'t>>,
    following: Option<Token<'t>>,
}

impl<'t> Lexer<'t> {
    pub(crate) fn new(scanner: Scanner<'t>) -> Lexer<'t> {
        Lexer { scanner, resume: Vec::new(), after_interpolation: false, token: None, following: None }
    }

    /// The line number of the peeked token. Without a peeked token, the line number of the scanner's position.
    pub(crate) fn line(&self) -> u32 {
        match &self.token {
            Some(token) => self.scanner.line_of(token.position),
            None => self.scanner.line(),
        }
    }

    /// The byte offset of the peeked token. Without a peeked token, the scanner's position.
    pub(crate) fn place(&self) -> usize {
        self.token.as_ref().map_or(self.scanner.position, |token| token.position)
    }

    pub(crate) fn peek(&mut self) -> SassResult<Option<&Token<'t>>> {
        if self.token.is_none() {
            self.token = self.read()?;
        }
        Ok(self.token.as_ref())
    }

    pub(crate) fn next(&mut self) -> SassResult<Option<Token<'t>>> {
        if self.token.is_none() {
            self.token = self.read()?;
        }
        let token = self.token.take();
        self.after_interpolation = matches!(token, Some(Token { kind: TokenKind::Op("}"), .. }));
        Ok(token)
    }

    /// Moves back to the start of the peeked token, if there is one.
    pub(crate) fn unpeek(&mut self) {
        if let Some(token) = self.token.take() {
            self.scanner.position = token.position;
        }
    }

    /// Skips one character, for text that is not a token. Moves back to the start of a peeked token first.
    pub(crate) fn next_char(&mut self) {
        self.unpeek();
        if let Some(end) = lexical::any(self.scanner.text, self.scanner.position) {
            self.scanner.position = end;
        }
    }

    /// Whether the byte directly before a token is whitespace, including line breaks. Whitespace before `#{` becomes
    /// one space in the result.
    pub(crate) fn space_before(&self, token: &Token<'_>) -> bool {
        self.scanner.before(token.position).is_some_and(lexical::is_space)
    }

    /// Whether whitespace precedes the peeked token. Without a peeked token, whether a whitespace character is directly
    /// before or after the position.
    pub(crate) fn space_here(&self) -> bool {
        match &self.token {
            Some(token) => self.space_before(token),
            None => {
                let around = [self.scanner.peek(0), self.scanner.before(self.scanner.position)];
                around.into_iter().flatten().any(lexical::is_space)
            }
        }
    }

    pub(crate) fn is_after_interpolation(&self) -> bool {
        self.after_interpolation
    }

    pub(crate) fn expected(&mut self, name: &str) -> Box<SyntaxError> {
        self.unpeek();
        self.scanner.expected(name)
    }

    /// Whether no token is left. Skips whitespace and comments.
    pub(crate) fn is_done(&mut self) -> bool {
        if self.following.is_some() {
            return false;
        }
        if !self.after_interpolation || self.resume.is_empty() {
            self.skip_space();
        }
        self.scanner.is_done() && self.token.is_none()
    }

    fn skip_space(&mut self) {
        if self.token.is_some() {
            return;
        }
        let space = |text: &str, position| {
            let end = lexical::run(text, position, lexical::is_space);
            (end > position).then_some(end)
        };
        while self.scanner.may_skip()
            && (self.scanner.scan(space).is_some()
                || self.scanner.scan(lexical::comment).is_some()
                || self.scanner.scan(lexical::line_comment).is_some())
        {}
    }

    fn read(&mut self) -> SassResult<Option<Token<'t>>> {
        if let Some(token) = self.following.take() {
            return Ok(Some(token));
        }
        if self.is_done() {
            return Ok(None);
        }
        let position = self.scanner.position;
        Ok(self.read_kind()?.map(|kind| Token { kind, position }))
    }

    fn read_kind(&mut self) -> SassResult<Option<TokenKind<'t>>> {
        if self.after_interpolation {
            match self.resume.pop() {
                Some(Resume::SpecialCall(open)) => return self.special_body(open, String::new()).map(Some),
                Some(Resume::Text(quote)) => return Ok(self.string(quote, true)),
                Some(Resume::Expression) | None => {
                    if self.scanner.before(self.scanner.position) == Some(b'}')
                        && let Some(ident) = self.scanner.scan(lexical::ident)
                    {
                        return Ok(Some(self.ident_or_call(lexical::normalized(ident, false))));
                    }
                }
            }
        }
        let text = self.scanner.text;
        let Some(first) = self.scanner.peek(0) else { return Ok(None) };
        match first {
            b'$' => {
                let piece = |text: &str, position| lexical::ident(text, position + 1);
                let name = self.scanner.scan(piece).and_then(|name| name.get(1..));
                return Ok(name.map(|name| TokenKind::Variable(lexical::normalized(name, true))));
            }
            b'"' => return Ok(self.string(Quote::Double, false)),
            b'\'' => return Ok(self.string(Quote::Single, false)),
            b'&' => {
                self.scanner.position += 1;
                return Ok(Some(TokenKind::Parent));
            }
            // Only operators start with these.
            b',' | b'(' | b')' | b':' | b'{' | b'}' | b'[' | b']' | b'*' | b'/' | b'%' | b'=' | b'<' | b'>' => {
                return Ok(self.operator());
            }
            _ => {}
        }
        if let Some(number) = self.number() {
            return Ok(Some(number));
        }
        if first == b'#'
            && let Some(hash) = self.hash()
        {
            return Ok(Some(hash));
        }
        if let Some(url) = self.string(Quote::Url, false) {
            return Ok(Some(url));
        }
        if let Some(range) = self.scanner.scan(lexical::unicode_range) {
            return Ok(Some(TokenKind::Raw(range)));
        }
        if let Some(end) = special_prefix(text, self.scanner.position) {
            let prefix = text.get(self.scanner.position..end).unwrap_or_default().to_owned();
            self.scanner.position = end;
            return self.special_body(1, prefix).map(Some);
        }
        if self.scanner.scan(|text, position| lexical::flag(text, position, "important")).is_some() {
            return Ok(Some(TokenKind::Text(Literal::ident("!important"))));
        }
        Ok(self.word_or_operator())
    }

    fn word_or_operator(&mut self) -> Option<TokenKind<'t>> {
        if matches!(self.scanner.peek(0), Some(b'a' | b'n' | b'o')) {
            for word in ["and", "not", "or"] {
                let alone = |text: &str, position| {
                    let end = lexical::literal(text, position, word)?;
                    lexical::name_char(text, end).is_none().then_some(end)
                };
                if self.scanner.scan(alone).is_some() {
                    return Some(TokenKind::Op(word));
                }
            }
        }
        if let Some(ident) = self.scanner.scan(lexical::ident) {
            return Some(self.ident_or_call(lexical::normalized(ident, true)));
        }
        self.operator()
    }

    /// The longest operator (other than words) at the position. `None` if there is none.
    fn operator(&mut self) -> Option<TokenKind<'t>> {
        let operator = match (self.scanner.peek(0)?, self.scanner.peek(1)) {
            (b'=', Some(b'=')) => "==",
            (b'!', Some(b'=')) => "!=",
            (b'>', Some(b'=')) => ">=",
            (b'<', Some(b'=')) => "<=",
            (b'#', Some(b'{')) => "#{",
            (b'.', Some(b'.')) if self.scanner.peek(2) == Some(b'.') => "...",
            (b'+', _) => "+",
            (b'-', _) => "-",
            (b'*', _) => "*",
            (b'/', _) => "/",
            (b'%', _) => "%",
            (b'=', _) => "=",
            (b':', _) => ":",
            (b'(', _) => "(",
            (b')', _) => ")",
            (b'[', _) => "[",
            (b']', _) => "]",
            (b',', _) => ",",
            (b'>', _) => ">",
            (b'<', _) => "<",
            (b'}', _) => "}",
            (b';', _) => ";",
            (b'{', _) => "{",
            _ => return None,
        };
        self.scanner.position += operator.len();
        if operator == "#{" {
            self.resume.push(Resume::Expression);
        }
        Some(TokenKind::Op(operator))
    }

    fn ident_or_call(&mut self, name: Cow<'t, str>) -> TokenKind<'t> {
        if self.scanner.take("(") { TokenKind::Call(name) } else { TokenKind::Ident(name) }
    }

    /// A string up to its end or the next interpolation. `open` is whether the string continues after interpolation.
    /// `None` if there is no string, or if it has no end.
    fn string(&mut self, quote: Quote, open: bool) -> Option<TokenKind<'t>> {
        let text = self.scanner.text;
        let start = match (quote, open) {
            (_, true) => self.scanner.position,
            (Quote::Double | Quote::Single, false) => self.scanner.position + 1,
            (Quote::Url, false) => lexical::blank(text, lexical::literal(text, self.scanner.position, "url(")?),
        };
        let (contents, end) = match quote {
            Quote::Double => quoted_end(text, start, b'"')?,
            Quote::Single => quoted_end(text, start, b'\'')?,
            Quote::Url => url_end(text, start)?,
        };
        let interpolates = text.get(..end)?.ends_with("#{") && (quote == Quote::Url || contents + 2 == end);
        let contents = text.get(start..contents)?;
        self.scanner.position = end;
        if interpolates {
            self.resume.push(Resume::Text(quote));
            self.following = Some(Token { kind: TokenKind::InString, position: end - 2 });
        }
        Some(TokenKind::Text(match quote {
            Quote::Url => {
                let (before, after) = (if open { "" } else { "url(" }, if interpolates { "" } else { ")" });
                Literal::ident(format!("{before}{contents}{after}"))
            }
            _ => Literal::string(unescaped(contents)),
        }))
    }

    fn number(&mut self) -> Option<TokenKind<'t>> {
        let text = self.scanner.text;
        let position = self.scanner.position;
        let negative = self.scanner.peek(0) == Some(b'-');
        if negative {
            let allowed = match self.scanner.before(position)? {
                b'/' => position > 1 && self.scanner.before(position - 1) == Some(b'*'),
                byte => lexical::is_space(byte),
            };
            if !allowed {
                return None;
            }
        }
        let start = if negative { position + 1 } else { position };
        let digits = lexical::unitless_number(text, start)?;
        let value: f64 = text.get(start..digits)?.parse().ok()?;
        let unit_end = lexical::unit(text, digits);
        let mut number = Number::new(if negative { -value } else { value });
        if let Some(unit) = unit_end.and_then(|end| text.get(digits..end)) {
            number.units.push(Symbol::new(&lexical::normalized(unit, true)));
        }
        self.scanner.position = unit_end.unwrap_or(digits);
        Some(TokenKind::Number(Literal::Number(Arc::new(number))))
    }

    fn hash(&mut self) -> Option<TokenKind<'t>> {
        let color = |found: &str| Color::from_hex(found).map(|color| TokenKind::Color(Literal::Color(Arc::new(color))));
        let text = self.scanner.text;
        let position = self.scanner.position;
        if let Some(end) = lexical::ident(text, position + 1) {
            let found = text.get(position..end)?;
            self.scanner.position = end;
            return color(found).or_else(|| Some(TokenKind::Ident(lexical::normalized(found, true))));
        }
        let end = lexical::hex_color(text, position)?;
        let token = color(text.get(position..end)?)?;
        self.scanner.position = end;
        Some(token)
    }

    /// The text of a call such as `calc(...)`, up to its closing parenthesis or the next interpolation.
    fn special_body(&mut self, mut open: usize, mut body: String) -> SassResult<TokenKind<'t>> {
        let text = self.scanner.text;
        let mut position = self.scanner.position;
        while let Some(byte) = text.as_bytes().get(position) {
            match byte {
                b'(' => open += 1,
                b')' => open -= 1,
                b'#' if text.as_bytes().get(position + 1) == Some(&b'{') => {
                    body.push_str(text.get(self.scanner.position..position).unwrap_or_default());
                    self.scanner.position = position + 2;
                    self.resume.push(Resume::SpecialCall(open));
                    self.following = Some(Token { kind: TokenKind::InString, position });
                    return Ok(TokenKind::SpecialCall(body));
                }
                _ => {}
            }
            position += 1;
            if open == 0 {
                body.push_str(text.get(self.scanner.position..position).unwrap_or_default());
                self.scanner.position = position;
                return Ok(TokenKind::SpecialCall(body));
            }
        }
        self.scanner.position = lexical::run(text, self.scanner.position, |byte| byte != b'\n');
        Err(self.expected("\")\""))
    }
}

/// The end of a quoted string's contents from `start`, and the end of the terminator: the quote or `#{`. `None` without
/// a terminator.
pub(crate) fn quoted_end(text: &str, start: usize, quote: u8) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut position = start;
    loop {
        match *bytes.get(position)? {
            byte if byte == quote => return Some((position, position + 1)),
            b'#' if bytes.get(position + 1) == Some(&b'{') => return Some((position, position + 2)),
            b'\\' => position = lexical::any(text, position + 1)?,
            _ => position += 1,
        }
    }
}

/// The end of an unquoted URL, and the end of its terminator: `)` with any whitespace before it, or `#{`. `None` if the
/// text ends before a terminator, or contains a character that no URL can contain.
pub(crate) fn url_end(text: &str, start: usize) -> Option<(usize, usize)> {
    let mut position = start;
    loop {
        if let Some(end) = lexical::literal(text, lexical::blank(text, position), ")") {
            return Some((position, end));
        }
        if let Some(end) = lexical::literal(text, position, "#{") {
            return Some((position, end));
        }
        position = lexical::url_char(text, position)?;
    }
}

/// The offset after the start of a call whose arguments are copied, such as `calc(` or `progid:a.b(`. `None` if there
/// is none at `position`.
fn special_prefix(text: &str, position: usize) -> Option<usize> {
    let word =
        |from: usize| ["calc(", "element("].into_iter().find_map(|word| lexical::literal_in_any_case(text, from, word));
    if let Some(end) = word(position).or_else(|| lexical::literal_in_any_case(text, position, "expression(")) {
        return Some(end);
    }
    if let Some(start) = lexical::literal_in_any_case(text, position, "progid:") {
        let end = lexical::run(text, start, |byte| byte.is_ascii_alphabetic() || byte == b'.');
        return lexical::literal(text, end, "(");
    }
    if text.as_bytes().get(position) != Some(&b'-') {
        return None;
    }
    let end = lexical::run(text, position + 1, |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    (position + 2..end)
        .rev()
        .find_map(|dash| if text.as_bytes().get(dash) == Some(&b'-') { word(dash + 1) } else { None })
}
