//! The indented syntax, in which lines and indentation replace braces and semicolons.

use super::buffer::Buffer;
use super::{Child, Parser, Result};
use crate::Error;
use crate::scanner::{is_newline, is_space_or_tab};
use crate::syntax::{Interpolation, Statement};

/// The indentation of the current line and of the next nonempty line: the number of spaces or tabs.
#[derive(Clone, Copy, Default)]
pub(super) struct Indentation {
    current: usize,
    /// The indentation of the next nonempty line, and the offset of its text. `None` until they are needed.
    next: Option<(usize, usize)>,
    /// Whether the file is indented with spaces. False for tabs, `None` if unknown.
    spaces: Option<bool>,
}

impl Parser<'_> {
    pub(super) fn current_indentation(&self) -> usize {
        self.indentation.current
    }

    /// Parses the selector of a style rule. The selector continues on the next line after a comma.
    pub(super) fn indented_selector(&mut self) -> Result<Interpolation> {
        let start = self.scanner.position;
        let mut buffer = Buffer::new();
        loop {
            buffer.add_interpolation(self.almost_any_value(true)?);
            let continues = buffer.trailing().trim_end().ends_with(',') && self.scanner.peek().is_some_and(is_newline);
            if !continues {
                return Ok(buffer.finish(self.scanner.span_from(start)));
            }
            self.scanner.position += 1;
            buffer.push('\n');
        }
    }

    pub(super) fn expect_line_end(&mut self, name: Option<&str>) -> Result<()> {
        let semicolon = self.scanner.scan_byte(b';');
        if semicolon {
            self.whitespace(false)?;
        }
        if !self.at_end_of_statement() {
            self.expect_newline(semicolon)?;
        }
        if self.peek_indentation()? <= self.current_indentation() {
            return Ok(());
        }
        let end = self.indentation.next.map_or(self.scanner.position, |(_, end)| end);
        let place = name.map_or("here".to_owned(), |name| format!("beneath a {name}"));
        self.scanner.fail_at(&format!("Nothing may be indented {place}."), end, end)
    }

    fn expect_newline(&mut self, semicolon: bool) -> Result<()> {
        match self.scanner.peek() {
            Some(b'\r') => {
                self.scanner.position += 1;
                self.scanner.scan_byte(b'\n');
            }
            Some(b'\n' | 0x0C) => self.scanner.position += 1,
            _ if semicolon => {
                return self.scanner.fail("multiple statements on one line are not supported in the indented syntax.");
            }
            _ => return self.scanner.fail("expected newline."),
        }
        Ok(())
    }

    /// Reads `@else` if it follows at the indentation of its `@if`, and otherwise leaves the position unchanged.
    /// Returns whether `@else` follows.
    pub(super) fn scan_indented_else(&mut self, indentation: usize) -> Result<bool> {
        if self.peek_indentation()? != indentation {
            return Ok(false);
        }
        let (start, state) = (self.scanner.position, self.indentation);
        self.read_indentation()?;
        if self.scanner.scan_byte(b'@') && self.scanner.scan_identifier("else")? {
            return Ok(true);
        }
        self.scanner.position = start;
        self.indentation = Indentation { spaces: self.indentation.spaces, ..state };
        Ok(false)
    }

    pub(super) fn indented_children(&mut self, child: Child) -> Result<Vec<Statement>> {
        let parent = self.current_indentation();
        let mut own = None;
        let mut children = Vec::new();
        while self.peek_indentation()? > parent {
            let indentation = self.read_indentation()?;
            let expected = *own.get_or_insert(indentation);
            if expected != indentation {
                let message = format!("Inconsistent indentation, expected {expected} spaces.");
                return self.scanner.fail_from(&message, self.line_start());
            }
            children.extend(self.indented_child(Some(child))?);
        }
        self.indentation.current = parent;
        Ok(children)
    }

    pub(super) fn indented_statements(&mut self) -> Result<Vec<Statement>> {
        if self.scanner.peek().is_some_and(is_space_or_tab) {
            return self.scanner.fail_at(
                "Indenting at the beginning of the document is illegal.",
                0,
                self.scanner.position,
            );
        }
        let mut statements = Vec::new();
        while !self.scanner.is_done() {
            statements.extend(self.indented_child(None)?);
            self.read_indentation()?;
        }
        Ok(statements)
    }

    /// Parses a statement in a block, or at the root if `child` is `None`. Returns `None` for an empty line.
    fn indented_child(&mut self, child: Option<Child>) -> Result<Option<Statement>> {
        match self.scanner.peek() {
            Some(byte) if is_newline(byte) => Ok(None),
            Some(b'$') => self.variable_declaration(None, self.scanner.position).map(Some),
            Some(b'/') if self.scanner.peek_at(1) == Some(b'/') => self.indented_silent_comment().map(Some),
            Some(b'/') if self.scanner.peek_at(1) == Some(b'*') => self.indented_loud_comment().map(Some),
            _ => match child {
                None => self.root_statement(),
                Some(child) => self.child(child).map(Some),
            },
        }
    }

    fn indented_silent_comment(&mut self) -> Result<Statement> {
        self.scanner.expect_text("//")?;
        let parent = self.current_indentation();
        'comment: loop {
            self.scanner.scan_byte(b'/');
            loop {
                while self.scanner.peek().is_some_and(|byte| !is_newline(byte)) {
                    self.scanner.position += 1;
                }
                let next = self.peek_indentation()?;
                if next < parent {
                    break 'comment;
                }
                if next == parent {
                    // The next line may continue the comment.
                    if self.scanner.peek_at(1 + parent) == Some(b'/') && self.scanner.peek_at(2 + parent) == Some(b'/')
                    {
                        self.read_indentation()?;
                    }
                    break;
                }
                self.read_indentation()?;
            }
            if !self.scanner.scan_text("//") {
                break;
            }
        }
        Ok(Statement::SilentComment)
    }

    fn indented_loud_comment(&mut self) -> Result<Statement> {
        let start = self.scanner.position;
        self.scanner.expect_text("/*")?;
        let mut first = true;
        let mut buffer = Buffer::with("/*");
        let parent = self.current_indentation();
        loop {
            if first {
                // An empty first line is omitted.
                let begin = self.scanner.position;
                self.scanner.spaces();
                if self.scanner.peek().is_some_and(is_newline) {
                    self.read_indentation()?;
                    buffer.push(' ');
                } else {
                    buffer.write(self.scanner.since(begin));
                }
            } else {
                buffer.write("\n * ");
            }
            first = false;
            for _ in 3..self.current_indentation().saturating_sub(parent) {
                buffer.push(' ');
            }
            if let Some(comment) = self.loud_comment_line(start, parent, &mut buffer)? {
                return Ok(comment);
            }
            if self.peek_indentation()? <= parent {
                break;
            }
            while self.looking_at_double_newline() {
                self.expect_newline(false)?;
                buffer.write("\n *");
            }
            self.read_indentation()?;
        }
        Ok(Statement::Comment(Box::new(buffer.finish(self.scanner.span_from(start)))))
    }

    /// Parses a line of a loud comment. Returns the comment if it ends on this line, and otherwise `None`.
    fn loud_comment_line(&mut self, start: usize, parent: usize, buffer: &mut Buffer) -> Result<Option<Statement>> {
        while let Some(byte) = self.scanner.peek() {
            match byte {
                _ if is_newline(byte) => break,
                b'#' if self.scanner.peek_at(1) == Some(b'{') => {
                    let (expression, span) = self.single_interpolation()?;
                    buffer.add(expression, span);
                }
                b'*' if self.scanner.peek_at(1) == Some(b'/') => {
                    self.scanner.position += 2;
                    buffer.write("*/");
                    let span = self.scanner.span_from(start);
                    self.whitespace(false)?;
                    self.after_comment(parent, span)?;
                    let buffer = std::mem::take(buffer);
                    return Ok(Some(Statement::Comment(Box::new(buffer.finish(span)))));
                }
                _ => buffer.push(self.scanner.read()?),
            }
        }
        Ok(None)
    }

    /// Fails if text other than comments follows a comment. This includes text on later lines that are indented more
    /// than `parent`.
    fn after_comment(&mut self, parent: usize, comment: crate::Span) -> Result<()> {
        while self.scanner.peek().is_some_and(is_newline) && self.peek_indentation()? > parent {
            while self.looking_at_double_newline() {
                self.expect_newline(false)?;
            }
            self.read_indentation()?;
            self.whitespace(false)?;
        }
        if self.scanner.peek().is_none_or(is_newline) {
            return Ok(());
        }
        let start = self.scanner.position;
        while self.scanner.peek().is_some_and(|byte| !is_newline(byte)) {
            self.scanner.position += 1;
        }
        let mut error = Error::at("Unexpected text after end of comment", self.scanner.span_from(start));
        error.label = Some("extra text".to_owned());
        error.secondary.push((comment, "comment".to_owned()));
        Err(error)
    }

    fn looking_at_double_newline(&self) -> bool {
        let newline = |ahead| self.scanner.peek_at(ahead).is_some_and(is_newline);
        match self.scanner.peek() {
            Some(b'\r') if self.scanner.peek_at(1) == Some(b'\n') => newline(2),
            Some(b'\r') => matches!(self.scanner.peek_at(1), Some(b'\r' | 0x0C)),
            Some(b'\n' | 0x0C) => newline(1),
            _ => false,
        }
    }

    fn read_indentation(&mut self) -> Result<usize> {
        let indentation = self.peek_indentation()?;
        self.indentation.current = indentation;
        if let Some((_, end)) = self.indentation.next.take() {
            self.scanner.position = end;
        }
        Ok(indentation)
    }

    /// The indentation of the next nonempty line, in spaces or tabs. 0 at the end of the file. Fails if the position is
    /// not at the end of a line, or if tabs and spaces are mixed.
    pub(super) fn peek_indentation(&mut self) -> Result<usize> {
        if let Some((next, _)) = self.indentation.next {
            return Ok(next);
        }
        if self.scanner.is_done() {
            self.indentation.next = Some((0, self.scanner.position));
            return Ok(0);
        }
        let start = self.scanner.position;
        if !self.scanner.peek().is_some_and(is_newline) {
            return self.scanner.fail("Expected newline.");
        }
        self.scanner.position += 1;
        let width = loop {
            let begin = self.scanner.position;
            self.scanner.spaces();
            if self.scanner.is_done() {
                self.indentation.next = Some((0, self.scanner.position));
                self.scanner.position = start;
                return Ok(0);
            }
            if !self.scanner.peek().is_some_and(is_newline) {
                break self.scanner.position - begin;
            }
            self.scanner.position += 1;
        };
        let blanks = self.scanner.since(self.scanner.position - width);
        self.check_indentation(blanks)?;
        if width > 0 {
            self.indentation.spaces.get_or_insert(blanks.contains(' '));
        }
        self.indentation.next = Some((width, self.scanner.position));
        self.scanner.position = start;
        Ok(width)
    }

    fn check_indentation(&mut self, blanks: &str) -> Result<()> {
        let message = match (blanks.contains('\t'), blanks.contains(' '), self.indentation.spaces) {
            (true, true, _) => "Tabs and spaces may not be mixed.",
            (true, false, Some(true)) => "Expected spaces, was tabs.",
            (false, true, Some(false)) => "Expected tabs, was spaces.",
            _ => return Ok(()),
        };
        self.scanner.fail_from(message, self.line_start())
    }

    fn line_start(&self) -> usize {
        self.scanner
            .bytes()
            .get(..self.scanner.position)
            .and_then(|before| before.iter().rposition(|byte| is_newline(*byte)))
            .map_or(0, |index| index + 1)
    }
}
