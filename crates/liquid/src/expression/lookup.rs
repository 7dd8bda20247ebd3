//! A variable with its keys. Mirrors `Liquid::VariableLookup`.

use super::{Expression, Path};
use crate::effects::TemplateEffects;
use crate::lax_markup::skip_segment;
use crate::scope::{Found, Variables, steps_of_key, to_liquid, undefined_variable};
use crate::value::key::Name;
use crate::value::number::to_long;
use crate::value::sharing::Stability;
use crate::value::{Abort, Drop, Error, ErrorKind, Host, Str, Value};
use memchr::memchr;

/// A variable with keys: `name.key[expression]...`
#[derive(Debug, Clone)]
pub(super) struct Lookup {
    root: Root,
    /// The first key, stored inline, because most variables have one.
    first: Option<Step>,
    rest: Vec<Step>,
}

#[derive(Debug, Clone)]
enum Root {
    Name(Name),
    /// `[expression]`: the name is the value of the expression.
    Computed(Expression),
    /// Markup without a name. It has no value.
    Nothing,
}

#[derive(Debug, Clone)]
pub(super) enum Step {
    Key(Name),
    /// `size`, `first` or `last`: a key if it exists, otherwise a command.
    Command(Command, Name),
    Computed(Expression),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Command {
    Size,
    First,
    Last,
}

impl Lookup {
    /// Parses markup such as `a.b[c]`: names, and expressions in brackets. Ignores all other characters.
    pub(super) fn parse(markup: &str, depth: usize) -> Result<Self, Error> {
        let bytes = markup.as_bytes();
        let mut root = Root::Nothing;
        let mut first = None;
        let mut rest = Vec::new();
        let mut position = 0;
        let mut may_close = true;
        let mut begun = false;
        while position < bytes.len() {
            let step = if bytes[position] == b'[' {
                let inside = position + 1;
                let close = if may_close { memchr(b']', &bytes[inside..]) } else { None };
                may_close = close.is_some();
                match close {
                    Some(length) if length > 0 => {
                        position = inside + length + 1;
                        Step::Computed(super::parse(&markup[inside..inside + length], depth + 1)?)
                    }
                    _ => {
                        position = inside;
                        continue;
                    }
                }
            } else {
                let end = skip_segment(markup, position);
                if end == position {
                    position += 1;
                    continue;
                }
                let end = end + usize::from(bytes.get(end) == Some(&b'?'));
                let word = &markup[position..end];
                position = end;
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

    /// The name if this is a variable without keys. Otherwise, the unchanged lookup as `Err`.
    pub(super) fn into_name(self) -> Result<Name, Self> {
        match self {
            Lookup { root: Root::Name(name), first: None, .. } => Ok(name),
            lookup => Err(lookup),
        }
    }

    #[inline]
    fn steps(&self) -> impl Iterator<Item = &Step> {
        self.first.iter().chain(&self.rest)
    }

    /// The variable and its keys, up to the first computed key. `None` if the name of the variable is computed or
    /// missing.
    pub(super) fn path(&self) -> Option<Path> {
        match &self.root {
            Root::Name(name) => Some(Path::new(name, self.steps())),
            Root::Computed(_) | Root::Nothing => None,
        }
    }

    /// Returns a reference to the value. A missing value is nil, or an error if variables are strict. Returns `None` if
    /// the result is in `slot` instead, as for a value that was created for this lookup.
    pub(super) fn read<'v>(
        &'v self,
        variables: &'v Variables,
        host: &mut dyn Host,
        slot: &mut Value,
    ) -> Result<Option<&'v Value>, Abort> {
        let root = match &self.root {
            Root::Name(name) if variables.recorder.watches_reads() => {
                variables.find_watched(name, true, || Path::new(name, self.steps()), host)?
            }
            Root::Name(name) => variables.find_unrecorded(name, true, host)?,
            Root::Computed(expression) => {
                let mut slot = Value::Nil;
                let name = expression.read(variables, host, &mut slot)?;
                variables.find_by_value(name, host)?
            }
            Root::Nothing => variables.find_by_value(&Value::Nil, host)?,
        };
        let mut current = match root {
            Found::Borrowed(value) => Some(value),
            owned => {
                *slot = owned.into_value();
                None
            }
        };
        variables.note(self.rest.len() as u64);
        for step in self.steps() {
            let found = match current {
                Some(object) => step.of(object, variables, host)?,
                // A value derived from a new value must be detached from it.
                None => step.of(slot, variables, host)?.detached(),
            };
            match found {
                Found::Borrowed(value) => current = Some(value),
                Found::Owned(value) => {
                    *slot = value;
                    current = None;
                }
                Found::Missing if variables.strict() => {
                    return Err(self.undefined(step, current.unwrap_or(&*slot), variables, host));
                }
                Found::Missing => return Ok(Some(&Value::Nil)),
            }
        }
        Ok(current)
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
            // Liquid's own drops have every key and raise their own errors.
            Value::Drop(object) if !object.is_hash() => {
                Abort::error(ErrorKind::LiquidUndefinedDropMethod, format!("undefined method {key}"))
            }
            _ => undefined_variable(&key),
        }
    }

    pub(super) fn effects(&self, effects: &mut TemplateEffects) {
        match &self.root {
            Root::Name(name) => {
                effects.reads.insert(name.text.clone());
            }
            Root::Computed(expression) => {
                match expression.as_literal() {
                    Some(Value::Str(name)) => {
                        effects.reads.insert(name.clone());
                    }
                    Some(_) => {}
                    None => effects.reads_any = true,
                }
                expression.effects(effects);
            }
            Root::Nothing => {}
        }
        for step in self.steps() {
            if let Step::Computed(expression) = step {
                expression.effects(effects);
            }
        }
    }
}

impl Step {
    /// Looks up this key in `object`. If `object` has no such key, `.size`, `.first` and `.last` mean its size, its
    /// first and its last item, as in Liquid. This is not so for `["size"]`.
    pub(super) fn of<'o>(
        &self,
        object: &'o Value,
        variables: &Variables,
        host: &mut dyn Host,
    ) -> Result<Found<'o>, Abort> {
        match self {
            Step::Key(key) => by_name(object, key, variables, host),
            Step::Command(command, key) => match by_name(object, key, variables, host)? {
                Found::Missing => command.run(object, variables, host),
                found => Ok(found),
            },
            Step::Computed(expression) => {
                let mut slot = Value::Nil;
                let key = expression.read(variables, host, &mut slot)?;
                by_value(object, key, variables, host)
            }
        }
    }
}

/// The steps counted for reading a key of a drop.
const STEPS_OF_DROP: u64 = 2;

#[inline]
fn by_name<'o>(object: &'o Value, key: &Name, variables: &Variables, host: &mut dyn Host) -> Result<Found<'o>, Abort> {
    match object {
        Value::Hash(hash) => hash.get_name(key).map_or(Ok(Found::Missing), |value| as_liquid(value, host)),
        Value::Drop(object) => {
            variables.note(STEPS_OF_DROP);
            refuse_changing(&**object, variables, host);
            in_liquid(object.get(&key.text, host)?, host)
        }
        _ => Ok(Found::Missing),
    }
}

fn by_value<'o>(
    object: &'o Value,
    key: &Value,
    variables: &Variables,
    host: &mut dyn Host,
) -> Result<Found<'o>, Abort> {
    variables.note(steps_of_key(key));
    match (object, key) {
        (Value::Hash(hash), _) => hash.get_value(key).map_or(Ok(Found::Missing), |value| as_liquid(value, host)),
        (Value::Drop(object), Value::Str(key)) => {
            refuse_changing(&**object, variables, host);
            in_liquid(object.get(key, host)?, host)
        }
        (Value::Drop(object), Value::Int(index)) if !object.wants_names() => in_liquid(object.at(*index, host)?, host),
        (Value::Drop(object), key) if object.wants_names() && !matches!(key, Value::Nil) => {
            let key = key.inspect(host)?;
            Err(Abort::error("TypeError", format!("{key} is not a symbol nor a string")))
        }
        (Value::Array(items), Value::Int(index)) => {
            let position = if *index < 0 { index.checked_add_unsigned(items.len() as u64) } else { Some(*index) };
            let item =
                position.and_then(|position| usize::try_from(position).ok()).and_then(|position| items.get(position));
            as_liquid(item.unwrap_or(&Value::Nil), host)
        }
        (Value::Array(_), Value::Big(index)) => to_long(index).map(|_| Found::Missing),
        _ => Ok(Found::Missing),
    }
}

/// Prevents the reuse of the results of all parts being recorded, if `object` may change at any time.
#[inline]
fn refuse_changing(object: &dyn Drop, variables: &Variables, host: &mut dyn Host) {
    if variables.recorder.is_active() && object.stability(host) == Stability::Changing {
        variables.recorder.refuse(|| format!("it reads a {}, which may change", object.class()));
    }
}

/// The name of a constant key. `None` for a computed key such as `[x]`.
pub(super) fn name_of(step: &Step) -> Option<&Name> {
    match step {
        Step::Key(name) | Step::Command(_, name) => Some(name),
        Step::Computed(_) => None,
    }
}

/// The value as templates see it, like [`to_liquid`]. Returns a reference if the conversion does not change the value.
#[inline]
fn as_liquid<'v>(value: &'v Value, host: &mut dyn Host) -> Result<Found<'v>, Abort> {
    Ok(match value {
        Value::Empty | Value::Blank => Found::Owned(Value::Str(Str::default())),
        Value::Symbol(name) => Found::Owned(Value::Str(Str::clone(name))),
        Value::Drop(object) => object.to_liquid(host)?.map_or(Found::Borrowed(value), Found::Owned),
        other => Found::Borrowed(other),
    })
}

/// The value returned by a drop, converted for templates.
#[inline]
fn in_liquid<'o>(value: Option<Value>, host: &mut dyn Host) -> Result<Found<'o>, Abort> {
    match value {
        None => Ok(Found::Missing),
        Some(value @ Value::Drop(_)) => Ok(Found::Owned(to_liquid(value.in_liquid(host)?))),
        Some(value) => Ok(Found::Owned(to_liquid(value))),
    }
}

fn owned<'o>(value: Option<Value>) -> Found<'o> {
    value.map_or(Found::Missing, |value| Found::Owned(to_liquid(value)))
}

impl Command {
    fn name(self) -> &'static str {
        match self {
            Command::Size => "size",
            Command::First => "first",
            Command::Last => "last",
        }
    }

    /// Evaluates `.size`, `.first` or `.last` for a value that has no such key, such as an array.
    fn run<'o>(self, object: &'o Value, variables: &Variables, host: &mut dyn Host) -> Result<Found<'o>, Abort> {
        Ok(match (self, object) {
            (Command::First, Value::Array(items)) => as_liquid(items.first().unwrap_or(&Value::Nil), host)?,
            (Command::Last, Value::Array(items)) => as_liquid(items.last().unwrap_or(&Value::Nil), host)?,
            (Command::Size, Value::Drop(object)) => in_liquid(object.command(self.name(), host)?, host)?,
            (Command::Size, _) => {
                if let Value::Str(text) = object {
                    variables.note(text.len() as u64 / 64);
                }
                owned(size(object).map(Value::Int))
            }
            (Command::First, Value::Range(first, _)) => Found::Owned(Value::Int(*first)),
            (Command::Last, Value::Range(_, last)) => Found::Owned(Value::Int(*last)),
            (Command::First, Value::Hash(hash)) => Found::Owned(
                hash.iter().next().map_or(Value::Nil, |(key, value)| Value::array(vec![key.clone(), value.clone()])),
            ),
            (Command::First, Value::Drop(object)) if object.is_hash() => match object.keys(host)?.into_iter().next() {
                Some(key) => {
                    let value = object.get(&key, host)?.unwrap_or(Value::Nil);
                    Found::Owned(Value::array(vec![Value::Str(key), value]))
                }
                None => Found::Owned(Value::Nil),
            },
            (_, Value::Drop(object)) => in_liquid(object.command(self.name(), host)?, host)?,
            _ => Found::Missing,
        })
    }
}

/// The value's `size` in Ruby, if it has one.
fn size(object: &Value) -> Option<i64> {
    let count = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
    Some(match object {
        Value::Array(items) => count(items.len()),
        Value::Hash(hash) => count(hash.len()),
        Value::Str(text) => count(text.chars().count()),
        Value::Range(first, last) => last.saturating_sub(*first).saturating_add(1).max(0),
        // In Ruby, the size of an Integer is the size of a machine word.
        Value::Int(_) => 8,
        Value::Big(number) => i64::try_from(number.bits().div_ceil(8).max(8)).unwrap_or(8),
        _ => return None,
    })
}
