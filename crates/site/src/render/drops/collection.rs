//! A collection in templates. Mirrors `Jekyll::Drops::CollectionDrop`.

use super::super::context::rendering_of;
use super::super::view::{CollectionView, files_value};
use super::{content_methods, inherited, keys_with, with_plugin_keys};
use crate::render::SiteView;
use crate::render::filters::json;
use hastie_liquid::{Abort, Drop, Host, Str, Value};
use hastie_value::sharing::Stability;
use std::any::Any;
use std::sync::Arc;

/// An entry of `site.collections`, by the label of its collection. Mirrors `CollectionDrop`.
#[derive(Debug, Clone)]
pub struct CollectionDrop(pub Str);

/// The names of the Ruby class's methods, in Ruby's order.
const METHODS: [&str; 6] = ["label", "files", "output", "directory", "docs", "relative_directory"];

impl CollectionDrop {
    fn with<T>(
        &self,
        host: &mut dyn Host,
        read: impl FnOnce(&SiteView, &CollectionView) -> T,
    ) -> Result<Option<T>, Abort> {
        let view = Arc::clone(&rendering_of(host)?.view);
        Ok(view.collection(&self.0).map(|info| read(&view, info)))
    }
}

impl Drop for CollectionDrop {
    fn get(&self, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        if let Some(value) = super::value_of_plugin(self, key, host)? {
            return Ok(Some(value));
        }
        let found = self.with(host, |view, collection| {
            let info = &collection.info;
            Some(match key {
                "label" => Value::from(info.label.as_str()),
                "docs" => view.collection_docs(&info.label),
                "files" => files_value(&collection.files),
                "directory" => Value::from(info.directory.as_str()),
                "relative_directory" => Value::from(info.relative_directory.as_str()),
                "output" => Value::Bool(info.is_written()),
                "content_methods" => content_methods(&METHODS),
                _ => return None,
            })
        })?;
        if let Some(value) = found.flatten() {
            return Ok(Some(match value {
                Value::Str(text) => rendering_of(host)?.lend(text, "label"),
                value => value,
            }));
        }
        if let Some(value) = inherited(self, key, host)? {
            return Ok(Some(value));
        }
        Ok(self.with(host, |_, collection| collection.info.metadata.get(key).cloned())?.flatten())
    }

    fn keys(&self, host: &mut dyn Host) -> Result<Vec<Str>, Abort> {
        let keys = self.with(host, |_, collection| keys_with(&METHODS, &collection.info.metadata))?;
        keys.map_or(Ok(Vec::new()), |keys| with_plugin_keys(self, &METHODS, keys, host))
    }

    fn first(&self, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        inherited(self, "first", host)
    }

    fn iterate(&self, host: &mut dyn Host) -> Result<Option<Vec<Value>>, Abort> {
        super::key_names(self, host)
    }

    /// `docs.to_s`: an array of documents, as Ruby prints it.
    fn print(&self, host: &mut dyn Host) -> Result<Str, Abort> {
        let shown = self.with(host, |view, collection| {
            let docs = collection.docs.clone().map(|index| {
                let path = view.slots[index].item().relative_path();
                format!("#<Jekyll::Document {path} collection={}>", collection.info.label)
            });
            format!("[{}]", docs.collect::<Vec<_>>().join(", "))
        })?;
        Ok(shown.unwrap_or_default().into())
    }

    fn inspect(&self, host: &mut dyn Host) -> Result<String, Abort> {
        json::pretty_drop(self, host)
    }

    fn identity(&self) -> usize {
        self.0.len()
    }

    fn same(&self, other: &dyn Drop) -> bool {
        other.as_any().downcast_ref::<CollectionDrop>().is_some_and(|other| other.0 == self.0)
    }

    fn stability(&self, _host: &mut dyn Host) -> Stability {
        Stability::Fixed
    }

    fn wants_names(&self) -> bool {
        true
    }

    fn class(&self) -> &'static str {
        "Jekyll::Drops::CollectionDrop"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
