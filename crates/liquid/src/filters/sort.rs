//! `sort` and `sort_natural`, with nils last.

use super::array::required_property;
use super::input::items;
use super::property::has_properties;
use crate::context::Cx;
use crate::host::Abort;
use crate::value::Value;
use crate::value::compare::comparison_failed;
use crate::value::sort::sort_by;
use std::cmp::Ordering;

/// `None` where the two cannot be compared.
type Compare = fn(cx: &mut Cx<'_>, a: &Value, b: &Value) -> Result<Option<Ordering>, Abort>;

/// `sort`: the items in Ruby's order, by themselves or by a property.
pub fn sort(cx: &mut Cx<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    sorted(cx, input, args, compare)
}

/// `sort_natural`: as `sort`, by the text of the items, where ASCII letters count the same in either
/// case.
pub fn sort_natural(cx: &mut Cx<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    sorted(cx, input, args, compare_ignoring_case)
}

fn sorted(cx: &mut Cx<'_>, input: &Value, args: &[Value], compare: Compare) -> Result<Value, Abort> {
    let mut items = items(cx, input)?;
    let Some(key) = args.first().filter(|key| !key.is_nil()) else {
        sort_by(&mut items, &mut |a, b| match compare(cx, a, b)? {
            Some(order) => Ok(order),
            None => Err(comparison_failed(a, b, cx.host)),
        })?;
        return Ok(Value::array(items));
    };
    if !items.iter().all(has_properties) {
        return Ok(Value::Nil);
    }
    // Ruby looks at properties only where there is something to compare.
    if items.len() > 1 {
        let mut pairs = Vec::with_capacity(items.len());
        for item in items {
            pairs.push((required_property(cx, &item, key)?, item));
        }
        sort_by(&mut pairs, &mut |a, b| match compare(cx, &a.0, &b.0)? {
            Some(order) => Ok(order),
            // Ruby names the items, not what was compared of them.
            None => Err(comparison_failed(&a.1, &b.1, cx.host)),
        })?;
        items = pairs.into_iter().map(|(_, item)| item).collect();
    }
    Ok(Value::array(items))
}

/// Of two nils the first is the greater one, as Liquid has it.
fn order_of_nils(a: &Value, b: &Value) -> Option<Ordering> {
    if a.is_nil() {
        Some(Ordering::Greater)
    } else if b.is_nil() {
        Some(Ordering::Less)
    } else {
        None
    }
}

fn compare(cx: &mut Cx<'_>, a: &Value, b: &Value) -> Result<Option<Ordering>, Abort> {
    match order_of_nils(a, b) {
        Some(order) => Ok(Some(order)),
        None => a.compare(b, cx.host),
    }
}

fn compare_ignoring_case(cx: &mut Cx<'_>, a: &Value, b: &Value) -> Result<Option<Ordering>, Abort> {
    if let Some(order) = order_of_nils(a, b) {
        return Ok(Some(order));
    }
    let (a, b) = (a.to_s(cx.host)?, b.to_s(cx.host)?);
    Ok(Some(a.bytes().map(|byte| byte.to_ascii_lowercase()).cmp(b.bytes().map(|byte| byte.to_ascii_lowercase()))))
}
