//! Strings that a body has printed and that a filter may still change in place.
//!
//! In Ruby, a body collects the strings of its nodes and joins them at its end. If a filter changes one of these
//! strings before that, the changed string is printed. The strings are only recorded if filters can change their
//! arguments in place (see [identity](crate::identity)).

use crate::value::Value;

/// A string in the output of a body that is being rendered.
#[derive(Debug)]
struct Entry {
    /// The offset of the string in the output, in bytes.
    start: usize,
    /// The length of the text that was printed.
    length: usize,
    /// The printed string or, after a filter has changed it in place, the changed string.
    value: Value,
    is_changed: bool,
}

/// The printed strings of all bodies that are being rendered. The strings of inner bodies come last.
#[derive(Debug, Default)]
pub(crate) struct Printed(Vec<Entry>);

impl Printed {
    /// The number of recorded strings. A body notes this number when it begins, and passes it to [`Printed::settle`]
    /// when it ends.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// Records that a value was printed at the offsets from `start` to `end` of the output. Values other than strings
    /// are not recorded.
    pub(crate) fn note(&mut self, value: &Value, start: usize, end: usize) {
        if let Value::Str(_) = value {
            self.0.push(Entry { start, length: end - start, value: value.clone(), is_changed: false });
        }
    }

    /// Sets the recorded string `old` to `new`, after a filter has changed it in place.
    pub(crate) fn replace(&mut self, old: &Value, new: &Value) {
        for entry in self.0.iter_mut().filter(|entry| entry.value.is_same(old)) {
            entry.value = new.clone();
            entry.is_changed = true;
        }
    }

    /// Called when a body ends. The strings of the body have the indices from `first` on. Writes those that filters
    /// have changed into `out`, and forgets all of them.
    pub(crate) fn settle(&mut self, first: usize, out: &mut String) {
        for entry in self.0.drain(first..).rev().filter(|entry| entry.is_changed) {
            let end = entry.start + entry.length;
            if let (Some(text), true) =
                (entry.value.as_str(), out.is_char_boundary(entry.start) && out.is_char_boundary(end))
            {
                out.replace_range(entry.start..end, text);
            }
        }
    }
}
