//! Expressions: lists and operators. Operands are in `operand`.

use super::{Parser, Result};
use crate::scanner::is_whitespace;
use crate::syntax::{Binary, BinaryOperator, Expression, ExpressionKind, Separator, UnaryOperator};
use crate::{Deprecation, Span};

/// The maximum number of operators in a sequence, which limits the depth of the resulting tree.
const MAX_OPERATIONS: usize = 2_000;

/// The token before which an expression ends, even if the expression could continue.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Until {
    Never,
    /// The next comma.
    Comma,
    /// `to` or `through`, as in `@for`.
    For,
    /// `<`, `>` or a single `=`.
    Comparison,
}

/// The settings for an expression: whether it is in brackets, whether `=` is an operator, whether line breaks are
/// whitespace, and what ends it.
#[derive(Clone, Copy)]
struct Mode {
    brackets: bool,
    single_equals: bool,
    newlines: bool,
    until: Until,
}

/// The part of an expression that has been parsed.
struct State {
    commas: Option<Vec<Expression>>,
    spaces: Option<Vec<Expression>>,
    /// Operators with incomplete right operands, in order of increasing precedence, with their spans.
    operators: Vec<(BinaryOperator, Span)>,
    /// The left operand of each of `operators`.
    operands: Vec<Expression>,
    single: Option<Expression>,
    allow_slash: bool,
    operations: usize,
    start: usize,
}

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Result<Expression> {
        self.expression_in(Mode { brackets: false, single_equals: false, newlines: false, until: Until::Never })
    }

    pub(super) fn expression_with_newlines(&mut self) -> Result<Expression> {
        self.expression_in(Mode { brackets: false, single_equals: false, newlines: true, until: Until::Never })
    }

    pub(super) fn expression_until(&mut self, until: Until) -> Result<Expression> {
        self.expression_in(Mode { brackets: false, single_equals: false, newlines: true, until })
    }

    pub(super) fn expression_until_comma(&mut self, single_equals: bool) -> Result<Expression> {
        self.expression_in(Mode { brackets: false, single_equals, newlines: true, until: Until::Comma })
    }

    pub(super) fn bracketed_list(&mut self) -> Result<Expression> {
        self.expression_in(Mode { brackets: true, single_equals: false, newlines: false, until: Until::Never })
    }

    fn ends(&mut self, until: Until) -> Result<bool> {
        match until {
            Until::Never => Ok(false),
            Until::Comma => Ok(self.scanner.peek() == Some(b',')),
            Until::Comparison => Ok(match self.scanner.peek() {
                Some(b'=') => self.scanner.peek_at(1) != Some(b'='),
                Some(b'<' | b'>') => true,
                _ => false,
            }),
            Until::For => {
                if !self.scanner.looking_at_identifier() {
                    return Ok(false);
                }
                if self.scanner.scan_identifier("to")? {
                    self.for_exclusive = Some(true);
                } else if self.scanner.scan_identifier("through")? {
                    self.for_exclusive = Some(false);
                } else {
                    return Ok(false);
                }
                Ok(true)
            }
        }
    }

    fn expression_in(&mut self, mode: Mode) -> Result<Expression> {
        self.nested(|parser| {
            let (in_expression, in_parentheses) = (parser.in_expression, parser.in_parentheses);
            let result = parser.expression_inner(mode);
            parser.in_expression = in_expression;
            parser.in_parentheses = in_parentheses;
            result
        })
    }

    fn expression_inner(&mut self, mode: Mode) -> Result<Expression> {
        if self.ends(mode.until)? {
            return self.scanner.fail("Expected expression.");
        }
        let outer = self.scanner.position;
        if mode.brackets {
            self.scanner.expect_byte(b'[')?;
            self.whitespace(true)?;
            if self.scanner.scan_byte(b']') {
                let kind = ExpressionKind::List(Box::new([]), Separator::Undecided, true);
                return Ok(Expression { kind, span: self.scanner.span_from(outer) });
            }
        }
        let start = self.scanner.position;
        self.in_expression = true;
        let single = Some(self.single_expression()?);
        let mut state = State {
            commas: None,
            spaces: None,
            operators: Vec::new(),
            operands: Vec::new(),
            single,
            allow_slash: true,
            operations: 0,
            start,
        };
        loop {
            self.whitespace(mode.newlines || mode.brackets)?;
            if self.ends(mode.until)? || !self.expression_step(mode, &mut state)? {
                break;
            }
        }
        if mode.brackets {
            self.scanner.expect_byte(b']')?;
        }
        self.finish_expression(mode, outer, state)
    }

    fn finish_expression(&mut self, mode: Mode, outer: usize, mut state: State) -> Result<Expression> {
        if let Some(mut commas) = state.commas.take() {
            self.resolve_spaces(&mut state)?;
            commas.extend(state.single);
            let kind = ExpressionKind::List(commas.into(), Separator::Comma, mode.brackets);
            return Ok(Expression { kind, span: self.scanner.span_from(outer) });
        }
        if mode.brackets && state.spaces.is_some() {
            self.resolve_operations(&mut state)?;
            let mut spaces = state.spaces.unwrap_or_default();
            spaces.extend(state.single);
            let kind = ExpressionKind::List(spaces.into(), Separator::Space, true);
            return Ok(Expression { kind, span: self.scanner.span_from(outer) });
        }
        self.resolve_spaces(&mut state)?;
        let Some(single) = state.single else { return self.scanner.fail("Expected expression.") };
        if mode.brackets {
            let kind = ExpressionKind::List(Box::new([single]), Separator::Undecided, true);
            return Ok(Expression { kind, span: self.scanner.span_from(outer) });
        }
        Ok(single)
    }

    /// Parses the next operand or operator. Returns false at the end of the expression.
    fn expression_step(&mut self, mode: Mode, state: &mut State) -> Result<bool> {
        use BinaryOperator as Op;
        let Some(byte) = self.scanner.peek() else { return Ok(false) };
        let has_left = state.single.is_some();
        match byte {
            b'=' => self.equals_sign(mode, state)?,
            b'!' => return self.exclamation_mark(state),
            b'<' | b'>' => self.order_sign(byte, state)?,
            b'*' | b'%' => {
                self.scanner.position += 1;
                self.add_operator(state, if byte == b'*' { Op::Times } else { Op::Modulo })?;
            }
            b'+' | b'/' if has_left => {
                self.scanner.position += 1;
                self.add_operator(state, if byte == b'+' { Op::Plus } else { Op::Divide })?;
            }
            b'-' => self.minus_sign(has_left, state)?,
            b'+' => {
                let operand = self.unary_operation()?;
                self.add_single(state, operand)?;
            }
            b'.' if self.scanner.peek_at(1) == Some(b'.') => return Ok(false),
            b'a' if !self.plain_css() && self.scanner.scan_identifier("and")? => self.add_operator(state, Op::And)?,
            b'o' if !self.plain_css() && self.scanner.scan_identifier("or")? => self.add_operator(state, Op::Or)?,
            b',' => return self.comma(state),
            b'('
            | b'['
            | b'$'
            | b'&'
            | b'\''
            | b'"'
            | b'#'
            | b'/'
            | b'.'
            | b'_'
            | b'\\'
            | b'0'..=b'9'
            | b'a'..=b'z'
            | b'A'..=b'Z'
            | 0x80.. => {
                let operand = self.single_expression()?;
                self.add_single(state, operand)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Parses `=` or `==`.
    fn equals_sign(&mut self, mode: Mode, state: &mut State) -> Result<()> {
        self.scanner.position += 1;
        if mode.single_equals && self.scanner.peek() != Some(b'=') {
            return self.add_operator(state, BinaryOperator::SingleEquals);
        }
        self.scanner.expect_byte(b'=')?;
        self.add_operator(state, BinaryOperator::Equals)
    }

    /// Parses `!=` or `!important`. Returns false for any other token, which ends the expression.
    fn exclamation_mark(&mut self, state: &mut State) -> Result<bool> {
        match self.scanner.peek_at(1) {
            Some(b'=') => {
                self.scanner.position += 2;
                self.add_operator(state, BinaryOperator::NotEquals)?;
            }
            None | Some(b'i' | b'I' | b' ' | b'\t' | b'\n' | b'\r' | 0x0C) => {
                let operand = self.important()?;
                self.add_single(state, operand)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Parses `<`, `<=`, `>` or `>=`.
    fn order_sign(&mut self, sign: u8, state: &mut State) -> Result<()> {
        self.scanner.position += 1;
        let equal = self.scanner.scan_byte(b'=');
        let operator = match (sign, equal) {
            (b'<', false) => BinaryOperator::Less,
            (b'<', true) => BinaryOperator::LessOrEqual,
            (_, false) => BinaryOperator::Greater,
            (_, true) => BinaryOperator::GreaterOrEqual,
        };
        self.add_operator(state, operator)
    }

    /// Parses a subtraction, or an operand that starts with a minus sign.
    fn minus_sign(&mut self, has_left: bool, state: &mut State) -> Result<()> {
        if has_left && !self.minus_begins_operand() {
            self.scanner.position += 1;
            return self.add_operator(state, BinaryOperator::Minus);
        }
        let operand = match self.scanner.peek_at(1) {
            Some(b'0'..=b'9' | b'.') if !has_left || self.after_space() => self.number()?,
            _ if self.looking_at_interpolated_identifier() => self.identifier_like()?,
            _ => self.unary_operation()?,
        };
        self.add_single(state, operand)
    }

    fn after_space(&self) -> bool {
        self.scanner.previous().is_some_and(is_whitespace)
    }

    /// Whether a `-` after an operand starts another operand: `1 -2` is a list, and `1-2` is a subtraction.
    fn minus_begins_operand(&self) -> bool {
        match self.scanner.peek_at(1) {
            Some(b'0'..=b'9' | b'.') if self.after_space() => true,
            _ => self.looking_at_interpolated_identifier(),
        }
    }

    fn comma(&mut self, state: &mut State) -> Result<bool> {
        // `(1/2, 1)` contains no division, so the elements are parsed again as if outside of parentheses.
        if self.in_parentheses {
            self.in_parentheses = false;
            if state.allow_slash {
                self.reset(state)?;
                return Ok(true);
            }
        }
        if state.single.is_none() {
            return self.scanner.fail("Expected expression.");
        }
        self.resolve_spaces(state)?;
        state.commas.get_or_insert_with(Vec::new).extend(state.single.take());
        self.scanner.position += 1;
        state.allow_slash = true;
        state.operations = 0;
        Ok(true)
    }

    fn reset(&mut self, state: &mut State) -> Result<()> {
        self.scanner.position = state.start;
        let single = Some(self.single_expression()?);
        *state = State {
            commas: None,
            spaces: None,
            operators: Vec::new(),
            operands: Vec::new(),
            single,
            allow_slash: true,
            operations: 0,
            start: state.start,
        };
        Ok(())
    }

    fn add_single(&mut self, state: &mut State, expression: Expression) -> Result<()> {
        if state.single.is_some() {
            if self.in_parentheses {
                self.in_parentheses = false;
                if state.allow_slash {
                    return self.reset(state);
                }
            }
            self.resolve_operations(state)?;
            state.spaces.get_or_insert_with(Vec::new).extend(state.single.take());
            state.allow_slash = true;
            state.operations = 0;
        }
        state.single = Some(expression);
        Ok(())
    }

    fn add_operator(&mut self, state: &mut State, operator: BinaryOperator) -> Result<()> {
        use BinaryOperator as Op;
        let length = operator.symbol().len();
        let place = self.scanner.span(self.scanner.position - length, self.scanner.position);
        if self.plain_css() && !matches!(operator, Op::SingleEquals | Op::Plus | Op::Minus | Op::Times | Op::Divide) {
            return self.scanner.fail_from("Operators aren't allowed in plain CSS.", self.scanner.position - length);
        }
        state.allow_slash = state.allow_slash && operator == Op::Divide;
        while state.operators.last().is_some_and(|(last, _)| last.precedence() >= operator.precedence()) {
            self.resolve_one(state)?;
        }
        let Some(single) = state.single.take() else {
            return self.scanner.fail_from("Expected expression.", self.scanner.position - length);
        };
        state.operations += 1;
        if state.operations > MAX_OPERATIONS {
            return self.scanner.fail("Too many operations in one expression.");
        }
        let end = self.scanner.position;
        self.whitespace(true)?;
        if operator == Op::Modulo && !self.looking_at_expression() {
            state.single = Some(single);
            let kind = ExpressionKind::PlainString("%".into(), false);
            return self.add_single(state, Expression { kind, span: self.scanner.span(end - 1, end) });
        }
        state.operators.push((operator, place));
        state.operands.push(single);
        state.single = Some(self.single_expression()?);
        Ok(())
    }

    fn resolve_operations(&mut self, state: &mut State) -> Result<()> {
        while !state.operators.is_empty() {
            self.resolve_one(state)?;
        }
        Ok(())
    }

    fn resolve_one(&mut self, state: &mut State) -> Result<()> {
        let (Some((operator, place)), Some(left)) = (state.operators.pop(), state.operands.pop()) else {
            return Ok(());
        };
        let Some(right) = state.single.take() else {
            return self.scanner.fail_from("Expected expression.", self.scanner.position - operator.symbol().len());
        };
        let allows_slash = state.allow_slash
            && !self.in_parentheses
            && operator == BinaryOperator::Divide
            && is_slash_operand(&left)
            && is_slash_operand(&right);
        let span = left.span.to(right.span);
        if !allows_slash {
            state.allow_slash = false;
            if matches!(operator, BinaryOperator::Plus | BinaryOperator::Minus) {
                self.check_unary(operator, &left, &right, span);
            }
        }
        let binary = Binary { operator, left, right, operator_span: place, allows_slash };
        state.single = Some(Expression { kind: ExpressionKind::Binary(Box::new(binary)), span });
        Ok(())
    }

    /// Warns about an operator with whitespace only before it, as in `$a -$b`.
    fn check_unary(&mut self, operator: BinaryOperator, left: &Expression, right: &Expression, span: Span) {
        let symbol = operator.symbol();
        let glued = self.scanner.bytes().get((right.span.start as usize).wrapping_sub(1)) == symbol.as_bytes().first();
        let spaced = self.scanner.bytes().get(left.span.end as usize).is_some_and(|byte| is_whitespace(*byte));
        if !glued || !spaced {
            return;
        }
        let left = self.span_text(left.span);
        let right = self.span_text(right.span);
        let message = format!(
            "This operation is parsed as:\n\n    {left} {symbol} {right}\n\nbut you may have intended it to mean:\n\n    \
             {left} ({symbol}{right})\n\nAdd a space after {symbol} to clarify that it's meant to be a binary operation, \
             or wrap\nit in parentheses to make it a unary operation. This will be an error in future\nversions of \
             Sass.\n\nMore info and automated migrator: https://sass-lang.com/d/strict-unary"
        );
        self.warn(Some(Deprecation::StrictUnary), message, span);
    }

    pub(super) fn span_text(&self, span: Span) -> &str {
        self.scanner.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    fn resolve_spaces(&mut self, state: &mut State) -> Result<()> {
        self.resolve_operations(state)?;
        let Some(mut spaces) = state.spaces.take() else { return Ok(()) };
        let Some(single) = state.single.take() else { return self.scanner.fail("Expected expression.") };
        let span = spaces.first().map_or(single.span, |first| first.span.to(single.span));
        spaces.push(single);
        let kind = ExpressionKind::List(spaces.into(), Separator::Space, false);
        state.single = Some(Expression { kind, span });
        Ok(())
    }

    /// Parses one operand of an expression, such as `1px`, `-$a` or `(1 + 2)`.
    pub(super) fn single_expression(&mut self) -> Result<Expression> {
        match self.scanner.peek() {
            Some(b'(') => self.parentheses(),
            Some(b'/') => self.unary_operation(),
            Some(b'.' | b'0'..=b'9') => self.number(),
            Some(b'[') => self.bracketed_list(),
            Some(b'$') => self.variable(),
            Some(b'&') => self.parent_selector(),
            Some(b'\'' | b'"') => self.interpolated_string(),
            Some(b'#') => self.hash_expression(),
            Some(b'+') => match self.scanner.peek_at(1) {
                Some(b'0'..=b'9' | b'.') => self.number(),
                _ => self.unary_operation(),
            },
            Some(b'-') => match self.scanner.peek_at(1) {
                Some(b'0'..=b'9' | b'.') => self.number(),
                _ if self.looking_at_interpolated_identifier() => self.identifier_like(),
                _ => self.unary_operation(),
            },
            Some(b'!') => self.important(),
            Some(b'%') => {
                let start = self.scanner.position;
                self.scanner.position += 1;
                let kind = ExpressionKind::PlainString("%".into(), false);
                Ok(Expression { kind, span: self.scanner.span_from(start) })
            }
            Some(b'u' | b'U') if self.scanner.peek_at(1) == Some(b'+') => self.unicode_range(),
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'\\' | 0x80..) => self.identifier_like(),
            _ => {
                // If nothing has been read since, dart-sass reports the last matched token.
                let matched =
                    self.scanner.bytes().get(..self.scanner.position).is_some_and(|before| before.ends_with(b"#{"));
                self.scanner.fail_from("Expected expression.", self.scanner.position - if matched { 2 } else { 0 })
            }
        }
    }

    fn unary_operation(&mut self) -> Result<Expression> {
        let start = self.scanner.position;
        let operator = match self.scanner.peek() {
            Some(b'+') => UnaryOperator::Plus,
            Some(b'-') => UnaryOperator::Minus,
            Some(b'/') => UnaryOperator::Divide,
            _ => return self.scanner.fail("Expected unary operator."),
        };
        self.scanner.position += 1;
        if self.plain_css() && operator != UnaryOperator::Divide {
            return self.scanner.fail_from("Operators aren't allowed in plain CSS.", start);
        }
        self.whitespace(true)?;
        let operand = self.nested(Parser::single_expression)?;
        let kind = ExpressionKind::Unary(operator, Box::new(operand));
        Ok(Expression { kind, span: self.scanner.span_from(start) })
    }

    /// Parses `(…)`: an expression, a list or a map.
    fn parentheses(&mut self) -> Result<Expression> {
        if self.plain_css() {
            return self.css_parentheses();
        }
        let in_parentheses = std::mem::replace(&mut self.in_parentheses, true);
        let result = self.parentheses_inner();
        self.in_parentheses = in_parentheses;
        result
    }

    fn parentheses_inner(&mut self) -> Result<Expression> {
        let start = self.scanner.position;
        self.scanner.expect_byte(b'(')?;
        self.whitespace(true)?;
        let inside = self.scanner.position;
        if !self.looking_at_expression() {
            self.scanner.expect_byte(b')')?;
            let kind = ExpressionKind::List(Box::new([]), Separator::Undecided, false);
            return Ok(Expression { kind, span: self.scanner.span_from(start) });
        }
        let first = self.expression_until_comma(false)?;
        if self.scanner.scan_byte(b':') {
            self.whitespace(true)?;
            return self.map(first, start);
        }
        if !self.scanner.scan_byte(b',') {
            self.scanner.expect_byte(b')')?;
            let kind = ExpressionKind::Parenthesized(Box::new(first));
            return Ok(Expression { kind, span: self.scanner.span_from(start) });
        }
        self.whitespace(true)?;
        let mut items = vec![first];
        while self.looking_at_expression() {
            items.push(self.expression_until_comma(false)?);
            if !self.scanner.scan_byte(b',') {
                break;
            }
            self.whitespace(true)?;
        }
        let kind = ExpressionKind::List(items.into(), Separator::Comma, false);
        let list = Expression { kind, span: self.scanner.span_from(inside) };
        self.scanner.expect_byte(b')')?;
        Ok(Expression { kind: ExpressionKind::Parenthesized(Box::new(list)), span: self.scanner.span_from(start) })
    }

    fn map(&mut self, first: Expression, start: usize) -> Result<Expression> {
        let value = self.expression_until_comma(false)?;
        let mut pairs = vec![(first, value)];
        while self.scanner.scan_byte(b',') {
            self.whitespace(true)?;
            if !self.looking_at_expression() {
                break;
            }
            let key = self.expression_until_comma(false)?;
            self.scanner.expect_byte(b':')?;
            self.whitespace(true)?;
            pairs.push((key, self.expression_until_comma(false)?));
        }
        self.scanner.expect_byte(b')')?;
        Ok(Expression { kind: ExpressionKind::Map(pairs.into()), span: self.scanner.span_from(start) })
    }
}

fn is_slash_operand(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Number(..) | ExpressionKind::Function(_) => true,
        ExpressionKind::Binary(binary) => binary.allows_slash,
        _ => false,
    }
}
