//! Blocks, in braces or by indentation, and comments.

use super::buffer::Buffer;
use super::{Child, Parser, Result};
use crate::scanner::is_newline;
use crate::syntax::{Block, Import, Statement};

impl Parser<'_> {
    /// Parses statements in braces. In the indented syntax, parses statements at a deeper indentation.
    pub(super) fn block(&mut self, child: Child) -> Result<Block> {
        let statements = self.nested(|parser| {
            if parser.indented() { parser.indented_children(child) } else { parser.braced_children(child) }
        })?;
        Ok(block_of(statements))
    }

    fn braced_children(&mut self, child: Child) -> Result<Vec<Statement>> {
        self.scanner.expect_byte(b'{')?;
        self.blanks(true);
        let mut children = Vec::new();
        loop {
            match self.scanner.peek() {
                Some(b'$') => children.push(self.variable_declaration(None, self.scanner.position)?),
                Some(b'/') if matches!(self.scanner.peek_at(1), Some(b'/' | b'*')) => {
                    children.push(self.comment()?);
                    self.blanks(true);
                }
                Some(b';') => {
                    self.scanner.position += 1;
                    self.blanks(true);
                }
                Some(b'}') => {
                    self.scanner.position += 1;
                    return Ok(children);
                }
                _ => children.push(self.child(child)?),
            }
        }
    }

    /// Parses one statement of the kind that the block allows.
    pub(super) fn child(&mut self, child: Child) -> Result<Statement> {
        match child {
            Child::Statement => self.statement(false),
            Child::Declaration => self.declaration_child(),
            Child::Function => self.function_child(),
        }
    }

    /// Parses all statements up to the end of the file.
    pub(super) fn root_statements(&mut self) -> Result<Vec<Statement>> {
        if self.indented() {
            return self.indented_statements();
        }
        let mut statements = Vec::new();
        self.blanks(true);
        while let Some(byte) = self.scanner.peek() {
            match byte {
                b'$' => statements.push(self.variable_declaration(None, self.scanner.position)?),
                b'/' if matches!(self.scanner.peek_at(1), Some(b'/' | b'*')) => {
                    statements.push(self.comment()?);
                    self.blanks(true);
                }
                b';' => {
                    self.scanner.position += 1;
                    self.blanks(true);
                }
                _ => statements.extend(self.root_statement()?),
            }
        }
        Ok(statements)
    }

    fn comment(&mut self) -> Result<Statement> {
        if self.scanner.peek_at(1) == Some(b'/') {
            self.silent_comment_statement()
        } else {
            self.loud_comment_statement()
        }
    }

    fn silent_comment_statement(&mut self) -> Result<Statement> {
        let start = self.scanner.position;
        while self.scanner.scan_text("//") {
            while let Some(byte) = self.scanner.peek() {
                self.scanner.position += 1;
                if is_newline(byte) {
                    break;
                }
            }
            if self.scanner.is_done() {
                break;
            }
            self.scanner.spaces();
        }
        if self.plain_css() {
            return self.scanner.fail_from("Silent comments aren't allowed in plain CSS.", start);
        }
        Ok(Statement::SilentComment)
    }

    fn loud_comment_statement(&mut self) -> Result<Statement> {
        let start = self.scanner.position;
        self.scanner.expect_text("/*")?;
        let mut buffer = Buffer::with("/*");
        loop {
            let chunk = self.scanner.position;
            while self.scanner.peek().is_some_and(|byte| !matches!(byte, b'#' | b'*' | b'\r' | 0x0C)) {
                self.scanner.position += 1;
            }
            buffer.write(self.scanner.since(chunk));
            match self.scanner.peek() {
                Some(b'#') if self.scanner.peek_at(1) == Some(b'{') => {
                    let (expression, span) = self.single_interpolation()?;
                    buffer.add(expression, span);
                }
                Some(b'*') => {
                    self.scanner.position += 1;
                    buffer.push('*');
                    if self.scanner.scan_byte(b'/') {
                        buffer.push('/');
                        return Ok(Statement::Comment(Box::new(buffer.finish(self.scanner.span_from(start)))));
                    }
                }
                Some(b'\r') => {
                    self.scanner.position += 1;
                    if self.scanner.peek() != Some(b'\n') {
                        buffer.push('\n');
                    }
                }
                Some(0x0C) => {
                    self.scanner.position += 1;
                    buffer.push('\n');
                }
                _ => buffer.push(self.scanner.read()?),
            }
        }
    }

    // Ends of statements.

    pub(super) fn expect_statement_separator(&mut self, name: Option<&str>) -> Result<()> {
        if self.indented() {
            return self.expect_line_end(name);
        }
        self.blanks(true);
        match self.scanner.peek() {
            None | Some(b';' | b'}') => Ok(()),
            _ => self.scanner.expect_byte(b';'),
        }
    }

    pub(super) fn at_end_of_statement(&self) -> bool {
        match self.scanner.peek() {
            None => true,
            Some(byte) if self.indented() => is_newline(byte),
            Some(byte) => matches!(byte, b';' | b'}' | b'{'),
        }
    }

    pub(super) fn looking_at_children(&mut self) -> Result<bool> {
        if self.indented() {
            return Ok(self.at_end_of_statement() && self.peek_indentation()? > self.current_indentation());
        }
        Ok(self.scanner.peek() == Some(b'{'))
    }
}

fn block_of(statements: Vec<Statement>) -> Block {
    let has_declarations = statements.iter().any(|statement| match statement {
        Statement::Variable(_) | Statement::Function(_) | Statement::Mixin(_) => true,
        Statement::Import(rule) => rule.imports.iter().any(|import| matches!(import, Import::Dynamic(..))),
        _ => false,
    });
    Block { statements: statements.into(), has_declarations }
}
