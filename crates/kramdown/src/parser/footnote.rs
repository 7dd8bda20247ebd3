//! Footnotes: definitions as blocks, and marks as spans.

use super::extensions::id_name;
use super::{FootnoteDefinition, Parser, Step, codeblock};
use crate::Error;
use crate::element::{Element, Kind};
use crate::scanner::Scanner;
use crate::text::{line_end, opt_space};

/// For a footnote marker `[^name]` at `start`, the name and the offset after the marker. `None` for anything else.
pub(super) fn mark(text: &str, start: usize) -> Option<(&str, usize)> {
    let bytes = text.as_bytes();
    if !bytes[start.min(bytes.len())..].starts_with(b"[^") {
        return None;
    }
    let end = id_name(bytes, start + 2)?;
    (bytes.get(end) == Some(&b']')).then(|| (&text[start + 2..end], end + 1))
}

impl<'a> Parser<'a> {
    pub(super) fn parse_footnote_definition(
        &mut self,
        src: &mut Scanner<'a>,
        el: &mut Element<'a>,
    ) -> Result<Step, Error> {
        let position = opt_space(src.bytes(), src.pos);
        let Some((name, end)) = mark(src.text, position) else { return Ok(Step::No) };
        if src.bytes().get(end) != Some(&b':') {
            return Ok(Step::No);
        }
        let line = src.line();
        // `\s*?` is lazy, so the text keeps its leading spaces.
        let first_line = line_end(src.bytes(), end + 1);
        let text_end = codeblock::indented_end(src, first_line, true, self.options.version);
        let content = self.keep(&codeblock::without_indent(&src.text[end + 1..text_end]));
        src.pos = text_end;
        let mut definition = Element::new(self.arena, Kind::Root, line);
        self.parse_text(&mut definition, content, line)?;
        if self.footnotes.by_name.contains_key(name) {
            self.warn(format!("Duplicate footnote name '{name}' on line {line} - overwriting"));
        } else {
            self.footnotes.names.push(name);
        }
        let (child, slot) = self.new_definition(line);
        el.children.push(child);
        let definition = FootnoteDefinition { content: definition, slot, referenced: false };
        self.footnotes.by_name.insert(name, definition);
        Ok(Step::Yes)
    }

    /// Parses the footnote marker at the position of `src`, such as `[^1]`. Returns false if none begins there. A
    /// marker without a definition becomes text, with a warning.
    pub(super) fn parse_footnote_marker(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> bool {
        let Some((name, end)) = mark(src.text, src.pos) else { return false };
        let start = src.pos;
        let text = src.take_to(end);
        let Some(definition) = self.footnotes.by_name.get_mut(name) else {
            let line = src.line_at(start);
            self.warn(format!("Footnote definition for '{name}' not found on line {line}"));
            self.add_text(el, src.text, text, self.text_kind);
            return true;
        };
        definition.referenced = true;
        let ial = self.definition_ials[definition.slot].clone();
        let mut child = Element::with_value(self.arena, Kind::Footnote, name, el.line);
        self.apply_ial(&mut child.attr, &ial);
        el.children.push(child);
        true
    }
}
