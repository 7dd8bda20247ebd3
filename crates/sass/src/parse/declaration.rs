//! Statements other than at-rules: variables, style rules and declarations.

use super::buffer::Buffer;
use super::string::string_expression;
use super::text::ValueOptions;
use super::{Child, Parser, Result};
use crate::syntax::{Block, Declaration, Expression, Interpolation, Statement, StyleRule, VariableDeclaration};
use crate::{Deprecation, Symbol};

/// A statement, or the start of a selector that was parsed instead.
enum DeclarationOrSelector {
    Statement(Statement),
    /// The start of the selector, without the rest of the rule.
    Selector(Buffer),
}

/// A name, or a variable declaration that starts with one, such as `a.$b: 1`.
enum Named {
    Variable(Statement),
    Name(Interpolation),
}

impl Parser<'_> {
    pub(super) fn statement(&mut self, root: bool) -> Result<Statement> {
        match self.scanner.peek() {
            Some(b'@') => self.at_rule(Child::Statement, root),
            Some(b'+') if self.indented() && self.scanner.looking_at_identifier_at(1) => {
                self.use_allowed = false;
                let start = self.scanner.position;
                self.scanner.position += 1;
                self.include_rule(start)
            }
            Some(b'=') if self.indented() => {
                self.use_allowed = false;
                let start = self.scanner.position;
                self.scanner.position += 1;
                self.whitespace(true)?;
                self.mixin_rule(start)
            }
            Some(b'}') => self.scanner.fail_at("unmatched \"}\".", self.scanner.position, self.scanner.position + 1),
            _ if self.in_style_rule || self.in_unknown_at_rule || self.in_mixin || self.in_content_block => {
                self.declaration_or_style_rule()
            }
            _ => self.variable_or_style_rule(),
        }
    }

    pub(super) fn variable_declaration(&mut self, namespace: Option<&str>, start: usize) -> Result<Statement> {
        let name = self.variable_name()?;
        if namespace.is_some() {
            self.assert_public(name.as_str(), start)?;
        }
        if self.plain_css() {
            return self.scanner.fail_from("Sass variables aren't allowed in plain CSS.", start);
        }
        self.whitespace(true)?;
        self.scanner.expect_byte(b':')?;
        self.whitespace(true)?;
        let value = self.expression()?;
        let (guarded, global) = self.variable_flags(namespace.is_some())?;
        self.expect_statement_separator(Some("variable declaration"))?;
        let span = self.scanner.span_from(start);
        if global && !self.globals.iter().any(|(other, _)| *other == name) {
            self.globals.push((name, span));
        }
        let namespace = namespace.map(Symbol::new);
        Ok(Statement::Variable(Box::new(VariableDeclaration { namespace, name, value, guarded, global, span })))
    }

    fn variable_flags(&mut self, namespaced: bool) -> Result<(bool, bool)> {
        let (mut guarded, mut global) = (false, false);
        let mut start = self.scanner.position;
        while self.scanner.scan_byte(b'!') {
            let flag = self.scanner.identifier()?;
            let twice = match &*flag {
                "default" => std::mem::replace(&mut guarded, true),
                "global" if namespaced => {
                    return self.scanner.fail_from("!global isn't allowed for variables in other modules.", start);
                }
                "global" => std::mem::replace(&mut global, true),
                _ => return self.scanner.fail_from("Invalid flag name.", start),
            };
            if twice {
                let message = format!(
                    "!{flag} should only be written once for each variable.\nThis will be an error in Dart Sass 2.0.0."
                );
                self.warn(Some(Deprecation::DuplicateVarFlags), message, self.scanner.span_from(start));
            }
            self.whitespace(false)?;
            start = self.scanner.position;
        }
        Ok((guarded, global))
    }

    fn variable_or_style_rule(&mut self) -> Result<Statement> {
        let start = self.scanner.position;
        if self.plain_css()
            || (self.indented() && self.scanner.scan_byte(b'\\'))
            || !self.scanner.looking_at_identifier()
        {
            return self.style_rule(None, self.scanner.position);
        }
        match self.variable_or_name()? {
            Named::Variable(statement) => Ok(statement),
            Named::Name(name) => {
                let mut buffer = Buffer::new();
                buffer.add_interpolation(name);
                self.style_rule(Some(buffer), start)
            }
        }
    }

    fn declaration_or_style_rule(&mut self) -> Result<Statement> {
        // As in the oldest Sass syntax, a leading backslash marks a selector.
        if self.indented() && self.scanner.scan_byte(b'\\') {
            return self.style_rule(None, self.scanner.position);
        }
        let start = self.scanner.position;
        match self.declaration_or_buffer()? {
            DeclarationOrSelector::Statement(statement) => Ok(statement),
            DeclarationOrSelector::Selector(buffer) => self.style_rule(Some(buffer), start),
        }
    }

    /// Parses `name: value`, or the start of a selector such as `a:hover`.
    fn declaration_or_buffer(&mut self) -> Result<DeclarationOrSelector> {
        let start = self.scanner.position;
        let mut name = Buffer::new();
        let hack = self.looking_at_property_hack();
        if hack {
            name.push(self.scanner.read()?);
            self.write_whitespace(&mut name)?;
        }
        if !self.looking_at_interpolated_identifier() {
            return Ok(DeclarationOrSelector::Selector(name));
        }
        let named = if hack { Named::Name(self.interpolated_identifier()?) } else { self.variable_or_name()? };
        match named {
            Named::Variable(statement) => return Ok(DeclarationOrSelector::Statement(statement)),
            Named::Name(identifier) => name.add_interpolation(identifier),
        }
        self.use_allowed = false;
        if self.scanner.matches("/*") {
            let comment = self.scanner.position;
            self.scanner.loud_comment()?;
            name.write(self.scanner.since(comment));
        }
        let mut middle = Buffer::new();
        self.write_whitespace(&mut middle)?;
        let before_colon = self.scanner.position;
        if !self.scanner.scan_byte(b':') {
            if !middle.is_empty() {
                name.push(' ');
            }
            return Ok(DeclarationOrSelector::Selector(name));
        }
        middle.push(':');
        if self.is_raw_property(&name) {
            let name = name.finish(self.scanner.span(start, before_colon));
            return self.raw_declaration(name, start).map(DeclarationOrSelector::Statement);
        }
        if self.scanner.scan_byte(b':') {
            name.write(middle.trailing());
            name.push(':');
            return Ok(DeclarationOrSelector::Selector(name));
        }
        if self.indented() && self.looking_at_interpolated_identifier() {
            // `a:b` is a selector in the indented syntax.
            name.write(middle.trailing());
            return Ok(DeclarationOrSelector::Selector(name));
        }
        let after_colon = self.scanner.position;
        self.whitespace(false)?;
        let no_space = self.scanner.position == after_colon;
        if self.looking_at_children()? {
            let name = name.finish(self.scanner.span(start, before_colon));
            return self.nested_declaration(name, None, start).map(DeclarationOrSelector::Statement);
        }
        middle.write(self.scanner.since(after_colon));
        self.declaration_value_or_selector(name, middle, start, before_colon, no_space)
    }

    fn write_whitespace(&mut self, buffer: &mut Buffer) -> Result<()> {
        let start = self.scanner.position;
        self.whitespace(false)?;
        buffer.write(self.scanner.since(start));
        Ok(())
    }

    fn declaration_value_or_selector(
        &mut self,
        mut name: Buffer,
        middle: Buffer,
        start: usize,
        before_colon: usize,
        no_space: bool,
    ) -> Result<DeclarationOrSelector> {
        let could_be_selector = no_space && self.looking_at_interpolated_identifier();
        let before = self.scanner.position;
        let value = match self.ambiguous_value(could_be_selector) {
            Ok(value) => value,
            Err(error) if could_be_selector => {
                // A semicolon after it shows that it was meant to be a declaration.
                self.scanner.position = before;
                let additional = self.almost_any_value(false)?;
                if !self.indented() && self.scanner.peek() == Some(b';') {
                    return Err(error);
                }
                name.write(middle.trailing());
                name.add_interpolation(additional);
                return Ok(DeclarationOrSelector::Selector(name));
            }
            Err(error) => return Err(error),
        };
        let name = name.finish(self.scanner.span(start, before_colon));
        self.finish_declaration(name, value, start).map(DeclarationOrSelector::Statement)
    }

    /// Parses a value, after which the declaration must end. Unless `could_be_selector` is set, a block may follow
    /// instead.
    fn ambiguous_value(&mut self, could_be_selector: bool) -> Result<Expression> {
        let value = self.expression()?;
        if self.looking_at_children()? {
            if could_be_selector {
                self.expect_statement_separator(None)?;
            }
        } else if !self.at_end_of_statement() {
            self.expect_statement_separator(None)?;
        }
        Ok(value)
    }

    fn is_raw_property(&self, name: &Buffer) -> bool {
        name.initial().starts_with("--")
            || (self.in_plain_css_function && name.is_plain() && name.initial().eq_ignore_ascii_case("result"))
    }

    /// Parses a declaration with a raw value, for custom properties.
    fn raw_declaration(&mut self, name: Interpolation, start: usize) -> Result<Statement> {
        let value = if self.at_end_of_statement() {
            Interpolation::plain("", self.scanner.span_from(self.scanner.position))
        } else {
            self.declaration_value(ValueOptions { silent_comments: false, ..ValueOptions::default() })?
        };
        let is_custom = name.initial_plain().starts_with("--");
        self.expect_statement_separator(Some(if is_custom { "custom property" } else { "@function result" }))?;
        let declaration = Declaration {
            name,
            value: Some(string_expression(value, false)),
            block: None,
            raw_value: true,
            span: self.scanner.span_from(start),
        };
        Ok(Statement::Declaration(Box::new(declaration)))
    }

    fn finish_declaration(&mut self, name: Interpolation, value: Expression, start: usize) -> Result<Statement> {
        if self.looking_at_children()? {
            return self.nested_declaration(name, Some(value), start);
        }
        self.expect_statement_separator(None)?;
        let declaration = Declaration {
            name,
            value: Some(value),
            block: None,
            raw_value: false,
            span: self.scanner.span_from(start),
        };
        Ok(Statement::Declaration(Box::new(declaration)))
    }

    fn nested_declaration(
        &mut self,
        name: Interpolation,
        value: Option<Expression>,
        start: usize,
    ) -> Result<Statement> {
        if self.plain_css() {
            return self.scanner.fail("Nested declarations aren't allowed in plain CSS.");
        }
        let block = self.block(Child::Declaration)?;
        let span = self.scanner.span_from(start);
        self.blanks(false);
        let declaration = Declaration { name, value, block: Some(block), raw_value: false, span };
        Ok(Statement::Declaration(Box::new(declaration)))
    }

    fn variable_or_name(&mut self) -> Result<Named> {
        if !self.scanner.looking_at_identifier() {
            return self.interpolated_identifier().map(Named::Name);
        }
        let start = self.scanner.position;
        let identifier = self.scanner.identifier()?;
        if self.scanner.matches(".$") {
            self.scanner.position += 1;
            return self.variable_declaration(Some(&identifier), start).map(Named::Variable);
        }
        if !self.looking_at_interpolated_identifier_body() {
            return Ok(Named::Name(Interpolation::plain(&identifier, self.scanner.span_from(start))));
        }
        let mut buffer = Buffer::with(&identifier);
        buffer.add_interpolation(self.interpolated_identifier()?);
        Ok(Named::Name(buffer.finish(self.scanner.span_from(start))))
    }

    pub(super) fn style_rule(&mut self, buffer: Option<Buffer>, start: usize) -> Result<Statement> {
        self.use_allowed = false;
        let mut selector = if self.indented() { self.indented_selector()? } else { self.almost_any_value(false)? };
        if let Some(mut buffer) = buffer {
            buffer.add_interpolation(selector);
            selector = buffer.finish(self.scanner.span_from(start));
        }
        if selector.is_empty() {
            let start = self.scanner.position;
            let options = ValueOptions { allow_empty: true, allow_open_brace: false, ..ValueOptions::default() };
            if self.declaration_value(options)?.is_empty() {
                return self.scanner.fail("expected end of rule.");
            }
            return self.scanner.fail_from("unrecognized syntax", start);
        }
        let block = self.style_rule_block(&selector)?;
        let span = self.scanner.span_from(start);
        self.blanks(false);
        Ok(Statement::Style(Box::new(StyleRule { selector, block, span })))
    }

    fn style_rule_block(&mut self, selector: &Interpolation) -> Result<Block> {
        let outer = std::mem::replace(&mut self.in_style_rule, true);
        let block = self.block(Child::Statement)?;
        if self.indented() && block.statements.is_empty() {
            let message = "This selector doesn't have any properties and won't be rendered.";
            self.warn(None, message, selector.span);
        }
        self.in_style_rule = outer;
        Ok(block)
    }

    /// Parses a statement among nested properties, such as `size: 1px` in `font: { size: 1px }`.
    pub(super) fn declaration_child(&mut self) -> Result<Statement> {
        if self.scanner.peek() == Some(b'@') { self.declaration_at_rule() } else { self.property_or_variable() }
    }

    fn property_or_variable(&mut self) -> Result<Statement> {
        let start = self.scanner.position;
        let name = if self.looking_at_property_hack() {
            let mut buffer = Buffer::new();
            buffer.push(self.scanner.read()?);
            self.write_whitespace(&mut buffer)?;
            buffer.add_interpolation(self.interpolated_identifier()?);
            buffer.finish(self.scanner.span_from(start))
        } else if self.plain_css() {
            self.interpolated_identifier()?
        } else {
            match self.variable_or_name()? {
                Named::Variable(statement) => return Ok(statement),
                Named::Name(name) => name,
            }
        };
        self.whitespace(false)?;
        self.scanner.expect_byte(b':')?;
        if name.initial_plain().starts_with("--") {
            let (from, to) = (name.span.start as usize, name.span.end as usize);
            return self.scanner.fail_at("Declarations whose names begin with \"--\" may not be nested.", from, to);
        }
        self.whitespace(false)?;
        if self.looking_at_children()? {
            return self.nested_declaration(name, None, start);
        }
        let value = self.expression()?;
        self.finish_declaration(name, value, start)
    }

    /// Parses an at-rule in `@function`, or an assignment to a variable with a namespace, such as `a.$b: 1`. The
    /// callers parse assignments without a namespace, such as `$b: 1`.
    pub(super) fn function_child(&mut self) -> Result<Statement> {
        if self.scanner.peek() == Some(b'@') {
            return self.function_at_rule();
        }
        let start = self.scanner.position;
        let state = self.indentation;
        let error = match self.namespaced_variable() {
            Ok(statement) => return Ok(statement),
            Err(error) => error,
        };
        self.scanner.position = start;
        self.indentation = state;
        // Reports a clearer error for a rule or a declaration where only variables are allowed.
        let Ok(statement) = self.declaration_or_style_rule() else { return Err(error) };
        let (what, span) = match &statement {
            Statement::Style(rule) => ("style rules", rule.span),
            Statement::Declaration(declaration) => ("declarations", declaration.span),
            _ => return Err(error),
        };
        let message = format!("@function rules may not contain {what}.");
        self.scanner.fail_at(&message, span.start as usize, span.end as usize)
    }

    fn namespaced_variable(&mut self) -> Result<Statement> {
        let start = self.scanner.position;
        let namespace = self.scanner.identifier()?;
        self.scanner.expect_byte(b'.')?;
        self.variable_declaration(Some(&namespace), start)
    }
}
