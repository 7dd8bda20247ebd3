//! CSS functions with special syntax: `url()`, `element()`, `progid:…()` and others.

use super::arguments::CallKind;
use super::buffer::Buffer;
use super::string::string_expression;
use super::text::ValueOptions;
use super::{Parser, Result};
use crate::Deprecation;
use crate::scanner::{is_whitespace, unvendor};
use crate::syntax::{Arguments, Expression, ExpressionKind, Interpolation, Printer, is_plain_css};

impl Parser<'_> {
    /// Parses a function whose arguments are not SassScript, such as `element()`. Its name has been read, and `name` is
    /// in lower case. `None` for all other functions, and for `url()` with SassScript in it.
    pub(super) fn try_special_function(&mut self, name: &str, start: usize) -> Result<Option<Expression>> {
        let normalized = unvendor(name);
        let vendored = normalized.len() != name.len();
        let mut buffer = match normalized {
            "type" if !vendored && self.scanner.scan_byte(b'(') => Buffer::with("type("),
            "expression" if vendored && self.scanner.scan_byte(b'(') => {
                return self.vendored_expression(name, start).map(Some);
            }
            "calc" if vendored && self.scanner.scan_byte(b'(') => Buffer::with(&format!("{name}(")),
            "expression" | "element" if self.scanner.scan_byte(b'(') => Buffer::with(&format!("{name}(")),
            "progid" if self.scanner.scan_byte(b':') => {
                let mut buffer = Buffer::with(&format!("{name}:"));
                let rest = self.scanner.position;
                while self.scanner.peek().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'.') {
                    self.scanner.position += 1;
                }
                buffer.write(self.scanner.since(rest));
                self.scanner.expect_byte(b'(')?;
                buffer.push('(');
                self.close_special(&mut buffer)?;
                let text = buffer.finish(self.scanner.span_from(start));
                if vendored {
                    let what = "Vendor-prefixed progid:...() functions will no longer be supported in a future \
                                release of Dart Sass. To preserve current behavior:";
                    self.warn_vendored(what, "", &text, start);
                }
                return Ok(Some(string_expression(text, false)));
            }
            "url" => {
                let contents = self.try_url_contents(start, None, vendored)?;
                return Ok(contents.map(|contents| string_expression(contents, false)));
            }
            _ => return Ok(None),
        };
        self.close_special(&mut buffer)?;
        Ok(Some(string_expression(buffer.finish(self.scanner.span_from(start)), false)))
    }

    fn close_special(&mut self, buffer: &mut Buffer) -> Result<()> {
        let options = ValueOptions { allow_empty: true, ..ValueOptions::default() };
        buffer.add_interpolation(self.declaration_value(options)?);
        self.scanner.expect_byte(b')')?;
        buffer.push(')');
        Ok(())
    }

    /// Parses a call such as `-ms-expression(…)` after its `(`. The argument is plain text.
    fn vendored_expression(&mut self, name: &str, start: usize) -> Result<Expression> {
        let before = self.scanner.position;
        let parsed = self.whitespace(true).and_then(|()| {
            if self.scanner.scan_byte(b')') {
                return Ok(true);
            }
            let argument = self.expression()?;
            self.scanner.expect_byte(b')')?;
            Ok(is_plain_css(&argument))
        });
        self.scanner.position = before;
        let value = self.declaration_value(ValueOptions { allow_empty: true, ..ValueOptions::default() })?;
        let mut buffer = Buffer::with(&format!("{name}("));
        buffer.add_interpolation(value.clone());
        self.scanner.expect_byte(b')')?;
        buffer.push(')');
        let future = match parsed {
            Ok(true) => None,
            Ok(false) => Some("be parsed as SassScript"),
            Err(_) => Some("no longer be valid syntax"),
        };
        if let Some(future) = future {
            let what = format!(
                "Vendor-prefixed expression() functions will no longer have special parsing in a future release of Dart \
                 Sass. Once that happens, this argument will {future}. To preserve current behavior:"
            );
            self.warn_vendored(&what, name, &value, start);
        }
        Ok(string_expression(buffer.finish(self.scanner.span_from(start)), false))
    }

    /// Warns about a vendor-prefixed function with special parsing, and suggests a string instead.
    fn warn_vendored(&mut self, what: &str, name: &str, text: &Interpolation, start: usize) {
        let source = |span| self.span_text(span).to_owned();
        let quoted = Printer { source: &source }.quoted(text);
        let advice = if name.is_empty() { format!("#{{{quoted}}}") } else { format!("{name}(#{{{quoted}}})") };
        let message = format!("{what}\n\n{advice}\n\nMore info: https://sass-lang.com/d/function-name");
        self.warn(Some(Deprecation::FunctionName), message, self.scanner.span_from(start));
    }

    /// Parses the contents of `url(…)` as plain text. The name has already been read. `None` if the contents are
    /// SassScript, or if no `(` follows. The result starts with `name`, or with `url` if `name` is `None`. With
    /// `vendored`, warns if the contents are not valid SassScript.
    pub(super) fn try_url_contents(
        &mut self,
        start: usize,
        name: Option<&str>,
        vendored: bool,
    ) -> Result<Option<Interpolation>> {
        let before = self.scanner.position;
        if !self.scanner.scan_byte(b'(') {
            return Ok(None);
        }
        let contents = self.scanner.position;
        let invalid = vendored && self.expression().is_err();
        self.scanner.position = contents;
        self.blanks(true);
        let mut buffer = Buffer::with(name.unwrap_or("url"));
        buffer.push('(');
        loop {
            match self.scanner.peek() {
                Some(b'\\') => self.escape_into(&mut buffer)?,
                Some(b'#') if self.scanner.peek_at(1) == Some(b'{') => self.interpolation_into(&mut buffer)?,
                Some(b'!' | b'%' | b'&' | b'#' | b'*'..=b'~' | 0x80..) => buffer.push(self.scanner.read()?),
                Some(byte) if is_whitespace(byte) => {
                    self.blanks(true);
                    if self.scanner.peek() != Some(b')') {
                        break;
                    }
                }
                Some(b')') => {
                    self.scanner.position += 1;
                    buffer.push(')');
                    let text = buffer.finish(self.scanner.span_from(start));
                    if invalid {
                        // dart-sass shows `null` as the name.
                        let what = "Vendor-prefixed url() functions will no longer have special parsing in a future \
                                    release of Dart Sass. Once that happens, this argument will be parsed as \
                                    SassScript. To preserve current behavior:";
                        self.warn_vendored(what, name.unwrap_or("null"), &text, start);
                    }
                    return Ok(Some(text));
                }
                _ => break,
            }
        }
        self.scanner.position = before;
        Ok(None)
    }

    /// Parses `url(…)` in an `@import`: unquoted text, or a call with SassScript arguments.
    pub(super) fn dynamic_url(&mut self) -> Result<Expression> {
        let start = self.scanner.position;
        self.scanner.expect_identifier("url", None)?;
        if let Some(contents) = self.try_url_contents(start, None, false)? {
            return Ok(string_expression(contents, false));
        }
        let name = Interpolation::plain("url", self.scanner.span_from(start));
        let arguments: Arguments = self.arguments(CallKind::Function)?;
        let kind = ExpressionKind::InterpolatedFunction(Box::new((name, arguments)));
        Ok(Expression { kind, span: self.scanner.span_from(start) })
    }
}
