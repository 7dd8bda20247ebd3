//! `Liquid::Variable`: an expression and the filters it runs through.

use crate::context::{Cx, steps_of, steps_of_text};
use crate::engine::{Engine, ErrorMode, Filter, Makes};
use crate::error::{Error, Span};
use crate::expression::Expression;
use crate::fragment;
use crate::host::{Abort, Host};
use crate::lexer::Kind;
use crate::parser::Parser;
use crate::scope::to_liquid;
use crate::touches::Touches;
use crate::value::print::join_into;
use crate::value::{Hash, Str, Value};

/// What stands between `{{` and `}}`, or behind the equals sign of `assign`.
#[derive(Debug, Clone)]
pub struct Variable {
    name: Expression,
    filters: Vec<Call>,
}

/// One filter with its arguments.
#[derive(Debug, Clone)]
struct Call {
    name: Str,
    /// Looked up when parsed; `None` for a filter that does not exist.
    filter: Option<Filter>,
    args: Vec<Expression>,
    keywords: Vec<(Str, Expression)>,
    /// The arguments' values instead, where all of them are literals.
    constants: Option<Vec<Value>>,
}

impl std::fmt::Debug for Filter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Filter")
    }
}

impl Variable {
    /// Reads a variable in the given mode. A warning is pushed where the strict grammar refuses it.
    ///
    /// # Errors
    /// In strict mode `Liquid::SyntaxError`.
    pub(crate) fn parse(
        engine: &Engine,
        markup: &str,
        mode: ErrorMode,
        line: Option<u32>,
        span: Span,
        warnings: &mut Vec<Error>,
    ) -> Result<Self, Error> {
        // The context keeps the blanks around the markup, unlike a tag's.
        let place = |mut error: Error| {
            error.line = line;
            error.markup_context = Some(format!("in \"{{{{{markup}}}}}\"").into());
            error.span = Some(span);
            error
        };
        match mode {
            ErrorMode::Lax => Self::lax(engine, markup),
            ErrorMode::Strict => Self::strict(engine, markup).map_err(|error| match error.is_syntax() {
                true => place(error),
                false => error,
            }),
            ErrorMode::Warn => match Self::strict(engine, markup) {
                Err(error) if error.is_syntax() => {
                    warnings.push(place(error));
                    Self::lax(engine, markup)
                }
                result => result,
            },
        }
    }

    /// Reads a variable outside of a template, in the engine's mode; what there is to warn about is
    /// lost, as in Ruby.
    ///
    /// # Errors
    /// In strict mode `Liquid::SyntaxError`.
    pub fn read(engine: &Engine, markup: &str) -> Result<Self, Error> {
        Self::parse(engine, markup, engine.error_mode(), None, Span::default(), &mut Vec::new())
    }

    fn strict(engine: &Engine, markup: &str) -> Result<Self, Error> {
        let mut parser = Parser::new(markup)?;
        let name = Expression::parse(&parser.expression()?)?;
        let mut filters = Vec::new();
        while parser.consume_if(Kind::Pipe).is_some() {
            let filter = parser.consume(Kind::Id)?;
            let mut call = Call::new(engine, filter);
            if parser.consume_if(Kind::Colon).is_some() {
                call.push(&parser.argument()?)?;
                while parser.consume_if(Kind::Comma).is_some() {
                    call.push(&parser.argument()?)?;
                }
            }
            filters.push(call);
        }
        parser.end()?;
        Ok(Variable { name, filters })
    }

    fn lax(engine: &Engine, markup: &str) -> Result<Self, Error> {
        let Some((start, end)) = fragment::find_fragment(markup, 0) else {
            return Ok(Variable { name: Expression::literal(Value::Nil), filters: Vec::new() });
        };
        let name = Expression::parse(&markup[start..end])?;
        let mut filters = Vec::new();
        if let Some((_, rest)) = markup[end..].split_once('|') {
            for piece in fragment::filter_pieces(&rest[fragment::skip_spaces(rest, 0)..]) {
                let Some(filter) = fragment::find_word(piece) else { continue };
                let mut call = Call::new(engine, filter);
                for arg in fragment::filter_args(piece) {
                    call.push(arg)?;
                }
                filters.push(call);
            }
        }
        Ok(Variable { name, filters })
    }

    /// The value behind all filters.
    ///
    /// # Errors
    /// What filters and drops raise.
    pub fn evaluate(&self, cx: &mut Cx<'_>) -> Result<Value, Abort> {
        let mut value = self.name.evaluate(cx)?;
        for call in &self.filters {
            value = call.apply(cx, &value)?;
        }
        Ok(value)
    }

    /// Appends the value as text: an array's elements one after another, all else by `to_s`.
    #[inline]
    pub(crate) fn write(&self, cx: &mut Cx<'_>, out: &mut String) -> Result<(), Abort> {
        match self.filters.split_last() {
            Some((last, first)) => self.write_filtered(first, last, cx, out),
            None => match self.name.peek(&cx.variables) {
                Some(Value::Str(text)) => {
                    cx.usage.spend(steps_of_text(text.len()), &cx.caps)?;
                    cx.ascii = false;
                    out.push_str(text);
                    Ok(())
                }
                Some(value) => {
                    cx.usage.spend(steps_of(value), &cx.caps)?;
                    cx.ascii = is_ascii_in_ruby(value);
                    write_value(value, cx.host, out)
                }
                None => self.write_made(cx, out),
            },
        }
    }

    fn write_made(&self, cx: &mut Cx<'_>, out: &mut String) -> Result<(), Abort> {
        let mut slot = Value::Nil;
        let value = self.name.read(&cx.variables, cx.host, &mut slot)?;
        cx.usage.spend(steps_of(value), &cx.caps)?;
        cx.ascii = is_ascii_in_ruby(value);
        write_value(value, cx.host, out)
    }

    fn write_filtered(&self, first: &[Call], last: &Call, cx: &mut Cx<'_>, out: &mut String) -> Result<(), Abort> {
        let mut value = self.name.evaluate(cx)?;
        for call in first {
            value = call.apply(cx, &value)?;
        }
        match last.write(cx, &value, out)? {
            Some(value) => {
                cx.ascii = is_ascii_in_ruby(&value);
                write_value(&value, cx.host, out)
            }
            None => {
                cx.ascii = false;
                Ok(())
            }
        }
    }

    /// Notes which variables are read.
    pub fn touches(&self, touches: &mut Touches) {
        self.name.touches(touches);
        for call in &self.filters {
            call.args.iter().for_each(|arg| arg.touches(touches));
            call.keywords.iter().for_each(|(_, arg)| arg.touches(touches));
        }
    }
}

#[inline]
fn write_value(value: &Value, host: &mut dyn Host, out: &mut String) -> Result<(), Abort> {
    match value {
        Value::Array(items) => join_into(items, "", out, host),
        _ => value.write_to_s(out, host),
    }
}

/// Whether `to_s` gives a string in US-ASCII: of what is neither text nor an object of the program. An Array's
/// text begins with its first element's.
fn is_ascii_in_ruby(value: &Value) -> bool {
    match value {
        Value::Str(_) | Value::Drop(_) | Value::Empty | Value::Blank => false,
        Value::Hash(hash) => hash.is_empty(),
        Value::Array(items) => {
            items.first().is_none_or(|first| !matches!(first, Value::Array(_)) && is_ascii_in_ruby(first))
        }
        _ => true,
    }
}

impl Call {
    fn new(engine: &Engine, name: &str) -> Self {
        let filter = engine.find_filter(name);
        Call { name: name.into(), filter, args: Vec::new(), keywords: Vec::new(), constants: Some(Vec::new()) }
    }

    fn push(&mut self, markup: &str) -> Result<(), Error> {
        let keyword = fragment::attribute(markup);
        let argument = Expression::parse(keyword.map_or(markup, |(_, value)| value))?;
        if let (Some(constants), Some(value), None) = (&mut self.constants, argument.as_literal(), keyword) {
            constants.push(value.clone());
            return Ok(());
        }
        let constants = self.constants.take().unwrap_or_default();
        self.args.extend(constants.into_iter().map(Expression::literal));
        match keyword {
            Some((name, _)) => self.keywords.push((name.into(), argument)),
            None => self.args.push(argument),
        }
        Ok(())
    }

    /// The filter's result.
    fn apply(&self, cx: &mut Cx<'_>, input: &Value) -> Result<Value, Abort> {
        self.with_args(cx, |cx, args| invoke(cx, &self.name, self.filter, input, args))
    }

    /// Appends the filter's result to `out`, or gives it back where it is no text.
    fn write(&self, cx: &mut Cx<'_>, input: &Value, out: &mut String) -> Result<Option<Value>, Abort> {
        let Some(Filter { makes: Makes::Text(write), arity }) = self.filter else {
            return self.apply(cx, input).map(Some);
        };
        self.with_args(cx, |cx, args| {
            arity.check(args.len())?;
            cx.spend(steps_of(input))?;
            let start = out.len();
            let value = write(cx, input, args, out).map_err(renamed)?;
            cx.check_text(out.len() - start)?;
            cx.spend(steps_of_text(out.len() - start))?;
            Ok(value.map(to_liquid))
        })
    }

    /// Calls `call` with the values of the arguments.
    #[inline]
    fn with_args<T>(
        &self,
        cx: &mut Cx<'_>,
        call: impl FnOnce(&mut Cx<'_>, &[Value]) -> Result<T, Abort>,
    ) -> Result<T, Abort> {
        if let Some(constants) = &self.constants {
            return call(cx, constants);
        }
        self.with_computed(cx, call)
    }

    fn with_computed<T>(
        &self,
        cx: &mut Cx<'_>,
        call: impl FnOnce(&mut Cx<'_>, &[Value]) -> Result<T, Abort>,
    ) -> Result<T, Abort> {
        match self.args.as_slice() {
            [only] if self.keywords.is_empty() => {
                let only = only.evaluate(cx)?;
                call(cx, std::slice::from_ref(&only))
            }
            [first, second] if self.keywords.is_empty() => {
                let args = [first.evaluate(cx)?, second.evaluate(cx)?];
                call(cx, &args)
            }
            _ => {
                let args = self.evaluate(cx)?;
                call(cx, &args)
            }
        }
    }

    fn evaluate(&self, cx: &mut Cx<'_>) -> Result<Vec<Value>, Abort> {
        let mut args = Vec::with_capacity(self.args.len() + usize::from(!self.keywords.is_empty()));
        for arg in &self.args {
            args.push(arg.evaluate(cx)?);
        }
        if !self.keywords.is_empty() {
            let mut hash = Hash::with_capacity(self.keywords.len());
            for (name, value) in &self.keywords {
                hash.set(name.clone(), value.evaluate(cx)?);
            }
            args.push(Value::hash(hash));
        }
        Ok(args)
    }
}

/// `Strainer#invoke`
pub(crate) fn invoke(
    cx: &mut Cx<'_>,
    name: &str,
    filter: Option<Filter>,
    input: &Value,
    args: &[Value],
) -> Result<Value, Abort> {
    let Some(filter) = filter else {
        if cx.engine().strict_filters() {
            return Err(Abort::error("Liquid::UndefinedFilter", format!("undefined filter {name}")));
        }
        return Ok(to_liquid(input.clone()));
    };
    filter.arity.check(args.len())?;
    cx.spend(steps_of(input))?;
    let value = match filter.makes {
        Makes::Value(call) => call(cx, input, args),
        Makes::Text(write) => cx.written(|cx, out| write(cx, input, args, out)),
    };
    let value = value.map_err(renamed)?;
    cx.check_value(&value)?;
    cx.spend(steps_of(&value))?;
    Ok(to_liquid(value))
}

/// Ruby's own ArgumentError becomes Liquid's on the way out of a filter.
fn renamed(abort: Abort) -> Abort {
    match abort {
        Abort::Error(mut error) if error.class == "ArgumentError" => {
            error.class = "Liquid::ArgumentError";
            Abort::Error(error)
        }
        other => other,
    }
}
