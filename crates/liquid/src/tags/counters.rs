//! `increment` and `decrement`: counters that outlive the rendering and are independent of assigned variables with the
//! same name.

use super::{Tag, TagParse};
use crate::context::Context;
use crate::effects::TemplateEffects;
use crate::encoding::is_to_s_ascii;
use crate::value::text::strip;
use crate::value::{Abort, Error, ErrorKind, Str, Value};
use num_bigint::BigInt;

#[derive(Debug)]
struct Counter {
    name: Str,
    step: i64,
}

pub(super) fn parse_increment(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    parse(tag, 1)
}

pub(super) fn parse_decrement(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    parse(tag, -1)
}

fn parse(tag: &mut TagParse<'_, '_>, step: i64) -> Result<Box<dyn Tag>, Error> {
    let name = strip(tag.markup());
    Ok(Box::new(Counter { name: name.into(), step }))
}

impl Tag for Counter {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let value = match cx.variables.counted(&self.name, cx.host)? {
            value if value.truthy() => value,
            _ => Value::Int(0),
        };
        let next = add(&value, self.step)?;
        // `increment` prints the value before counting, `decrement` after.
        let shown = if self.step > 0 { &value } else { &next };
        shown.write_to_s(out, cx.host)?;
        cx.us_ascii = is_to_s_ascii(shown);
        cx.check_elements(cx.variables.counters.len())?;
        cx.variables.counters.set(self.name.clone(), next);
        Ok(())
    }

    fn passes_encoding(&self) -> bool {
        true
    }

    fn effects(&self, effects: &mut TemplateEffects) {
        effects.counters.insert(self.name.clone());
        effects.reads.insert(self.name.clone());
    }
}

/// Ruby's `value + step`, for any value stored under the counter's name.
fn add(value: &Value, step: i64) -> Result<Value, Abort> {
    match value {
        Value::Int(number) => Ok((BigInt::from(*number) + step).into()),
        Value::Big(number) => Ok((&**number + step).into()),
        Value::Float(number) => Ok(Value::Float(number + step as f64)),
        Value::Str(_) if step > 0 => {
            Err(Abort::error(ErrorKind::Type, "no implicit conversion of Integer into String"))
        }
        Value::Array(_) => Err(Abort::error(ErrorKind::Type, "no implicit conversion of Integer into Array")),
        other => Err(Error::no_method(if step > 0 { "+" } else { "-" }, other).into()),
    }
}
