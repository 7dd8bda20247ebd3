//! The fields of the site's objects, which Ruby fetches on first use.

use super::ahead::Thing;
use super::bridge::{Bridge, Stage};
use super::model::{Model, layout_name};
use super::names;
use hastie_liquid::{Abort, Hash, Value};
use hastie_site::model::{Document, Page, StaticFile};

/// All fields of an object but its texts.
pub fn fields(bridge: &mut Bridge<'_, '_, '_, '_>, thing: &Value) -> Result<Value, Abort> {
    let source = bridge.setup().map(|setup| setup.source.clone()).unwrap_or_default();
    let shared = bridge.shared;
    let is_rendering = matches!(bridge.stage, Stage::Rendering(_) | Stage::Context(_));
    let model = bridge.model()?;
    if let Some(name) = layout_name(thing) {
        return Ok(layout(&model, &name, &source));
    }
    if let Some(file) = names::static_file(thing) {
        return Ok(static_file(&file));
    }
    let Value::Drop(object) = thing else { return Err(gone()) };
    let thing = Thing::of(&model, &**object).ok_or_else(gone)?;
    let fields = thing.fields(&source);
    // While documents are rendered plugins look at single things.
    let following = if is_rendering { Vec::new() } else { shared.ahead.of(&model, thing, &source) };
    match fields {
        Value::Hash(fields) if !following.is_empty() => {
            let mut fields = (*fields).clone();
            fields.set("ahead", Value::array(following));
            Ok(Value::hash(fields))
        }
        fields => Ok(fields),
    }
}

fn gone() -> Abort {
    Abort::error("RuntimeError", "this thing is no longer part of the site")
}

pub fn of_document(document: &Document) -> Value {
    let mut hash = Hash::new();
    hash.set("path", document.path.clone());
    hash.set("extname", document.extname());
    hash.set("relative_path", document.relative_path.clone());
    hash.set("collection", document.collection.label.as_str());
    hash.set("excerpt", document.excerpt.clone().map_or(Value::Nil, Value::Str));
    hash.set("data", (*document.data).clone());
    Value::hash(hash)
}

pub fn of_page(page: &Page, source: &str) -> Value {
    let mut hash = Hash::new();
    hash.set("name", page.name.as_str());
    hash.set("basename", page.basename.as_str());
    hash.set("ext", page.ext.as_str());
    hash.set("dir", page.dir.as_str());
    hash.set("base", source);
    hash.set("relative_path", page.relative_path());
    hash.set("data", (*page.data).clone());
    Value::hash(hash)
}

fn static_file(file: &StaticFile) -> Value {
    let mut hash = Hash::new();
    hash.set("name", file.name.as_str());
    hash.set("relative_path", file.relative_path.as_str());
    hash.set("extname", file.extname());
    hash.set("dir", file.dir.as_str());
    hash.set("base", file.base());
    hash.set("path", file.path.as_str());
    hash.set("collection", file.collection.as_ref().map_or(Value::Nil, |shelf| Value::from(shelf.label.as_str())));
    hash.set("modified", Value::time(file.modified.clone()));
    hash.set("data", (*file.data).clone());
    Value::hash(hash)
}

fn layout(model: &Model<'_>, name: &str, source: &str) -> Value {
    let mut hash = Hash::new();
    if let Some(layout) = model.layout(name) {
        let file = layout.path.rsplit('/').next().unwrap_or_default();
        hash.set("name", file);
        hash.set("path", layout.path.as_str());
        hash.set("ext", hastie_site::path::extname(file));
        let below = layout.path.strip_prefix(source).unwrap_or(&layout.path);
        hash.set("relative_path", below.trim_start_matches('/'));
        hash.set("data", layout.data.clone());
    } else {
        hash.set("data", Hash::new());
    }
    Value::hash(hash)
}

/// The content of an object: its source, or its converted content.
pub fn content(bridge: &mut Bridge<'_, '_, '_, '_>, thing: &Value) -> Result<Value, Abort> {
    let model = bridge.model()?;
    if let Some(name) = layout_name(thing) {
        return Ok(model.layout(&name).map_or(Value::Nil, |layout| Value::Str(layout.content.clone())));
    }
    let Value::Drop(object) = thing else { return Ok(Value::Nil) };
    if let Some((document, place)) = model.document(&**object) {
        return Ok(model.body(place).unwrap_or_else(|| document.content.clone().map_or(Value::Nil, Value::Str)));
    }
    let page = model.page(&**object);
    Ok(page.map_or(Value::Nil, |(page, place)| model.body(place).unwrap_or_else(|| Value::Str(page.content.clone()))))
}

pub fn output(bridge: &mut Bridge<'_, '_, '_, '_>, thing: &Value) -> Result<Value, Abort> {
    let model = bridge.model()?;
    let Value::Drop(object) = thing else { return Ok(Value::Nil) };
    let place = model
        .document(&**object)
        .and_then(|(_, place)| place)
        .or_else(|| model.page(&**object).and_then(|(_, place)| place));
    Ok(model.output(place))
}

pub fn url(bridge: &mut Bridge<'_, '_, '_, '_>, thing: &Value) -> Result<Value, Abort> {
    if let Some(file) = names::static_file(thing) {
        return Ok(Value::from(file.url()));
    }
    let model = bridge.model()?;
    let Value::Drop(object) = thing else { return Ok(Value::Nil) };
    let url = match model.document(&**object) {
        Some((document, _)) => document.url(),
        None => match model.page(&**object) {
            Some((page, _)) => page.url(),
            None => return Err(gone()),
        },
    };
    url.map(Value::Str).map_err(|error| Abort::error("RuntimeError", error.to_string()))
}
