//! `Liquid::Expression`, `VariableLookup` and `RangeLookup`: literals, variables and ranges.

use crate::context::{Cx, MEMORY, undefined_variable};
use crate::error::Error;
use crate::fragment::{is_space, skip_segment};
use crate::host::{Abort, Host};
use crate::parser::MAX_NESTING;
use crate::scope::{Found, Variables, to_liquid};
use crate::touches::Touches;
use crate::value::hash::Name;
use crate::value::number::{leading_integer, to_long};
use crate::value::{Str, Value};
use memchr::{memchr, memmem};
use std::sync::Arc;

/// Something that has a value: a literal, a variable, a range.
#[derive(Debug, Clone)]
pub struct Expression(Form);

#[derive(Debug, Clone)]
enum Form {
    Literal(Value),
    /// A variable by its name alone.
    Name(Name),
    Range(Box<Ends>),
    Lookup(Box<Lookup>),
}

#[derive(Debug, Clone)]
struct Ends {
    first: Expression,
    last: Expression,
}

impl Ends {
    fn read(&self, variables: &Variables, host: &mut dyn Host) -> Result<Value, Abort> {
        let mut slot = Value::Nil;
        let first = range_end(self.first.read(variables, host, &mut slot)?, host)?;
        let mut slot = Value::Nil;
        let last = range_end(self.last.read(variables, host, &mut slot)?, host)?;
        Ok(Value::Range(first, last))
    }
}

/// A variable: `name.key[expression]...`
#[derive(Debug, Clone)]
struct Lookup {
    root: Root,
    /// The first step lies here: most variables have one.
    first: Option<Step>,
    rest: Vec<Step>,
}

#[derive(Debug, Clone)]
enum Root {
    Name(Name),
    /// `[expression]`: the variable whose name is the expression's value.
    Computed(Expression),
    /// Markup without any name in it, which has no value.
    Nothing,
}

#[derive(Debug, Clone)]
enum Step {
    Key(Name),
    /// `size`, `first` or `last`: a key where there is one, else the command.
    Command(Command, Name),
    Computed(Expression),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Command {
    Size,
    First,
    Last,
}

impl Expression {
    /// Reads an expression as Ruby's `Expression.parse` does: it never refuses, but for what Ruby's own
    /// classes refuse (a range that starts at `true`).
    ///
    /// # Errors
    /// `NoMethodError` and `SystemStackError` as Ruby raises them.
    pub fn parse(markup: &str) -> Result<Self, Error> {
        parse(markup, 0)
    }

    /// An expression that always has this value.
    pub fn literal(value: Value) -> Self {
        Expression(Form::Literal(value))
    }

    /// The value, if it is the same at every rendering.
    pub fn as_literal(&self) -> Option<&Value> {
        match &self.0 {
            Form::Literal(value) => Some(value),
            _ => None,
        }
    }

    /// As [`Expression::as_literal`], giving the expression up.
    pub(crate) fn into_literal(self) -> Option<Value> {
        match self.0 {
            Form::Literal(value) => Some(value),
            _ => None,
        }
    }

    /// The value.
    ///
    /// # Errors
    /// With strict variables `Liquid::UndefinedVariable`; and what drops raise.
    pub fn evaluate(&self, cx: &mut Cx<'_>) -> Result<Value, Abort> {
        if let Some(value) = self.peek(&cx.variables) {
            return Ok(value.clone());
        }
        match &self.0 {
            Form::Literal(value) => Ok(value.clone()),
            Form::Name(name) => cx.variables.find(name, true, cx.host).map(Found::into_value),
            Form::Lookup(lookup) => {
                let mut slot = Value::Nil;
                match lookup.read(&cx.variables, cx.host, &mut slot)? {
                    Some(value) => Ok(value.clone()),
                    None => Ok(slot),
                }
            }
            Form::Range(ends) => ends.read(&cx.variables, cx.host),
        }
    }

    /// The value, if it lies among the variables and in hashes alone: what is asked for most, at once.
    #[inline]
    pub(crate) fn peek<'v>(&'v self, variables: &'v Variables) -> Option<&'v Value> {
        match &self.0 {
            Form::Literal(value) => Some(value),
            Form::Name(name) => variables.peek(name),
            Form::Lookup(lookup) => lookup.peek(variables),
            Form::Range(_) => None,
        }
    }

    /// The value, as it lies among the variables where it does, and else in `slot`.
    ///
    /// # Errors
    /// As [`Expression::evaluate`].
    #[inline]
    pub(crate) fn read<'v>(
        &'v self,
        variables: &'v Variables,
        host: &mut dyn Host,
        slot: &'v mut Value,
    ) -> Result<&'v Value, Abort> {
        match &self.0 {
            Form::Literal(value) => Ok(value),
            Form::Name(name) => Ok(variables.find(name, true, host)?.keep(slot)),
            Form::Lookup(lookup) => match lookup.read(variables, host, slot)? {
                Some(value) => Ok(value),
                None => Ok(slot),
            },
            Form::Range(ends) => {
                *slot = ends.read(variables, host)?;
                Ok(slot)
            }
        }
    }

    /// Notes which variables are read.
    pub fn touches(&self, touches: &mut Touches) {
        match &self.0 {
            Form::Literal(_) => {}
            Form::Name(name) => {
                touches.reads.insert(name.text.clone());
            }
            Form::Range(ends) => {
                ends.first.touches(touches);
                ends.last.touches(touches);
            }
            Form::Lookup(lookup) => lookup.touches(touches),
        }
    }
}

fn parse(markup: &str, depth: usize) -> Result<Expression, Error> {
    if depth > MAX_NESTING {
        return Err(Error::new("SystemStackError", "stack level too deep"));
    }
    if markup.len() > MAX_LITERAL && markup.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit()) {
        return Err(Error::new(MEMORY, format!("a number of more than {MAX_LITERAL} digits")));
    }
    // What it can be is told by its first character.
    match markup.as_bytes().first() {
        None => return Ok(Expression::literal(Value::Nil)),
        Some(b'"' | b'\'') => {
            if let Some(text) = quoted(markup) {
                return Ok(Expression::literal(text.into()));
            }
        }
        Some(b'0'..=b'9' | b'-') => {
            if let Some(number) = integer(markup).or_else(|| float(markup).map(Value::Float)) {
                return Ok(Expression::literal(number));
            }
        }
        Some(b'(') => {
            if let Some((first, last)) = range(markup) {
                return parse_range(first, last, depth);
            }
        }
        Some(_) => {
            if let Some(value) = word(markup) {
                return Ok(Expression::literal(value));
            }
        }
    }
    Ok(Expression(match parse_lookup(markup, depth)? {
        Lookup { root: Root::Name(name), first: None, .. } => Form::Name(name),
        lookup => Form::Lookup(Box::new(lookup)),
    }))
}

/// Liquid's words for values.
fn word(markup: &str) -> Option<Value> {
    Some(match markup {
        "nil" | "null" => Value::Nil,
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        "blank" => Value::Blank,
        "empty" => Value::Empty,
        _ => return None,
    })
}

/// Digits of a number in a template, at most: as many as the cap on Integers allows.
const MAX_LITERAL: usize = 315_000;

/// `String#to_i`
pub(crate) fn integer_in(text: &str) -> Value {
    match text.parse() {
        Ok(number) => Value::Int(number),
        Err(_) => {
            let number = leading_integer(text);
            i64::try_from(&number).map_or_else(|_| Value::Big(Arc::new(number)), Value::Int)
        }
    }
}

/// What stands between quotes; quotes within do not end it.
fn quoted(markup: &str) -> Option<&str> {
    let bytes = markup.as_bytes();
    let (first, last) = (bytes.first()?, bytes.last()?);
    (bytes.len() >= 2 && first == last && matches!(first, b'"' | b'\'')).then(|| &markup[1..markup.len() - 1])
}

fn integer(markup: &str) -> Option<Value> {
    let digits = markup.strip_prefix('-').unwrap_or(markup);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(integer_in(markup))
}

/// `-?\d[\d.]+`, of which as much counts as makes a number.
fn float(markup: &str) -> Option<f64> {
    let digits = markup.strip_prefix('-').unwrap_or(markup);
    let bytes = digits.as_bytes();
    if bytes.len() < 2 || !bytes[0].is_ascii_digit() || !bytes.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.')
    {
        return None;
    }
    let mut parts = digits.splitn(3, '.');
    let whole = parts.next().unwrap_or_default();
    let fraction = parts.next().unwrap_or_default();
    let number: f64 = if fraction.is_empty() { whole.parse() } else { format!("{whole}.{fraction}").parse() }.ok()?;
    Some(if markup.starts_with('-') { -number } else { number })
}

/// The two sides of `(a..b)`; of several `..` the last one counts.
fn range(markup: &str) -> Option<(&str, &str)> {
    let inside = markup.strip_prefix('(')?.strip_suffix(')')?;
    if inside.len() < 4 || inside.bytes().any(is_space) {
        return None;
    }
    let dots = memmem::rfind(&inside.as_bytes()[..inside.len() - 1], b"..")?;
    (dots > 0).then(|| (&inside[..dots], &inside[dots + 2..]))
}

fn parse_range(first: &str, last: &str, depth: usize) -> Result<Expression, Error> {
    let first = parse(first, depth + 1)?;
    let last = parse(last, depth + 1)?;
    match (first.as_literal(), last.as_literal()) {
        (Some(first), Some(last)) => {
            Ok(Expression(Form::Literal(Value::Range(literal_end(first)?, literal_end(last)?))))
        }
        _ => Ok(Expression(Form::Range(Box::new(Ends { first, last })))),
    }
}

/// Ruby's `to_i` of a literal.
fn literal_end(value: &Value) -> Result<i64, Error> {
    let integer = match value {
        Value::Nil => return Ok(0),
        Value::Int(_) | Value::Big(_) => value.clone(),
        Value::Float(number) => return Ok(saturating(number.trunc())),
        Value::Str(text) => integer_in(text),
        other => return Err(Error::no_method("to_i", other)),
    };
    Ok(clamped(&integer))
}

fn saturating(number: f64) -> i64 {
    number as i64
}

/// An end of a range: beyond 64 bits no loop gets there anyway.
fn clamped(integer: &Value) -> i64 {
    match integer {
        Value::Int(number) => *number,
        Value::Big(number) if number.sign() == num_bigint::Sign::Minus => i64::MIN,
        _ => i64::MAX,
    }
}

/// An end of a range, computed while rendering: text counts as far as it is a number, but a float is
/// refused.
fn range_end(value: &Value, host: &mut dyn Host) -> Result<i64, Abort> {
    match value {
        Value::Nil => Ok(0),
        Value::Int(number) => Ok(*number),
        Value::Big(_) => Ok(clamped(value)),
        Value::Str(text) => Ok(clamped(&integer_in(text))),
        other => {
            let text = other.to_s(host)?;
            integer(text.trim())
                .map(|integer| clamped(&integer))
                .ok_or_else(|| Abort::error("Liquid::ArgumentError", "invalid integer"))
        }
    }
}

/// Takes markup apart at names and brackets; all else in it is ignored.
fn parse_lookup(markup: &str, depth: usize) -> Result<Lookup, Error> {
    let bytes = markup.as_bytes();
    let mut root = Root::Nothing;
    let mut first = None;
    let mut rest = Vec::new();
    let mut at = 0;
    let mut may_close = true;
    let mut begun = false;
    while at < bytes.len() {
        let step = if bytes[at] == b'[' {
            let inside = at + 1;
            let close = if may_close { memchr(b']', &bytes[inside..]) } else { None };
            may_close = close.is_some();
            match close {
                Some(length) if length > 0 => {
                    at = inside + length + 1;
                    Step::Computed(parse(&markup[inside..inside + length], depth + 1)?)
                }
                _ => {
                    at = inside;
                    continue;
                }
            }
        } else {
            let end = skip_segment(markup, at);
            if end == at {
                at += 1;
                continue;
            }
            let end = end + usize::from(bytes.get(end) == Some(&b'?'));
            let word = &markup[at..end];
            at = end;
            match word {
                "size" => Step::Command(Command::Size, Name::new(word)),
                "first" => Step::Command(Command::First, Name::new(word)),
                "last" => Step::Command(Command::Last, Name::new(word)),
                _ => Step::Key(Name::new(word)),
            }
        };
        if begun {
            match first {
                None => first = Some(step),
                Some(_) => rest.push(step),
            }
            continue;
        }
        begun = true;
        root = match step {
            Step::Key(name) | Step::Command(_, name) => Root::Name(name),
            Step::Computed(expression) => Root::Computed(expression),
        };
    }
    Ok(Lookup { root, first, rest })
}

impl Lookup {
    #[inline]
    fn steps(&self) -> impl Iterator<Item = &Step> {
        self.first.iter().chain(&self.rest)
    }

    /// The value, if names and keys alone lead to it.
    fn peek<'v>(&'v self, variables: &'v Variables) -> Option<&'v Value> {
        let Root::Name(name) = &self.root else { return None };
        self.steps().try_fold(variables.peek(name)?, |object, step| match (step, object) {
            (Step::Key(key), Value::Hash(hash)) => {
                hash.get_name(key).filter(|value| !matches!(value, Value::Empty | Value::Blank))
            }
            _ => None,
        })
    }

    /// The value where it lies, or `None` where it was put into `slot`.
    fn read<'v>(
        &'v self,
        variables: &'v Variables,
        host: &mut dyn Host,
        slot: &mut Value,
    ) -> Result<Option<&'v Value>, Abort> {
        let root = match &self.root {
            Root::Name(name) => variables.find(name, true, host)?,
            Root::Computed(expression) => {
                let mut slot = Value::Nil;
                let name = expression.read(variables, host, &mut slot)?;
                variables.find_by_value(name, host)?
            }
            Root::Nothing => variables.find_by_value(&Value::Nil, host)?,
        };
        let mut here = match root {
            Found::Here(value) => Some(value),
            made => {
                *slot = made.into_value();
                None
            }
        };
        variables.note(self.rest.len() as u64);
        for step in self.steps() {
            let found = match here {
                Some(object) => step.of(object, variables, host)?,
                // What is made of what was made for the occasion cannot stay in there.
                None => step.of(slot, variables, host)?.detached(),
            };
            match found {
                Found::Here(value) => here = Some(value),
                Found::Made(value) => {
                    *slot = value;
                    here = None;
                }
                Found::Nowhere if variables.strict() => {
                    return Err(self.undefined(step, here.unwrap_or(&*slot), variables, host));
                }
                Found::Nowhere => return Ok(Some(&Value::Nil)),
            }
        }
        Ok(here)
    }

    fn undefined(&self, step: &Step, object: &Value, variables: &Variables, host: &mut dyn Host) -> Abort {
        let key = match step {
            Step::Key(key) | Step::Command(_, key) => key.text.clone(),
            Step::Computed(expression) => {
                let mut slot = Value::Nil;
                match expression.read(variables, host, &mut slot).and_then(|key| key.to_s(host)) {
                    Ok(key) => key,
                    Err(abort) => return abort,
                }
            }
        };
        match object {
            // Liquid's own drops answer to every key, with an error of their own.
            Value::Drop(object) if !object.is_hash() => {
                Abort::error("Liquid::UndefinedDropMethod", format!("undefined method {key}"))
            }
            _ => undefined_variable(&key),
        }
    }

    fn touches(&self, touches: &mut Touches) {
        match &self.root {
            Root::Name(name) => {
                touches.reads.insert(name.text.clone());
            }
            Root::Computed(expression) => {
                match expression.as_literal() {
                    Some(Value::Str(name)) => {
                        touches.reads.insert(name.clone());
                    }
                    Some(_) => {}
                    None => touches.reads_any = true,
                }
                expression.touches(touches);
            }
            Root::Nothing => {}
        }
        for step in self.steps() {
            if let Step::Computed(expression) = step {
                expression.touches(touches);
            }
        }
    }
}

impl Step {
    /// What the step finds in an object.
    fn of<'o>(&self, object: &'o Value, variables: &Variables, host: &mut dyn Host) -> Result<Found<'o>, Abort> {
        match self {
            Step::Key(key) => by_name(object, key, variables, host),
            Step::Command(command, key) => match by_name(object, key, variables, host)? {
                Found::Nowhere => command.run(object, variables, host),
                found => Ok(found),
            },
            Step::Computed(expression) => {
                let mut slot = Value::Nil;
                let key = expression.read(variables, host, &mut slot)?;
                by_value(object, key, host)
            }
        }
    }
}

/// Steps of asking an object of the program.
const STEPS_OF_DROP: u64 = 2;

#[inline]
fn by_name<'o>(object: &'o Value, key: &Name, variables: &Variables, host: &mut dyn Host) -> Result<Found<'o>, Abort> {
    match object {
        Value::Hash(hash) => Ok(hash.get_name(key).map_or(Found::Nowhere, here)),
        Value::Drop(object) => {
            variables.note(STEPS_OF_DROP);
            in_liquid(object.get(&key.text, host)?, host)
        }
        _ => Ok(Found::Nowhere),
    }
}

fn by_value<'o>(object: &'o Value, key: &Value, host: &mut dyn Host) -> Result<Found<'o>, Abort> {
    match (object, key) {
        (Value::Hash(hash), _) => Ok(hash.get_value(key).map_or(Found::Nowhere, here)),
        (Value::Drop(object), Value::Str(key)) => in_liquid(object.get(key, host)?, host),
        (Value::Array(items), Value::Int(index)) => {
            let place = if *index < 0 { index.checked_add_unsigned(items.len() as u64) } else { Some(*index) };
            let item = place.and_then(|place| usize::try_from(place).ok()).and_then(|place| items.get(place));
            Ok(here(item.unwrap_or(&Value::Nil)))
        }
        (Value::Array(_), Value::Big(index)) => to_long(index).map(|_| Found::Nowhere),
        _ => Ok(Found::Nowhere),
    }
}

/// [`to_liquid`], without a copy where it changes nothing.
#[inline]
fn here(value: &Value) -> Found<'_> {
    match value {
        Value::Empty | Value::Blank => Found::Made(Value::Str(Str::default())),
        other => Found::Here(other),
    }
}

/// What a drop answered, as templates get it.
#[inline]
fn in_liquid<'o>(value: Option<Value>, host: &mut dyn Host) -> Result<Found<'o>, Abort> {
    let value = value.map(|value| value.in_liquid(host)).transpose()?;
    Ok(made(value))
}

fn made<'o>(value: Option<Value>) -> Found<'o> {
    value.map_or(Found::Nowhere, |value| Found::Made(to_liquid(value)))
}

impl Command {
    /// What a value answers that has no such key.
    fn run<'o>(self, object: &'o Value, variables: &Variables, host: &mut dyn Host) -> Result<Found<'o>, Abort> {
        Ok(match (self, object) {
            (Command::First, Value::Array(items)) => here(items.first().unwrap_or(&Value::Nil)),
            (Command::Last, Value::Array(items)) => here(items.last().unwrap_or(&Value::Nil)),
            (Command::Size, _) => {
                if let Value::Str(text) = object {
                    variables.note(text.len() as u64 / 64);
                }
                made(size(object).map(Value::Int))
            }
            (Command::First, Value::Range(first, _)) => Found::Made(Value::Int(*first)),
            (Command::Last, Value::Range(_, last)) => Found::Made(Value::Int(*last)),
            (Command::First, Value::Hash(hash)) => Found::Made(
                hash.iter().next().map_or(Value::Nil, |(key, value)| Value::array(vec![key.clone(), value.clone()])),
            ),
            (Command::First, Value::Drop(object)) if object.is_hash() => match object.keys(host)?.into_iter().next() {
                Some(key) => {
                    let value = object.get(&key, host)?.unwrap_or(Value::Nil);
                    Found::Made(Value::array(vec![Value::Str(key), value]))
                }
                None => Found::Made(Value::Nil),
            },
            _ => Found::Nowhere,
        })
    }
}

/// Ruby's `size`, of what has one.
fn size(object: &Value) -> Option<i64> {
    let count = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
    Some(match object {
        Value::Array(items) => count(items.len()),
        Value::Hash(hash) => count(hash.len()),
        Value::Str(text) => count(text.chars().count()),
        Value::Range(first, last) => last.saturating_sub(*first).saturating_add(1).max(0),
        // An Integer's size is that of a machine word, in Ruby.
        Value::Int(_) => 8,
        Value::Big(number) => i64::try_from(number.bits().div_ceil(8).max(8)).unwrap_or(8),
        _ => return None,
    })
}
