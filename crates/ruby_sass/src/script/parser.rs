//! The expression parser. Operators are parsed by precedence, the lowest first.

use super::{Expr, ExprKind, Lexer, Token, TokenKind};
use crate::error::{Locate, SassResult, SyntaxError};
use crate::scanner::Scanner;
use crate::value::{Operator, Separator};

/// The maximum nesting depth of expressions.
const DEPTH: usize = 500;

/// The text after `expected` in the error for a missing expression.
pub(super) const EXPRESSION: &str = "expression (e.g. 1px, bold)";

/// The words or operators that end an expression early, such as `through` in `@for $i from 1 through 3`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum StopAt {
    #[default]
    Nothing,
    /// The words `to` and `through`.
    Through,
    /// `=`, `<`, `>` and similar operators.
    Comparison,
}

/// Parses SassScript expressions, with the precedence of their operators. Mirrors `Sass::Script::Parser`.
#[derive(Clone, Debug)]
pub(crate) struct ScriptParser<'t> {
    pub(crate) lexer: Lexer<'t>,
    pub(super) stop_at: StopAt,
    /// Whether other text may follow the expression.
    pub(super) allow_more: bool,
    pub(super) depth: usize,
    /// Whether numbers lose the leading zero even if they are not the result of a calculation.
    pub(super) compressed: bool,
}

/// The precedence levels of operators, the lowest first.
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
    /// The levels of operators that can join operands within one element of a list, the lowest first.
    const ALL: [Level; 6] = [Level::Or, Level::And, Level::Equality, Level::Relational, Level::Sum, Level::Product];

    /// The next higher level of precedence. `None` for the highest one, above which are operands.
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
    /// Creates a parser at a scanner's position. Text other than SassScript may follow the expression.
    pub(crate) fn new(scanner: Scanner<'t>) -> ScriptParser<'t> {
        ScriptParser {
            lexer: Lexer::new(scanner),
            stop_at: StopAt::Nothing,
            allow_more: true,
            depth: 0,
            compressed: false,
        }
    }

    /// Creates a parser for a whole text, as in the indented syntax. `compressed` is whether the output style is
    /// compressed, which affects numbers.
    pub(crate) fn whole(text: &'t str, line: u32, compressed: bool) -> ScriptParser<'t> {
        ScriptParser { allow_more: false, compressed, ..ScriptParser::new(Scanner::new(text, line)) }
    }

    /// Runs a parsing function. An error without a line gets the line of the current position.
    pub(crate) fn run<T>(&mut self, read: impl FnOnce(&mut Self) -> SassResult<T>) -> SassResult<T> {
        let result = read(self);
        if result.is_ok() {
            return result;
        }
        let line = self.lexer.line();
        result.located(None, line)
    }

    /// Parses an expression. Fails if other text follows, unless [`ScriptParser::new`] created the parser.
    pub(crate) fn parse(&mut self) -> SassResult<Expr> {
        self.run(|parser| {
            let expr = parser.need_expr()?;
            parser.finish()?;
            Ok(expr)
        })
    }

    /// Parses an expression up to the words or operators of `stop_at`.
    pub(crate) fn parse_until(&mut self, stop_at: StopAt) -> SassResult<Expr> {
        self.stop_at = stop_at;
        self.parse()
    }

    /// Parses the expression after `#{`, up to its `}`.
    pub(crate) fn parse_interpolated(&mut self) -> SassResult<Expr> {
        self.run(|parser| {
            let line = parser.lexer.line();
            let middle = parser.need_expr()?;
            parser.need("}")?;
            let interpolation =
                super::Interpolation { before: None, middle, after: None, space_before: false, space_after: false };
            Ok(Expr { kind: ExprKind::Interpolation(Box::new(interpolation)), line })
        })
    }

    /// Parses a quoted string or a URL, as in `@import`. Fails if neither is next.
    pub(crate) fn parse_string(&mut self) -> SassResult<Expr> {
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

    pub(super) fn finish(&mut self) -> SassResult<()> {
        if self.allow_more {
            self.lexer.unpeek();
            return Ok(());
        }
        if self.lexer.is_done() { Ok(()) } else { Err(self.lexer.expected(EXPRESSION)) }
    }

    /// The next token if it is an operator or a punctuation mark, such as `+`, `or` or `(`. `None` for other tokens,
    /// and at the end. The token is not consumed.
    pub(super) fn peek_op(&mut self) -> SassResult<Option<&'static str>> {
        Ok(match self.lexer.peek()? {
            Some(Token { kind: TokenKind::Op(operator), .. }) => Some(*operator),
            _ => None,
        })
    }

    pub(super) fn take(&mut self, operator: &str) -> SassResult<Option<Token<'t>>> {
        if self.peek_op()? == Some(operator) { self.lexer.next() } else { Ok(None) }
    }

    pub(super) fn need(&mut self, operator: &str) -> SassResult<Token<'t>> {
        match self.take(operator)? {
            Some(token) => Ok(token),
            None => Err(self.lexer.expected(&format!("\"{operator}\""))),
        }
    }

    pub(super) fn needed<T>(&mut self, found: Option<T>, name: &str) -> SassResult<T> {
        found.ok_or_else(|| self.lexer.expected(name))
    }

    pub(super) fn need_expr(&mut self) -> SassResult<Expr> {
        let expr = self.expr()?;
        self.needed(expr, EXPRESSION)
    }

    /// Calls `read` for a part such as the contents of brackets, in which no token ends an expression early.
    pub(super) fn unstopped<T>(&mut self, read: impl FnOnce(&mut Self) -> SassResult<T>) -> SassResult<T> {
        let stop_at = std::mem::take(&mut self.stop_at);
        let result = read(self);
        self.stop_at = stop_at;
        result
    }

    /// Runs a parsing function at the next nesting level. Fails if the nesting is too deep.
    pub(super) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> SassResult<T>) -> SassResult<T> {
        if self.depth > DEPTH {
            return Err(SyntaxError::at("This expression is nested too deeply.", self.lexer.line()));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Parses an expression, which may be a comma-separated list. `None` if there is none.
    pub(super) fn expr(&mut self) -> SassResult<Option<Expr>> {
        self.deeper(|parser| {
            let line = parser.lexer.line();
            match parser.interpolation(None, Inner::Space)? {
                Some(first) => parser.comma_list(first, line).map(Some),
                None => Ok(None),
            }
        })
    }

    pub(super) fn comma_list(&mut self, first: Expr, line: u32) -> SassResult<Expr> {
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

    /// Parses a list whose elements only whitespace separates, or a single element. `None` if there is no element.
    pub(super) fn space(&mut self) -> SassResult<Option<Expr>> {
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

    /// Whether a list certainly ends here: before `,`, `)`, `}` or `:`, or at the end of the text.
    fn ends_list(&mut self) -> SassResult<bool> {
        if self.lexer.is_after_interpolation() {
            return Ok(false);
        }
        Ok(match self.lexer.peek()? {
            Some(token) => matches!(token.kind, TokenKind::Op("," | ")" | "}" | ":")),
            None => true,
        })
    }

    fn tighter(&mut self, level: Level) -> SassResult<Option<Expr>> {
        match level {
            Level::Equals => self.interpolation(None, Inner::Space),
            _ => match level.next() {
                Some(tighter) => self.binary(tighter),
                None => self.unary(0),
            },
        }
    }

    /// Parses operands that are joined by operators of `level` or by operators that bind more tightly. `None` if there
    /// is no operand.
    pub(super) fn binary(&mut self, level: Level) -> SassResult<Option<Expr>> {
        self.deeper(|parser| parser.binary_here(level))
    }

    fn binary_here(&mut self, level: Level) -> SassResult<Option<Expr>> {
        if !self.lexer.is_after_interpolation() && level != Level::Equals {
            // Most operands have no operator, so the levels are only processed if an operator follows.
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

    /// Parses the operators that follow an operand, if their level is `level` or higher.
    fn operators_behind(&mut self, level: Level, operand: Expr) -> SassResult<Expr> {
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

    /// Parses the operators of `level` that follow the operand `left`, with their right operands.
    fn operators_of(&mut self, level: Level, mut left: Expr) -> SassResult<Expr> {
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

    /// Parses an operand with any unary operators before it. `level` is the index in `SIGNS` of the first operator that
    /// is allowed. `None` if there is no operand.
    fn unary(&mut self, level: usize) -> SassResult<Option<Expr>> {
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

/// The kind of expression before and after interpolation: a list separated by whitespace, or one element of such a
/// list.
#[derive(Clone, Copy, Debug)]
pub(super) enum Inner {
    Space,
    /// One element of a list, which may contain operators.
    Element,
}

/// The kind of operand after an operator that follows interpolation: a whole expression, or an operand of a precedence
/// level.
#[derive(Clone, Copy, Debug)]
pub(super) enum Next {
    Expr,
    Level(Level),
}
