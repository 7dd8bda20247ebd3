//! The lines of the values in a document.

use crate::MAX_DEPTH;
use crate::events::{Event, Events};
use std::collections::HashMap;

/// Separates the keys and indices in the paths that `lines` returns.
pub const SEPARATOR: char = '\u{1f}';

/// The line of each value in the first document of a text, by the path of the value. Lines start at 1. A path consists
/// of keys and indices of arrays, joined by [`SEPARATOR`]. The line of a block scalar is the one after its indicator.
///
/// Values that an alias or a merge key (`<<`) repeats have no second path. After a syntax error, or nesting beyond
/// [`MAX_DEPTH`], no further values are found.
pub fn lines(text: &[u8]) -> HashMap<String, usize> {
    let mut found = Lines::default();
    let Ok(mut events) = Events::new(text) else { return found.lines };
    while let Some(Ok(event)) = events.next() {
        if matches!(event, Event::DocumentEnd | Event::StreamEnd) || found.open.len() > MAX_DEPTH {
            break;
        }
        found.take(event, events.line() + 1);
    }
    found.lines
}

/// An open collection, and the position in it.
enum Open {
    /// The index of the next item.
    Array(usize),
    /// The key whose value is the next event. `None` if the next event is a key.
    Hash(Option<String>),
}

#[derive(Default)]
struct Lines {
    lines: HashMap<String, usize>,
    open: Vec<Open>,
    /// The path of the innermost open collection. For each open collection, `lengths` has the length of the path before
    /// the collection was opened.
    path: String,
    lengths: Vec<usize>,
}

impl Lines {
    fn take(&mut self, event: Event, line: usize) {
        match event {
            Event::Scalar(scalar) => self.value(Some(scalar.value), line, None),
            Event::Alias(_) => self.value(None, line, None),
            Event::SequenceStart { .. } => self.value(None, line, Some(Open::Array(0))),
            Event::MappingStart { .. } => self.value(None, line, Some(Open::Hash(None))),
            Event::SequenceEnd | Event::MappingEnd => {
                self.open.pop();
                self.path.truncate(self.lengths.pop().unwrap_or_default());
            }
            Event::StreamStart | Event::StreamEnd | Event::DocumentStart | Event::DocumentEnd => {}
        }
    }

    /// Records a key or value: the `text` of a scalar, or a collection that it `opens`. An alias has neither.
    fn value(&mut self, text: Option<String>, line: usize, opens: Option<Open>) {
        let name = match self.open.last_mut() {
            None => String::new(),
            Some(Open::Array(next)) => {
                *next += 1;
                (*next - 1).to_string()
            }
            Some(Open::Hash(key)) => match key.take() {
                Some(key) => key,
                None => {
                    *key = Some(text.unwrap_or_default());
                    // A collection as a key has no lines.
                    if let Some(opens) = opens {
                        self.lengths.push(self.path.len());
                        self.open.push(opens);
                    }
                    return;
                }
            },
        };
        let length = self.path.len();
        if !self.path.is_empty() {
            self.path.push(SEPARATOR);
        }
        self.path.push_str(&name);
        self.lines.insert(self.path.clone(), line);
        match opens {
            Some(opens) => {
                self.lengths.push(length);
                self.open.push(opens);
            }
            None => self.path.truncate(length),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SEPARATOR, lines};

    #[test]
    fn each_value_has_a_line() {
        let found = lines(b"---\na: 1\nb:\n  - x\n  - c: >\n      long\n      text\n    d: [p, q]\n");
        let line = |path: &str| found.get(&path.replace('/', &SEPARATOR.to_string())).copied();
        let expected = [("a", 2), ("b/0", 4), ("b/1/c", 6), ("b/1/d/0", 8), ("b/1/d/1", 8)];
        for (path, expected) in expected {
            assert_eq!(line(path), Some(expected), "{path}");
        }
        assert_eq!(line("e"), None);
    }
}
