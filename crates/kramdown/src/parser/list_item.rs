//! The first line of a list item or definition, and the lines that belong to it.

use super::{Parser, extensions, paragraph};
use crate::attributes::Ial;
use crate::scanner::Scanner;
use crate::text::{is_space, opt_space};
use crate::version::Version;

/// The first line of a list item: the text after the marker, and the indentation of the item's content.
pub(super) struct FirstLine<'a> {
    pub content: &'a str,
    /// The indentation of the item's lines, in columns.
    pub indentation: usize,
}

/// Measures the first line of a list item or definition. `content` is the text after the marker, and `indentation` is
/// the width of the line up to there. If the line has no text except for an attribute list, the item's lines must be
/// indented by four columns.
pub(super) fn first_line(indentation: usize, content: &str) -> FirstLine<'_> {
    let bytes = content.as_bytes();
    let first = crate::text::skip_while(bytes, 0, is_space);
    let indentation = if is_blank_or_ial(content, first) { 4 } else { indentation + width(bytes, indentation) };
    FirstLine { content: &content[first..], indentation }
}

/// Whether the line is empty from the offset `first` on, or contains only an attribute list there.
fn is_blank_or_ial(content: &str, first: usize) -> bool {
    let bytes = content.as_bytes();
    if bytes[..first].contains(&b'\n') || first == bytes.len() {
        return bytes.contains(&b'\n');
    }
    extensions::item_ial(content, first, true).is_some()
}

/// The width in columns of the white space at the start of `bytes`, which begin at the column `indentation`.
fn width(bytes: &[u8], indentation: usize) -> usize {
    let mut position = 0;
    let mut width = 0;
    loop {
        let spaces = bytes[position..].iter().take_while(|&&b| b == b' ').count();
        let tabs = bytes[position + spaces..].iter().take_while(|&&b| b == b'\t').count();
        width += spaces;
        if tabs == 0 {
            return width;
        }
        width += 4 - ((width + indentation) % 4) + (tabs - 1) * 4;
        position += spaces + tabs;
    }
}

/// Whether the line from the position of `src` to `end` has text that belongs to an item: text that is indented by
/// `indentation` columns. With `lazy`, less indentation is allowed, unless the line starts with an attribute list or a
/// block's HTML tag. `lazy` is the version of kramdown whose list of such tags applies.
pub(super) fn is_content(src: &Scanner<'_>, end: usize, indentation: usize, lazy: Option<Version>) -> bool {
    let line = &src.bytes()[src.pos..end];
    if !line.ends_with(b"\n") {
        return false;
    }
    let has_text = |from: usize| line[from..].iter().any(|&b| !is_space(b));
    after_indentation(line, indentation).is_some_and(has_text)
        || lazy.is_some_and(|version| has_text(0) && is_lazy(src, indentation, version))
}

/// The offset in `line` after `indentation` columns of white space. A tab can replace every four spaces. `None` if the
/// line is indented less.
fn after_indentation(line: &[u8], indentation: usize) -> Option<usize> {
    let after_steps = |steps: usize| {
        let mut position = 0;
        for _ in 0..steps {
            position = match line.get(position)? {
                b'\t' => position + 1,
                b' ' if line[position..].starts_with(b"    ") => position + 4,
                _ => return None,
            };
        }
        Some(position)
    };
    let base = after_steps(indentation / 4)?;
    let rest = indentation % 4;
    let spaces = line[base..].iter().take(rest).take_while(|&&b| b == b' ').count();
    if spaces == rest { Some(base + rest) } else { after_steps(indentation / 4 + 1) }
}

/// Whether a line continues the item without being indented.
fn is_lazy(src: &Scanner<'_>, indentation: usize, version: Version) -> bool {
    let (bytes, position) = (src.bytes(), src.pos);
    // The attribute list or tag may follow any number of spaces up to the limit.
    let first = opt_space(bytes, position).min(position + indentation.min(3));
    match bytes.get(first) {
        Some(b'{') => extensions::ial_block(src, first).is_none(),
        Some(b'<') => !paragraph::lazy_end_html(src.text, first, version),
        _ => true,
    }
}

/// A line of an item without the indentation of the item, or unchanged if it is not `indented`. `blanks` spaces belong
/// before `text`: they replace leading tabs, or the rest of a tab.
pub(super) struct ItemLine<'a> {
    pub blanks: usize,
    pub text: &'a str,
    pub indented: bool,
}

/// Removes `indentation` columns from the start of a line: tabs of four columns each, and then spaces. A line that does
/// not start with enough of them keeps its indentation, but its leading tabs become spaces.
pub(super) fn unindent(line: &str, indentation: usize) -> ItemLine<'_> {
    let bytes = line.as_bytes();
    let tabs = bytes.iter().take_while(|&&b| b == b'\t').count();
    if 4 * tabs >= indentation {
        return ItemLine { blanks: 4 * tabs - indentation, text: &line[tabs..], indented: true };
    }
    let needed = indentation - 4 * tabs;
    if bytes.len() >= tabs + needed && bytes[tabs..tabs + needed].iter().all(|&b| b == b' ') {
        return ItemLine { blanks: 0, text: &line[tabs + needed..], indented: true };
    }
    ItemLine { blanks: 4 * tabs, text: &line[tabs..], indented: false }
}

impl<'a> Parser<'a> {
    /// Removes an attribute list such as `{:.name}`, and the white space around it, from the start of the text of an
    /// item, definition or term. Returns the attribute list. `None` if the text does not start with one, or if the
    /// dialect has none.
    pub(super) fn take_item_ial(&mut self, content: &mut &'a str) -> Option<Box<Ial<'a>>> {
        if !self.extended {
            return None;
        }
        let text = *content;
        let first = crate::text::skip_while(text.as_bytes(), 0, is_space);
        let (body, end) = extensions::item_ial(text, first, false)?;
        let mut ial = Ial::default();
        self.parse_attribute_list(body, &mut ial);
        *content = &text[end..];
        Some(Box::new(ial))
    }
}
