//! SassScript values: types, equality, operators and output. Mirrors dart-sass's `value`.
//!
//! [`Value`] has a variant for each type, and each type has a file of its own. `operators` implements the operators,
//! `equality` the operator `==`, and `write` the conversion to CSS. `fuzzy` compares numbers, and `size` limits their
//! size.
//!
//! Cloning a value is cheap. Errors have no span, which the evaluator adds.

pub(crate) mod calculation;
pub(crate) mod color;
mod equality;
pub(crate) mod fuzzy;
mod identity;
pub(crate) mod javascript;
mod list;
mod map;
pub(crate) mod math;
mod number;
mod operators;
mod size;
mod string;
mod unit;
mod write;

pub(crate) use calculation::Calculation;
pub(crate) use color::Color;
pub(crate) use list::{ArgumentList, List};
pub(crate) use map::Map;
pub(crate) use number::Number;
pub(crate) use operators::{binary, unary};
pub(crate) use string::SassString;
pub(crate) use unit::Unit;
pub(crate) use write::quote;

use crate::syntax::Separator;
use crate::{Callable, Error, Result};
use std::borrow::Cow;
use std::rc::Rc;

/// The result of a SassScript expression, such as `1px` or `(a, b)`. Clones share their contents, so they are cheap.
#[derive(Clone, Debug, Default)]
pub enum Value {
    /// SassScript's `null`. The CSS contains no declarations with this value.
    #[default]
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number with its units, such as `1px`.
    Number(Number),
    /// A color in any color space, such as `red`.
    Color(Rc<Color>),
    /// Text with or without quotes, such as `"a"` or `a`.
    String(SassString),
    /// Values with a separator between them, such as `1px 2px` or `(a, b)`.
    List(Rc<List>),
    /// The argument list of a rest parameter.
    ArgumentList(Rc<ArgumentList>),
    /// Pairs of keys and values, such as `(a: 1, b: 2)`.
    Map(Rc<Map>),
    /// A calculation that is left to the browser.
    Calculation(Rc<Calculation>),
    /// A first-class function, such as the result of `meta.get-function()`.
    Function(Callable),
    /// A first-class mixin, such as the result of `meta.get-mixin()`.
    Mixin(Callable),
}

/// An error whose message begins with the argument's name, as in `$name: message`, if the name is given.
#[must_use]
pub(crate) fn argument_error(message: String, name: Option<&str>) -> Box<Error> {
    match name {
        Some(name) => Error::message(format!("${name}: {message}")),
        None => Error::message(message),
    }
}

impl From<Number> for Value {
    fn from(number: Number) -> Value {
        Value::Number(number)
    }
}

impl From<Color> for Value {
    fn from(color: Color) -> Value {
        Value::Color(Rc::new(color))
    }
}

impl From<List> for Value {
    fn from(list: List) -> Value {
        Value::List(Rc::new(list))
    }
}

impl From<Map> for Value {
    fn from(map: Map) -> Value {
        Value::Map(Rc::new(map))
    }
}

impl From<SassString> for Value {
    fn from(string: SassString) -> Value {
        Value::String(string)
    }
}

impl From<Calculation> for Value {
    fn from(calculation: Calculation) -> Value {
        Value::Calculation(Rc::new(calculation))
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Bool(value)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Value {
        Value::Number(Number::new(value))
    }
}

impl Value {
    /// A string that CSS shows without quotes.
    #[must_use]
    pub fn unquoted(text: impl Into<std::sync::Arc<str>>) -> Value {
        Value::String(SassString::unquoted(text))
    }

    /// A string with quotes. CSS shows the quotes, but comparisons ignore the quotes.
    #[must_use]
    pub fn quoted(text: impl Into<std::sync::Arc<str>>) -> Value {
        Value::String(SassString::quoted(text))
    }

    /// Whether the value is truthy: anything but `false` and `null`.
    #[must_use]
    #[inline]
    pub fn is_truthy(&self) -> bool {
        !matches!(self, Value::Null | Value::Bool(false))
    }

    /// Whether the value is `null`. An empty list or string is not.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    /// `None` for `null`, and otherwise the value itself.
    #[must_use]
    pub fn real_null(&self) -> Option<&Value> {
        if self.is_null() { None } else { Some(self) }
    }

    /// The elements, separator and brackets of a list or argument list. `None` for other values.
    fn list_parts(&self) -> Option<(&[Value], Separator, bool)> {
        match self {
            Value::List(list) => Some((&list.items, list.separator, list.brackets)),
            Value::ArgumentList(list) => Some((&list.items, list.separator, false)),
            _ => None,
        }
    }

    /// The elements of the value as a list. A map is a list of pairs. Any other value is a list with the value as its
    /// only element.
    #[must_use]
    pub fn as_list(&self) -> Cow<'_, [Value]> {
        match self {
            Value::List(list) => Cow::Borrowed(&list.items),
            Value::ArgumentList(list) => Cow::Borrowed(&list.items),
            Value::Map(map) => Cow::Owned(
                map.iter()
                    .map(|(key, value)| List::new(vec![key.clone(), value.clone()], Separator::Space).into())
                    .collect(),
            ),
            _ => Cow::Borrowed(std::slice::from_ref(self)),
        }
    }

    /// The number of elements of the value as a list. Any value other than a list or map counts as one element.
    #[must_use]
    pub fn list_len(&self) -> usize {
        match self {
            Value::Map(map) => map.len(),
            _ => self.list_parts().map_or(1, |(items, ..)| items.len()),
        }
    }

    /// The separator that the value has if it is used as a list.
    #[must_use]
    pub fn separator(&self) -> Separator {
        match self {
            Value::Map(map) if !map.is_empty() => Separator::Comma,
            _ => self.list_parts().map_or(Separator::Undecided, |(_, separator, _)| separator),
        }
    }

    /// Whether the value is a list with square brackets.
    #[must_use]
    pub fn has_brackets(&self) -> bool {
        matches!(self, Value::List(list) if list.brackets)
    }

    /// A list of `items` that looks like this value: with brackets if this value has them, and with its separator
    /// unless `separator` is given.
    #[must_use]
    pub fn with_list_items(&self, items: Vec<Value>, separator: Option<Separator>) -> Value {
        let separator = separator.unwrap_or_else(|| self.separator());
        List::new(items, separator).with_brackets(self.has_brackets()).into()
    }

    /// The value without slash notation: a number loses the operands of its division, so that it is written as the
    /// quotient and not as `1/2`. Other values are unchanged.
    #[must_use]
    pub fn without_slash(self) -> Value {
        match self {
            Value::Number(number) => Value::Number(number.without_slash()),
            _ => self,
        }
    }

    /// Whether the value has no text in CSS, such as `null` or an empty list without brackets.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        match self {
            Value::Null => true,
            Value::String(string) => !string.quoted && string.text.is_empty(),
            Value::List(list) => !list.brackets && list.items.iter().all(Value::is_blank),
            Value::ArgumentList(list) => list.items.iter().all(Value::is_blank),
            _ => false,
        }
    }

    /// Whether the browser may replace the value with a number: a calculation, or unquoted text such as `env(a)`.
    #[must_use]
    pub fn is_special_number(&self) -> bool {
        match self {
            Value::Calculation(_) => true,
            Value::String(string) => string.is_special_number(),
            _ => false,
        }
    }

    /// Whether the browser may replace the value by anything, as for the unquoted text `var(--a)`.
    #[must_use]
    pub fn is_special_variable(&self) -> bool {
        matches!(self, Value::String(string) if string.is_special_variable())
    }

    /// The result of `meta.type-of()`, such as `arglist` for a rest argument.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Bool(_) => "bool",
            Value::Number(_) => "number",
            Value::Color(_) => "color",
            Value::String(_) => "string",
            Value::List(_) => "list",
            Value::ArgumentList(_) => "arglist",
            Value::Map(_) => "map",
            Value::Calculation(_) => "calculation",
            Value::Function(_) => "function",
            Value::Mixin(_) => "mixin",
        }
    }

    fn wrong_type(&self, what: &str, name: Option<&str>) -> Box<Error> {
        argument_error(format!("{} is not {what}.", self.inspect()), name)
    }

    /// The value as a number. Fails for other values, with the parameter `name` in the message.
    pub fn assert_number(&self, name: Option<&str>) -> Result<&Number> {
        match self {
            Value::Number(number) => Ok(number),
            _ => Err(self.wrong_type("a number", name)),
        }
    }

    /// The value as a string. Fails for other values, with the parameter `name` in the message.
    pub fn assert_string(&self, name: Option<&str>) -> Result<&SassString> {
        match self {
            Value::String(string) => Ok(string),
            _ => Err(self.wrong_type("a string", name)),
        }
    }

    /// The text of an unquoted string. Fails for other values, with the parameter `name` in the message.
    pub fn assert_unquoted(&self, name: Option<&str>) -> Result<&str> {
        let string = self.assert_string(name)?;
        if string.quoted {
            return Err(argument_error(format!("Expected {} to be an unquoted string.", self.inspect()), name));
        }
        Ok(&string.text)
    }

    /// The text of a quoted string. Fails for other values, with the parameter `name` in the message.
    pub fn assert_quoted(&self, name: Option<&str>) -> Result<&str> {
        let string = self.assert_string(name)?;
        if !string.quoted {
            return Err(argument_error(format!("Expected {} to be a quoted string.", self.inspect()), name));
        }
        Ok(&string.text)
    }

    /// The value as a color. Fails for other values, with the parameter `name` in the message.
    pub fn assert_color(&self, name: Option<&str>) -> Result<&Rc<Color>> {
        match self {
            Value::Color(color) => Ok(color),
            _ => Err(self.wrong_type("a color", name)),
        }
    }

    /// The value as a calculation. Fails for other values, with the parameter `name` in the message.
    pub fn assert_calculation(&self, name: Option<&str>) -> Result<&Calculation> {
        match self {
            Value::Calculation(calculation) => Ok(calculation),
            _ => Err(self.wrong_type("a calculation", name)),
        }
    }

    /// The value as a map. An empty list is also an empty map. Fails for other values, with the parameter `name` in the
    /// message.
    pub fn assert_map(&self, name: Option<&str>) -> Result<Rc<Map>> {
        self.try_map().ok_or_else(|| self.wrong_type("a map", name))
    }

    /// The value as a map. An empty list is also an empty map. `None` for other values.
    #[must_use]
    pub fn try_map(&self) -> Option<Rc<Map>> {
        match self {
            Value::Map(map) => Some(Rc::clone(map)),
            _ => self.list_parts().filter(|(items, ..)| items.is_empty()).map(|_| Rc::default()),
        }
    }

    /// The value as a function. Fails for other values, with the parameter `name` in the message.
    pub fn assert_function(&self, name: Option<&str>) -> Result<&Callable> {
        match self {
            Value::Function(function) => Ok(function),
            _ => Err(self.wrong_type("a function reference", name)),
        }
    }

    /// The value as a mixin. Fails for other values, with the parameter `name` in the message.
    pub fn assert_mixin(&self, name: Option<&str>) -> Result<&Callable> {
        match self {
            Value::Mixin(mixin) => Ok(mixin),
            _ => Err(self.wrong_type("a mixin reference", name)),
        }
    }

    /// The elements of the value as a list. Fails for lists with brackets or commas and, unless `allow_slash` is set,
    /// with slashes.
    pub fn assert_common_list_style(&self, name: Option<&str>, allow_slash: bool) -> Result<Cow<'_, [Value]>> {
        let separator = self.separator();
        let wrong = separator == Separator::Comma || (!allow_slash && separator == Separator::Slash);
        let brackets = self.has_brackets();
        if !wrong && !brackets {
            return Ok(self.as_list());
        }
        let mut text = String::from("Expected");
        if brackets {
            text.push_str(" an unbracketed");
        }
        if wrong {
            text.push_str(if brackets { "," } else { " a" });
            text.push_str(" space-");
            if allow_slash {
                text.push_str(" or slash-");
            }
            text.push_str("separated");
        }
        text.push_str(&format!(" list, was {}", self.inspect()));
        Err(argument_error(text, name))
    }
}
