//! Builds the elements of a bibliography from tokens.

use indexmap::IndexMap;

use crate::bibliography::Element;
use crate::entry::Entry;
use crate::error::{Error, ErrorKind};
use crate::lexer::{Kind, Lexeme};
use crate::value::{Token, Value};

/// The result of a function of the parser. An error comes with its byte offset in the bibliography, from which its line
/// is computed later.
type Result<T> = std::result::Result<T, (usize, Error)>;

/// Turns the tokens of a bibliography into elements, one at a time.
pub(crate) struct Parser {
    tokens: std::iter::Peekable<std::vec::IntoIter<Lexeme>>,
    missing_keys: bool,
    /// The key of the current entry.
    key: Option<String>,
}

impl Parser {
    pub(crate) fn new(tokens: Vec<Lexeme>, missing_keys: bool) -> Self {
        Parser { tokens: tokens.into_iter().peekable(), missing_keys, key: None }
    }

    /// The next element. `None` at the end of the file.
    pub(crate) fn element(&mut self) -> Result<Option<Element>> {
        self.key = None;
        let token = self.next()?;
        Ok(Some(match token.kind {
            Kind::End => return Ok(None),
            Kind::Meta => Element::Meta(token.text),
            Kind::Lost => Element::Lost(token.text),
            Kind::At => self.object()?,
            _ => return Err(self.unexpected(&token)),
        }))
    }

    fn object(&mut self) -> Result<Element> {
        let token = self.next()?;
        match token.kind {
            Kind::Comment => {
                self.expect(Kind::LeftBrace)?;
                Ok(Element::Comment(self.content()?))
            }
            Kind::Preamble => {
                self.expect(Kind::LeftBrace)?;
                let tokens = self.tokens()?;
                self.expect(Kind::RightBrace)?;
                Ok(Element::Preamble(Value::Tokens(tokens)))
            }
            Kind::String => {
                self.expect(Kind::LeftBrace)?;
                let key = self.expect(Kind::Name)?.text.to_lowercase();
                self.expect(Kind::Equals)?;
                let tokens = self.tokens()?;
                self.expect(Kind::RightBrace)?;
                Ok(Element::String { key, value: Value::Tokens(tokens) })
            }
            Kind::Name => self.entry(&token.text).map(Element::Entry),
            _ => Err(self.unexpected(&token)),
        }
    }

    /// Reads a text and the closing brace after it. Returns the text without the brace.
    fn content(&mut self) -> Result<String> {
        let token = self.next()?;
        match token.kind {
            Kind::RightBrace => Ok(String::new()),
            Kind::Content => {
                self.expect(Kind::RightBrace)?;
                Ok(token.text)
            }
            _ => Err(self.unexpected(&token)),
        }
    }

    fn entry(&mut self, kind: &str) -> Result<Entry> {
        self.expect(Kind::LeftBrace)?;
        let key = match self.tokens.next_if(|token| token.kind == Kind::Key) {
            Some(token) => token.text,
            None if self.missing_keys => String::new(),
            None => {
                let end = self.tokens.peek().map_or(0, |token| token.end);
                return Err((end, Error { kind: ErrorKind::MissingKey, line: 0, key: None }));
            }
        };
        self.key = Some(key.clone());
        let mut fields = IndexMap::new();
        loop {
            let token = self.next()?;
            match token.kind {
                Kind::RightBrace => break,
                Kind::Name => {
                    self.expect(Kind::Equals)?;
                    let value = self.value()?;
                    fields.insert(token.text.to_lowercase(), value);
                }
                _ => return Err(self.unexpected(&token)),
            }
            let token = self.next()?;
            match token.kind {
                Kind::RightBrace => break,
                Kind::Comma => {}
                _ => return Err(self.unexpected(&token)),
            }
        }
        Ok(Entry { kind: kind.to_lowercase(), key, fields })
    }

    fn value(&mut self) -> Result<Value> {
        match self.tokens.next_if(|token| token.kind == Kind::Number) {
            Some(number) => Ok(Value::text(number.text)),
            None => self.tokens().map(Value::Tokens),
        }
    }

    /// Reads strings and macros that are joined by `#`, such as `jan # " 5"`.
    fn tokens(&mut self) -> Result<Vec<Token>> {
        let mut tokens = Vec::new();
        loop {
            let token = self.next()?;
            tokens.push(match token.kind {
                Kind::Name => Token::Macro(token.text.to_lowercase()),
                Kind::Literal => Token::Text(token.text),
                Kind::LeftBrace => Token::Text(self.content()?),
                _ => return Err(self.unexpected(&token)),
            });
            if self.tokens.next_if(|token| token.kind == Kind::Sharp).is_none() {
                return Ok(tokens);
            }
        }
    }

    fn next(&mut self) -> Result<Lexeme> {
        // The end is a token, and nothing is consumed after it.
        self.tokens.next().ok_or((0, Error { kind: ErrorKind::MissingKey, line: 0, key: None }))
    }

    fn expect(&mut self, kind: Kind) -> Result<Lexeme> {
        let token = self.next()?;
        if token.kind == kind { Ok(token) } else { Err(self.unexpected(&token)) }
    }

    fn unexpected(&self, token: &Lexeme) -> (usize, Error) {
        let kind = ErrorKind::Unexpected { found: token.text.clone(), token: token.kind.name() };
        (token.end, Error { kind, line: 0, key: self.key.clone() })
    }
}
