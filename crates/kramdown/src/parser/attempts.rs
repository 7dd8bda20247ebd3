//! A memory of failed attempts at emphasis and links, so that no text is read again and again.
//!
//! kramdown tries an opening mark by parsing what follows it; where nothing closes it, the mark is text and everything
//! behind it is parsed once more, so that 100,000 marks take 100,000 readings. One reading tells as much about all
//! marks of the same kind that it met on its way: they would have read the same spans up to the same end. What an
//! attempt finds depends on nothing but its place and the kinds of spans around it ([`Around`]), so those are the key.

use crate::element::Kind;
use std::collections::{HashMap, HashSet};

/// Which kinds of spans are open, as a set of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Around(u8);

impl Around {
    fn bit(kind: Kind) -> u8 {
        match kind {
            Kind::Em => 1,
            Kind::Strong => 2,
            Kind::Link => 4,
            Kind::Image => 8,
            _ => 0,
        }
    }

    pub fn with(self, kind: Kind) -> Self {
        Around(self.0 | Self::bit(kind))
    }

    pub fn contains(self, kind: Kind) -> bool {
        self.0 & Self::bit(kind) != 0
    }
}

/// An opening mark: where the text behind it begins, its first byte, and its length.
type Mark = (usize, u8, usize);

/// One attempt under way.
#[derive(Default)]
struct Running {
    /// Emphasis marks that are text inside this emphasis, but could open one outside of it.
    marks: Vec<Mark>,
    /// Brackets that are text inside this link, and not closed yet; `None` for one that opens no link.
    brackets: Vec<Option<usize>>,
}

/// The knowledge about one text.
#[derive(Default)]
pub(super) struct Attempts {
    failed: HashSet<(Mark, Around)>,
    /// The end of a link's text, if it has one, by its start.
    closings: HashMap<(usize, Around), Option<usize>>,
    running: Vec<Running>,
    /// For each pattern, a place behind which it is known not to occur.
    missing: Vec<(Box<[u8]>, usize)>,
    /// For each kind of search, from where to where the answer is known.
    next: HashMap<u8, (usize, Option<(usize, usize)>)>,
    parentheses: Option<HashMap<usize, usize>>,
    /// The last run of underscores that was looked at.
    underscores: (usize, usize),
}

impl Attempts {
    pub fn begin(&mut self) {
        self.running.push(Running::default());
    }

    /// Notes an emphasis mark that is text only because the same emphasis is open.
    pub fn meet_mark(&mut self, mark: Mark) {
        if let Some(running) = self.running.last_mut() {
            running.marks.push(mark);
        }
    }

    /// Ends an attempt at emphasis that began at `mark`, with these spans around it.
    pub fn end_emphasis(&mut self, mark: Mark, around: Around, found: bool) {
        let Some(running) = self.running.pop() else { return };
        if !found {
            let same = |met: &&Mark| (met.1, met.2) == (mark.1, mark.2);
            self.failed.extend(running.marks.iter().filter(same).map(|met| (*met, around)));
            self.failed.insert((mark, around));
        }
    }

    pub fn has_failed(&self, mark: Mark, around: Around) -> bool {
        !self.failed.is_empty() && self.failed.contains(&(mark, around))
    }

    /// A bracket opens inside a link's text: `Some` with the place behind it where it could open a link itself.
    pub fn open_bracket(&mut self, position: Option<usize>) {
        if let Some(running) = self.running.last_mut() {
            running.brackets.push(position);
        }
    }

    /// The last bracket opened an image, which brought its own closing bracket.
    pub fn forget_bracket(&mut self) {
        if let Some(running) = self.running.last_mut() {
            running.brackets.pop();
        }
    }

    /// A bracket closes inside a link's text.
    pub fn close_bracket(&mut self, at: usize, outside: Around) {
        if let Some(running) = self.running.last_mut()
            && let Some(Some(position)) = running.brackets.pop()
        {
            self.closings.insert((position, outside), Some(at));
        }
    }

    /// Ends an attempt at a link or an image whose text begins at `place`.
    pub fn end_link(&mut self, position: usize, outside: Around, kind: Kind, closing: Option<usize>) {
        let Some(running) = self.running.pop() else { return };
        if kind == Kind::Link {
            self.closings.extend(running.brackets.into_iter().flatten().map(|open| ((open, outside), None)));
        }
        // Short texts are read again sooner than looked up.
        if closing.is_some_and(|closing| closing < position + 256) {
            return;
        }
        // Images nest, so theirs is a key of its own: the place is that of the exclamation mark's bracket.
        self.closings.insert((position, Self::key(outside, kind)), closing);
    }

    /// The end of the text of a link or an image that begins at `position`; `None` if it is not known yet.
    pub fn closing(&self, position: usize, outside: Around, kind: Kind) -> Option<Option<usize>> {
        if self.closings.is_empty() {
            return None;
        }
        self.closings.get(&(position, Self::key(outside, kind))).copied()
    }

    fn key(outside: Around, kind: Kind) -> Around {
        if kind == Kind::Image { Around(outside.0 | 128) } else { outside }
    }

    /// The next place of `pattern` at or behind `from`; once it is known to be missing it is not searched again.
    pub fn find(&mut self, bytes: &[u8], from: usize, pattern: &[u8]) -> Option<usize> {
        if self.missing.iter().any(|(known, position)| from >= *position && **known == *pattern) {
            return None;
        }
        let found = memchr::memmem::find(&bytes[from..], pattern).map(|offset| from + offset);
        if found.is_none() && self.missing.len() < 64 {
            self.missing.push((pattern.into(), from));
        }
        found
    }

    /// The answer of `search` from `from` on (a place and its end), remembered under `kind`: it holds for all places
    /// up to it.
    pub fn next(
        &mut self,
        kind: u8,
        from: usize,
        search: impl FnOnce() -> Option<(usize, usize)>,
    ) -> Option<(usize, usize)> {
        if let Some((known_from, answer)) = self.next.get(&kind)
            && from >= *known_from
            && answer.is_none_or(|(at, _)| at >= from)
        {
            return *answer;
        }
        let answer = search();
        self.next.insert(kind, (from, answer));
        answer
    }

    /// The start of the run of underscores before `at`.
    pub fn underscores_before(&mut self, bytes: &[u8], at: usize) -> usize {
        let (start, end) = self.underscores;
        if !(start..=end).contains(&at) || end == 0 {
            let before = bytes[..at].iter().rev().take_while(|&&b| b == b'_').count();
            let after = bytes[at..].iter().take_while(|&&b| b == b'_').count();
            self.underscores = (at - before, at + after);
        }
        self.underscores.0
    }

    /// The closing parenthesis of the one at `open`, all of the text's being paired at the first question.
    pub fn closing_parenthesis(&mut self, bytes: &[u8], open: usize) -> Option<usize> {
        let pairs = self.parentheses.get_or_insert_with(|| {
            let mut pairs = HashMap::new();
            let mut stack = Vec::new();
            for at in memchr::memchr2_iter(b'(', b')', bytes) {
                if bytes[at] == b'(' {
                    stack.push(at);
                } else if let Some(open) = stack.pop() {
                    pairs.insert(open, at);
                }
            }
            pairs
        });
        pairs.get(&open).copied()
    }
}
