//! `assign`: sets a variable for the rest of the rendering.

use super::{Tag, TagParse};
use crate::context::Context;
use crate::effects::TemplateEffects;
use crate::lax_markup;
use crate::value::key::Name;
use crate::value::{Abort, Error, Value};
use crate::variable::Variable;

#[derive(Debug)]
struct Assign {
    to: Name,
    from: Variable,
}

pub(super) fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    let Some((to, from)) = lax_markup::assignment(tag.markup()) else {
        return Err(Error::syntax("Syntax Error in 'assign' - Valid syntax: assign [var] = [source]"));
    };
    Ok(Box::new(Assign { to: Name::new(to), from: tag.variable(from)? }))
}

impl Tag for Assign {
    fn render(&self, cx: &mut Context<'_>, _out: &mut String) -> Result<(), Abort> {
        if let Some(call) = self.from.in_place_filter(&self.to)
            && call.assign_in_place(&self.to, cx)?
        {
            return Ok(());
        }
        let value = self.from.evaluate(cx)?;
        if cx.engine().limits().any() {
            cx.usage.assign_score += score(&value, 0);
        }
        let value = match &cx.marks {
            Some(marks) if self.from.is_literal() => marks.of_current(value),
            _ => value,
        };
        cx.assign_name(&self.to, value)
    }

    fn blank(&self) -> bool {
        true
    }

    fn effects(&self, effects: &mut TemplateEffects) {
        self.from.effects(effects);
    }

    fn is_reusable(&self) -> bool {
        true
    }
}

/// The size of a value as counted for the limit `assign_score`: the characters of a string, or one plus the sizes of
/// all elements of an array or hash.
fn score(value: &Value, depth: usize) -> u64 {
    if depth > crate::parser::MAX_NESTING {
        return 1;
    }
    match value {
        Value::Str(text) => text.chars().count() as u64,
        Value::Array(items) => 1 + items.iter().map(|item| score(item, depth + 1)).sum::<u64>(),
        // Ruby iterates over a Hash as pairs, and each pair counts as an array.
        Value::Hash(hash) => {
            1 + hash.iter().map(|(key, value)| 1 + score(key, depth + 1) + score(value, depth + 1)).sum::<u64>()
        }
        _ => 1,
    }
}
