//! The strict grammar of expressions and filters. Mirrors `Liquid::Parser`.
//!
//! As in Ruby, the parser only checks the grammar and returns the joined tokens of an expression.
//! [`crate::Expression::parse`] then parses the result, for both grammars.

use crate::lexer::{Kind, Token, tokenize};
use crate::value::{Error, ErrorKind};
use std::borrow::Cow;

/// The maximum nesting of brackets and ranges. Ruby's stack overflows after some thousands.
pub(crate) const MAX_NESTING: usize = 500;

/// A parser for strict markup. Applications can use it for their own tags and filters (Jekyll's `where_exp` does).
#[derive(Debug)]
pub struct Parser<'s> {
    markup: &'s str,
    tokens: Vec<Token>,
    position: usize,
}

impl<'s> Parser<'s> {
    /// Creates a parser for the markup of a tag or filter, and splits the markup into tokens.
    ///
    /// # Errors
    /// `Liquid::SyntaxError` at a character that starts no token.
    pub fn new(markup: &'s str) -> Result<Self, Error> {
        Ok(Parser { markup, tokens: tokenize(markup)?, position: 0 })
    }

    #[inline]
    fn token(&self, ahead: usize) -> Token {
        let last = self.tokens.len() - 1;
        self.tokens[(self.position + ahead).min(last)]
    }

    /// The number of tokens of this kind in the whole markup, including consumed tokens.
    pub(crate) fn count(&self, kind: Kind) -> usize {
        self.tokens.iter().filter(|token| token.kind == kind).count()
    }

    pub(crate) fn look(&self, kind: Kind, ahead: usize) -> bool {
        self.token(ahead).kind == kind
    }

    pub(crate) fn consume(&mut self, kind: Kind) -> Result<&'s str, Error> {
        let token = self.token(0);
        if token.kind != kind {
            return Err(Error::syntax(format!("Expected {kind} but found {}", token.kind)));
        }
        Ok(self.advance())
    }

    pub(crate) fn consume_if(&mut self, kind: Kind) -> Option<&'s str> {
        self.look(kind, 0).then(|| self.advance())
    }

    fn advance(&mut self) -> &'s str {
        let text = self.token(0).text(self.markup);
        self.position += 1;
        text
    }

    /// Consumes the next token if it is the identifier `word`. Returns whether the token was consumed.
    pub fn id(&mut self, word: &str) -> bool {
        let token = self.token(0);
        let found = token.kind == Kind::Id && token.text(self.markup) == word;
        if found {
            self.position += 1;
        }
        found
    }

    /// Consumes the next token if it is a comparison operator such as `==`, and returns it. `None` for any other token.
    pub fn comparison(&mut self) -> Option<&'s str> {
        self.consume_if(Kind::Comparison)
    }

    /// Checks that the markup contains no more tokens.
    ///
    /// # Errors
    /// `Liquid::SyntaxError` for another token, which the message names.
    pub fn end(&mut self) -> Result<(), Error> {
        self.consume(Kind::End).map(drop)
    }

    /// Consumes an expression and returns its text, without white space between the tokens.
    ///
    /// # Errors
    /// `Liquid::SyntaxError` if no complete expression follows. `SystemStackError` for brackets that are nested too
    /// deeply.
    pub fn expression(&mut self) -> Result<Cow<'s, str>, Error> {
        let first = self.position;
        self.skip_expression(0)?;
        Ok(self.joined(first))
    }

    /// Consumes an argument of a filter: an expression, optionally with a keyword. Fails if no expression follows.
    pub(crate) fn argument(&mut self) -> Result<Cow<'s, str>, Error> {
        if self.look(Kind::Id, 0) && self.look(Kind::Colon, 1) {
            let keyword = self.advance();
            self.position += 1;
            return Ok(Cow::Owned(format!("{keyword}: {}", self.expression()?)));
        }
        self.expression()
    }

    fn skip_expression(&mut self, depth: usize) -> Result<(), Error> {
        if depth > MAX_NESTING {
            return Err(Error::new(ErrorKind::SystemStack, "stack level too deep"));
        }
        let token = self.token(0);
        match token.kind {
            Kind::Id => self.skip_signature(depth),
            Kind::String | Kind::Number => {
                self.position += 1;
                Ok(())
            }
            Kind::OpenRound => {
                self.position += 1;
                self.skip_expression(depth + 1)?;
                self.consume(Kind::DotDot)?;
                self.skip_expression(depth + 1)?;
                self.consume(Kind::CloseRound).map(drop)
            }
            // Ruby prints the token in its internal form, an array.
            Kind::End => Err(Error::syntax("[:end_of_string] is not a valid expression")),
            kind => Err(Error::syntax(format!("[:{kind}, \"{}\"] is not a valid expression", token.text(self.markup)))),
        }
    }

    fn skip_signature(&mut self, depth: usize) -> Result<(), Error> {
        loop {
            self.consume(Kind::Id)?;
            while self.consume_if(Kind::OpenSquare).is_some() {
                self.skip_expression(depth + 1)?;
                self.consume(Kind::CloseSquare)?;
            }
            if self.consume_if(Kind::Dot).is_none() {
                return Ok(());
            }
        }
    }

    /// The text of the tokens from index `first` to the last consumed token, without white space between tokens.
    /// Borrowed if the markup has no white space between these tokens.
    fn joined(&self, first: usize) -> Cow<'s, str> {
        let tokens = &self.tokens[first..self.position.min(self.tokens.len())];
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { return Cow::Borrowed("") };
        let whole = &self.markup[first.start()..last.end()];
        if whole.len() == tokens.iter().map(|token| token.len()).sum::<usize>() {
            return Cow::Borrowed(whole);
        }
        Cow::Owned(tokens.iter().map(|token| token.text(self.markup)).collect())
    }
}
