//! Parses `@mixin`, `@function` and `@include`.

use super::arguments::CallKind;
use super::{Child, Parser, Result};
use crate::scanner::unvendor;
use crate::syntax::{CallableDeclaration, IncludeRule, Interpolation, Parameters, Statement};
use crate::{Deprecation, Symbol};
use std::sync::Arc;

impl Parser<'_> {
    pub(super) fn function_rule(&mut self, start: usize, at_rule_name: Interpolation) -> Result<Statement> {
        self.whitespace(true)?;
        let before = self.scanner.position;
        if self.scanner.matches("--") {
            return self.unknown_at_rule(start, at_rule_name);
        }
        let name = self.scanner.identifier()?.into_owned();
        let name_span = self.scanner.span_from(before);
        self.check_function_name(&name, before)?;
        self.whitespace(true)?;
        let parameters = self.parameters()?;
        if self.in_mixin || self.in_content_block {
            return self.scanner.fail_from("Mixins may not contain function declarations.", start);
        }
        if self.in_control_directive {
            return self.scanner.fail_from("Functions may not be declared in control directives.", start);
        }
        self.whitespace(false)?;
        let block = self.block(Child::Function)?;
        let span = self.scanner.span_from(start);
        self.blanks(false);
        Ok(Statement::Function(Arc::new(CallableDeclaration {
            name: Symbol::normalized(&name),
            original: name.into(),
            parameters,
            block,
            has_content: false,
            span,
            name_span,
        })))
    }

    fn check_function_name(&mut self, name: &str, start: usize) -> Result<()> {
        if name.eq_ignore_ascii_case("type") {
            return self.scanner.fail_from("This name is reserved for the plain-CSS function.", start);
        }
        if matches!(name, "expression" | "url" | "and" | "or" | "not") || unvendor(name) == "element" {
            return self.scanner.fail_from("Invalid function name.", start);
        }
        let lower = name.to_ascii_lowercase();
        if matches!(lower.as_str(), "expression" | "url") || unvendor(&lower) == "element" {
            let message = "Custom functions with this name are deprecated and will be removed in a future\nrelease. \
                           Please choose a different name.\nMore info: https://sass-lang.com/d/function-name";
            self.warn(Some(Deprecation::FunctionName), message, self.scanner.span_from(start));
        }
        Ok(())
    }

    pub(super) fn mixin_rule(&mut self, start: usize) -> Result<Statement> {
        self.whitespace(true)?;
        let before = self.scanner.position;
        let name = self.scanner.identifier()?.into_owned();
        let name_span = self.scanner.span_from(before);
        if name.starts_with("--") {
            let message = "Sass @mixin names beginning with -- are forbidden for forward-compatibility with plain CSS \
                           mixins.\n\nFor details, see https://sass-lang.com/d/css-function-mixin";
            return self.scanner.fail_from(message, before);
        }
        self.whitespace(false)?;
        let parameters = if self.scanner.peek() == Some(b'(') { self.parameters()? } else { self.no_parameters() };
        if self.in_mixin || self.in_content_block {
            return self.scanner.fail_from("Mixins may not contain mixin declarations.", start);
        }
        if self.in_control_directive {
            return self.scanner.fail_from("Mixins may not be declared in control directives.", start);
        }
        self.whitespace(false)?;
        self.in_mixin = true;
        self.has_content = false;
        let block = self.block(Child::Statement)?;
        self.in_mixin = false;
        let span = self.scanner.span_from(start);
        self.blanks(false);
        Ok(Statement::Mixin(Arc::new(CallableDeclaration {
            name: Symbol::normalized(&name),
            original: name.into(),
            parameters,
            block,
            has_content: self.has_content,
            span,
            name_span,
        })))
    }

    /// Parses the block that an `@include` passes to its mixin. Also returns the position after its closing brace.
    /// `start` is the position of the rule.
    fn content_block(&mut self, start: usize, parameters: Parameters) -> Result<(CallableDeclaration, usize)> {
        let outer = std::mem::replace(&mut self.in_content_block, true);
        let block = self.block(Child::Statement)?;
        let end = self.scanner.position;
        let span = self.scanner.span_from(start);
        self.blanks(false);
        self.in_content_block = outer;
        let declaration = CallableDeclaration {
            name: Symbol::new("@content"),
            original: "@content".into(),
            parameters,
            block,
            has_content: false,
            span,
            name_span: span,
        };
        Ok((declaration, end))
    }

    pub(super) fn include_rule(&mut self, start: usize) -> Result<Statement> {
        self.whitespace(true)?;
        let before = self.scanner.position;
        let mut namespace = None;
        let mut name = self.scanner.identifier()?.into_owned();
        let mut name_span = self.scanner.span_from(before);
        if self.scanner.scan_byte(b'.') {
            namespace = Some(Symbol::new(&name));
            (name, name_span) = self.public_identifier()?;
        }
        let after_name = self.scanner.position;
        self.whitespace(false)?;
        let arguments = if self.scanner.peek() == Some(b'(') {
            self.arguments(CallKind::Mixin)?
        } else {
            self.no_arguments(self.scanner.position)
        };
        let arguments_end = self.scanner.position;
        self.whitespace(false)?;
        let mut parameters = None;
        if self.scanner.scan_identifier("using")? {
            self.whitespace(true)?;
            parameters = Some(self.parameters()?);
            self.whitespace(false)?;
        }
        let mut content = None;
        let mut end = arguments_end;
        if parameters.is_some() || self.looking_at_children()? {
            let parameters = parameters.unwrap_or_else(|| self.no_parameters());
            let block;
            (block, end) = self.content_block(start, parameters)?;
            content = Some(Arc::new(block));
        } else {
            self.expect_statement_separator(None)?;
        }
        let short_end = if arguments_end > after_name && self.scanner.bytes().get(arguments_end - 1) == Some(&b')') {
            arguments_end
        } else {
            after_name
        };
        Ok(Statement::Include(Box::new(IncludeRule {
            namespace,
            name: Symbol::normalized(&name),
            original: name.into(),
            arguments,
            content,
            span: self.scanner.span(start, end),
            span_without_content: self.scanner.span(start, short_end),
            name_span,
        })))
    }
}
