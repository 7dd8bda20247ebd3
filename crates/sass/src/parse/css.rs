//! Parsing rules that are specific to plain CSS.

use super::buffer::Buffer;
use super::{Parser, Result};
use crate::Symbol;
use crate::syntax::{
    Arguments, Expression, ExpressionKind, FunctionCall, Import, ImportRule, Interpolation, Statement,
};

/// Global Sass functions that are also CSS functions.
const CSS_FUNCTIONS: [&str; 19] = [
    "abs",
    "alpha",
    "color",
    "grayscale",
    "hsl",
    "hsla",
    "hwb",
    "invert",
    "lab",
    "lch",
    "max",
    "min",
    "oklab",
    "oklch",
    "opacity",
    "rgb",
    "rgba",
    "round",
    "saturate",
];

impl Parser<'_> {
    pub(super) fn css_at_rule(&mut self) -> Result<Statement> {
        let start = self.scanner.position;
        self.scanner.expect_byte(b'@')?;
        let name = self.interpolated_identifier()?;
        self.whitespace(true)?;
        let plain = name.as_plain().cloned().unwrap_or_else(|| "".into());
        match &*plain {
            "at-root" | "content" | "debug" | "each" | "error" | "extend" | "for" | "if" | "include" | "mixin"
            | "return" | "warn" | "while" => self.css_forbidden(start),
            "import" => self.css_import(start),
            "function" => {
                self.whitespace(true)?;
                if !self.scanner.matches("--") {
                    return self.css_forbidden(start);
                }
                self.unknown_at_rule(start, name)
            }
            "media" => self.media_rule(start),
            "-moz-document" => self.moz_document_rule(start, name),
            "supports" => self.supports_rule(start),
            _ => self.unknown_at_rule(start, name),
        }
    }

    fn css_forbidden(&mut self, start: usize) -> Result<Statement> {
        self.almost_any_value(false)?;
        self.scanner.fail_from("This at-rule isn't allowed in plain CSS.", start)
    }

    fn css_import(&mut self, start: usize) -> Result<Statement> {
        let url_start = self.scanner.position;
        let url = if matches!(self.scanner.peek(), Some(b'u' | b'U')) {
            let url = self.dynamic_url()?;
            match super::string::unquoted_text(&url) {
                Some(text) => text,
                None => css_url(url),
            }
        } else {
            self.interpolated_string_token()?
        };
        self.whitespace(true)?;
        let modifiers = self.try_import_modifiers()?;
        self.expect_statement_separator(Some("@import rule"))?;
        let imports = Box::new([Import::Static { url, modifiers, span: self.scanner.span_from(url_start) }]);
        Ok(Statement::Import(Box::new(ImportRule { imports, span: self.scanner.span_from(start) })))
    }

    pub(super) fn css_parentheses(&mut self) -> Result<Expression> {
        let start = self.scanner.position;
        self.scanner.expect_byte(b'(')?;
        self.whitespace(true)?;
        let inner = self.expression_until_comma(false)?;
        self.scanner.expect_byte(b')')?;
        Ok(Expression { kind: ExpressionKind::Parenthesized(Box::new(inner)), span: self.scanner.span_from(start) })
    }

    pub(super) fn css_identifier_like(&mut self) -> Result<Expression> {
        let start = self.scanner.position;
        let identifier = self.interpolated_identifier()?;
        let plain = identifier.as_plain().cloned().unwrap_or_else(|| "".into());
        let name_span = identifier.span;
        let lower = plain.to_ascii_lowercase();
        if let Some(special) = self.try_special_function(&lower, start)? {
            return Ok(special);
        }
        let before_arguments = self.scanner.position;
        if self.scanner.scan_byte(b'.') {
            let expression = self.namespaced(&plain, start)?;
            let (from, to) = (expression.span.start as usize, expression.span.end as usize);
            return self.scanner.fail_at("Module namespaces aren't allowed in plain CSS.", from, to);
        }
        if lower == "if" && self.scanner.peek() == Some(b'(') {
            return self.if_expression(start);
        }
        if !self.scanner.scan_byte(b'(') {
            return Ok(Expression { kind: ExpressionKind::PlainString(plain, false), span: name_span });
        }
        let positional = self.css_arguments(lower == "var")?;
        let name = Symbol::normalized(&plain);
        let disallowed = crate::functions::global(name).is_some() && !CSS_FUNCTIONS.contains(&&*plain);
        if disallowed {
            return self.scanner.fail_from("This function isn't allowed in plain CSS.", start);
        }
        let arguments = Arguments {
            positional: positional.into(),
            named: Box::new([]),
            rest: None,
            keyword_rest: None,
            span: self.scanner.span_from(before_arguments),
        };
        let call = FunctionCall::new(None, plain, name_span, arguments);
        Ok(Expression { kind: ExpressionKind::Function(Box::new(call)), span: self.scanner.span_from(start) })
    }

    fn css_arguments(&mut self, allow_empty_second: bool) -> Result<Vec<Expression>> {
        let mut arguments = Vec::new();
        if self.scanner.scan_byte(b')') {
            return Ok(arguments);
        }
        loop {
            self.whitespace(true)?;
            if allow_empty_second && arguments.len() == 1 && self.scanner.peek() == Some(b')') {
                let kind = ExpressionKind::PlainString("".into(), false);
                arguments.push(Expression { kind, span: self.scanner.span_from(self.scanner.position) });
                break;
            }
            arguments.push(self.expression_until_comma(true)?);
            self.whitespace(true)?;
            if !self.scanner.scan_byte(b',') {
                break;
            }
        }
        self.scanner.expect_byte(b')')?;
        Ok(arguments)
    }
}

/// Converts `url("…")` to text. Any other expression becomes an interpolation.
fn css_url(url: Expression) -> Interpolation {
    let span = url.span;
    let mut buffer = Buffer::new();
    match url.kind {
        ExpressionKind::InterpolatedFunction(call) => {
            let (name, arguments) = *call;
            buffer.add_interpolation(name);
            buffer.push('(');
            if let Some(Expression { kind: ExpressionKind::PlainString(text, quoted), .. }) =
                arguments.positional.first()
            {
                if *quoted {
                    buffer.write(&crate::value::quote(text));
                } else {
                    buffer.write(text);
                }
            }
            buffer.push(')');
        }
        kind => buffer.add(Expression { kind, span }, span),
    }
    buffer.finish(span)
}
