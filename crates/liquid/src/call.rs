//! A call of a filter in a template. Mirrors `Strainer`.

use crate::context::Context;
use crate::cost::{steps_of, steps_of_made, steps_of_text};
use crate::effects::TemplateEffects;
use crate::encoding::{is_join_ascii, is_to_s_ascii};
use crate::engine::{
    Engine, Filter, FilterKind, FusedFilterFn, Intercepted, ResultEncoding, SplitFilterFn, TextFilterFn,
};
use crate::expression::Expression;
use crate::lax_markup;
use crate::scope::to_liquid;
use crate::value::key::Name;
use crate::value::{Abort, Error, ErrorKind, Hash, Str, Value};
use std::sync::Arc;

/// A filter call such as `append: name`, with the parsed expressions of its arguments.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    filter: ResolvedFilter,
    args: Args,
}

/// The filter named in a template, looked up when the template is parsed.
#[derive(Debug, Clone)]
enum ResolvedFilter {
    Known(Filter),
    Unknown(Str),
}

/// The arguments of a filter, in the form that needs the least work for each call.
#[derive(Debug, Clone)]
enum Args {
    /// No argument or one literal, as in most calls.
    Constant(Option<Value>),
    /// Several arguments, all of which are literals.
    Constants(Vec<Value>),
    Computed(Vec<Expression>),
    Keyworded(Box<Keyworded>),
}

/// Arguments, some of which are keyword arguments.
#[derive(Debug, Clone, Default)]
struct Keyworded {
    args: Vec<Expression>,
    keywords: Vec<(Str, Expression)>,
}

/// A filter that splits a string, and a form of the next filter that reads the pieces without an array.
pub(crate) type FusedPair = (SplitFilterFn, FusedFilterFn);

impl std::fmt::Debug for Filter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Filter")
    }
}

impl Call {
    pub(crate) fn new(engine: &Engine, name: &str) -> Self {
        let filter =
            engine.find_filter(name).map_or_else(|| ResolvedFilter::Unknown(name.into()), ResolvedFilter::Known);
        Call { filter, args: Args::Constant(None) }
    }

    pub(crate) fn push(&mut self, engine: &Engine, markup: &str) -> Result<(), Error> {
        let keyword = lax_markup::attribute(markup);
        let argument = Expression::parse(keyword.map_or(markup, |(_, value)| value))?.of_template(engine.identity());
        self.args.push(keyword.map(|(name, _)| name), argument);
        Ok(())
    }

    /// Evaluates the arguments of the filter and applies it to `input`. An unknown filter returns `input`, or fails if
    /// filters are strict.
    pub(crate) fn apply(&self, cx: &mut Context<'_>, input: &Value) -> Result<Value, Abort> {
        self.args.with(cx, |cx, args| match &self.filter {
            ResolvedFilter::Known(filter) => invoke(cx, filter, input, args),
            ResolvedFilter::Unknown(name) => unknown_filter(cx, name, input),
        })
    }

    /// Whether a [`Memo`](crate::Memo) may reuse the filter's results. False for unknown filters.
    pub(crate) fn is_reusable(&self) -> bool {
        matches!(&self.filter, ResolvedFilter::Known(filter) if filter.is_reusable)
    }

    /// Whether the filter has a form that changes an array in place. False for unknown filters.
    pub(crate) fn has_in_place(&self) -> bool {
        matches!(&self.filter, ResolvedFilter::Known(filter) if filter.in_place.is_some())
    }

    /// Applies the filter to the array in the variable `name`, and assigns the result to that variable again. Returns
    /// false, and changes nothing, if the filter cannot change this array in place.
    pub(crate) fn assign_in_place(&self, name: &Name, cx: &mut Context<'_>) -> Result<bool, Abort> {
        let ResolvedFilter::Known(Filter { in_place: Some(change), arity, .. }) = &self.filter else {
            return Ok(false);
        };
        if !cx.changes_in_place(name) {
            return Ok(false);
        }
        self.args.with(cx, |cx, args| {
            arity.check(args.len())?;
            let Some(mut items) = cx.variables.take_array(name) else { return Ok(false) };
            let count = items.len();
            // The argument may be the array itself, so that it is copied after all.
            let result = change(cx, Arc::make_mut(&mut items), args);
            let more = items.len().saturating_sub(count);
            let value = Value::Array(items);
            let steps = steps_of(&value) + 4 * count as u64;
            let checked = cx.check_value(&value);
            cx.variables.assign(name, value);
            result.map_err(as_liquid_error)?;
            checked?;
            cx.spend(steps)?;
            cx.count_assigned(more * size_of::<Value>(), 0)?;
            Ok(true)
        })
    }

    /// The functions that run this filter and the next one without creating the array between the two. `None` if this
    /// filter does not split a string, or if the next one has no form that reads the pieces.
    #[inline]
    pub(crate) fn fused_with(&self, next: &Call) -> Option<FusedPair> {
        match (&self.filter, &next.filter) {
            (
                ResolvedFilter::Known(Filter { kind: FilterKind::Split(split), .. }),
                ResolvedFilter::Known(Filter { fused: Some(read), .. }),
            ) => Some((*split, *read)),
            _ => None,
        }
    }

    /// Applies this filter, which is a `split`, and then `next`, which reads the pieces without an array.
    pub(crate) fn apply_fused(
        &self,
        (split, read): FusedPair,
        next: &Call,
        cx: &mut Context<'_>,
        input: &Value,
    ) -> Result<Value, Abort> {
        self.args.with(cx, |cx, args| {
            self.check_arity(args)?;
            // The text is read twice: by the split and by the next filter.
            cx.spend(2 * steps_of(input))?;
            let pieces = split(cx, input, args).map_err(as_liquid_error)?;
            next.args.with(cx, |cx, args| {
                next.check_arity(args)?;
                let value = read(cx, &pieces, args).map_err(as_liquid_error)?;
                cx.check_value(&value)?;
                cx.spend(steps_of_made(&value))?;
                Ok(value)
            })
        })
    }

    /// Adds two kinds of names to `effects`: the variables that the arguments read, and the name under which the filter
    /// is recorded, if it has one.
    pub(crate) fn effects(&self, effects: &mut TemplateEffects) {
        if let ResolvedFilter::Known(Filter { recorded_name: Some(name), .. }) = &self.filter {
            effects.filters.insert(name.clone());
        }
        self.args.effects(effects);
    }

    fn check_arity(&self, args: &[Value]) -> Result<(), Abort> {
        match &self.filter {
            ResolvedFilter::Known(filter) => filter.arity.check(args.len()),
            ResolvedFilter::Unknown(_) => Ok(()),
        }
    }

    /// Appends the filter's result to `out` and returns `None`, if the filter writes text. If the filter only returns
    /// values, or if its result is not a string, returns the result.
    pub(crate) fn write(&self, cx: &mut Context<'_>, input: &Value, out: &mut String) -> Result<Option<Value>, Abort> {
        let ResolvedFilter::Known(filter) = &self.filter else { return self.apply(cx, input).map(Some) };
        match &filter.kind {
            FilterKind::Text(write) => self.write_text(filter, *write, cx, input, out),
            FilterKind::Intercepted(intercepted) => match intercepted.plain {
                FilterKind::Text(write) if !intercepted.is_active() => self.write_text(filter, write, cx, input, out),
                _ => self.apply(cx, input).map(Some),
            },
            FilterKind::Value(_) | FilterKind::Split(_) => self.apply(cx, input).map(Some),
        }
    }

    /// Same as [`Call::write`], for a filter that writes text.
    #[inline]
    fn write_text(
        &self,
        filter: &Filter,
        write: TextFilterFn,
        cx: &mut Context<'_>,
        input: &Value,
        out: &mut String,
    ) -> Result<Option<Value>, Abort> {
        if !filter.is_reusable {
            refuse_reuse(cx);
        }
        self.args.with(cx, |cx, args| {
            filter.arity.check(args.len())?;
            cx.spend(steps_of(input))?;
            let start = out.len();
            let value = write(cx, input, args, out).map_err(as_liquid_error)?;
            cx.check_text(out.len() - start)?;
            cx.spend(2 * steps_of_text(out.len() - start))?;
            cx.us_ascii = filter.encoding.is_ascii(input, args) && out[start..].is_ascii();
            Ok(value.map(to_liquid))
        })
    }
}

impl Args {
    fn push(&mut self, keyword: Option<&str>, argument: Expression) {
        match (&mut *self, keyword) {
            (Args::Constant(value @ None), None) if argument.as_literal().is_some() => *value = argument.into_literal(),
            (Args::Constants(values), None) if argument.as_literal().is_some() => {
                values.extend(argument.into_literal())
            }
            (Args::Computed(args), None) => args.push(argument),
            (Args::Keyworded(all), None) => all.args.push(argument),
            (Args::Keyworded(all), Some(keyword)) => all.keywords.push((keyword.into(), argument)),
            (Args::Constant(value), _) => {
                *self = Args::Constants(value.take().into_iter().collect());
                self.push(keyword, argument);
            }
            (Args::Constants(values), _) => {
                let args = std::mem::take(values).into_iter().map(Expression::literal).collect();
                *self = Args::Computed(args);
                self.push(keyword, argument);
            }
            (Args::Computed(args), Some(_)) => {
                let args = std::mem::take(args);
                *self = Args::Keyworded(Box::new(Keyworded { args, keywords: Vec::new() }));
                self.push(keyword, argument);
            }
        }
    }

    /// Calls `call` with the values of the arguments.
    #[inline]
    fn with<T>(
        &self,
        cx: &mut Context<'_>,
        call: impl FnOnce(&mut Context<'_>, &[Value]) -> Result<T, Abort>,
    ) -> Result<T, Abort> {
        match self {
            Args::Constant(value) => call(cx, value.as_slice()),
            Args::Constants(values) => call(cx, values),
            Args::Computed(args) => with_computed(args, cx, call),
            Args::Keyworded(all) => {
                let args = all.evaluate(cx)?;
                call(cx, &args)
            }
        }
    }

    fn effects(&self, effects: &mut TemplateEffects) {
        match self {
            Args::Constant(_) | Args::Constants(_) => {}
            Args::Computed(args) => args.iter().for_each(|arg| arg.effects(effects)),
            Args::Keyworded(all) => {
                all.args.iter().for_each(|arg| arg.effects(effects));
                all.keywords.iter().for_each(|(_, arg)| arg.effects(effects));
            }
        }
    }
}

impl Keyworded {
    fn evaluate(&self, cx: &mut Context<'_>) -> Result<Vec<Value>, Abort> {
        let mut args = evaluate_all(&self.args, cx)?;
        cx.spend(4 * self.keywords.len() as u64)?;
        let mut hash = Hash::with_capacity(self.keywords.len());
        for (name, value) in &self.keywords {
            hash.set(name.clone(), value.evaluate(cx)?);
        }
        args.push(Value::hash(hash));
        Ok(args)
    }
}

/// Calls `call` with computed arguments. Avoids a list for one or two arguments.
fn with_computed<T>(
    args: &[Expression],
    cx: &mut Context<'_>,
    call: impl FnOnce(&mut Context<'_>, &[Value]) -> Result<T, Abort>,
) -> Result<T, Abort> {
    match args {
        [only] => {
            let only = only.evaluate(cx)?;
            call(cx, std::slice::from_ref(&only))
        }
        [first, second] => {
            let args = [first.evaluate(cx)?, second.evaluate(cx)?];
            call(cx, &args)
        }
        args => {
            let args = evaluate_all(args, cx)?;
            call(cx, &args)
        }
    }
}

fn evaluate_all(args: &[Expression], cx: &mut Context<'_>) -> Result<Vec<Value>, Abort> {
    cx.spend(args.len() as u64)?;
    args.iter().map(|arg| arg.evaluate(cx)).collect()
}

/// Calls the filter `name`, as Liquid's `Strainer#invoke` does. An unknown filter returns its input, or fails if
/// filters are strict.
pub(crate) fn invoke_by_name(cx: &mut Context<'_>, name: &str, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    match cx.engine().find_filter(name) {
        Some(filter) => invoke(cx, &filter, input, args),
        None => unknown_filter(cx, name, input),
    }
}

/// Like [`invoke_by_name`], but looks the filter up in `engine` instead of the context's engine.
pub(crate) fn invoke_of(
    cx: &mut Context<'_>,
    engine: &Engine,
    name: &str,
    input: &Value,
    args: &[Value],
) -> Result<Value, Abort> {
    match engine.find_filter(name) {
        Some(filter) => invoke(cx, &filter, input, args),
        None => unknown_filter(cx, name, input),
    }
}

/// The result of an unknown filter: its input, or an error if filters are strict.
fn unknown_filter(cx: &mut Context<'_>, name: &str, input: &Value) -> Result<Value, Abort> {
    if cx.engine().strict_filters() {
        return Err(Abort::error(ErrorKind::LiquidUndefinedFilter, format!("undefined filter {name}")));
    }
    Ok(to_liquid(input.clone()))
}

/// Calls the function of a filter. Sets `is_returned` if a filter that writes text has returned a value instead.
#[inline]
fn run(
    kind: &FilterKind,
    cx: &mut Context<'_>,
    input: &Value,
    args: &[Value],
    is_returned: &mut bool,
) -> Result<Value, Abort> {
    match kind {
        FilterKind::Value(call) => call(cx, input, args),
        FilterKind::Text(write) => cx.written(|cx, out| {
            let value = write(cx, input, args, out)?;
            *is_returned = value.is_some();
            Ok(value)
        }),
        FilterKind::Split(split) => split(cx, input, args).and_then(|pieces| pieces.to_array(cx)),
        FilterKind::Intercepted(intercepted) => run_intercepted(intercepted, cx, input, args, is_returned),
    }
}

#[cold]
fn run_intercepted(
    intercepted: &Intercepted,
    cx: &mut Context<'_>,
    input: &Value,
    args: &[Value],
    is_returned: &mut bool,
) -> Result<Value, Abort> {
    if intercepted.is_active()
        && let Some(value) = (intercepted.first)(cx, input, args)?
    {
        return Ok(value);
    }
    run(&intercepted.plain, cx, input, args, is_returned)
}

fn invoke(cx: &mut Context<'_>, filter: &Filter, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    filter.arity.check(args.len())?;
    if !filter.is_reusable {
        refuse_reuse(cx);
    }
    cx.spend(steps_of(input))?;
    let mut is_returned = false;
    let value = run(&filter.kind, cx, input, args, &mut is_returned);
    let mut value = value.map_err(as_liquid_error)?;
    let keeps_own = is_returned && filter.encoding == ResultEncoding::OfArgument;
    if !keeps_own && filter.encoding.is_ascii(input, args) {
        value = in_us_ascii(value);
    }
    cx.check_value(&value)?;
    if !is_same_text(input, &value) {
        cx.spend(steps_of_made(&value))?;
    }
    Ok(to_liquid(value))
}

fn refuse_reuse(cx: &mut Context<'_>) {
    cx.refuse_reuse(|| "it uses a filter of a plugin".into());
    cx.note_unrepeatable();
}

impl ResultEncoding {
    /// Whether Ruby would encode the filter's result in US-ASCII, provided that the result contains only ASCII
    /// characters.
    fn is_ascii(self, input: &Value, args: &[Value]) -> bool {
        match self {
            ResultEncoding::Utf8 => false,
            ResultEncoding::OfInput => is_to_s_ascii(input),
            ResultEncoding::OfArgument => args.first().is_some_and(is_to_s_ascii),
            ResultEncoding::OfItems => is_join_ascii(input),
        }
    }
}

/// Marks a string as US-ASCII in Ruby, if it contains only ASCII characters. Returns all other values unchanged.
fn in_us_ascii(value: Value) -> Value {
    match value {
        Value::Str(text) if !text.is_us_ascii() && text.is_ascii() => Value::Str(Str::us_ascii(&text)),
        other => other,
    }
}

/// Whether a filter returned its input, so that no new string was created.
fn is_same_text(input: &Value, value: &Value) -> bool {
    matches!((input, value), (Value::Str(input), Value::Str(value)) if std::ptr::eq(input.as_str(), value.as_str()))
}

/// Turns Ruby's ArgumentError into Liquid's, as Liquid does for errors in filters.
fn as_liquid_error(abort: Abort) -> Abort {
    match abort {
        Abort::Error(mut error) if error.kind == ErrorKind::Argument => {
            error.kind = ErrorKind::LiquidArgument;
            Abort::Error(error)
        }
        other => other,
    }
}
