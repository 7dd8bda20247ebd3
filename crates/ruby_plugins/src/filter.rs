//! Filters that are methods in Ruby.

use super::bridge::{Bridge, Stage};
use super::shared::Shared;
use super::times::Kind;
use super::{functions, liquid, mutated, names};
use hastie_liquid::{Abort, Context, Hash, Value};
use hastie_site::render::rendering_of;
use std::sync::Arc;

/// Calls one, unless what it gives is known.
///
/// # Errors
/// What it raises.
pub fn call(
    shared: &Arc<Shared>,
    name: &str,
    cx: &mut Context<'_>,
    input: &Value,
    args: &[Value],
) -> Result<Value, Abort> {
    let known = shared.functions.key(name, input, args);
    if let Some(result) = known.as_ref().and_then(|key| shared.functions.result(key)) {
        return Ok(result);
    }
    if let Some(key) = &known
        && let Some(result) = traced(shared, key, cx)?
    {
        return Ok(result);
    }
    let serial = Value::Int(cx.serial().cast_signed());
    let view = Arc::clone(&rendering_of(cx.host)?.view);
    let given = input;
    let input = names::input(&view, given);
    let page = ahead(shared, name, cx)?;
    let mut arguments = vec![name.into(), serial, liquid::template_name(cx), page, input];
    arguments.extend(args.iter().cloned());
    let mut bridge = Bridge { shared, stage: Stage::Context(cx) };
    let result = shared.times.of(Kind::Filter, name, || bridge.call("filter", arguments))?;
    let [value, changed, mutated, is_function @ ..] = result.as_array().unwrap_or_default() else {
        return Ok(Value::Nil);
    };
    match is_function {
        [_, Value::Hash(seen)] => shared.functions.note_traced(name, known, seen, value),
        [is_function, ..] if is_function.truthy() => shared.functions.note(name, known, value),
        [] => shared.functions.forget_traced(),
        _ => {}
    }
    bridge.apply(changed)?;
    if mutated.truthy() {
        let held: Vec<&Value> = std::iter::once(given).chain(args).collect();
        mutated::write_back(cx, &held, mutated)?;
    }
    value.clone().in_liquid(cx.host)
}

/// The keys of the page that the filter will look at, with their values: they go along, so that it does not have to ask.
fn ahead(shared: &Shared, name: &str, cx: &mut Context<'_>) -> Result<Value, Abort> {
    let Some(keys) = shared.functions.looked_at(name) else { return Ok(Value::Nil) };
    let mut page = Hash::new();
    for key in &*keys {
        let value = liquid::page_key(cx, key)?;
        if matches!(value, Value::Nil | Value::Bool(_) | Value::Int(_) | Value::Str(_)) {
            page.set(key.as_str(), value);
        }
    }
    Ok(Value::hash(page))
}

/// The result of a call with these arguments on a page where the filter sees the same.
fn traced(shared: &Shared, key: &str, cx: &mut Context<'_>) -> Result<Option<Value>, Abort> {
    for traced in shared.functions.traced(key) {
        if sees_the_same(&traced.seen, cx)? {
            return Ok(Some(traced.result));
        }
    }
    Ok(None)
}

/// Whether the page's keys have the values that were seen.
fn sees_the_same(seen: &[(String, String)], cx: &mut Context<'_>) -> Result<bool, Abort> {
    for (name, value) in seen {
        if functions::plain(&liquid::page_key(cx, name)?).as_ref() != Some(value) {
            return Ok(false);
        }
    }
    Ok(true)
}
