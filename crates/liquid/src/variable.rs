//! An expression with its filters. Mirrors `Liquid::Variable`.

use crate::call::Call;
use crate::context::Context;
use crate::cost::{steps_of, steps_of_text};
use crate::effects::TemplateEffects;
use crate::encoding::is_printed_ascii;
use crate::engine::{Engine, ErrorMode};
use crate::expression::Expression;
use crate::formatted_time::Observed;
use crate::lax_markup;
use crate::lexer::Kind;
use crate::parser::Parser;
use crate::value::key::Name;
use crate::value::print::write_array;
use crate::value::{Abort, Error, Host, Span, Value};
use std::sync::atomic::{AtomicU64, Ordering};

/// The content of `{{ }}`, or the right-hand side of `assign`.
#[derive(Debug, Clone)]
pub struct Variable {
    name: Expression,
    filters: Vec<Call>,
    memo: Option<MemoKey>,
    /// Set if the markup begins with a formatted time that the application observes.
    observed: Option<Box<Observed>>,
}

/// The first filters of a variable, whose result the memo may contain.
#[derive(Debug, Clone, Copy)]
struct MemoKey {
    /// A number that is unique within the process.
    serial: u64,
    /// The number of filters before the first filter that is not reusable.
    count: usize,
}

/// The serial number that the next variable with reusable filters gets.
static SERIALS: AtomicU64 = AtomicU64::new(0);

/// The results of filters on smaller arrays and hashes are not reused: comparing them with an earlier input takes
/// longer than filtering.
const MIN_ELEMENTS: usize = 8;

impl Variable {
    /// Parses a variable in the given mode. If the strict grammar rejects the variable in the mode `Warn`, adds a
    /// warning and uses the lax grammar.
    ///
    /// # Errors
    /// In strict mode `Liquid::SyntaxError`. In all modes, the errors of [`Expression::parse`].
    pub(crate) fn parse(
        engine: &Engine,
        markup: &str,
        mode: ErrorMode,
        line: Option<u32>,
        span: Span,
        warnings: &mut Vec<Error>,
    ) -> Result<Self, Error> {
        // The error's context keeps the white space around the markup, unlike the context of a tag's error.
        let located = |mut error: Error| {
            error.line = line;
            error.markup_context = Some(format!("in \"{{{{{markup}}}}}\"").into());
            error.span = Some(span);
            error
        };
        let variable = match mode {
            ErrorMode::Lax => Self::lax(engine, markup),
            ErrorMode::Strict => Self::strict(engine, markup).map_err(|error| match error.is_syntax() {
                true => located(error),
                false => error,
            }),
            ErrorMode::Warn => match Self::strict(engine, markup) {
                Err(error) if error.is_syntax() => {
                    warnings.push(located(error));
                    Self::lax(engine, markup)
                }
                result => result,
            },
        };
        let mut variable = variable?.with_serial();
        if let Some(observer) = engine.time_observer()
            && variable.filters.first().is_some_and(Call::is_reusable)
        {
            variable.observed = Observed::parse(markup, observer).map(Box::new);
        }
        Ok(variable)
    }

    /// Gives the filters a serial number if the memo may contain their result.
    fn with_serial(mut self) -> Self {
        let count = self.filters.iter().take_while(|call| call.is_reusable()).count();
        self.memo = (count > 0).then(|| MemoKey { serial: SERIALS.fetch_add(1, Ordering::Relaxed), count });
        self
    }

    /// Parses a variable outside of a template, in the engine's mode. Warnings are discarded, as in Ruby.
    ///
    /// # Errors
    /// In strict mode `Liquid::SyntaxError`. In all modes, the errors of [`Expression::parse`].
    pub fn read(engine: &Engine, markup: &str) -> Result<Self, Error> {
        let variable = Self::parse(engine, markup, engine.error_mode(), None, Span::default(), &mut Vec::new())?;
        // It is evaluated once or within one filter, whose result the memo may contain as a whole.
        Ok(Variable { memo: None, ..variable })
    }

    fn strict(engine: &Engine, markup: &str) -> Result<Self, Error> {
        let mut parser = Parser::new(markup)?;
        let name = Expression::parse(&parser.expression()?)?.of_template(engine.identity());
        let mut filters = Vec::with_capacity(parser.count(Kind::Pipe));
        while parser.consume_if(Kind::Pipe).is_some() {
            let filter = parser.consume(Kind::Id)?;
            let mut call = Call::new(engine, filter);
            if parser.consume_if(Kind::Colon).is_some() {
                call.push(engine, &parser.argument()?)?;
                while parser.consume_if(Kind::Comma).is_some() {
                    call.push(engine, &parser.argument()?)?;
                }
            }
            filters.push(call);
        }
        parser.end()?;
        Ok(Variable { name, filters, memo: None, observed: None })
    }

    fn lax(engine: &Engine, markup: &str) -> Result<Self, Error> {
        let Some((start, end)) = lax_markup::find_fragment(markup, 0) else {
            return Ok(Variable {
                name: Expression::literal(Value::Nil),
                filters: Vec::new(),
                memo: None,
                observed: None,
            });
        };
        let name = Expression::parse(&markup[start..end])?.of_template(engine.identity());
        let mut filters = Vec::new();
        if let Some((_, rest)) = markup[end..].split_once('|') {
            for piece in lax_markup::filter_pieces(&rest[lax_markup::skip_spaces(rest, 0)..]) {
                let Some(filter) = lax_markup::find_word(piece) else { continue };
                let mut call = Call::new(engine, filter);
                for arg in lax_markup::filter_args(piece) {
                    call.push(engine, arg)?;
                }
                filters.push(call);
            }
        }
        Ok(Variable { name, filters, memo: None, observed: None })
    }

    /// Evaluates the expression, and then the filters from left to right.
    ///
    /// # Errors
    /// Fails if the expression, a filter or a drop fails, or if a filter is unknown and filters are strict.
    pub fn evaluate(&self, cx: &mut Context<'_>) -> Result<Value, Abort> {
        match cx.marks.is_some() && !cx.reads_marked {
            true => self.evaluate_marked(cx),
            false => self.evaluate_to(&self.filters, cx),
        }
    }

    /// The only filter of this `{{ }}` or `assign`, if it can change the variable `name` in place. `None` if there is
    /// no filter or more than one, if the input is not this variable, or if the filter has no form that works in place.
    pub(crate) fn in_place_filter(&self, name: &Name) -> Option<&Call> {
        match self.filters.as_slice() {
            [call] if call.has_in_place() && self.name.is_name(name) => Some(call),
            _ => None,
        }
    }

    /// Whether the expression in front of the filters is a literal.
    pub(crate) fn is_literal(&self) -> bool {
        self.name.is_literal()
    }

    /// Evaluates the variable in a rendering with marks. Also applies the filters to the input with marks, to determine
    /// the positions of the marks in the result.
    fn evaluate_marked(&self, cx: &mut Context<'_>) -> Result<Value, Abort> {
        if let Some(marks) = &cx.marks {
            self.name.note_read(marks);
        }
        let value = self.name.evaluate(cx)?;
        let marks = cx.marks.clone().filter(|_| !self.filters.is_empty());
        let is_text = match &value {
            Value::Str(_) => true,
            Value::Array(items) => matches!(items.first(), Some(Value::Str(_))),
            _ => false,
        };
        let marked = marks.as_ref().and_then(|marks| marks.marked_value(&value));
        let input = marked.unwrap_or_else(|| value.clone());
        let clean = apply(&self.filters, value, cx)?;
        let Some(marks) = marks.filter(|_| is_text) else { return Ok(clean) };
        cx.reads_marked = true;
        let marked = apply(&self.filters, input, cx);
        cx.reads_marked = false;
        Ok(marks.keep_value(clean, marked.ok().as_ref()))
    }

    /// Evaluates the expression and the given filters.
    fn evaluate_to(&self, filters: &[Call], cx: &mut Context<'_>) -> Result<Value, Abort> {
        if let (Some(observed), Some((first, rest))) = (&self.observed, filters.split_first()) {
            let begun = observed.begin(cx.host);
            let time = self.name.evaluate(cx)?;
            let value = first.apply(cx, &time)?;
            observed.end(cx.host, begun, &value);
            return apply(rest, value, cx);
        }
        let value = self.name.evaluate(cx)?;
        match self.memo {
            Some(MemoKey { serial, count }) if cx.memo.is_some() && !filters.is_empty() && is_large(&value) => {
                let (first, rest) = filters.split_at(count.min(filters.len()));
                let value = cx.reuse_filtered((serial, first.len()), &value, |cx| apply(first, value.clone(), cx))?;
                apply(rest, value, cx)
            }
            _ => apply(filters, value, cx),
        }
    }

    /// Appends the value as text: the elements of an array one after another, anything else by `to_s`.
    #[inline]
    pub(crate) fn write(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        if let Some(marks) = cx.marks.clone() {
            let value = self.evaluate(cx)?;
            cx.us_ascii = is_printed_ascii(&value);
            return if marks.write_value(&value, out) { Ok(()) } else { write_value(&value, cx.host, out) };
        }
        match self.filters.split_last() {
            Some((last, first)) => self.write_filtered(first, last, cx, out),
            None => self.write_read(cx, out),
        }
    }

    /// Like [`Variable::write`], but also records where the string is printed. If a filter later changes the string in
    /// place, the output changes there, as in Ruby. Output with marks is not recorded.
    pub(crate) fn write_shared(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        // Marks are added to the output later, so that positions would not be true.
        if cx.marks.is_some() {
            return self.write(cx, out);
        }
        let value = self.evaluate(cx)?;
        cx.usage.spend(steps_of(&value), &cx.hard_limits)?;
        cx.us_ascii = is_printed_ascii(&value);
        let start = out.len();
        write_value(&value, cx.host, out)?;
        cx.printed.note(&value, start, out.len());
        Ok(())
    }

    fn write_read(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let mut slot = Value::Nil;
        let value = self.name.read(&cx.variables, cx.host, &mut slot)?;
        if let Value::Str(text) = value {
            cx.usage.spend(steps_of_text(text.len()), &cx.hard_limits)?;
            cx.us_ascii = text.is_us_ascii();
            out.push_str(text);
            return Ok(());
        }
        cx.usage.spend(steps_of(value), &cx.hard_limits)?;
        cx.us_ascii = is_printed_ascii(value);
        write_value(value, cx.host, out)
    }

    fn write_filtered(&self, first: &[Call], last: &Call, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let is_fused = first.last().is_some_and(|call| call.fused_with(last).is_some());
        let written = if is_fused || self.observed.is_some() {
            Some(self.evaluate(cx)?)
        } else {
            let value = self.evaluate_to(first, cx)?;
            last.write(cx, &value, out)?
        };
        match written {
            Some(value) => {
                cx.us_ascii = is_printed_ascii(&value);
                write_value(&value, cx.host, out)
            }
            None => Ok(()),
        }
    }

    /// Adds to `effects` the variables that the expression and the filters read. Also adds the names under which
    /// filters are recorded (`Registered::recorded_as`).
    pub fn effects(&self, effects: &mut TemplateEffects) {
        self.name.effects(effects);
        for call in &self.filters {
            call.effects(effects);
        }
    }
}

/// Calls the filters from left to right, each with the result of the previous one.
fn apply(filters: &[Call], mut value: Value, cx: &mut Context<'_>) -> Result<Value, Abort> {
    let mut rest = filters;
    while let [call, behind @ ..] = rest {
        let fused = behind.split_first().and_then(|(next, behind)| Some((call.fused_with(next)?, next, behind)));
        (value, rest) = match fused {
            Some((fused, next, behind)) => (call.apply_fused(fused, next, cx, &value)?, behind),
            None => (call.apply(cx, &value)?, behind),
        };
    }
    Ok(value)
}

/// Whether filtering the value may take longer than comparing it.
fn is_large(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.len() >= MIN_ELEMENTS,
        Value::Hash(hash) => hash.len() >= MIN_ELEMENTS,
        _ => false,
    }
}

#[inline]
fn write_value(value: &Value, host: &mut dyn Host, out: &mut String) -> Result<(), Abort> {
    match value {
        Value::Array(items) => write_array(items, out, host),
        _ => value.write_to_s(out, host),
    }
}
