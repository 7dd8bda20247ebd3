//! The targets of links: addresses, titles and labels, after `](` and in definitions.

use crate::characters::{is_space, is_tag_space, trim};
use crate::entities::{without_entities, without_escapes};
use crate::labels::MAX_LENGTH;
use crate::tree::{Span, Tree};

/// The offset of the first byte at or after `from` that is not white space.
pub(super) fn past_spaces(text: &[u8], from: usize) -> usize {
    from + text.get(from..).unwrap_or_default().iter().take_while(|&&byte| is_tag_space(byte)).count()
}

/// The address that begins at `from`, and the offset after it. `None` if no address begins there, or if the address
/// extends to the end of the text.
pub(super) fn address(text: &[u8], from: usize) -> Option<(Span, usize)> {
    let (span, end) = match text.get(from) {
        Some(b'<') => in_angle_brackets(text, from)?,
        _ => bare(text, from)?,
    };
    (end < text.len()).then_some((span, end))
}

fn in_angle_brackets(text: &[u8], from: usize) -> Option<(Span, usize)> {
    let mut position = from + 1;
    loop {
        match text.get(position)? {
            b'>' => return Some((Span::new(from + 1, position), position + 1)),
            b'\\' => position += 2,
            b'\n' | b'<' => return None,
            _ => position += 1,
        }
    }
}

/// An address without angle brackets. It ends before a closing parenthesis that has no opening one. cmark-gfm 0.29
/// allows opening parentheses without a closing one.
fn bare(text: &[u8], from: usize) -> Option<(Span, usize)> {
    const MOST_OPEN: usize = 32;
    let mut open = 0;
    let mut position = from;
    while let Some(&byte) = text.get(position) {
        match byte {
            b'\\' if text.get(position + 1).is_some_and(u8::is_ascii_punctuation) => position += 1,
            b'(' => {
                open += 1;
                if open > MOST_OPEN {
                    return None;
                }
            }
            b')' if open == 0 => break,
            b')' => open -= 1,
            byte if is_space(byte) => break,
            _ => {}
        }
        position += 1;
    }
    let is_space_first = position == from && text.get(position).is_some_and(|&byte| is_space(byte));
    (!is_space_first).then(|| (Span::new(from, position), position))
}

/// The offset after the title that begins at `from`. The title ends at the first closing mark without a backslash, or
/// else at the last one with a backslash. In parentheses, the search stops at an unescaped opening parenthesis. `None`
/// if no title begins there, or without a closing mark.
pub(super) fn title_end(text: &[u8], from: usize) -> Option<usize> {
    let close = match text.get(from)? {
        b'(' => b')',
        quote @ (b'"' | b'\'') => *quote,
        _ => return None,
    };
    let mut escaped = None;
    for position in memchr::memchr2_iter(close, text[from], &text[from + 1..]) {
        let end = from + 1 + position + 1;
        if text[end - 1] != close && text[end - 2] != b'\\' {
            // A title in parentheses must not contain an opening parenthesis.
            break;
        }
        if text[end - 1] != close {
            continue;
        }
        if text[end - 2] != b'\\' {
            return Some(end);
        }
        escaped = Some(end);
    }
    escaped
}

/// The trimmed text of the label in brackets that begins at `from`, and the offset after its `]`. `None` without a
/// label, or for a label longer than [`MAX_LENGTH`].
pub(super) fn label(text: &[u8], from: usize) -> Option<(Span, usize)> {
    if text.get(from) != Some(&b'[') {
        return None;
    }
    let start = from + 1;
    let mut position = start;
    loop {
        match text.get(position)? {
            b']' => break,
            b'[' => return None,
            b'\\' if text.get(position + 1).is_some_and(u8::is_ascii_punctuation) => position += 2,
            _ => position += 1,
        }
        if position - start > MAX_LENGTH {
            return None;
        }
    }
    let label = &text[start..position];
    let trimmed = trim(label);
    let skipped = label.len() - crate::characters::trim_start(label).len();
    Some((Span::new(start + skipped, start + skipped + trimmed.len()), position + 1))
}

/// Trims a link's address, resolves entities and escapes in it, and returns the span of the result.
pub(super) fn write_address(tree: &mut Tree, address: Span) -> Span {
    write_if_changed(tree, address, |text| without_escapes(&without_entities(trim(text))))
}

/// Removes the quotes of a link's title, resolves entities and escapes, and returns the span of the result.
pub(super) fn write_title(tree: &mut Tree, title: Span) -> Span {
    write_if_changed(tree, title, |text| {
        let inner = match text {
            [b'\'', inner @ .., b'\''] | [b'(', inner @ .., b')'] | [b'"', inner @ .., b'"'] => inner,
            _ => text,
        };
        without_escapes(&without_entities(inner))
    })
}

/// Applies `change` to a text, and returns the span of the result. A result that differs from the text is appended to
/// the buffer.
pub(super) fn write_if_changed(tree: &mut Tree, span: Span, change: impl Fn(&[u8]) -> Vec<u8>) -> Span {
    let changed = change(tree.bytes(span));
    if tree.bytes(span) == changed {
        return span;
    }
    tree.write(&changed)
}
