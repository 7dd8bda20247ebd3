//! `cycle`: prints the next of several values at each rendering.

use super::{Tag, TagParse};
use crate::context::Context;
use crate::cost::steps_of;
use crate::effects::TemplateEffects;
use crate::encoding::is_printed_ascii;
use crate::expression::Expression;
use crate::lax_markup::{self, find_fragment};
use crate::value::{Abort, Error, Str, Value};
use std::sync::OnceLock;

#[derive(Debug)]
struct Cycle {
    group: Group,
    values: Vec<Expression>,
}

/// The key that identifies a group.
#[derive(Debug)]
enum Group {
    Named(Expression),
    /// A group without a name. Contains the values, and their text as by Ruby's `inspect`, which is the key of the
    /// group.
    Values(Vec<Value>, OnceLock<Value>),
    /// A group without a name, but with variables. In Ruby the group's name contains their object addresses, so no two
    /// tags share a group.
    Own(Str),
}

pub(super) fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    let markup = tag.markup();
    if let Some((name, rest)) = lax_markup::named(markup) {
        let values = values(rest)?;
        return Ok(Box::new(Cycle { group: Group::Named(Expression::parse(name)?), values }));
    }
    if lax_markup::fragment(markup, 0).is_none() {
        return Err(Error::syntax("Syntax Error in 'cycle' - Valid syntax: cycle [name :] var [, var2, var3 ...]"));
    }
    let values = values(markup)?;
    let literals: Option<Vec<Value>> = values.iter().map(|value| value.as_literal().cloned()).collect();
    let group = match literals {
        Some(literals) => Group::Values(literals, OnceLock::new()),
        None => {
            let serial = tag.serial();
            let template = tag.template().map_or("", |name| name.as_str());
            Group::Own(format!("cycle {serial} of {template}").into())
        }
    };
    Ok(Box::new(Cycle { group, values }))
}

/// One value for each part between commas, including commas in quotes. The literal nil is omitted.
fn values(markup: &str) -> Result<Vec<Expression>, Error> {
    let mut values = Vec::new();
    for piece in markup.split(',') {
        if let Some((start, end)) = find_fragment(piece, 0) {
            let value = Expression::parse(&piece[start..end])?;
            if !value.as_literal().is_some_and(Value::is_nil) {
                values.push(value);
            }
        }
    }
    Ok(values)
}

impl Tag for Cycle {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let key = match &self.group {
            Group::Named(name) => name.evaluate(cx)?,
            Group::Values(values, shown) => match shown.get() {
                Some(key) => key.clone(),
                None => {
                    let key = Value::from(Value::array(values.clone()).inspect(cx.host)?);
                    shown.get_or_init(|| key).clone()
                }
            },
            Group::Own(key) => Value::Str(key.clone()),
        };
        let (found, steps) = cx.registers.cycles.look_up(&key);
        let turn = match found {
            Some(Value::Int(turn)) => usize::try_from(*turn).unwrap_or(0),
            _ => 0,
        };
        // The key is looked up again below, which reads its text or items.
        cx.spend(2 * steps + 2 * steps_of(&key))?;
        let value = match self.values.get(turn) {
            Some(value) => value.evaluate(cx)?,
            None => Value::Nil,
        };
        let next = if turn + 1 >= self.values.len() { 0 } else { turn + 1 };
        cx.check_elements(cx.registers.cycles.len())?;
        cx.registers.cycles.set_value(key, Value::Int(i64::try_from(next).unwrap_or(0)));
        cx.us_ascii = is_printed_ascii(&value);
        match &value {
            Value::Array(items) => crate::value::print::write_array(items, out, cx.host)?,
            _ => value.write_to_s(out, cx.host)?,
        }
        Ok(())
    }

    fn passes_encoding(&self) -> bool {
        true
    }

    fn effects(&self, effects: &mut TemplateEffects) {
        effects.cycle = true;
        if let Group::Named(name) = &self.group {
            name.effects(effects);
        }
        self.values.iter().for_each(|value| value.effects(effects));
    }
}
