//! Remembers failed attempts to parse emphasis and links, so that no text is parsed repeatedly.
//!
//! kramdown parses the text after an opening delimiter. If there is no closing delimiter, the opening one is text, and
//! everything after it is parsed again. For 100,000 delimiters, this would mean 100,000 passes. But a single pass gives
//! the result for all delimiters of the same kind that it encounters, because they would parse the same spans up to the
//! same end. The result of an attempt depends only on its position and on the kinds of the enclosing spans
//! ([`EnclosingSpans`]), which therefore are the key.

use crate::element::Kind;
use std::collections::{HashMap, HashSet};

/// The kinds of spans that enclose a position, as bits for `Em`, `Strong`, `Link` and `Image`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct EnclosingSpans(u8);

impl EnclosingSpans {
    fn bit(kind: Kind) -> u8 {
        match kind {
            Kind::Em => 1,
            Kind::Strong => 2,
            Kind::Link => 4,
            Kind::Image => 8,
            _ => 0,
        }
    }

    pub(crate) fn with(self, kind: Kind) -> Self {
        EnclosingSpans(self.0 | Self::bit(kind))
    }

    pub(crate) fn contains(self, kind: Kind) -> bool {
        self.0 & Self::bit(kind) != 0
    }
}

/// An opening delimiter: the position after it, its first byte, and its length.
type Mark = (usize, u8, usize);

/// A running attempt to parse emphasis, a link or an image.
#[derive(Default)]
struct Running {
    /// Emphasis delimiters that are text inside this emphasis, but could open emphasis outside of it.
    marks: Vec<Mark>,
    /// A stack of the opening brackets in this link's text that still lack a closing bracket. An entry is the position
    /// after the bracket, or `None` if the bracket cannot open another link.
    brackets: Vec<Option<usize>>,
}

/// The results of earlier attempts to parse spans. Without them, a text with many unclosed spans would take quadratic
/// time.
#[derive(Default)]
pub(super) struct FailedSpans {
    failed: HashSet<(Mark, EnclosingSpans)>,
    /// The end of a link's text, by the start of the text. `None` if the text has no end.
    closings: HashMap<(usize, EnclosingSpans), Option<usize>>,
    running: Vec<Running>,
    /// For each pattern, a position from which on it does not occur.
    missing: Vec<(Box<[u8]>, usize)>,
    /// For each kind of search, the position from which it last searched, and the match that it found.
    next: HashMap<u8, (usize, Option<(usize, usize)>)>,
    parentheses: Option<HashMap<usize, usize>>,
    /// The last run of underscores that was examined.
    underscores: (usize, usize),
}

impl FailedSpans {
    pub(crate) fn begin(&mut self) {
        self.running.push(Running::default());
    }

    /// Records an emphasis delimiter that is text inside of the current emphasis, but could open emphasis outside of
    /// it.
    pub(crate) fn meet_mark(&mut self, mark: Mark) {
        if let Some(running) = self.running.last_mut() {
            running.marks.push(mark);
        }
    }

    /// Ends an attempt to parse emphasis that started at `mark` within `enclosing`. If no closing delimiter was
    /// `found`, later attempts within the same kinds of spans fail immediately at this delimiter, and at equal ones
    /// that the attempt has met.
    pub(crate) fn end_emphasis(&mut self, mark: Mark, enclosing: EnclosingSpans, found: bool) {
        let Some(running) = self.running.pop() else { return };
        if !found {
            let same = |met: &&Mark| (met.1, met.2) == (mark.1, mark.2);
            self.failed.extend(running.marks.iter().filter(same).map(|met| (*met, enclosing)));
            self.failed.insert((mark, enclosing));
        }
    }

    pub(crate) fn has_failed(&self, mark: Mark, enclosing: EnclosingSpans) -> bool {
        !self.failed.is_empty() && self.failed.contains(&(mark, enclosing))
    }

    /// Records an opening bracket in a link's text. `position` is the position after the bracket, or `None` if the
    /// bracket cannot open another link.
    pub(crate) fn open_bracket(&mut self, position: Option<usize>) {
        if let Some(running) = self.running.last_mut() {
            running.brackets.push(position);
        }
    }

    /// Drops the last bracket: it opened an image, and the image contains the closing bracket.
    pub(crate) fn forget_bracket(&mut self) {
        if let Some(running) = self.running.last_mut() {
            running.brackets.pop();
        }
    }

    /// Records the position `closing` of a closing bracket in a link's text. `outside` are the spans around the link.
    pub(crate) fn close_bracket(&mut self, closing: usize, outside: EnclosingSpans) {
        if let Some(running) = self.running.last_mut()
            && let Some(Some(position)) = running.brackets.pop()
        {
            self.closings.insert((position, outside), Some(closing));
        }
    }

    /// Ends an attempt at a link or image whose text starts at `position`. `closing` is the position of the text's end,
    /// if found. `outside` are the spans around the link.
    pub(crate) fn end_link(&mut self, position: usize, outside: EnclosingSpans, kind: Kind, closing: Option<usize>) {
        let Some(running) = self.running.pop() else { return };
        if kind == Kind::Link {
            self.closings.extend(running.brackets.into_iter().flatten().map(|open| ((open, outside), None)));
        }
        // Parsing short texts again is faster than a lookup.
        if closing.is_some_and(|closing| closing < position + 256) {
            return;
        }
        // Images can be nested, so they have their own key: the position of the bracket after the exclamation mark.
        self.closings.insert((position, Self::key(outside, kind)), closing);
    }

    /// The cached end of the text of a link or image. The text starts at `position`, and `outside` are the spans around
    /// the link. `Some(None)` means a text without an end, and `None` means that nothing is cached.
    pub(crate) fn closing(&self, position: usize, outside: EnclosingSpans, kind: Kind) -> Option<Option<usize>> {
        if self.closings.is_empty() {
            return None;
        }
        self.closings.get(&(position, Self::key(outside, kind))).copied()
    }

    fn key(outside: EnclosingSpans, kind: Kind) -> EnclosingSpans {
        if kind == Kind::Image { EnclosingSpans(outside.0 | 128) } else { outside }
    }

    /// The next occurrence of `pattern` at or after `from`. Remembers up to 64 failed searches, and does not repeat
    /// them from the same or a later position.
    pub(crate) fn find(&mut self, bytes: &[u8], from: usize, pattern: &[u8]) -> Option<usize> {
        if self.missing.iter().any(|(known, position)| from >= *position && **known == *pattern) {
            return None;
        }
        let found = memchr::memmem::find(&bytes[from..], pattern).map(|offset| from + offset);
        if found.is_none() && self.missing.len() < 64 {
            self.missing.push((pattern.into(), from));
        }
        found
    }

    /// The start and end of the next match at or after `from`, as `search` finds it. A later call with the same `kind`
    /// reuses the match if its own `from` is between this `from` and the start of the match. A failed search is not
    /// repeated from a later position.
    pub(crate) fn next(
        &mut self,
        kind: u8,
        from: usize,
        search: impl FnOnce() -> Option<(usize, usize)>,
    ) -> Option<(usize, usize)> {
        if let Some((known_from, answer)) = self.next.get(&kind)
            && from >= *known_from
            && answer.is_none_or(|(position, _)| position >= from)
        {
            return *answer;
        }
        let answer = search();
        self.next.insert(kind, (from, answer));
        answer
    }

    /// The start of the run of underscores that ends at `position` or contains it. `position` itself if there is no
    /// such run.
    pub(crate) fn underscores_before(&mut self, bytes: &[u8], position: usize) -> usize {
        let (start, end) = self.underscores;
        if !(start..=end).contains(&position) || end == 0 {
            let before = bytes[..position].iter().rev().take_while(|&&b| b == b'_').count();
            let after = bytes[position..].iter().take_while(|&&b| b == b'_').count();
            self.underscores = (position - before, position + after);
        }
        self.underscores.0
    }

    /// The position of the parenthesis that closes the parenthesis at `open`. `None` without a closing parenthesis. The
    /// first call pairs all parentheses of the text.
    pub(crate) fn closing_parenthesis(&mut self, bytes: &[u8], open: usize) -> Option<usize> {
        let pairs = self.parentheses.get_or_insert_with(|| {
            let mut pairs = HashMap::new();
            let mut stack = Vec::new();
            for position in memchr::memchr2_iter(b'(', b')', bytes) {
                if bytes[position] == b'(' {
                    stack.push(position);
                } else if let Some(open) = stack.pop() {
                    pairs.insert(open, position);
                }
            }
            pairs
        });
        pairs.get(&open).copied()
    }
}
