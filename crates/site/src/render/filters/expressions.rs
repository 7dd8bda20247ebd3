//! Filters that evaluate an expression for each item: `where_exp`, `find_exp`, `group_by_exp`.

use super::group_by::{Groups, grouped};
use super::{enumerable, enumerable_values};
use crate::failure::Failure;
use hastie_liquid::{Abort, Condition, Context, Value, Variable};

/// `where_exp`: the items for which the condition is true. An input without items, such as a string, is unchanged.
pub(crate) fn where_exp(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let Some(items) = enumerable_values(cx, input)? else { return Ok(input.clone()) };
    let condition = Condition::strict(expression(cx, &args[1])?)?.with_operators_of(cx.engine());
    those_for_which(cx, &items, &args[0], &condition)
}

/// `where_exp` of Jekyll 3, which allows only a single comparison.
pub(crate) fn where_single_exp(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let Some(items) = enumerable_values(cx, input)? else { return Ok(input.clone()) };
    let condition = Condition::single(expression(cx, &args[1])?)?.with_operators_of(cx.engine());
    those_for_which(cx, &items, &args[0], &condition)
}

fn those_for_which(cx: &mut Context<'_>, items: &[Value], name: &Value, condition: &Condition) -> Result<Value, Abort> {
    cx.stack(|cx| {
        let mut kept = Vec::new();
        for item in items {
            name_item(cx, name, item)?;
            if condition.evaluate(cx)? {
                kept.push(item.clone());
            }
        }
        Ok(Value::array(kept))
    })
}

/// `find_exp`: the first item for which the condition is true, or nil. An input without items, such as a string, is
/// unchanged.
pub(crate) fn find_exp(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let Some(items) = enumerable_values(cx, input)? else { return Ok(input.clone()) };
    let condition = Condition::strict(expression(cx, &args[1])?)?.with_operators_of(cx.engine());
    cx.stack(|cx| {
        for item in items.iter() {
            name_item(cx, &args[0], item)?;
            if condition.evaluate(cx)? {
                return Ok(item.clone());
            }
        }
        Ok(Value::Nil)
    })
}

/// `group_by_exp`: groups the items by the value of an expression, which may use filters. An input without items, such
/// as a string, is unchanged.
pub(crate) fn group_by_exp(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let Some(items) = enumerable(cx, input)? else { return Ok(input.clone()) };
    let markup = expression(cx, &args[1])?;
    let variable = Variable::read(cx.engine(), markup)?;
    cx.stack(|cx| {
        let mut groups = Groups::default();
        for item in items.iter() {
            name_item(cx, &args[0], item)?;
            let key = variable.evaluate(cx)?;
            groups.add(cx, key, item.clone())?;
        }
        grouped(cx, groups)
    })
}

/// The markup of an expression. Counts the steps for parsing it. Fails if `text` is not a string.
fn expression<'v>(cx: &mut Context<'_>, text: &'v Value) -> Result<&'v str, Abort> {
    let Some(markup) = text.as_str() else {
        return Err(Failure::no_conversion(text, "String").into());
    };
    cx.spend(markup.len() as u64)?;
    Ok(markup)
}

/// Sets the loop variable of the expression. In Ruby, a name that is not a string can be set, but never read.
fn name_item(cx: &mut Context<'_>, name: &Value, item: &Value) -> Result<(), Abort> {
    cx.set(name.as_str().unwrap_or(""), item.clone())
}
