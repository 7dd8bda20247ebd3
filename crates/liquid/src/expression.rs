//! `Liquid::Expression`, `VariableLookup` and `RangeLookup`: literals, variables and ranges.

use crate::context::{Cx, undefined_variable};
use crate::error::Error;
use crate::fragment::{is_space, skip_segment};
use crate::host::Abort;
use crate::parser::MAX_NESTING;
use crate::scope::Name;
use crate::touches::Touches;
use crate::value::number::leading_integer;
use crate::value::{Str, Value};
use memchr::{memchr, memmem};
use std::sync::Arc;

/// Something that has a value: a literal, a variable, a range.
#[derive(Debug, Clone)]
pub struct Expression(Form);

#[derive(Debug, Clone)]
enum Form {
    Literal(Value),
    Range(Box<(Expression, Expression)>),
    Lookup(Box<Lookup>),
}

/// A variable: `name.key[expression]...`
#[derive(Debug, Clone)]
struct Lookup {
    root: Root,
    steps: Vec<Step>,
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
    Key(Str),
    /// `size`, `first` or `last`: a key where there is one, else the command.
    Command(Command),
    Computed(Expression),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Command {
    Size,
    First,
    Last,
}

impl Command {
    fn name(self) -> &'static str {
        match self {
            Command::Size => "size",
            Command::First => "first",
            Command::Last => "last",
        }
    }
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

    /// The value.
    ///
    /// # Errors
    /// With strict variables `Liquid::UndefinedVariable`; and what drops raise.
    pub fn evaluate(&self, cx: &mut Cx<'_>) -> Result<Value, Abort> {
        match &self.0 {
            Form::Literal(value) => Ok(value.clone()),
            Form::Range(ends) => {
                let first = ends.0.evaluate(cx)?;
                let first = range_end(&first, cx)?;
                let last = ends.1.evaluate(cx)?;
                Ok(Value::Range(first, range_end(&last, cx)?))
            }
            Form::Lookup(lookup) => lookup.evaluate(cx),
        }
    }

    /// Notes which variables are read.
    pub fn touches(&self, touches: &mut Touches) {
        match &self.0 {
            Form::Literal(_) => {}
            Form::Range(ends) => {
                ends.0.touches(touches);
                ends.1.touches(touches);
            }
            Form::Lookup(lookup) => lookup.touches(touches),
        }
    }
}

fn parse(markup: &str, depth: usize) -> Result<Expression, Error> {
    if depth > MAX_NESTING {
        return Err(Error::new("SystemStackError", "stack level too deep"));
    }
    let literal = match markup {
        "" | "nil" | "null" => Some(Value::Nil),
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        "blank" => Some(Value::Blank),
        "empty" => Some(Value::Empty),
        _ => quoted(markup).map(Value::from).or_else(|| integer(markup)),
    };
    if let Some(value) = literal {
        return Ok(Expression(Form::Literal(value)));
    }
    if let Some((first, last)) = range(markup) {
        return parse_range(first, last, depth);
    }
    if let Some(number) = float(markup) {
        return Ok(Expression(Form::Literal(Value::Float(number))));
    }
    parse_lookup(markup, depth).map(|lookup| Expression(Form::Lookup(Box::new(lookup))))
}

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
        _ => Ok(Expression(Form::Range(Box::new((first, last))))),
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

#[allow(clippy::cast_possible_truncation)]
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
fn range_end(value: &Value, cx: &mut Cx<'_>) -> Result<i64, Abort> {
    match value {
        Value::Nil => Ok(0),
        Value::Int(number) => Ok(*number),
        Value::Big(_) => Ok(clamped(value)),
        Value::Str(text) => Ok(clamped(&integer_in(text))),
        other => {
            let text = other.to_s(cx.host)?;
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
    let mut steps = Vec::new();
    let mut at = 0;
    let mut may_close = true;
    let mut first = true;
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
                "size" => Step::Command(Command::Size),
                "first" => Step::Command(Command::First),
                "last" => Step::Command(Command::Last),
                _ => Step::Key(word.into()),
            }
        };
        if !first {
            steps.push(step);
            continue;
        }
        first = false;
        root = match step {
            Step::Key(name) => Root::Name(Name::new(name)),
            Step::Command(command) => Root::Name(Name::new(command.name())),
            Step::Computed(expression) => Root::Computed(expression),
        };
    }
    Ok(Lookup { root, steps })
}

impl Lookup {
    fn evaluate(&self, cx: &mut Cx<'_>) -> Result<Value, Abort> {
        let mut object = match &self.root {
            Root::Name(name) => cx.find(name, true)?,
            Root::Computed(expression) => {
                let name = expression.evaluate(cx)?;
                cx.find_by_value(&name)?
            }
            Root::Nothing => cx.find_by_value(&Value::Nil)?,
        };
        for step in &self.steps {
            let found = match step {
                Step::Key(key) => by_text(&object, key, cx)?,
                Step::Command(command) => match by_text(&object, command.name(), cx)? {
                    Some(value) => Some(value),
                    None => run(*command, &object, cx)?,
                },
                Step::Computed(expression) => {
                    let key = expression.evaluate(cx)?;
                    by_value(&object, &key, cx)?
                }
            };
            object = match found {
                Some(value) => value,
                None if cx.engine().strict_variables() => return Err(self.undefined(step, &object, cx)),
                None => return Ok(Value::Nil),
            };
        }
        Ok(object)
    }

    fn undefined(&self, step: &Step, object: &Value, cx: &mut Cx<'_>) -> Abort {
        let key = match step {
            Step::Key(key) => key.clone(),
            Step::Command(command) => command.name().into(),
            Step::Computed(expression) => match expression.evaluate(cx).and_then(|key| key.to_s(cx.host)) {
                Ok(key) => key,
                Err(abort) => return abort,
            },
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
        for step in &self.steps {
            if let Step::Computed(expression) = step {
                expression.touches(touches);
            }
        }
    }
}

fn by_text(object: &Value, key: &str, cx: &mut Cx<'_>) -> Result<Option<Value>, Abort> {
    match object {
        Value::Hash(hash) => Ok(hash.get(key).cloned().map(to_liquid)),
        Value::Drop(object) => Ok(object.get(key, cx.host)?.map(to_liquid)),
        _ => Ok(None),
    }
}

fn by_value(object: &Value, key: &Value, cx: &mut Cx<'_>) -> Result<Option<Value>, Abort> {
    match (object, key) {
        (_, Value::Str(text)) => by_text(object, text, cx),
        (Value::Array(items), Value::Int(index)) => {
            let place = if *index < 0 { index.checked_add_unsigned(items.len() as u64) } else { Some(*index) };
            let item = place.and_then(|place| usize::try_from(place).ok()).and_then(|place| items.get(place));
            Ok(Some(item.cloned().map_or(Value::Nil, to_liquid)))
        }
        (Value::Hash(hash), _) => Ok(hash.get_value(key).cloned().map(to_liquid)),
        _ => Ok(None),
    }
}

fn run(command: Command, object: &Value, cx: &mut Cx<'_>) -> Result<Option<Value>, Abort> {
    let count = |length: usize| Some(Value::Int(i64::try_from(length).unwrap_or(i64::MAX)));
    Ok(match (command, object) {
        (Command::Size, Value::Array(items)) => count(items.len()),
        (Command::Size, Value::Hash(hash)) => count(hash.len()),
        (Command::Size, Value::Str(text)) => count(text.chars().count()),
        (Command::Size, Value::Range(first, last)) => {
            Some(Value::Int(last.saturating_sub(*first).saturating_add(1).max(0)))
        }
        // An Integer's size is that of a machine word, in Ruby.
        (Command::Size, Value::Int(_)) => Some(Value::Int(8)),
        (Command::Size, Value::Big(number)) => {
            Some(Value::Int(i64::try_from(number.bits().div_ceil(8).max(8)).unwrap_or(8)))
        }
        (Command::First, Value::Array(items)) => Some(items.first().cloned().map_or(Value::Nil, to_liquid)),
        (Command::Last, Value::Array(items)) => Some(items.last().cloned().map_or(Value::Nil, to_liquid)),
        (Command::First, Value::Range(first, _)) => Some(Value::Int(*first)),
        (Command::Last, Value::Range(_, last)) => Some(Value::Int(*last)),
        (Command::First, Value::Hash(hash)) => {
            Some(hash.iter().next().map_or(Value::Nil, |(key, value)| Value::array(vec![key.clone(), value.clone()])))
        }
        (Command::First, Value::Drop(object)) if object.is_hash() => match object.keys(cx.host)?.into_iter().next() {
            Some(key) => {
                let value = object.get(&key, cx.host)?.unwrap_or(Value::Nil);
                Some(Value::array(vec![Value::Str(key), value]))
            }
            None => Some(Value::Nil),
        },
        _ => None,
    })
}

/// Ruby's `to_liquid`, which makes the words `empty` and `blank` into text.
pub(crate) fn to_liquid(value: Value) -> Value {
    match value {
        Value::Empty | Value::Blank => Value::Str(Str::default()),
        other => other,
    }
}
