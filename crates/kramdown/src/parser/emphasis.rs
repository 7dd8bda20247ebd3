//! Emphasis: `*em*`, `_em_`, `**strong**`, `__strong__`.

use super::Parser;
use super::failed_spans::FailedSpans;
use super::spans::{Spans, Stop};
use crate::Error;
use crate::element::{Element, Extra, Kind};
use crate::scanner::Scanner;
use crate::text::{is_alnum, is_alpha, is_space};
use crate::version::Version;

/// Whether `delimiter`, found at the position of `src`, closes the emphasis `el`. False while `el` is empty.
pub(super) fn closes(src: &Scanner<'_>, el: &Element<'_>, delimiter: &str) -> bool {
    let rest = src.rest();
    let Some(after) = rest.strip_prefix(delimiter) else { return false };
    if src.pos > 0 && is_space(src.bytes()[src.pos - 1]) {
        return false;
    }
    let mark = delimiter.as_bytes()[0];
    // A doubled delimiter does not close a single one, unless a third follows.
    if el.kind == Kind::Em {
        let bytes = rest.as_bytes();
        if bytes.get(1) == Some(&mark) && bytes.get(2) != Some(&mark) {
            return false;
        }
    }
    if mark == b'_' && after.chars().next().is_some_and(is_alnum) {
        return false;
    }
    !el.children.is_empty()
}

/// Matches `[[:alpha:]]-?[[:alpha:]]*_*\z` on the text before `end`: whether an underscore at `end` is inside of a
/// word. Without `no_emphasis_behind_underscores`, the pattern has no `_*`.
fn ends_in_word(failed_spans: &mut FailedSpans, version: Version, text: &str, end: usize) -> bool {
    let end = if version.no_emphasis_behind_underscores {
        failed_spans.underscores_before(text.as_bytes(), end)
    } else {
        end
    };
    let before = &text[..end];
    before.strip_suffix('-').unwrap_or(before).ends_with(is_alpha)
}

impl<'a> Parser<'a> {
    pub(super) fn parse_emphasis(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<(), Error> {
        let start = src.pos;
        let line = el.line;
        let mark = src.bytes()[start];
        let double = src.bytes().get(start + 1) == Some(&mark);
        let delimiter = &src.text[start..start + 1 + usize::from(double)];
        let kind = if double { Kind::Strong } else { Kind::Em };
        src.pos += delimiter.len();
        let before_space = src.peek().is_some_and(is_space);
        let in_word = mark == b'_' && ends_in_word(&mut self.failed_spans, self.options.version, src.text, start);
        let opening = (src.pos, mark, delimiter.len());
        if self.enclosing.contains(kind) || before_space || in_word {
            if el.kind == kind && !before_space && !in_word {
                self.failed_spans.meet_mark(opening);
            }
            self.add_text(el, src.text, delimiter, self.text_kind);
            return Ok(());
        }
        let warnings = self.warnings.len();
        let mut attempt = self.try_emphasis(src, line, kind, opening)?;
        if attempt.is_none() && double && el.kind != Kind::Em {
            // The first character alone may open emphasis.
            src.pos = start + 1;
            attempt = self.try_emphasis(src, line, Kind::Em, (start + 1, mark, 1))?;
        }
        if let Some(inner) = attempt {
            src.pos += if inner.kind == Kind::Em { 1 } else { 2 };
            el.children.push(inner.with_extra(Extra::Mark(mark)));
            return Ok(());
        }
        if double && el.kind == Kind::Em && src.bytes().get(start + 2) != Some(&mark) {
            // Outside of this emphasis, the first character alone would be tried, with the same result.
            self.failed_spans.meet_mark((start + 1, mark, 1));
        }
        // Warnings from before the attempt are removed, as in kramdown.
        self.warnings.drain(..warnings.min(self.warnings.len()));
        src.pos = start + delimiter.len();
        self.add_text(el, src.text, delimiter, self.text_kind);
        Ok(())
    }

    /// Parses the text after an opening delimiter. Returns the emphasis if there is a closing delimiter.
    fn try_emphasis(
        &mut self,
        src: &mut Scanner<'a>,
        line: u32,
        kind: Kind,
        opening: (usize, u8, usize),
    ) -> Result<Option<Element<'a>>, Error> {
        let enclosing = self.enclosing;
        if self.failed_spans.has_failed(opening, enclosing) {
            return Ok(None);
        }
        let (from, _, length) = opening;
        let delimiter = &src.text[from - length..from];
        let mut inner = Element::new(self.arena, kind, line);
        self.failed_spans.begin();
        let found = self.parse_inner(src, &mut inner, Stop::Delimiter(delimiter), Spans::All)?;
        self.failed_spans.end_emphasis(opening, enclosing, found);
        Ok(found.then_some(inner))
    }
}
