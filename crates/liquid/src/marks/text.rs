//! Marked texts: finding, removing and inserting marks.

/// The code point of the first mark. It is in Unicode's last private-use plane, for which hardly any font has
/// characters.
const FIRST: u32 = 0x10_0000;

/// The number of different marks: the characters of Unicode's private-use plane 16.
pub(super) const COUNT: usize = 0xFFFE;

/// The attribute that carries the mark of a tag, up to the opening quote.
pub(super) const ATTRIBUTE: &str = " data-hastie-at=\"";

/// The forms in which a page may contain the attribute with a mark, for example after escaping. Each form consists of
/// the text before the mark and the text after it.
const ATTRIBUTES: [(&str, &str); 6] = [
    (ATTRIBUTE, "\""),
    (" data-hastie-at=&quot;", "&quot;"),
    (" data-hastie-at=\\\"", "\\\""),
    (" data-hastie-at='", "'"),
    (" data-hastie-at=", ""),
    (" DATA-HASTIE-AT=\"", "\""),
];

/// The position of a mark, and the place in a source to which the mark refers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// The offset in the text without marks, in bytes. For a tag, this is the end of its name.
    pub offset: usize,
    /// The index of the place that the mark refers to. See [`Marks::places`](super::Marks::places).
    pub place: usize,
    /// Whether the mark belongs to a start tag as a whole.
    pub is_tag: bool,
}

/// The mark for the place with this index. `None` if the index is too large.
pub fn character(place: usize) -> Option<char> {
    u32::try_from(place).ok().filter(|_| place < COUNT).and_then(|place| char::from_u32(FIRST + place))
}

fn place_of(c: char) -> Option<usize> {
    (c as u32).checked_sub(FIRST).map(|place| place as usize).filter(|place| *place < COUNT)
}

/// The offset of the first mark in a text, and the index of its place. `None` for a text without marks.
pub(super) fn first(text: &str) -> Option<(usize, usize)> {
    let place_at = |offset: usize| text[offset..].chars().next().and_then(place_of);
    memchr::memchr_iter(0xF4, text.as_bytes()).find_map(|offset| Some((offset, place_at(offset)?)))
}

/// Whether a text contains any mark. Fast, because it only searches for a byte.
pub fn has_marks(text: &str) -> bool {
    // All marks have the same first byte in UTF-8, which no other plane has.
    memchr::memchr(0xF4, text.as_bytes()).is_some()
}

/// The text without its marks, and the marks with their offsets in that text.
pub fn split(text: &str) -> (String, Vec<Mark>) {
    let mut clean = String::with_capacity(text.len());
    let mut marks = Vec::new();
    let mut rest = text;
    while let Some(next) = memchr::memchr(0xF4, rest.as_bytes()) {
        // Every character that begins with this byte has four bytes.
        let (character, after) = rest[next..].split_at(4);
        clean.push_str(&rest[..next]);
        rest = after;
        let Some(place) = character.chars().next().and_then(place_of) else {
            clean.push_str(character);
            continue;
        };
        let form = ATTRIBUTES.iter().find(|(before, after)| clean.ends_with(before) && rest.starts_with(after));
        if let Some((before, after)) = form {
            clean.truncate(clean.len() - before.len());
            rest = &rest[after.len()..];
        }
        marks.push(Mark { offset: clean.len(), place, is_tag: form.is_some() });
    }
    clean.push_str(rest);
    (clean, marks)
}

/// Removes all marks, to get the text that a build writes.
pub fn without_marks(text: &str) -> String {
    if has_marks(text) { split(text).0 } else { text.to_owned() }
}

/// Inserts marks into a text, in the order of the list. Skips a mark whose offset is before the preceding mark, beyond
/// the text or within a character.
pub fn insert(clean: &str, marks: &[Mark]) -> String {
    let mut text = String::with_capacity(clean.len() + 8 * marks.len());
    let mut done = 0;
    for mark in marks {
        let Some(part) = clean.get(done..mark.offset) else { continue };
        let Some(c) = character(mark.place) else { continue };
        text.push_str(part);
        done = mark.offset;
        if mark.is_tag {
            text.push_str(ATTRIBUTE);
            text.push(c);
            text.push('"');
        } else {
            text.push(c);
        }
    }
    text.push_str(clean.get(done..).unwrap_or_default());
    text
}

/// The text `clean` with the marks of `marked` that are in the common start or the common end of the two texts.
pub(super) fn carried_over(marked: &str, clean: &str) -> String {
    let (old, marks) = split(marked);
    if old == clean {
        return marked.to_owned();
    }
    let same = |pair: &(u8, u8)| pair.0 == pair.1;
    let start = old.bytes().zip(clean.bytes()).take_while(same).count();
    let longest = old.len().min(clean.len()) - start;
    let end = old.bytes().rev().zip(clean.bytes().rev()).take_while(same).count().min(longest);
    let marks: Vec<Mark> = marks
        .into_iter()
        .filter_map(|mark| {
            if mark.offset < start {
                return Some(mark);
            }
            let from_end = old.len() - mark.offset;
            (from_end <= end).then(|| Mark { offset: clean.len() - from_end, ..mark })
        })
        .collect();
    insert(clean, &marks)
}

/// Highlights code that contains marks. The first mark of each line of code is put in front of that line's text in the
/// HTML, and other marks are dropped. `highlight` gets the code without marks. `html` returns the HTML in the result of
/// `highlight`, or `None` for a result without HTML.
pub fn line_by_line<T>(
    code: &str,
    highlight: impl FnOnce(&str) -> T,
    html: impl FnOnce(&mut T) -> Option<&mut String>,
) -> T {
    let marks: Vec<Option<Mark>> = code.split('\n').map(|line| split(line).1.first().copied()).collect();
    let mut result = highlight(&without_marks(code));
    if let Some(html) = html(&mut result) {
        // Line numbers, if any, are in a cell before the one with the code.
        let first = html.rfind("<pre").unwrap_or(0);
        let mut marked = html[..first].to_owned();
        for (index, line) in html[first..].split('\n').enumerate() {
            if index > 0 {
                marked.push('\n');
            }
            let start = end_of_tags(line);
            marked.push_str(&line[..start]);
            marked.extend(marks.get(index).copied().flatten().and_then(|mark| character(mark.place)));
            marked.push_str(&line[start..]);
        }
        *html = marked;
    }
    result
}

/// The offset after the tags at the start of a line.
fn end_of_tags(line: &str) -> usize {
    let mut start = 0;
    while line[start..].starts_with('<')
        && let Some(end) = line[start..].find('>')
    {
        start += end + 1;
    }
    start
}

#[cfg(test)]
mod tests {
    use super::{character, first, split, without_marks};

    #[test]
    fn characters_of_the_last_plane_that_are_no_marks_stay() {
        let mark = character(3).expect("a mark");
        let text = format!("a\u{10fffe}b{mark}c\u{10ffff}");
        let (clean, marks) = split(&text);
        assert_eq!(clean, "a\u{10fffe}bc\u{10ffff}");
        assert_eq!(marks.iter().map(|mark| (mark.offset, mark.place)).collect::<Vec<_>>(), [(6, 3)]);
        assert_eq!(first(&text), Some((6, 3)));
        assert_eq!(without_marks("\u{10ffff}"), "\u{10ffff}");
    }
}
