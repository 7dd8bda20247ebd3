//! Parses the arguments of calls, and the parameters of functions and mixins.

use super::{Parser, Result};
use crate::syntax::{Arguments, Expression, ExpressionKind, Parameter, Parameters, ParseWarning};
use crate::{Deprecation, Span};

/// The kind of callee before an argument list. Only `var()` allows an empty second argument, as in `var(--a,)`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CallKind {
    Function,
    /// `var()`, whose second argument may be empty.
    Var,
    Mixin,
}

impl Parser<'_> {
    /// Parses the arguments of a call, with their parentheses. A namespace before an argument's name is accepted and
    /// ignored.
    pub(super) fn arguments(&mut self, call: CallKind) -> Result<Arguments> {
        let start = self.scanner.position;
        self.scanner.expect_byte(b'(')?;
        self.whitespace(true)?;
        let mut positional = Vec::new();
        let mut named: Vec<(_, Expression, _)> = Vec::new();
        let mut rest: Option<Box<Expression>> = None;
        let mut keyword_rest = None;
        let mut warned = false;
        while self.looking_at_expression() {
            let expression = self.expression_until_comma(call != CallKind::Mixin)?;
            self.whitespace(true)?;
            // As in dart-sass, a namespace before the name is accepted and ignored.
            if let ExpressionKind::Variable(_, name) = expression.kind
                && self.scanner.scan_byte(b':')
            {
                self.whitespace(true)?;
                if named.iter().any(|(other, ..)| *other == name) {
                    let span = expression.span;
                    return self.scanner.fail_at("Duplicate argument.", span.start as usize, span.end as usize);
                }
                let value = self.expression_until_comma(call != CallKind::Mixin)?;
                let span = expression.span.to(value.span);
                named.push((name, value, span));
                warned = warned || self.warn_misplaced(rest.as_deref(), "Named", span);
            } else if self.scanner.scan_byte(b'.') {
                self.scanner.expect_byte(b'.')?;
                self.scanner.expect_byte(b'.')?;
                if rest.is_none() {
                    rest = Some(Box::new(expression));
                } else {
                    keyword_rest = Some(Box::new(expression));
                    self.whitespace(true)?;
                    if self.scanner.scan_byte(b',') {
                        self.whitespace(true)?;
                    }
                    break;
                }
            } else if !named.is_empty() {
                let span = expression.span;
                let message = "Positional arguments must come before keyword arguments.";
                return self.scanner.fail_at(message, span.start as usize, span.end as usize);
            } else {
                warned = warned || self.warn_misplaced(rest.as_deref(), "Positional", expression.span);
                positional.push(expression);
            }
            self.whitespace(true)?;
            if !self.scanner.scan_byte(b',') {
                break;
            }
            self.whitespace(true)?;
            let alone = positional.len() == 1 && named.is_empty() && rest.is_none();
            if call == CallKind::Var && alone && self.scanner.peek() == Some(b')') {
                let kind = ExpressionKind::PlainString("".into(), false);
                positional.push(Expression { kind, span: self.scanner.span_from(self.scanner.position) });
                break;
            }
        }
        self.scanner.expect_byte(b')')?;
        Ok(Arguments {
            positional: positional.into(),
            named: named.into(),
            rest,
            keyword_rest,
            span: self.scanner.span_from(start),
        })
    }

    /// Warns about an argument after the rest argument `rest`, if there is one. Returns whether it warned.
    fn warn_misplaced(&mut self, rest: Option<&Expression>, what: &str, span: Span) -> bool {
        let Some(rest) = rest else { return false };
        let message =
            format!("{what} arguments must come before rest arguments.\nThis will be an error in Dart Sass 2.0.0.");
        let label = format!("{} argument", what.to_ascii_lowercase());
        let beside = Some((label, rest.span, "rest argument".to_owned()));
        self.warnings.push(ParseWarning { deprecation: Some(Deprecation::MisplacedRest), message, span, beside });
        true
    }

    /// Empty arguments, for a call without parentheses such as `@include a`. `index` is the byte offset after the
    /// name.
    pub(super) fn no_arguments(&self, index: usize) -> Arguments {
        let span = self.scanner.span(index, index);
        Arguments { positional: Box::new([]), named: Box::new([]), rest: None, keyword_rest: None, span }
    }

    /// Parses the parameters of a function, mixin or content block: `($a, $b: 1, $rest...)`.
    pub(super) fn parameters(&mut self) -> Result<Parameters> {
        let start = self.scanner.position;
        self.scanner.expect_byte(b'(')?;
        self.whitespace(true)?;
        let mut list: Vec<Parameter> = Vec::new();
        let mut rest = None;
        while self.scanner.peek() == Some(b'$') {
            let begin = self.scanner.position;
            let name = self.variable_name()?;
            let name_span = self.scanner.span_from(begin);
            self.whitespace(true)?;
            let mut default = None;
            if self.scanner.scan_byte(b':') {
                self.whitespace(true)?;
                default = Some(self.expression_until_comma(false)?);
            } else if self.scanner.scan_byte(b'.') {
                self.scanner.expect_byte(b'.')?;
                self.scanner.expect_byte(b'.')?;
                self.whitespace(true)?;
                if self.scanner.scan_byte(b',') {
                    self.whitespace(true)?;
                }
                rest = Some(name);
                break;
            }
            let span = self.scanner.span_from(begin);
            if list.iter().any(|other| other.name == name) {
                return self.scanner.fail_from("Duplicate parameter.", begin);
            }
            list.push(Parameter { name, default, span, name_span });
            if !self.scanner.scan_byte(b',') {
                break;
            }
            self.whitespace(true)?;
        }
        self.scanner.expect_byte(b')')?;
        Ok(Parameters { list: list.into(), rest, span: self.scanner.span_from(start) })
    }

    pub(super) fn no_parameters(&self) -> Parameters {
        Parameters { list: Box::new([]), rest: None, span: self.scanner.span_from(self.scanner.position) }
    }
}
