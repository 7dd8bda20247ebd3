//! Values of SassScript: what they are, how they compare, what operators make of them and how they are written.
//!
//! Values are cheap to clone. Failures carry no span; the evaluator knows where it was.

pub mod calculation;
pub mod color;
mod equality;
mod extent;
pub mod fuzzy;
mod identity;
pub(crate) mod javascript;
mod list;
mod map;
pub mod math;
mod number;
mod operators;
mod string;
mod unit;
mod write;

pub use calculation::Calculation;
pub use color::Color;
pub use color::{name_channels as named_color, name_of};
pub use extent::Extent;
use extent::check_text;
pub use list::{ArgumentList, List};
pub use map::Map;
pub use number::Number;
pub use operators::{binary, unary};
pub use string::SassString;
pub use unit::Unit;
pub use write::quote;

use crate::syntax::Separator;
use crate::{Callable, Error, Result};
use std::borrow::Cow;
use std::rc::Rc;

/// A value.
#[derive(Clone, Debug, Default)]
pub enum Value {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number.
    Number(Number),
    /// A colour.
    Color(Rc<Color>),
    /// A string.
    String(SassString),
    /// A list.
    List(Rc<List>),
    /// The arguments of a rest parameter.
    ArgumentList(Rc<ArgumentList>),
    /// A map.
    Map(Rc<Map>),
    /// A calculation that only the browser can finish.
    Calculation(Rc<Calculation>),
    /// A reference to a function.
    Function(Callable),
    /// A reference to a mixin.
    Mixin(Callable),
}

/// A failure about the argument for the parameter `name`.
#[must_use]
pub fn argument_error(message: String, name: Option<&str>) -> Box<Error> {
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
    /// A string without quotes.
    #[must_use]
    pub fn unquoted(text: impl Into<std::sync::Arc<str>>) -> Value {
        Value::String(SassString::unquoted(text))
    }

    /// A string with quotes.
    #[must_use]
    pub fn quoted(text: impl Into<std::sync::Arc<str>>) -> Value {
        Value::String(SassString::quoted(text))
    }

    /// Whether the value counts as true: everything but `false` and `null`.
    #[must_use]
    #[inline]
    pub fn is_truthy(&self) -> bool {
        !matches!(self, Value::Null | Value::Bool(false))
    }

    /// Whether the value is `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    /// The value, where it is not `null`.
    #[must_use]
    pub fn real_null(&self) -> Option<&Value> {
        if self.is_null() { None } else { Some(self) }
    }

    /// The elements, the separator and the brackets of a list or an argument list.
    fn list_parts(&self) -> Option<(&[Value], Separator, bool)> {
        match self {
            Value::List(list) => Some((&list.items, list.separator, list.brackets)),
            Value::ArgumentList(list) => Some((&list.items, list.separator, false)),
            _ => None,
        }
    }

    /// The value as a list: maps are lists of pairs, everything else is a list of itself.
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

    /// The number of elements of the value as a list.
    #[must_use]
    pub fn list_len(&self) -> usize {
        match self {
            Value::Map(map) => map.len(),
            _ => self.list_parts().map_or(1, |(items, ..)| items.len()),
        }
    }

    /// The separator of the value as a list.
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

    /// A list with other elements and the separator and brackets of this value.
    #[must_use]
    pub fn with_list_items(&self, items: Vec<Value>, separator: Option<Separator>) -> Value {
        let separator = separator.unwrap_or_else(|| self.separator());
        List::new(items, separator).with_brackets(self.has_brackets()).into()
    }

    /// The value, a number no longer as one that is written with a slash.
    #[must_use]
    pub fn without_slash(self) -> Value {
        match self {
            Value::Number(number) => Value::Number(number.without_slash()),
            _ => self,
        }
    }

    /// Whether a declaration with this value is not written.
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

    /// Whether browsers may make a number of the value.
    #[must_use]
    pub fn is_special_number(&self) -> bool {
        match self {
            Value::Calculation(_) => true,
            Value::String(string) => string.is_special_number(),
            _ => false,
        }
    }

    /// Whether browsers may replace the value with anything.
    #[must_use]
    pub fn is_special_variable(&self) -> bool {
        matches!(self, Value::String(string) if string.is_special_variable())
    }

    /// The name of the value's type.
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

    /// The number that the argument for `name` has to be.
    pub fn assert_number(&self, name: Option<&str>) -> Result<&Number> {
        match self {
            Value::Number(number) => Ok(number),
            _ => Err(self.wrong_type("a number", name)),
        }
    }

    /// The string that the argument for `name` has to be.
    pub fn assert_string(&self, name: Option<&str>) -> Result<&SassString> {
        match self {
            Value::String(string) => Ok(string),
            _ => Err(self.wrong_type("a string", name)),
        }
    }

    /// The text of the string without quotes that the argument for `name` has to be.
    pub fn assert_unquoted(&self, name: Option<&str>) -> Result<&str> {
        let string = self.assert_string(name)?;
        if string.quoted {
            return Err(argument_error(format!("Expected {} to be an unquoted string.", self.inspect()), name));
        }
        Ok(&string.text)
    }

    /// The text of the string with quotes that the argument for `name` has to be.
    pub fn assert_quoted(&self, name: Option<&str>) -> Result<&str> {
        let string = self.assert_string(name)?;
        if !string.quoted {
            return Err(argument_error(format!("Expected {} to be a quoted string.", self.inspect()), name));
        }
        Ok(&string.text)
    }

    /// The colour that the argument for `name` has to be.
    pub fn assert_color(&self, name: Option<&str>) -> Result<&Rc<Color>> {
        match self {
            Value::Color(color) => Ok(color),
            _ => Err(self.wrong_type("a color", name)),
        }
    }

    /// The calculation that the argument for `name` has to be.
    pub fn assert_calculation(&self, name: Option<&str>) -> Result<&Calculation> {
        match self {
            Value::Calculation(calculation) => Ok(calculation),
            _ => Err(self.wrong_type("a calculation", name)),
        }
    }

    /// The map that the argument for `name` has to be. An empty list is an empty map.
    pub fn assert_map(&self, name: Option<&str>) -> Result<Rc<Map>> {
        self.try_map().ok_or_else(|| self.wrong_type("a map", name))
    }

    /// The value as a map, where it is one.
    #[must_use]
    pub fn try_map(&self) -> Option<Rc<Map>> {
        match self {
            Value::Map(map) => Some(Rc::clone(map)),
            _ => self.list_parts().filter(|(items, ..)| items.is_empty()).map(|_| Rc::default()),
        }
    }

    /// The function that the argument for `name` has to be.
    pub fn assert_function(&self, name: Option<&str>) -> Result<&Callable> {
        match self {
            Value::Function(function) => Ok(function),
            _ => Err(self.wrong_type("a function reference", name)),
        }
    }

    /// The mixin that the argument for `name` has to be.
    pub fn assert_mixin(&self, name: Option<&str>) -> Result<&Callable> {
        match self {
            Value::Mixin(mixin) => Ok(mixin),
            _ => Err(self.wrong_type("a mixin reference", name)),
        }
    }

    /// The elements of a list without brackets that is separated by spaces (or slashes), as functions of CSS take it.
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
