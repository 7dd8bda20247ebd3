//! Expressions: literals, variables and ranges. Mirrors `Liquid::Expression`.

mod literal;
mod lookup;
mod path;
mod range;

use crate::effects::TemplateEffects;
use crate::identity::{Identity, SharedLiteral};
use crate::marks::Marks;
use crate::parser::MAX_NESTING;
use crate::scope::{Found, Variables};
use crate::value::key::Name;
use crate::value::{Abort, Error, ErrorKind, Host, Value};
use literal::{MAX_LITERAL, float, integer, quoted, word};
use lookup::Lookup;
use range::Ends;
use std::sync::Arc;

pub(crate) use literal::integer_in;
pub(crate) use path::Path;

/// A literal, a variable or a range.
#[derive(Debug, Clone)]
pub struct Expression(Form);

#[derive(Debug, Clone)]
enum Form {
    Literal(Value),
    /// A string that a filter may change in place.
    Shared(Arc<SharedLiteral>),
    /// A variable without keys.
    Name(Name),
    Range(Box<Ends>),
    Lookup(Box<Lookup>),
}

impl Expression {
    /// Parses an expression like Ruby's `Expression.parse`, which accepts almost any markup.
    ///
    /// # Errors
    /// As in Ruby, `NoMethodError` for a range such as `(true..2)`, and `SystemStackError` for brackets that are nested
    /// too deeply. `Liquid::MemoryError` for a number with too many digits.
    pub fn parse(markup: &str) -> Result<Self, Error> {
        parse(markup, 0)
    }

    /// Creates an expression that always has this value, like a literal in a template.
    pub fn literal(value: Value) -> Self {
        Expression(Form::Literal(value))
    }

    /// Prepares the expression for use in a template. With an `identity`, a string literal becomes a string that a
    /// filter may change in place.
    pub(crate) fn of_template(self, identity: Option<&Identity>) -> Self {
        match (self.0, identity) {
            (Form::Literal(value @ Value::Str(_)), Some(identity)) => Expression(Form::Shared(identity.literal(value))),
            (form, _) => Expression(form),
        }
    }

    pub(crate) fn is_literal(&self) -> bool {
        matches!(self.0, Form::Literal(_) | Form::Shared(_))
    }

    /// Whether the expression is only the variable `name`, without keys.
    pub(crate) fn is_name(&self, name: &Name) -> bool {
        matches!(&self.0, Form::Name(own) if own.is(name))
    }

    /// The value of a literal. `None` for all other expressions, and for a string literal that a filter may change in
    /// place.
    pub fn as_literal(&self) -> Option<&Value> {
        match &self.0 {
            Form::Literal(value) => Some(value),
            _ => None,
        }
    }

    /// Like [`Expression::as_literal`], but consumes the expression.
    pub(crate) fn into_literal(self) -> Option<Value> {
        match self.0 {
            Form::Literal(value) => Some(value),
            _ => None,
        }
    }

    /// The value of the expression. If it is stored in a variable, returns a clone.
    ///
    /// # Errors
    /// Same as [`Expression::evaluate`].
    pub(crate) fn value(&self, variables: &Variables, host: &mut dyn Host) -> Result<Value, Abort> {
        match &self.0 {
            Form::Literal(value) => Ok(value.clone()),
            Form::Shared(literal) => Ok(literal.get()),
            Form::Name(name) => variables.find(name, true, host).map(Found::into_value),
            Form::Lookup(lookup) => {
                let mut slot = Value::Nil;
                match lookup.read(variables, host, &mut slot)? {
                    Some(value) => Ok(value.clone()),
                    None => Ok(slot),
                }
            }
            Form::Range(ends) => ends.read(variables, host),
        }
    }

    /// If the expression is a variable, records in `marks` that the template has read the variable.
    pub(crate) fn note_read(&self, marks: &Marks) {
        if let Some(path) = self.path() {
            marks.note_read(path.names());
        }
    }

    /// The variable that the expression reads, with its keys. `None` if the expression reads no variable.
    fn path(&self) -> Option<Path> {
        match &self.0 {
            Form::Name(name) => Some(Path::of_name(name)),
            Form::Lookup(lookup) => lookup.path(),
            Form::Literal(_) | Form::Range(_) | Form::Shared(_) => None,
        }
    }

    /// A reference to the value. A value that had to be created, such as a range, is moved into `slot`, to which the
    /// reference then points.
    ///
    /// # Errors
    /// Same as [`Expression::evaluate`].
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
            Form::Shared(literal) => {
                *slot = literal.get();
                Ok(slot)
            }
            Form::Range(ends) => {
                *slot = ends.read(variables, host)?;
                Ok(slot)
            }
        }
    }

    /// Adds to `effects` the variables that the expression reads.
    pub fn effects(&self, effects: &mut TemplateEffects) {
        match &self.0 {
            Form::Literal(_) | Form::Shared(_) => {}
            Form::Name(name) => {
                effects.reads.insert(name.text.clone());
            }
            Form::Range(ends) => {
                ends.first.effects(effects);
                ends.last.effects(effects);
            }
            Form::Lookup(lookup) => lookup.effects(effects),
        }
    }
}

fn parse(markup: &str, depth: usize) -> Result<Expression, Error> {
    if depth > MAX_NESTING {
        return Err(Error::new(ErrorKind::SystemStack, "stack level too deep"));
    }
    if markup.len() > MAX_LITERAL && markup.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit()) {
        return Err(Error::new(ErrorKind::LiquidMemory, format!("a number of more than {MAX_LITERAL} digits")));
    }
    // The first character shows which kinds of literal are possible.
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
            if let Some((first, last)) = range::sides(markup) {
                return range::parse(first, last, depth);
            }
        }
        Some(_) => {
            if let Some(value) = word(markup) {
                return Ok(Expression::literal(value));
            }
        }
    }
    Ok(Expression(match Lookup::parse(markup, depth)?.into_name() {
        Ok(name) => Form::Name(name),
        Err(lookup) => Form::Lookup(Box::new(lookup)),
    }))
}
