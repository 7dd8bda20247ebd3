//! The engine: registered filters and tags, error modes, and limits.

use crate::context::Context;
use crate::filters::pieces::Pieces;
use crate::formatted_time::TimeObserver;
use crate::identity::{GiveIdentity, Identity};
use crate::names::Names;
use crate::tags::{Tag, TagFn, TagParse};
use crate::value::{Abort, Error, ErrorKind, Str, Value};
use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A filter function. [`Engine::filter`] documents its arguments.
type FilterFn = Arc<dyn Fn(&mut Context<'_>, &Value, &[Value]) -> Result<Value, Abort> + Send + Sync>;

/// An additional operator for conditions.
type OperatorFn = Arc<dyn Fn(&mut Context<'_>, &Value, &Value) -> Result<Value, Abort> + Send + Sync>;

/// A filter that usually returns a string. It appends the string to `out` and returns `None`. (`out` may be the output
/// of the rendering.) For a result that is not a string, the filter returns `Some` and must not have written anything.
pub type TextFilterFn =
    fn(cx: &mut Context<'_>, input: &Value, args: &[Value], out: &mut String) -> Result<Option<Value>, Abort>;

/// A filter that splits a string. Liquid creates the array of the pieces only if the template needs it.
pub type SplitFilterFn =
    for<'v> fn(cx: &mut Context<'_>, input: &'v Value, args: &'v [Value]) -> Result<Pieces<'v>, Abort>;

/// The form of a filter that directly follows a `split`. It reads the pieces without creating an array, and returns the
/// same result as for the array.
pub type FusedFilterFn = fn(cx: &mut Context<'_>, pieces: &Pieces<'_>, args: &[Value]) -> Result<Value, Abort>;

/// The form of a filter that changes an array instead of copying it. A filter that fails must not have changed the
/// array.
pub type InPlaceFilterFn = fn(cx: &mut Context<'_>, items: &mut Vec<Value>, args: &[Value]) -> Result<(), Abort>;

/// The registered filters, tags and operators, the error mode, and the limits. Cloning is cheap. A template keeps a
/// clone of the engine with which it was parsed.
#[derive(Clone)]
pub struct Engine {
    inner: Arc<Inner>,
}

#[derive(Clone)]
struct Inner {
    filters: Names<Filter>,
    tags: Names<TagFn>,
    /// The names of tags with an end tag.
    blocks: BTreeSet<Str>,
    operators: Names<OperatorFn>,
    error_mode: ErrorMode,
    strict_variables: bool,
    strict_filters: bool,
    limits: Limits,
    hard_limits: HardLimits,
    /// Distinguishes equal strings, so that filters can change their arguments in place. `None` unless
    /// `Engine::set_identity` was called.
    identity: Option<Arc<Identity>>,
    time_observer: Option<TimeObserver>,
    converts_variables: Option<Arc<AtomicBool>>,
}

/// A filter function, with the properties that its registration declares.
#[derive(Clone)]
pub(crate) struct Filter {
    pub(crate) kind: FilterKind,
    /// The fused form, which reads the pieces of a split string. Only some filters have one.
    pub(crate) fused: Option<FusedFilterFn>,
    /// The form for an array that is assigned to the same variable again. Only some filters have one.
    pub(crate) in_place: Option<InPlaceFilterFn>,
    pub(crate) arity: Arity,
    /// The encoding of the filter's result in Ruby.
    pub(crate) encoding: ResultEncoding,
    /// Whether a memo may reuse the result: it depends only on the arguments and on values whose reading the context
    /// records.
    pub(crate) is_reusable: bool,
    /// The name to add to [`TemplateEffects::filters`](crate::TemplateEffects::filters) for each template that uses the
    /// filter. `None` for most filters.
    pub(crate) recorded_name: Option<Str>,
}

/// A filter that was just registered. Its methods set additional properties of the filter.
pub struct Registered<'e>(&'e mut Filter);

impl Registered<'_> {
    /// Adds a fused form, which reads the pieces of a split string without creating an array.
    pub fn fused(self, call: FusedFilterFn) -> Self {
        self.0.fused = Some(call);
        self
    }

    /// Adds a form that changes an array in place, for `assign list = list | filter: ...`. Without this form, a list
    /// that grows in a loop is copied for each item.
    pub fn in_place(self, call: InPlaceFilterFn) {
        self.0.in_place = Some(call);
    }

    /// Adds `name` to [`TemplateEffects::filters`](crate::TemplateEffects::filters) of each template that uses the
    /// filter.
    pub fn recorded_as(self, name: &str) -> Self {
        self.0.recorded_name = Some(name.into());
        self
    }

    /// Sets the encoding of the result in Ruby. By default, the encoding is `OfInput` for text filters and `Utf8` for
    /// other filters.
    pub fn encoded(self, encoding: ResultEncoding) {
        self.0.encoding = encoding;
    }
}

/// The rule for the encoding that a filter's result has in Ruby. See [`encoding`](crate::encoding).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultEncoding {
    /// UTF-8, or the encoding that the filter itself gives to the result.
    Utf8,
    /// The encoding of the input, as for most filters that change a text.
    OfInput,
    /// The encoding of the first argument, for a text that the filter writes.
    OfArgument,
    /// The encoding of the input's first item, not counting empty arrays.
    OfItems,
}

/// A filter function. There is a variant for each signature.
#[derive(Clone)]
pub(crate) enum FilterKind {
    Value(FilterFn),
    Text(TextFilterFn),
    Split(SplitFilterFn),
    Intercepted(Arc<Intercepted>),
}

/// A filter with a function that answers first, see [`Engine::intercept_filter`].
pub(crate) struct Intercepted {
    /// Whether `first` is called.
    is_active: Arc<AtomicBool>,
    pub(crate) first: InterceptFn,
    /// The filter itself.
    pub(crate) plain: FilterKind,
}

impl Intercepted {
    pub(crate) fn is_active(&self) -> bool {
        self.is_active.load(Ordering::Acquire)
    }
}

/// The function that answers before a filter. `None` if the filter itself answers.
pub(crate) type InterceptFn =
    Box<dyn Fn(&mut Context<'_>, &Value, &[Value]) -> Result<Option<Value>, Abort> + Send + Sync>;

/// The allowed numbers of arguments of a filter, not counting the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arity {
    /// The minimum number of arguments after the input.
    pub min: u16,
    /// The maximum number of arguments after the input. `None` if there is no maximum.
    pub max: Option<u16>,
}

impl Arity {
    /// Accepts `min` or more arguments. The input is not counted.
    pub fn at_least(min: u16) -> Self {
        Arity { min, max: None }
    }

    /// Fails with `Liquid::ArgumentError` for a wrong number of arguments. The message counts the input as an argument.
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

/// The treatment of markup that the strict grammar rejects (`liquid: error_mode:` in Jekyll).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ErrorMode {
    /// Parses the markup by the lax grammar.
    Lax,
    /// Parses the markup by the lax grammar and adds a warning. Jekyll's default.
    #[default]
    Warn,
    /// Fails with a syntax error.
    Strict,
}

/// Liquid's resource limits. As in Jekyll, none are set by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Limits {
    /// The maximum output in characters. Nested blocks are counted again at each level.
    pub render_length: Option<u64>,
    /// The maximum number of rendered nodes.
    pub render_score: Option<u64>,
    /// The maximum size of all assigned and captured values, in characters of strings and elements of arrays and
    /// hashes.
    pub assign_score: Option<u64>,
}

impl Limits {
    /// Whether a limit is set, so that a rendering counts scores and lengths.
    pub fn any(&self) -> bool {
        self.render_length.is_some() || self.render_score.is_some() || self.assign_score.is_some()
    }
}

/// Limits that always apply, so that no template can exhaust the process. Exceeding one is an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct HardLimits {
    /// The maximum size of the output in bytes.
    pub output: usize,
    /// The maximum size of a string created by a filter or `capture`, in bytes.
    pub text: usize,
    /// The maximum number of items in a range.
    pub items: usize,
    /// The maximum number of elements of an array that a filter creates. Also the maximum number of counters, and of
    /// `cycle` groups.
    pub elements: usize,
    /// The maximum size of an Integer in bits.
    pub bits: u64,
    /// The maximum size of all assigned and captured values at a time, in bytes.
    pub assigned: usize,
    /// The maximum nesting of templates. Ruby's stack overflows at about 450.
    pub depth: u32,
    /// The maximum number of steps. A step is counted for each text, variable and tag that is rendered. Filters count a
    /// step for every 16 bytes of text and four steps for each array item that they read or create.
    pub steps: u64,
}

impl Default for HardLimits {
    fn default() -> Self {
        HardLimits {
            output: 128 << 20,
            text: 32 << 20,
            items: 10_000_000,
            elements: 2_000_000,
            bits: 1 << 20,
            assigned: 128 << 20,
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
                identity: None,
                time_observer: None,
                converts_variables: None,
            }),
        }
    }

    /// Registers a filter. Replaces a filter of the same name.
    ///
    /// The function receives the context, the input and the arguments. Keyword arguments (`name: value`) are passed as
    /// one Hash, which is the last argument, as in Ruby. The function may be a closure with state.
    ///
    /// `arity` is the number of arguments besides the input: `1`, `0..=2`, [`Arity::at_least`]. A call with another
    /// number raises `Liquid::ArgumentError`.
    pub fn filter<F>(&mut self, name: &str, arity: impl Into<Arity>, call: F) -> Registered<'_>
    where
        F: Fn(&mut Context<'_>, &Value, &[Value]) -> Result<Value, Abort> + Send + Sync + 'static,
    {
        self.insert(name, arity, FilterKind::Value(Arc::new(call)), ResultEncoding::Utf8)
    }

    /// Registers a filter that usually returns a string, by default in the encoding of its input. For `arity`, see
    /// [`Engine::filter`].
    pub fn text_filter(&mut self, name: &str, arity: impl Into<Arity>, write: TextFilterFn) -> Registered<'_> {
        self.insert(name, arity, FilterKind::Text(write), ResultEncoding::OfInput)
    }

    /// Registers a filter that splits a string. A rendering creates the array of the pieces only if the template needs
    /// it. For `arity`, see [`Engine::filter`].
    pub fn split_filter(&mut self, name: &str, arity: impl Into<Arity>, split: SplitFilterFn) -> Registered<'_> {
        self.insert(name, arity, FilterKind::Split(split), ResultEncoding::Utf8)
    }

    fn insert(
        &mut self,
        name: &str,
        arity: impl Into<Arity>,
        kind: FilterKind,
        encoding: ResultEncoding,
    ) -> Registered<'_> {
        let filter = Filter {
            kind,
            fused: None,
            in_place: None,
            arity: arity.into(),
            encoding,
            is_reusable: false,
            recorded_name: None,
        };
        Registered(Arc::make_mut(&mut self.inner).filters.insert(name, filter))
    }

    /// Lets `first` answer the calls of a registered filter while `is_active` is true. If `first` returns `None`, the
    /// filter itself answers.
    /// Changes nothing if no such filter is registered, or if it is a [`split_filter`](Engine::split_filter).
    pub fn intercept_filter<F>(&mut self, name: &str, is_active: &Arc<AtomicBool>, first: F)
    where
        F: Fn(&mut Context<'_>, &Value, &[Value]) -> Result<Option<Value>, Abort> + Send + Sync + 'static,
    {
        if let Some(filter) = Arc::make_mut(&mut self.inner).filters.get_mut(name)
            && !matches!(filter.kind, FilterKind::Split(_))
        {
            let (is_active, first) = (Arc::clone(is_active), Box::new(first));
            let intercepted = Intercepted { is_active, first, plain: filter.kind.clone() };
            filter.kind = FilterKind::Intercepted(Arc::new(intercepted));
        }
    }

    /// Lets a [`Memo`](crate::Memo) reuse the results of all filters registered so far. Call this only if each result
    /// depends on nothing but the filter's input and arguments, data that the filter reads through the context, and
    /// data that never changes.
    pub fn declare_filters_reusable(&mut self) {
        Arc::make_mut(&mut self.inner).filters.each(|filter| filter.is_reusable = true);
    }

    /// Registers a tag without an end tag. (For tags with an end tag, see [`Engine::block`].) Replaces a tag of the
    /// same name. `parse` parses one occurrence, and may be a closure with state, such as data shared by all tags of
    /// this name.
    pub fn tag<F>(&mut self, name: &str, parse: F)
    where
        F: Fn(&mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> + Send + Sync + 'static,
    {
        let inner = Arc::make_mut(&mut self.inner);
        inner.tags.insert(name, Arc::new(parse));
        inner.blocks.remove(name);
    }

    /// Registers a tag with an end tag. Replaces a tag of the same name. `parse` parses one occurrence, as for
    /// [`Engine::tag`].
    pub fn block<F>(&mut self, name: &str, parse: F)
    where
        F: Fn(&mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> + Send + Sync + 'static,
    {
        self.tag(name, parse);
        Arc::make_mut(&mut self.inner).blocks.insert(name.into());
    }

    /// Whether `name` is a tag with an end tag. False for unknown tags.
    pub fn is_block(&self, name: &str) -> bool {
        self.inner.blocks.contains(name)
    }

    /// Registers an operator for conditions, in addition to `==`, `contains` and so on. `holds` receives the left and
    /// the right operand. The comparison is true unless `holds` returns nil or false. Only the lax grammar accepts the
    /// operator, unless it replaces a standard one. `name` must consist of lower-case ASCII letters and the characters
    /// `=!<>_`.
    pub fn operator<F>(&mut self, name: &str, holds: F)
    where
        F: Fn(&mut Context<'_>, &Value, &Value) -> Result<Value, Abort> + Send + Sync + 'static,
    {
        Arc::make_mut(&mut self.inner).operators.insert(name, Arc::new(holds));
    }

    /// Sets what to do with markup that the strict grammar rejects.
    pub fn set_error_mode(&mut self, mode: ErrorMode) {
        Arc::make_mut(&mut self.inner).error_mode = mode;
    }

    /// Sets whether an undefined variable is an error. By default, the value of such a variable is nil.
    pub fn set_strict_variables(&mut self, strict: bool) {
        Arc::make_mut(&mut self.inner).strict_variables = strict;
    }

    /// Sets whether an undefined filter is an error. By default, such a filter returns its input.
    pub fn set_strict_filters(&mut self, strict: bool) {
        Arc::make_mut(&mut self.inner).strict_filters = strict;
    }

    /// Sets Liquid's limits on the resources of a rendering. By default, no limit is set.
    pub fn set_limits(&mut self, limits: Limits) {
        Arc::make_mut(&mut self.inner).limits = limits;
    }

    /// Sets the limits that always apply, such as the maximum number of steps.
    pub fn set_hard_limits(&mut self, limits: HardLimits) {
        Arc::make_mut(&mut self.inner).hard_limits = limits;
    }

    /// Sets functions that are called before and after a template formats the current time. Applies to templates that
    /// are parsed later.
    pub fn observe_times(&mut self, observer: TimeObserver) {
        Arc::make_mut(&mut self.inner).time_observer = Some(observer);
    }

    /// Lets templates see the [`to_liquid`](crate::Drop::to_liquid) of the objects in variables, from the first rendering
    /// on that begins when `is_active` is true. See also [`Context::convert_variables`].
    pub fn convert_variables(&mut self, is_active: Arc<AtomicBool>) {
        Arc::make_mut(&mut self.inner).converts_variables = Some(is_active);
    }

    pub(crate) fn converts_variables(&self) -> bool {
        self.inner.converts_variables.as_ref().is_some_and(|is_active| is_active.load(Ordering::Acquire))
    }

    pub(crate) fn time_observer(&self) -> Option<TimeObserver> {
        self.inner.time_observer
    }

    /// Sets the function that makes a string distinguishable from equal strings (`Str::to_object`) when it is stored in
    /// a variable. Filters that change their arguments in place need this. Applies to templates that are parsed later.
    pub fn set_identity(&mut self, give: GiveIdentity) {
        Arc::make_mut(&mut self.inner).identity = Some(Arc::new(Identity::new(give)));
    }

    /// Replaces each string literal that is the object `old` by `new`, in all templates. Called after a filter has
    /// changed the string in place. Without [`Engine::set_identity`], changes nothing.
    pub fn replace_literal(&self, old: &Value, new: &Value) {
        if let Some(identity) = self.identity() {
            identity.replace(old, new);
        }
    }

    pub(crate) fn identity(&self) -> Option<&Identity> {
        self.inner.identity.as_deref()
    }

    /// The treatment of markup that the strict grammar rejects.
    pub fn error_mode(&self) -> ErrorMode {
        self.inner.error_mode
    }

    /// Whether an undefined variable is an error. Otherwise, the value of such a variable is nil.
    pub fn strict_variables(&self) -> bool {
        self.inner.strict_variables
    }

    /// Whether an undefined filter is an error. Otherwise, such a filter returns its input.
    pub fn strict_filters(&self) -> bool {
        self.inner.strict_filters
    }

    /// Liquid's limits on the resources of a rendering, as set with [`Engine::set_limits`].
    pub fn limits(&self) -> Limits {
        self.inner.limits
    }

    /// The limits that always apply, such as the maximum number of steps.
    pub fn hard_limits(&self) -> HardLimits {
        self.inner.hard_limits
    }

    /// The names of all registered tags and blocks, such as `assign` and `if`, in the order of their bytes.
    pub fn tag_names(&self) -> Vec<Str> {
        self.inner.tags.sorted()
    }

    /// Whether the engine has a filter of this name. Otherwise, `{{ x | name }}` returns its input, or fails if filters
    /// are strict.
    pub fn has_filter(&self, name: &str) -> bool {
        self.find_filter(name).is_some()
    }

    pub(crate) fn find_filter(&self, name: &str) -> Option<Filter> {
        self.inner.filters.get(name).cloned()
    }

    pub(crate) fn has_operators(&self) -> bool {
        self.inner.operators.len() > 0
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
