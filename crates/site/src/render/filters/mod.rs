//! Jekyll's Liquid filters. Each is a plain function with one line in [`register`]. Some replace Liquid's own filters.
//! Mirrors `Jekyll::Filters`.
//!
//! Filters reach the site (configuration, converters, log) through the [`RenderContext`].

mod arrays;
mod compose;
mod conversion;
mod convert;
mod dates;
mod escape;
mod expressions;
mod group_by;
mod inspect;
pub mod json;
mod property;
mod punycode;
pub mod slugify;
mod sort;
mod to_integer;
pub mod uri;
pub(super) mod urls;
mod r#where;
mod words;

pub use conversion::Conversion;
pub use urls::normalized_url;

use crate::reference::Reference;
use crate::render::RenderContext;
use hastie_liquid::ResultEncoding::OfInput;
use hastie_liquid::{Abort, Context, Drop, Engine, Value};
use std::borrow::Cow;

/// Registers Jekyll's filters as the version of Jekyll in `reference` defines them.
pub fn register(engine: &mut Engine, reference: &Reference) {
    engine.filter("absolute_url", 0, urls::absolute_url);
    engine.filter("array_to_sentence_string", 0..=1, words::array_to_sentence_string);
    engine.filter("cgi_escape", 0, escape::cgi_escape).encoded(OfInput);
    engine.filter("date_to_long_string", 0..=2, dates::date_to_long_string);
    engine.filter("date_to_rfc822", 0, dates::date_to_rfc822);
    engine.filter("date_to_string", 0..=2, dates::date_to_string);
    engine.filter("date_to_xmlschema", 0, dates::date_to_xmlschema);
    engine.filter("group_by", 1, group_by::group_by);
    engine.filter("group_by_exp", 2, expressions::group_by_exp);
    engine.filter("inspect", 0, inspect::inspect);
    engine.filter("jsonify", 0, json::jsonify);
    engine.filter("markdownify", 0, convert::markdownify).encoded(OfInput);
    engine.filter("normalize_whitespace", 0, words::normalize_whitespace).encoded(OfInput);
    engine.filter("pop", 0..=1, arrays::pop);
    engine.filter("push", 1, arrays::push).in_place(arrays::push_in_place);
    engine.filter("relative_url", 0, urls::relative_url);
    engine.filter("sample", 0..=1, arrays::sample);
    engine.filter("sassify", 0, convert::sassify);
    engine.filter("scssify", 0, convert::scssify);
    engine.filter("shift", 0..=1, arrays::shift);
    engine.filter("smartify", 0, convert::smartify).encoded(OfInput);
    engine.filter("strip_index", 0, urls::strip_index);
    engine.filter("to_integer", 0, to_integer::to_integer);
    engine.filter("unshift", 1, arrays::unshift);
    engine.filter("uri_escape", 0, escape::uri_escape);
    engine.text_filter("xml_escape", 0, escape::xml_escape);
    register_differing(engine, reference);
}

/// Registers the filters that differ between versions of Jekyll.
fn register_differing(engine: &mut Engine, reference: &Reference) {
    let rendering = &reference.rendering;
    if rendering.has_later_filters {
        engine.filter("find", 2, r#where::find);
        engine.filter("find_exp", 2, expressions::find_exp);
        engine.filter("number_of_words", 0..=1, words::number_of_words);
        engine.filter("where_exp", 2, expressions::where_exp);
    } else {
        engine.filter("number_of_words", 0, words::number_of_words);
        engine.filter("where_exp", 2, expressions::where_single_exp);
    }
    if rendering.compares_numbers {
        engine.filter("sort", 0..=2, sort::sort);
    } else {
        engine.filter("sort", 0..=2, sort::sort_as_written);
    }
    if rendering.where_knows_nil_and_empty {
        engine.filter("where", 2, r#where::r#where);
    } else {
        engine.filter("where", 2, r#where::where_by_text);
    }
    if reference.urls.slugs_keep_combining_marks {
        engine.filter("slugify", 0..=1, slugify::slugify_filter).encoded(OfInput);
    } else {
        engine.filter("slugify", 0..=1, slugify::slugify_alphanumeric_filter).encoded(OfInput);
    }
}

/// The render context of a filter.
///
/// # Errors
/// Fails outside of the rendering of a site.
fn rendering<'h>(cx: &'h mut Context<'_>) -> Result<&'h mut RenderContext, Abort> {
    match cx.host.as_any().downcast_mut::<RenderContext>() {
        Some(rendering) => Ok(rendering),
        None => Err(Abort::error("NoMethodError", "undefined method `config' for nil:NilClass")),
    }
}

/// Ruby's `NoMethodError` for a call of `method` on `receiver`.
fn no_method(cx: &mut Context<'_>, method: &str, receiver: &Value) -> Abort {
    hastie_liquid::filters::no_method(cx, method, receiver)
}

/// The items of a value that has `select` in Ruby: arrays, hashes and drops (as pairs of a key and its value), and
/// ranges. `None` for other values.
///
/// # Errors
/// Fails if a drop fails.
fn enumerable<'v>(cx: &mut Context<'_>, input: &'v Value) -> Result<Option<Cow<'v, [Value]>>, Abort> {
    match (input, enumerable_by_map(cx, input)?) {
        (Value::Drop(object), Some(items)) => Ok(Some(Cow::Owned(pairs(cx, &**object, items.into_owned())?))),
        (_, items) => Ok(items),
    }
}

/// Like [`enumerable`], but as Ruby's `map` passes the items to a block: the keys of a drop alone.
fn enumerable_by_map<'v>(cx: &mut Context<'_>, input: &'v Value) -> Result<Option<Cow<'v, [Value]>>, Abort> {
    Ok(match input {
        Value::Array(items) => Some(Cow::Borrowed(items)),
        Value::Hash(hash) => {
            Some(Cow::Owned(hash.iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()])).collect()))
        }
        Value::Range(..) => Some(Cow::Owned(hastie_liquid::filters::input::items(cx, input)?)),
        Value::Drop(object) => object.iterate(cx.host)?.map(Cow::Owned),
        _ => None,
    })
}

/// The items of a drop, as Ruby passes them to a block. If the items are the drop's keys, each becomes a pair of the
/// key and its value.
fn pairs(cx: &mut Context<'_>, object: &dyn Drop, items: Vec<Value>) -> Result<Vec<Value>, Abort> {
    let is_key = |item: &Value| matches!(item, Value::Str(_));
    if !items.iter().all(is_key) || object.keys(cx.host)?.len() != items.len() {
        return Ok(items);
    }
    let pair = |key: Value| {
        let value = match &key {
            Value::Str(name) => object.get(name, cx.host)?.unwrap_or(Value::Nil),
            _ => Value::Nil,
        };
        Ok(Value::array(vec![key, value]))
    };
    items.into_iter().map(pair).collect()
}

/// Like [`enumerable`], but returns only the values of a hash. Most of Jekyll's filters use this.
fn enumerable_values<'v>(cx: &mut Context<'_>, input: &'v Value) -> Result<Option<Cow<'v, [Value]>>, Abort> {
    match input {
        Value::Hash(hash) => Ok(Some(Cow::Owned(hash.values().cloned().collect()))),
        Value::Drop(object) => match object.iterate(cx.host)? {
            Some(items) if items.iter().all(|item| matches!(item, Value::Array(_))) => {
                let value = |item| match item {
                    Value::Array(pair) => pair.get(1).cloned().unwrap_or(Value::Nil),
                    other => other,
                };
                Ok(Some(Cow::Owned(items.into_iter().map(value).collect())))
            }
            _ => enumerable(cx, input),
        },
        _ => enumerable(cx, input),
    }
}
