//! Conversion of values to text: as CSS in either style, and as shown by `meta.inspect()` and in messages.

mod calculation;
mod color;
mod number;
mod string;

use super::{Number, Value};
use crate::syntax::Separator;
use crate::{Error, Result, Style};
use hastie_sass_core::tree_size::check_text;

pub(crate) use string::{write_quoted, write_unquoted};

/// Appends values to a text, as CSS or as `inspect()` shows them.
pub(super) struct Writer<'a> {
    out: &'a mut String,
    /// The offset in `out` at which the value starts.
    start: usize,
    compressed: bool,
    /// Whether to write values that are not valid CSS, and numbers with all digits.
    inspect: bool,
    /// Whether to keep the quotes of strings.
    quote: bool,
}

impl Value {
    /// Appends the value as CSS. Without `quote`, strings have no quotes. Fails for values that CSS cannot express,
    /// such as maps.
    pub fn write_css(&self, out: &mut String, style: Style, quote: bool) -> Result<()> {
        Writer { start: out.len(), out, compressed: style == Style::Compressed, inspect: false, quote }.value(self)
    }

    /// The value as CSS, in expanded style.
    ///
    /// # Errors
    /// Fails for values that CSS cannot express, such as maps and functions.
    pub fn to_css(&self) -> Result<String> {
        let mut out = String::new();
        self.write_css(&mut out, Style::Expanded, true)?;
        Ok(out)
    }

    /// The result of `meta.inspect()`. Unlike in messages, a list of several items has no parentheses around it.
    #[must_use]
    pub fn meta_inspect(&self) -> String {
        let mut out = String::new();
        // Inspection does not fail.
        let _ = Writer::inspecting(&mut out).value(self);
        out
    }

    /// The value as shown in messages. Lists without square brackets are in parentheses.
    #[must_use]
    pub fn inspect(&self) -> String {
        let text = self.meta_inspect();
        match self.list_parts() {
            Some((items, separator, false))
                if items.len() > 1 || (items.len() == 1 && separator != Separator::Comma) =>
            {
                format!("({text})")
            }
            _ => text,
        }
    }
}

/// Encloses text in double quotes, or in single quotes if it contains double ones but no single ones. Escapes as
/// dart-sass does.
#[must_use]
pub(crate) fn quote(text: &str) -> String {
    let mut out = String::new();
    write_quoted(&mut out, text, false);
    out
}

impl<'a> Writer<'a> {
    fn inspecting(out: &'a mut String) -> Writer<'a> {
        Writer { start: out.len(), out, compressed: false, inspect: true, quote: true }
    }

    fn value(&mut self, value: &Value) -> Result<()> {
        match value {
            Value::Null if self.inspect => self.out.push_str("null"),
            Value::Null => {}
            Value::Bool(value) => self.out.push_str(if *value { "true" } else { "false" }),
            Value::Number(number) => self.number(number),
            Value::Color(color) => self.color(color),
            Value::String(string) if self.quote && string.quoted => {
                write_quoted(self.out, &string.text, self.compressed)
            }
            Value::String(string) => write_unquoted(self.out, &string.text, self.compressed),
            Value::List(list) => self.list(&list.items, list.separator, list.brackets)?,
            Value::ArgumentList(list) => self.list(&list.items, list.separator, false)?,
            Value::Map(map) => self.map(value, map)?,
            Value::Calculation(calculation) => self.calculation(calculation),
            Value::Function(function) => self.callable("get-function", function.name(), value)?,
            Value::Mixin(mixin) => self.callable("get-mixin", mixin.name(), value)?,
        }
        Ok(())
    }

    fn number(&mut self, number: &Number) {
        if let Some((numerator, denominator)) = number.as_slash() {
            self.number(numerator);
            self.out.push('/');
            self.number(denominator);
        } else if !number.value.is_finite() || number.has_complex_units() {
            self.out.push_str("calc(");
            self.calculation_number(number);
            self.out.push(')');
        } else {
            self.float(number.value);
            if let [unit] = number.numerators() {
                self.out.push_str(unit.name());
            }
        }
    }

    fn list(&mut self, items: &[Value], separator: Separator, brackets: bool) -> Result<()> {
        if brackets {
            self.out.push('[');
        } else if items.is_empty() {
            if !self.inspect {
                return Err(Error::message("() isn't a valid CSS value."));
            }
            self.out.push_str("()");
            return Ok(());
        }
        let single = self.inspect && items.len() == 1 && matches!(separator, Separator::Comma | Separator::Slash);
        if single && !brackets {
            self.out.push('(');
        }
        let mut first = true;
        for item in items {
            if !self.inspect && item.is_blank() {
                continue;
            }
            if !first {
                self.separator(separator);
                check_text(self.out.get(self.start..).unwrap_or(""))?;
            }
            first = false;
            let parens = self.inspect && needs_parens(separator, item);
            self.in_parens(parens, item)?;
        }
        if single {
            self.out.push(if separator == Separator::Comma { ',' } else { '/' });
            if !brackets {
                self.out.push(')');
            }
        }
        if brackets {
            self.out.push(']');
        }
        Ok(())
    }

    fn in_parens(&mut self, parens: bool, value: &Value) -> Result<()> {
        if parens {
            self.out.push('(');
        }
        self.value(value)?;
        if parens {
            self.out.push(')');
        }
        Ok(())
    }

    fn separator(&mut self, separator: Separator) {
        self.out.push_str(match (separator, self.compressed) {
            (Separator::Comma, false) => ", ",
            (Separator::Comma, true) => ",",
            (Separator::Slash, false) => " / ",
            (Separator::Slash, true) => "/",
            (Separator::Space, _) => " ",
            (Separator::Undecided, _) => "",
        });
    }

    fn map(&mut self, value: &Value, map: &super::Map) -> Result<()> {
        if !self.inspect {
            return Err(invalid(value));
        }
        self.out.push('(');
        for (index, (key, value)) in map.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.in_parens(is_comma_list(key), key)?;
            self.out.push_str(": ");
            self.in_parens(is_comma_list(value), value)?;
        }
        self.out.push(')');
        Ok(())
    }

    fn callable(&mut self, function: &str, name: &str, value: &Value) -> Result<()> {
        if !self.inspect {
            return Err(invalid(value));
        }
        self.out.push_str(function);
        self.out.push('(');
        write_quoted(self.out, name, self.compressed);
        self.out.push(')');
        Ok(())
    }

    fn comma(&mut self) {
        self.out.push_str(if self.compressed { "," } else { ", " });
    }

    fn optional_space(&mut self) {
        if !self.compressed {
            self.out.push(' ');
        }
    }
}

fn invalid(value: &Value) -> Box<Error> {
    Error::message(format!("{} isn't a valid CSS value.", value.inspect()))
}

fn is_comma_list(value: &Value) -> bool {
    matches!(value.list_parts(), Some((_, Separator::Comma, false)))
}

/// Whether a list element is a list that needs parentheses inside the outer list.
fn needs_parens(outer: Separator, item: &Value) -> bool {
    match item.list_parts() {
        Some((items, separator, false)) if items.len() > 1 => match outer {
            Separator::Comma => separator == Separator::Comma,
            Separator::Slash => matches!(separator, Separator::Comma | Separator::Slash),
            _ => separator != Separator::Undecided,
        },
        _ => false,
    }
}
