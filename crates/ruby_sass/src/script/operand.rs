//! Operands: names, calls, lists in brackets, strings, numbers and colors.

use super::parser::{EXPRESSION, Inner, StopAt};
use super::{Call, Expr, ExprKind, Literal, ScriptParser, Token, TokenKind, Variable};
use crate::error::SassResult;
use crate::functions;
use crate::value::{Color, Separator};
use hastie_sass_core::symbol::Symbol;
use std::sync::Arc;

impl ScriptParser<'_> {
    pub(super) fn ident(&mut self) -> SassResult<Option<Expr>> {
        let stops = self.stop_at == StopAt::Through;
        match self.lexer.peek()? {
            Some(Token { kind: TokenKind::Ident(name), .. }) if stops && (name == "to" || name == "through") => {
                return Ok(None);
            }
            Some(Token { kind: TokenKind::Ident(_), .. }) => {}
            _ => return self.min_max_or_call(),
        }
        let line = self.lexer.line();
        let Some(Token { kind: TokenKind::Ident(name), .. }) = self.lexer.next()? else { return Ok(None) };
        let value = match &*name {
            "true" => Literal::Bool(true),
            "false" => Literal::Bool(false),
            "null" => Literal::Null,
            name => match Color::named(name) {
                Some(color) => Literal::Color(Arc::new(color)),
                None => Literal::ident(name),
            },
        };
        Ok(Some(Expr::literal(value, line)))
    }

    /// Parses a function call, or else any other operand. `None` if there is none.
    pub(super) fn call(&mut self) -> SassResult<Option<Expr>> {
        let line = self.lexer.line();
        let is_call = matches!(self.lexer.peek()?, Some(Token { kind: TokenKind::Call(_), .. }));
        if !is_call {
            return self.operand();
        }
        let Some(Token { kind: TokenKind::Call(name), .. }) = self.lexer.next()? else { return Ok(None) };
        let arguments = self.deeper(|parser| parser.call_arguments())?;
        self.need(")")?;
        let (key, known) = (Symbol::normalized(&name), functions::find(&name));
        let call = Call { key, known, name: name.into(), arguments };
        Ok(Some(Expr { kind: ExprKind::Call(Box::new(call)), line }))
    }

    fn operand(&mut self) -> SassResult<Option<Expr>> {
        let line = self.lexer.line();
        let Some(token) = self.lexer.peek()? else { return Ok(None) };
        match &token.kind {
            TokenKind::Raw(_)
            | TokenKind::Variable(_)
            | TokenKind::Number(_)
            | TokenKind::Parent
            | TokenKind::Color(_) => {}
            TokenKind::SpecialCall(_) => return self.special_call(),
            TokenKind::Text(_) => return self.string(),
            TokenKind::Op("[") => return self.deeper(|parser| parser.square_list().map(Some)),
            TokenKind::Op("(") => return self.deeper(|parser| parser.brackets().map(Some)),
            _ => return Ok(None),
        }
        let kind = match self.lexer.next()?.map(|token| token.kind) {
            Some(TokenKind::Raw(text)) => ExprKind::Literal(Literal::ident(text)),
            Some(TokenKind::Variable(name)) => ExprKind::Variable(Variable::new(&name)),
            Some(TokenKind::Number(value)) => ExprKind::Literal(as_written(value, self.compressed)),
            Some(TokenKind::Parent) => ExprKind::Parent,
            Some(TokenKind::Color(value)) => ExprKind::Literal(value),
            _ => return Ok(None),
        };
        Ok(Some(Expr { kind, line }))
    }

    fn special_call(&mut self) -> SassResult<Option<Expr>> {
        let line = self.lexer.line();
        let Some(Token { kind: TokenKind::SpecialCall(text), .. }) = self.lexer.next()? else { return Ok(None) };
        let first = Expr::literal(Literal::ident(text), line);
        if !self.take_in_string()? {
            return Ok(Some(first));
        }
        let middle = self.unstopped(|parser| parser.need_expr())?;
        self.need("}")?;
        let last = self.deeper(|parser| parser.special_call())?;
        let last = self.needed(last, "\")\"")?;
        let interpolation = super::Interpolation {
            before: Some(first),
            middle,
            after: Some(last),
            space_before: false,
            space_after: false,
        };
        Ok(Some(Expr { kind: ExprKind::Interpolation(Box::new(interpolation)), line }))
    }

    fn take_in_string(&mut self) -> SassResult<bool> {
        if !matches!(self.lexer.peek()?, Some(Token { kind: TokenKind::InString, .. })) {
            return Ok(false);
        }
        self.lexer.next().map(|_| true)
    }

    fn string(&mut self) -> SassResult<Option<Expr>> {
        let line = self.lexer.line();
        if !matches!(self.lexer.peek()?, Some(Token { kind: TokenKind::Text(_), .. })) {
            return Ok(None);
        }
        let Some(Token { kind: TokenKind::Text(value), .. }) = self.lexer.next()? else { return Ok(None) };
        let first = Expr::literal(value, line);
        if !self.take_in_string()? {
            return Ok(Some(first));
        }
        let middle = self.need_expr()?;
        self.need("}")?;
        let last = self.unstopped(|parser| parser.deeper(|parser| parser.string()))?;
        let last = self.needed(last, "string")?;
        Ok(Some(Expr { kind: ExprKind::StringInterpolation(Box::new([first, middle, last])), line }))
    }

    fn square_list(&mut self) -> SassResult<Expr> {
        let line = self.lexer.line();
        self.need("[")?;
        self.unstopped(|parser| {
            let inner_line = parser.lexer.line();
            let mut items = Vec::new();
            while let Some(item) = parser.interpolation(None, Inner::Element)? {
                items.push(item);
            }
            let mut separator = (items.len() > 1).then_some(Separator::Space);
            if !items.is_empty() && parser.take(",")?.is_some() {
                if items.len() > 1 {
                    let kind = ExprKind::List { items, separator, bracketed: false };
                    items = vec![Expr { kind, line: inner_line }];
                }
                separator = Some(Separator::Comma);
                while let Some(item) = parser.space()? {
                    items.push(item);
                    if parser.take(",")?.is_none() {
                        break;
                    }
                }
            }
            parser.need("]")?;
            Ok(Expr { kind: ExprKind::List { items, separator, bracketed: true }, line })
        })
    }

    /// Parses an expression or a map in parentheses. Empty parentheses are an empty list.
    fn brackets(&mut self) -> SassResult<Expr> {
        self.need("(")?;
        self.unstopped(|parser| {
            let line = parser.lexer.line();
            let mut expr = parser.map()?;
            if let Some(expr) = &mut expr {
                expr.force_division();
            }
            parser.need(")")?;
            let empty = ExprKind::List { items: Vec::new(), separator: None, bracketed: false };
            Ok(expr.unwrap_or(Expr { kind: empty, line }))
        })
    }

    fn map(&mut self) -> SassResult<Option<Expr>> {
        let line = self.lexer.line();
        let Some(first) = self.interpolation(None, Inner::Space)? else { return Ok(None) };
        if self.peek_op()? != Some(":") {
            return self.comma_list(first, line).map(Some);
        }
        let mut pairs = vec![(first, self.map_value()?)];
        while self.take(",")?.is_some() {
            let Some(key) = self.interpolation(None, Inner::Space)? else { break };
            pairs.push((key, self.map_value()?));
        }
        Ok(Some(Expr { kind: ExprKind::Map(pairs), line }))
    }

    fn map_value(&mut self) -> SassResult<Expr> {
        self.need(":")?;
        let value = self.interpolation(None, Inner::Space)?;
        self.needed(value, EXPRESSION)
    }
}

/// Sets the notation of a number to its current text. Other values are unchanged.
fn as_written(value: Literal, compressed: bool) -> Literal {
    match value {
        Literal::Number(number) => {
            let mut number = (*number).clone();
            number.styled = true;
            number.written = Some(number.text(compressed).into());
            Literal::Number(Arc::new(number))
        }
        value => value,
    }
}
