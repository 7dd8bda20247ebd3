//! The backtracking matcher, which runs a pattern's program on a text.

use super::program::{Op, Program, Span};
use super::syntax::{Assertion, Kind};
use super::unicode::joins_word;

/// The memory and the limits that all matches on a text share, and the groups of the last match.
#[derive(Default, Debug)]
pub(crate) struct Scratch {
    slots: Vec<usize>,
    stack: Vec<Entry>,
    /// The remaining backtracking steps of this match.
    fuel: usize,
    /// The remaining backtracking steps of all matches on this text. When none are left, each match gets only a few.
    budget: usize,
    /// Failed repetitions of a character set, such as `[a-z]*` in `[a-z]*;` for a text without a semicolon.
    failed: Vec<FailedSpan>,
}

/// A failed span, such as `[a-z]*` in `[a-z]*;`. From `from` to `to`, the text that must follow the span does not
/// occur. So the span also fails from any position in between. The record avoids quadratic time for texts with
/// thousands of opening delimiters and no closing one.
#[derive(Debug)]
struct FailedSpan {
    span: u32,
    /// The start of the failed range, as the distance from the end of the text. So a later position of the lexer does
    /// not change it.
    from: usize,
    to: usize,
}

/// The minimum length of a run of characters whose failure is recorded, in bytes.
const WORTH_REMEMBERING: usize = 64;

/// The number of a span's characters that count as one backtracking step.
const CHARACTERS_A_STEP: usize = 8;

impl Scratch {
    /// Prepares for a new text: forgets the failures recorded for the last one, and renews the budget of steps.
    pub(crate) fn begin(&mut self, text: &str) {
        self.failed.clear();
        // A third of this is enough for all recorded code.
        self.budget = 5_000_000 + 60 * text.len();
    }

    fn has_failed(&self, span: u32, position: usize) -> bool {
        self.failed.iter().any(|failed| failed.span == span && (failed.to..=failed.from).contains(&position))
    }

    fn remember_failed_span(&mut self, span: u32, from: usize, to: usize) {
        match self.failed.iter_mut().find(|failed| failed.span == span) {
            Some(failed) => (failed.from, failed.to) = (from, to),
            None => self.failed.push(FailedSpan { span, from, to }),
        }
    }

    /// The byte offsets of the start and the end of a group in the last match. `None` if the group did not participate
    /// in it.
    pub(crate) fn group(&self, number: usize) -> Option<(usize, usize)> {
        let (start, end) = (*self.slots.get(2 * number)?, *self.slots.get(2 * number + 1)?);
        (start != NOWHERE && end != NOWHERE).then_some((start, end))
    }
}

const NOWHERE: usize = usize::MAX;

/// An alternative to try, or a state to restore, when backtracking.
#[derive(Debug)]
enum Entry {
    Branch {
        op: usize,
        position: usize,
    },
    /// A greedy span that can be shortened down to `low`.
    Longer {
        op: usize,
        low: usize,
        position: usize,
    },
    /// A lazy span that can be extended by up to `left` characters.
    Shorter {
        op: usize,
        position: usize,
        left: usize,
    },
    Slot {
        slot: usize,
        old: usize,
    },
}

/// Whether the program matches at `position` within the allowed number of steps. After a match, `scratch` has the
/// ranges of the groups.
pub(crate) fn run(program: &Program, text: &str, position: usize, scratch: &mut Scratch) -> bool {
    scratch.slots.clear();
    scratch.slots.resize(program.slots, NOWHERE);
    scratch.stack.clear();
    let fuel = (1_000_000 + 8 * (text.len() - position)).min(scratch.budget.max(2_000));
    scratch.fuel = fuel;
    let mut run = Run { program, text, bytes: text.as_bytes(), scratch };
    run.scratch.slots[0] = position;
    let found = run.from(0, position, None);
    scratch.budget = scratch.budget.saturating_sub(fuel - scratch.fuel);
    match found {
        Some(end) => {
            scratch.slots[1] = end;
            true
        }
        None => false,
    }
}

struct Run<'p, 't, 's> {
    program: &'p Program,
    text: &'t str,
    bytes: &'t [u8],
    scratch: &'s mut Scratch,
}

impl Run<'_, '_, '_> {
    /// Runs the program from the step `start` to `Accept`, and returns the position there. If `must_end` is given, only
    /// this position is accepted. Afterwards, backtracking cannot try other alternatives of this run, but only restore
    /// the positions of groups.
    fn from(&mut self, start: usize, mut position: usize, must_end: Option<usize>) -> Option<usize> {
        let base = self.scratch.stack.len();
        let mut op = start;
        loop {
            let next = match self.step(op, position) {
                Step::To(op, position) => Some((op, position)),
                Step::Accept if must_end.is_none_or(|end| end == position) => {
                    self.commit(base);
                    return Some(position);
                }
                Step::Accept | Step::Stuck => self.backtrack(base),
            };
            match next {
                Some((to, reached)) => (op, position) = (to, reached),
                None => return None,
            }
        }
    }

    #[inline]
    fn step(&mut self, op: usize, position: usize) -> Step {
        let program = self.program;
        match &program.ops[op] {
            Op::Bytes(bytes) => {
                if self.bytes[position..].starts_with(bytes) {
                    return Step::To(op + 1, position + bytes.len());
                }
                Step::Stuck
            }
            Op::BytesFold(bytes) => match self.bytes.get(position..position + bytes.len()) {
                Some(found) if found.eq_ignore_ascii_case(bytes) => Step::To(op + 1, position + bytes.len()),
                _ => Step::Stuck,
            },
            Op::CharFold(c) => match self.text.get(position..).and_then(|rest| rest.chars().next()) {
                Some(found) if found.to_lowercase().eq(c.to_lowercase()) => {
                    Step::To(op + 1, position + found.len_utf8())
                }
                _ => Step::Stuck,
            },
            Op::Set(set) => match set.take(self.text, position) {
                Some(length) => Step::To(op + 1, position + length),
                None => Step::Stuck,
            },
            Op::Span(span) => self.span(op, span, position),
            Op::Split(first, second) => {
                self.scratch.stack.push(Entry::Branch { op: *second, position });
                Step::To(*first, position)
            }
            Op::Choice(branches) => self.choose(branches, position),
            Op::Jump(target) => Step::To(*target, position),
            Op::Save(slot) => {
                let old = std::mem::replace(&mut self.scratch.slots[*slot], position);
                self.scratch.stack.push(Entry::Slot { slot: *slot, old });
                Step::To(op + 1, position)
            }
            Op::Progress { mark, exit } => {
                Step::To(if self.scratch.slots[*mark] == position { *exit } else { op + 1 }, position)
            }
            Op::Assert(assertion) => {
                if self.holds(*assertion, position) {
                    Step::To(op + 1, position)
                } else {
                    Step::Stuck
                }
            }
            Op::Ahead { negated, next } => {
                let found = self.from(op + 1, position, None).is_some();
                if found == *negated { Step::Stuck } else { Step::To(*next, position) }
            }
            Op::Behind { negated, next, min, max } => {
                let found = self.lookbehind(op + 1, position, *min, *max);
                if found == *negated { Step::Stuck } else { Step::To(*next, position) }
            }
            Op::Atomic { next } => match self.from(op + 1, position, None) {
                Some(end) => Step::To(*next, end),
                None => Step::Stuck,
            },
            Op::Back(number, fold) => self.back_reference(op, *number, *fold, position),
            Op::IfGroup(number, no) => {
                Step::To(if self.scratch.group(*number).is_some() { op + 1 } else { *no }, position)
            }
            Op::Keep => {
                let old = std::mem::replace(&mut self.scratch.slots[0], position);
                self.scratch.stack.push(Entry::Slot { slot: 0, old });
                Step::To(op + 1, position)
            }
            Op::Fail => Step::Stuck,
            Op::Accept => Step::Accept,
        }
    }

    fn choose(&mut self, branches: &[(Option<super::ByteSet>, usize)], position: usize) -> Step {
        let byte = self.bytes.get(position).copied();
        let open = |first: &Option<super::ByteSet>| match (first, byte) {
            (None, _) => true,
            (Some(first), Some(byte)) => first.has(byte),
            // A condition such as `$` can hold at the end of the text.
            (Some(_), None) => true,
        };
        let mut step = Step::Stuck;
        for (_, target) in branches.iter().rev().filter(|(first, _)| open(first)) {
            if let Step::To(op, position) = step {
                self.scratch.stack.push(Entry::Branch { op, position });
            }
            step = Step::To(*target, position);
        }
        step
    }

    fn span(&mut self, op: usize, span: &Span, position: usize) -> Step {
        if !self.scratch.failed.is_empty() && self.scratch.has_failed(span.id, self.bytes.len() - position) {
            return Step::Stuck;
        }
        let most = if span.kind == Kind::Lazy { span.min } else { span.max };
        let mut end = position;
        let mut low = position;
        let mut count = 0;
        if let (Some(stops), usize::MAX, true) = (&span.stops, most, span.min <= 1) {
            let rest = &self.bytes[position..];
            let length = match stops.as_slice() {
                [a] => memchr::memchr(*a, rest),
                [a, b] => memchr::memchr2(*a, *b, rest),
                [a, b, c] => memchr::memchr3(*a, *b, *c, rest),
                _ => None,
            };
            end += length.unwrap_or(rest.len());
            if span.min == 1 {
                match self.text.get(position..end).and_then(|taken| taken.chars().next()) {
                    Some(c) => low += c.len_utf8(),
                    None => return Step::Stuck,
                }
            }
        } else {
            while count < most {
                let Some(length) = span.set.take(self.text, end) else { break };
                end += length;
                count += 1;
                if count == span.min {
                    low = end;
                }
            }
            if count < span.min {
                return Step::Stuck;
            }
        }
        match span.kind {
            Kind::Possessive => {
                self.spend(end - position);
                if !span.can_continue(self.bytes, end) {
                    self.record_failed_span(span, position, end);
                    return Step::Stuck;
                }
            }
            Kind::Greedy if end > low => {
                if let Some(position) = self.give_back(span, low, end) {
                    if position > low {
                        self.scratch.stack.push(Entry::Longer { op, low, position });
                    }
                    return Step::To(op + 1, position);
                }
                self.record_failed_span(span, position, end);
                return Step::Stuck;
            }
            Kind::Greedy => {}
            Kind::Lazy => return self.take_more(op, span, end, span.max - span.min),
        }
        Step::To(op + 1, end)
    }

    /// The last position from `end` down to `low` at which the rest of the pattern can match. `None` if there is none.
    fn give_back(&mut self, span: &Span, low: usize, end: usize) -> Option<usize> {
        if span.follow.is_none() {
            return Some(end);
        }
        let mut position = end;
        while !(span.can_continue(self.bytes, position) && self.text.is_char_boundary(position)) {
            if position == low {
                self.spend(end - low);
                return None;
            }
            position -= 1;
        }
        self.spend(end - position);
        Some(position)
    }

    /// Continues after a lazy span. Extends the span from `from` to the first position that the rest of the pattern can
    /// follow. Records that backtracking can extend the span further.
    fn take_more(&mut self, op: usize, span: &Span, from: usize, mut left: usize) -> Step {
        let mut position = from;
        if span.follow.is_some() {
            while !span.can_continue(self.bytes, position) {
                match span.set.take(self.text, position) {
                    Some(length) if left > 0 => {
                        position += length;
                        left -= 1;
                    }
                    _ => {
                        self.spend(position - from);
                        self.record_failed_span(span, from, position);
                        return Step::Stuck;
                    }
                }
            }
        }
        self.spend(position - from);
        if left > 0 {
            self.scratch.stack.push(Entry::Shorter { op, position, left });
        }
        Step::To(op + 1, position)
    }

    fn spend(&mut self, characters: usize) {
        self.scratch.fuel = self.scratch.fuel.saturating_sub(characters / CHARACTERS_A_STEP);
    }

    /// Records that a span fails from all positions in a range.
    fn record_failed_span(&mut self, span: &Span, from: usize, to: usize) {
        if span.max == usize::MAX && to - from >= WORTH_REMEMBERING {
            let end = self.bytes.len();
            self.scratch.remember_failed_span(span.id, end - from, end - to);
        }
    }

    /// Backtracks to the last alternative above `base`. `None` if there is none, or if no steps are left.
    fn backtrack(&mut self, base: usize) -> Option<(usize, usize)> {
        while self.scratch.stack.len() > base {
            if self.scratch.fuel == 0 {
                self.scratch.stack.truncate(base);
                return None;
            }
            self.scratch.fuel -= 1;
            match self.scratch.stack.pop()? {
                Entry::Slot { slot, old } => self.scratch.slots[slot] = old,
                Entry::Branch { op, position } => return Some((op, position)),
                Entry::Longer { op, low, position } => {
                    let program = self.program;
                    let Op::Span(span) = &program.ops[op] else { continue };
                    let mut one_less = position - 1;
                    while !self.text.is_char_boundary(one_less) {
                        one_less -= 1;
                    }
                    if let Some(position) = self.give_back(span, low, one_less) {
                        if position > low {
                            self.scratch.stack.push(Entry::Longer { op, low, position });
                        }
                        return Some((op + 1, position));
                    }
                }
                Entry::Shorter { op, position, left } => {
                    let program = self.program;
                    let Op::Span(span) = &program.ops[op] else { continue };
                    if let Some(length) = span.set.take(self.text, position)
                        && let Step::To(op, position) = self.take_more(op, span, position + length, left - 1)
                    {
                        return Some((op, position));
                    }
                }
            }
        }
        None
    }

    /// Discards the alternatives of a successful run. Backtracking can still restore the positions of groups from
    /// before the run.
    fn commit(&mut self, base: usize) {
        if base == 0 {
            self.scratch.stack.clear();
            return;
        }
        let mut kept = base;
        for i in base..self.scratch.stack.len() {
            if matches!(self.scratch.stack[i], Entry::Slot { .. }) {
                self.scratch.stack.swap(kept, i);
                kept += 1;
            }
        }
        self.scratch.stack.truncate(kept);
    }

    fn lookbehind(&mut self, op: usize, position: usize, min: usize, max: usize) -> bool {
        let mut start = position;
        for taken in 0..=max {
            if taken >= min && self.from(op, start, Some(position)).is_some() {
                return true;
            }
            match self.text[..start].chars().next_back() {
                Some(c) => start -= c.len_utf8(),
                None => return false,
            }
        }
        false
    }

    fn back_reference(&self, op: usize, number: usize, fold: bool, position: usize) -> Step {
        let Some((start, end)) = self.scratch.group(number) else { return Step::Stuck };
        let wanted = &self.bytes[start..end];
        match self.bytes.get(position..position + wanted.len()) {
            Some(found) if found == wanted || fold && found.eq_ignore_ascii_case(wanted) => {
                Step::To(op + 1, position + wanted.len())
            }
            _ => Step::Stuck,
        }
    }

    fn holds(&self, assertion: Assertion, position: usize) -> bool {
        let end = self.bytes.len();
        match assertion {
            Assertion::LineStart => position == 0 || self.bytes[position - 1] == b'\n',
            Assertion::LineEnd => position == end || self.bytes[position] == b'\n',
            Assertion::TextStart => position == 0,
            Assertion::TextEnd => position == end,
            Assertion::TextEndLine => position == end || position + 1 == end && self.bytes[position] == b'\n',
            Assertion::Word => self.word_before(position) != self.word_after(position),
            Assertion::NotWord => self.word_before(position) == self.word_after(position),
        }
    }

    fn word_before(&self, position: usize) -> bool {
        match self.bytes[..position].last() {
            None => false,
            Some(&byte) if byte < 128 => byte.is_ascii_alphanumeric() || byte == b'_',
            Some(_) => self.text[..position].chars().next_back().is_some_and(joins_word),
        }
    }

    fn word_after(&self, position: usize) -> bool {
        match self.bytes.get(position) {
            None => false,
            Some(&byte) if byte < 128 => byte.is_ascii_alphanumeric() || byte == b'_',
            Some(_) => self.text.get(position..).and_then(|rest| rest.chars().next()).is_some_and(joins_word),
        }
    }
}

enum Step {
    To(usize, usize),
    Accept,
    Stuck,
}
