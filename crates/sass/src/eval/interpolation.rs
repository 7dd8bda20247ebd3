//! Interpolation: text that contains expressions.

use super::Evaluator;
use crate::css::CssText;
use crate::scanner::SpanMap;
use crate::syntax::{Expression, Interpolation, Part, Printer};
use crate::value::Value;
use crate::{Result, Style};
use hastie_sass_core::tree_size::TreeSize;
use std::sync::Arc;

/// The maximum length of an interpolated text, in bytes.
const MAX_TEXT: usize = 64 << 20;

/// The maximum size of a buffer that is kept for reuse, in bytes.
const KEPT_BUFFER: usize = 64 << 10;

/// The way in which an interpolation writes values. It differs for colors and strings.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ValueFormat {
    /// All values are written as CSS.
    Css,
    /// All values are written as CSS, with a warning about colors that have a name. In names and selectors, a color is
    /// probably a mistake.
    CssInName,
    /// Strings are written unchanged, and all other values as CSS.
    RawStrings,
}

impl Evaluator<'_> {
    /// The text of an interpolation, with its values written as CSS.
    pub(super) fn interpolate(&mut self, interpolation: &Interpolation) -> Result<Arc<str>> {
        if let Some(plain) = interpolation.as_plain() {
            return Ok(Arc::clone(plain));
        }
        self.interpolated(interpolation, None, ValueFormat::Css)
    }

    /// Evaluates an interpolation with expressions, using a recycled buffer.
    fn interpolated(
        &mut self,
        interpolation: &Interpolation,
        map: Option<&mut SpanMap>,
        format: ValueFormat,
    ) -> Result<Arc<str>> {
        let mut buffer = self.buffers.pop().unwrap_or_default();
        self.interpolate_into(interpolation, &mut buffer, map, format)?;
        self.count_work(TreeSize::of_text(buffer.len()).nodes(), interpolation.span)?;
        let text = buffer.as_str().into();
        if buffer.capacity() <= KEPT_BUFFER {
            buffer.clear();
            self.buffers.push(buffer);
        }
        Ok(text)
    }

    /// Evaluates an interpolation, and maps the result's offsets to the source. Warns about inserted colors that have a
    /// CSS name, such as `red` or `#f00`.
    pub(super) fn interpolate_with_map(&mut self, interpolation: &Interpolation) -> Result<(Arc<str>, SpanMap)> {
        if let Some(plain) = interpolation.as_plain() {
            return Ok((Arc::clone(plain), SpanMap::literal(interpolation.span)));
        }
        let mut map = SpanMap::interpolated(interpolation.span, self.source(interpolation.span.source));
        let text = self.interpolated(interpolation, Some(&mut map), ValueFormat::CssInName)?;
        Ok((text, map))
    }

    fn interpolate_into(
        &mut self,
        interpolation: &Interpolation,
        text: &mut String,
        mut map: Option<&mut SpanMap>,
        format: ValueFormat,
    ) -> Result<()> {
        let outer = std::mem::replace(&mut self.in_supports_declaration, false);
        for part in &interpolation.parts {
            match part {
                Part::Text(literal) => {
                    text.push_str(literal);
                    if let Some(map) = map.as_deref_mut() {
                        map.text(text.len());
                    }
                }
                Part::Expression(expression, _) => {
                    self.write_unquoted(expression, text, format)?;
                    if let Some(map) = map.as_deref_mut() {
                        map.expression(text.len(), expression.span);
                    }
                }
            }
            if text.len() > MAX_TEXT {
                return Err(self.error("Texts are too long.", interpolation.span));
            }
        }
        self.in_supports_declaration = outer;
        Ok(())
    }

    /// Appends the value of an expression to `text`. Strings lose their quotes.
    fn write_unquoted(&mut self, expression: &Expression, text: &mut String, format: ValueFormat) -> Result<()> {
        let raw = format == ValueFormat::RawStrings;
        let value = self.expression(expression)?;
        if let (ValueFormat::CssInName, Value::Color(color)) = (format, &value)
            && let Some(name) = color.keyword()
        {
            self.warn_color_name(name, &value, expression);
        }
        match value {
            // Serialization changes only line breaks and non-ASCII characters.
            Value::String(string) if raw || string.text.bytes().all(|byte| byte.is_ascii() && byte != b'\n') => {
                text.push_str(&string.text);
            }
            value => self.at(expression.span, value.write_css(text, Style::Expanded, false))?,
        }
        Ok(())
    }

    /// Warns about a color that is used as a name.
    #[cold]
    fn warn_color_name(&mut self, name: &str, value: &Value, expression: &Expression) {
        let shown = value.inspect();
        let source = |span| self.span_text(span);
        let alternative = Printer { source: &source }.added_to_empty_string(expression);
        let message = format!(
            "You probably don't mean to use the color value {name} in interpolation here.\nIt may end up represented \
             as {shown}, which will likely produce invalid CSS.\nAlways quote color names when using them as strings \
             or map keys (for example, \"{name}\").\nIf you really want to use the color value here, use \
             '{alternative}'."
        );
        self.warn(None, message, expression.span);
    }

    /// The text that a string expression evaluates to, without its quotes. Inserted strings keep their line breaks,
    /// which other interpolations replace by spaces.
    pub(super) fn string_text(&mut self, interpolation: &Interpolation) -> Result<Arc<str>> {
        self.interpolated(interpolation, None, ValueFormat::RawStrings)
    }

    pub(super) fn css_text(&mut self, interpolation: &Interpolation) -> Result<CssText> {
        Ok(CssText { text: self.interpolate(interpolation)?, span: interpolation.span })
    }

    /// The text of a property's name. Warns about inserted colors that have a CSS name, such as `red` or `#f00`.
    pub(super) fn property_text(&mut self, interpolation: &Interpolation) -> Result<CssText> {
        if interpolation.as_plain().is_some() {
            return self.css_text(interpolation);
        }
        let text = self.interpolated(interpolation, None, ValueFormat::CssInName)?;
        Ok(CssText { text, span: interpolation.span })
    }

    /// The text of an interpolation without surrounding whitespace. Warns about inserted colors that have a CSS name,
    /// such as `red` or `#f00`.
    pub(super) fn trimmed_css_text(&mut self, interpolation: &Interpolation) -> Result<CssText> {
        let text = self.property_text(interpolation)?.text;
        let trimmed = trimmed_whitespace(&text);
        let text = if trimmed.len() == text.len() { text } else { trimmed.into() };
        Ok(CssText { text, span: interpolation.span })
    }

    /// Evaluates an expression and returns its value as CSS in the expanded style. Without `quote`, strings have no
    /// quotes.
    pub(super) fn expression_css(&mut self, expression: &Expression, quote: bool) -> Result<String> {
        let value = self.expression(expression)?;
        let mut text = String::new();
        self.at(expression.span, value.write_css(&mut text, Style::Expanded, quote))?;
        Ok(text)
    }
}

/// Trims ASCII whitespace at both ends. If the trimmed text ends with a backslash, keeps the whitespace character after
/// the backslash, because both are one escape.
pub(super) fn trimmed_whitespace(text: &str) -> &str {
    let is_space = |char: char| matches!(char, ' ' | '\t' | '\n' | '\r' | '\u{c}');
    let text = text.trim_start_matches(is_space);
    let trimmed = text.trim_end_matches(is_space);
    if trimmed.len() < text.len() && trimmed.ends_with('\\') {
        // The first whitespace character belongs to the escape.
        return text.get(..trimmed.len() + 1).unwrap_or(text);
    }
    trimmed
}
