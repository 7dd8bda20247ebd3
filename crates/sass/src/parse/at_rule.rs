//! Dispatch of at-rules, and the at-rules that need little code.

use super::arguments::CallKind;
use super::buffer::Buffer;
use super::string::unquoted_text;
use super::text::ValueOptions;
use super::{Child, Parser, Result};
use crate::Deprecation;
use crate::syntax::{
    AtRootRule, AtRule, ContentRule, Expression, ExtendRule, Interpolation, MediaRule, Statement, SupportsRule,
};

impl Parser<'_> {
    pub(super) fn at_rule(&mut self, child: Child, root: bool) -> Result<Statement> {
        if self.plain_css() {
            return self.css_at_rule();
        }
        let start = self.scanner.position;
        self.scanner.expect_byte(b'@')?;
        let name = self.interpolated_identifier()?;
        // `@use` and `@forward` must precede all other rules.
        let use_allowed = std::mem::replace(&mut self.use_allowed, false);
        let Some(plain) = name.as_plain().cloned() else { return self.unknown_at_rule(start, name) };
        match &*plain {
            "at-root" => self.at_root_rule(start),
            "content" => self.content_rule(start),
            "each" => self.each_rule(start, child),
            "extend" => self.extend_rule(start),
            "for" => self.for_rule(start, child),
            "forward" => {
                self.use_allowed = use_allowed;
                if !root {
                    return self.disallowed_at_rule(start);
                }
                self.forward_rule(start)
            }
            "function" => self.function_rule(start, name),
            "if" => self.if_rule(start, child),
            "import" => self.import_rule(start),
            "include" => self.include_rule(start),
            "media" => self.media_rule(start),
            "mixin" => self.mixin_rule(start),
            "-moz-document" => self.moz_document_rule(start, name),
            "supports" => self.supports_rule(start),
            "use" => {
                self.use_allowed = use_allowed;
                if !root {
                    return self.disallowed_at_rule(start);
                }
                self.use_rule(start)
            }
            "debug" | "error" | "warn" => self.message_rule(start, &plain),
            "while" => self.while_rule(start, child),
            "else" | "return" => self.disallowed_at_rule(start),
            _ => self.unknown_at_rule(start, name),
        }
    }

    /// Parses an at-rule among nested properties, such as `@include a` in `font: { @include a }`. Fails for at-rules
    /// that are not allowed there.
    pub(super) fn declaration_at_rule(&mut self) -> Result<Statement> {
        let start = self.scanner.position;
        let name = self.plain_at_rule_name()?;
        match name.as_str() {
            "content" => self.content_rule(start),
            "each" => self.each_rule(start, Child::Declaration),
            "for" => self.for_rule(start, Child::Declaration),
            "if" => self.if_rule(start, Child::Declaration),
            "include" => self.include_rule(start),
            "debug" | "error" | "warn" => self.message_rule(start, &name),
            "while" => self.while_rule(start, Child::Declaration),
            _ => self.disallowed_at_rule(start),
        }
    }

    /// Parses an at-rule in the body of a function, such as `@return` or `@if`. Fails for all at-rules that functions
    /// do not allow.
    pub(super) fn function_at_rule(&mut self) -> Result<Statement> {
        let start = self.scanner.position;
        let name = self.plain_at_rule_name()?;
        match name.as_str() {
            "each" => self.each_rule(start, Child::Function),
            "for" => self.for_rule(start, Child::Function),
            "if" => self.if_rule(start, Child::Function),
            "return" => {
                self.whitespace(true)?;
                let value = self.expression()?;
                self.expect_statement_separator(Some("@return rule"))?;
                Ok(Statement::Return(Box::new(value), self.scanner.span_from(start)))
            }
            "debug" | "error" | "warn" => self.message_rule(start, &name),
            "while" => self.while_rule(start, Child::Function),
            _ => self.disallowed_at_rule(start),
        }
    }

    fn plain_at_rule_name(&mut self) -> Result<String> {
        self.scanner.expect_byte(b'@')?;
        Ok(self.scanner.identifier()?.into_owned())
    }

    pub(super) fn disallowed_at_rule(&mut self, start: usize) -> Result<Statement> {
        self.whitespace(false)?;
        self.declaration_value(ValueOptions { allow_empty: true, allow_open_brace: false, ..ValueOptions::default() })?;
        self.scanner.fail_from("This at-rule is not allowed here.", start)
    }

    /// Parses the rest of `@debug`, `@warn` or `@error`.
    fn message_rule(&mut self, start: usize, name: &str) -> Result<Statement> {
        self.whitespace(true)?;
        let value = Box::new(self.expression()?);
        let span = self.scanner.span_from(start);
        self.expect_statement_separator(Some(&format!("@{name} rule")))?;
        Ok(match name {
            "debug" => Statement::Debug(value, span),
            "warn" => Statement::Warn(value, span),
            _ => Statement::Error(value, span),
        })
    }

    fn at_root_rule(&mut self, start: usize) -> Result<Statement> {
        self.whitespace(false)?;
        let mut query = None;
        if self.scanner.peek() == Some(b'(') {
            query = Some(self.at_root_query()?);
        } else if !(self.looking_at_children()? || self.indented() && self.at_end_of_statement()) {
            let rule = self.style_rule(None, self.scanner.position)?;
            let block = crate::syntax::Block { statements: Box::new([rule]), has_declarations: false };
            let span = self.scanner.span_from(start);
            return Ok(Statement::AtRoot(Box::new(AtRootRule { query: None, block, span })));
        }
        let block = self.block(Child::Statement)?;
        let span = self.scanner.span_from(start);
        self.blanks(false);
        Ok(Statement::AtRoot(Box::new(AtRootRule { query, block, span })))
    }

    fn at_root_query(&mut self) -> Result<Interpolation> {
        let start = self.scanner.position;
        let mut buffer = Buffer::with("(");
        self.scanner.expect_byte(b'(')?;
        self.whitespace(true)?;
        let name = self.expression_with_newlines()?;
        add_or_inject(&mut buffer, name);
        if self.scanner.scan_byte(b':') {
            self.whitespace(true)?;
            buffer.write(": ");
            let value = self.expression_with_newlines()?;
            add_or_inject(&mut buffer, value);
        }
        self.scanner.expect_byte(b')')?;
        self.whitespace(false)?;
        buffer.push(')');
        Ok(buffer.finish(self.scanner.span_from(start)))
    }

    fn content_rule(&mut self, start: usize) -> Result<Statement> {
        if !self.in_mixin {
            return self.scanner.fail_from("@content is only allowed within mixin declarations.", start);
        }
        self.has_content = true;
        let before = self.scanner.position;
        self.whitespace(false)?;
        let arguments = if self.scanner.peek() == Some(b'(') {
            let arguments = self.arguments(CallKind::Mixin)?;
            self.whitespace(false)?;
            arguments
        } else {
            self.no_arguments(before)
        };
        self.expect_statement_separator(Some("@content rule"))?;
        Ok(Statement::Content(Box::new(ContentRule { arguments, span: self.scanner.span_from(start) })))
    }

    fn extend_rule(&mut self, start: usize) -> Result<Statement> {
        self.whitespace(true)?;
        if !self.in_style_rule && !self.in_mixin && !self.in_content_block {
            return self.scanner.fail_from("@extend may only be used within style rules.", start);
        }
        let selector = self.almost_any_value(false)?;
        let optional = self.scanner.scan_byte(b'!');
        if optional {
            self.scanner.expect_identifier("optional", None)?;
            self.whitespace(false)?;
        }
        self.expect_statement_separator(Some("@extend rule"))?;
        Ok(Statement::Extend(Box::new(ExtendRule { selector, optional, span: self.scanner.span_from(start) })))
    }

    pub(super) fn media_rule(&mut self, start: usize) -> Result<Statement> {
        self.whitespace(false)?;
        let query = self.media_query_list()?;
        let block = self.block(Child::Statement)?;
        let span = self.scanner.span_from(start);
        self.blanks(false);
        Ok(Statement::Media(Box::new(MediaRule { query, block, span })))
    }

    pub(super) fn supports_rule(&mut self, start: usize) -> Result<Statement> {
        self.whitespace(false)?;
        let condition_start = self.scanner.position;
        let condition = self.supports_condition(false)?;
        let condition_span = self.scanner.span_from(condition_start);
        self.whitespace(false)?;
        let block = self.block(Child::Statement)?;
        let span = self.scanner.span_from(start);
        self.blanks(false);
        Ok(Statement::Supports(Box::new(SupportsRule { condition, condition_span, block, span })))
    }

    pub(super) fn unknown_at_rule(&mut self, start: usize, name: Interpolation) -> Result<Statement> {
        let in_unknown = std::mem::replace(&mut self.in_unknown_at_rule, true);
        let in_function = self.in_plain_css_function;
        let result = self.unknown_at_rule_inner(start, name);
        self.in_unknown_at_rule = in_unknown;
        self.in_plain_css_function = in_function;
        result
    }

    fn unknown_at_rule_inner(&mut self, start: usize, name: Interpolation) -> Result<Statement> {
        self.whitespace(false)?;
        let mut value = None;
        if self.scanner.peek() != Some(b'!') && !self.at_end_of_statement() {
            value = Some(self.declaration_value(ValueOptions { allow_open_brace: false, ..ValueOptions::default() })?);
        }
        if name.as_plain().is_some_and(|name| name.eq_ignore_ascii_case("function")) {
            self.in_plain_css_function = true;
        }
        let mut block = None;
        let span;
        if self.looking_at_children()? {
            block = Some(self.block(Child::Statement)?);
            span = self.scanner.span_from(start);
            self.blanks(false);
        } else {
            self.expect_statement_separator(None)?;
            span = self.scanner.span_from(start);
        }
        Ok(Statement::AtRule(Box::new(AtRule { name, value, block, span })))
    }

    pub(super) fn moz_document_rule(&mut self, start: usize, name: Interpolation) -> Result<Statement> {
        self.whitespace(false)?;
        let value_start = self.scanner.position;
        let mut buffer = Buffer::new();
        let mut deprecated = false;
        loop {
            if self.scanner.peek() == Some(b'#') {
                let (expression, span) = self.single_interpolation()?;
                buffer.add(expression, span);
                deprecated = true;
            } else {
                deprecated |= self.moz_document_function(&mut buffer)?;
            }
            self.whitespace(false)?;
            if !self.scanner.scan_byte(b',') {
                break;
            }
            buffer.push(',');
            let blanks = self.scanner.position;
            self.whitespace(false)?;
            buffer.write(self.scanner.since(blanks));
        }
        let value = Some(buffer.finish(self.scanner.span_from(value_start)));
        let block = Some(self.block(Child::Statement)?);
        let span = self.scanner.span_from(start);
        self.blanks(false);
        if deprecated {
            let message = "@-moz-document is deprecated and support will be removed in Dart Sass 2.0.0.\n\nFor details, \
                           see https://sass-lang.com/d/moz-document.";
            self.warn(Some(Deprecation::MozDocument), message, span);
        }
        Ok(Statement::AtRule(Box::new(AtRule { name, value, block, span })))
    }

    /// Parses a function of `@-moz-document`, such as `url-prefix()`. Returns whether the function is deprecated.
    fn moz_document_function(&mut self, buffer: &mut Buffer) -> Result<bool> {
        let start = self.scanner.position;
        let name = self.scanner.identifier()?.into_owned();
        match name.as_str() {
            "url" | "url-prefix" | "domain" => {
                if let Some(contents) = self.try_url_contents(start, Some(&name), false)? {
                    buffer.add_interpolation(contents);
                } else {
                    self.scanner.expect_byte(b'(')?;
                    self.whitespace(false)?;
                    let argument = self.interpolated_string_token()?;
                    self.scanner.expect_byte(b')')?;
                    buffer.write(&name);
                    buffer.push('(');
                    buffer.add_interpolation(argument);
                    buffer.push(')');
                }
                let trailing = buffer.trailing();
                let empty = ["url-prefix()", "url-prefix('')", "url-prefix(\"\")"];
                Ok(!empty.iter().any(|empty| trailing.ends_with(empty)))
            }
            "regexp" => {
                buffer.write("regexp(");
                self.scanner.expect_byte(b'(')?;
                buffer.add_interpolation(self.interpolated_string_token()?);
                self.scanner.expect_byte(b')')?;
                buffer.push(')');
                Ok(true)
            }
            _ => self.scanner.fail_from("Invalid function name.", start),
        }
    }
}

/// Adds an expression to `buffer`. If it is an unquoted string, adds its text instead.
fn add_or_inject(buffer: &mut Buffer, expression: Expression) {
    match unquoted_text(&expression) {
        Some(text) => buffer.add_interpolation(text),
        None => {
            let span = expression.span;
            buffer.add(expression, span);
        }
    }
}
