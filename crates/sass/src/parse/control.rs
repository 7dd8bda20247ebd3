//! Parses `@if`, `@for`, `@each` and `@while`.

use super::expression::Until;
use super::{Child, Parser, Result};
use crate::Deprecation;
use crate::syntax::{EachRule, ForRule, IfRule, Statement, WhileRule};

impl Parser<'_> {
    pub(super) fn if_rule(&mut self, start: usize, child: Child) -> Result<Statement> {
        self.whitespace(true)?;
        let indentation = self.current_indentation();
        let outer = std::mem::replace(&mut self.in_control_directive, true);
        let condition = self.expression()?;
        let block = self.block(child)?;
        self.blanks(false);
        let mut clauses = vec![(condition, block)];
        let mut otherwise = None;
        while self.scan_else(indentation)? {
            self.whitespace(false)?;
            if self.scanner.scan_identifier("if")? {
                self.whitespace(true)?;
                let condition = self.expression()?;
                clauses.push((condition, self.block(child)?));
            } else {
                otherwise = Some(self.block(child)?);
                break;
            }
        }
        self.in_control_directive = outer;
        let span = self.scanner.span_from(start);
        self.blanks(false);
        Ok(Statement::If(Box::new(IfRule { clauses: clauses.into(), otherwise, span })))
    }

    fn scan_else(&mut self, indentation: usize) -> Result<bool> {
        if self.indented() {
            return self.scan_indented_else(indentation);
        }
        let start = self.scanner.position;
        self.whitespace(true)?;
        let before = self.scanner.position;
        if self.scanner.scan_byte(b'@') {
            if self.scanner.scan_exact_identifier("else")? {
                return Ok(true);
            }
            if self.scanner.scan_exact_identifier("elseif")? {
                let message = "@elseif is deprecated and will not be supported in future Sass versions.\n\n\
                               Recommendation: @else if";
                self.warn(Some(Deprecation::Elseif), message, self.scanner.span_from(before));
                self.scanner.position -= 2;
                return Ok(true);
            }
        }
        self.scanner.position = start;
        Ok(false)
    }

    pub(super) fn for_rule(&mut self, start: usize, child: Child) -> Result<Statement> {
        self.whitespace(true)?;
        let outer = std::mem::replace(&mut self.in_control_directive, true);
        let variable = self.variable_name()?;
        self.whitespace(true)?;
        self.scanner.expect_identifier("from", None)?;
        self.whitespace(true)?;
        self.for_exclusive = None;
        let from = self.expression_until(Until::For)?;
        let Some(exclusive) = self.for_exclusive.take() else {
            return self.scanner.fail("Expected \"to\" or \"through\".");
        };
        self.whitespace(true)?;
        let to = self.expression()?;
        let block = self.block(child)?;
        self.in_control_directive = outer;
        let span = self.scanner.span_from(start);
        self.blanks(false);
        Ok(Statement::For(Box::new(ForRule { variable, from, to, exclusive, block, span })))
    }

    pub(super) fn each_rule(&mut self, start: usize, child: Child) -> Result<Statement> {
        self.whitespace(true)?;
        let outer = std::mem::replace(&mut self.in_control_directive, true);
        let mut variables = vec![self.variable_name()?];
        self.whitespace(true)?;
        while self.scanner.scan_byte(b',') {
            self.whitespace(true)?;
            variables.push(self.variable_name()?);
            self.whitespace(true)?;
        }
        self.scanner.expect_identifier("in", None)?;
        self.whitespace(true)?;
        let list = self.expression()?;
        let block = self.block(child)?;
        self.in_control_directive = outer;
        let span = self.scanner.span_from(start);
        self.blanks(false);
        Ok(Statement::Each(Box::new(EachRule { variables: variables.into(), list, block, span })))
    }

    pub(super) fn while_rule(&mut self, start: usize, child: Child) -> Result<Statement> {
        self.whitespace(true)?;
        let outer = std::mem::replace(&mut self.in_control_directive, true);
        let condition = self.expression()?;
        let block = self.block(child)?;
        self.in_control_directive = outer;
        let span = self.scanner.span_from(start);
        self.blanks(false);
        Ok(Statement::While(Box::new(WhileRule { condition, block, span })))
    }
}
