//! Tags, comments and other HTML constructs in text and as blocks, and addresses in angle brackets.

use crate::characters::is_tag_space;
use std::collections::HashSet;

/// The names of the tags that start a block of HTML by CommonMark's start condition 6.
const BLOCK_TAGS: [&str; 61] = [
    "address",
    "article",
    "aside",
    "base",
    "basefont",
    "blockquote",
    "body",
    "caption",
    "center",
    "col",
    "colgroup",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "frame",
    "frameset",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hr",
    "html",
    "iframe",
    "legend",
    "li",
    "link",
    "main",
    "menu",
    "menuitem",
    "nav",
    "noframes",
    "ol",
    "optgroup",
    "option",
    "p",
    "param",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "title",
    "tr",
    "track",
    "ul",
];

/// Positions in a block from which a search for the end of an HTML construct failed. A repeated search would read the
/// whole text again, and fail again.
#[derive(Debug, Default)]
pub(crate) struct FailedSearches(HashSet<usize>);

impl FailedSearches {
    /// Searches `text` from `position` on for the end of a construct. Calls `step` at each byte that equals `mark`.
    /// `step` returns the length up to the end, or the number of bytes to skip. `start` is the offset of `text` in the
    /// tree's buffer.
    fn walk(
        &mut self,
        text: &[u8],
        start: usize,
        mut position: usize,
        mark: u8,
        step: impl Fn(&[u8]) -> Search,
    ) -> Option<usize> {
        let mut seen = Vec::new();
        while let Some(found) = text.get(position..).and_then(|rest| memchr::memchr(mark, rest)) {
            position += found;
            if self.0.contains(&(start + position)) {
                break;
            }
            seen.push(start + position);
            match step(&text[position..]) {
                Search::Found(length) => return Some(position + length),
                Search::Continue(length) => position += length,
            }
        }
        self.0.extend(seen);
        None
    }
}

/// The result of the function `step` in a search for the end of an HTML construct.
enum Search {
    /// The construct ends after this number of bytes.
    Found(usize),
    /// The search continues after this number of bytes.
    Continue(usize),
}

/// The length of a tag, comment or other HTML construct whose `<` directly precedes `text`, not counting the `<`.
/// `start` is the offset of `text` in the tree's buffer. `None` if there is no such construct.
pub(crate) fn inline_html_end(text: &[u8], start: usize, failed_searches: &mut FailedSearches) -> Option<usize> {
    match text {
        [b'!', b'-', b'-', ..] => comment(text),
        [b'!', b'[', ..] => character_data(text, start, failed_searches),
        [b'!', ..] => declaration(text),
        [b'?', ..] => instruction(text, start, failed_searches),
        [b'/', ..] => closing_tag(text),
        _ => opening_tag(text),
    }
}

fn count(text: &[u8], is_in: impl Fn(u8) -> bool) -> usize {
    text.iter().take_while(|&&byte| is_in(byte)).count()
}

fn spaces(text: &[u8], from: usize) -> usize {
    from + count(text.get(from..).unwrap_or_default(), is_tag_space)
}

fn tag_name(text: &[u8]) -> Option<usize> {
    text.first().filter(|byte| byte.is_ascii_alphabetic())?;
    Some(count(text, |byte| byte.is_ascii_alphanumeric() || byte == b'-'))
}

fn closing_tag(text: &[u8]) -> Option<usize> {
    let end = spaces(text, 1 + tag_name(&text[1..])?);
    (text.get(end) == Some(&b'>')).then_some(end + 1)
}

fn opening_tag(text: &[u8]) -> Option<usize> {
    let mut position = tag_name(text)?;
    loop {
        let next = spaces(text, position);
        match text.get(next)? {
            b'>' => return Some(next + 1),
            b'/' => return (text.get(next + 1) == Some(&b'>')).then_some(next + 2),
            _ if next == position => return None,
            _ => {}
        }
        position = next + attribute_name(&text[next..])?;
        let equals = spaces(text, position);
        if text.get(equals) == Some(&b'=') {
            let value = spaces(text, equals + 1);
            position = value + attribute_value(&text[value..])?;
        }
    }
}

/// The length of an attribute's value, including quotes.
fn attribute_value(text: &[u8]) -> Option<usize> {
    if let quote @ (b'"' | b'\'') = text.first()? {
        return Some(2 + memchr::memchr(*quote, &text[1..])?);
    }
    let is_out = |byte: u8| is_tag_space(byte) || matches!(byte, b'"' | b'\'' | b'=' | b'<' | b'>' | b'`');
    Some(count(text, |byte| !is_out(byte))).filter(|&length| length > 0)
}

fn attribute_name(text: &[u8]) -> Option<usize> {
    text.first().filter(|&&byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b':'))?;
    Some(count(text, |byte| byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'.' | b'_' | b'-')))
}

/// The length of a comment from its `!` on. A comment does not contain `--` and does not begin with `>` or `->`.
fn comment(text: &[u8]) -> Option<usize> {
    if text.starts_with(b"!---->") {
        return Some(6);
    }
    let body = &text[3..];
    if body.starts_with(b">") || body.starts_with(b"->") || body.starts_with(b"--") {
        return None;
    }
    let end = memchr::memmem::find(body, b"--")?;
    (end > 0 && body.get(end + 2) == Some(&b'>')).then_some(3 + end + 3)
}

/// The end of `<? ... ?>`. As in cmark, the character after a question mark is skipped, unless it is `>`.
fn instruction(text: &[u8], start: usize, failed_searches: &mut FailedSearches) -> Option<usize> {
    failed_searches.walk(text, start, 1, b'?', |text| {
        if text.get(1) == Some(&b'>') { Search::Found(2) } else { Search::Continue(2) }
    })
}

fn declaration(text: &[u8]) -> Option<usize> {
    let name = 1 + count(&text[1..], |byte| byte.is_ascii_uppercase());
    let end = spaces(text, name);
    if name == 1 || end == name {
        return None;
    }
    Some(end + memchr::memchr(b'>', &text[end..])? + 1)
}

/// The end of `<![CDATA[ ... ]]>`. As in cmark, the character after `]` or `]]` is skipped, unless `]]` and this
/// character end the section.
fn character_data(text: &[u8], start: usize, failed_searches: &mut FailedSearches) -> Option<usize> {
    const START: &[u8] = b"![CDATA[";
    if !text.starts_with(START) {
        return None;
    }
    failed_searches.walk(text, start, START.len(), b']', |text| match text {
        [_, b']', b'>', ..] => Search::Found(3),
        [_, b']', ..] => Search::Continue(3),
        _ => Search::Continue(2),
    })
}

/// Remembers the line that was last searched for tags with `LIBERAL_HTML_TAG`. A line with many `<` is therefore
/// searched only once.
#[derive(Debug, Default)]
pub(crate) struct LiberalLine {
    /// The offset at which the line ends.
    end: usize,
    /// The offset of the last `>` in the line. `None` if it has none.
    last: Option<usize>,
}

impl LiberalLine {
    /// The length of the text from `start` to the last `>` in the same line, including the `>`. The line ends at `end`
    /// at the latest. `None` if the line has no `>` after the byte at `start`.
    pub(crate) fn piece(&mut self, text: &[u8], start: usize, end: usize) -> Option<usize> {
        if start >= self.end {
            let line = &text[start..end];
            let length = memchr::memchr(b'\n', line).unwrap_or(line.len());
            self.end = start + length;
            self.last = memchr::memrchr(b'>', &line[..length]).map(|position| start + position);
        }
        self.last.filter(|last| *last > start).map(|last| last + 1 - start)
    }
}

/// The number of CommonMark's start condition for a block of HTML, from 1 to 6. `None` if the line meets none of these
/// conditions.
pub(crate) fn block_start(line: &[u8]) -> Option<u8> {
    let text = line.strip_prefix(b"<")?;
    let names = |name: &str, rest: &[u8]| {
        rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()))
    };
    let ends = |name: &str, rest: &[u8]| rest.get(name.len()).is_some_and(|&byte| is_tag_space(byte) || byte == b'>');
    if ["script", "pre", "style"].iter().any(|name| names(name, text) && ends(name, text)) {
        return Some(1);
    }
    match text {
        [b'!', b'-', b'-', ..] => return Some(2),
        [b'?', ..] => return Some(3),
        [b'!', byte, ..] if byte.is_ascii_uppercase() => return Some(4),
        [b'!', ..] => return names("![CDATA[", text).then_some(5),
        _ => {}
    }
    let text = text.strip_prefix(b"/").unwrap_or(text);
    let closes = |name: &str| text.get(name.len()..).is_some_and(|rest| rest.starts_with(b"/>"));
    BLOCK_TAGS.iter().any(|name| names(name, text) && (ends(name, text) || closes(name))).then_some(6)
}

/// Whether the line consists of a single tag, apart from trailing white space. This is CommonMark's start condition 7
/// for a block of HTML.
pub(crate) fn is_tag_alone(line: &[u8]) -> bool {
    let Some(text) = line.strip_prefix(b"<") else { return false };
    let end = if text.starts_with(b"/") { closing_tag(text) } else { opening_tag(text) };
    end.is_some_and(|end| {
        let rest = &text[end..];
        let spaces = count(rest, |byte| matches!(byte, b'\t' | b' ' | b'\x0c'));
        rest.get(spaces) == Some(&b'\n')
    })
}

/// Whether a block of HTML with start condition `number` ends with this line. Always `false` for 6 and 7, whose blocks
/// end at a blank line.
pub(crate) fn ends_block(number: u8, line: &[u8]) -> bool {
    let has = |end: &[u8]| memchr::memmem::find(line, end).is_some();
    match number {
        1 => memchr::memmem::find_iter(line, b"</").any(|position| {
            let text = &line[position + 2..];
            ["script>", "pre>", "style>"]
                .iter()
                .any(|end| text.get(..end.len()).is_some_and(|start| start.eq_ignore_ascii_case(end.as_bytes())))
        }),
        2 => has(b"-->"),
        3 => has(b"?>"),
        4 => has(b">"),
        5 => has(b"]]>"),
        _ => false,
    }
}

/// The length of an address with a scheme and the `>` after it, if `text` starts with them. The `<` precedes `text`.
pub(crate) fn address(text: &[u8]) -> Option<usize> {
    text.first().filter(|byte| byte.is_ascii_alphabetic())?;
    let scheme = count(text, |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'+' | b'-'));
    if !(2..=32).contains(&scheme) || text.get(scheme) != Some(&b':') {
        return None;
    }
    let end = scheme + 1 + count(&text[scheme + 1..], |byte| byte > b' ' && !matches!(byte, b'<' | b'>'));
    (text.get(end) == Some(&b'>')).then_some(end + 1)
}

/// The length of an email address and the `>` after it, if `text` starts with them. The `<` precedes `text`.
pub(crate) fn mail_address(text: &[u8]) -> Option<usize> {
    let is_local = |byte: u8| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte);
    let mut position = count(text, is_local);
    if position == 0 || text.get(position) != Some(&b'@') {
        return None;
    }
    loop {
        let part = &text[position + 1..];
        let length = count(part, |byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let is_good = (1..=63).contains(&length) && part[0] != b'-' && part[length - 1] != b'-';
        position += 1 + length;
        match text.get(position) {
            Some(b'>') if is_good => return Some(position + 1),
            Some(b'.') if is_good => {}
            _ => return None,
        }
    }
}
