//! Inserts marks into a text, at positions that change neither Markdown's blocks and spans nor the tags of HTML.
//!
//! Each line gets a mark after the first letter of a word, and each start tag an attribute.

use super::text::ATTRIBUTE;

/// Appends `text` with marks to `out`. `mark_of` returns the mark for a line, counted from 0. `in_tag` is whether the
/// text starts within an HTML tag.
pub(super) fn annotate(text: &str, in_tag: bool, mark_of: &mut dyn FnMut(u32) -> Option<char>, out: &mut String) {
    let mut in_tag = in_tag;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        // Text that only looks like a tag ends with its paragraph.
        in_tag &= !line.trim().is_empty();
        let takes_words = in_tag || has_text(line);
        let mut scanner = Scanner { line, position: 0, in_tag, takes_words, word: None, weak: None, tags: Vec::new() };
        scanner.scan();
        in_tag = scanner.in_tag;
        let mut places: Vec<(usize, bool)> = scanner.tags.iter().map(|end| (*end, true)).collect();
        places.extend(scanner.word.or(scanner.weak).map(|word| (word, false)));
        places.sort_unstable();
        let mark = if places.is_empty() { None } else { mark_of(u32::try_from(number).unwrap_or(u32::MAX)) };
        let Some(mark) = mark else {
            out.push_str(line);
            continue;
        };
        let mut done = 0;
        for (offset, is_tag) in places {
            out.push_str(&line[done..offset]);
            done = offset;
            if is_tag {
                out.push_str(ATTRIBUTE);
            }
            out.push(mark);
            if is_tag {
                out.push('"');
            }
        }
        out.push_str(&line[done..]);
    }
}

/// Whether a text ends within an HTML tag, or in the address of a Markdown link, as after `[a](` or `[a]: `.
pub(super) fn ends_in_tag(text: &str) -> bool {
    let tail = &text.as_bytes()[text.len().saturating_sub(MAX_TAG)..];
    if let Some(start) = memchr::memrchr2(b'<', b'>', tail)
        && tail[start] == b'<'
        && tail.get(start + 1).is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, b'/' | b'!'))
        && memchr::memmem::find(&tail[start..], b"\n\n").is_none()
    {
        return true;
    }
    let line = text.rsplit('\n').next().unwrap_or_default();
    let address = line.rfind("](").is_some_and(|open| !line[open + 2..].contains([')', ' ']));
    address || line.ends_with("]: ") || line.ends_with("]:")
}

/// The maximum number of bytes that are searched backwards for the start of a tag.
const MAX_TAG: usize = 4096;

struct Scanner<'t> {
    line: &'t str,
    position: usize,
    in_tag: bool,
    /// Whether the line may contain text.
    takes_words: bool,
    /// The position for the mark of the line.
    word: Option<usize>,
    /// The position to use if the line has no word.
    weak: Option<usize>,
    /// The ends of the names of the start tags.
    tags: Vec<usize>,
}

impl<'t> Scanner<'t> {
    fn rest(&self) -> &'t str {
        &self.line[self.position..]
    }

    fn scan(&mut self) {
        while self.position < self.line.len() {
            if !self.in_tag {
                self.step();
                continue;
            }
            let Some(end) = self.rest().find('>') else { return };
            self.position += end + 1;
            self.in_tag = false;
        }
    }

    fn step(&mut self) {
        let rest = self.rest();
        let Some(c) = rest.chars().next() else { return };
        let length = match c {
            '<' => return self.tag(),
            '\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            '{' if rest[1..].starts_with([':', '#', '.']) => rest.find('}').map_or(1, |end| end + 1),
            '&' => entity(rest),
            '!' if rest.starts_with("![") => 2,
            '[' => bracket(rest),
            ']' if rest.starts_with("](") => closing(rest, '(', ')'),
            ']' if rest.starts_with("][") => closing(rest, '[', ']'),
            c if c.is_alphanumeric() => return self.run(),
            c => c.len_utf8(),
        };
        self.position += length;
    }

    /// Reads a tag or comment at `<`. Records the end of a start tag's name as a position for a mark. Does not record
    /// it if the name may continue in a later text, as in `<h{{ level }}>`.
    fn tag(&mut self) {
        let rest = self.rest();
        let name = rest[1..].bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'-').count();
        let starts = rest[1..].starts_with(|c: char| c.is_ascii_alphabetic());
        let after = rest[1 + name..].chars().next();
        if rest.starts_with("<!--") {
            self.position += rest.find("-->").map_or(rest.len(), |end| end + 3);
        } else if starts && after.is_some_and(|c| matches!(c, '>' | '/') || c.is_whitespace()) {
            self.position += 1 + name;
            self.tags.push(self.position);
            self.in_tag = true;
        } else if starts || rest[1..].starts_with(['/', '!', '?']) {
            self.position += 1;
            self.in_tag = true;
        } else {
            self.position += 1;
        }
    }

    /// Reads a run of characters without white space and markup. The first run that is a word gets the mark of the
    /// line.
    fn run(&mut self) {
        let start = self.position;
        let rest = self.rest();
        let end = rest.find(|c: char| c.is_whitespace() || "<>[](){}`*|\"".contains(c)).unwrap_or(rest.len());
        let before = self.line[..start].chars().next_back();
        let run = rest[..end].trim_end_matches([':', '.', ',', ';', '!', '?', '\'']);
        let first = rest.chars().next().map_or(1, char::len_utf8);
        self.position += end.max(first);
        if !self.takes_words {
            return;
        }
        let letters = run.chars().take_while(|c| c.is_alphabetic()).count();
        let is_plain = !run.contains([':', '/', '@', '=', '&', '\\', '#', '$', '%', '^', '~'])
            && !before.is_some_and(|c| matches!(c, ':' | '@' | '/' | '#' | '=' | '.' | '&' | '-' | '%' | '$'));
        let is_letter = letters == 1 && run.len() == first && rest[first..].starts_with(char::is_whitespace);
        if is_plain && (letters >= 2 || is_letter) {
            self.word.get_or_insert(start + first);
        } else if self.weak.is_none()
            && !run.contains(['/', ':', '=', '@'])
            && !self.is_number_of_item(start, &rest[..end])
        {
            self.weak = Some(start + first);
        }
    }

    /// Whether a run may be the number of a list item.
    fn is_number_of_item(&self, start: usize, run: &str) -> bool {
        run.starts_with(|c: char| c.is_ascii_digit())
            && self.line[..start].chars().all(|c| c.is_whitespace() || c == '>')
    }
}

/// Whether a line of Markdown may contain text. Definitions of links, abbreviations and attributes do not. Lines that
/// start or end a block of code do not either.
fn has_text(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t', '>']);
    let is_definition = line.starts_with('[') && line.find(']').is_some_and(|end| line[end + 1..].starts_with(':'));
    let is_footnote = line.starts_with("[^");
    !(is_definition && !is_footnote
        || line.starts_with("*[")
        || line.starts_with("{:")
        || line.starts_with("```")
        || line.starts_with("~~~"))
}

/// The length of an entity such as `&amp;`. 1 for any other `&`.
fn entity(rest: &str) -> usize {
    let name = rest[1..].bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#').count();
    if rest.as_bytes().get(1 + name) == Some(&b';') { name + 2 } else { 1 }
}

/// The length of a bracket such as `[name]` whose text must not change, because it is the name of a reference. 1 for
/// any other bracket.
fn bracket(rest: &str) -> usize {
    let Some(end) = rest.find(']') else { return 1 };
    match rest[end + 1..].chars().next() {
        Some('(' | '[') if !rest.starts_with("[^") => 1,
        _ => end + 1,
    }
}

/// The length from `]` to the end of the address or name after it.
fn closing(rest: &str, open: char, close: char) -> usize {
    let mut depth = 0;
    for (offset, c) in rest.char_indices().skip(1) {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return offset + 1;
            }
        }
    }
    1
}
