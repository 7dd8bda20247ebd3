//! Marks: private-use characters in a rendered text, which tell where its parts come from.
//!
//! A rendering with [`RenderOptions::marks`](crate::RenderOptions::marks) writes marks into its output. Each stands for a
//! [`Place`]: a line of a template, or a line of a value to which the application gave an origin. Marks go
//! through converters and plugins like letters, so that the final text still has them.
//!
//! Templates never see marks. The string that a template reads is clean, and its marked form is kept here, by the address of
//! the string. A filter is called twice, with the clean and with the marked input. If the two results only differ by
//! marks, the second one becomes the marked form of the first.
//!
//! A rendering without marks only checks that marks are off.

mod annotate;
mod text;

pub use text::{Mark, character, has_marks, insert, line_by_line, split, without_marks};

use crate::value::{Span, Str, Value};
use annotate::{annotate, ends_in_tag};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The line that a part of a text comes from. Lines are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Place {
    /// A line of a template.
    Template {
        /// The name of the template, usually its path.
        name: Str,
        /// The line in the template's source, counted from 0.
        line: u32,
    },
    /// A line of a string to which the application gave an origin.
    Value {
        /// The number that the application gave to the string's origin, in [`Marks::of_values`].
        origin: usize,
        /// The line in the string, counted from 0.
        line: u32,
    },
}

/// The name of a template and its source.
pub(crate) type Source<'t> = (&'t Str, &'t Str);

/// The places in sources from which the texts of one page come.
#[derive(Debug, Default)]
pub struct Marks {
    inner: Mutex<Inner>,
    /// The numbers that the application has given to strings, by address.
    origins: Arc<HashMap<usize, usize>>,
}

#[derive(Debug, Default)]
struct Inner {
    places: Vec<Place>,
    indices: HashMap<Place, usize>,
    /// The sources of the templates that were rendered or annotated, by name.
    sources: HashMap<Str, Str>,
    /// Marked forms and places of strings, by address. The strings are kept, so that no other string can have the same
    /// address.
    known: HashMap<usize, (Str, Known)>,
    /// The place of the tag that is being rendered.
    current: Option<Place>,
    /// The variables that were read, with their constant keys.
    reads: BTreeSet<Vec<String>>,
}

#[derive(Debug, Clone)]
enum Known {
    /// The form of the string that contains its marks.
    Marked(Str),
    /// The place of all lines of the string: the tag that has created the string.
    At(Place),
}

fn address(text: &Str) -> Option<usize> {
    text.is_object().then(|| text.as_str().as_ptr().addr())
}

impl Inner {
    fn mark(&mut self, place: Place) -> Option<char> {
        let next = self.places.len();
        let index = *self.indices.entry(place.clone()).or_insert(next);
        if index == next {
            text::character(next)?;
            self.places.push(place);
        }
        text::character(index)
    }

    fn annotate(&mut self, text: &str, in_tag: bool, place: impl Fn(u32) -> Place, out: &mut String) {
        annotate(text, in_tag, &mut |line| self.mark(place(line)), out);
    }
}

impl Marks {
    /// Marks for a page. `origins` maps the addresses of strings to the application's numbers for their origins. The
    /// strings must be objects ([`Str::to_object`]) and exist as long as the marks.
    pub fn of_values(origins: Arc<HashMap<usize, usize>>) -> Self {
        Marks { inner: Mutex::default(), origins }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The places of all marks so far, by index.
    pub fn places(&self) -> Vec<Place> {
        self.lock().places.clone()
    }

    /// The variables that `{{ }}`, `assign`, conditions and `for` loops have read, whether the page shows them or not.
    /// Arguments of filters and parameters of includes are not recorded. Each variable is a name with the constant keys
    /// after it: `site.data.menu` is `["site", "data", "menu"]`.
    pub fn reads(&self) -> Vec<Vec<String>> {
        self.lock().reads.iter().cloned().collect()
    }

    /// Records that a template has read a variable, given by its name and the constant keys after it.
    pub(crate) fn note_read<'n>(&self, names: impl Iterator<Item = &'n str>) {
        self.lock().reads.insert(names.map(str::to_owned).collect());
    }

    /// The source of the template `name`. `None` if the template was neither rendered nor annotated.
    pub fn source(&self, name: &str) -> Option<Str> {
        self.lock().sources.get(name).cloned()
    }

    /// The source of a template, with marks that refer to its lines. For applications that use the source without
    /// rendering the template.
    pub fn annotated(&self, name: &Str, source: &Str) -> String {
        let mut inner = self.lock();
        inner.sources.entry(name.clone()).or_insert_with(|| source.clone());
        let mut out = String::with_capacity(source.len() * 9 / 8);
        inner.annotate(source, false, |line| Place::Template { name: name.clone(), line }, &mut out);
        out
    }

    /// Stores `marked` as the marked form of the string `clean`, if `marked` contains marks. Returns `clean` as an
    /// object, whose address is the key under which the marked form is found.
    pub fn keep(&self, clean: &Str, marked: &str) -> Str {
        let clean = clean.to_object();
        if let Some(address) = address(&clean).filter(|_| has_marks(marked)) {
            self.lock().known.insert(address, (clean.clone(), Known::Marked(marked.into())));
        }
        clean
    }

    /// Removes the marks from a text. Stores the text with its marks as the marked form of the result.
    pub fn clean(&self, marked: &str) -> Str {
        self.keep(&without_marks(marked).into(), marked)
    }

    /// The string with its marks. `None` if the string has neither a marked form nor an origin, or if it gets no mark.
    pub fn marked(&self, text: &Str) -> Option<Str> {
        let address = address(text)?;
        let mut inner = self.lock();
        let known = inner.known.get(&address).map(|(_, known)| known.clone());
        let mut out = String::with_capacity(text.len() + 16);
        match (known, self.origins.get(&address)) {
            (Some(Known::Marked(marked)), _) => return Some(marked),
            (Some(Known::At(place)), _) => inner.annotate(text, false, |_| place.clone(), &mut out),
            (None, Some(origin)) => {
                inner.annotate(text, false, |line| Place::Value { origin: *origin, line }, &mut out);
            }
            (None, None) => return None,
        }
        has_marks(&out).then(|| out.into())
    }

    /// Whether the origin of the string is known, so that [`Marks::marked`] can return the string with marks.
    pub fn knows(&self, text: &Str) -> bool {
        let known = |address| self.origins.contains_key(&address) || self.lock().known.contains_key(&address);
        address(text).is_some_and(known)
    }

    /// Records the current tag as the origin of a string, or of the strings in an array. A string that already has an
    /// origin keeps it. Returns the value with copies of these strings that [`Str::to_object`] has made distinguishable
    /// from equal strings.
    pub fn of_current(&self, value: Value) -> Value {
        match value {
            Value::Str(text) => {
                let text = text.to_object();
                let mut inner = self.lock();
                if let (Some(address), Some(place)) = (address(&text), inner.current.clone())
                    && !self.origins.contains_key(&address)
                {
                    inner.known.entry(address).or_insert_with(|| (text.clone(), Known::At(place)));
                }
                Value::Str(text)
            }
            Value::Array(items) => Value::array(items.iter().map(|item| self.of_current(item.clone())).collect()),
            other => other,
        }
    }

    /// The marked form of a string, or of an array whose first item is a string. `None` for other values, and if no
    /// text has marks.
    pub(crate) fn marked_value(&self, value: &Value) -> Option<Value> {
        match value {
            Value::Str(text) => self.marked(text).map(Value::Str),
            Value::Array(items) if matches!(items.first(), Some(Value::Str(_))) => {
                let marked: Vec<Option<Value>> = items.iter().map(|item| self.marked_value(item)).collect();
                marked.iter().any(Option::is_some).then(|| {
                    let pairs = marked.into_iter().zip(items.iter());
                    Value::array(pairs.map(|(marked, item)| marked.unwrap_or_else(|| item.clone())).collect())
                })
            }
            _ => None,
        }
    }

    /// `clean` is the result of a filter, and `marked` the result of the same filter for input with marks. Stores each
    /// string in `marked` as the marked form of the string at the same place in `clean`. Omits items of arrays that
    /// differ by more than marks. Returns `clean`, in which each string that has a marked form is an object
    /// ([`Str::is_object`](hastie_value::Str::is_object)).
    pub(crate) fn keep_value(&self, clean: Value, marked: Option<&Value>) -> Value {
        match (clean, marked) {
            (Value::Str(clean), Some(Value::Str(marked))) if has_marks(marked) => {
                Value::Str(self.keep(&clean, &text::carried_over(marked, &clean)))
            }
            (Value::Array(items), Some(Value::Array(marked))) if items.len() == marked.len() => {
                let pairs = items.iter().zip(marked.iter());
                Value::array(pairs.map(|(item, marked)| self.keep_item(item, marked)).collect())
            }
            (clean, _) => clean,
        }
    }

    /// Stores `marked` as the marked form of `item` if the texts are equal apart from marks. They may differ, because
    /// marks may have changed the order of the items.
    fn keep_item(&self, item: &Value, marked: &Value) -> Value {
        match (item, marked) {
            (Value::Str(item), Value::Str(marked)) if has_marks(marked) && without_marks(marked) == item.as_str() => {
                Value::Str(self.keep(item, marked))
            }
            _ => item.clone(),
        }
    }

    /// Appends the text of a template with marks. Without a `source`, the text gets no marks.
    pub(crate) fn write_text(&self, source: Option<Source<'_>>, span: Span, text: &str, out: &mut String) {
        let Some((name, first)) = source.and_then(|source| self.line(source, span)) else {
            out.push_str(text);
            return;
        };
        let in_tag = ends_in_tag(out);
        self.lock().annotate(text, in_tag, |line| Place::Template { name: name.clone(), line: first + line }, out);
    }

    /// Marks the output of a variable or tag, which begins at `start`. Blank output, output within an HTML tag, and
    /// output without a `source` get no mark. Output that already has marks stays as it is, with one exception. If
    /// `is_variable` is set and the first mark in the output refers to a value, the variable's mark is put before this
    /// mark. Even then, no mark is put after a quote or `=`.
    pub(crate) fn write_made(
        &self,
        source: Option<Source<'_>>,
        span: Span,
        is_variable: bool,
        out: &mut String,
        start: usize,
    ) {
        let made = &out[start..];
        let first = text::first(made);
        let is_of_value = |place: usize| matches!(self.lock().places.get(place), Some(Place::Value { .. }));
        let adds = first.is_some_and(|(offset, place)| {
            is_variable && is_of_value(place) && !made[..offset].ends_with(['"', '\'', '='])
        });
        if made.trim().is_empty() || first.is_some() && !adds || ends_in_tag(&out[..start]) {
            return;
        }
        let Some((name, line)) = source.and_then(|source| self.line(source, span)) else { return };
        let place = Place::Template { name, line };
        match first {
            Some((offset, _)) => {
                if let Some(mark) = self.lock().mark(place) {
                    out.insert(start + offset, mark);
                }
            }
            None => {
                let made = out.split_off(start);
                self.lock().annotate(&made, false, |_| place.clone(), out);
            }
        }
    }

    /// Appends the marked form of a value, and returns true. If the value has no marked form, or if `out` ends within
    /// an HTML tag or in the address of a Markdown link, appends nothing and returns false.
    pub(crate) fn write_value(&self, value: &Value, out: &mut String) -> bool {
        // The place of a value in a tag is kept as well, although its text gets no mark.
        let marked = self.marked_value(value);
        if ends_in_tag(out) {
            return false;
        }
        match marked {
            Some(Value::Str(marked)) => out.push_str(&marked),
            Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).for_each(|item| out.push_str(item)),
            _ => return false,
        }
        true
    }

    /// Appends a text that the current tag writes, with marks. The first line of the text is the line of the tag. If
    /// the place of the tag is not known, the text gets no marks.
    pub(crate) fn write_text_of_tag(&self, text: &str, out: &mut String) {
        let in_tag = ends_in_tag(out);
        let mut inner = self.lock();
        match inner.current.clone() {
            Some(Place::Template { name, line: first }) => {
                inner.annotate(text, in_tag, |line| Place::Template { name: name.clone(), line: first + line }, out);
            }
            _ => out.push_str(text),
        }
    }

    /// Sets the tag that is being rendered. [`Marks::of_current`] uses the tag as an origin. Without a `source`, there
    /// is no current tag.
    pub(crate) fn enter(&self, source: Option<Source<'_>>, span: Span) {
        let line = source.and_then(|source| self.line(source, span));
        self.lock().current = line.map(|(name, line)| Place::Template { name, line });
    }

    /// The name of a template, and the line of a position in it.
    fn line(&self, (name, source): Source<'_>, span: Span) -> Option<(Str, u32)> {
        let before = source.as_bytes().get(..span.start as usize)?;
        let line = u32::try_from(memchr::memchr_iter(b'\n', before).count()).ok()?;
        self.lock().sources.entry(name.clone()).or_insert_with(|| source.clone());
        Some((name.clone(), line))
    }
}
