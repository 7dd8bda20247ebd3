//! `Liquid::Context`: one rendering under way, with its variables, registers and limits.

use crate::engine::{Engine, HardLimits, Limits};
use crate::expression::Expression;
use crate::file_system::{self, FileSystem};
use crate::scope::{Found, Slot, Variables, to_liquid};
use crate::tags::for_loop::ForLoop;
use crate::template::{RenderOptions, State, Template};
use crate::value::array::check_nesting;
use crate::value::hash::Name;
use crate::value::{Abort, Error, ErrorKind, Frame, Hash, Host, Span, Str, Value};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A rendering under way: what filters and tags get to see.
pub struct Context<'a> {
    /// The program's side.
    pub host: &'a mut dyn Host,
    /// The state that `cycle`, `ifchanged` and `offset: continue` keep with a template.
    pub registers: Registers,
    /// Errors so far, in order; where errors are raised, at most one.
    pub errors: Vec<Error>,
    /// Whether Ruby would mark the text written last as US-ASCII. See [`encoding`](crate::encoding).
    pub(crate) us_ascii: bool,
    engine: Engine,
    /// The engine's, at hand for every node.
    pub(crate) hard_limits: HardLimits,
    pub(crate) limits: Option<Limits>,
    pub(crate) variables: Variables,
    /// The buffer that text filters write into before their text becomes a value.
    scratch: String,
    /// Ruby's `@this_stack_used`: whether the innermost `stack` has made its scope.
    stack_used: bool,
    interrupts: Vec<Interrupt>,
    pub(crate) for_stack: Vec<Arc<ForLoop>>,
    raise: bool,
    pub(crate) usage: Usage,
    file_system: Option<Arc<dyn FileSystem>>,
    template: Option<Template>,
    /// The template that includes the others.
    outermost: Option<Template>,
    template_name: Option<Arc<str>>,
    serial: u64,
}

/// The number of contexts so far.
static CONTEXTS: AtomicU64 = AtomicU64::new(0);

/// The counters of `increment` and `decrement`, by name.
pub type Counters = Hash;

/// The state that a template keeps between its renderings, in Ruby its `registers`.
#[derive(Debug, Clone, Default)]
pub struct Registers {
    /// `cycle`: the group's key, and which value comes next.
    pub cycles: Hash,
    /// `for`: the loop's name, and the index behind the last item it looked at.
    pub offsets: Hash,
    /// `ifchanged`: the text it last wrote.
    pub ifchanged: Option<Str>,
    /// Whatever tags of the program keep there.
    pub others: Hash,
}

/// `break` or `continue`, on its way to the loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interrupt {
    /// Leave the loop.
    Break,
    /// Go on with the next item.
    Continue,
}

/// The amounts that count against [`crate::Limits`] and [`crate::HardLimits`].
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
    /// Counts steps of the rendering.
    #[inline]
    pub(crate) fn spend(&mut self, steps: u64, hard_limits: &HardLimits) -> Result<(), Abort> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps <= hard_limits.steps { Ok(()) } else { Err(too_many_steps(hard_limits.steps)) }
    }
}

impl<'a> Context<'a> {
    /// A context of its own, as `Liquid::Context.new`: for evaluating expressions outside a template.
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
            ),
            scratch: String::new(),
            stack_used: false,
            interrupts: Vec::new(),
            for_stack: Vec::new(),
            raise: options.raise,
            usage: Usage::default(),
            file_system: options.file_system,
            template: None,
            outermost: None,
            template_name: None,
            serial: CONTEXTS.fetch_add(1, Ordering::Relaxed),
        }
    }

    /// A number that no other context of the process has: for what is kept beside a rendering while it lasts.
    pub fn serial(&self) -> u64 {
        self.serial
    }

    /// The engine of the template being rendered.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The data that the rendering was given.
    pub fn environment(&self) -> &Value {
        &self.variables.environment
    }

    /// Whether errors end the rendering (`render!`) rather than being printed in place.
    pub fn raises(&self) -> bool {
        self.raise
    }

    /// The template that Liquid's own `include` names.
    pub(crate) fn partial(&self, name: &str) -> Result<Template, Abort> {
        file_system::find(self.file_system.as_deref(), name)
    }

    /// The innermost template being rendered: the include's, inside of one.
    pub fn template(&self) -> Option<&Template> {
        self.template.as_ref()
    }

    /// The template that the rendering began with, outside of all includes.
    pub fn outermost_template(&self) -> Option<&Template> {
        self.outermost.as_ref()
    }

    /// The value of a variable by its first name: the innermost scope that has it, or the counters and
    /// the environment. Ruby's `find_variable`.
    ///
    /// # Errors
    /// `Liquid::UndefinedVariable` with strict variables. Fails if a drop fails.
    pub fn find_variable(&mut self, name: &str) -> Result<Value, Abort> {
        self.find(&Name::new(name), true)
    }

    pub(crate) fn find(&mut self, name: &Name, needed: bool) -> Result<Value, Abort> {
        self.variables.find(name, needed, self.host).map(Found::into_value)
    }

    /// The value of an expression in Liquid's own words, as Ruby's `context["page.title"]`.
    ///
    /// # Errors
    /// Same as [`Context::find_variable`].
    pub fn lookup(&mut self, markup: &str) -> Result<Value, Abort> {
        Expression::parse(markup)?.evaluate(self)
    }

    /// Sets a variable in the outermost scope, as `assign` and `capture` do: it stays for the rest of
    /// the rendering, also for the template that included this one.
    ///
    /// # Errors
    /// Fails if the assigned values grow beyond the limit.
    pub fn assign(&mut self, name: &str, value: Value) -> Result<(), Abort> {
        self.assign_name(&Name::new(name), value)
    }

    pub(crate) fn assign_name(&mut self, name: &Name, value: Value) -> Result<(), Abort> {
        // Ruby turns the words `empty` and `blank` into text whenever the variable is read.
        let value = to_liquid(value);
        let added = footprint(&value);
        let old = self.variables.assign(name, value);
        let freed = old.as_ref().map_or(0, footprint);
        self.usage.assigned = (self.usage.assigned + added).saturating_sub(freed);
        let limit = self.hard_limits.assigned;
        if self.usage.assigned > limit {
            return Err(limit_reached(format!("all that is assigned is larger than {} MB", limit >> 20)));
        }
        Ok(())
    }

    /// Sets a variable in the scope of the innermost [`Context::stack`], as loops do.
    ///
    /// # Errors
    /// `Liquid::StackLevelError` beyond 100 scopes.
    pub fn set(&mut self, name: &str, value: Value) -> Result<(), Abort> {
        self.set_name(&Name::new(name), value).map(drop)
    }

    /// Puts a value into the place of another wherever a variable holds that very list or hash.
    pub fn replace_same(&mut self, old: &Value, new: &Value) {
        self.variables.replace_same(old, new);
    }

    /// Gives a variable another value in the scope that has it. The result tells whether one has.
    pub fn change(&mut self, name: &str, value: Value) -> bool {
        self.variables.change(&Name::new(name), to_liquid(value))
    }

    pub(crate) fn set_name(&mut self, name: &Name, value: Value) -> Result<Option<Slot>, Abort> {
        if !self.stack_used {
            self.stack_used = true;
            self.variables.push()?;
        }
        Ok(self.variables.set(name, to_liquid(value)))
    }

    /// Sets a variable again that [`Context::set_name`] has set in the same scope.
    #[inline]
    pub(crate) fn set_again(&mut self, slot: Option<Slot>, name: &Name, value: Value) {
        match slot {
            Some(slot) => self.variables.set_at(slot, to_liquid(value)),
            None => drop(self.variables.set(name, to_liquid(value))),
        }
    }

    /// Runs `inside` with a scope of its own for what it [`Context::set`]s.
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

    /// Refuses a text of this size if no value may be that large. Filters that multiply their input call it before they
    /// make the text.
    ///
    /// # Errors
    /// `Liquid::MemoryError` beyond the limit.
    #[inline]
    pub fn check_text(&self, bytes: usize) -> Result<(), Abort> {
        if bytes <= self.hard_limits.text { Ok(()) } else { Err(text_too_large(self.hard_limits.text)) }
    }

    /// Refuses an array of this size if no value may be that large.
    ///
    /// # Errors
    /// `Liquid::MemoryError` beyond the limit.
    pub fn check_elements(&self, count: usize) -> Result<(), Abort> {
        let limit = self.hard_limits.elements;
        if count > limit {
            return Err(limit_reached(format!("an array of more than {limit} elements")));
        }
        Ok(())
    }

    /// Counts steps of the rendering: about as many as 20 nanoseconds are in what is done.
    ///
    /// # Errors
    /// `Liquid::MemoryError` beyond the limit.
    #[inline]
    pub fn spend(&mut self, steps: u64) -> Result<(), Abort> {
        self.usage.spend(steps, &self.hard_limits)
    }

    /// Counts what reading variables and comparing them took since the last time.
    ///
    /// # Errors
    /// Same as [`Context::spend`].
    #[inline]
    pub(crate) fn settle(&mut self) -> Result<(), Abort> {
        match self.variables.take_work() {
            0 => Ok(()),
            steps => self.spend(steps),
        }
    }

    /// Looks now and then at values that were wrapped into others (a filter's groups): nested without
    /// end, they would end in a recursion that nothing can stop.
    ///
    /// # Errors
    /// "stack level too deep".
    pub fn check_wrapped(&mut self, value: &Value) -> Result<(), Abort> {
        self.usage.wrapped += 1;
        if self.usage.wrapped.is_multiple_of(256) { self.check_nesting(value) } else { Ok(()) }
    }

    /// Refuses a value that nests too deep to go into another.
    ///
    /// # Errors
    /// "stack level too deep".
    pub fn check_nesting(&mut self, value: &Value) -> Result<(), Abort> {
        self.spend(check_nesting(value)?)
    }

    /// The text that `write` appends, as a value; or the value that it returns instead of text.
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

    /// Refuses what is larger than a value may be.
    #[inline]
    pub(crate) fn check_value(&self, value: &Value) -> Result<(), Abort> {
        match value {
            Value::Str(text) => self.check_text(text.len()),
            Value::Array(items) => self.check_elements(items.len()),
            Value::Big(number) if number.bits() > self.hard_limits.bits => {
                Err(limit_reached(format!("an integer of more than {} bits", self.hard_limits.bits)))
            }
            _ => Ok(()),
        }
    }

    /// Calls a filter by name. An unknown one passes its input through, but with strict filters.
    ///
    /// # Errors
    /// Fails if the filter fails.
    pub fn invoke(&mut self, name: &str, input: &Value, args: &[Value]) -> Result<Value, Abort> {
        crate::call::invoke_by_name(self, name, input, args)
    }

    /// Calls another engine's filter of this name, as Ruby's `super` in a filter that took its place.
    ///
    /// # Errors
    /// Fails if the filter fails.
    pub fn invoke_of(&mut self, engine: &Engine, name: &str, input: &Value, args: &[Value]) -> Result<Value, Abort> {
        crate::call::invoke_of(self, engine, name, input, args)
    }

    /// Renders a template in this context, as Ruby's `partial.render!(context)`: its variables are
    /// ours, its errors are raised.
    ///
    /// # Errors
    /// Errors raised by the template; and "stack level too deep" where templates include each other
    /// without end.
    pub fn render_partial(&mut self, template: &Template, out: &mut String) -> Result<(), Abort> {
        self.render_as(true, template, out)
    }

    /// Renders a template as Liquid's own `include` does: errors are treated as outside, and carry the
    /// template's name.
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
        self.spend(STEPS_OF_PARTIAL)?;
        let result = self.enter(|cx| template.root().render(cx, out));
        self.template = outer;
        self.raise = raised;
        result
    }

    /// Runs `inside` one level deeper, unless that is too deep.
    pub(crate) fn enter<T>(&mut self, inside: impl FnOnce(&mut Self) -> Result<T, Abort>) -> Result<T, Abort> {
        if self.usage.depth >= self.hard_limits.depth {
            return Err(Abort::error(ErrorKind::SystemStack, "stack level too deep"));
        }
        self.usage.depth += 1;
        let result = with_stack(|| inside(self));
        self.usage.depth -= 1;
        result
    }

    /// Whether a `break` or `continue` is under way.
    pub fn interrupted(&self) -> bool {
        !self.interrupts.is_empty()
    }

    /// Starts a `break` or `continue`.
    pub fn push_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupts.push(interrupt);
    }

    /// Takes the `break` or `continue` under way.
    pub fn pop_interrupt(&mut self) -> Option<Interrupt> {
        self.interrupts.pop()
    }

    /// Ruby's `handle_error`: adds the error's location, and raises the error or returns the text for the output.
    /// [`Abort::Suspended`] and errors that Ruby's `rescue StandardError` does not catch are always raised.
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
            // Ruby's own words for a limit come without a line.
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

    /// Puts the node that an error comes out of on the error's trail, once for each template.
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

/// Runs `inside` with room on the stack for one template: at most 100 blocks within each other.
pub(crate) fn with_stack<T>(inside: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(512 << 10, 4 << 20, inside)
}

/// Steps of beginning to render a template within another.
const STEPS_OF_PARTIAL: u64 = 8;

/// Bytes that are kept for text filters to write into.
const SCRATCH: usize = 1 << 16;

#[cold]
fn too_many_steps(limit: u64) -> Abort {
    limit_reached(format!("more than {limit} steps in one rendering"))
}

#[cold]
fn text_too_large(limit: usize) -> Abort {
    limit_reached(format!("a text is larger than {} MB", limit >> 20))
}

/// Ruby's message when one of its resource limits is reached.
pub(crate) const LIMITS_EXCEEDED: &str = "Memory limits exceeded";

/// The error of a limit that Ruby does not have.
pub(crate) fn limit_reached(message: String) -> Abort {
    Abort::error(ErrorKind::LiquidMemory, message)
}

pub(crate) fn undefined_variable(name: &str) -> Abort {
    Abort::error(ErrorKind::LiquidUndefinedVariable, format!("undefined variable {name}"))
}

#[inline]
pub(crate) fn steps_of_text(bytes: usize) -> u64 {
    bytes as u64 / 16
}

/// Roughly the steps that a value takes which a filter has made. Texts count twice: they also take memory.
pub(crate) fn steps_of_made(value: &Value) -> u64 {
    match value {
        Value::Str(text) => 2 * steps_of_text(text.len()),
        other => steps_of(other),
    }
}

/// Roughly the steps that reading a value takes a filter.
pub(crate) fn steps_of(value: &Value) -> u64 {
    match value {
        Value::Str(text) => steps_of_text(text.len()),
        Value::Array(items) => items.len() as u64 * 4,
        Value::Hash(hash) => hash.len() as u64 * 4,
        // Reading and printing an Integer takes the square of its length.
        Value::Big(number) => (number.bits() / 512).pow(2) + 1,
        _ => 0,
    }
}

/// Roughly the memory a value keeps alive by itself.
fn footprint(value: &Value) -> usize {
    match value {
        Value::Str(text) => text.len(),
        Value::Array(items) => items.len() * size_of::<Value>(),
        Value::Hash(hash) => hash.len() * 3 * size_of::<Value>(),
        Value::Big(number) => number.bits() as usize / 8,
        _ => 0,
    }
}
