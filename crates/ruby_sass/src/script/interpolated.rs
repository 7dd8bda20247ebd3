//! Interpolation outside of strings. An operator next to interpolation becomes text and is not evaluated.

use super::parser::{EXPRESSION, Inner, Level, Next};
use super::{Expr, ExprKind, Interpolation, Literal, ScriptParser, Token};
use crate::error::SassResult;

impl ScriptParser<'_> {
    /// Parses an expression with any interpolation before, between and after its parts, such as `a#{$b}c`. `first` is a
    /// part that was already parsed. `None` if there is nothing to parse.
    pub(super) fn interpolation(&mut self, first: Option<Expr>, inner: Inner) -> SassResult<Option<Expr>> {
        let mut expr = match first {
            Some(first) => Some(first),
            None => self.inner(inner)?,
        };
        while let Some(token) = self.take("#{")? {
            let space_before = self.lexer.space_before(&token);
            let middle = self.unstopped(|parser| parser.need_expr())?;
            self.need("}")?;
            let space_after = self.lexer.space_here();
            let after = self.deeper(|parser| parser.inner(inner))?;
            let line = expr.as_ref().map_or_else(|| self.lexer.scanner.line_of(token.position), |before| before.line);
            let interpolation = Interpolation { before: expr, middle, after, space_before, space_after };
            expr = Some(Expr { kind: ExprKind::Interpolation(Box::new(interpolation)), line });
        }
        Ok(expr)
    }

    fn inner(&mut self, inner: Inner) -> SassResult<Option<Expr>> {
        match inner {
            Inner::Space => self.space(),
            Inner::Element => self.binary(Level::Or),
        }
    }

    /// Parses the interpolation after the operator `sign`, as in `$a + #{$b}`. The operator becomes text. `token` is
    /// the operator's token. `before` is the left operand, if any.
    pub(super) fn operator_before(
        &mut self,
        token: &Token<'_>,
        sign: &'static str,
        before: Option<Expr>,
    ) -> SassResult<Expr> {
        let space_before = self.lexer.space_before(token);
        let line = self.lexer.scanner.line_of(token.position);
        let interpolation = Interpolation {
            before,
            middle: Expr::literal(Literal::ident(sign), line),
            after: None,
            space_before,
            space_after: false,
        };
        let line = interpolation.before.as_ref().map_or(line, |before| before.line);
        let first = Expr { kind: ExprKind::Interpolation(Box::new(interpolation)), line };
        let expr = self.interpolation(Some(first), Inner::Space)?;
        self.needed(expr, EXPRESSION)
    }

    /// Reads an operator of `level` that follows interpolation, and the right operand, as in `#{$a}+$b`. The operator
    /// becomes text. `None` if no such operator follows.
    pub(super) fn try_operators_after(
        &mut self,
        level: Level,
        next: Next,
        before: Option<Expr>,
    ) -> SassResult<Option<Expr>> {
        let signs: Vec<&str> = level.operators().iter().map(|(sign, _)| *sign).collect();
        self.try_signs_after(&signs, next, before).map(|result| result.ok())
    }

    /// Reads one of the operators `signs` after interpolation, and the right operand. Without an operator, returns
    /// `before`, or fails if `before` is `None`.
    pub(super) fn operators_after(&mut self, signs: &[&str], next: Next, before: Option<Expr>) -> SassResult<Expr> {
        match self.try_signs_after(signs, next, before)? {
            Ok(expr) | Err(Some(expr)) => Ok(expr),
            Err(None) => Err(self.lexer.expected(EXPRESSION)),
        }
    }

    /// Reads one of the operators `signs` after interpolation, and the right operand. The inner result is `Err(before)`
    /// if no such operator follows.
    fn try_signs_after(
        &mut self,
        signs: &[&str],
        next: Next,
        before: Option<Expr>,
    ) -> SassResult<Result<Expr, Option<Expr>>> {
        if !self.lexer.is_after_interpolation() {
            return Ok(Err(before));
        }
        let Some(sign) = self.peek_op()?.filter(|sign| signs.contains(sign)) else { return Ok(Err(before)) };
        if self.stops_at(sign) {
            return Ok(Err(before));
        }
        let Some(token) = self.lexer.next()? else { return Ok(Err(before)) };
        if self.peek_op()? == Some("#{") {
            return self.operator_before(&token, sign, before).map(Ok);
        }
        let space_after = self.lexer.space_here();
        let line = self.lexer.line();
        let after = self.deeper(|parser| match next {
            Next::Expr => parser.expr(),
            Next::Level(level) => parser.binary(level),
        })?;
        let after = self.needed(after, EXPRESSION)?;
        let start = before.as_ref().map_or(line, |before| before.line);
        let interpolation = Interpolation {
            before,
            middle: Expr::literal(Literal::ident(sign), line),
            after: Some(after),
            space_before: false,
            space_after,
        };
        Ok(Ok(Expr { kind: ExprKind::Interpolation(Box::new(interpolation)), line: start }))
    }
}
