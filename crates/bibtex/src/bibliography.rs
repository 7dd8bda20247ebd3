//! A bibliography: its elements in order, its entries by key, and its macros. Mirrors `BibTeX::Bibliography`.

use std::collections::HashMap;
use std::sync::Arc;

use indexmap::IndexMap;

use crate::entry::Entry;
use crate::error::{Error, Warning};
use crate::filter::Filter;
use crate::lexer::{self, LexerOptions};
use crate::parser::Parser;
use crate::ruby;
use crate::value::{Token, Value};

/// Options for [`Bibliography::parse`]: the syntax to accept, the conversion of values, and the elements to keep.
#[derive(Clone)]
#[non_exhaustive]
pub struct Options {
    /// Whether an `@` starts an object anywhere, not only at the start of a line.
    pub strict: bool,
    /// Whether to replace line breaks in values with spaces.
    pub strip: bool,
    /// Whether entries may lack a key. Such an entry gets a generated key, such as `poe1843a`.
    pub allow_missing_keys: bool,
    /// Whether to split authors, editors and so on into names.
    pub parse_names: bool,
    /// Whether to convert months to three-letter macros and add `month_numeric`.
    pub parse_months: bool,
    /// Whether to keep free text between objects.
    pub include_meta: bool,
    /// Whether to keep objects that could not be parsed.
    pub include_errors: bool,
    /// The filters to apply to values after parsing.
    pub filters: Vec<Arc<dyn Filter>>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            strict: true,
            strip: true,
            allow_missing_keys: false,
            parse_names: true,
            parse_months: true,
            include_meta: false,
            include_errors: true,
            filters: Vec::new(),
        }
    }
}

/// An object such as `@article{...}` or `@comment{...}`, or the free text before, between and after objects.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Element {
    /// An entry, such as `@article{...}`.
    Entry(Entry),
    /// A macro, which `@string{key = "value"}` defines.
    String {
        /// The name in lower case.
        key: String,
        /// The strings and other macros that replace the macro.
        value: Value,
    },
    /// The text of a `@preamble`.
    Preamble(Value),
    /// The text of a `@comment`.
    Comment(String),
    /// Free text between objects.
    Meta(String),
    /// An object that could not be parsed.
    Lost(String),
}

impl Element {
    /// The entry, or `None` if the element is something else, such as a comment or a `@string`.
    pub fn entry(&self) -> Option<&Entry> {
        match self {
            Element::Entry(entry) => Some(entry),
            _ => None,
        }
    }
}

/// The contents of a `.bib` file, with an index of its entries by key.
#[derive(Debug, Clone, Default)]
pub struct Bibliography {
    pub(crate) elements: Vec<Element>,
    by_key: HashMap<String, usize>,
    warnings: Vec<Warning>,
}

impl Bibliography {
    /// Parses the text of a `.bib` file.
    ///
    /// # Errors
    /// Fails if an entry has no key, unless `options` allow that. Also fails at a token that the grammar does not
    /// allow, for example if a comma is missing. Other mistakes affect only one object, and are
    /// [warnings](Self::warnings).
    pub fn parse(text: &str, options: &Options) -> Result<Self, Error> {
        let lexer_options = LexerOptions {
            strict: options.strict,
            missing_keys: options.allow_missing_keys,
            strip: options.strip,
            meta: options.include_meta,
            lost: options.include_errors,
        };
        let (tokens, lost) = lexer::tokens(text, lexer_options);
        let mut lines = Lines { text, position: 0, line: 1 };
        let warnings =
            lost.into_iter().map(|(position, warning)| Warning { line: lines.line(position), ..warning }).collect();
        let mut parser = Parser::new(tokens, options.allow_missing_keys);
        let mut reading = Reading { bibliography: Bibliography { warnings, ..Self::default() }, ..Reading::default() };
        loop {
            match parser.element() {
                Ok(Some(element)) => reading.add(element, options),
                Ok(None) => return Ok(reading.bibliography),
                Err((position, error)) => {
                    let mut lines = Lines { text, position: 0, line: 1 };
                    return Err(Error { line: lines.line(position), ..error });
                }
            }
        }
    }

    /// The elements in the order of the file. [`Options`] decide whether free texts and objects that could not be
    /// parsed are among them.
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// All entries, in the order of the file, without `@string`, `@preamble` and comments.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.elements.iter().filter_map(Element::entry)
    }

    /// Finds an entry by its case-sensitive key. `None` if no entry has the key.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.elements.get(*self.by_key.get(key)?)?.entry()
    }

    /// One warning for each object that could not be parsed.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The entry whose key is in the `crossref` field of `entry`. `None` without the field, or if the key is unknown.
    pub fn parent(&self, entry: &Entry) -> Option<&Entry> {
        self.entry(&entry.fields.get("crossref")?.to_string())
    }

    /// A field of an entry. If the entry lacks the field, looks in the entry that `crossref` names, whose title
    /// replaces a missing `booktitle`. `None` if both entries lack the field.
    pub fn get<'a>(&'a self, entry: &'a Entry, name: &str) -> Option<&'a Value> {
        entry.fields.get(name).or_else(|| self.parent(entry)?.provide(name))
    }

    /// The fields that an entry inherits from its `crossref` entry, sorted by name. If that entry has a title, the list
    /// contains `booktitle`, even if `entry` has this field itself.
    pub fn inherited_fields(&self, entry: &Entry) -> Vec<(String, Value)> {
        let Some(parent) = self.parent(entry) else { return Vec::new() };
        let mut names: Vec<&str> =
            parent.fields.keys().map(String::as_str).filter(|name| !entry.fields.contains_key(*name)).collect();
        // An alias is listed even if the entry has the field itself.
        if parent.fields.contains_key("title") {
            names.push("booktitle");
        }
        names.sort_unstable();
        names.into_iter().filter_map(|name| Some((name.to_owned(), parent.provide(name)?.clone()))).collect()
    }

    /// Replaces macros with their values in entries, preambles and the values of other macros. A macro that the
    /// bibliography does not define, such as `jan`, is kept.
    pub fn replace_strings(&mut self) {
        let mut macros = Macros::default();
        for element in &self.elements {
            if let Element::String { key, value } = element {
                macros.define(key, value);
            }
        }
        for index in 0..self.elements.len() {
            match &mut self.elements[index] {
                Element::Entry(entry) => entry.fields.values_mut().for_each(|value| macros.replace(value)),
                Element::Preamble(value) => macros.replace(value),
                Element::String { key, value } => {
                    macros.replace(value);
                    macros.define(key, value);
                }
                _ => {}
            }
        }
    }

    /// Joins adjacent strings, as in `"a" # "b"`, into one token, in all entries, preambles and macros.
    pub fn join(&mut self) {
        for element in &mut self.elements {
            match element {
                Element::Entry(entry) => entry.fields.values_mut().for_each(Value::join),
                Element::Preamble(value) | Element::String { value, .. } => value.join(),
                _ => {}
            }
        }
    }

    /// Keeps only the first of several entries that have the same type and equal values in `fields`, inherited values
    /// included. A field that both entries lack counts as equal. If `fields` is empty, compares year and title.
    ///
    /// If one of the removed entries has no fields, removes all elements, as bibtex-ruby does.
    pub fn remove_duplicates(&mut self, fields: &[&str]) {
        let fields = if fields.is_empty() { &["year", "title"][..] } else { fields };
        let mut seen = std::collections::HashSet::new();
        let keep: Vec<bool> = self
            .elements
            .iter()
            .map(|element| element.entry().is_none_or(|entry| seen.insert(self.digest(entry, fields))))
            .collect();
        // The gem removes entries by a query, and an entry without fields matches everything.
        let empties = self
            .elements
            .iter()
            .zip(&keep)
            .any(|(element, keep)| !keep && element.entry().is_some_and(|entry| entry.fields.is_empty()));
        let mut keep = keep.into_iter().map(|keep| keep && !empties);
        self.elements.retain(|_| keep.next().unwrap_or(true));
        self.by_key = self
            .elements
            .iter()
            .enumerate()
            .filter_map(|(index, element)| Some((element.entry()?.key.clone(), index)))
            .collect();
    }

    /// A key that is equal for duplicates: the type and the existing fields.
    fn digest(&self, entry: &Entry, fields: &[&str]) -> String {
        let inherited = self.inherited_fields(entry);
        let has = |name: &str| entry.fields.contains_key(name) || inherited.iter().any(|(key, _)| key == name);
        let mut names: Vec<&str> = fields.iter().copied().filter(|name| has(name)).collect();
        names.sort_unstable();
        names.dedup();
        let mut digest = entry.kind.clone();
        for name in names {
            let value = self.get(entry, name).map(Value::to_string).unwrap_or_default();
            digest.push_str(&format!("|{name}:{value}"));
        }
        digest
    }
}

/// A bibliography being parsed.
#[derive(Default)]
struct Reading {
    bibliography: Bibliography,
    macros: Macros,
    /// For a key that is taken, the key to try next.
    next_key: HashMap<String, String>,
}

impl Reading {
    fn add(&mut self, mut element: Element, options: &Options) {
        match &mut element {
            Element::String { key, value } => self.macros.define(key, value),
            Element::Entry(entry) => {
                let key = if entry.key.is_empty() { entry.default_key() } else { std::mem::take(&mut entry.key) };
                entry.key = self.free_key(key);
                self.bibliography.by_key.insert(entry.key.clone(), self.bibliography.elements.len());
                if options.parse_names {
                    entry.parse_names(|value| self.macros.replace(value));
                }
                if options.parse_months {
                    entry.parse_month();
                }
                for filter in &options.filters {
                    entry.convert_in_place(&[filter.as_ref()]);
                }
            }
            _ => {}
        }
        self.bibliography.elements.push(element);
    }

    /// The key itself or, if it is taken, the next free one.
    fn free_key(&mut self, key: String) -> String {
        let mut free = key.clone();
        while self.bibliography.by_key.contains_key(&free) {
            free = self.next_key.get(&free).cloned().unwrap_or_else(|| ruby::succ(&free));
        }
        if free != key {
            self.next_key.insert(key, free.clone());
        }
        free
    }
}

/// The macros defined so far, in the order of their first definition.
#[derive(Default)]
struct Macros {
    by_name: IndexMap<String, Vec<Token>>,
}

impl Macros {
    fn define(&mut self, key: &str, value: &Value) {
        if let Value::Tokens(tokens) = value {
            self.by_name.insert(key.to_owned(), tokens.clone());
        }
    }

    /// Replaces the macros in `value`, one macro after the other in the order of first definition. If the value of a
    /// macro contains an earlier macro, this inner macro is not replaced.
    fn replace(&self, value: &mut Value) {
        if !value.has_macro() || self.by_name.is_empty() {
            return;
        }
        for (key, meaning) in &self.by_name {
            value.replace(key, meaning);
        }
    }
}

/// Converts offsets to line numbers. Fast if offsets are increasing.
struct Lines<'a> {
    text: &'a str,
    position: usize,
    line: usize,
}

impl Lines<'_> {
    fn line(&mut self, position: usize) -> usize {
        let position = position.min(self.text.len());
        if position < self.position {
            (self.position, self.line) = (0, 1);
        }
        self.line += self.text.as_bytes()[self.position..position].iter().filter(|b| **b == b'\n').count();
        self.position = position;
        self.line
    }
}
