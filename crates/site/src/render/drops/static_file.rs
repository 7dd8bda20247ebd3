//! A static file in templates. Mirrors `Jekyll::Drops::StaticFileDrop`.

use super::super::context::rendering_of;
use super::{content_methods, inherited, keys_with, with_plugin_keys};
use crate::model::StaticFile;
use crate::render::filters::json;
use hastie_liquid::{Abort, Drop, Host, Str, Value};
use hastie_value::sharing::Stability;
use std::any::Any;
use std::sync::Arc;

/// A static file as templates read it. Mirrors `StaticFileDrop`.
#[derive(Debug, Clone)]
pub struct StaticFileDrop(pub Arc<StaticFile>);

/// The names of the Ruby class's methods, in Ruby's order.
const METHODS: [&str; 6] = ["name", "basename", "extname", "modified_time", "path", "collection"];

impl Drop for StaticFileDrop {
    fn get(&self, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        if let Some(value) = super::value_of_plugin(self, key, host)? {
            return Ok(Some(value));
        }
        let file = &self.0;
        let mut lend = |text: &str, key: &'static str| -> Result<Value, Abort> {
            Ok(rendering_of(host)?.lend(Str::from(text), key))
        };
        let value = match key {
            "name" => lend(&file.name, "name")?,
            "basename" => lend(file.basename(), "basename")?,
            "extname" => lend(file.extname(), "extname")?,
            "modified_time" => Value::time(file.modified.clone()),
            "path" => lend(&file.relative_path, "path")?,
            "collection" => file.collection.as_ref().map_or(Value::Nil, |info| Value::from(info.label.as_str())),
            "content_methods" => content_methods(&METHODS),
            _ => match inherited(self, key, host)? {
                Some(value) => value,
                None => return Ok(file.data.get(key).cloned()),
            },
        };
        Ok(Some(value))
    }

    fn keys(&self, host: &mut dyn Host) -> Result<Vec<Str>, Abort> {
        with_plugin_keys(self, &METHODS, keys_with(&METHODS, &self.0.data), host)
    }

    fn first(&self, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        inherited(self, "first", host)
    }

    fn iterate(&self, host: &mut dyn Host) -> Result<Option<Vec<Value>>, Abort> {
        super::key_names(self, host)
    }

    fn inspect(&self, host: &mut dyn Host) -> Result<String, Abort> {
        json::pretty_drop(self, host)
    }

    fn inspect_in_collection(&self, host: &mut dyn Host) -> Result<String, Abort> {
        let path = Value::from(self.0.relative_path.as_str()).inspect(host)?;
        Ok(format!("#<Jekyll::StaticFile @relative_path={path}>"))
    }

    fn identity(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }

    fn same(&self, other: &dyn Drop) -> bool {
        other.as_any().downcast_ref::<StaticFileDrop>().is_some_and(|other| Arc::ptr_eq(&self.0, &other.0))
    }

    fn stability(&self, _host: &mut dyn Host) -> Stability {
        Stability::Fixed
    }

    fn wants_names(&self) -> bool {
        true
    }

    fn class(&self) -> &'static str {
        "Jekyll::Drops::StaticFileDrop"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
