//! Parses the conditions of `@supports`.

use super::buffer::Buffer;
use super::string::string_expression;
use super::text::ValueOptions;
use super::{Parser, Result};
use crate::Span;
use crate::syntax::{Expression, ExpressionKind, Interpolation, Part, SupportsCondition};
use std::sync::Arc;

impl Parser<'_> {
    pub(super) fn supports_condition(&mut self, in_parentheses: bool) -> Result<SupportsCondition> {
        let start = self.scanner.position;
        if self.scanner.scan_identifier("not")? {
            self.whitespace(in_parentheses)?;
            let inner = self.supports_condition_in_parens()?;
            return Ok(SupportsCondition::Not(Box::new(inner), self.scanner.span_from(start)));
        }
        let mut condition = self.supports_condition_in_parens()?;
        self.whitespace(in_parentheses)?;
        let mut operator: Option<Arc<str>> = None;
        let mut count = 0;
        while self.scanner.looking_at_identifier() {
            let word = self.supports_operator(operator.take())?;
            self.whitespace(in_parentheses)?;
            let right = self.supports_condition_in_parens()?;
            count += 1;
            if count > super::MAX_DEPTH {
                return self.scanner.fail("Too many conditions.");
            }
            condition = SupportsCondition::Operation(
                Box::new(condition),
                word.clone(),
                Box::new(right),
                self.scanner.span_from(start),
            );
            operator = Some(word);
            self.whitespace(in_parentheses)?;
        }
        Ok(condition)
    }

    fn supports_operator(&mut self, operator: Option<Arc<str>>) -> Result<Arc<str>> {
        if let Some(operator) = operator {
            self.scanner.expect_identifier(&operator, None)?;
            return Ok(operator);
        }
        if self.scanner.scan_identifier("or")? {
            return Ok("or".into());
        }
        self.scanner.expect_identifier("and", None)?;
        Ok("and".into())
    }

    pub(super) fn supports_condition_in_parens(&mut self) -> Result<SupportsCondition> {
        self.nested(Parser::supports_in_parens)
    }

    fn supports_in_parens(&mut self) -> Result<SupportsCondition> {
        let start = self.scanner.position;
        if self.looking_at_interpolated_identifier() {
            return self.supports_function();
        }
        self.scanner.expect_byte(b'(')?;
        self.whitespace(true)?;
        if self.scanner.scan_identifier("not")? {
            self.whitespace(true)?;
            let inner = self.supports_condition_in_parens()?;
            self.scanner.expect_byte(b')')?;
            return Ok(SupportsCondition::Not(Box::new(inner), self.scanner.span_from(start)));
        }
        if self.scanner.peek() == Some(b'(') {
            let inner = self.supports_condition(true)?;
            self.scanner.expect_byte(b')')?;
            return Ok(with_span(inner, self.scanner.span_from(start)));
        }
        // Whether this is a declaration or any other text is only known once a colon is found.
        let name_start = self.scanner.position;
        let in_parentheses = self.in_parentheses;
        let name = self.expression_with_newlines().and_then(|name| self.scanner.expect_byte(b':').map(|()| name));
        let error = match name {
            Ok(name) => {
                let condition = self.supports_declaration(name, start, true)?;
                return Ok(condition);
            }
            Err(error) => error,
        };
        self.scanner.position = name_start;
        self.in_parentheses = in_parentheses;
        let identifier = self.interpolated_identifier()?;
        if let Some(operation) = self.try_supports_operation(&identifier, name_start)? {
            self.scanner.expect_byte(b')')?;
            return Ok(with_span(operation, self.scanner.span_from(start)));
        }
        let mut buffer = Buffer::new();
        buffer.add_interpolation(identifier);
        let options = ValueOptions { allow_colon: false, ..ValueOptions::argument() };
        buffer.add_interpolation(self.declaration_value(options)?);
        let contents = buffer.finish(self.scanner.span_from(name_start));
        if self.scanner.peek() == Some(b':') {
            return Err(error);
        }
        self.scanner.expect_byte(b')')?;
        Ok(SupportsCondition::Anything(contents, self.scanner.span_from(start)))
    }

    /// Parses `name(…)`, or only an interpolation.
    fn supports_function(&mut self) -> Result<SupportsCondition> {
        let start = self.scanner.position;
        let name = self.interpolated_identifier()?;
        let (from, to) = (name.span.start as usize, name.span.end as usize);
        if name.as_plain().is_some_and(|plain| plain.eq_ignore_ascii_case("not")) {
            return self.scanner.fail_at("\"not\" is not a valid identifier here.", from, to);
        }
        if self.scanner.scan_byte(b'(') {
            let value = self.declaration_value(ValueOptions::argument())?;
            self.scanner.expect_byte(b')')?;
            return Ok(SupportsCondition::Function(name, value, self.scanner.span_from(start)));
        }
        match <[Part; 1]>::try_from(name.parts.into_vec()) {
            Ok([Part::Expression(expression, _)]) => {
                Ok(SupportsCondition::Interpolation(*expression, self.scanner.span_from(start)))
            }
            _ => self.scanner.fail_at("Expected @supports condition.", from, to),
        }
    }

    /// Parses the value after the colon of a declaration in `@supports`. If `closes` is set, also reads the closing
    /// parenthesis.
    pub(super) fn supports_declaration(
        &mut self,
        name: Expression,
        start: usize,
        closes: bool,
    ) -> Result<SupportsCondition> {
        let custom = match &name.kind {
            ExpressionKind::PlainString(text, false) => text.starts_with("--"),
            ExpressionKind::String(text, false) => text.initial_plain().starts_with("--"),
            _ => false,
        };
        let value = if custom {
            string_expression(self.declaration_value(ValueOptions::default())?, false)
        } else {
            self.whitespace(true)?;
            self.expression_with_newlines()?
        };
        if closes {
            self.scanner.expect_byte(b')')?;
        }
        Ok(SupportsCondition::Declaration(name, value, custom, self.scanner.span_from(start)))
    }

    /// Parses the rest of `#{…} and (…)` or `#{…} or (…)` after the interpolation `first`. `None` if no operator
    /// follows, or if `first` is more than an interpolation.
    fn try_supports_operation(&mut self, first: &Interpolation, start: usize) -> Result<Option<SupportsCondition>> {
        let [Part::Expression(expression, _)] = &*first.parts else { return Ok(None) };
        let before = self.scanner.position;
        self.whitespace(true)?;
        let mut operation: Option<SupportsCondition> = None;
        let mut operator: Option<&str> = None;
        let mut count = 0;
        while self.scanner.looking_at_identifier() {
            let word = match operator {
                Some(word) => {
                    self.scanner.expect_identifier(word, None)?;
                    word
                }
                None if self.scanner.scan_identifier("and")? => "and",
                None if self.scanner.scan_identifier("or")? => "or",
                None => {
                    self.scanner.position = before;
                    return Ok(None);
                }
            };
            operator = Some(word);
            self.whitespace(true)?;
            let right = self.supports_condition_in_parens()?;
            count += 1;
            if count > super::MAX_DEPTH {
                return self.scanner.fail("Too many conditions.");
            }
            let left = operation
                .take()
                .unwrap_or_else(|| SupportsCondition::Interpolation((**expression).clone(), first.span));
            operation = Some(SupportsCondition::Operation(
                Box::new(left),
                word.into(),
                Box::new(right),
                self.scanner.span_from(start),
            ));
            self.whitespace(true)?;
        }
        Ok(operation)
    }
}

fn with_span(condition: SupportsCondition, span: Span) -> SupportsCondition {
    match condition {
        SupportsCondition::Operation(left, operator, right, _) => {
            SupportsCondition::Operation(left, operator, right, span)
        }
        SupportsCondition::Not(inner, _) => SupportsCondition::Not(inner, span),
        SupportsCondition::Interpolation(inner, _) => SupportsCondition::Interpolation(inner, span),
        SupportsCondition::Declaration(name, value, custom, _) => {
            SupportsCondition::Declaration(name, value, custom, span)
        }
        SupportsCondition::Function(name, value, _) => SupportsCondition::Function(name, value, span),
        SupportsCondition::Anything(text, _) => SupportsCondition::Anything(text, span),
    }
}
