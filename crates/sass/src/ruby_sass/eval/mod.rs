//! Evaluates a style sheet: variables, control, mixins and functions become nodes of CSS.

mod callable;
mod condition;
mod control;
mod environment;
mod expression;
mod import;
mod memo;
mod parse;
mod rule;
mod statement;

pub(super) use callable::{Callable, Passed};
pub(super) use environment::Environment;
pub(super) use expression::comma_list;

use super::css::Node;
use super::error::{Fault, Outcome};
use super::lexical;
use super::script::Piece;
use super::tree::Statement;
use super::value::{Form, Value};
use crate::Loader;
use memo::Memo;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// How deep calls and blocks may stand in each other.
const DEPTH: usize = 1000;

/// How many statements and calls one style sheet may take.
const STEPS: u64 = 20_000_000;

/// How long a text with expressions in it may become, in bytes.
const LONGEST_TEXT: usize = 16_000_000;

/// How much one style sheet may become before it is written: bytes of memory, roughly.
const SIZE: usize = 300_000_000;

/// A call, an import or a message on the way to a place.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) file: Option<Rc<str>>,
    pub(super) line: u32,
    pub(super) name: Option<Rc<str>>,
    pub(super) kind: FrameKind,
}

/// What a frame is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FrameKind {
    Import,
    Mixin,
    Function,
    Directive,
}

/// What one compilation has found out.
pub(super) struct Evaluator<'a> {
    loader: &'a dyn Loader,
    load_paths: &'a [String],
    pub(super) compressed: bool,
    pub(super) environment: Rc<Environment>,
    global: Rc<Environment>,
    /// Files by their numbers; the style sheet itself may have no name.
    pub(super) files: Vec<Option<Rc<str>>>,
    /// The texts of the files, for messages.
    pub(super) texts: Vec<Rc<str>>,
    parsed: HashMap<Rc<str>, Rc<Vec<Statement>>>,
    pub(super) frames: Vec<Frame>,
    pub(super) messages: Vec<(String, bool)>,
    /// Environments in which something was defined. They refer to themselves through it.
    definers: Vec<Rc<Environment>>,
    /// The statement that is evaluated: its file and its line.
    here: (usize, u32),
    /// The places that a deprecation was told of, with what was deprecated there.
    deprecated: HashSet<(&'static str, usize, u32)>,
    in_keyframes: bool,
    at_root_without_rule: bool,
    depth: usize,
    steps: u64,
    size: usize,
    pub(super) random: u64,
    /// Results of functions, which save calls.
    memo: Memo,
}

impl Drop for Evaluator<'_> {
    fn drop(&mut self) {
        for environment in &self.definers {
            environment.clear();
        }
        self.global.clear();
    }
}

impl<'a> Evaluator<'a> {
    pub(super) fn new(loader: &'a dyn Loader, load_paths: &'a [String], compressed: bool, seed: u64) -> Evaluator<'a> {
        let global = Environment::global();
        Evaluator {
            loader,
            load_paths,
            compressed,
            environment: Rc::clone(&global),
            global,
            files: Vec::new(),
            texts: Vec::new(),
            parsed: HashMap::new(),
            frames: Vec::new(),
            messages: Vec::new(),
            definers: Vec::new(),
            here: (0, 0),
            deprecated: HashSet::new(),
            in_keyframes: false,
            at_root_without_rule: false,
            depth: 0,
            steps: 0,
            size: 0,
            random: seed | 1,
            memo: Memo::default(),
        }
    }

    /// Evaluates a style sheet.
    pub(super) fn run(&mut self, statements: &[Statement]) -> Outcome<Vec<Node>> {
        let mut nodes = Vec::new();
        self.statements(statements, &mut nodes)?;
        Ok(nodes)
    }

    /// The outermost scope.
    pub(super) fn global(&mut self) -> &Environment {
        self.memo.note_effect();
        &self.global
    }

    /// Whether the function that is called stands in a mixin.
    pub(super) fn is_in_mixin(&mut self) -> bool {
        self.memo.note_effect();
        let caller = self.frames.len().checked_sub(2).and_then(|index| self.frames.get(index));
        caller.is_some_and(|frame| frame.kind == FrameKind::Mixin)
    }

    fn file_name(&self, file: usize) -> Option<Rc<str>> {
        self.files.get(file).cloned().flatten()
    }

    /// Counts a statement or a call.
    fn step(&mut self) -> Outcome<()> {
        self.steps += 1;
        if self.steps > STEPS { Err(Fault::new("This style sheet takes too long.")) } else { Ok(()) }
    }

    /// Counts what is kept for the end: nodes, messages, mixins and functions.
    fn keep(&mut self, size: usize) -> Outcome<()> {
        self.size = self.size.saturating_add(size);
        if self.size > SIZE { Err(Fault::new("This style sheet becomes too large.")) } else { Ok(()) }
    }

    /// Adds a node to what a block becomes.
    fn put(&mut self, node: Node, out: &mut Vec<Node>) -> Outcome<()> {
        self.keep(node.kind.weight())?;
        out.push(node);
        Ok(())
    }

    /// Keeps a message; `debug` tells what `@debug` prints.
    fn tell(&mut self, message: String, debug: bool) -> Outcome<()> {
        self.keep(message.len())?;
        self.memo.note_effect();
        self.messages.push((message, debug));
        Ok(())
    }

    /// Does something one level deeper, unless that is too deep.
    fn deeper<T>(&mut self, work: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        if self.depth > DEPTH {
            return Err(Fault::new("Stack depth exceeded."));
        }
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        result
    }

    /// Does something in another environment.
    fn within<T>(&mut self, environment: Rc<Environment>, work: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        let before = std::mem::replace(&mut self.environment, environment);
        let result = work(self);
        self.environment = before;
        result
    }

    /// Does something in a call.
    fn framed<T>(&mut self, frame: Frame, work: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        self.frames.push(frame);
        let result = self.deeper(work);
        self.frames.pop();
        result
    }

    /// Text with expressions in it.
    fn text(&mut self, pieces: &[Piece]) -> Outcome<String> {
        let mut out = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Expr(expr) => {
                    let value = self.evaluate(expr)?;
                    out.push_str(&self.plain(&value)?);
                    if out.len() > LONGEST_TEXT {
                        return Err(Fault::new("Texts are too long."));
                    }
                }
            }
        }
        Ok(out)
    }

    /// The same without white space around it.
    fn trimmed_text(&mut self, pieces: &[Piece]) -> Outcome<String> {
        let text = self.text(pieces)?;
        let trimmed = lexical::trimmed(&text);
        Ok(if trimmed.len() == text.len() { text } else { trimmed.to_owned() })
    }

    /// A value's text, strings without quotes.
    pub(super) fn plain(&self, value: &Value) -> Outcome<String> {
        value.css(Form::Plain, self.compressed)
    }

    /// A value's text.
    pub(super) fn css(&self, value: &Value) -> Outcome<String> {
        value.css(Form::Css, self.compressed)
    }

    /// Tells once a place that something in it has no future.
    pub(super) fn deprecate(&mut self, what: &'static str) {
        self.memo.note_effect();
        let (file, line) = self.here;
        if self.deprecated.insert((what, file, line)) {
            let of = self.file_name(file).map(|file| format!(" of {file}")).unwrap_or_default();
            self.messages.push((format!("DEPRECATION WARNING on line {line}{of}: {what}"), true));
        }
    }

    /// Tells a message; `debug` where nobody is warned by it.
    /// The next bits of a random sequence.
    pub(super) fn next_random(&mut self) -> u64 {
        self.memo.note_effect();
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    /// The environment of what runs, for questions whose answers depend on more than arguments and global variables.
    pub(super) fn surroundings(&mut self) -> &Environment {
        self.memo.note_effect();
        &self.environment
    }

    /// The calls and imports that led here, as `@warn` shows them.
    fn stack(&self) -> String {
        let mut lines = Vec::with_capacity(self.frames.len());
        for (index, frame) in self.frames.iter().enumerate().rev() {
            let word = if index + 1 == self.frames.len() { "on" } else { "from" };
            let file = frame.file.as_deref().unwrap_or("an unknown file");
            let caller = index.checked_sub(1).and_then(|index| self.frames.get(index)?.name.as_deref());
            let within = caller.map(|name| format!(", in `{name}'")).unwrap_or_default();
            lines.push(format!("{word} line {} of {file}{within}", frame.line));
        }
        lines.join("\n")
    }
}
