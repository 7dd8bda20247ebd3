//! Operands: numbers, colors, variables, identifiers and calls.

use super::arguments::CallKind;
use super::buffer::Buffer;
use super::string::string_expression;
use super::{Parser, Result};
use crate::syntax::{Expression, ExpressionKind, FunctionCall, Printer, UnaryOperator};
use crate::value::Unit;
use crate::{Deprecation, Span, Symbol};
use hastie_sass_core::color_names::named_color;
use std::sync::Arc;

impl Parser<'_> {
    pub(super) fn variable(&mut self) -> Result<Expression> {
        let start = self.scanner.position;
        let name = self.variable_name()?;
        if self.plain_css() {
            return self.scanner.fail_from("Sass variables aren't allowed in plain CSS.", start);
        }
        Ok(Expression { kind: ExpressionKind::Variable(None, name), span: self.scanner.span_from(start) })
    }

    pub(super) fn parent_selector(&mut self) -> Result<Expression> {
        let start = self.scanner.position;
        if self.plain_css() {
            return self.scanner.fail_at("The parent selector isn't allowed in plain CSS.", start, start + 1);
        }
        self.scanner.expect_byte(b'&')?;
        if self.scanner.scan_byte(b'&') {
            let message = "In Sass, \"&&\" means two copies of the parent selector. You probably want to use \"and\" \
                           instead.";
            self.warn(None, message, self.scanner.span_from(start));
            self.scanner.position -= 1;
        }
        Ok(Expression { kind: ExpressionKind::Parent, span: self.scanner.span_from(start) })
    }

    pub(super) fn important(&mut self) -> Result<Expression> {
        let start = self.scanner.position;
        self.scanner.expect_byte(b'!')?;
        self.whitespace(true)?;
        self.scanner.expect_identifier("important", None)?;
        let kind = ExpressionKind::PlainString("!important".into(), false);
        Ok(Expression { kind, span: self.scanner.span_from(start) })
    }

    pub(super) fn number(&mut self) -> Result<Expression> {
        let start = self.scanner.position;
        let first = self.scanner.peek();
        let signed = matches!(first, Some(b'+' | b'-'));
        if signed {
            self.scanner.position += 1;
        }
        if self.scanner.peek() != Some(b'.') {
            if !self.scanner.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                return self.scanner.fail("Expected digit.");
            }
            self.digits();
        }
        if self.scanner.peek() == Some(b'.') {
            if self.scanner.peek_at(1).is_some_and(|byte| byte.is_ascii_digit()) {
                self.scanner.position += 1;
                self.digits();
            } else if self.scanner.position == start || signed {
                return self.scanner.fail_at("Expected digit.", self.scanner.position + 1, self.scanner.position + 1);
            }
        }
        self.exponent()?;
        let value = self.scanner.since(start).parse::<f64>().unwrap_or(0.0);
        let unit = if self.scanner.scan_byte(b'%') {
            Some(Unit::PERCENT)
        } else if self.scanner.looking_at_identifier() && !self.scanner.matches("--") {
            Some(Unit::new(&self.scanner.unit()?))
        } else {
            None
        };
        Ok(Expression { kind: ExpressionKind::Number(value, unit), span: self.scanner.span_from(start) })
    }

    fn digits(&mut self) {
        while self.scanner.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.scanner.position += 1;
        }
    }

    fn exponent(&mut self) -> Result<()> {
        if !matches!(self.scanner.peek(), Some(b'e' | b'E')) {
            return Ok(());
        }
        let sign = matches!(self.scanner.peek_at(1), Some(b'+' | b'-'));
        if !sign && !self.scanner.peek_at(1).is_some_and(|byte| byte.is_ascii_digit()) {
            return Ok(());
        }
        self.scanner.position += 1 + usize::from(sign);
        if !self.scanner.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return self.scanner.fail("Expected digit.");
        }
        self.digits();
        Ok(())
    }

    pub(super) fn unicode_range(&mut self) -> Result<Expression> {
        let start = self.scanner.position;
        self.scanner.expect_letter(b'u')?;
        self.scanner.expect_byte(b'+')?;
        let mut length = self.hex_digits();
        let mut question = false;
        while self.scanner.scan_byte(b'?') {
            question = true;
            length += 1;
        }
        if length == 0 {
            return self.scanner.fail("Expected hex digit or \"?\".");
        }
        if length > 6 {
            return self.scanner.fail_from("Expected at most 6 digits.", start);
        }
        if !question && self.scanner.scan_byte(b'-') {
            let second = self.scanner.position;
            match self.hex_digits() {
                0 => return self.scanner.fail("Expected hex digit."),
                7.. => return self.scanner.fail_from("Expected at most 6 digits.", second),
                _ => {}
            }
        }
        if !question && self.looking_at_interpolated_identifier_body() {
            return self.scanner.fail("Expected end of identifier.");
        }
        let kind = ExpressionKind::PlainString(self.scanner.since(start).into(), false);
        Ok(Expression { kind, span: self.scanner.span_from(start) })
    }

    fn hex_digits(&mut self) -> usize {
        let start = self.scanner.position;
        while self.scanner.peek().is_some_and(|byte| byte.is_ascii_hexdigit()) {
            self.scanner.position += 1;
        }
        self.scanner.position - start
    }

    /// Parses an expression that starts with `#`: a color such as `#fff`, a string such as `#main`, or an
    /// interpolation.
    pub(super) fn hash_expression(&mut self) -> Result<Expression> {
        if self.scanner.peek_at(1) == Some(b'{') {
            return self.identifier_like();
        }
        let start = self.scanner.position;
        self.scanner.expect_byte(b'#')?;
        if self.scanner.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return self.hex_color(start);
        }
        let after = self.scanner.position;
        let identifier = self.interpolated_identifier()?;
        let is_color = identifier.as_plain().is_some_and(|plain| {
            matches!(plain.len(), 3 | 4 | 6 | 8) && plain.bytes().all(|byte| byte.is_ascii_hexdigit())
        });
        if is_color {
            self.scanner.position = after;
            return self.hex_color(start);
        }
        let mut buffer = Buffer::with("#");
        buffer.add_interpolation(identifier);
        Ok(string_expression(buffer.finish(self.scanner.span_from(start)), false))
    }

    fn hex_digit(&mut self) -> Result<u8> {
        match self.scanner.peek().and_then(|byte| (byte as char).to_digit(16)) {
            Some(digit) => {
                self.scanner.position += 1;
                Ok(digit as u8)
            }
            None => self.scanner.fail("Expected hex digit."),
        }
    }

    fn hex_color(&mut self, start: usize) -> Result<Expression> {
        let is_hex = |parser: &Self| parser.scanner.peek().is_some_and(|byte| byte.is_ascii_hexdigit());
        let first = [self.hex_digit()?, self.hex_digit()?, self.hex_digit()?];
        let mut alpha = None;
        let rgb = if !is_hex(self) {
            first.map(|digit| digit * 17)
        } else {
            let fourth = self.hex_digit()?;
            if is_hex(self) {
                let blue = self.hex_digit()? * 16 + self.hex_digit()?;
                if is_hex(self) {
                    alpha = Some(self.hex_digit()? * 16 + self.hex_digit()?);
                }
                [first[0] * 16 + first[1], first[2] * 16 + fourth, blue]
            } else {
                alpha = Some(fourth * 17);
                first.map(|digit| digit * 17)
            }
        };
        // Colors with alpha do not keep their original text, because older browsers do not support them.
        let text = if alpha.is_none() { self.scanner.since(start) } else { "" };
        let kind = ExpressionKind::Color(rgb, alpha.map_or(1.0, |alpha| f64::from(alpha) / 255.0), text.into());
        Ok(Expression { kind, span: self.scanner.span_from(start) })
    }

    /// Parses an expression that starts with a name, such as a keyword, a color name, a call or `not`.
    pub(super) fn identifier_like(&mut self) -> Result<Expression> {
        if self.plain_css() {
            return self.css_identifier_like();
        }
        let start = self.scanner.position;
        let identifier = self.interpolated_identifier()?;
        let span = identifier.span;
        let Some(plain) = identifier.as_plain().cloned() else {
            return self.after_interpolated_identifier(identifier, start);
        };
        let calls = self.scanner.peek() == Some(b'(');
        if calls && plain.eq_ignore_ascii_case("if") {
            return if &*plain == "if" { self.legacy_or_modern_if(span, start) } else { self.if_expression(start) };
        }
        if &*plain == "not" {
            self.whitespace(true)?;
            let operand = self.nested(Parser::single_expression)?;
            let span = span.to(operand.span);
            return Ok(Expression { kind: ExpressionKind::Unary(UnaryOperator::Not, Box::new(operand)), span });
        }
        let lowered = plain.bytes().any(|byte| byte.is_ascii_uppercase()).then(|| plain.to_ascii_lowercase());
        let lower = lowered.as_deref().unwrap_or(&plain);
        if !calls {
            match &*plain {
                "false" => return Ok(Expression { kind: ExpressionKind::Boolean(false), span }),
                "true" => return Ok(Expression { kind: ExpressionKind::Boolean(true), span }),
                "null" => return Ok(Expression { kind: ExpressionKind::Null, span }),
                _ => {}
            }
            if let Some((rgb, alpha)) = named_color(lower) {
                return Ok(Expression { kind: ExpressionKind::Color(rgb, alpha, plain), span });
            }
        }
        if let Some(special) = self.try_special_function(lower, start)? {
            return Ok(special);
        }
        match self.scanner.peek() {
            Some(b'.') if self.scanner.peek_at(1) != Some(b'.') => {
                self.scanner.position += 1;
                self.namespaced(&plain, start)
            }
            Some(b'(') => {
                let kind = if lower == "var" { CallKind::Var } else { CallKind::Function };
                self.call(None, Arc::clone(&plain), span, start, kind)
            }
            _ => Ok(Expression { kind: ExpressionKind::PlainString(plain, false), span }),
        }
    }

    fn after_interpolated_identifier(
        &mut self,
        identifier: crate::syntax::Interpolation,
        start: usize,
    ) -> Result<Expression> {
        match self.scanner.peek() {
            Some(b'.') if self.scanner.peek_at(1) != Some(b'.') => {
                self.scanner.fail_at("Interpolation isn't allowed in namespaces.", start, identifier.span.end as usize)
            }
            Some(b'(') => {
                let arguments = self.arguments(CallKind::Function)?;
                let kind = ExpressionKind::InterpolatedFunction(Box::new((identifier, arguments)));
                Ok(Expression { kind, span: self.scanner.span_from(start) })
            }
            _ => Ok(string_expression(identifier, false)),
        }
    }

    fn call(
        &mut self,
        namespace: Option<Symbol>,
        name: Arc<str>,
        name_span: Span,
        start: usize,
        kind: CallKind,
    ) -> Result<Expression> {
        let arguments = self.arguments(kind)?;
        let call = FunctionCall::new(namespace, name, name_span, arguments);
        Ok(Expression { kind: ExpressionKind::Function(Box::new(call)), span: self.scanner.span_from(start) })
    }

    /// Parses the variable or the function call after `namespace.`.
    pub(super) fn namespaced(&mut self, namespace: &str, start: usize) -> Result<Expression> {
        let namespace = Some(Symbol::new(namespace));
        if self.scanner.peek() == Some(b'$') {
            let name = self.variable_name()?;
            self.assert_public(name.as_str(), start)?;
            return Ok(Expression {
                kind: ExpressionKind::Variable(namespace, name),
                span: self.scanner.span_from(start),
            });
        }
        let (name, span) = self.public_identifier()?;
        self.call(namespace, (&*name).into(), span, start, CallKind::Function)
    }

    pub(super) fn public_identifier(&mut self) -> Result<(String, Span)> {
        let start = self.scanner.position;
        let name = self.scanner.identifier()?.into_owned();
        self.assert_public(&name, start)?;
        Ok((name, self.scanner.span_from(start)))
    }

    pub(super) fn assert_public(&self, name: &str, start: usize) -> Result<()> {
        if name.starts_with(['-', '_']) {
            return self.scanner.fail_from("Private members can't be accessed from outside their modules.", start);
        }
        Ok(())
    }

    /// Parses `if(…)`: the legacy function if its arguments can be parsed as such, and otherwise the CSS syntax.
    fn legacy_or_modern_if(&mut self, name: Span, start: usize) -> Result<Expression> {
        let before = self.scanner.position;
        let Ok(arguments) = self.arguments(CallKind::Function) else {
            self.scanner.position = before;
            return self.if_expression(start);
        };
        let span = name.to(arguments.span);
        let mut suggestion = String::new();
        if let ([condition, yes, no], true, None) =
            (&*arguments.positional, arguments.named.is_empty(), &arguments.rest)
        {
            let source = |span| self.span_text(span).to_owned();
            let printer = Printer { source: &source };
            let [condition_text, yes_text, no_text] = [condition, yes, no].map(|part| printer.expression(part));
            let suggested = if matches!(no.kind, ExpressionKind::Null) {
                format!("if(sass({condition_text}): {yes_text})")
            } else if matches!(yes.kind, ExpressionKind::Null) {
                format!("if(not sass({condition_text}): {no_text})")
            } else {
                format!("if(sass({condition_text}): {yes_text}; else: {no_text})")
            };
            suggestion = format!("Suggestion: {suggested}\n\n");
        }
        let message = format!(
            "The Sass if() syntax is deprecated in favor of the modern CSS syntax.\n\n{suggestion}More info: \
             https://sass-lang.com/d/if-function"
        );
        self.warn(Some(Deprecation::IfFunction), message, span);
        Ok(Expression { kind: ExpressionKind::LegacyIf(Box::new(arguments)), span })
    }

    /// Whether `:`, `*`, `.` or `#` is next, which old browser hacks put before a property name. The start of an
    /// interpolation (`#{`) does not count.
    pub(super) fn looking_at_property_hack(&self) -> bool {
        match self.scanner.peek() {
            Some(b':' | b'*' | b'.') => true,
            Some(b'#') => self.scanner.peek_at(1) != Some(b'{'),
            _ => false,
        }
    }
}
