//! `Liquid::Expression`: literals, variables and ranges.

mod literal;
mod lookup;
mod range;

use crate::context::Context;
use crate::effects::TemplateEffects;
use crate::parser::MAX_NESTING;
use crate::scope::{Found, Variables};
use crate::value::hash::Name;
use crate::value::{Abort, Error, ErrorKind, Host, Value};
use literal::{MAX_LITERAL, float, integer, quoted, word};
use lookup::Lookup;
use range::Ends;

pub(crate) use literal::integer_in;

/// Something that has a value: a literal, a variable, a range.
#[derive(Debug, Clone)]
pub struct Expression(Form);

#[derive(Debug, Clone)]
enum Form {
    Literal(Value),
    /// A variable by its name, without further keys.
    Name(Name),
    Range(Box<Ends>),
    Lookup(Box<Lookup>),
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

    /// Like [`Expression::as_literal`], giving the expression up.
    pub(crate) fn into_literal(self) -> Option<Value> {
        match self.0 {
            Form::Literal(value) => Some(value),
            _ => None,
        }
    }

    /// The value.
    ///
    /// # Errors
    /// `Liquid::UndefinedVariable` with strict variables. Fails if a drop fails.
    pub fn evaluate(&self, cx: &mut Context<'_>) -> Result<Value, Abort> {
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

    /// The value, if only variables and hashes lead to it: the most common case, answered at once.
    #[inline]
    pub(crate) fn peek<'v>(&'v self, variables: &'v Variables) -> Option<&'v Value> {
        match &self.0 {
            Form::Literal(value) => Some(value),
            Form::Name(name) => variables.peek(name),
            Form::Lookup(lookup) => lookup.peek(variables),
            Form::Range(_) => None,
        }
    }

    /// A reference to the value where it is stored, or else to `slot`.
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
            Form::Range(ends) => {
                *slot = ends.read(variables, host)?;
                Ok(slot)
            }
        }
    }

    /// Notes which variables are read.
    pub fn effects(&self, effects: &mut TemplateEffects) {
        match &self.0 {
            Form::Literal(_) => {}
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
