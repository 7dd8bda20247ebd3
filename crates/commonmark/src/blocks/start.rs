//! The starts of CommonMark's blocks. Most functions get the rest of a line after its indentation.

use crate::characters::{is_blank, is_line_space, is_space};
use crate::tree::{List, Marker};

fn count(text: &[u8], is_in: impl Fn(u8) -> bool) -> usize {
    text.iter().take_while(|&&byte| is_in(byte)).count()
}

fn ends_line(text: &[u8]) -> bool {
    matches!(text.first(), Some(b'\n' | b'\r'))
}

/// The level of a header such as `## Title`, and the length of its `#` marks with the white space after them. `None`
/// for a line that is not a header.
pub(super) fn header(text: &[u8]) -> Option<(u8, usize)> {
    let level = count(text, |byte| byte == b'#');
    if !(1..=6).contains(&level) {
        return None;
    }
    let spaces = count(&text[level..], is_blank);
    let length = if spaces > 0 { level + spaces } else { level + 1 };
    (spaces > 0 || ends_line(&text[level..])).then_some((level as u8, length))
}

/// The level of an underlined header: 1 for a line of `=`, and 2 for a line of `-`. `None` for any other line.
pub(super) fn underline(text: &[u8]) -> Option<u8> {
    let mark = *text.first()?;
    let level = match mark {
        b'=' => 1,
        b'-' => 2,
        _ => return None,
    };
    let marks = count(text, |byte| byte == mark);
    let spaces = count(&text[marks..], is_blank);
    ends_line(&text[marks + spaces..]).then_some(level)
}

/// The character of a fence that opens code, a backtick or `~`, and how often the character is repeated. `None` for
/// fewer than three, and if another backtick follows a fence of backticks in the line.
pub(super) fn opening_fence(text: &[u8]) -> Option<(u8, usize)> {
    let mark = *text.first()?;
    let length = count(text, |byte| byte == mark);
    let is_kept = mark == b'~' || mark == b'`' && memchr::memchr(mark, &text[length..]).is_none();
    (is_kept && length >= 3).then_some((mark, length))
}

/// The number of backticks or tildes in a fence that closes code. `None` for fewer than three, and if anything other
/// than white space follows them in the line.
pub(super) fn closing_fence(text: &[u8]) -> Option<usize> {
    let mark = *text.first().filter(|mark| matches!(mark, b'`' | b'~'))?;
    let length = count(text, |byte| byte == mark);
    let spaces = count(&text[length..], is_blank);
    (length >= 3 && ends_line(&text[length + spaces..])).then_some(length)
}

/// Whether a line is a thematic break: at least three times the same mark (`-`, `_` or `*`). Spaces and tabs are
/// allowed between and after the marks.
pub(super) fn is_rule(text: &[u8]) -> bool {
    let Some(&mark) = text.first().filter(|mark| matches!(mark, b'*' | b'_' | b'-')) else { return false };
    let length = count(text, |byte| byte == mark || is_blank(byte));
    ends_line(&text[length..]) && text[..length].iter().filter(|&&byte| byte == mark).count() >= 3
}

/// For a footnote's definition such as `[^name]: text`, the offsets of the `]` and of the text. `None` for any other
/// line.
pub(super) fn footnote(text: &[u8]) -> Option<(usize, usize)> {
    let name = text.strip_prefix(b"[^")?;
    let length = count(name, |byte| !matches!(byte, b']' | b' ' | b'\r' | b'\n' | b'\t'));
    let rest = name[length..].strip_prefix(b"]:")?;
    (length > 0).then(|| (2 + length, 2 + length + 2 + count(rest, is_blank)))
}

/// The properties of the list item at the start of `text`, and the length of its marker. `None` if no item starts
/// there. With `ends_paragraph`, also `None` for items that cannot interrupt a paragraph: items without text, and items
/// with a number other than 1.
pub(super) fn item(text: &[u8], ends_paragraph: bool) -> Option<(List, usize)> {
    let (marker, start, length) = match *text.first()? {
        mark @ (b'*' | b'-' | b'+') => (Marker::Bullet(mark), 0, 1),
        b'0'..=b'9' => {
            let digits = count(text, |byte| byte.is_ascii_digit()).min(9);
            let start = text[..digits].iter().fold(0, |number, digit| number * 10 + usize::from(digit - b'0'));
            if ends_paragraph && start != 1 {
                return None;
            }
            let mark = *text.get(digits).filter(|mark| matches!(mark, b'.' | b')'))?;
            (Marker::Number(mark), start, digits + 1)
        }
        _ => return None,
    };
    let rest = &text[length..];
    if !rest.first().is_some_and(|&byte| is_space(byte)) || ends_paragraph && ends_line(&rest[count(rest, is_blank)..])
    {
        return None;
    }
    Some((List { marker, start, is_tight: false, offset: 0, padding: 0 }, length))
}

/// Whether a line starts with the marker of a task in a list, for example `- [ ] `.
pub(super) fn is_task(line: &[u8]) -> bool {
    let text = &line[count(line, is_line_space)..];
    let marker = match text.first() {
        Some(b'-' | b'+' | b'*') => 1,
        Some(b'0'..=b'9') => count(text, |byte| byte.is_ascii_digit()) + 1,
        _ => return false,
    };
    let Some(rest) = text.get(marker..) else { return false };
    let spaces = count(rest, is_line_space);
    match &rest[spaces..] {
        [b'[', b' ' | b'x' | b'X', b']', next, ..] => spaces > 0 && is_line_space(*next),
        _ => false,
    }
}

/// Whether the line is a table's delimiter row, which aligns the columns.
pub(super) fn is_table_ruler(text: &[u8]) -> bool {
    let mut rest = text.strip_prefix(b"|").unwrap_or(text);
    loop {
        rest = &rest[count(rest, is_line_space)..];
        rest = rest.strip_prefix(b":").unwrap_or(rest);
        let dashes = count(rest, |byte| byte == b'-');
        if dashes == 0 {
            return false;
        }
        rest = rest[dashes..].strip_prefix(b":").unwrap_or(&rest[dashes..]);
        rest = &rest[count(rest, is_line_space)..];
        let Some(next) = rest.strip_prefix(b"|") else { return ends_line(rest) };
        rest = next;
        if ends_line(&rest[count(rest, is_line_space)..]) {
            return true;
        }
    }
}
