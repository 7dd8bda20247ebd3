//! The registry of filters and tags, and the modes and limits of a family of templates.

use crate::context::Context;
use crate::filters::{self, Pieces};
use crate::names::Names;
use crate::tags::{self, Tag, TagFn, TagParse};
use crate::value::{Abort, Error, ErrorKind, Str, Value};
use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A filter in the engine; [`Engine::filter`] documents the arguments.
type FilterFn = Arc<dyn Fn(&mut Context<'_>, &Value, &[Value]) -> Result<Value, Abort> + Send + Sync>;

/// An operator of conditions that a program adds.
type OperatorFn = Arc<dyn Fn(&mut Context<'_>, &Value, &Value) -> Result<Value, Abort> + Send + Sync>;

/// A filter that makes a text. It appends to `out`, which is the rendering's own output where the filter is the last
/// of its chain. It returns `Some` for a result that is not a string, and has written nothing then.
pub type TextFilterFn =
    fn(cx: &mut Context<'_>, input: &Value, args: &[Value], out: &mut String) -> Result<Option<Value>, Abort>;

/// A filter that splits a text. The array of pieces is made only where something asks for it.
pub type SplitFilterFn =
    for<'v> fn(cx: &mut Context<'_>, input: &'v Value, args: &'v [Value]) -> Result<Pieces<'v>, Abort>;

/// A filter fused with the split before it: it reads the pieces without an array of them, and its result is the same.
pub type FusedFilterFn = fn(cx: &mut Context<'_>, pieces: &Pieces<'_>, args: &[Value]) -> Result<Value, Abort>;

/// Filters, tags, modes and limits. Cloning is cheap; a template keeps the engine it was parsed with.
#[derive(Clone)]
pub struct Engine {
    inner: Arc<Inner>,
}

#[derive(Clone)]
struct Inner {
    filters: Names<Filter>,
    tags: Names<TagFn>,
    /// The names of tags that have an end tag.
    blocks: BTreeSet<Str>,
    operators: Names<OperatorFn>,
    error_mode: ErrorMode,
    strict_variables: bool,
    strict_filters: bool,
    limits: Limits,
    hard_limits: HardLimits,
}

/// A registered filter.
#[derive(Clone)]
pub(crate) struct Filter {
    pub(crate) kind: FilterKind,
    /// The form that reads the pieces of a split text, for a filter that has one.
    pub(crate) fused: Option<FusedFilterFn>,
    pub(crate) arity: Arity,
    /// Whether its text is UTF-8 in Ruby, whatever encoding the input has.
    pub(crate) to_utf8: bool,
    /// The name, where templates that use it are to say so.
    pub(crate) noted: Option<Str>,
}

/// A filter that was just added to an engine.
pub struct Registered<'e>(&'e mut Filter);

impl Registered<'_> {
    /// Gives the filter a form that reads the pieces of a split text, so that no array of them is made.
    pub fn fused(self, call: FusedFilterFn) {
        self.0.fused = Some(call);
    }

    /// Has the templates that use the filter tell its name among their effects.
    pub fn noted(self, name: &str) -> Self {
        self.0.noted = Some(name.into());
        self
    }

    /// Says that the filter's text is UTF-8 in Ruby, and not in its input's encoding.
    pub fn to_utf8(self) {
        self.0.to_utf8 = true;
    }
}

/// The kinds of filters, by what they make.
#[derive(Clone)]
pub(crate) enum FilterKind {
    Value(FilterFn),
    Text(TextFilterFn),
    Split(SplitFilterFn),
}

/// The number of arguments that a filter takes besides its input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arity {
    /// The smallest number.
    pub min: u16,
    /// The largest number; `None` for a filter that takes any number.
    pub max: Option<u16>,
}

impl Arity {
    /// This many or more.
    pub fn at_least(min: u16) -> Self {
        Arity { min, max: None }
    }

    /// Ruby's `ArgumentError` for a wrong number of arguments; Ruby counts the input among them.
    #[inline]
    pub(crate) fn check(self, given: usize) -> Result<(), Abort> {
        let enough = given >= usize::from(self.min) && self.max.is_none_or(|max| given <= usize::from(max));
        if enough { Ok(()) } else { Err(self.error(given)) }
    }

    fn error(self, given: usize) -> Abort {
        let expected = match self.max {
            Some(max) if max == self.min => format!("{}", max + 1),
            Some(max) => format!("{}..{}", self.min + 1, max + 1),
            None => format!("{}+", self.min + 1),
        };
        Abort::error(
            ErrorKind::LiquidArgument,
            format!("wrong number of arguments (given {}, expected {expected})", given + 1),
        )
    }
}

impl From<u16> for Arity {
    fn from(count: u16) -> Self {
        Arity { min: count, max: Some(count) }
    }
}

impl From<RangeInclusive<u16>> for Arity {
    fn from(counts: RangeInclusive<u16>) -> Self {
        Arity { min: *counts.start(), max: Some(*counts.end()) }
    }
}

/// The treatment of markup that the strict grammar refuses (`liquid: error_mode:` in Jekyll).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ErrorMode {
    /// Read it as best we can, silently.
    Lax,
    /// Read it as best we can, with a warning. Jekyll's default.
    #[default]
    Warn,
    /// A syntax error.
    Strict,
}

/// Liquid's resource limits; none are set by default, as in Jekyll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Limits {
    /// Characters of output, each block's output counted again at every level.
    pub render_length: Option<u64>,
    /// Nodes visited.
    pub render_score: Option<u64>,
    /// Size of everything assigned and captured.
    pub assign_score: Option<u64>,
}

impl Limits {
    /// Whether any limit is set.
    pub fn any(&self) -> bool {
        self.render_length.is_some() || self.render_score.is_some() || self.assign_score.is_some()
    }
}

/// Limits that are always on, so that no template takes the process down. Reaching one is an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct HardLimits {
    /// Bytes of one output.
    pub output: usize,
    /// Bytes of one text that a filter or `capture` makes.
    pub text: usize,
    /// Items of one range.
    pub items: usize,
    /// Elements of one array that a filter makes.
    pub elements: usize,
    /// Bits of one Integer.
    pub bits: u64,
    /// Bytes of all that is assigned and captured at one time.
    pub assigned: usize,
    /// Templates within each other; Ruby's stack ends at some 450.
    pub depth: u32,
    /// Steps of one rendering: texts, variables and tags that are rendered, and what filters read and make: a step
    /// for each 16 bytes of a text, four for each item of an array.
    pub steps: u64,
}

impl Default for HardLimits {
    fn default() -> Self {
        HardLimits {
            output: 256 << 20,
            text: 32 << 20,
            items: 10_000_000,
            elements: 2_000_000,
            bits: 1 << 20,
            assigned: 256 << 20,
            depth: 500,
            steps: 60_000_000,
        }
    }
}

impl Engine {
    /// An engine without filters and tags.
    pub fn bare() -> Self {
        Engine {
            inner: Arc::new(Inner {
                filters: Names::default(),
                tags: Names::default(),
                blocks: BTreeSet::new(),
                operators: Names::default(),
                error_mode: ErrorMode::default(),
                strict_variables: false,
                strict_filters: false,
                limits: Limits::default(),
                hard_limits: HardLimits::default(),
            }),
        }
    }

    /// An engine with Liquid's own filters and tags.
    pub fn standard() -> Self {
        let mut engine = Engine::bare();
        tags::register(&mut engine);
        filters::register(&mut engine);
        engine
    }

    /// Adds a filter, or replaces one.
    ///
    /// The function gets the context, the input and the arguments. Ruby's keyword arguments (`name: value`) arrive as
    /// one Hash behind the others, as in Ruby. It may be a closure that holds state.
    ///
    /// `arity` counts the arguments besides the input: `1`, `0..=2`, [`Arity::at_least`]. A call with another number
    /// is Ruby's `ArgumentError`.
    pub fn filter<F>(&mut self, name: &str, arity: impl Into<Arity>, call: F) -> Registered<'_>
    where
        F: Fn(&mut Context<'_>, &Value, &[Value]) -> Result<Value, Abort> + Send + Sync + 'static,
    {
        self.insert(name, arity, FilterKind::Value(Arc::new(call)))
    }

    /// Adds a filter that makes a text, or replaces one; `arity` as in [`Engine::filter`].
    pub fn text_filter(&mut self, name: &str, arity: impl Into<Arity>, write: TextFilterFn) -> Registered<'_> {
        self.insert(name, arity, FilterKind::Text(write))
    }

    /// Adds a filter that splits a text, or replaces one; `arity` as in [`Engine::filter`].
    pub fn split_filter(&mut self, name: &str, arity: impl Into<Arity>, split: SplitFilterFn) -> Registered<'_> {
        self.insert(name, arity, FilterKind::Split(split))
    }

    fn insert(&mut self, name: &str, arity: impl Into<Arity>, kind: FilterKind) -> Registered<'_> {
        let filter = Filter { kind, fused: None, arity: arity.into(), to_utf8: false, noted: None };
        Registered(Arc::make_mut(&mut self.inner).filters.insert(name, filter))
    }

    /// Adds a tag or block, or replaces one. `parse` reads one occurrence of it; it may be a closure that holds state,
    /// such as what all tags of this name share.
    pub fn tag<F>(&mut self, name: &str, parse: F)
    where
        F: Fn(&mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> + Send + Sync + 'static,
    {
        let inner = Arc::make_mut(&mut self.inner);
        inner.tags.insert(name, Arc::new(parse));
        inner.blocks.remove(name);
    }

    /// Adds a tag that has an end tag, or replaces one.
    pub fn block<F>(&mut self, name: &str, parse: F)
    where
        F: Fn(&mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> + Send + Sync + 'static,
    {
        self.tag(name, parse);
        Arc::make_mut(&mut self.inner).blocks.insert(name.into());
    }

    /// Whether a tag was added as a block.
    pub fn is_block(&self, name: &str) -> bool {
        self.inner.blocks.contains(name)
    }

    /// Adds an operator for conditions, beside `==`, `contains` and their like. The strict grammar does not know it.
    pub fn operator<F>(&mut self, name: &str, holds: F)
    where
        F: Fn(&mut Context<'_>, &Value, &Value) -> Result<Value, Abort> + Send + Sync + 'static,
    {
        Arc::make_mut(&mut self.inner).operators.insert(name, Arc::new(holds));
    }

    /// Sets what happens to markup that the strict grammar refuses.
    pub fn set_error_mode(&mut self, mode: ErrorMode) {
        Arc::make_mut(&mut self.inner).error_mode = mode;
    }

    /// Makes an undefined variable an error.
    pub fn set_strict_variables(&mut self, strict: bool) {
        Arc::make_mut(&mut self.inner).strict_variables = strict;
    }

    /// Makes an undefined filter an error; otherwise it passes its input through.
    pub fn set_strict_filters(&mut self, strict: bool) {
        Arc::make_mut(&mut self.inner).strict_filters = strict;
    }

    /// Sets Liquid's resource limits.
    pub fn set_limits(&mut self, limits: Limits) {
        Arc::make_mut(&mut self.inner).limits = limits;
    }

    /// Sets the limits that are always on.
    pub fn set_hard_limits(&mut self, limits: HardLimits) {
        Arc::make_mut(&mut self.inner).hard_limits = limits;
    }

    /// The treatment of markup that the strict grammar refuses.
    pub fn error_mode(&self) -> ErrorMode {
        self.inner.error_mode
    }

    /// Whether an undefined variable is an error.
    pub fn strict_variables(&self) -> bool {
        self.inner.strict_variables
    }

    /// Whether an undefined filter is an error.
    pub fn strict_filters(&self) -> bool {
        self.inner.strict_filters
    }

    /// Liquid's resource limits.
    pub fn limits(&self) -> Limits {
        self.inner.limits
    }

    /// The limits that are always on.
    pub fn hard_limits(&self) -> HardLimits {
        self.inner.hard_limits
    }

    /// Names of all filters, sorted.
    pub fn filter_names(&self) -> Vec<Str> {
        self.inner.filters.sorted()
    }

    /// Names of all tags and blocks, sorted.
    pub fn tag_names(&self) -> Vec<Str> {
        self.inner.tags.sorted()
    }

    pub(crate) fn find_filter(&self, name: &str) -> Option<Filter> {
        self.inner.filters.get(name).cloned()
    }

    pub(crate) fn find_operator(&self, name: &str) -> Option<OperatorFn> {
        self.inner.operators.get(name).cloned()
    }

    pub(crate) fn find_tag(&self, name: &str) -> Option<TagFn> {
        self.inner.tags.get(name).cloned()
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("filters", &self.inner.filters.len())
            .field("tags", &self.inner.tags.len())
            .field("error_mode", &self.inner.error_mode)
            .finish_non_exhaustive()
    }
}
