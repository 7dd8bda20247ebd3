//! The state of a rendering: variables, registers and limits. Mirrors `Liquid::Context`.

mod limits;

use crate::cost::{LIMITS_EXCEEDED, footprint, limit_reached, too_many_steps};
use crate::engine::{Engine, HardLimits, Limits};
use crate::expression::Expression;
use crate::file_system::{self, FileSystem};
use crate::marks::{Marks, Source};
use crate::memo::Memo;
use crate::printed::Printed;
use crate::scope::{Found, Slot, Variables, to_liquid};
use crate::tags::forloop_drop::ForLoop;
use crate::template::{RenderOptions, State, Template};
use crate::value::key::Name;
use crate::value::{Abort, Error, ErrorKind, Frame, Hash, Host, Span, Str, Value};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The state of one rendering. All filters and tags receive it.
pub struct Context<'a> {
    /// The application that renders the template. It supplies the clock and the time zone, for example.
    pub host: &'a mut dyn Host,
    /// The registers of the template, used by `cycle`, `ifchanged` and `offset: continue`.
    pub registers: Registers,
    /// The errors so far that were not raised.
    pub errors: Vec<Error>,
    /// Whether the string written last is US-ASCII in Ruby. See [`encoding`](crate::encoding).
    pub(crate) us_ascii: bool,
    engine: Engine,
    /// A copy of the engine's limits, because every node checks them.
    pub(crate) hard_limits: HardLimits,
    pub(crate) limits: Option<Limits>,
    pub(crate) variables: Variables,
    /// A reusable buffer for filters that write text, before the text becomes a value.
    scratch: String,
    /// Ruby's `@this_stack_used`: whether the innermost call of `Context::stack` has created its scope. The first
    /// variable creates it.
    pub(crate) stack_used: bool,
    /// The values of `stack_used` outside of each stack that `Context::enter_stack` has begun.
    pub(crate) outer_stacks: Vec<bool>,
    interrupts: Vec<Interrupt>,
    pub(crate) printed: Printed,
    pub(crate) for_stack: Vec<Arc<ForLoop>>,
    raise: bool,
    pub(crate) usage: Usage,
    file_system: Option<Arc<dyn FileSystem>>,
    /// The results that may be reused. `None` without [`RenderOptions::memo`], with Liquid's limits, and if filters may
    /// change strings in place (`Engine::set_identity`).
    pub(crate) memo: Option<Arc<Memo>>,
    pub(crate) marks: Option<Arc<Marks>>,
    /// Whether arguments of filters are read with marks, the characters that tell where a text comes from. This is so
    /// in the second call of a filter, whose input has marks, too.
    pub(crate) reads_marked: bool,
    template: Option<Template>,
    /// The template with which the rendering started.
    outermost: Option<Template>,
    template_name: Option<Arc<str>>,
    serial: u64,
}

/// The number of contexts created so far.
static CONTEXTS: AtomicU64 = AtomicU64::new(0);

/// The counters of `increment` and `decrement` by name.
pub type Counters = Hash;

/// The state that a template keeps between its renderings. Mirrors the `registers` of `Liquid::Template`.
#[derive(Debug, Clone, Default)]
pub struct Registers {
    /// `cycle`: the index of the next value, by the key of the group.
    pub cycles: Hash,
    /// `for`: the index after the last item, by the name of the loop.
    pub offsets: Hash,
    /// `ifchanged`: the text that the tag rendered last.
    pub ifchanged: Option<Str>,
    /// Registers of the host application's own tags.
    pub others: Hash,
}

impl Registers {
    /// Whether no tag has stored anything.
    pub fn is_empty(&self) -> bool {
        self.cycles.is_empty() && self.offsets.is_empty() && self.ifchanged.is_none() && self.others.is_empty()
    }
}

/// A `break` or `continue` that has not reached its loop yet. Nodes after it are not rendered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interrupt {
    /// Leaves the loop.
    Break,
    /// Continues with the next item.
    Continue,
}

/// The amounts that a rendering has used so far, to be compared with [`crate::Limits`] and [`crate::HardLimits`].
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Usage {
    pub(crate) render_length: u64,
    pub(crate) render_score: u64,
    pub(crate) assign_score: u64,
    pub(crate) assigned: usize,
    pub(crate) depth: u32,
    pub(crate) wrapped: u32,
    pub(crate) steps: u64,
}

impl Usage {
    /// Counts `steps` more steps of the rendering. Fails if the total exceeds the limit.
    #[inline]
    pub(crate) fn spend(&mut self, steps: u64, hard_limits: &HardLimits) -> Result<(), Abort> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps <= hard_limits.steps { Ok(()) } else { Err(too_many_steps(hard_limits.steps)) }
    }
}

impl<'a> Context<'a> {
    /// Creates a context that belongs to no template, as `Liquid::Context.new` does.
    pub fn new(engine: &Engine, host: &'a mut dyn Host, options: RenderOptions) -> Self {
        Context {
            host,
            registers: options.state.registers,
            errors: Vec::new(),
            us_ascii: false,
            engine: engine.clone(),
            hard_limits: engine.hard_limits(),
            limits: Some(engine.limits()).filter(Limits::any),
            variables: Variables::new(
                options.environment,
                options.state.assigned,
                options.state.counters,
                engine.strict_variables(),
                engine.converts_variables(),
            ),
            scratch: String::new(),
            stack_used: false,
            outer_stacks: Vec::new(),
            interrupts: Vec::new(),
            printed: Printed::default(),
            for_stack: Vec::new(),
            raise: options.raise,
            usage: Usage::default(),
            file_system: options.file_system,
            memo: options.memo.filter(|_| !engine.limits().any() && engine.identity().is_none()),
            marks: options.marks,
            reads_marked: false,
            template: None,
            outermost: None,
            template_name: None,
            serial: CONTEXTS.fetch_add(1, Ordering::Relaxed),
        }
    }

    /// `squash_instance_assigns_with_environments`: sets each variable that an earlier rendering has assigned to the
    /// environment's value of the same name, if there is one. Fails if a drop in the environment fails.
    pub(crate) fn squash(&mut self) -> Result<(), Abort> {
        self.variables.squash(self.host)
    }

    /// A number that no other context in the process has. It serves as a key for data about this rendering that is
    /// stored elsewhere, such as in Ruby.
    pub fn serial(&self) -> u64 {
        self.serial
    }

    /// The engine with which the context was created: the engine of the outermost template, if there is one.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The variables that were passed to the rendering, such as `site` and `page`.
    pub fn environment(&self) -> &Value {
        &self.variables.environment
    }

    /// Lets this rendering see the [`to_liquid`](crate::Drop::to_liquid) of the objects in variables from now on. See also
    /// [`Engine::convert_variables`].
    pub fn convert_variables(&mut self) {
        self.variables.convert();
    }

    /// Whether errors end the rendering (`render!`) instead of being printed in place.
    pub fn raises(&self) -> bool {
        self.raise
    }

    /// The template with this name, for Liquid's own `include`. Fails without a file system, or if the file system does
    /// not have the template.
    pub(crate) fn partial(&self, name: &str) -> Result<Template, Abort> {
        file_system::find(self.file_system.as_deref(), name)
    }

    /// The innermost template being rendered, which may be an include. `None` if the context evaluates expressions
    /// outside of a template.
    pub fn template(&self) -> Option<&Template> {
        self.template.as_ref()
    }

    /// The name and source of the innermost template. `None` outside of templates, and for a template without a name.
    pub(crate) fn source(&self) -> Option<Source<'_>> {
        let template = self.template.as_ref()?;
        Some((template.name()?, template.source()))
    }

    /// The marks that the rendering writes. `None` unless `RenderOptions::marks` was set.
    pub fn marks(&self) -> Option<&Marks> {
        self.marks.as_deref()
    }

    /// The template with which the rendering started. `None` if the context evaluates expressions outside of a
    /// template.
    pub fn outermost_template(&self) -> Option<&Template> {
        self.outermost.as_ref()
    }

    /// The value of a variable, or nil if it is undefined. Searches the scopes from the inside out, then the counters
    /// and the environment. Ruby's `find_variable`.
    ///
    /// # Errors
    /// `Liquid::UndefinedVariable` with strict variables. Fails if a drop fails.
    pub fn find_variable(&mut self, name: &str) -> Result<Value, Abort> {
        self.find(&Name::new(name), true)
    }

    /// The number that `increment` or `decrement` has counted under the name `key`. Otherwise, the value of `key` in
    /// the environment, or nil. Scopes are not searched.
    ///
    /// # Errors
    /// Fails if a drop fails.
    pub fn environment_value(&mut self, key: &str) -> Result<Value, Abort> {
        self.variables.counted(key, self.host)
    }

    pub(crate) fn find(&mut self, name: &Name, needed: bool) -> Result<Value, Abort> {
        self.variables.find(name, needed, self.host).map(Found::into_value)
    }

    /// Parses and evaluates an expression, as Ruby's `context["page.title"]` does.
    ///
    /// # Errors
    /// Same as [`Expression::parse`] and [`Expression::evaluate`].
    pub fn lookup(&mut self, markup: &str) -> Result<Value, Abort> {
        Expression::parse(markup)?.evaluate(self)
    }

    /// Sets a variable in the outermost scope, as `assign` and `capture` do. The variable stays set for the rest of the
    /// rendering, including the template that included this template.
    ///
    /// # Errors
    /// Fails if the assigned values grow beyond the limit.
    pub fn assign(&mut self, name: &str, value: Value) -> Result<(), Abort> {
        self.assign_name(&Name::new(name), value)
    }

    pub(crate) fn assign_name(&mut self, name: &Name, value: Value) -> Result<(), Abort> {
        // Ruby converts the words `empty` and `blank` to strings whenever the variable is read.
        let value = self.stored(value);
        let added = footprint(&value);
        let old = self.variables.assign(name, value);
        self.count_assigned(added, old.as_ref().map_or(0, footprint))
    }

    /// Adds `added` bytes to the size of all assigned values, and subtracts `freed` bytes. Fails beyond the hard limit.
    pub(crate) fn count_assigned(&mut self, added: usize, freed: usize) -> Result<(), Abort> {
        self.usage.assigned = (self.usage.assigned + added).saturating_sub(freed);
        let limit = self.hard_limits.assigned;
        if self.usage.assigned > limit {
            return Err(limit_reached(format!("the assigned values are larger than {} MB", limit >> 20)));
        }
        Ok(())
    }

    /// Whether a filter may change the array in this variable instead of copying it. Always false while the memo
    /// records a part of the template, for renderings with marks or with limits, and after `Engine::set_identity`.
    pub(crate) fn changes_in_place(&self, name: &Name) -> bool {
        self.variables.is_assigned_array(name)
            && !self.variables.recorder.is_active()
            && self.marks.is_none()
            && self.limits.is_none()
            && self.engine.identity().is_none()
    }

    /// Sets a variable in the scope that [`Context::stack`] added last, as loops do.
    ///
    /// # Errors
    /// `Liquid::StackLevelError` beyond 100 scopes.
    pub fn set(&mut self, name: &str, value: Value) -> Result<(), Abort> {
        self.set_name(&Name::new(name), value).map(drop)
    }

    /// Replaces the string object `old` by `new` in the literals of templates and in the output so far. Does not change
    /// variables. Called after a filter has changed its argument in place.
    pub fn replace_in_place(&mut self, old: &Value, new: &Value) {
        self.engine.replace_literal(old, new);
        self.printed.replace(old, new);
    }

    /// The values of all variables in all scopes, in no particular order. Variables that were passed to the rendering,
    /// such as `site`, are not included.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.variables.values_mut()
    }

    pub(crate) fn set_name(&mut self, name: &Name, value: Value) -> Result<Option<Slot>, Abort> {
        if !self.stack_used {
            self.stack_used = true;
            self.variables.push()?;
        }
        let value = self.stored(value);
        Ok(self.variables.set(name, value))
    }

    /// Converts a value with `to_liquid`, for storing it in a variable. If [`Engine::set_identity`] was called, also
    /// turns its strings into objects, which filters can change in place.
    pub(crate) fn stored(&self, value: Value) -> Value {
        let value = to_liquid(value);
        match self.engine.identity() {
            Some(identity) => identity.given(value),
            None => value,
        }
    }

    /// Sets a variable that [`Context::set_name`] has already set in the same scope. `slot` is the result of that call,
    /// and `None` means that the variable is looked up by its name.
    #[inline]
    pub(crate) fn set_again(&mut self, slot: Option<Slot>, name: &Name, value: Value) {
        match slot {
            Some(slot) => self.variables.set_at(slot, to_liquid(value)),
            None => drop(self.variables.set(name, to_liquid(value))),
        }
    }

    /// Calls `inside` with a new scope for variables set with [`Context::set`].
    ///
    /// # Errors
    /// Returns the error of `inside`.
    pub fn stack<T>(&mut self, inside: impl FnOnce(&mut Self) -> Result<T, Abort>) -> Result<T, Abort> {
        let outer = std::mem::replace(&mut self.stack_used, false);
        let result = inside(self);
        if self.stack_used {
            self.variables.pop();
        }
        self.stack_used = outer;
        result
    }

    /// Calls `write` with an empty text. Returns the value that `write` returns, or otherwise the text that `write` has
    /// appended.
    pub(crate) fn written(
        &mut self,
        write: impl FnOnce(&mut Self, &mut String) -> Result<Option<Value>, Abort>,
    ) -> Result<Value, Abort> {
        let mut text = std::mem::take(&mut self.scratch);
        let result = write(self, &mut text).map(|value| value.unwrap_or_else(|| Value::from(text.as_str())));
        if text.capacity() <= SCRATCH {
            text.clear();
            self.scratch = text;
        }
        result
    }

    /// Calls a filter by name. An unknown filter returns its input, unless filters are strict.
    ///
    /// # Errors
    /// Fails if the filter fails, or if it is unknown and filters are strict.
    pub fn invoke(&mut self, name: &str, input: &Value, args: &[Value]) -> Result<Value, Abort> {
        crate::call::invoke_by_name(self, name, input, args)
    }

    /// Calls a filter of another engine, like Ruby's `super` in a filter that overrides another.
    ///
    /// # Errors
    /// Fails if the filter fails, or if it is unknown and filters are strict.
    pub fn invoke_of(&mut self, engine: &Engine, name: &str, input: &Value, args: &[Value]) -> Result<Value, Abort> {
        crate::call::invoke_of(self, engine, name, input, args)
    }

    /// Renders a template in this context, like Ruby's `partial.render!(context)`. The template shares the variables of
    /// the context. Errors are raised, not printed.
    ///
    /// # Errors
    /// Fails if the template fails. If includes never end, the error is "stack level too deep".
    pub fn render_partial(&mut self, template: &Template, out: &mut String) -> Result<(), Abort> {
        self.reuse_partial(template, out, |cx, out| cx.render_as(true, template, out))
    }

    /// Renders a template like Liquid's own `include`: errors are handled as in the outer template, but carry `name`,
    /// the name of the included template.
    pub(crate) fn render_inline(&mut self, template: &Template, name: &str, out: &mut String) -> Result<(), Abort> {
        let raised = self.raise;
        let outer = self.template_name.replace(Arc::from(name));
        let result = self.render_as(raised, template, out);
        self.template_name = outer;
        result
    }

    fn render_as(&mut self, raise: bool, template: &Template, out: &mut String) -> Result<(), Abort> {
        let raised = std::mem::replace(&mut self.raise, raise);
        let outer = self.template.replace(template.clone());
        self.usage.render_length = 0;
        self.usage.render_score = 0;
        self.usage.assign_score = 0;
        let spent = self.spend(STEPS_OF_PARTIAL);
        let result = spent.and_then(|()| self.enter(|cx| template.root().render(cx, out)));
        self.template = outer;
        self.raise = raised;
        result
    }

    /// Calls `inside` one nesting level deeper. Fails beyond [`HardLimits::depth`] levels.
    pub(crate) fn enter<T>(&mut self, inside: impl FnOnce(&mut Self) -> Result<T, Abort>) -> Result<T, Abort> {
        if self.usage.depth >= self.hard_limits.depth {
            return Err(Abort::error(ErrorKind::SystemStack, "stack level too deep"));
        }
        self.usage.depth += 1;
        let result = with_stack(|| inside(self));
        self.usage.depth -= 1;
        result
    }

    /// Whether a `break` or `continue` has not reached its loop yet.
    pub fn interrupted(&self) -> bool {
        !self.interrupts.is_empty()
    }

    /// Begins a `break` or `continue` of the innermost loop. No nodes are rendered until the loop handles it.
    pub fn push_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupts.push(interrupt);
    }

    /// Removes and returns the last pending `break` or `continue`. `None` if none is pending.
    pub fn pop_interrupt(&mut self) -> Option<Interrupt> {
        self.interrupts.pop()
    }

    /// Ruby's `handle_error`: adds the location to an error. Raises the error, or returns the text to print (`None` for
    /// undefined variables, methods and filters). [`Abort::Suspended`], exceeded limits, and errors that Ruby's
    /// `rescue StandardError` does not catch are always raised.
    ///
    /// # Errors
    /// Returns the error itself if errors are raised.
    pub(crate) fn handle(&mut self, abort: Abort, line: Option<u32>, span: Span) -> Result<Option<String>, Abort> {
        let mut error = match abort {
            Abort::Error(error) => error,
            suspended => return Err(suspended),
        };
        self.note_place(&mut error, line, span);
        if error.kind == ErrorKind::LiquidMemory {
            // Ruby's message about a resource limit has no line number.
            if error.message != LIMITS_EXCEEDED {
                error.line = error.line.or(line);
            }
            return Err(Abort::Error(error));
        }
        if error.is_fatal() {
            return Err(Abort::Error(error));
        }
        if error.is_liquid() {
            error.template_name = error.template_name.take().or_else(|| self.template_name.clone());
            error.line = error.line.or(line);
        }
        if self.raise {
            return Err(Abort::Error(error));
        }
        let undefined = matches!(
            error.kind,
            ErrorKind::LiquidUndefinedVariable
                | ErrorKind::LiquidUndefinedDropMethod
                | ErrorKind::LiquidUndefinedFilter
        );
        let error = if error.is_liquid() {
            *error
        } else {
            let mut internal = Error::new(ErrorKind::LiquidInternal, "internal");
            internal.line = line;
            internal.span = error.span;
            internal.trail = error.trail;
            internal
        };
        let text = (!undefined).then(|| error.to_string());
        self.errors.push(error);
        Ok(text)
    }

    /// Appends the location of a node to the list of locations that led to the error, once for each template.
    fn note_place(&self, error: &mut Error, line: Option<u32>, span: Span) {
        let template = self.template.as_ref().and_then(|template| template.name().cloned());
        if error.trail.last().is_some_and(|frame| frame.template == template) {
            return;
        }
        error.span.get_or_insert(span);
        error.trail.push(Frame { template, line, span: Some(span) });
    }

    pub(crate) fn state(self) -> (State, Vec<Error>) {
        let (counters, assigned) = self.variables.left();
        (State { registers: self.registers, counters, assigned }, self.errors)
    }

    pub(crate) fn with_template(mut self, template: &Template) -> Self {
        self.template = Some(template.clone());
        self.outermost = Some(template.clone());
        self
    }
}

impl Expression {
    /// Computes the value from the variables of the context. A missing variable is nil, unless variables are strict.
    ///
    /// # Errors
    /// Fails if a drop fails. With strict variables, `Liquid::UndefinedVariable` for a missing variable or key, and
    /// `Liquid::UndefinedDropMethod` for a key that a drop lacks.
    pub fn evaluate(&self, cx: &mut Context<'_>) -> Result<Value, Abort> {
        let value = self.value(&cx.variables, cx.host)?;
        match &cx.marks {
            Some(marks) if cx.reads_marked => Ok(marks.marked_value(&value).unwrap_or(value)),
            _ => Ok(value),
        }
    }
}

/// Calls `inside` with enough stack for one template, which has at most 100 nested blocks.
pub(crate) fn with_stack<T>(inside: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(512 << 10, 4 << 20, inside)
}

/// The steps counted for starting to render an included template.
const STEPS_OF_PARTIAL: u64 = 8;

/// The maximum capacity of the reusable buffer, in bytes.
const SCRATCH: usize = 1 << 16;
