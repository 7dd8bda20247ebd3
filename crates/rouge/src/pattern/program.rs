//! Compilation of a pattern's syntax tree to a program for the matcher.

use super::set::{ByteSet, CharSet};
use super::syntax::{Assertion, Direction, Kind, Node};
use std::sync::atomic::{AtomicU32, Ordering};

/// One step of a compiled pattern, such as a comparison with the text, a branch or a jump.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    Bytes(Box<[u8]>),
    /// Text that ignores ASCII case. Letters are in lower case.
    BytesFold(Box<[u8]>),
    CharFold(char),
    Set(CharSet),
    Span(Box<Span>),
    /// Tries the first branch. If it does not match, tries the second.
    Split(usize, usize),
    /// Tries several branches in order. Each has the bytes that it can start with, or `None` if it can be empty.
    Choice(Box<[(Option<ByteSet>, usize)]>),
    Jump(usize),
    Save(usize),
    /// Leaves a loop if its body matched nothing since the mark.
    Progress {
        mark: usize,
        exit: usize,
    },
    Assert(Assertion),
    /// Lookahead. The body follows and ends in `Accept`.
    Ahead {
        negated: bool,
        next: usize,
    },
    Behind {
        negated: bool,
        next: usize,
        min: usize,
        max: usize,
    },
    Atomic {
        next: usize,
    },
    Back(usize, bool),
    IfGroup(usize, usize),
    Keep,
    Fail,
    Accept,
}

/// A set of characters that a pattern repeats, and the limits of the repetition.
#[derive(Clone, Debug)]
pub(crate) struct Span {
    pub set: CharSet,
    pub min: usize,
    pub max: usize,
    pub kind: Kind,
    /// The bytes that can follow the span. `None` if nothing has to follow.
    pub follow: Option<ByteSet>,
    /// The text that must follow the span, if there is exactly one.
    pub literal: Option<Box<[u8]>>,
    /// A unique id among the spans of all programs.
    pub id: u32,
    /// The characters that end the span, if they are at most three and all ASCII. `None` for other spans.
    pub stops: Option<Vec<u8>>,
}

/// The steps of a compiled pattern, and the data needed to run them.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub ops: Vec<Op>,
    /// The number of recorded positions: two for each group, and the marks of loops.
    pub slots: usize,
    /// The bytes at which a match can start. This set is not checked at the end of the text.
    pub first: ByteSet,
}

/// The number of spans in all programs so far.
static SPANS: AtomicU32 = AtomicU32::new(0);

/// The maximum number of steps in a program.
const MAX_LENGTH: usize = 20_000;

struct Builder {
    ops: Vec<Op>,
    slots: usize,
}

/// Compiles a tree with this number of groups. The error describes an unsupported part.
pub(crate) fn compile(node: &Node, groups: usize) -> Result<Program, String> {
    let mut builder = Builder { ops: Vec::new(), slots: 2 * (groups + 1) };
    builder.node(node)?;
    builder.ops.push(Op::Accept);
    let Builder { mut ops, slots } = builder;
    for index in 0..ops.len() {
        let follow = if matches!(ops[index], Op::Span(_)) { follow(&ops, index + 1, 12) } else { None };
        let literal = match ops.get(index + 1) {
            Some(Op::Bytes(bytes)) if bytes.len() > 1 => Some(bytes.clone()),
            _ => None,
        };
        if let Op::Span(span) = &mut ops[index] {
            span.follow = follow;
            span.literal = literal;
            let dead_end = follow.is_some_and(|follow| span.set.first_bytes().disjoint(follow));
            if dead_end && span.kind == Kind::Greedy {
                span.kind = Kind::Possessive;
            }
        }
    }
    let (first, empty) = first_bytes(node);
    Ok(Program { ops, slots, first: if empty { ByteSet::ALL } else { first } })
}

impl Span {
    /// Whether the text at `position` can follow the span. True if it is not known which text can follow.
    #[inline]
    pub(crate) fn can_continue(&self, bytes: &[u8], position: usize) -> bool {
        let byte = match (&self.follow, bytes.get(position)) {
            (None, _) => return true,
            (Some(follow), Some(&byte)) => follow.has(byte),
            (Some(_), None) => false,
        };
        byte && self.literal.as_ref().is_none_or(|literal| bytes[position..].starts_with(literal))
    }
}

impl Builder {
    fn node(&mut self, node: &Node) -> Result<(), String> {
        if self.ops.len() > MAX_LENGTH {
            return Err("the pattern is too long".into());
        }
        match node {
            Node::Empty => {}
            Node::Char(c, fold) => self.character(*c, *fold),
            Node::Set(set) => self.ops.push(Op::Set(set.clone())),
            Node::Sequence(parts) => {
                let mut rest = parts.as_slice();
                while let Some((part, after)) = rest.split_first() {
                    rest = if matches!(part, Node::Char(..)) {
                        self.literals(rest)
                    } else {
                        self.node(part).map(|()| after)?
                    };
                }
            }
            Node::Choice(branches) => self.choice(branches)?,
            Node::Group(number, body) => {
                self.ops.push(Op::Save(2 * number));
                self.node(body)?;
                self.ops.push(Op::Save(2 * number + 1));
            }
            Node::Repeat { body, min, max, kind } => self.repeat(body, *min, *max, *kind)?,
            Node::Look { body, direction: Direction::Ahead, negated } => {
                self.nested(body, |next| Op::Ahead { negated: *negated, next })?;
            }
            Node::Look { body, negated, .. } => {
                let (min, max) = width(body);
                let max = max.ok_or("a look-behind without a bound")?;
                self.nested(body, |next| Op::Behind { negated: *negated, next, min, max })?;
            }
            Node::Atomic(body) => self.nested(body, |next| Op::Atomic { next })?,
            Node::Assert(assertion) => self.ops.push(Op::Assert(*assertion)),
            Node::Back(number, fold) => self.ops.push(Op::Back(*number, *fold)),
            Node::If(number, yes, no) => {
                let test = self.placeholder();
                self.node(yes)?;
                let jump = self.placeholder();
                self.ops[test] = Op::IfGroup(*number, self.ops.len());
                self.node(no)?;
                self.ops[jump] = Op::Jump(self.ops.len());
            }
            Node::Keep => self.ops.push(Op::Keep),
        }
        Ok(())
    }

    fn placeholder(&mut self) -> usize {
        self.ops.push(Op::Fail);
        self.ops.len() - 1
    }

    fn nested(&mut self, body: &Node, op: impl Fn(usize) -> Op) -> Result<(), String> {
        let index = self.placeholder();
        self.node(body)?;
        self.ops.push(Op::Accept);
        self.ops[index] = op(self.ops.len());
        Ok(())
    }

    /// Combines the characters at the start of `parts` into one instruction. Returns the remaining parts.
    fn literals<'n>(&mut self, parts: &'n [Node]) -> &'n [Node] {
        let (mut bytes, mut used, mut buffer) = (Vec::new(), 0, [0; 4]);
        let Some(Node::Char(_, fold)) = parts.first() else { return parts };
        for part in parts {
            match part {
                // Characters other than letters are the same with and without case folding.
                Node::Char(c, f) if f == fold || (*fold && c.is_ascii()) => {
                    if *fold && !c.is_ascii() {
                        break;
                    }
                    bytes.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes());
                    used += 1;
                }
                _ => break,
            }
        }
        match (used, fold) {
            (0, _) => {
                if let Some(Node::Char(c, fold)) = parts.first() {
                    self.character(*c, *fold);
                }
                used = 1;
            }
            (_, true) => self.ops.push(Op::BytesFold(bytes.to_ascii_lowercase().into())),
            (_, false) => self.ops.push(Op::Bytes(bytes.into())),
        }
        &parts[used..]
    }

    fn character(&mut self, c: char, fold: bool) {
        let mut buffer = [0; 4];
        if fold && !c.is_ascii() {
            self.ops.push(Op::CharFold(c));
        } else if fold {
            let byte = c.to_ascii_lowercase() as u8;
            self.ops.push(Op::BytesFold([byte].into()));
        } else {
            self.ops.push(Op::Bytes(c.encode_utf8(&mut buffer).as_bytes().into()));
        }
    }

    fn choice(&mut self, branches: &[Node]) -> Result<(), String> {
        let index = self.placeholder();
        let mut heads = Vec::new();
        let mut exits = Vec::new();
        for branch in branches {
            let (first, empty) = first_bytes(branch);
            heads.push(((!empty).then_some(first), self.ops.len()));
            self.node(branch)?;
            exits.push(self.placeholder());
        }
        let end = self.ops.len();
        for exit in exits {
            self.ops[exit] = Op::Jump(end);
        }
        self.ops[index] = Op::Choice(heads.into());
        Ok(())
    }

    fn repeat(&mut self, body: &Node, min: u32, max: Option<u32>, kind: Kind) -> Result<(), String> {
        let set = match body {
            Node::Set(set) => Some(set.clone()),
            Node::Char(c, false) => Some(CharSet::of_char(*c)),
            Node::Char(c, true) if c.is_ascii() => Some(CharSet::of_char(*c).folded()),
            _ => None,
        };
        if let Some(set) = set {
            let stops = stops(&set);
            let max = max.map_or(usize::MAX, |max| max as usize);
            let id = SPANS.fetch_add(1, Ordering::Relaxed);
            let (follow, literal) = (None, None);
            self.ops.push(Op::Span(Box::new(Span { set, min: min as usize, max, kind, follow, literal, id, stops })));
            return Ok(());
        }
        if kind == Kind::Possessive {
            let greedy = Node::Repeat { body: Box::new(body.clone()), min, max, kind: Kind::Greedy };
            return self.nested(&greedy, |next| Op::Atomic { next });
        }
        for _ in 0..min {
            self.node(body)?;
        }
        let split = |body, exit| if kind == Kind::Lazy { Op::Split(exit, body) } else { Op::Split(body, exit) };
        match max {
            None => {
                let mark = self.slots;
                self.slots += 1;
                let head = self.placeholder();
                let empty = width(body).0 == 0;
                if empty {
                    self.ops.push(Op::Save(mark));
                }
                self.node(body)?;
                let check = empty.then(|| self.placeholder());
                self.ops.push(Op::Jump(head));
                let exit = self.ops.len();
                self.ops[head] = split(head + 1, exit);
                if let Some(check) = check {
                    self.ops[check] = Op::Progress { mark, exit };
                }
            }
            Some(max) => {
                let mut heads = Vec::new();
                for _ in min..max {
                    heads.push(self.placeholder());
                    self.node(body)?;
                }
                let exit = self.ops.len();
                for head in heads {
                    self.ops[head] = split(head + 1, exit);
                }
            }
        }
        Ok(())
    }
}

fn stops(set: &CharSet) -> Option<Vec<u8>> {
    let outside: Vec<u8> = (0..128).filter(|&b| !set.has_ascii(b)).collect();
    let wide = set.holds_all_wide();
    (wide && outside.len() <= 3 && !outside.is_empty()).then_some(outside)
}

/// The bytes with which the text must continue at the step `index`. `None` if the text may end there, or if the bytes
/// are not known.
fn follow(ops: &[Op], index: usize, fuel: u32) -> Option<ByteSet> {
    let fuel = fuel.checked_sub(1)?;
    match ops.get(index)? {
        Op::Bytes(bytes) => bytes.first().map(|&b| ByteSet::of(b)),
        Op::BytesFold(bytes) => bytes.first().map(|&b| ByteSet::of(b).or(ByteSet::of(b.to_ascii_uppercase()))),
        Op::Set(set) => Some(set.first_bytes()),
        Op::Span(span) if span.min > 0 => Some(span.set.first_bytes()),
        Op::Span(span) => Some(span.set.first_bytes().or(follow(ops, index + 1, fuel)?)),
        Op::Split(a, b) => Some(follow(ops, *a, fuel)?.or(follow(ops, *b, fuel)?)),
        Op::Choice(branches) => {
            let mut all = ByteSet::default();
            for (_, target) in branches {
                all = all.or(follow(ops, *target, fuel)?);
            }
            Some(all)
        }
        Op::Jump(target) => follow(ops, *target, fuel),
        Op::Save(_) | Op::Keep => follow(ops, index + 1, fuel),
        Op::Ahead { negated: false, .. } => follow(ops, index + 1, fuel),
        Op::Ahead { next, .. } | Op::Behind { next, .. } => follow(ops, *next, fuel),
        Op::Assert(Assertion::Word | Assertion::NotWord) => follow(ops, index + 1, fuel),
        Op::Atomic { .. } => follow(ops, index + 1, fuel),
        _ => None,
    }
}

/// The bytes that a match can start with at a position before the end, and whether the match can be empty.
fn first_bytes(node: &Node) -> (ByteSet, bool) {
    match node {
        Node::Empty | Node::Keep | Node::Back(..) => (ByteSet::ALL, true),
        Node::Char(c, fold) => (first_bytes_of_char(*c, *fold), false),
        Node::Set(set) => (set.first_bytes(), false),
        Node::Sequence(parts) => first_bytes_of_sequence(parts),
        Node::Choice(branches) => {
            let none = (ByteSet::default(), false);
            branches.iter().map(first_bytes).fold(none, |(set, empty), (s, e)| (set.or(s), empty || e))
        }
        Node::Group(_, body) | Node::Atomic(body) => first_bytes(body),
        Node::Repeat { body, min, .. } => {
            let (first, empty) = first_bytes(body);
            (first, empty || *min == 0)
        }
        Node::Look { body, direction: Direction::Ahead, negated: false } => {
            let (first, empty) = first_bytes(body);
            if empty { (ByteSet::ALL, true) } else { (first, true) }
        }
        Node::Look { .. } | Node::Assert(_) => (ByteSet::ALL, true),
        Node::If(_, yes, no) => {
            let ((a, x), (b, y)) = (first_bytes(yes), first_bytes(no));
            (a.or(b), x || y)
        }
    }
}

fn first_bytes_of_char(c: char, fold: bool) -> ByteSet {
    if fold && !c.is_ascii() {
        return ByteSet::ALL;
    }
    let mut buffer = [0; 4];
    let set = ByteSet::of(c.encode_utf8(&mut buffer).as_bytes()[0]);
    match fold {
        true => set.or(ByteSet::of(c.to_ascii_uppercase() as u8)).or(ByteSet::of(c.to_ascii_lowercase() as u8)),
        false => set,
    }
}

/// The bytes that a match of a sequence can start with, and whether the match can be empty. These are the first bytes
/// of all nodes up to the first one that cannot be empty. Leading conditions, such as lookaheads, exclude bytes.
fn first_bytes_of_sequence(parts: &[Node]) -> (ByteSet, bool) {
    let none = ByteSet::default();
    let mut limit = ByteSet::ALL;
    let mut all = none;
    for part in parts {
        let condition = match part {
            Node::Look { body, direction: Direction::Ahead, negated: false } => match first_bytes(body) {
                (_, true) => continue,
                (first, false) => first,
            },
            // Unless characters were consumed before, the next byte can only be a line feed.
            Node::Assert(Assertion::LineEnd | Assertion::TextEndLine | Assertion::TextEnd) => ByteSet::of(b'\n'),
            Node::Look { .. } | Node::Assert(_) | Node::Empty | Node::Keep => continue,
            part => {
                let (first, empty) = first_bytes(part);
                all = all.or(first);
                if !empty {
                    return (all.and(limit), false);
                }
                continue;
            }
        };
        if all != none {
            return (all.or(condition).and(limit), false);
        }
        limit = limit.and(condition);
    }
    // The sequence can be empty, unless a leading condition forbids it.
    (limit, limit == ByteSet::ALL)
}

/// The minimum and maximum number of characters matched by the body of a lookbehind. The maximum is `None` if it is not
/// bounded.
fn width(node: &Node) -> (usize, Option<usize>) {
    match node {
        Node::Char(..) | Node::Set(_) => (1, Some(1)),
        Node::Sequence(parts) => {
            parts.iter().map(width).fold((0, Some(0)), |(min, max), (a, b)| (min + a, max.zip(b).map(|(x, y)| x + y)))
        }
        Node::Choice(branches) => {
            let widths = branches.iter().map(width);
            widths.reduce(|(a, b), (c, d)| (a.min(c), b.zip(d).map(|(x, y)| x.max(y)))).unwrap_or((0, Some(0)))
        }
        Node::Group(_, body) | Node::Atomic(body) => width(body),
        Node::Repeat { body, min, max, .. } => {
            let (a, b) = width(body);
            (a * *min as usize, b.zip(*max).map(|(x, m)| x * m as usize))
        }
        Node::Back(..) | Node::If(..) => (0, None),
        _ => (0, Some(0)),
    }
}
