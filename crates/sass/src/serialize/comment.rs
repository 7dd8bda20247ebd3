//! Comments and raw values of custom properties, which are reindented.

use super::Serializer;
use crate::css::NodeId;
use crate::{Span, Style};

/// The indentation of the lines after the first line of a text.
enum Indentation {
    /// The text has a single line.
    OneLine,
    /// All lines after the first one are blank.
    Blank,
    /// The smallest indentation of a nonblank line after the first one.
    Least(usize),
}

fn indentation(text: &str) -> Indentation {
    let Some((_, rest)) = text.split_once('\n') else { return Indentation::OneLine };
    let least = rest
        .split('\n')
        .filter_map(|line| {
            let trimmed = line.trim_start_matches([' ', '\t']);
            (!trimmed.is_empty()).then(|| line.len() - trimmed.len())
        })
        .min();
    least.map_or(Indentation::Blank, Indentation::Least)
}

impl Serializer<'_> {
    /// Writes a comment, reindented for the current nesting level. Omits comments that start with
    /// `/*# sourceMappingURL=` or `/*# sourceURL=`. In the compressed style, omits all comments but `/*! … */`.
    pub(super) fn comment(&mut self, text: &str, span: Span) {
        if self.style == Style::Compressed && !crate::css::is_preserved(text) {
            return;
        }
        if text.starts_with("/*# sourceMappingURL=") || text.starts_with("/*# sourceURL=") {
            return;
        }
        self.write_indentation();
        match indentation(text) {
            Indentation::Least(least) => {
                let column = self.column(span);
                self.reindented(text, least.min(column));
            }
            _ => self.out.push_str(text),
        }
    }

    /// Writes the raw value of a custom property. The expanded style indents later lines relative to the property's
    /// name, which has the span `name`. The compressed style writes one line.
    pub(super) fn raw_value(&mut self, text: &str, name: Span) {
        if self.style == Style::Compressed {
            self.folded(text);
            return;
        }
        match indentation(text) {
            Indentation::OneLine => self.out.push_str(text),
            Indentation::Blank => {
                self.out.push_str(trim_end_but_escaped(text));
                self.out.push(' ');
            }
            Indentation::Least(least) => {
                let column = self.column(name);
                self.reindented(text, least.min(column));
            }
        }
    }

    fn column(&self, span: Span) -> usize {
        self.sources.find(span.source).map_or(0, |source| source.location(span.start).column as usize)
    }

    /// Writes text and replaces `old` columns of each line's indentation with the current indentation. Blank lines at
    /// the end become a space.
    fn reindented(&mut self, text: &str, old: usize) {
        let mut lines = text.split('\n');
        self.out.push_str(lines.next().unwrap_or(""));
        let mut breaks = 0;
        for line in lines {
            breaks += 1;
            if line.bytes().all(|byte| matches!(byte, b' ' | b'\t')) {
                continue;
            }
            self.out.extend(std::iter::repeat_n('\n', breaks));
            breaks = 0;
            self.write_indentation();
            self.out.push_str(line.get(old..).unwrap_or(line));
        }
        if breaks > 0 {
            self.out.push(' ');
        }
    }

    /// Writes text on one line: replaces each line break and the whitespace after it with a space.
    fn folded(&mut self, text: &str) {
        let mut lines = text.split('\n');
        self.out.push_str(lines.next().unwrap_or(""));
        let mut blank = false;
        for line in lines {
            if !blank {
                self.out.push(' ');
            }
            let line = line.trim_start_matches([' ', '\t', '\r', '\x0c']);
            self.out.push_str(line);
            blank = line.is_empty();
        }
    }

    /// Whether the comment `node` starts on the line where `previous` ends. `previous` is the sibling written before
    /// the comment. For a first child, it is the parent, which counts as ending at its opening brace.
    pub(super) fn is_trailing_comment(&self, node: NodeId, previous: NodeId) -> bool {
        let (span, before) = (self.tree.span(node), self.tree.span(previous));
        let Some(source) = self.sources.find(span.source) else { return false };
        let same_file = span.source == before.source
            || self.sources.find(before.source).is_some_and(|other| other.url == source.url);
        if !same_file {
            return false;
        }
        let line = source.location(span.start).line;
        if before.start > span.start || before.end < span.end {
            return line == source.location(before.end).line;
        }
        // The comment is inside the block, so the position of the opening brace counts.
        let text = source.text.get(before.start as usize..span.start as usize).unwrap_or("");
        if text.is_empty() {
            return false;
        }
        let opening = text.rfind('{').unwrap_or(0) as u32;
        line == source.location(before.start + opening).line
    }
}

/// Trims trailing whitespace, except after a backslash.
fn trim_end_but_escaped(text: &str) -> &str {
    let trimmed = text.trim_end_matches([' ', '\t', '\n', '\r', '\x0c']);
    let keep = trimmed.len() + usize::from(trimmed.len() > 1 && trimmed.ends_with('\\'));
    text.get(..keep).unwrap_or(text)
}
