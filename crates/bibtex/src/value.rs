//! The value of a field or macro: strings and macros joined by `#`, or names. Mirrors `BibTeX::Value`.

use std::cmp::Ordering;

use crate::filter::Filter;
use crate::name::{self, Name};
use crate::ruby;

/// The maximum number of tokens in a value after replacing macros. Macros that double themselves would otherwise grow
/// exponentially.
const MAX_TOKENS: usize = 100_000;

/// A string, a number or the name of a macro. `#` joins several strings and macros into one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// A string in quotes or braces, or a number.
    Text(String),
    /// The name of a macro in lower case.
    Macro(String),
}

impl Token {
    /// The text, or the macro's name.
    pub fn as_str(&self) -> &str {
        match self {
            Token::Text(text) | Token::Macro(text) => text,
        }
    }
}

/// The content of a field: a number, strings and macros joined by `#`, or parsed names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Strings and macros, in the order in which `#` joins them.
    Tokens(Vec<Token>),
    /// Names, as in `author` and `editor`.
    Names(Vec<Name>),
}

/// How to print a value: its quotes, and the filters to apply first.
#[derive(Clone, Copy, Default)]
pub struct Printing<'a> {
    /// The opening and closing quote around a single string. `None` prints no quotes.
    pub quotes: Option<(&'a str, &'a str)>,
    /// Filters to apply to strings and macros before they are printed.
    pub filters: &'a [&'a dyn Filter],
}

impl Value {
    /// A value that consists of one string, in which even `jan` is text and not a macro.
    pub fn text(text: impl Into<String>) -> Self {
        Value::Tokens(vec![Token::Text(text.into())])
    }

    /// A value without tokens, whose text is empty. jekyll-scholar sorts entries without a field as if the field had this
    /// value.
    pub fn empty() -> Self {
        Value::Tokens(Vec::new())
    }

    /// Whether the value was split into names, as `author` usually is.
    pub fn is_names(&self) -> bool {
        matches!(self, Value::Names(_))
    }

    /// The names. `None` if the value consists of strings and macros.
    pub fn names(&self) -> Option<&[Name]> {
        match self {
            Value::Names(names) => Some(names),
            Value::Tokens(_) => None,
        }
    }

    /// Replaces each occurrence of the macro `key` with the tokens in `meaning`. Does nothing if the old and the
    /// inserted tokens together are more than [`MAX_TOKENS`].
    pub(crate) fn replace(&mut self, key: &str, meaning: &[Token]) {
        let Value::Tokens(tokens) = self else { return };
        let hits = tokens.iter().filter(|token| matches!(token, Token::Macro(name) if name == key)).count();
        if hits == 0 || tokens.len() + hits * meaning.len() > MAX_TOKENS {
            return;
        }
        let mut out = Vec::with_capacity(tokens.len() + hits * meaning.len());
        for token in tokens.drain(..) {
            match token {
                Token::Macro(name) if name == key => out.extend_from_slice(meaning),
                token => out.push(token),
            }
        }
        *tokens = out;
    }

    /// Whether the value contains a macro that has not been replaced. Always false for a value that was split into
    /// names.
    pub(crate) fn has_macro(&self) -> bool {
        matches!(self, Value::Tokens(tokens) if tokens.iter().any(|token| matches!(token, Token::Macro(_))))
    }

    /// Joins adjacent strings, as in `"a" # "b"`, into one token. Macros stay separate.
    pub fn join(&mut self) {
        let Value::Tokens(tokens) = self else { return };
        if tokens.len() < 2 {
            return;
        }
        let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
        for token in tokens.drain(..) {
            match (out.last_mut(), token) {
                (Some(Token::Text(last)), Token::Text(text)) => last.push_str(&text),
                (_, token) => out.push(token),
            }
        }
        *tokens = out;
    }

    /// Applies the filters to all strings and parts of names. If there are filters, a macro becomes a string: its
    /// filtered name.
    pub fn convert(&self, filters: &[&dyn Filter]) -> Value {
        let mut value = self.clone();
        for filter in filters {
            match &mut value {
                Value::Tokens(tokens) => {
                    for token in tokens {
                        *token = Token::Text(filter.apply(token.as_str()));
                    }
                }
                Value::Names(names) => names.iter_mut().for_each(|name| name.convert(*filter)),
            }
        }
        value
    }

    /// The value as text. The quotes in `how` enclose a list of names and a single string, but not a single macro.
    /// Several tokens are joined by `#`, and each string among them is printed as by Ruby's `inspect`. Filters first
    /// convert strings and macros to other strings. They do not change which values are quoted.
    pub fn print(&self, how: Printing<'_>) -> String {
        let (open, close) = how.quotes.unwrap_or_default();
        match self {
            Value::Names(names) => format!("{open}{}{close}", name::list(names)),
            Value::Tokens(_) if !how.filters.is_empty() => {
                let plain = self.has_macro() || !self.is_atomic();
                let quotes = how.quotes.filter(|_| !plain);
                self.convert(how.filters).print(Printing { quotes, filters: &[] })
            }
            Value::Tokens(tokens) => match tokens.as_slice() {
                [] => format!("{open}{close}"),
                [Token::Macro(name)] => name.clone(),
                [Token::Text(text)] => format!("{open}{text}{close}"),
                several => several
                    .iter()
                    .map(|token| match token {
                        Token::Text(text) => ruby::inspect(text),
                        Token::Macro(name) => name.clone(),
                    })
                    .collect::<Vec<_>>()
                    .join(" # "),
            },
        }
    }

    /// Whether the value has at most one token. Always true for names.
    pub(crate) fn is_atomic(&self) -> bool {
        match self {
            Value::Tokens(tokens) => tokens.len() < 2,
            Value::Names(_) => true,
        }
    }

    /// Whether the value is a single token in which at least one line is an integer, such as `12` or `-3`.
    pub fn is_numeric(&self) -> bool {
        let Value::Tokens(tokens) = self else { return false };
        let [token] = tokens.as_slice() else { return false };
        let text = token.as_str();
        // It is sufficient that one line is a number. Surrounding white space may include line breaks.
        text.split('\n').any(|line| {
            let line = line.trim_matches(ruby::is_space);
            let digits = line.strip_prefix(['+', '-']).unwrap_or(line);
            !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
        })
    }

    /// The integer at the start of the first token: 12 for `12th`. 0 without such an integer, and for names.
    pub fn to_i(&self) -> i128 {
        match self {
            Value::Tokens(tokens) => tokens.first().map_or(0, |token| ruby::to_i(token.as_str())),
            Value::Names(_) => 0,
        }
    }

    /// Compares integers by number, lists of names in the form `Knuth, Donald`, and other values by the bytes of their
    /// text. `None` if `self` contains names and `other` contains text.
    pub fn compare(&self, other: &Value) -> Option<Ordering> {
        match (self, other) {
            (Value::Names(one), Value::Names(two)) => {
                let keys = |names: &[Name]| names.iter().map(Name::sort_order).collect::<Vec<_>>();
                Some(keys(one).cmp(&keys(two)))
            }
            (Value::Names(one), Value::Tokens(two)) => match (one.is_empty(), two.is_empty()) {
                (true, true) => Some(Ordering::Equal),
                (true, false) => Some(Ordering::Less),
                (false, true) => Some(Ordering::Greater),
                (false, false) => None,
            },
            _ if self.is_numeric() && other.is_numeric() => Some(self.to_i().cmp(&other.to_i())),
            _ => Some(self.to_string().cmp(&other.to_string())),
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Tokens(tokens) if tokens.len() == 1 => f.write_str(tokens[0].as_str()),
            _ => f.write_str(&self.print(Printing::default())),
        }
    }
}
