//! Functions of CSS whose arguments are not SassScript: `url()`, `element()`, `progid:…()` and others.

use super::buffer::Buffer;
use super::scanner::{is_whitespace, unvendor};
use super::string::string_expression;
use super::text::ValueOptions;
use super::{Parser, Result};
use crate::Deprecation;
use crate::syntax::{Arguments, Expression, ExpressionKind, Interpolation};

impl Parser<'_> {
    /// A special function, whose name in lower case has been read.
    pub(super) fn try_special_function(&mut self, name: &str, start: usize) -> Result<Option<Expression>> {
        let normalized = unvendor(name);
        let vendored = normalized.len() != name.len();
        let mut buffer = match normalized {
            "type" if !vendored && self.scan_byte(b'(') => Buffer::with("type("),
            "expression" if vendored && self.scan_byte(b'(') => {
                return self.vendored_expression(name, start).map(Some);
            }
            "calc" if vendored && self.scan_byte(b'(') => Buffer::with(&format!("{name}(")),
            "expression" | "element" if self.scan_byte(b'(') => Buffer::with(&format!("{name}(")),
            "progid" if self.scan_byte(b':') => {
                let mut buffer = Buffer::with(&format!("{name}:"));
                let rest = self.pos;
                while self.peek().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'.') {
                    self.pos += 1;
                }
                buffer.write(self.slice(rest));
                self.expect_byte(b'(')?;
                buffer.push('(');
                buffer
            }
            "url" => {
                let contents = self.try_url_contents(start, None, vendored)?;
                return Ok(contents.map(|contents| string_expression(contents, false)));
            }
            _ => return Ok(None),
        };
        self.close_special(&mut buffer)?;
        Ok(Some(string_expression(buffer.finish(self.span_from(start)), false)))
    }

    fn close_special(&mut self, buffer: &mut Buffer) -> Result<()> {
        let options = ValueOptions { allow_empty: true, ..ValueOptions::default() };
        buffer.add_interpolation(self.declaration_value(options)?);
        self.expect_byte(b')')?;
        buffer.push(')');
        Ok(())
    }

    /// `-ms-expression(…)`
    fn vendored_expression(&mut self, name: &str, start: usize) -> Result<Expression> {
        let before = self.pos;
        let parsed = self.whitespace(true).and_then(|()| {
            if self.scan_byte(b')') {
                return Ok(());
            }
            self.expression()?;
            self.expect_byte(b')')
        });
        self.pos = before;
        let mut buffer = Buffer::with(&format!("{name}("));
        self.close_special(&mut buffer)?;
        if parsed.is_err() {
            let message = "Vendor-prefixed expression() functions will no longer have special parsing in a future \
                           release of Dart Sass.";
            self.warn(Some(Deprecation::FunctionName), message, self.span_from(start));
        }
        Ok(string_expression(buffer.finish(self.span_from(start)), false))
    }

    /// The contents of `url(...)`, unless they are SassScript. The name has been read.
    pub(super) fn try_url_contents(
        &mut self,
        start: usize,
        name: Option<&str>,
        _vendored: bool,
    ) -> Result<Option<Interpolation>> {
        let before = self.pos;
        if !self.scan_byte(b'(') {
            return Ok(None);
        }
        self.blanks(true);
        let mut buffer = Buffer::with(name.unwrap_or("url"));
        buffer.push('(');
        loop {
            match self.peek() {
                Some(b'\\') => {
                    let mut text = String::new();
                    self.escape(false, &mut text)?;
                    buffer.write(&text);
                }
                Some(b'#') if self.peek_at(1) == Some(b'{') => {
                    let (expression, span) = self.single_interpolation()?;
                    buffer.add(expression, span);
                }
                Some(b'!' | b'%' | b'&' | b'#' | b'*'..=b'~' | 0x80..) => buffer.push(self.read()?),
                Some(byte) if is_whitespace(byte) => {
                    self.blanks(true);
                    if self.peek() != Some(b')') {
                        break;
                    }
                }
                Some(b')') => {
                    self.pos += 1;
                    buffer.push(')');
                    return Ok(Some(buffer.finish(self.span_from(start))));
                }
                _ => break,
            }
        }
        self.pos = before;
        Ok(None)
    }

    /// `url(…)` in an `@import`, which may also be a function call.
    pub(super) fn dynamic_url(&mut self) -> Result<Expression> {
        let start = self.pos;
        self.expect_identifier("url", None)?;
        if let Some(contents) = self.try_url_contents(start, None, false)? {
            return Ok(string_expression(contents, false));
        }
        let name = Interpolation::plain("url", self.span_from(start));
        let arguments: Arguments = self.arguments(false, false)?;
        let kind = ExpressionKind::InterpolatedFunction(Box::new((name, arguments)));
        Ok(Expression { kind, span: self.span_from(start) })
    }
}
