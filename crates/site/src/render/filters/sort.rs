//! `sort`: Jekyll's version, which replaces Liquid's.

use super::property::{item_property, item_property_as_written};
use super::{enumerable, enumerable_by_map, no_method};
use hastie_liquid::{Abort, Context, Value};
use hastie_value::sort::{sort as sort_values, sort_by, sort_plain, steps_of_sorting};
use std::borrow::Cow;
use std::cmp::Ordering;

/// `sort` of Jekyll 3. It compares strings that look like numbers as strings, and fails if values are not comparable.
pub(crate) fn sort_as_written(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let Some(name) = args.first().filter(|name| !name.is_nil()) else { return sort(cx, input, &[]) };
    let (input, nils_first) = sortable(cx, input, args)?;
    let mut pairs = Vec::with_capacity(input.len());
    for item in input.iter() {
        pairs.push((item_property_as_written(cx, item, name)?, item.clone()));
    }
    cx.spend(steps_of_sorting(&pairs, |(key, _)| key))?;
    sort_by(&mut pairs, &mut |(a, _), (b, _)| {
        if let Some(order) = order_of_nils(a, b, nils_first) {
            return Ok(order);
        }
        a.compare(b, cx.host)?.ok_or_else(|| Abort::error("ArgumentError", "comparison of Array with Array failed"))
    })?;
    Ok(Value::array(pairs.into_iter().map(|(_, item)| item).collect()))
}

/// `sort`: sorts the items in Ruby's order, or by a property. Items without the property come first, or last with the
/// argument `last`.
pub(crate) fn sort(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    if input.is_nil() {
        return Err(Abort::error("ArgumentError", "Cannot sort a null object."));
    }
    let Some(name) = args.first().filter(|name| !name.is_nil()) else {
        let Some(items) = enumerable(cx, input)? else { return Err(no_method(cx, "sort", input)) };
        let mut items = items.into_owned();
        cx.spend(steps_of_sorting(&items, |item| item))?;
        sort_values(&mut items, cx.host)?;
        return Ok(Value::array(items));
    };
    let (items, nils_first) = sortable(cx, input, args)?;
    let mut pairs = Vec::with_capacity(items.len());
    for item in items.iter() {
        pairs.push((item_property(cx, item, name)?, item.clone()));
    }
    cx.spend(steps_of_sorting(&pairs, |(key, _)| key))?;
    if sort_plain(&mut pairs, |(key, _)| key) {
        return Ok(Value::array(pairs.into_iter().map(|(_, item)| item).collect()));
    }
    sort_by(&mut pairs, &mut |(a, _), (b, _)| compare(cx, a, b, nils_first))?;
    Ok(Value::array(pairs.into_iter().map(|(_, item)| item).collect()))
}

/// The items, and whether those without the property come first.
fn sortable<'v>(cx: &mut Context<'_>, input: &'v Value, args: &[Value]) -> Result<(Cow<'v, [Value]>, bool), Abort> {
    if input.is_nil() {
        return Err(Abort::error("ArgumentError", "Cannot sort a null object."));
    }
    let nils_first = match args.get(1) {
        None => true,
        Some(Value::Str(word)) if *word == "first" => true,
        Some(Value::Str(word)) if *word == "last" => false,
        Some(other) => {
            let other = other.to_s(cx.host)?;
            let message =
                format!("Invalid nils order: '{other}' is not a valid nils order. It must be 'first' or 'last'.");
            return Err(Abort::error("ArgumentError", message));
        }
    };
    let Some(items) = enumerable_by_map(cx, input)? else { return Err(no_method(cx, "map", input)) };
    Ok((items, nils_first))
}

fn order_of_nils(a: &Value, b: &Value, nils_first: bool) -> Option<Ordering> {
    let nil_order = if nils_first { Ordering::Less } else { Ordering::Greater };
    match (a.is_nil(), b.is_nil()) {
        (false, true) => Some(nil_order.reverse()),
        (true, false) => Some(nil_order),
        _ => None,
    }
}

fn compare(cx: &mut Context<'_>, a: &Value, b: &Value, nils_first: bool) -> Result<Ordering, Abort> {
    if let Some(order) = order_of_nils(a, b, nils_first) {
        return Ok(order);
    }
    if let Some(order) = a.compare(b, cx.host)? {
        return Ok(order);
    }
    let (a, b) = (a.to_s(cx.host)?, b.to_s(cx.host)?);
    Ok(a.as_bytes().cmp(b.as_bytes()))
}
