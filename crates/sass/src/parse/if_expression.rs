//! CSS's `if()`, such as `if(sass(…): a; style(…): b; else: c)`.

use super::buffer::Buffer;
use super::text::ValueOptions;
use super::{Parser, Result};
use crate::syntax::{Expression, ExpressionKind, IfCondition, Interpolation, Part};
use crate::{Error, Span};

impl Parser<'_> {
    pub(super) fn if_expression(&mut self, start: usize) -> Result<Expression> {
        self.scanner.expect_byte(b'(')?;
        self.whitespace(true)?;
        let mut branches = Vec::new();
        while self.scanner.peek() != Some(b')') {
            let condition = if self.scanner.scan_identifier("else")? { None } else { Some(self.if_condition()?) };
            self.whitespace(true)?;
            self.scanner.expect_byte(b':')?;
            self.whitespace(true)?;
            let value = self.expression_with_newlines()?;
            branches.push((condition, value));
            self.whitespace(true)?;
            if !self.scanner.scan_byte(b';') {
                break;
            }
            self.whitespace(true)?;
        }
        self.scanner.expect_byte(b')')?;
        Ok(Expression { kind: ExpressionKind::If(branches.into()), span: self.scanner.span_from(start) })
    }

    fn no_parenthesis(&self, before: &str) -> Result<()> {
        if self.scanner.peek() == Some(b'(') {
            return self.scanner.fail(&format!("Whitespace is required between \"{before}\" and \"(\""));
        }
        Ok(())
    }

    fn if_condition(&mut self) -> Result<IfCondition> {
        let start = self.scanner.position;
        if self.scanner.scan_identifier("not")? {
            self.no_parenthesis("not")?;
            self.whitespace(true)?;
            let group = self.if_group()?;
            return Ok(IfCondition::Not(Box::new(group), self.scanner.span_from(start)));
        }
        let mut groups = vec![self.if_group()?];
        let mut is_and = None;
        self.whitespace(true)?;
        loop {
            if is_and != Some(false) && self.scanner.scan_identifier("and")? {
                self.no_parenthesis("and")?;
                self.whitespace(true)?;
                is_and = Some(true);
                groups.push(self.if_group()?);
            } else if is_and != Some(true) && self.scanner.scan_identifier("or")? {
                self.no_parenthesis("and")?;
                self.whitespace(true)?;
                is_and = Some(false);
                groups.push(self.if_group()?);
            } else if self.continues_substitution(groups.last()) {
                let next = self.if_group()?;
                return self.raw_condition(operation(groups, is_and, self.scanner.span_from(start)), is_and, next);
            } else if let Some(next) = self.try_substitution()? {
                return self.raw_condition(operation(groups, is_and, self.scanner.span_from(start)), is_and, next);
            } else {
                break;
            }
            self.whitespace(true)?;
        }
        Ok(operation(groups, is_and, self.scanner.span_from(start)))
    }

    fn continues_substitution(&self, last: Option<&IfCondition>) -> bool {
        self.scanner.peek().is_some_and(|byte| byte != b')' && byte != b':') && last.is_some_and(is_substitution)
    }

    /// Parses the rest of a condition as text for the browser, because a part of it may expand to several tokens.
    /// `before` and `next` are the parts so far. `is_and` is the operator so far: `and` if true, `or` if false.
    fn raw_condition(
        &mut self,
        before: IfCondition,
        mut is_and: Option<bool>,
        next: IfCondition,
    ) -> Result<IfCondition> {
        let substitution = match &before {
            _ if is_substitution(&before) => span_of(&before),
            IfCondition::Operation(groups, ..) if groups.last().is_some_and(is_substitution) => {
                groups.last().map_or_else(|| span_of(&before), span_of)
            }
            _ => span_of(&next),
        };
        let start = span_of(&before);
        let mut buffer = Buffer::new();
        buffer.add_interpolation(to_interpolation(before, substitution)?);
        buffer.push(' ');
        let mut last_substitutes = is_substitution(&next);
        buffer.add_interpolation(to_interpolation(next, substitution)?);
        self.whitespace(true)?;
        loop {
            let (separator, group) = if is_and != Some(false) && self.scanner.scan_identifier("and")? {
                self.no_parenthesis("and")?;
                self.whitespace(true)?;
                is_and = Some(true);
                (" and ", self.if_group()?)
            } else if is_and != Some(true) && self.scanner.scan_identifier("or")? {
                self.no_parenthesis("or")?;
                self.whitespace(true)?;
                is_and = Some(false);
                let group = self.if_group()?;
                self.whitespace(true)?;
                (" or ", group)
            } else if self.scanner.peek().is_some_and(|byte| byte != b')' && byte != b':') && last_substitutes {
                (" ", self.if_group()?)
            } else if let Some(next) = self.try_substitution()? {
                (" ", next)
            } else {
                break;
            };
            buffer.write(separator);
            last_substitutes = is_substitution(&group);
            buffer.add_interpolation(to_interpolation(group, substitution)?);
            self.whitespace(true)?;
        }
        let span = Span { end: self.scanner.position as u32, ..start };
        Ok(IfCondition::Raw(buffer.finish(span)))
    }

    fn if_group(&mut self) -> Result<IfCondition> {
        self.nested(Parser::if_group_inner)
    }

    fn if_group_inner(&mut self) -> Result<IfCondition> {
        let start = self.scanner.position;
        if self.scanner.scan_byte(b'(') {
            self.whitespace(true)?;
            let inner = self.if_condition()?;
            self.whitespace(true)?;
            self.scanner.expect_byte(b')')?;
            return Ok(IfCondition::Parenthesized(Box::new(inner), self.scanner.span_from(start)));
        }
        if self.scanner.scan_exact_identifier("sass")? {
            self.scanner.expect_byte(b'(')?;
            self.whitespace(true)?;
            let inner = self.expression()?;
            self.whitespace(true)?;
            self.scanner.expect_byte(b')')?;
            if self.plain_css() {
                return self.scanner.fail_from("sass() conditions aren't allowed in plain CSS", start);
            }
            return Ok(IfCondition::Sass(inner, self.scanner.span_from(start)));
        }
        let name = self.interpolated_identifier()?;
        if self.scanner.peek() != Some(b'(') {
            if let [Part::Expression(..)] = &*name.parts {
                return Ok(IfCondition::Raw(name));
            }
        } else if let Some(plain) = name.as_plain()
            && ["and", "or", "not"].iter().any(|word| plain.eq_ignore_ascii_case(word))
        {
            return self.scanner.fail(&format!("Whitespace is required between \"{plain}\" and \"(\""));
        }
        self.scanner.expect_byte(b'(')?;
        self.whitespace(true)?;
        let value = self.declaration_value(ValueOptions::argument())?;
        self.whitespace(true)?;
        self.scanner.expect_byte(b')')?;
        Ok(IfCondition::Function(name, value, self.scanner.span_from(start)))
    }

    fn try_substitution(&mut self) -> Result<Option<IfCondition>> {
        if self.scanner.peek() == Some(b'#') {
            let (expression, span) = self.single_interpolation()?;
            let mut buffer = Buffer::new();
            buffer.add(expression, span);
            return Ok(Some(IfCondition::Raw(buffer.finish(span))));
        }
        let start = self.scanner.position;
        let mut name = None;
        for word in ["if", "var", "attr"] {
            if name.is_none() && self.scanner.scan_identifier(word)? {
                name = Some(Interpolation::plain(word, self.scanner.span_from(start)));
            }
        }
        if name.is_none() && self.scanner.matches("--") {
            name = Some(self.interpolated_identifier()?);
        }
        let Some(name) = name else { return Ok(None) };
        if !self.scanner.scan_byte(b'(') {
            self.scanner.position = start;
            return Ok(None);
        }
        let value = self.declaration_value(ValueOptions::argument())?;
        self.scanner.expect_byte(b')')?;
        Ok(Some(IfCondition::Function(name, value, self.scanner.span_from(start))))
    }
}

fn operation(mut groups: Vec<IfCondition>, is_and: Option<bool>, span: Span) -> IfCondition {
    match (groups.len(), groups.pop()) {
        (1, Some(single)) => single,
        (_, last) => {
            groups.extend(last);
            let span = match (groups.first(), groups.last()) {
                (Some(first), Some(last)) => span_of(first).to(span_of(last)),
                _ => span,
            };
            IfCondition::Operation(groups.into(), is_and.unwrap_or(true), span)
        }
    }
}

fn span_of(condition: &IfCondition) -> Span {
    match condition {
        IfCondition::Parenthesized(_, span)
        | IfCondition::Not(_, span)
        | IfCondition::Operation(_, _, span)
        | IfCondition::Function(_, _, span)
        | IfCondition::Sass(_, span) => *span,
        IfCondition::Raw(text) => text.span,
    }
}

/// Whether the browser may replace the condition by arbitrary tokens.
fn is_substitution(condition: &IfCondition) -> bool {
    match condition {
        IfCondition::Raw(_) => true,
        IfCondition::Function(name, ..) => name.as_plain().is_some_and(|name| {
            name.starts_with("--") || ["if", "var", "attr"].iter().any(|word| name.eq_ignore_ascii_case(word))
        }),
        _ => false,
    }
}

fn to_interpolation(condition: IfCondition, substitution: Span) -> Result<Interpolation> {
    let span = span_of(&condition);
    let mut buffer = Buffer::new();
    match condition {
        IfCondition::Raw(text) => return Ok(text),
        IfCondition::Parenthesized(inner, _) => {
            buffer.push('(');
            buffer.add_interpolation(to_interpolation(*inner, substitution)?);
            buffer.push(')');
        }
        IfCondition::Not(inner, _) => {
            buffer.write("not ");
            buffer.add_interpolation(to_interpolation(*inner, substitution)?);
        }
        IfCondition::Operation(groups, is_and, _) => {
            for (index, group) in groups.into_iter().enumerate() {
                if index > 0 {
                    buffer.write(if is_and { " and " } else { " or " });
                }
                buffer.add_interpolation(to_interpolation(group, substitution)?);
            }
        }
        IfCondition::Function(name, arguments, _) => {
            buffer.add_interpolation(name);
            buffer.push('(');
            buffer.add_interpolation(arguments);
            buffer.push(')');
        }
        IfCondition::Sass(_, span) => {
            let message = "if() conditions with arbitrary substitutions may not contain sass() expressions.";
            let mut error = Error::at(message, substitution);
            error.label = Some("arbitrary substitution".to_owned());
            error.secondary.push((span, "sass() expression".to_owned()));
            return Err(error);
        }
    }
    Ok(buffer.finish(span))
}
