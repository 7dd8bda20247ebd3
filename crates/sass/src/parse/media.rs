//! Media queries, which are parsed as text with interpolation.

use super::buffer::Buffer;
use super::expression::Until;
use super::{Parser, Result};
use crate::syntax::{Expression, Interpolation};

impl Parser<'_> {
    pub(super) fn media_query_list(&mut self) -> Result<Interpolation> {
        let start = self.scanner.position;
        let mut buffer = Buffer::new();
        loop {
            self.whitespace(false)?;
            self.media_query(&mut buffer)?;
            self.whitespace(false)?;
            if !self.scanner.scan_byte(b',') {
                return Ok(buffer.finish(self.scanner.span_from(start)));
            }
            buffer.write(", ");
        }
    }

    fn media_query(&mut self, buffer: &mut Buffer) -> Result<()> {
        if self.scanner.peek() == Some(b'(') {
            self.media_in_parens(buffer)?;
            self.whitespace(false)?;
            return self.media_logic(buffer, false);
        }
        let first = self.interpolated_identifier()?;
        if is_word(&first, "not") {
            self.expect_whitespace(false)?;
            if !self.looking_at_interpolated_identifier() {
                buffer.write("not ");
                return self.media_or_interpolation(buffer);
            }
        }
        self.whitespace(false)?;
        buffer.add_interpolation(first);
        if !self.looking_at_interpolated_identifier() {
            return Ok(());
        }
        buffer.push(' ');
        let second = self.interpolated_identifier()?;
        if is_word(&second, "and") {
            self.expect_whitespace(false)?;
        } else {
            self.whitespace(false)?;
            buffer.add_interpolation(second);
            if !self.scanner.scan_identifier("and")? {
                return Ok(());
            }
            self.expect_whitespace(false)?;
            buffer.push(' ');
        }
        // dart-sass writes two spaces if `and` is the second word.
        buffer.write("and ");
        if self.scanner.scan_identifier("not")? {
            self.expect_whitespace(false)?;
            buffer.write("not ");
            return self.media_or_interpolation(buffer);
        }
        self.media_sequence(buffer, "and")
    }

    /// Parses `and …` or `or …` after a condition in parentheses. Does nothing if neither follows.
    fn media_logic(&mut self, buffer: &mut Buffer, newlines: bool) -> Result<()> {
        for word in ["and", "or"] {
            if self.scanner.scan_identifier(word)? {
                buffer.push(' ');
                buffer.write(word);
                buffer.push(' ');
                self.expect_whitespace(newlines)?;
                return self.media_sequence(buffer, word);
            }
        }
        Ok(())
    }

    fn media_sequence(&mut self, buffer: &mut Buffer, operator: &str) -> Result<()> {
        loop {
            self.media_or_interpolation(buffer)?;
            self.whitespace(false)?;
            if !self.scanner.scan_identifier(operator)? {
                return Ok(());
            }
            self.expect_whitespace(false)?;
            buffer.push(' ');
            buffer.write(operator);
            buffer.push(' ');
        }
    }

    fn media_or_interpolation(&mut self, buffer: &mut Buffer) -> Result<()> {
        if self.scanner.peek() == Some(b'#') {
            let (expression, span) = self.single_interpolation()?;
            buffer.add(expression, span);
            return Ok(());
        }
        self.media_in_parens(buffer)
    }

    fn media_in_parens(&mut self, buffer: &mut Buffer) -> Result<()> {
        if !self.scanner.scan_byte(b'(') {
            return self.scanner.fail("expected media condition in parentheses.");
        }
        buffer.push('(');
        self.whitespace(true)?;
        if self.scanner.peek() == Some(b'(') {
            self.nested(|parser| parser.media_in_parens(buffer))?;
            self.whitespace(true)?;
            self.media_logic(buffer, true)?;
        } else if self.scanner.scan_identifier("not")? {
            buffer.write("not ");
            self.expect_whitespace(true)?;
            self.nested(|parser| parser.media_or_interpolation(buffer))?;
        } else {
            self.media_feature(buffer)?;
        }
        self.scanner.expect_byte(b')')?;
        self.whitespace(false)?;
        buffer.push(')');
        Ok(())
    }

    fn media_feature(&mut self, buffer: &mut Buffer) -> Result<()> {
        self.comparison_operand(buffer)?;
        if self.scanner.scan_byte(b':') {
            self.whitespace(true)?;
            buffer.write(": ");
            let value = self.expression_with_newlines()?;
            add(buffer, value);
            return Ok(());
        }
        let Some(next @ (b'<' | b'>' | b'=')) = self.scanner.peek() else { return Ok(()) };
        self.comparison(buffer, next)?;
        if next != b'=' && self.scanner.peek() == Some(next) {
            self.comparison(buffer, next)?;
        }
        Ok(())
    }

    /// Parses a comparison operator and its right side.
    fn comparison(&mut self, buffer: &mut Buffer, operator: u8) -> Result<()> {
        self.scanner.position += 1;
        buffer.push(' ');
        buffer.push(operator as char);
        if operator != b'=' && self.scanner.scan_byte(b'=') {
            buffer.push('=');
        }
        buffer.push(' ');
        self.whitespace(true)?;
        self.comparison_operand(buffer)
    }

    fn comparison_operand(&mut self, buffer: &mut Buffer) -> Result<()> {
        let operand = self.expression_until(Until::Comparison)?;
        add(buffer, operand);
        Ok(())
    }
}

fn add(buffer: &mut Buffer, expression: Expression) {
    let span = expression.span;
    buffer.add(expression, span);
}

fn is_word(interpolation: &Interpolation, word: &str) -> bool {
    interpolation.as_plain().is_some_and(|plain| plain.eq_ignore_ascii_case(word))
}
