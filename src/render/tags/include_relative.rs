//! Mirrors `Jekyll::Tags::IncludeRelativeTag`: a file beside the page or document being rendered.

use super::inclusion::{self, Inclusion};
use super::parameters::Markup;
use super::{turn, view};
use crate::model::path;
use hastie_liquid::{Abort, Cx, Error, Partial, Str, Tag, TagParse, Touches, Value};

#[derive(Debug)]
struct IncludeRelative(Markup);

pub(super) fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    Ok(Box::new(IncludeRelative(Markup::parse(tag)?)))
}

impl Tag for IncludeRelative {
    fn render(&self, cx: &mut Cx<'_>, out: &mut String) -> Result<(), Abort> {
        let file = self.0.file(cx)?;
        self.0.validate(&file)?;
        let view = view(cx)?;
        let folder = folder(cx)?;
        let path = inclusion::locate(&view, &[folder], &file)?;
        let inclusion = Inclusion::at(&view, path.into())?;
        let parameters = self.0.values(cx)?;
        inclusion.render(cx, parameters, out)
    }

    fn passes_encoding(&self) -> bool {
        true
    }

    fn touches(&self, touches: &mut Touches) {
        self.0.touches(touches);
        touches.partials.push(Partial { tag: "include_relative".into(), name: self.0.fixed_file().cloned() });
    }
}

/// The folder of the page or document, absolute.
fn folder(cx: &mut Cx<'_>) -> Result<String, Abort> {
    let turn = turn(cx)?;
    let setup = turn.setup().clone();
    let page = turn.page.clone();
    if page.is_nil() {
        return Ok(setup.source.clone());
    }
    let mut below = field(&page, "path", cx)?.to_s(cx.host)?.to_string();
    if field(&page, "collection", cx)?.truthy() {
        below = path::join(&setup.collections_dir, &below);
    }
    let below = below.strip_suffix("/#excerpt").unwrap_or(&below);
    Ok(setup.in_source(path::dirname(below)))
}

fn field(page: &Value, key: &str, cx: &mut Cx<'_>) -> Result<Value, Abort> {
    Ok(match page {
        Value::Drop(object) => object.get(key, cx.host)?,
        Value::Hash(hash) => hash.get(&Str::from(key)).cloned(),
        _ => None,
    }
    .unwrap_or(Value::Nil))
}
