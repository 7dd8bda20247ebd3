//! An entry: its type, its key and its fields. Mirrors `BibTeX::Entry`.

use indexmap::IndexMap;
use unicode_normalization::UnicodeNormalization;

use crate::filter::Filter;
use crate::name_parser;
use crate::ruby;
use crate::value::{Printing, Token, Value};

/// The fields that [`Entry::parse_names`] splits into names. If an entry has no key, the generated key begins with a
/// word from one of these fields.
pub(crate) const NAME_FIELDS: [&str; 6] = ["author", "editor", "translator", "director", "producer", "composer"];

/// The keys of the macros that BibTeX predefines for months.
pub(crate) const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// `@article{key, author = {...}}`: a type, a key, and fields in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The type in lower case: `article`.
    pub kind: String,
    /// The key, which is unique in the bibliography.
    pub key: String,
    /// The fields in order, with names in lower case.
    pub fields: IndexMap<String, Value>,
}

impl Entry {
    /// A field, or `None` if the entry lacks it. The title replaces a missing `booktitle`.
    pub fn provide(&self, name: &str) -> Option<&Value> {
        self.fields.get(name).or_else(|| if name == "booktitle" { self.fields.get("title") } else { None })
    }

    /// Whether the entry has the field `name`. For `booktitle`, a `title` is sufficient.
    pub fn provides(&self, name: &str) -> bool {
        self.provide(name).is_some()
    }

    /// The field `year`, or the first four consecutive digits of the field `date`. `None` if `year` is missing and
    /// `date` has no such digits.
    pub fn year(&self) -> Option<String> {
        if let Some(year) = self.fields.get("year") {
            return Some(year.to_string());
        }
        let date = self.fields.get("date")?.to_string();
        let bytes = date.as_bytes();
        let position = bytes.windows(4).position(|four| four.iter().all(u8::is_ascii_digit))?;
        Some(date[position..position + 4].to_owned())
    }

    /// A copy of the entry, with each value passed through all filters in order.
    #[must_use]
    pub fn convert(&self, filters: &[&dyn Filter]) -> Entry {
        let mut entry = self.clone();
        entry.convert_in_place(filters);
        entry
    }

    pub(crate) fn convert_in_place(&mut self, filters: &[&dyn Filter]) {
        if !filters.is_empty() {
            self.fields.values_mut().for_each(|value| *value = value.convert(filters));
        }
    }

    /// Splits `author`, `editor` and the other name fields into names. Calls `replace` with each value first, so that
    /// the caller can replace macros. A value that does not match the grammar for names becomes an empty list.
    pub(crate) fn parse_names(&mut self, replace: impl Fn(&mut Value)) {
        for key in NAME_FIELDS {
            let Some(value) = self.fields.get_mut(key) else { continue };
            if value.is_names() {
                continue;
            }
            let mut whole = value.clone();
            replace(&mut whole);
            whole.join();
            *value = Value::Names(name_parser::parse(&whole.to_string()));
        }
    }

    /// Converts the month to a three-letter macro such as `jan`, and sets `month_numeric` to its number, starting at 1.
    /// An unknown month is kept. If the month is unknown or missing, `month_numeric` is removed.
    pub fn parse_month(&mut self) {
        self.fields.shift_remove("month_numeric");
        let Some(month) = self.fields.get_mut("month") else { return };
        if let Some(name) = month_macro(month) {
            *month = Value::Tokens(vec![Token::Macro(name)]);
        }
        let text = month.to_string();
        if let Some(index) = MONTHS.iter().position(|name| *name == text) {
            self.fields.insert("month_numeric".to_owned(), Value::text((index + 1).to_string()));
        }
    }

    /// The key for an entry without one: a word, the year and `a`, in lower case, such as `knuth1984a`. The word is the
    /// first one in `author` or another field with names. If the names are already split, it is the first word of the
    /// first person's last name. `unknown` replaces a missing word, and `-` a missing year.
    pub(crate) fn default_key(&self) -> String {
        let person = NAME_FIELDS.iter().filter_map(|key| self.fields.get(*key)).find_map(|value| match value {
            Value::Tokens(tokens) => tokens.first().map(|token| token.as_str().to_owned()),
            Value::Names(names) => names.first().map(|name| name.last.clone().unwrap_or_default()),
        });
        let ascii: String =
            person.unwrap_or_default().nfkd().filter(|c| c.is_ascii() && !matches!(c, '"' | '\'')).collect();
        let is_part = |c: char| c.is_ascii_alphabetic() || c == '-';
        let word: String = ascii.chars().skip_while(|c| !is_part(*c)).take_while(|c| is_part(*c)).collect();
        let year = self.year().unwrap_or_default();
        let digits: String =
            year.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
        let word = if word.is_empty() { "unknown" } else { &word };
        let digits = if digits.is_empty() { "-" } else { &digits };
        format!("{word}{digits}a").to_lowercase()
    }

    /// The entry in BibTeX format. Omits the fields that `without` names. If `how` sets no quotes, a value that is a
    /// single string or a list of names is in braces.
    pub fn print(&self, how: Printing<'_>, without: &[&str]) -> String {
        let quotes = how.quotes.or(Some(("{", "}")));
        let how = Printing { quotes, ..how };
        let fields: Vec<String> = self
            .fields
            .iter()
            .filter(|(key, _)| !without.contains(&key.as_str()))
            .map(|(key, value)| format!("{key} = {}", value.print(how)))
            .collect();
        let content = fields.join(",\n");
        let mut out = format!("@{}{{{},\n", self.kind, self.key);
        if content.is_empty() {
            out.push_str("  ");
        }
        for line in content.split_inclusive('\n') {
            out.push_str("  ");
            out.push_str(line);
        }
        out.push_str("\n}\n");
        out
    }
}

/// The macro, such as `jan`, for a month given by name or number. `None` for other values.
fn month_macro(value: &Value) -> Option<String> {
    let text = value.to_string();
    let stripped = ruby::strip(&text);
    let names_month = stripped
        .split('\n')
        .any(|line| line.get(..3).is_some_and(|start| MONTHS.iter().any(|month| start.eq_ignore_ascii_case(month))));
    if names_month {
        return Some(text.chars().take(3).collect::<String>().to_lowercase());
    }
    let is_short = |line: &str| (1..=2).contains(&line.len()) && line.bytes().all(|b| b.is_ascii_digit());
    if stripped.split('\n').any(is_short) {
        // Month 0 counts from the end.
        let number = value.to_i();
        let index = if number == 0 { 11 } else { usize::try_from(number - 1).ok()? };
        return MONTHS.get(index).map(|month| (*month).to_owned());
    }
    None
}
