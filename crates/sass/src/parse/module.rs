//! Parses `@use`, `@forward` and `@import`.

use super::buffer::Buffer;
use super::text::ValueOptions;
use super::{Parser, Result};
use crate::scanner::{identifier_of, is_newline};
use crate::syntax::{
    ConfiguredVariable, Expression, ExpressionKind, ForwardRule, Import, ImportRule, Interpolation, Statement,
    SupportsCondition, UseRule, Visibility,
};
use crate::{Deprecation, Span, Symbol};
use std::sync::Arc;

/// Two lists of names: first the names of mixins and functions, then the names of variables.
type Members = (Box<[Symbol]>, Box<[Symbol]>);

impl Parser<'_> {
    pub(super) fn use_rule(&mut self, start: usize) -> Result<Statement> {
        self.whitespace(true)?;
        let (url, url_span) = self.url_string()?;
        self.whitespace(false)?;
        let namespace = self.use_namespace(&url, start)?;
        self.whitespace(false)?;
        let configuration = self.configuration(false)?;
        self.whitespace(false)?;
        let span = self.scanner.span_from(start);
        if !self.use_allowed {
            return self.scanner.fail_from("@use rules must be written before any other rules.", start);
        }
        self.expect_statement_separator(Some("@use rule"))?;
        Ok(Statement::Use(Box::new(UseRule { url, namespace, configuration, span, url_span })))
    }

    fn url_string(&mut self) -> Result<(Arc<str>, Span)> {
        let start = self.scanner.position;
        let url = self.scanner.string()?;
        self.check_url(&url, start)?;
        Ok((url.into(), self.scanner.span_from(start)))
    }

    /// Fails if the URL has an invalid scheme, such as `1a:b`. The error covers the text from `start` to the current
    /// position.
    fn check_url(&self, url: &str, start: usize) -> Result<()> {
        if let Some(position) = url.find(':')
            && !url[..position].contains(['/', '?', '#'])
        {
            let scheme = &url[..position];
            if scheme.is_empty() {
                return self.scanner.fail_from("Invalid URL: Invalid empty scheme", start);
            }
            let valid = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
                && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
            if !valid {
                let what = if scheme.starts_with(|first: char| first.is_ascii_alphabetic()) {
                    "Illegal scheme character"
                } else {
                    "Scheme not starting with alphabetic character"
                };
                return self.scanner.fail_from(&format!("Invalid URL: {what}"), start);
            }
        }
        Ok(())
    }

    fn use_namespace(&mut self, url: &str, start: usize) -> Result<Option<Symbol>> {
        if self.scanner.scan_identifier("as")? {
            self.whitespace(true)?;
            if self.scanner.scan_byte(b'*') {
                return Ok(None);
            }
            return Ok(Some(Symbol::new(&self.scanner.identifier()?)));
        }
        let path = url.split(['?', '#']).next().unwrap_or("");
        let path = match path.split_once(':') {
            Some((scheme, rest)) if !scheme.contains('/') => rest,
            _ => path,
        };
        let basename = path.rsplit('/').next().unwrap_or("");
        let stem = basename.split('.').next().unwrap_or("");
        let stem = if basename.starts_with('_') { stem.get(1..).unwrap_or("") } else { stem };
        match identifier_of(stem) {
            Some(name) => Ok(Some(Symbol::new(&name))),
            None => {
                let message = format!(
                    "The default namespace \"{stem}\" is not a valid Sass identifier.\n\nRecommendation: add an \"as\" \
                     clause to define an explicit namespace."
                );
                self.scanner.fail_from(&message, start)
            }
        }
    }

    fn configuration(&mut self, allow_guarded: bool) -> Result<Box<[ConfiguredVariable]>> {
        let mut all: Vec<ConfiguredVariable> = Vec::new();
        if !self.scanner.scan_identifier("with")? {
            return Ok(all.into());
        }
        self.whitespace(true)?;
        self.scanner.expect_byte(b'(')?;
        loop {
            self.whitespace(true)?;
            let start = self.scanner.position;
            let name = self.variable_name()?;
            if name.is_private() {
                let message = "Configuring private variables is deprecated.\nThis will be an error in Dart Sass 2.0.0.";
                self.warn(Some(Deprecation::WithPrivate), message, self.scanner.span_from(start));
            }
            self.whitespace(true)?;
            self.scanner.expect_byte(b':')?;
            self.whitespace(true)?;
            let value = self.expression_until_comma(false)?;
            let flag = self.scanner.position;
            let mut guarded = false;
            if allow_guarded && self.scanner.scan_byte(b'!') {
                if self.scanner.identifier()? != "default" {
                    return self.scanner.fail_from("Invalid flag name.", flag);
                }
                guarded = true;
                self.whitespace(true)?;
            }
            let span = self.scanner.span_from(start);
            if all.iter().any(|other| other.name == name) {
                return self.scanner.fail_from("The same variable may only be configured once.", start);
            }
            all.push(ConfiguredVariable { name, value, guarded, span });
            if !self.scanner.scan_byte(b',') {
                break;
            }
            self.whitespace(true)?;
            if !self.looking_at_expression() {
                break;
            }
        }
        self.scanner.expect_byte(b')')?;
        Ok(all.into())
    }

    pub(super) fn forward_rule(&mut self, start: usize) -> Result<Statement> {
        self.whitespace(true)?;
        let (url, url_span) = self.url_string()?;
        self.whitespace(false)?;
        let mut prefix = None;
        if self.scanner.scan_identifier("as")? {
            self.whitespace(true)?;
            prefix = Some(self.scanner.identifier()?.replace('_', "-").into());
            self.scanner.expect_byte(b'*')?;
            self.whitespace(false)?;
        }
        let mut visibility = Visibility::All;
        if self.scanner.scan_identifier("show")? {
            let (members, variables) = self.member_list()?;
            visibility = Visibility::Show(members, variables);
        } else if self.scanner.scan_identifier("hide")? {
            let (members, variables) = self.member_list()?;
            visibility = Visibility::Hide(members, variables);
        }
        let configuration = self.configuration(true)?;
        self.whitespace(false)?;
        self.expect_statement_separator(Some("@forward rule"))?;
        let span = self.scanner.span_from(start);
        if !self.use_allowed {
            return self.scanner.fail_from("@forward rules must be written before any other rules.", start);
        }
        let rule = ForwardRule { url, prefix, visibility, configuration, span, url_span };
        Ok(Statement::Forward(Box::new(rule)))
    }

    fn member_list(&mut self) -> Result<Members> {
        let (mut members, mut variables) = (Vec::new(), Vec::new());
        self.whitespace(true)?;
        loop {
            self.whitespace(true)?;
            let found = if self.scanner.peek() == Some(b'$') {
                self.variable_name().map(|name| variables.push(name))
            } else {
                self.scanner.identifier().map(|name| members.push(Symbol::normalized(&name)))
            };
            if let Err(mut error) = found {
                error.message = "Expected variable, mixin, or function name".to_owned();
                return Err(error);
            }
            self.whitespace(false)?;
            if !self.scanner.scan_byte(b',') {
                return Ok((members.into(), variables.into()));
            }
        }
    }

    pub(super) fn import_rule(&mut self, start: usize) -> Result<Statement> {
        let mut imports = Vec::new();
        loop {
            self.whitespace(false)?;
            let import = self.import_argument()?;
            if let Import::Dynamic(_, span) = &import {
                let message = "Sass @import rules are deprecated and will be removed in Dart Sass 3.0.0.\n\nMore info \
                               and automated migrator: https://sass-lang.com/d/import";
                self.warn(Some(Deprecation::Import), message, *span);
                if self.in_control_directive || self.in_mixin {
                    return self.disallowed_at_rule(start);
                }
            }
            imports.push(import);
            self.whitespace(false)?;
            if !self.scanner.scan_byte(b',') {
                break;
            }
        }
        self.expect_statement_separator(Some("@import rule"))?;
        Ok(Statement::Import(Box::new(ImportRule { imports: imports.into(), span: self.scanner.span_from(start) })))
    }

    fn import_argument(&mut self) -> Result<Import> {
        let start = self.scanner.position;
        if self.indented() && !matches!(self.scanner.peek(), Some(b'"' | b'\'')) && !self.looking_at_url()? {
            return self.unquoted_import();
        }
        if matches!(self.scanner.peek(), Some(b'u' | b'U')) {
            let url = self.dynamic_url()?;
            self.whitespace(false)?;
            let modifiers = self.try_import_modifiers()?;
            let url = match super::string::unquoted_text(&url) {
                Some(text) => text,
                None => expression_interpolation(url),
            };
            return Ok(Import::Static { url, modifiers, span: self.scanner.span_from(start) });
        }
        let url = self.scanner.string()?;
        let url_span = self.scanner.span_from(start);
        let written = Interpolation::plain(self.scanner.since(start), url_span);
        self.whitespace(false)?;
        let modifiers = self.try_import_modifiers()?;
        if is_plain_import(&url) || modifiers.is_some() {
            return Ok(Import::Static { url: written, modifiers, span: self.scanner.span_from(start) });
        }
        self.check_url(&url, start)?;
        Ok(Import::Dynamic(url.into(), url_span))
    }

    fn looking_at_url(&mut self) -> Result<bool> {
        let start = self.scanner.position;
        let found = self.scanner.scan_identifier("url")? && self.scanner.peek() == Some(b'(');
        self.scanner.position = start;
        Ok(found)
    }

    /// Parses an import without quotes, which the indented syntax allows.
    fn unquoted_import(&mut self) -> Result<Import> {
        let start = self.scanner.position;
        while self.scanner.peek().is_some_and(|byte| byte != b',' && byte != b';' && !is_newline(byte)) {
            self.scanner.position += 1;
        }
        let url = self.scanner.since(start);
        let span = self.scanner.span_from(start);
        if is_plain_import(url) {
            let url = Interpolation::plain(&crate::value::quote(url), span);
            return Ok(Import::Static { url, modifiers: None, span });
        }
        self.check_url(url, start)?;
        Ok(Import::Dynamic(url.into(), span))
    }

    /// Parses the media queries, `supports()` or `layer` after the URL of an `@import`. `None` if there are none.
    pub(super) fn try_import_modifiers(&mut self) -> Result<Option<Interpolation>> {
        if !self.looking_at_interpolated_identifier() && self.scanner.peek() != Some(b'(') {
            return Ok(None);
        }
        let start = self.scanner.position;
        let mut buffer = Buffer::new();
        loop {
            if self.looking_at_interpolated_identifier() {
                if !buffer.is_empty() {
                    buffer.push(' ');
                }
                let identifier = self.interpolated_identifier()?;
                let name = identifier.as_plain().map(|name| name.to_ascii_lowercase());
                buffer.add_interpolation(identifier);
                if name.as_deref() != Some("and") && self.scanner.scan_byte(b'(') {
                    self.import_modifier_function(name.as_deref() == Some("supports"), &mut buffer)?;
                    self.scanner.expect_byte(b')')?;
                    self.whitespace(false)?;
                } else {
                    self.whitespace(false)?;
                    if self.scanner.scan_byte(b',') {
                        buffer.write(", ");
                        buffer.add_interpolation(self.media_query_list()?);
                        break;
                    }
                }
            } else if self.scanner.peek() == Some(b'(') {
                if !buffer.is_empty() {
                    buffer.push(' ');
                }
                buffer.add_interpolation(self.media_query_list()?);
                break;
            } else {
                break;
            }
        }
        Ok(Some(buffer.finish(self.scanner.span_from(start))))
    }

    fn import_modifier_function(&mut self, supports: bool, buffer: &mut Buffer) -> Result<()> {
        if !supports {
            buffer.push('(');
            buffer.add_interpolation(self.declaration_value(ValueOptions::argument())?);
            buffer.push(')');
            return Ok(());
        }
        let start = self.scanner.position;
        let query = self.import_supports_query()?;
        let parenthesized = !matches!(query, SupportsCondition::Declaration(..));
        let span = self.scanner.span_from(start);
        if parenthesized {
            buffer.push('(');
        }
        buffer.add(Expression { kind: ExpressionKind::Supports(Box::new(query)), span }, span);
        if parenthesized {
            buffer.push(')');
        }
        Ok(())
    }

    fn import_supports_query(&mut self) -> Result<SupportsCondition> {
        self.whitespace(true)?;
        if self.scanner.scan_identifier("not")? {
            self.whitespace(true)?;
            let start = self.scanner.position;
            let inner = self.supports_condition_in_parens()?;
            return Ok(SupportsCondition::Not(Box::new(inner), self.scanner.span_from(start)));
        }
        if self.scanner.peek() == Some(b'(') {
            return self.supports_condition(true);
        }
        let start = self.scanner.position;
        if self.looking_at_interpolated_identifier() {
            let name = self.interpolated_identifier()?;
            if self.scanner.scan_byte(b'(') {
                let value = self.declaration_value(ValueOptions::argument())?;
                self.scanner.expect_byte(b')')?;
                return Ok(SupportsCondition::Function(name, value, self.scanner.span_from(start)));
            }
            self.scanner.position = start;
        }
        let name = self.expression_with_newlines()?;
        self.scanner.expect_byte(b':')?;
        self.supports_declaration(name, start, false)
    }
}

/// An interpolation that consists of one expression.
fn expression_interpolation(expression: Expression) -> Interpolation {
    let span = expression.span;
    let mut buffer = Buffer::new();
    buffer.add(expression, span);
    buffer.finish(span)
}

/// Whether the URL alone makes an `@import` plain CSS: the URL ends with `.css` or starts with `//`, `http://` or
/// `https://`. As in dart-sass, URLs with fewer than five bytes do not count.
pub(super) fn is_plain_import(url: &str) -> bool {
    url.len() >= 5
        && (url.ends_with(".css") || url.starts_with("//") || url.starts_with("http://") || url.starts_with("https://"))
}
