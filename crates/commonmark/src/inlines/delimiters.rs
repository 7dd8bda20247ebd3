//! Runs of `*`, `_`, `~` and quotes: whether they can open or close something, and which runs form pairs.

use super::Reader;
use crate::characters::{first_char, is_punctuation, is_unicode_space};
use crate::tree::{Kind, NodeId, Span};

/// The index of a run such as `**` in [`Delimiters`].
pub(super) type RunId = usize;

/// A run of `*`, `_`, `~` or one quotation mark that can open or close a construct.
#[derive(Clone, Copy, Debug)]
struct Run {
    mark: u8,
    can_open: bool,
    can_close: bool,
    node: NodeId,
    /// The original length of the run.
    length: usize,
    previous: Option<RunId>,
    next: Option<RunId>,
}

/// The delimiter runs of a block, such as `**`, that are not paired yet, linked in the order of the text.
#[derive(Debug, Default)]
pub(super) struct Delimiters {
    runs: Vec<Run>,
    last: Option<RunId>,
}

impl Delimiters {
    pub(super) fn last(&self) -> Option<RunId> {
        self.last
    }

    fn push(&mut self, run: Run) {
        let id = self.runs.len();
        self.runs.push(Run { previous: self.last, next: None, ..run });
        if let Some(last) = self.last {
            self.runs[last].next = Some(id);
        }
        self.last = Some(id);
    }

    fn remove(&mut self, id: RunId) {
        let Run { previous, next, .. } = self.runs[id];
        match next {
            Some(next) => self.runs[next].previous = previous,
            None => self.last = previous,
        }
        if let Some(previous) = previous {
            self.runs[previous].next = next;
        }
    }

    /// Removes the runs between `opener` and `closer` from the list. Keeps `opener` and `closer`.
    fn remove_between(&mut self, opener: RunId, closer: RunId) {
        let mut run = self.runs[closer].previous;
        while let Some(id) = run.filter(|&id| id != opener) {
            run = self.runs[id].previous;
            self.remove(id);
        }
    }
}

/// Whether a run can open and close something, and the characters around it.
struct Sides {
    opens: bool,
    closes: bool,
    before: Option<char>,
    after: Option<char>,
}

/// The runs at which a search for an opener ends, by character and by the closer's length modulo 3. Earlier searches
/// went at least this far and found no opener.
struct Bottoms([[Option<RunId>; 3]; 5]);

impl Bottoms {
    fn at(&mut self, run: &Run) -> &mut Option<RunId> {
        let row = match run.mark {
            b'*' => 0,
            b'_' => 1,
            b'\'' => 2,
            b'"' => 3,
            _ => 4,
        };
        &mut self.0[row][run.length % 3]
    }
}

impl Reader<'_> {
    /// Reads a run of `*` or `_`, or one quotation mark, and returns its text node. The run may become emphasis later.
    /// With the option `smart`, quotes become curly.
    pub(super) fn delimiter_run(&mut self, mark: u8) -> NodeId {
        let is_quote = matches!(mark, b'\'' | b'"');
        let is_smart = self.options.smart;
        let start = self.position;
        let length = if is_quote { 1 } else { self.run_length(mark, usize::MAX) };
        self.position += length;
        let sides = self.sides(start, true);
        let is_punctuation = |c: Option<char>| c.is_some_and(is_punctuation);
        let (can_open, can_close) = match mark {
            b'_' => (
                sides.opens && (!sides.closes || is_punctuation(sides.before)),
                sides.closes && (!sides.opens || is_punctuation(sides.after)),
            ),
            b'\'' | b'"' => (sides.opens && !sides.closes && !matches!(sides.before, Some(']' | ')')), sides.closes),
            _ => (sides.opens, sides.closes),
        };
        let node = match mark {
            b'\'' if is_smart => self.write_text("’"),
            b'"' if is_smart => self.write_text(if can_close { "”" } else { "“" }),
            _ => self.make_text(start, self.position),
        };
        if (can_open || can_close) && (!is_quote || is_smart) {
            self.push_run(mark, Sides { opens: can_open, closes: can_close, ..sides }, node);
        }
        node
    }

    /// Reads a run of `~`, and returns its text node. The run may become strikethrough later. Runs of more than two
    /// tildes are text. With the option `double_tilde`, a single tilde is text, too.
    pub(super) fn tildes(&mut self) -> NodeId {
        /// The maximum length of a run, which is the size of cmark-gfm's buffer.
        const MOST: usize = 100;
        let start = self.position;
        let length = self.run_length(b'~', MOST);
        self.position += length;
        let sides = self.sides(start, false);
        let node = self.make_text(start, self.position);
        if (sides.opens || sides.closes) && (length == 2 || length == 1 && !self.options.double_tilde) {
            self.push_run(b'~', sides, node);
        }
        node
    }

    fn run_length(&self, mark: u8, most: usize) -> usize {
        self.rest().iter().take(most).take_while(|&&byte| byte == mark).count()
    }

    fn push_run(&mut self, mark: u8, sides: Sides, node: NodeId) {
        let length = self.tree.node(node).text.len();
        let (can_open, can_close) = (sides.opens, sides.closes);
        self.delimiters.push(Run { mark, can_open, can_close, node, length, previous: None, next: None });
    }

    /// Examines the characters before and after the run that begins at `start` and ends at the current position. With
    /// `skips_tildes`, as for emphasis, looks past tildes if the option `strikethrough` is set.
    fn sides(&self, start: usize, skips_tildes: bool) -> Sides {
        let is_skipped = |byte: u8| skips_tildes && self.options.strikethrough && byte == b'~';
        let text = &self.tree.buffer[self.start..self.end];
        let (start, end) = (start - self.start, self.position - self.start);
        let mut from = start.saturating_sub(1);
        while from > 0 && (text[from] >> 6 == 2 || is_skipped(text[from])) {
            from -= 1;
        }
        let before = first_char(&text[from..start]);
        let skipped = text[end..].iter().take_while(|&&byte| is_skipped(byte)).count();
        let after = first_char(&text[end + skipped..]);
        let not_skipped = |c: &char| !(c.is_ascii() && is_skipped(*c as u8));
        let (before, after) = (before.filter(not_skipped), after.filter(not_skipped));
        let is_space = |c: Option<char>| c.is_none_or(is_unicode_space);
        let is_mark = |c: Option<char>| c.is_some_and(is_punctuation);
        let faces = |there: Option<char>, beyond: Option<char>| {
            !is_space(there) && (!is_mark(there) || is_space(beyond) || is_mark(beyond))
        };
        Sides { opens: faces(after, before), closes: faces(before, after), before, after }
    }

    /// Pairs the runs after `bottom`, or all runs for `None`. Afterwards, removes these runs from the list.
    pub(super) fn pair_delimiters(&mut self, bottom: Option<RunId>) {
        let mut bottoms = Bottoms([[bottom; 3]; 5]);
        bottoms.0[4] = [None; 3];
        let mut closer = self.delimiters.last;
        while let Some(id) = closer
            && self.delimiters.runs[id].previous != bottom
        {
            closer = self.delimiters.runs[id].previous;
        }
        while let Some(id) = closer {
            let run = self.delimiters.runs[id];
            if !run.can_close {
                closer = run.next;
                continue;
            }
            let opener = self.opener(id, bottom, *bottoms.at(&run));
            closer = match (run.mark, opener) {
                (b'\'' | b'"', _) => {
                    self.show_quotes(run.mark, opener, id);
                    run.next
                }
                (_, None) => run.next,
                (b'~', Some(opener)) => self.strike(opener, id),
                (_, Some(opener)) => self.emphasize(opener, id),
            };
            if opener.is_none() {
                *bottoms.at(&run) = self.delimiters.runs[id].previous;
                if !run.can_open {
                    self.delimiters.remove(id);
                }
            }
        }
        while let Some(last) = self.delimiters.last.filter(|&last| Some(last) != bottom) {
            self.delimiters.remove(last);
        }
    }

    /// The nearest run before `closer` that can be its opener. The search ends at `bottom` or `looked_to`.
    fn opener(&self, closer: RunId, bottom: Option<RunId>, looked_to: Option<RunId>) -> Option<RunId> {
        let runs = &self.delimiters.runs;
        let close = &runs[closer];
        let mut candidate = close.previous;
        while let Some(id) = candidate.filter(|_| candidate != bottom && candidate != looked_to) {
            let open = &runs[id];
            // A run that can both open and close does not pair if the sum of the lengths is a multiple of three.
            let comes_out = !(close.can_open || open.can_close)
                || close.length.is_multiple_of(3)
                || !(open.length + close.length).is_multiple_of(3);
            if open.can_open && open.mark == close.mark && comes_out {
                return Some(id);
            }
            candidate = open.previous;
        }
        None
    }

    fn show_quotes(&mut self, mark: u8, opener: Option<RunId>, closer: RunId) {
        let (left, right) = if mark == b'"' { ("“", "”") } else { ("‘", "’") };
        let runs = &self.delimiters.runs;
        let shown = [(Some(runs[closer].node), right), (opener.map(|opener| runs[opener].node), left)];
        for (node, quote) in shown {
            if let Some(node) = node {
                self.tree.node_mut(node).text = self.tree.write(quote.as_bytes());
            }
        }
    }

    /// Turns the text between two runs into emphasis, and returns the next run to process.
    fn emphasize(&mut self, opener: RunId, closer: RunId) -> Option<RunId> {
        let (open, close) = (self.delimiters.runs[opener].node, self.delimiters.runs[closer].node);
        let (before, after) = (self.tree.node(open).text, self.tree.node(close).text);
        let used = if before.len() >= 2 && after.len() >= 2 { 2 } else { 1 };
        self.tree.node_mut(open).text = Span::new(before.start, before.end - used);
        self.tree.node_mut(close).text = Span::new(after.start, after.end - used);
        self.delimiters.remove_between(opener, closer);
        let emphasis = self.tree.make(if used == 2 { Kind::Strong } else { Kind::Emphasis }, Span::default());
        self.tree.adopt(emphasis, open, Some(close));
        self.tree.insert_after(open, emphasis);
        if before.len() == used {
            self.tree.unlink(open);
            self.delimiters.remove(opener);
        }
        if after.len() > used {
            return Some(closer);
        }
        let next = self.delimiters.runs[closer].next;
        self.tree.unlink(close);
        self.delimiters.remove(closer);
        next
    }

    /// Strikes the text between two runs of the same length, and returns the next run to process.
    fn strike(&mut self, opener: RunId, closer: RunId) -> Option<RunId> {
        let (open, close) = (self.delimiters.runs[opener].node, self.delimiters.runs[closer].node);
        let next = self.delimiters.runs[closer].next;
        if self.tree.node(open).text.len() == self.tree.node(close).text.len() {
            self.tree.node_mut(open).kind = Kind::Strikethrough;
            self.tree.adopt(open, open, Some(close));
            self.tree.unlink(close);
            self.delimiters.remove_between(opener, closer);
            self.delimiters.remove(closer);
            self.delimiters.remove(opener);
        }
        next
    }
}
