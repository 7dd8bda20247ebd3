//! The item to cite, with its CSL variables.

mod date;
mod namae;
pub(crate) mod name;
pub(crate) mod number;

pub use date::{Date, DateParts};
pub use name::Name;

use crate::text;
use std::collections::HashMap;

/// The value of a CSL variable, such as `title`, `author` or `issued`: a text, a list of names, or a date.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A string or number.
    Text(String),
    /// The people and institutions in a role, such as the authors.
    Names(Vec<Name>),
    /// A date, a range of dates, or a text such as "in press".
    Date(Date),
}

impl Value {
    /// Whether the text, the list of names or the date is empty.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Value::Text(text) => text.is_empty(),
            Value::Names(names) => names.is_empty(),
            Value::Date(date) => date.is_empty(),
        }
    }

    /// The value as text, without formatting. Names are joined as in `A, B, & C`. A date becomes its literal text, the
    /// number of its season, or a nested array such as `[[1843, 9]]`.
    pub(crate) fn to_text(&self) -> String {
        match self {
            Value::Text(text) => text.clone(),
            Value::Names(names) => name::plain_list(names),
            Value::Date(date) => date.plain(),
        }
    }

    /// Whether conditions treat the variable as set: its value is not empty, and no line of the text is `false`, `no`
    /// or `never`.
    pub(crate) fn is_set(&self) -> bool {
        match self {
            Value::Text(text) => text::affirms(text),
            _ => !self.is_empty() && !text::denies(&self.to_text()),
        }
    }
}

/// The variables of CSL whose values are lists of names.
pub const NAME_VARIABLES: [&str; 13] = [
    "author",
    "collection-editor",
    "composer",
    "container-author",
    "recipient",
    "editor",
    "editorial-director",
    "illustrator",
    "interviewer",
    "original-author",
    "translator",
    "director",
    "reviewed-author",
];

/// A work to cite: its CSL type and its variables.
#[derive(Debug, Clone, Default)]
pub struct Item {
    variables: HashMap<String, Value>,
    suppressed: Vec<String>,
}

impl Item {
    /// Creates an item of a CSL type, such as `article-journal`.
    pub fn new(kind: &str) -> Item {
        let mut item = Item::default();
        item.set("type", Value::Text(kind.to_owned()));
        item
    }

    /// Sets a CSL variable and replaces its previous value.
    pub fn set(&mut self, key: &str, value: Value) {
        self.variables.insert(key.to_owned(), value);
    }

    /// Sets a variable to a string or number. For a variable in [`NAME_VARIABLES`], such as `author`, splits the string
    /// into names.
    pub fn text(&mut self, key: &str, text: impl Into<String>) {
        let text = text.into();
        let value = if NAME_VARIABLES.contains(&key) { Value::Names(namae::parse(&text)) } else { Value::Text(text) };
        self.set(key, value);
    }

    /// Sets a variable such as `author` or `editor` to names that are already split.
    pub fn names(&mut self, key: &str, names: Vec<Name>) {
        self.set(key, Value::Names(names));
    }

    /// Sets a date variable of CSL, such as `issued` or `accessed`.
    pub fn date(&mut self, key: &str, date: Date) {
        self.set(key, Value::Date(date));
    }

    /// Hides a variable, such as the author: a style prints nothing for it. Conditions and labels still see the
    /// variable.
    pub fn suppress(&mut self, key: &str) {
        self.suppressed.push(key.to_owned());
    }

    /// Looks up a variable, even if it is suppressed. `None` if it was never set.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.variables.get(key)
    }

    /// The variables hidden with [`Item::suppress`]. The renderer prints nothing for them, but conditions and labels
    /// still see them.
    pub(crate) fn suppressed(&self) -> &[String] {
        &self.suppressed
    }
}
