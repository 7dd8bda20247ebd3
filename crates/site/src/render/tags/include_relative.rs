//! The tag `include_relative`: includes a file next to the page or document. Mirrors
//! `Jekyll::Tags::IncludeRelativeTag`.

use super::inclusion::{self, Include, Inclusion};
use super::{rendering, view};
use crate::path;
use hastie_liquid::{Abort, Context, Error, Str, Tag, TagParse, Value};

pub(super) fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    Ok(Box::new(Include::parse(tag, find, false)?))
}

fn find(cx: &mut Context<'_>, file: &Str) -> Result<Inclusion, Abort> {
    let view = view(cx)?;
    let folder = folder(cx)?;
    let path = inclusion::locate(&view, &[folder], file)?;
    Inclusion::at(&view, path.into())
}

/// The absolute folder of the page or document.
fn folder(cx: &mut Context<'_>) -> Result<String, Abort> {
    let rendering = rendering(cx)?;
    let setup = rendering.setup().clone();
    let page = rendering.page.clone();
    if page.is_nil() {
        return Ok(setup.context.source.clone());
    }
    let mut below = field(&page, "path", cx)?.to_s(cx.host)?.to_string();
    if field(&page, "collection", cx)?.truthy() {
        below = path::join(&setup.context.collections_dir, &below);
    }
    let below = below.strip_suffix("/#excerpt").unwrap_or(&below);
    Ok(setup.context.in_source(path::dirname(below)))
}

fn field(page: &Value, key: &str, cx: &mut Context<'_>) -> Result<Value, Abort> {
    Ok(match page {
        Value::Drop(object) => object.get(key, cx.host)?,
        Value::Hash(hash) => hash.get(&Str::from(key)).cloned(),
        _ => None,
    }
    .unwrap_or(Value::Nil))
}
