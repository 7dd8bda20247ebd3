//! Expressions, from the loosest operator to the tightest.

use super::super::error::{Fault, Locate, Outcome};
use super::super::scanner::Scanner;
use super::super::value::{Operator, Separator};
use super::{Expr, ExprKind, Lexer, Token, TokenKind};

/// How deep expressions may stand in each other.
const DEPTH: usize = 500;

/// The name of a missing expression in messages.
pub(super) const EXPRESSION: &str = "expression (e.g. 1px, bold)";

/// Where an expression ends although more of it could follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum StopAt {
    #[default]
    Nothing,
    /// The words `to` and `through`.
    Through,
    /// `=`, `<`, `>` and their like.
    Comparison,
}

/// Reads expressions.
#[derive(Clone, Debug)]
pub(crate) struct ScriptParser<'t> {
    pub(crate) lexer: Lexer<'t>,
    pub(super) stop_at: StopAt,
    /// Whether something else may follow.
    pub(super) allow_more: bool,
    pub(super) depth: usize,
    /// Whether numbers lose the zero before their point although nothing is computed with them.
    pub(super) compressed: bool,
}

/// A kind of operators, from the loosest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    Equals,
    Or,
    And,
    Equality,
    Relational,
    Sum,
    Product,
}

impl Level {
    /// The levels between two elements of a list.
    const ALL: [Level; 6] = [Level::Or, Level::And, Level::Equality, Level::Relational, Level::Sum, Level::Product];

    /// The level that binds one step tighter; `None`: that of operands.
    fn next(self) -> Option<Level> {
        match self {
            Level::Equals => Some(Level::Or),
            Level::Or => Some(Level::And),
            Level::And => Some(Level::Equality),
            Level::Equality => Some(Level::Relational),
            Level::Relational => Some(Level::Sum),
            Level::Sum => Some(Level::Product),
            Level::Product => None,
        }
    }

    pub(super) fn operators(self) -> &'static [(&'static str, Operator)] {
        match self {
            Level::Equals => &[("=", Operator::SingleEq)],
            Level::Or => &[("or", Operator::Or)],
            Level::And => &[("and", Operator::And)],
            Level::Equality => &[("==", Operator::Eq), ("!=", Operator::Neq)],
            Level::Relational => {
                &[(">", Operator::Gt), (">=", Operator::Gte), ("<", Operator::Lt), ("<=", Operator::Lte)]
            }
            Level::Sum => &[("+", Operator::Plus), ("-", Operator::Minus)],
            Level::Product => &[("*", Operator::Times), ("/", Operator::Div), ("%", Operator::Mod)],
        }
    }
}

impl<'t> ScriptParser<'t> {
    /// A parser of what comes next; something else may follow it.
    pub(crate) fn new(scanner: Scanner<'t>) -> ScriptParser<'t> {
        ScriptParser {
            lexer: Lexer::new(scanner),
            stop_at: StopAt::Nothing,
            allow_more: true,
            depth: 0,
            compressed: false,
        }
    }

    /// A parser of a whole text, as the indented syntax has it: it knows the style of the output.
    pub(crate) fn whole(text: &'t str, line: u32, compressed: bool) -> ScriptParser<'t> {
        ScriptParser { allow_more: false, compressed, ..ScriptParser::new(Scanner::new(text, line)) }
    }

    /// Runs one of the readers; a failure gets the line of the place.
    pub(crate) fn run<T>(&mut self, read: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        let result = read(self);
        if result.is_ok() {
            return result;
        }
        let line = self.lexer.line();
        result.located(None, line)
    }

    /// An expression.
    pub(crate) fn parse(&mut self) -> Outcome<Expr> {
        self.run(|parser| {
            let expr = parser.need_expr()?;
            parser.finish()?;
            Ok(expr)
        })
    }

    /// An expression up to certain words or operators.
    pub(crate) fn parse_until(&mut self, stop_at: StopAt) -> Outcome<Expr> {
        self.stop_at = stop_at;
        self.parse()
    }

    /// Interpolation behind its `#{`.
    pub(crate) fn parse_interpolated(&mut self) -> Outcome<Expr> {
        self.run(|parser| {
            let line = parser.lexer.line();
            let middle = parser.need_expr()?;
            parser.need("}")?;
            let interpolation =
                super::Interpolation { before: None, middle, after: None, space_before: false, space_after: false };
            Ok(Expr { kind: ExprKind::Interpolation(Box::new(interpolation)), line })
        })
    }

    /// A string or an address.
    pub(crate) fn parse_string(&mut self) -> Outcome<Expr> {
        self.run(|parser| {
            let begins = match parser.lexer.peek()? {
                Some(Token { kind: TokenKind::Text(_), .. }) => true,
                Some(Token { kind: TokenKind::Call(name), .. }) => name.eq_ignore_ascii_case("url"),
                _ => false,
            };
            let expr = if begins { parser.call()? } else { None };
            let expr = expr.ok_or_else(|| parser.lexer.expected("string"))?;
            parser.lexer.unpeek();
            Ok(expr)
        })
    }

    pub(super) fn finish(&mut self) -> Outcome<()> {
        if self.allow_more {
            self.lexer.unpeek();
            return Ok(());
        }
        if self.lexer.is_done() { Ok(()) } else { Err(self.lexer.expected(EXPRESSION)) }
    }

    /// The next token's operator.
    pub(super) fn peek_op(&mut self) -> Outcome<Option<&'static str>> {
        Ok(match self.lexer.peek()? {
            Some(Token { kind: TokenKind::Op(operator), .. }) => Some(*operator),
            _ => None,
        })
    }

    pub(super) fn take(&mut self, operator: &str) -> Outcome<Option<Token<'t>>> {
        if self.peek_op()? == Some(operator) { self.lexer.next() } else { Ok(None) }
    }

    pub(super) fn need(&mut self, operator: &str) -> Outcome<Token<'t>> {
        match self.take(operator)? {
            Some(token) => Ok(token),
            None => Err(self.lexer.expected(&format!("\"{operator}\""))),
        }
    }

    pub(super) fn needed<T>(&mut self, found: Option<T>, name: &str) -> Outcome<T> {
        found.ok_or_else(|| self.lexer.expected(name))
    }

    pub(super) fn need_expr(&mut self) -> Outcome<Expr> {
        let expr = self.expr()?;
        self.needed(expr, EXPRESSION)
    }

    /// Reads something in which nothing is stopped at.
    pub(super) fn unstopped<T>(&mut self, read: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        let stop_at = std::mem::take(&mut self.stop_at);
        let result = read(self);
        self.stop_at = stop_at;
        result
    }

    /// Reads something deeper, unless that is too deep.
    pub(super) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        if self.depth > DEPTH {
            return Err(Fault::at("This expression is nested too deeply.", self.lexer.line()));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// An expression, maybe a list with commas.
    pub(super) fn expr(&mut self) -> Outcome<Option<Expr>> {
        self.deeper(|parser| {
            let line = parser.lexer.line();
            match parser.interpolation(None, Inner::Space)? {
                Some(first) => parser.comma_list(first, line).map(Some),
                None => Ok(None),
            }
        })
    }

    pub(super) fn comma_list(&mut self, first: Expr, line: u32) -> Outcome<Expr> {
        if self.peek_op()? != Some(",") {
            return Ok(first);
        }
        let mut items = vec![first];
        let list =
            |items| Expr { kind: ExprKind::List { items, separator: Some(Separator::Comma), bracketed: false }, line };
        while let Some(token) = self.take(",")? {
            if self.peek_op()? == Some("#{") {
                let before = if items.len() == 1 { items.remove(0) } else { list(std::mem::take(&mut items)) };
                let interp = self.operator_before(&token, ",", Some(before))?;
                return self.operators_after(&[","], Next::Expr, Some(interp));
            }
            match self.interpolation(None, Inner::Space)? {
                Some(item) => items.push(item),
                None => break,
            }
        }
        Ok(list(items))
    }

    /// Elements with white space between them.
    pub(super) fn space(&mut self) -> Outcome<Option<Expr>> {
        let line = self.lexer.line();
        let Some(first) = self.binary(Level::Or)? else { return Ok(None) };
        let mut items = vec![first];
        while !self.ends_list()?
            && let Some(item) = self.binary(Level::Or)?
        {
            items.push(item);
        }
        if items.len() == 1 {
            return Ok(items.pop());
        }
        Ok(Some(Expr { kind: ExprKind::List { items, separator: Some(Separator::Space), bracketed: false }, line }))
    }

    /// Whether what comes next is the end of a list for sure: nothing, or a sign that begins no operand.
    fn ends_list(&mut self) -> Outcome<bool> {
        if self.lexer.is_after_interpolation() {
            return Ok(false);
        }
        Ok(match self.lexer.peek()? {
            Some(token) => matches!(token.kind, TokenKind::Op("," | ")" | "}" | ":")),
            None => true,
        })
    }

    fn tighter(&mut self, level: Level) -> Outcome<Option<Expr>> {
        match level {
            Level::Equals => self.interpolation(None, Inner::Space),
            _ => match level.next() {
                Some(tighter) => self.binary(tighter),
                None => self.unary(0),
            },
        }
    }

    /// Operands with operators of a level between them.
    pub(super) fn binary(&mut self, level: Level) -> Outcome<Option<Expr>> {
        self.deeper(|parser| parser.binary_here(level))
    }

    fn binary_here(&mut self, level: Level) -> Outcome<Option<Expr>> {
        if !self.lexer.is_after_interpolation() && level != Level::Equals {
            // Most operands stand alone, so the levels are gone through only where an operator follows.
            return match self.unary(0)? {
                Some(operand) => self.operators_behind(level, operand).map(Some),
                None => Ok(None),
            };
        }
        if self.lexer.is_after_interpolation()
            && let Some(interp) = self.try_operators_after(level, Next::Level(level), None)?
        {
            return Ok(Some(interp));
        }
        let Some(left) = self.tighter(level)? else { return Ok(None) };
        self.operators_of(level, left).map(Some)
    }

    /// The operators of a level, or tighter ones, behind an operand.
    fn operators_behind(&mut self, level: Level, operand: Expr) -> Outcome<Expr> {
        let is_operator =
            |sign| Level::ALL.iter().any(|level| level.operators().iter().any(|(known, _)| *known == sign));
        if !self.peek_op()?.is_some_and(is_operator) {
            return Ok(operand);
        }
        let left = match level.next() {
            Some(tighter) => self.operators_behind(tighter, operand)?,
            None => operand,
        };
        self.operators_of(level, left)
    }

    /// The operators of one level behind an operand of it.
    fn operators_of(&mut self, level: Level, mut left: Expr) -> Outcome<Expr> {
        while let Some(sign) = self.peek_op()? {
            let Some((_, operator)) = level.operators().iter().find(|(known, _)| *known == sign) else { break };
            if self.stops_at(sign) {
                break;
            }
            let Some(token) = self.lexer.next()? else { break };
            if self.peek_op()? == Some("#{") {
                let interp = self.operator_before(&token, sign, Some(left))?;
                let signs: Vec<&str> = level.operators().iter().map(|(sign, _)| *sign).collect();
                return self.operators_after(&signs, Next::Level(level), Some(interp));
            }
            let right = self.tighter(level)?;
            let right = self.needed(right, EXPRESSION)?;
            let line = left.line;
            left = Expr { kind: ExprKind::Operation(*operator, Box::new([left, right])), line };
        }
        Ok(left)
    }

    pub(super) fn stops_at(&self, sign: &str) -> bool {
        self.stop_at == StopAt::Comparison && matches!(sign, "=" | "<" | "<=" | ">" | ">=")
    }

    /// An operand, with the operators from `level` on before it.
    fn unary(&mut self, level: usize) -> Outcome<Option<Expr>> {
        const SIGNS: [&str; 4] = ["+", "-", "/", "not"];
        let sign = self.peek_op()?;
        let found = SIGNS.into_iter().enumerate().skip(level).find(|(_, known)| sign == Some(*known));
        let Some((level, sign)) = found else { return self.ident() };
        let Some(token) = self.lexer.next()? else { return self.ident() };
        if self.peek_op()? == Some("#{") {
            return self.operator_before(&token, sign, None).map(Some);
        }
        let line = self.lexer.line();
        let operand = self.deeper(|parser| parser.unary(level))?;
        let operand = self.needed(operand, EXPRESSION)?;
        Ok(Some(Expr { kind: ExprKind::Unary(sign, Box::new(operand)), line }))
    }
}

/// The expressions that surround an interpolation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Inner {
    Space,
    /// One element of a list.
    Or,
}

/// The operand after an operator that follows an interpolation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Next {
    Expr,
    Level(Level),
}
