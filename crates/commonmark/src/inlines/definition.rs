//! Definitions of links at the start of a paragraph: `[label]: address "title"`.

use super::target::{address, label, title_end, write_address, write_title};
use crate::characters::is_blank;
use crate::labels::Labels;
use crate::tree::{Span, Tree};

/// Records the link definition at the start of a text, and returns its length in bytes. `None` if the text starts with
/// anything else.
pub(crate) fn take(tree: &mut Tree, text: Span, labels: &mut Labels) -> Option<usize> {
    let found = find(tree.bytes(text))?;
    let name = tree.bytes(found.label.moved(text.start)).to_vec();
    let address = write_address(tree, found.address.moved(text.start));
    let title = write_title(tree, found.title.moved(text.start));
    labels.define(&name, address, title);
    Some(found.length)
}

struct Definition {
    label: Span,
    address: Span,
    title: Span,
    length: usize,
}

fn find(text: &[u8]) -> Option<Definition> {
    let (label, end) = label(text, 0)?;
    if label.is_empty() || text.get(end) != Some(&b':') {
        return None;
    }
    let (address, behind) = address(text, past_line(text, end + 1))?;
    let start = past_line(text, behind);
    let titled = if start == behind { None } else { title_end(text, start) };
    // A title with more text after it on its line is not part of the definition, but cmark-gfm keeps it.
    let title = titled.map_or(Span::default(), |end| Span::new(start, end));
    let length = titled.and_then(|end| line_end(text, end)).or_else(|| line_end(text, behind))?;
    Some(Definition { label, address, title, length })
}

fn past_blanks(text: &[u8], from: usize) -> usize {
    from + text.get(from..).unwrap_or_default().iter().take_while(|&&byte| is_blank(byte)).count()
}

/// The offset after the spaces and tabs at `from`, and after at most one line break between them.
fn past_line(text: &[u8], from: usize) -> usize {
    line_end(text, from).map_or_else(|| past_blanks(text, from), |end| past_blanks(text, end))
}

/// If only spaces and tabs follow the offset `from` in its line, the offset after that line. Otherwise, `None`.
fn line_end(text: &[u8], from: usize) -> Option<usize> {
    let position = past_blanks(text, from);
    match text.get(position) {
        None => Some(position),
        Some(b'\n') => Some(position + 1),
        Some(_) => None,
    }
}
