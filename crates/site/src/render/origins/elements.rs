//! The places of start tags and texts, from the marks in a page.

use hastie_liquid::marks::Mark;

/// A start tag that has no mark, and whose element contains no mark.
#[derive(Debug)]
pub(super) struct Unmarked<'t> {
    name: &'t str,
    /// The start tag as it is in the page, such as `<hr>`.
    tag: &'t str,
}

/// The minimum length in bytes of an address's last segment. Shorter segments occur in too many lines.
const MIN_SEGMENT: usize = 4;

impl Unmarked<'_> {
    /// Whether a line of the source may have created the element. For `hr`, the line must be a rule such as `---`. For
    /// other elements, it must contain the last segment of the tag's `src` or `href`. A segment of less than
    /// `MIN_SEGMENT` bytes never counts.
    pub(super) fn is_in(&self, line: &str) -> bool {
        if self.name == "hr" {
            let line = line.trim();
            return line.len() >= 3
                && line.starts_with(['-', '*', '_'])
                && line.trim_matches(['-', '*', '_', ' ']).is_empty();
        }
        let addresses = ["src=\"", "href=\""].iter().filter_map(|name| {
            let value = &self.tag[self.tag.find(name)? + name.len()..];
            value.split('"').next()
        });
        addresses.map(|address| address.trim_end_matches('/')).any(|address| {
            let segment = address.rsplit('/').next().unwrap_or(address);
            segment.len() >= MIN_SEGMENT && line.contains(segment)
        })
    }
}

/// An HTML element, with the byte offsets of its parts and the index of its parent.
struct Element<'t> {
    name: &'t str,
    start: usize,
    name_end: usize,
    tag_end: usize,
    /// The start of the end tag. Without an end tag, the offset at which the element ends.
    close: usize,
    parent: Option<usize>,
}

/// Elements that have no end tag.
const VOID: [&str; 14] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"];

/// Elements whose content is text.
const TEXTS: [&str; 5] = ["script", "style", "textarea", "title", "noscript"];

/// Finds the place of an element without marks. The other arguments are the places of the marks before and after the
/// element. A place is an index in `Marks::places`.
type Search<'s, 't> = dyn FnMut(&Unmarked<'t>, Option<usize>, Option<usize>) -> Option<usize> + 's;

/// The byte offset of each HTML start tag, with the place of its element as in [`Mark::place`]. If an element has no
/// marks, `search` may find its place from the marks around the element. If `search` finds no place, the place of a
/// neighbouring mark counts. Tags without a place are left out.
pub(super) fn tags<'t>(text: &'t str, marks: &[Mark], search: &mut Search<'_, 't>) -> Vec<(usize, usize)> {
    let elements = elements(text);
    let mut places: Vec<(usize, usize)> = Vec::with_capacity(elements.len());
    for element in &elements {
        let next = marks.partition_point(|mark| mark.offset < element.start);
        // The marks of a tag are at the end of its name.
        let own = marks[next..].iter().take_while(|mark| mark.offset <= element.name_end).find(|mark| mark.is_tag);
        // Of two marks at one offset, the second is the value that the first one writes.
        let first = marks
            .get(next)
            .map_or(0, |first| marks[next..].iter().take_while(|mark| mark.offset == first.offset).count());
        let inner =
            marks.get((next + first).saturating_sub(1)).filter(|mark| mark.offset < element.close.max(element.tag_end));
        let place = own.or(inner).map(|mark| mark.place).or_else(|| {
            let before = next.checked_sub(1).map(|index| &marks[index]);
            let after = marks.get(next);
            let unmarked = Unmarked { name: element.name, tag: &text[element.start..element.tag_end] };
            let found = search(&unmarked, before.map(|mark| mark.place), after.map(|mark| mark.place));
            let parent = element.parent.map(|parent| &elements[parent]);
            let beside = |mark: &&Mark| parent.is_none_or(|parent| (parent.start..parent.close).contains(&mark.offset));
            let nearest = before.filter(beside).or(after.filter(beside)).or(before).or(after);
            found.or(nearest.map(|mark| mark.place))
        });
        places.extend(place.map(|place| (element.start, place)));
    }
    places
}

/// The byte offset and the [place](Mark::place) of each mark at which a text starts. Marks in HTML tags, in comments
/// and in text that is not shown are left out.
pub(super) fn texts(text: &str, marks: &[Mark]) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut tags = TagRanges::new(text);
    for mark in marks.iter().filter(|mark| !mark.is_tag) {
        if !tags.contains(mark.offset) {
            found.push((mark.offset, mark.place));
        }
    }
    found
}

/// The ranges of tags, comments and texts that are not shown, in order.
struct TagRanges<'t> {
    scanner: Scanner<'t>,
    current: Option<(usize, usize)>,
}

impl<'t> TagRanges<'t> {
    fn new(text: &'t str) -> Self {
        TagRanges { scanner: Scanner { text, position: 0 }, current: Some((0, 0)) }
    }

    /// Whether an offset is within a range. Offsets must be given in order.
    fn contains(&mut self, offset: usize) -> bool {
        while let Some((_, end)) = self.current
            && end <= offset
        {
            self.current = self.scanner.next().map(|token| (token.start, token.end));
        }
        self.current.is_some_and(|(start, _)| start < offset)
    }
}

/// A start tag, an end tag, or a comment. A start tag of an element whose content is text includes this text.
struct Token<'t> {
    name: &'t str,
    is_end: bool,
    is_comment: bool,
    closes_itself: bool,
    start: usize,
    name_end: usize,
    tag_end: usize,
    end: usize,
}

struct Scanner<'t> {
    text: &'t str,
    position: usize,
}

impl<'t> Iterator for Scanner<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        let bytes = self.text.as_bytes();
        loop {
            let start = self.position + memchr::memchr(b'<', bytes.get(self.position..)?)?;
            let is_end = bytes.get(start + 1) == Some(&b'/');
            let name_start = start + 1 + usize::from(is_end);
            if self.text[start..].starts_with("<!--") {
                let end = self.text[start..].find("-->").map_or(bytes.len(), |end| start + end + 3);
                self.position = end;
                let name = "";
                return Some(Token {
                    name,
                    is_end,
                    is_comment: true,
                    closes_itself: true,
                    start,
                    name_end: end,
                    tag_end: end,
                    end,
                });
            }
            if !bytes.get(name_start).is_some_and(u8::is_ascii_alphabetic) {
                self.position = start + 1;
                continue;
            }
            let length =
                bytes[name_start..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-').count();
            let name_end = name_start + length;
            let name = &self.text[name_start..name_end];
            let tag_end = end_of_tag(bytes, name_end);
            let mut end = tag_end;
            if !is_end && TEXTS.contains(&name.to_ascii_lowercase().as_str()) {
                end = end_of_text(self.text, tag_end, name);
            }
            self.position = end;
            let closes_itself = bytes[..tag_end].ends_with(b"/>");
            return Some(Token { name, is_end, is_comment: false, closes_itself, start, name_end, tag_end, end });
        }
    }
}

/// The offset after the `>` that ends a tag.
fn end_of_tag(bytes: &[u8], from: usize) -> usize {
    let mut quote = None;
    for (offset, byte) in bytes.iter().enumerate().skip(from) {
        match (quote, byte) {
            (None, b'>') => return offset + 1,
            (None, b'"' | b'\'') if bytes[offset - 1] == b'=' => quote = Some(*byte),
            (Some(open), byte) if open == *byte => quote = None,
            _ => {}
        }
    }
    bytes.len()
}

fn end_of_text(text: &str, from: usize, name: &str) -> usize {
    let closes = |start: &usize| {
        text.as_bytes()
            .get(start + 2..start + 2 + name.len())
            .is_some_and(|end| end.eq_ignore_ascii_case(name.as_bytes()))
    };
    let ends = memchr::memmem::find_iter(&text.as_bytes()[from..], b"</").map(|end| from + end);
    ends.into_iter().find(closes).unwrap_or(text.len())
}

/// The elements in the order of their start tags.
fn elements(text: &str) -> Vec<Element<'_>> {
    let mut elements: Vec<Element<'_>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let scanner = Scanner { text, position: 0 };
    for token in scanner.filter(|token| !token.is_comment) {
        if token.is_end {
            let Some(depth) = open.iter().rposition(|index| elements[*index].name.eq_ignore_ascii_case(token.name))
            else {
                continue;
            };
            for index in open.drain(depth..) {
                elements[index].close = token.start;
            }
            continue;
        }
        let has_content = !token.closes_itself && !VOID.contains(&token.name.to_ascii_lowercase().as_str());
        let (name, start, name_end, tag_end) = (token.name, token.start, token.name_end, token.tag_end);
        elements.push(Element { name, start, name_end, tag_end, close: tag_end, parent: open.last().copied() });
        if has_content && token.end == token.tag_end {
            open.push(elements.len() - 1);
        } else if has_content {
            let last = elements.len() - 1;
            elements[last].close = token.end;
        }
    }
    for index in open {
        elements[index].close = text.len();
    }
    elements
}

#[cfg(test)]
mod tests {
    use super::{Mark, tags};

    #[test]
    fn an_element_without_a_mark_has_the_place_of_its_first_text() {
        let text = "<div><p>one</p><p><b>two</b> three<br/></p><hr></div>";
        let mark = |word: &str, place| Mark { offset: text.find(word).expect("a word") + 1, place, is_tag: false };
        let marks = [Mark { offset: 4, place: 9, is_tag: true }, mark("one", 1), mark("two", 2), mark("three", 3)];
        let found: Vec<usize> = tags(text, &marks, &mut |_, _, _| None).into_iter().map(|(_, place)| place).collect();
        assert_eq!(found, [9, 1, 2, 2, 3, 3]);
    }
}
