//! The item being rendered. Records which of its variables are read.

use super::Cite;
use crate::item::Value;
use std::borrow::Cow;

/// The kind of value that a variable had when it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Held {
    Nothing,
    Empty,
    Something,
}

/// The variables of one recording (see [`Context::watch`]), and whether the last value of each was missing, empty or
/// filled.
#[derive(Debug, Default)]
pub(super) struct Seen<'a>(Vec<(Cow<'a, str>, Held)>);

impl<'a> Seen<'a> {
    fn note(&mut self, key: Cow<'a, str>, held: Held) {
        match self.0.iter_mut().find(|(k, _)| *k == key) {
            Some(entry) => entry.1 = held,
            None => self.0.push((key, held)),
        }
    }

    /// Whether at least one variable was recorded, and all recorded variables were empty or missing.
    pub(crate) fn is_all_empty(&self) -> bool {
        !self.0.is_empty() && self.0.iter().all(|(_, held)| *held != Held::Something)
    }

    /// The recorded variables whose last value was not missing. An empty value is not missing.
    pub(crate) fn present(self) -> impl Iterator<Item = Cow<'a, str>> {
        self.0.into_iter().filter(|(_, held)| *held != Held::Nothing).map(|(key, _)| key)
    }
}

/// The item being rendered, its suppressed variables, and the watchers that record which variables are read.
pub(super) struct Context<'a> {
    cite: &'a Cite<'a>,
    suppressed: Vec<Cow<'a, str>>,
    /// The active watchers, innermost last.
    watchers: Vec<Seen<'a>>,
    /// The formatted page ranges. `None` until an element has formatted them.
    pages: Option<String>,
}

impl<'a> Context<'a> {
    pub(crate) fn new(cite: &'a Cite<'a>) -> Context<'a> {
        let mut suppressed: Vec<Cow<str>> = cite.item.suppressed().iter().map(Cow::from).collect();
        if cite.suppress_author {
            suppressed.push(Cow::from("author"));
        }
        Context { cite, suppressed, watchers: Vec::new(), pages: None }
    }

    /// The place in the cited work, such as a page number. `None` if the citation names no place.
    pub(crate) fn locator(&self) -> Option<&'a str> {
        self.cite.locator
    }

    /// The type of the locator, such as `page`. `None` if the citation names none.
    pub(crate) fn locator_label(&self) -> Option<&'a str> {
        self.cite.label
    }

    /// Starts to record the variables that are read, until [`Context::unwatch`] returns them.
    pub(crate) fn watch(&mut self) {
        self.watchers.push(Seen::default());
    }

    /// Ends the recording that [`Context::watch`] began last, and returns its variables.
    pub(crate) fn unwatch(&mut self) -> Seen<'a> {
        self.watchers.pop().unwrap_or_default()
    }

    /// Reads a variable and notifies all watchers. `None` if the variable is missing or suppressed.
    pub(crate) fn read(&mut self, key: &'a str) -> Option<&'a Value> {
        let value = self.peek(key);
        let held = match value {
            None => Held::Nothing,
            Some(value) if value.is_empty() => Held::Empty,
            Some(_) => Held::Something,
        };
        self.note(Cow::Borrowed(key), held);
        value.filter(|_| !self.is_suppressed(key))
    }

    /// Reads a variable as text and notifies all watchers. Empty if the variable is missing or suppressed.
    pub(crate) fn read_text(&mut self, key: &'a str) -> String {
        self.read(key).map(|value| self.text_of(key, value)).unwrap_or_default()
    }

    /// Reads a variable without notifying watchers, even if it is suppressed. `None` if the item lacks the variable.
    pub(crate) fn peek(&self, key: &str) -> Option<&'a Value> {
        self.cite.item.get(key)
    }

    /// The text of a variable, even if it is suppressed, without notifying watchers. `None` if the item lacks the
    /// variable.
    pub(crate) fn peek_text(&self, key: &str) -> Option<String> {
        self.peek(key).map(|value| self.text_of(key, value))
    }

    /// `value` as text. For the variable `page`, the formatted page ranges, if an element has stored them.
    pub(crate) fn text_of(&self, key: &str, value: &Value) -> String {
        match &self.pages {
            Some(pages) if key == "page" => pages.clone(),
            _ => value.to_text(),
        }
    }

    /// Stores the formatted page ranges, which [`Context::text_of`] then returns for `page`.
    pub(crate) fn keep_pages(&mut self, pages: &str) {
        self.pages = Some(pages.to_owned());
    }

    /// Notifies all watchers as if a variable had been read, without reading it. If `text` is empty, the variable
    /// counts as empty. Otherwise, it counts as present.
    pub(crate) fn note_as_read(&mut self, key: &'a str, text: &str) {
        self.note(Cow::Borrowed(key), if text.is_empty() { Held::Empty } else { Held::Something });
    }

    fn note(&mut self, key: Cow<'a, str>, held: Held) {
        for watcher in &mut self.watchers {
            watcher.note(key.clone(), held);
        }
    }

    /// Whether the item, the citation or an earlier element suppressed the variable.
    pub(crate) fn is_suppressed(&self, key: &str) -> bool {
        self.suppressed.iter().any(|s| s == key)
    }

    /// Hides a variable: from now on, [`Context::read`] returns `None` for it.
    pub(crate) fn suppress(&mut self, key: Cow<'a, str>) {
        self.suppressed.push(key);
    }
}
