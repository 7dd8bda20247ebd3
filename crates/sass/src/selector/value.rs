//! Selectors as values of Sass, and values as selectors.

use super::{Combinators, Complex, Compound, Parsed, SelectorList, SelectorOptions, parse_compound, parse_list};
use crate::prelude::SpanMap;
use crate::report::{Glyphs, report};
use crate::syntax::Separator;
use crate::value::{List, Value};
use crate::{Error, Result, Sources};

impl SelectorList {
    /// The list of lists of strings that `&` and `selector.parse()` give.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let components = self.components().iter().map(complex_value).collect();
        List::new(components, Separator::Comma).into()
    }
}

fn complex_value(complex: &Complex) -> Value {
    let signs = |combinators: &Combinators| -> Vec<Value> {
        combinators.as_slice().iter().map(|combinator| Value::unquoted(combinator.sign().to_string())).collect()
    };
    let mut parts = signs(complex.leading());
    for component in complex.components() {
        parts.push(Value::unquoted(component.compound.to_string()));
        parts.append(&mut signs(&component.combinators));
    }
    List::new(parts, Separator::Space).into()
}

impl Value {
    /// The selector that a string or list means. `name` is the parameter that errors speak of.
    ///
    /// # Errors
    /// If it means none.
    pub(crate) fn assert_selector(&self, name: Option<&str>, allow_parent: bool) -> Result<Parsed> {
        let text = self.selector_text(name)?;
        let options = SelectorOptions { allow_parent, plain_css: false };
        let sources = Sources::default();
        parse_list(&text, &SpanMap::anonymous(), options, &sources).map_err(|error| about(name, &error, &sources))
    }

    /// The compound selector that a string means. `name` is the parameter that errors speak of.
    ///
    /// # Errors
    /// If it means none.
    pub(crate) fn assert_compound_selector(&self, name: Option<&str>) -> Result<Compound> {
        let text = self.selector_text(name)?;
        let options = SelectorOptions { allow_parent: false, plain_css: false };
        let sources = Sources::default();
        parse_compound(&text, &SpanMap::anonymous(), options, &sources).map_err(|error| about(name, &error, &sources))
    }

    fn selector_text(&self, name: Option<&str>) -> Result<String> {
        selector_text(self).ok_or_else(|| {
            Error::message(with_name(
                name,
                &format!(
                    "{} is not a valid selector: it must be a string,\na list of strings, or a list of lists of strings.",
                    self.inspect()
                ),
            ))
        })
    }
}

fn with_name(name: Option<&str>, message: &str) -> String {
    match name {
        Some(name) => format!("${name}: {message}"),
        None => message.to_owned(),
    }
}

/// The error of a selector that was made by a function: its message contains the whole report.
fn about(name: Option<&str>, error: &Error, sources: &Sources) -> Box<Error> {
    let text = report(error, sources, Glyphs::Unicode);
    Error::message(with_name(name, text.strip_prefix("Error: ").unwrap_or(&text)))
}

fn selector_text(value: &Value) -> Option<String> {
    if let Value::String(string) = value {
        return Some(string.text.to_string());
    }
    if !matches!(value, Value::List(_) | Value::ArgumentList(_)) {
        return None;
    }
    let items = value.as_list();
    if items.is_empty() {
        return None;
    }
    let comma = match value.separator() {
        Separator::Slash => return None,
        separator => separator == Separator::Comma,
    };
    let part = |item: &Value| match item {
        Value::String(string) => Some(string.text.to_string()),
        Value::List(list) if comma && list.separator == Separator::Space => selector_text(item),
        _ => None,
    };
    let parts: Option<Vec<String>> = items.iter().map(part).collect();
    Some(parts?.join(if comma { ", " } else { " " }))
}
