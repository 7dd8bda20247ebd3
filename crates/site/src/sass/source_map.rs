//! Source maps in jekyll-sass-converter's form: sources relative to the folder of the sheet, texts included.

use crate::percent;
use serde_json::json;

/// The encoded mappings of a sheet, line by line, for moving lines about: [`Lines::decode`] takes them apart, then each
/// line of the new sheet is asked for in order, and [`Lines::encode`] gives what came of it.
pub(super) struct Lines {
    old: Vec<Vec<Segment>>,
    new: Vec<Vec<Segment>>,
}

/// The column, and then source, line and column there, all absolute.
type Segment = [i64; 4];

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

impl Lines {
    pub(super) fn decode(mappings: &str) -> Self {
        let mut state = [0; 4];
        let mut line = |segments: &str| {
            state[0] = 0;
            let segments = segments.split(',').filter(|segment| !segment.is_empty());
            segments
                .map(|segment| {
                    numbers(segment).zip(&mut state).for_each(|(number, value)| *value += number);
                    state
                })
                .collect()
        };
        Lines { old: mappings.split(';').map(&mut line).collect(), new: Vec::new() }
    }

    /// The next line is one of the old ones.
    pub(super) fn keep(&mut self, number: usize) {
        self.new.push(self.old.get(number).cloned().unwrap_or_default());
    }

    /// An old line, less its indentation, stands at a column of the last line.
    pub(super) fn join(&mut self, number: usize, indent: usize, column: usize) {
        let (indent, column) = (i64::try_from(indent).unwrap_or(0), i64::try_from(column).unwrap_or(0));
        let moved = |&[at, source, line, there]: &Segment| [column + (at - indent).max(0), source, line, there];
        if let (Some(old), Some(last)) = (self.old.get(number), self.new.last_mut()) {
            last.extend(old.iter().map(moved));
        }
    }

    /// The next line is without segments.
    pub(super) fn add_empty(&mut self) {
        self.new.push(Vec::new());
    }

    /// The next line begins as one of the new ones does.
    pub(super) fn copy(&mut self, number: usize) {
        self.new.push(self.new.get(number).and_then(|line| line.first()).copied().into_iter().collect());
    }

    /// The first line is left out.
    pub(super) fn drop_first(&mut self) {
        self.new.drain(..1.min(self.new.len()));
    }

    pub(super) fn encode(&self) -> String {
        let mut encoded = String::new();
        let mut state = [0; 4];
        for (number, line) in self.new.iter().enumerate() {
            if number > 0 {
                encoded.push(';');
            }
            state[0] = 0;
            for (place, segment) in line.iter().enumerate() {
                if place > 0 {
                    encoded.push(',');
                }
                segment.iter().zip(&state).for_each(|(new, old)| push_number(&mut encoded, new - old));
                state = *segment;
            }
        }
        encoded
    }
}

/// The numbers of a segment in base 64, each of five bits at a time, the lowest first, the sign in the lowest.
fn numbers(segment: &str) -> impl Iterator<Item = i64> {
    let mut digits = segment.bytes().filter_map(|byte| DIGITS.iter().position(|digit| *digit == byte));
    std::iter::from_fn(move || {
        let (mut bits, mut shift) = (0_i64, 0);
        loop {
            let digit = i64::try_from(digits.next()?).ok()?;
            bits |= (digit & 31).checked_shl(shift)?;
            shift += 5;
            if digit & 32 == 0 {
                return Some(if bits & 1 == 0 { bits >> 1 } else { -(bits >> 1) });
            }
        }
    })
}

fn push_number(encoded: &mut String, number: i64) {
    let mut bits = (number.unsigned_abs() << 1) | u64::from(number < 0);
    loop {
        let rest = bits >> 5;
        let digit = (bits & 31) | if rest > 0 { 32 } else { 0 };
        encoded.push(char::from(DIGITS[usize::try_from(digit).unwrap_or(0) & 63]));
        if rest == 0 {
            return;
        }
        bits = rest;
    }
}

/// A source map as the compiler gives it.
pub(super) struct SourceMap {
    /// Absolute paths.
    pub(super) sources: Vec<String>,
    /// The text of each source.
    pub(super) contents: Vec<String>,
    /// The encoded mappings.
    pub(super) mappings: String,
}

impl SourceMap {
    /// The JSON, its sources seen from `base` (an absolute folder), for the CSS file `file`.
    pub(super) fn to_json(&self, base: &str, file: &str) -> String {
        let sources: Vec<String> = self.sources.iter().map(|path| encode(&route(base, path))).collect();
        // In the order in which Ruby writes it.
        json!({
            "version": 3,
            "sourceRoot": "",
            "sources": sources,
            "names": [],
            "mappings": self.mappings,
            "sourcesContent": self.contents,
            "file": file,
        })
        .to_string()
    }
}

/// The way from the folder `base` to the file `path`, both absolute.
fn route(base: &str, path: &str) -> String {
    let folders: Vec<&str> = base.split('/').filter(|part| !part.is_empty()).collect();
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let (name, above) = parts.split_last().unwrap_or((&"", &[]));
    let shared = folders.iter().zip(above).take_while(|(a, b)| a == b).count();
    let mut route = "../".repeat(folders.len() - shared);
    for part in &above[shared..] {
        route.push_str(part);
        route.push('/');
    }
    route.push_str(name);
    route
}

/// `Addressable::URI.encode` of a path: escapes what cannot stand in a URI.
pub(super) fn encode(path: &str) -> String {
    percent::encoded(path, |byte| byte.is_ascii_alphanumeric() || b"-._~/:?#[]@!$&'()*+,;=".contains(&byte))
}
