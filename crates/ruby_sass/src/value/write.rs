//! Conversion of values to text.

use super::number::{Number, nearly};
use super::text::quoted;
use super::{Color, List, Map, Separator, Text, Value};
use crate::error::{SassResult, SyntaxError};
use crate::lexical::{is_space, run};

/// Whether the strings in a value keep their quotes (`Css`) or lose them (`Plain`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The value as CSS shows it.
    Css,
    /// The value as CSS shows it, but without quotes around strings.
    Plain,
}

impl Value {
    /// Mirrors `to_s`: the value as CSS. Fails for values that CSS cannot express, such as maps, functions and empty
    /// lists without brackets. Also fails for a computed number with several units or a unit in the denominator.
    /// `compressed` is whether the output style is compressed.
    pub(crate) fn css(&self, form: Form, compressed: bool) -> SassResult<String> {
        Ok(match self {
            Value::Null => String::new(),
            Value::Bool(value) => value.to_string(),
            Value::Number(number) if number.written.is_some() || number.is_css() => number.text(compressed),
            Value::Color(color) => color.text(compressed),
            Value::Text(text) => text.css(form),
            Value::List(list) if list.bracketed || !list.items.is_empty() => list.css(form, compressed)?,
            Value::Number(_) | Value::List(_) | Value::Map(_) | Value::Function(_) => {
                return Err(SyntaxError::new(format!("{} isn't a valid CSS value.", self.inspect())));
            }
        })
    }

    /// The value as it would be written in SassScript. `compressed` is whether the output style is compressed.
    pub(crate) fn sass(&self, compressed: bool) -> String {
        match self {
            Value::Null => "null".to_owned(),
            Value::Bool(value) => value.to_string(),
            Value::Number(number) => number.text(compressed),
            Value::Color(color) => color.text(compressed),
            Value::Text(text) if text.quoted => quoted(&text.value, true),
            Value::Text(text) => text.css(Form::Plain),
            Value::List(list) => list.sass(compressed),
            Value::Map(map) => map.sass(compressed),
            Value::Function(function) => format!("get-function(\"{}\")", function.name),
        }
    }

    /// The value as messages show it. Unlike `Value::css`, this works for all values.
    pub(crate) fn inspect(&self) -> String {
        match self {
            Value::Color(color) => color.inspect(),
            Value::Text(text) => quoted(&text.value, false),
            Value::List(list) => {
                let (open, close) = if list.bracketed { ('[', ']') } else { ('(', ')') };
                let items: Vec<String> = list.items.iter().map(Value::inspect).collect();
                format!("{open}{}{close}", items.join(list.separator_text(false)))
            }
            other => other.sass(false),
        }
    }
}

impl Text {
    fn css(&self, form: Form) -> String {
        if self.quoted && form == Form::Css {
            return quoted(&self.value, false);
        }
        if !self.value.contains('\n') {
            return self.value.to_string();
        }
        let mut out = String::with_capacity(self.value.len());
        let mut rest = &*self.value;
        while let Some(position) = rest.find('\n') {
            out.push_str(&rest[..position]);
            out.push(' ');
            rest = &rest[run(rest, position, is_space)..];
        }
        out.push_str(rest);
        out
    }
}

impl Color {
    pub(crate) fn text(&self, compressed: bool) -> String {
        if compressed {
            return self.smallest();
        }
        match (&self.written, self.name()) {
            (Some(written), _) => written.to_string(),
            (None, _) if nearly(self.alpha, 0.0) => self.rgba(false),
            (None, Some(name)) => name.to_owned(),
            (None, None) => self.inspect(),
        }
    }

    fn inspect(&self) -> String {
        if self.alpha < 1.0 { self.rgba(false) } else { self.hex() }
    }

    fn smallest(&self) -> String {
        let explicit = if self.alpha < 1.0 { self.rgba(true) } else { shortened(self.hex()) };
        let candidates = [self.written.as_deref(), self.name(), Some(&explicit)];
        let smallest = candidates.into_iter().flatten().min_by_key(|text| text.chars().count());
        smallest.unwrap_or_default().to_owned()
    }

    fn rgba(&self, compressed: bool) -> String {
        let [red, green, blue] = self.rgb();
        let gap = if compressed { "," } else { ", " };
        let alpha = Number::digits(self.alpha);
        format!("rgba({red}{gap}{green}{gap}{blue}{gap}{alpha})")
    }

    /// The color as `#` and six hexadecimal digits, without alpha.
    pub(crate) fn hex(&self) -> String {
        let [red, green, blue] = self.rgb();
        format!("#{red:02x}{green:02x}{blue:02x}")
    }
}

fn shortened(hex: String) -> String {
    match hex.as_bytes() {
        [b'#', r, r2, g, g2, b, b2] if r == r2 && g == g2 && b == b2 => {
            ['#', *r as char, *g as char, *b as char].iter().collect()
        }
        _ => hex,
    }
}

impl List {
    fn separator_text(&self, compressed: bool) -> &'static str {
        match self.separator {
            Some(Separator::Space) => " ",
            _ if compressed => ",",
            _ => ", ",
        }
    }

    fn css(&self, form: Form, compressed: bool) -> SassResult<String> {
        let mut out = String::new();
        let mut first = true;
        for item in &self.items {
            if item.is_null() || matches!(item, Value::List(list) if list.items.is_empty()) {
                continue;
            }
            if !first {
                out.push_str(self.separator_text(compressed));
            }
            first = false;
            out.push_str(&item.css(form, compressed)?);
        }
        Ok(if self.bracketed { format!("[{out}]") } else { out })
    }

    fn sass(&self, compressed: bool) -> String {
        let (open, close) = if self.bracketed { ("[", "]") } else { ("(", ")") };
        if self.items.is_empty() {
            return format!("{open}{close}");
        }
        let items: Vec<String> = self
            .items
            .iter()
            .map(|item| {
                let text = item.sass(compressed);
                if self.wraps(item) { format!("({text})") } else { text }
            })
            .collect();
        match &items[..] {
            [only] if self.separator == Some(Separator::Comma) => format!("{open}{only},{close}"),
            items => {
                let text = items.join(self.separator_text(false));
                if self.bracketed { format!("[{text}]") } else { text }
            }
        }
    }

    /// Whether an element needs parentheses inside of this list.
    fn wraps(&self, item: &Value) -> bool {
        let Value::List(inner) = item else { return false };
        let is_space = |separator: Option<Separator>| separator != Some(Separator::Comma);
        inner.items.len() > 1 && !inner.bracketed && (!is_space(inner.separator) || is_space(self.separator))
    }
}

impl Map {
    fn sass(&self, compressed: bool) -> String {
        let side = |value: &Value| match value {
            Value::List(list) if list.separator == Some(Separator::Comma) => format!("({})", value.sass(compressed)),
            value => value.sass(compressed),
        };
        if self.is_empty() {
            return "()".to_owned();
        }
        let pairs: Vec<String> = self.pairs().map(|(key, value)| format!("{}: {}", side(key), side(value))).collect();
        format!("({})", pairs.join(", "))
    }
}
