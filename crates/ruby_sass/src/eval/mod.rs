//! The evaluator, which turns statements into CSS nodes. Mirrors `Sass::Tree::Visitors::Perform`.

mod callable;
mod condition;
mod control;
mod environment;
mod expression;
mod import;
mod result_cache;
mod rule;
mod statement;

pub(crate) use callable::{Callable, EvaluatedArguments, Positional};
pub(crate) use environment::Environment;
pub(crate) use expression::comma_list;

use crate::css::Node;
use crate::error::{SassResult, SyntaxError};
use crate::files::{Files, Parsed};
use crate::lexical;
use crate::script::Piece;
use crate::selector::SelectorList;
use crate::value::{Form, Value};
use crate::{Message, MessageKind};
use hastie_sass_core::symbol::FastMap;
use hastie_sass_core::tree_size::Work;
use result_cache::Effects;
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

/// The maximum nesting depth of calls and blocks.
const DEPTH: usize = 1000;

/// The maximum number of statements and calls in a compilation.
const STEPS: u64 = 20_000_000;

/// The maximum length of interpolated text, in bytes.
const LONGEST_TEXT: usize = 16_000_000;

/// The maximum size of a style sheet in memory before it is written, in bytes (approximate).
const SIZE: usize = 300_000_000;

/// An entry of the stack trace: an import, a call or `@warn`, with its file and line.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) file: Option<Arc<str>>,
    pub(crate) line: u32,
    pub(crate) name: Option<Arc<str>>,
    pub(crate) kind: FrameKind,
}

/// The kind of at-rule or call that added an entry to the stack. `@include` and `@content` add a `Mixin`, `@warn` adds
/// a `Directive`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrameKind {
    Import,
    Mixin,
    Function,
    Directive,
}

/// The state of an evaluation: scopes, the current rule, and the messages so far.
pub(crate) struct Evaluator<'a> {
    library: &'a Files<'a>,
    pub(crate) compressed: bool,
    pub(crate) environment: Rc<Environment>,
    global: Rc<Environment>,
    /// The paths of the loaded files by number. `None` for the style sheet itself.
    pub(crate) files: Vec<Option<Arc<str>>>,
    /// The loaded files, in order.
    pub(crate) loaded: Vec<Arc<Parsed>>,
    /// The parsed selectors of rules without interpolation, by the address of the rule, which `loaded` keeps alive.
    selectors: FastMap<usize, Rc<SelectorList>>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) messages: Vec<Message>,
    /// The environments in which a mixin or function was defined. They are cleared at the end, because they refer to
    /// their definitions, which refer back to them.
    definers: Vec<Rc<Environment>>,
    /// The file and line of the current statement.
    here: (usize, u32),
    /// The locations at which each deprecation was reported.
    deprecated: HashSet<(&'static str, usize, u32)>,
    in_keyframes: bool,
    at_root_without_rule: bool,
    depth: usize,
    steps: u64,
    work: Work,
    size: usize,
    pub(crate) random: u64,
    /// Records what running calls read and change outside of themselves, for the cache of function results.
    effects: Effects,
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
    pub(crate) fn new(library: &'a Files<'a>, compressed: bool, seed: u64) -> Evaluator<'a> {
        let global = Environment::global();
        Evaluator {
            library,
            compressed,
            environment: Rc::clone(&global),
            global,
            files: Vec::new(),
            loaded: Vec::new(),
            selectors: FastMap::default(),
            frames: Vec::new(),
            messages: Vec::new(),
            definers: Vec::new(),
            here: (0, 0),
            deprecated: HashSet::new(),
            in_keyframes: false,
            at_root_without_rule: false,
            depth: 0,
            steps: 0,
            work: Work::default(),
            size: 0,
            random: seed | 1,
            effects: Effects::default(),
        }
    }

    /// Evaluates the statements of a style sheet, and returns the CSS that they produce.
    pub(crate) fn run(&mut self, sheet: Arc<Parsed>) -> SassResult<Vec<Node>> {
        let statements = sheet.statements.clone();
        self.note_file(sheet);
        let mut nodes = Vec::new();
        self.statements(&statements?, &mut nodes)?;
        Ok(nodes)
    }

    /// Records the path of a file under its number, and keeps the file. Does nothing for a file that is already known.
    fn note_file(&mut self, file: Arc<Parsed>) {
        if self.files.len() <= file.number {
            self.files.resize(file.number + 1, None);
        }
        if let Some(slot) = self.files.get_mut(file.number)
            && (slot.is_none() || file.number == 0)
        {
            slot.clone_from(&file.path);
            self.loaded.push(file);
        }
    }

    /// The global scope. The results of function calls that use it are not reused.
    pub(crate) fn global(&mut self) -> &Environment {
        self.effects.note();
        &self.global
    }

    /// Whether a mixin or the content block of an `@include` calls the current function directly.
    pub(crate) fn is_in_mixin(&mut self) -> bool {
        self.effects.note();
        let caller = self.frames.len().checked_sub(2).and_then(|index| self.frames.get(index));
        caller.is_some_and(|frame| frame.kind == FrameKind::Mixin)
    }

    fn file_name(&self, file: usize) -> Option<Arc<str>> {
        self.files.get(file).cloned().flatten()
    }

    /// Counts a statement or call. Fails if there were too many.
    fn step(&mut self) -> SassResult<()> {
        self.steps += 1;
        if self.steps > STEPS { Err(too_long()) } else { Ok(()) }
    }

    /// Counts `nodes` values that a step of the evaluation reads or writes, such as a function call or an `@each`.
    /// Fails if the compilation does too much work.
    pub(crate) fn count_work(&mut self, nodes: u64) -> SassResult<()> {
        if self.work.count(nodes) { Ok(()) } else { Err(too_long()) }
    }

    /// Counts memory that is kept until the end: nodes, messages, mixins and functions. Fails if the sum exceeds
    /// `SIZE`.
    fn keep(&mut self, size: usize) -> SassResult<()> {
        self.size = self.size.saturating_add(size);
        if self.size > SIZE { Err(SyntaxError::new("This style sheet becomes too large.")) } else { Ok(()) }
    }

    /// Appends a node to the output of a block. Fails if the style sheet becomes too large.
    fn put(&mut self, node: Node, out: &mut Vec<Node>) -> SassResult<()> {
        self.keep(node.kind.weight())?;
        out.push(node);
        Ok(())
    }

    /// Adds a message for the user. Fails if the style sheet becomes too large.
    fn report(&mut self, kind: MessageKind, text: String) -> SassResult<()> {
        self.keep(text.len())?;
        self.effects.note();
        self.messages.push(Message { kind, text });
        Ok(())
    }

    /// Runs `work` at the next nesting level. Fails if the nesting is too deep.
    fn deeper<T>(&mut self, work: impl FnOnce(&mut Self) -> SassResult<T>) -> SassResult<T> {
        if self.depth > DEPTH {
            return Err(SyntaxError::new("Stack depth exceeded."));
        }
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        result
    }

    /// Runs `work` in another environment.
    fn within<T>(
        &mut self,
        environment: Rc<Environment>,
        work: impl FnOnce(&mut Self) -> SassResult<T>,
    ) -> SassResult<T> {
        let before = std::mem::replace(&mut self.environment, environment);
        let result = work(self);
        self.environment = before;
        result
    }

    /// Runs `work` in a new stack frame. Fails if the nesting is too deep.
    fn framed<T>(&mut self, frame: Frame, work: impl FnOnce(&mut Self) -> SassResult<T>) -> SassResult<T> {
        self.frames.push(frame);
        let result = self.deeper(work);
        self.frames.pop();
        result
    }

    /// Evaluates text with interpolation.
    fn text(&mut self, pieces: &[Piece]) -> SassResult<String> {
        let mut out = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Expr(expr) => {
                    let value = self.evaluate(expr)?;
                    out.push_str(&self.plain(&value)?);
                    if out.len() > LONGEST_TEXT {
                        return Err(SyntaxError::new("Texts are too long."));
                    }
                }
            }
        }
        Ok(out)
    }

    /// Evaluates text with interpolation, and trims whitespace.
    fn trimmed_text(&mut self, pieces: &[Piece]) -> SassResult<String> {
        let text = self.text(pieces)?;
        let trimmed = lexical::trimmed(&text);
        Ok(if trimmed.len() == text.len() { text } else { trimmed.into_owned() })
    }

    /// The text of a value, with strings unquoted. Fails for values that CSS does not have, such as maps.
    pub(crate) fn plain(&self, value: &Value) -> SassResult<String> {
        value.css(Form::Plain, self.compressed)
    }

    pub(crate) fn css(&self, value: &Value) -> SassResult<String> {
        value.css(Form::Css, self.compressed)
    }

    /// Reports the deprecation with the text `what`, but only once for each file and line.
    pub(crate) fn deprecate(&mut self, what: &'static str) {
        self.effects.note();
        let (file, line) = self.here;
        if self.deprecated.insert((what, file, line)) {
            let of = self.file_name(file).map(|file| format!(" of {file}")).unwrap_or_default();
            let text = format!("DEPRECATION WARNING on line {line}{of}: {what}");
            self.messages.push(Message { kind: MessageKind::Deprecation, text });
        }
    }

    /// The next 64 bits of a xorshift random number generator. The results of function calls that use them are not
    /// reused.
    pub(crate) fn next_random(&mut self) -> u64 {
        self.effects.note();
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    /// The current environment, for functions whose result depends on more than arguments and global variables. The
    /// results of such functions are not reused.
    pub(crate) fn surroundings(&mut self) -> &Environment {
        self.effects.note();
        &self.environment
    }

    /// The stack trace, as shown by `@warn`.
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

#[cold]
fn too_long() -> Box<SyntaxError> {
    SyntaxError::new("This style sheet takes too long.")
}
