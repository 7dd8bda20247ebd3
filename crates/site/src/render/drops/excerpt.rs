//! An excerpt, which its own template sees as `page`. Mirrors `Jekyll::Drops::ExcerptDrop`.

use super::super::context::rendering_of;
use super::document::{located, shared};
use super::{content_methods, inherited, keys_with, with_plugin_keys};
use crate::model::DocId;
use crate::path;
use crate::reference::Reference;
use crate::render::filters::json;
use hastie_liquid::{Abort, Drop, Host, Str, Value};
use hastie_value::sharing::Stability;
use std::any::Any;
use std::sync::Arc;

/// A document's excerpt in templates, by the id of the document. Mirrors `ExcerptDrop`.
#[derive(Debug, Clone, Copy)]
pub struct ExcerptDrop(pub DocId);

/// The names of the Ruby class's methods, in Ruby's order.
const METHODS: [&str; 16] = [
    "name",
    "date",
    "excerpt",
    "layout",
    "id",
    "tags",
    "collection",
    "next",
    "url",
    "relative_path",
    "previous",
    "title",
    "path",
    "content",
    "output",
    "categories",
];

/// The names of the Ruby class's methods in Jekyll 3, in Ruby's order.
const OLDER_METHODS: [&str; 11] =
    ["excerpt", "layout", "id", "collection", "next", "url", "relative_path", "previous", "path", "content", "output"];

/// The names of the methods of an excerpt's drop in the reproduced version of Jekyll.
fn methods(reference: &Reference) -> &'static [&'static str] {
    if reference.rendering.documents_have_later_keys { &METHODS } else { &OLDER_METHODS }
}

impl ExcerptDrop {
    /// The rendered excerpt. A plugin can show it to other items, which read it there for the first time.
    ///
    /// # Errors
    /// Fails within the excerpt itself, because Ruby then renders it without end.
    fn rendered(self, host: &mut dyn Host) -> Result<Option<Str>, Abort> {
        let rendering = rendering_of(host)?;
        let view = Arc::clone(&rendering.view);
        let Some((index, _)) = view.document(self.0) else { return Ok(None) };
        rendering.excerpt(index)
    }
}

impl Drop for ExcerptDrop {
    fn get(&self, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        if let Some(value) = super::value_of_plugin(self, key, host)? {
            return Ok(Some(value));
        }
        let view = Arc::clone(&rendering_of(host)?.view);
        let Some((index, document)) = view.document(self.0) else { return Ok(None) };
        if let Some(value) = shared(rendering_of(host)?, document, index, key)? {
            if key == "date" && document.is_undated() {
                rendering_of(host)?.note_varying();
            }
            return Ok(Some(value));
        }
        let value = match key {
            "url" => located(document, index, key, rendering_of(host)?)?,
            "id" => {
                let id = located(document, index, key, rendering_of(host)?)?;
                Value::from(format!("{}#excerpt", id.as_str().unwrap_or_default()))
            }
            "path" | "relative_path" => Value::from(path::join(&document.relative_path, "#excerpt")),
            "content" => document.excerpt.clone().map_or(Value::Nil, Value::Str),
            "output" => self.rendered(host)?.map_or(Value::Nil, Value::Str),
            "content_methods" => content_methods(methods(rendering_of(host)?.setup().context.reference())),
            "layout" => document.field("layout"),
            "excerpt" => Value::Nil,
            _ => match inherited(self, key, host)? {
                Some(value) => value,
                None => {
                    let rendering = rendering_of(host)?;
                    let is_own = rendering.excerpts.last() == Some(&index);
                    let own = rendering.page_variables.get(key).filter(|_| is_own);
                    return Ok(own.or_else(|| document.data.get(key)).cloned());
                }
            },
        };
        Ok(Some(value))
    }

    fn keys(&self, host: &mut dyn Host) -> Result<Vec<Str>, Abort> {
        let view = Arc::clone(&rendering_of(host)?.view);
        let Some((_, document)) = view.document(self.0) else { return Ok(Vec::new()) };
        let methods = methods(view.setup.context.reference());
        with_plugin_keys(self, methods, keys_with(methods, &document.data), host)
    }

    fn first(&self, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        inherited(self, "first", host)
    }

    /// Ruby reads all values of the drop before a loop over it. Within the excerpt itself, this fails, because one of
    /// them is the output that contains the loop.
    fn iterate(&self, host: &mut dyn Host) -> Result<Option<Vec<Value>>, Abort> {
        self.get("output", host)?;
        super::key_names(self, host)
    }

    fn json(&self, depth: usize, host: &mut dyn Host) -> Result<Vec<(Str, Value)>, Abort> {
        super::document::json(self, depth, host)
    }

    fn print(&self, host: &mut dyn Host) -> Result<Str, Abort> {
        self.rendered(host).map(Option::unwrap_or_default)
    }

    fn inspect(&self, host: &mut dyn Host) -> Result<String, Abort> {
        json::pretty_drop(self, host)
    }

    fn identity(&self) -> usize {
        self.0.0 as usize
    }

    fn same(&self, other: &dyn Drop) -> bool {
        other.as_any().downcast_ref::<ExcerptDrop>().is_some_and(|other| other.0 == self.0)
    }

    fn stability(&self, _host: &mut dyn Host) -> Stability {
        Stability::Fixed
    }

    fn wants_names(&self) -> bool {
        true
    }

    fn class(&self) -> &'static str {
        "Jekyll::Drops::ExcerptDrop"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
