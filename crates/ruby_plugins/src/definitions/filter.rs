//! Filters that are methods in Ruby.

use crate::bridge::{Bridge, Stage};
use crate::changes::write_back::{self, Holders};
use crate::definitions::data_results::DataResults;
use crate::definitions::filter_results;
use crate::interpreter::Interpreter;
use crate::objects::names;
use crate::protocol::Operation;
use crate::reports::call_times::Kind;
use crate::requests::{page_key, template_name};
use hastie_liquid::{Abort, Context, Hash, Value};
use hastie_site::render::rendering_of;
use std::sync::Arc;

/// Calls a filter, or returns a stored result. A stored result applies to the same input and arguments, and to the same
/// values of the page's keys that the filter reads.
///
/// # Errors
/// Returns the exception that the filter raises. Fails if the changes that the filter makes cannot be applied.
pub(crate) fn call(
    ruby: &Arc<Interpreter>,
    name: &str,
    cx: &mut Context<'_>,
    input: &Value,
    args: &[Value],
) -> Result<Value, Abort> {
    let key = ruby.filter_results.key(name, input, args);
    if let Some(result) = key.as_ref().and_then(|key| ruby.filter_results.result(key)) {
        return Ok(result);
    }
    if let Some(key) = &key
        && let Some(result) = traced(ruby, key, cx)?
    {
        return Ok(result);
    }
    // Strings that plugins may change in place belong to their arrays and hashes.
    let is_data = key.is_none() && !ruby.world.has_text_identity();
    let data_key = is_data.then(|| DataResults::key(name, input, args)).flatten();
    if let Some(result) = data_key.as_ref().and_then(|key| ruby.data_results.result(key)) {
        return Ok(result);
    }
    let serial = Value::Int(cx.serial().cast_signed());
    let view = Arc::clone(&rendering_of(cx.host)?.view);
    let page = prefetched_keys(ruby, name, cx)?;
    let groups = view.known_groups();
    let mut arguments = vec![name.into(), serial, template_name(cx), page, names::filter_argument(&view, input)];
    arguments.extend(args.iter().map(|argument| names::filter_argument(&view, argument)));
    let mut bridge = Bridge::new(ruby, Stage::Context(cx));
    let result = ruby.times.of(Kind::Filter, name, || bridge.call(Operation::Filter, arguments))?;
    let [value, changed, mutated, kind @ ..] = result.as_array().unwrap_or_default() else {
        return Ok(Value::Nil);
    };
    match kind {
        [_, Value::Hash(seen), lasts] => {
            ruby.filter_results.note_traced(name, key, (seen, lasts.truthy()), value);
        }
        [is_pure, ..] if is_pure.truthy() => {
            if let Some(data_key) = data_key {
                ruby.data_results.note(data_key, (input, args), value);
            }
            ruby.filter_results.note(name, key, value);
        }
        [] => ruby.filter_results.forget_uncertain(),
        _ => {}
    }
    bridge.apply(changed)?;
    for (old, new) in groups.iter().zip(view.known_groups()) {
        if let (Some(old), Some(new)) = (old, new)
            && !old.is_same(&new)
        {
            write_back::replace(&mut Holders::of_template(&view, cx), old, &new)?;
        }
    }
    if mutated.truthy() {
        ruby.filter_results.forget_traced();
        let arguments: Vec<&Value> = std::iter::once(input).chain(args).collect();
        let mut holders = Holders::of_template(&view, cx);
        if let Some(returned) = write_back::write_back(&mut holders, &arguments, mutated)? {
            return returned.in_liquid(cx.host);
        }
    }
    value.clone().in_liquid(cx.host)
}

/// The keys of the page that the filter will probably read, with their values. They are sent with the call, so that the
/// filter need not request them.
fn prefetched_keys(ruby: &Interpreter, name: &str, cx: &mut Context<'_>) -> Result<Value, Abort> {
    let Some(keys) = ruby.filter_results.page_keys(name) else { return Ok(Value::Nil) };
    let mut page = Hash::new();
    for key in &*keys {
        let value = page_key(cx, key)?;
        if matches!(value, Value::Nil | Value::Bool(_) | Value::Int(_) | Value::Str(_)) {
            page.set(key.as_str(), value);
        }
    }
    Ok(Value::hash(page))
}

/// The stored result of an earlier call with the same `key`. `None` if no result is stored, or if keys of the page that
/// the filter read in that call have other values now.
fn traced(ruby: &Interpreter, key: &str, cx: &mut Context<'_>) -> Result<Option<Value>, Abort> {
    for traced in ruby.filter_results.traced(key) {
        if has_values(&traced.seen, cx)? {
            return Ok(Some(traced.result));
        }
    }
    Ok(None)
}

/// Whether the current page's keys still have the values in `seen`.
fn has_values(seen: &[(String, String)], cx: &mut Context<'_>) -> Result<bool, Abort> {
    for (name, value) in seen {
        if filter_results::plain(&page_key(cx, name)?).as_ref() != Some(value) {
            return Ok(false);
        }
    }
    Ok(true)
}
