//! The fields of the site's objects. Ruby's objects request them on first use.

use crate::bridge::{Bridge, Stage};
use crate::objects::fields;
use crate::objects::names;
use crate::site_state::{SiteObject, layout_name};
use hastie_liquid::{Abort, Value};
use hastie_site::render::{RenderContext, Schedule, rendering_of};

/// All fields of an object except its content, output and URL. Outside of renderings, the key `prefetched` may contain
/// the fields of objects that a plugin will probably request next. Fails if the site lacks the page or document.
pub(crate) fn fields(bridge: &mut Bridge<'_, '_>, object: &Value) -> Result<Value, Abort> {
    let source = bridge.setup().map(|setup| setup.context.source.clone()).unwrap_or_default();
    let ruby = bridge.ruby;
    let is_rendering = matches!(bridge.stage, Stage::Rendering(_) | Stage::Context(_));
    let state = bridge.site_state()?;
    if let Some(name) = layout_name(object) {
        return Ok(fields::of_layout(state.layout(&name).as_deref(), &source));
    }
    if let Some(file) = names::static_file(object) {
        return Ok(fields::of_static_file(&file));
    }
    let Value::Drop(object) = object else { return Err(removed()) };
    let object = state.object(&**object).ok_or_else(removed)?;
    let fields = fields::of_object(object, &source);
    // While documents are rendered, plugins read single objects.
    if is_rendering {
        return Ok(fields);
    }
    let following = state.following(object);
    let next = |index: usize| following.get(index).map(|next: &SiteObject<'_>| next.name());
    let count = ruby.prefetch.count(&object.name(), next);
    let following = following
        .iter()
        .take(count)
        .map(|next| Value::array(vec![Value::from(next.name()), fields::of_object(*next, &source)]));
    let following: Vec<Value> = following.collect();
    match fields {
        Value::Hash(fields) if !following.is_empty() => {
            let mut fields = (*fields).clone();
            fields.set("prefetched", Value::array(following));
            Ok(Value::hash(fields))
        }
        fields => Ok(fields),
    }
}

fn removed() -> Abort {
    Abort::error("RuntimeError", "this object is no longer part of the site")
}

/// The content of a layout, document or page. The content of a document or page is converted if Jekyll would already
/// have converted it. Nil for other objects.
pub(crate) fn content(bridge: &mut Bridge<'_, '_>, object: &Value) -> Result<Value, Abort> {
    let state = bridge.site_state()?;
    if let Some(name) = layout_name(object) {
        return Ok(state.layout(&name).map_or(Value::Nil, |layout| Value::Str(layout.content.clone())));
    }
    let Value::Drop(object) = object else { return Ok(Value::Nil) };
    if let Some(index) = state.index(&**object)
        && let Some(rendering) = parallel(bridge)
    {
        return Ok(rendering.content(index)?.map_or(Value::Nil, Value::Str));
    }
    let state = bridge.site_state()?;
    if let Some((document, index)) = state.document(&**object) {
        let source = || document.content.get().map_or(Value::Nil, Value::Str);
        return Ok(state.body(index).unwrap_or_else(source));
    }
    let page = state.page(&**object);
    Ok(page.map_or(Value::Nil, |(page, index)| state.body(index).unwrap_or_else(|| Value::Str(page.content.text()))))
}

/// The output of a document or page. Nil if Jekyll would not have rendered it yet, and for other objects.
pub(crate) fn output(bridge: &mut Bridge<'_, '_>, object: &Value) -> Result<Value, Abort> {
    let state = bridge.site_state()?;
    let Value::Drop(object) = object else { return Ok(Value::Nil) };
    let index = state.index(&**object);
    if let Some(index) = index
        && let Some(rendering) = parallel(bridge)
    {
        return Ok(rendering.output(index)?.map_or(Value::Nil, Value::Str));
    }
    Ok(bridge.site_state()?.output(index))
}

/// The current rendering, if it runs in parallel with others. `None` otherwise. This rendering waits for the contents
/// and outputs of earlier items when it reads them.
fn parallel<'b>(bridge: &'b mut Bridge<'_, '_>) -> Option<&'b mut RenderContext> {
    let rendering = match &mut bridge.stage {
        Stage::Rendering(rendering) => &mut **rendering,
        Stage::Context(cx) => rendering_of(cx.host).ok()?,
        _ => return None,
    };
    (rendering.schedule == Schedule::Parallel).then_some(rendering)
}

/// `url` of a page, document or static file. Nil for values that are not drops. Fails if the site does not contain the
/// drop's object, or if its URL is invalid.
pub(crate) fn url(bridge: &mut Bridge<'_, '_>, object: &Value) -> Result<Value, Abort> {
    if let Some(file) = names::static_file(object) {
        return Ok(Value::from(file.url()));
    }
    let state = bridge.site_state()?;
    let Value::Drop(object) = object else { return Ok(Value::Nil) };
    let url = match state.object(&**object) {
        Some(SiteObject::Document(document)) => document.url(),
        Some(SiteObject::Page(page)) => page.url(),
        None => return Err(removed()),
    };
    url.map(Value::Str).map_err(|error| Abort::error("RuntimeError", error.to_string()))
}
