//! `sort` and `sort_natural`, which put nils last.

use super::array::required_property;
use super::input::items;
use super::property::has_properties;
use crate::context::Context;
use crate::value::compare::comparison_failed;
use crate::value::sort::{sort_by, sort_plain, steps_of_sorting};
use crate::value::{Abort, Value};
use std::cmp::Ordering;

/// The order of a sort: by Ruby's `<=>`, or by text without regard to the case of ASCII letters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// Ruby's `<=>`.
    Own,
    /// Compares items as text, without regard to the case of ASCII letters.
    IgnoringCase,
}

/// `sort`: sorts the items in Ruby's order, or by a property, with nil at the end. With a property, the result is nil
/// if an item has no properties.
pub(crate) fn sort(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    sorted(cx, input, args, Order::Own)
}

/// `sort_natural`: like `sort`, but compares items or properties as text and ignores the case of ASCII letters.
pub(crate) fn sort_natural(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    sorted(cx, input, args, Order::IgnoringCase)
}

fn sorted(cx: &mut Context<'_>, input: &Value, args: &[Value], order: Order) -> Result<Value, Abort> {
    let mut items = items(cx, input)?;
    let Some(key) = args.first().filter(|key| !key.is_nil()) else {
        cx.spend(steps_of_sorting(&items, |item| item))?;
        if order == Order::Own && sort_plain(&mut items, |item| item) {
            return Ok(Value::array(items));
        }
        sort_by(&mut items, &mut |a, b| match compare(cx, order, a, b)? {
            Some(order) => Ok(order),
            None => Err(comparison_failed(a, b, cx.host)),
        })?;
        return Ok(Value::array(items));
    };
    if !items.iter().all(has_properties) {
        return Ok(Value::Nil);
    }
    // Ruby reads properties only if there is something to compare.
    if items.len() > 1 {
        let mut pairs = Vec::with_capacity(items.len());
        for item in items {
            pairs.push((required_property(cx, &item, key)?, item));
        }
        cx.spend(steps_of_sorting(&pairs, |(key, _)| key))?;
        if order == Order::IgnoringCase || !sort_plain(&mut pairs, |(key, _)| key) {
            sort_by(&mut pairs, &mut |a, b| match compare(cx, order, &a.0, &b.0)? {
                Some(order) => Ok(order),
                // Ruby's message contains the items, not the properties that were compared.
                None => Err(comparison_failed(&a.1, &b.1, cx.host)),
            })?;
        }
        items = pairs.into_iter().map(|(_, item)| item).collect();
    }
    Ok(Value::array(items))
}

/// Compares two values if at least one of them is nil. Nil is greater than any other value. If both are nil, `a` is
/// greater, as in Liquid. `None` if neither value is nil.
fn order_of_nils(a: &Value, b: &Value) -> Option<Ordering> {
    if a.is_nil() {
        Some(Ordering::Greater)
    } else if b.is_nil() {
        Some(Ordering::Less)
    } else {
        None
    }
}

/// Compares two values by `order`. `None` if they are not comparable.
fn compare(cx: &mut Context<'_>, order: Order, a: &Value, b: &Value) -> Result<Option<Ordering>, Abort> {
    if let Some(order) = order_of_nils(a, b) {
        return Ok(Some(order));
    }
    if order == Order::Own {
        return a.compare(b, cx.host);
    }
    let (a, b) = (a.to_text(cx.host)?, b.to_text(cx.host)?);
    Ok(Some(a.bytes().map(|byte| byte.to_ascii_lowercase()).cmp(b.bytes().map(|byte| byte.to_ascii_lowercase()))))
}
