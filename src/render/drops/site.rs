//! Mirrors `Jekyll::Drops::SiteDrop`.

use super::super::turn::turn_of;
use super::{inherited, keys_with};
use crate::render::Thing;
use hastie_liquid::{Abort, Drop, Host, Str, Value};
use std::any::Any;

/// The site as templates see it.
#[derive(Debug, Clone, Copy)]
pub struct SiteDrop;

/// The methods of Ruby's class, in its order.
const METHODS: [&str; 12] = [
    "time",
    "pages",
    "categories",
    "config",
    "data",
    "static_files",
    "collections",
    "posts",
    "html_pages",
    "tags",
    "documents",
    "related_posts",
];

impl Drop for SiteDrop {
    fn get(&self, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        let turn = turn_of(host)?;
        let view = &*turn.view;
        if key != "posts" && view.shelf(key).is_some() {
            return Ok(Some(view.collection_docs(key)));
        }
        let value = match key {
            "posts" => view.posts(),
            "pages" => view.all_pages(turn.place),
            "data" => match view.setup.config("data") {
                data if data.truthy() => data.clone(),
                _ => view.data.clone(),
            },
            "static_files" => view.all_static_files(),
            "html_pages" => view.html_pages(),
            "collections" => view.collections(),
            "documents" => view.documents(),
            "tags" => view.tags(),
            "categories" => view.categories(),
            "time" => Value::time(view.setup.time.clone()),
            "config" => Value::Nil,
            "related_posts" => match view.entries.get(turn.place).map(|entry| &entry.thing) {
                // An excerpt is no document: what it sees has none.
                Some(Thing::Document(_)) if turn.excerpts.is_empty() => view.related_posts(turn.place),
                _ => Value::Nil,
            },
            _ => match view.added.get(key).or_else(|| view.setup.config.values.get(key)) {
                // Ruby looks for methods first, but only these few names collide.
                Some(value) if !matches!(key, "keys" | "count" | "first" | "min" | "max" | "sort" | "include?") => {
                    value.clone()
                }
                _ => return inherited(self, key, host),
            },
        };
        Ok(Some(value))
    }

    fn keys(&self, host: &mut dyn Host) -> Result<Vec<Str>, Abort> {
        let view = &turn_of(host)?.view;
        let added: Vec<(&Value, &Value)> =
            view.added.iter().filter(|(key, _)| view.setup.config.values.get_value(key).is_none()).collect();
        if added.is_empty() {
            return Ok(keys_with(&METHODS, &view.setup.config.values));
        }
        let mut values = view.setup.config.values.clone();
        added.into_iter().for_each(|(key, value)| values.set_value(key.clone(), value.clone()));
        Ok(keys_with(&METHODS, &values))
    }

    fn iterate(&self, host: &mut dyn Host) -> Result<Option<Vec<Value>>, Abort> {
        super::key_names(self, host)
    }

    fn print(&self, _host: &mut dyn Host) -> Result<Str, Abort> {
        Ok(self.class().into())
    }

    fn identity(&self) -> usize {
        0
    }

    fn same(&self, other: &dyn Drop) -> bool {
        other.as_any().is::<SiteDrop>()
    }

    fn class(&self) -> &'static str {
        "Jekyll::Drops::SiteDrop"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
