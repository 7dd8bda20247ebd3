//! The CSS functions `min()` and `max()`. A call that may be plain CSS becomes text and is not evaluated.

use super::{Expr, ExprKind, Literal, Piece, ScriptParser, Token, TokenKind, push_piece};
use crate::error::SassResult;
use crate::value::Form;

impl ScriptParser<'_> {
    /// Parses `min()` or `max()` as text if the call may be plain CSS. Otherwise, parses a call of any function, or
    /// another operand. `None` if there is no operand.
    pub(super) fn min_max_or_call(&mut self) -> SassResult<Option<Expr>> {
        let named = |name: &str| name.eq_ignore_ascii_case("min") || name.eq_ignore_ascii_case("max");
        if !matches!(self.lexer.peek()?, Some(Token { kind: TokenKind::Call(name), .. }) if named(name)) {
            return self.call();
        }
        let saved = self.lexer.clone();
        let line = self.lexer.line();
        if let Some(Token { kind: TokenKind::Call(name), .. }) = self.lexer.next()? {
            let mut pieces = vec![Piece::Text(format!("{name}("))];
            if self.min_max_contents(&mut pieces, true)? {
                return Ok(Some(joined(pieces, line)));
            }
        }
        self.lexer = saved;
        self.call()
    }

    fn min_max_contents(&mut self, pieces: &mut Vec<Piece>, allow_comma: bool) -> SassResult<bool> {
        loop {
            if !self.deeper(|parser| parser.min_max_operand(pieces))? {
                return Ok(false);
            }
            let between = match self.peek_op()? {
                Some(")") => {
                    self.lexer.next()?;
                    push_piece(pieces, Piece::Text(")".to_owned()));
                    return Ok(true);
                }
                Some("+") => " + ",
                Some("-") => " - ",
                Some("*") => " * ",
                Some("/") => " / ",
                Some(",") if allow_comma => ", ",
                _ => return Ok(false),
            };
            self.lexer.next()?;
            push_piece(pieces, Piece::Text(between.to_owned()));
        }
    }

    fn min_max_operand(&mut self, pieces: &mut Vec<Piece>) -> SassResult<bool> {
        let Some(token) = self.lexer.peek()?.cloned() else { return Ok(false) };
        match token.kind {
            TokenKind::Number(value) => {
                self.lexer.next()?;
                push_piece(pieces, Piece::Text(value.value().css(Form::Css, false)?));
                Ok(true)
            }
            TokenKind::Op("#{") => {
                self.lexer.next()?;
                self.add_interpolation(pieces)?;
                Ok(true)
            }
            TokenKind::SpecialCall(text) if text.get(..5).is_some_and(|name| name.eq_ignore_ascii_case("calc(")) => {
                self.lexer.next()?;
                push_piece(pieces, Piece::Text(text));
                Ok(true)
            }
            TokenKind::Call(name) => {
                let lower = name.to_ascii_lowercase();
                if !matches!(&*lower, "calc" | "env" | "var" | "min" | "max") {
                    return Ok(false);
                }
                self.lexer.next()?;
                push_piece(pieces, Piece::Text(format!("{name}(")));
                if matches!(&*lower, "min" | "max") {
                    return self.min_max_contents(pieces, true);
                }
                self.copied_value(pieces)?;
                self.need(")")?;
                push_piece(pieces, Piece::Text(")".to_owned()));
                Ok(true)
            }
            TokenKind::Op("(") => {
                self.lexer.next()?;
                push_piece(pieces, Piece::Text("(".to_owned()));
                self.min_max_contents(pieces, false)
            }
            _ => Ok(false),
        }
    }

    fn add_interpolation(&mut self, pieces: &mut Vec<Piece>) -> SassResult<()> {
        let expr = self.unstopped(|parser| parser.need_expr())?;
        self.need("}")?;
        pieces.push(Piece::Expr(expr));
        Ok(())
    }

    /// Appends text with balanced brackets to `pieces`, together with its interpolations.
    fn copied_value(&mut self, pieces: &mut Vec<Piece>) -> SassResult<()> {
        let mut open: Vec<&'static str> = Vec::new();
        loop {
            let start = self.lexer.place();
            while !self.lexer.is_done() && !matches!(self.peek_op()?, Some("#{" | "}" | "{" | "(" | "[" | ")" | "]")) {
                if self.lexer.next()?.is_none() {
                    self.lexer.next_char();
                }
            }
            let text = self.lexer.scanner.text.get(start..self.lexer.place()).unwrap_or_default();
            push_piece(pieces, Piece::Text(text.to_owned()));
            let (sign, close) = match self.peek_op()? {
                Some("#{") => {
                    self.lexer.next()?;
                    self.add_interpolation(pieces)?;
                    continue;
                }
                Some("(") => ("(", ")"),
                Some("[") => ("[", "]"),
                Some("{") => ("{", "}"),
                _ => match open.pop() {
                    None => return Ok(()),
                    Some(close) => {
                        self.need(close)?;
                        push_piece(pieces, Piece::Text(close.to_owned()));
                        continue;
                    }
                },
            };
            self.lexer.next()?;
            open.push(close);
            push_piece(pieces, Piece::Text(sign.to_owned()));
        }
    }
}

/// The pieces as an unquoted string.
fn joined(pieces: Vec<Piece>, line: u32) -> Expr {
    let text = |text: String| Expr::literal(Literal::ident(text), line);
    let mut after: Option<Expr> = None;
    for piece in pieces.into_iter().rev() {
        after = Some(match (piece, after) {
            (Piece::Text(before), None) => text(before),
            (Piece::Text(before), Some(Expr { kind: ExprKind::StringInterpolation(parts), .. })) => {
                let [_, middle, last] = *parts;
                let parts = Box::new([text(before), middle, last]);
                Expr { kind: ExprKind::StringInterpolation(parts), line }
            }
            (Piece::Text(before), Some(_)) => text(before),
            (Piece::Expr(expr), after) => {
                let last = after.unwrap_or_else(|| text(String::new()));
                Expr { kind: ExprKind::StringInterpolation(Box::new([text(String::new()), expr, last])), line }
            }
        });
    }
    after.unwrap_or_else(|| text(String::new()))
}
