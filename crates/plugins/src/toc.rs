//! The gem jekyll-toc 0.19: the filters `toc`, `toc_only`, `inject_anchors` and the tag `toc`.
//!
//! Headings are found in the HTML as libxml2 parses it. Modified HTML is serialized like libxml2 does.

mod headings;

use crate::libxml::in_ascii;
use hastie_liquid::{Abort, Context, Engine, Error, Hash, Str, Tag, TagParse, Value, encoding};
use hastie_site::failure::Failure;
use hastie_site::model::SiteContext;
use hastie_site::plugin::Plugin;
use hastie_site::render::rendering_of;
use headings::{Headings, Options};
use std::sync::Arc;

/// Registers the filters `toc`, `toc_only` and `inject_anchors`, and the tag `toc`, for tables of contents and anchors.
#[derive(Debug)]
pub(crate) struct Toc;

impl Plugin for Toc {
    fn name(&self) -> &'static str {
        "jekyll-toc"
    }

    fn liquid(&self, engine: &mut Engine) {
        engine.filter("toc", 0, toc);
        engine.filter("toc_only", 0, toc_only);
        engine.filter("inject_anchors", 0, inject_anchors);
        engine.tag("toc", |_: &mut TagParse<'_, '_>| -> Result<Box<dyn Tag>, Error> { Ok(Box::new(TocTag)) });
    }
}

/// The filter `toc`: returns the table of contents and the text with anchors. Without `toc: true` in the page, returns
/// the text unchanged.
fn toc(cx: &mut Context<'_>, input: &Value, _arguments: &[Value]) -> Result<Value, Abort> {
    let Some((mut headings, context)) = wanted(cx, input)? else { return Ok(input.clone()) };
    let list = headings.list(&context)?;
    let html = headings.with_anchors()?;
    // In Ruby, Nokogiri keeps the encoding of its input.
    Ok(Value::from(if encoding::is_to_s_ascii(input) { list + &in_ascii(&html) } else { list + &html }))
}

fn toc_only(cx: &mut Context<'_>, input: &Value, _arguments: &[Value]) -> Result<Value, Abort> {
    Ok(Value::from(match wanted(cx, input)? {
        Some((headings, context)) => headings.list(&context)?,
        None => String::new(),
    }))
}

fn inject_anchors(cx: &mut Context<'_>, input: &Value, _arguments: &[Value]) -> Result<Value, Abort> {
    let Some((mut headings, _)) = wanted(cx, input)? else { return Ok(input.clone()) };
    let html = headings.with_anchors()?;
    // In Ruby, Nokogiri keeps the encoding of its input, and an empty result is US-ASCII.
    let is_ascii = html.is_empty() || encoding::is_to_s_ascii(input);
    Ok(Value::Str(if is_ascii { Str::us_ascii(&in_ascii(&html)) } else { html.into() }))
}

/// The headings of a text. `None` unless the page has `toc: true`.
fn wanted(cx: &mut Context<'_>, input: &Value) -> Result<Option<(Headings, Arc<SiteContext>)>, Abort> {
    if !matches!(of_page(cx, "toc")?, Value::Bool(true)) {
        return Ok(None);
    }
    headings(cx, input).map(Some)
}

fn headings(cx: &mut Context<'_>, input: &Value) -> Result<(Headings, Arc<SiteContext>), Abort> {
    let html = match input {
        Value::Str(html) => html.clone(),
        Value::Nil | Value::Bool(false) => Str::default(),
        other => return Err(Failure::no_conversion(other, "String").into()),
    };
    let context = rendering_of(cx.host)?.setup().context.clone();
    let own = match context.config("toc") {
        Value::Hash(own) => (**own).clone(),
        _ => Hash::new(),
    };
    Ok((Headings::of(&html, Options::of(&context, &own)?), context))
}

fn of_page(cx: &mut Context<'_>, key: &str) -> Result<Value, Abort> {
    Ok(match rendering_of(cx.host)?.registered_page() {
        Value::Hash(page) => page.get(key).cloned().unwrap_or(Value::Nil),
        Value::Drop(page) => page.get(key, cx.host)?.unwrap_or(Value::Nil),
        _ => Value::Nil,
    })
}

#[derive(Debug)]
struct TocTag;

impl Tag for TocTag {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        if of_page(cx, "toc")?.truthy() {
            let content = of_page(cx, "content")?;
            let (headings, context) = headings(cx, &content)?;
            out.push_str(&headings.list(&context)?);
        }
        Ok(())
    }
}
