//! The names that the site's objects have on the way to Ruby and back.

use super::foreign::RubyObject;
use super::shared::Shared;
use hastie_liquid::{Abort, Drop, Hash, Host, Str, Value};
use hastie_ruby::marshal::Representation;
use hastie_site::model::{DocId, PageId, StaticFile};
use hastie_site::render::drops::{
    CollectionDrop, DocumentDrop, ExcerptDrop, OwnPageDrop, PageDrop, SiteDrop, StaticFileDrop,
};
use hastie_site::render::payload::Payload;
use hastie_site::render::{OwnedItem, SiteView};
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// An object by its name, for calls that are about it.
#[derive(Debug)]
pub struct Named(pub String);

impl Named {
    /// A value that travels under a name.
    pub fn value(name: impl Into<String>) -> Value {
        Value::drop(Named(name.into()))
    }
}

impl Drop for Named {
    fn get(&self, _key: &str, _host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        Ok(None)
    }

    fn print(&self, _host: &mut dyn Host) -> Result<Str, Abort> {
        Ok(Str::default())
    }

    fn class(&self) -> &'static str {
        "Object"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The name of a drop in Ruby. Pages that stand alone become the hash that templates see, which only the caller can make:
/// they have no name.
pub fn represent(shared: &Shared, object: &Arc<dyn Drop>, inside: bool) -> Option<Representation> {
    let any = object.as_any();
    let name = if let Some(Named(name)) = any.downcast_ref() {
        name.clone()
    } else if let Some(DocumentDrop(id)) = any.downcast_ref() {
        format!("{}:{}", if inside { "doc" } else { "docdrop" }, id.0)
    } else if let Some(ExcerptDrop(id)) = any.downcast_ref() {
        format!("{}:{}", if inside { "excerpt" } else { "excerptdrop" }, id.0)
    } else if let Some(id) = page_of(&**object) {
        if !inside {
            return None;
        }
        format!("page:{}", id.0)
    } else if let Some(StaticFileDrop(file)) = any.downcast_ref() {
        let address = Arc::as_ptr(file).addr();
        shared.held().files.insert(address, Arc::clone(file));
        format!("{}:{address}", if inside { "file" } else { "filedrop" })
    } else if any.is::<SiteDrop>() {
        "sitedrop".to_string()
    } else if let Some(CollectionDrop(label)) = any.downcast_ref() {
        format!("coldrop:{label}")
    } else if any.is::<Payload>() {
        "payload".to_string()
    } else if let Some(object) = any.downcast_ref::<RubyObject>() {
        format!("ruby:{}", object.number)
    } else {
        format!("held:{}:{}", shared.hold(object), object.class())
    };
    Some(Representation::Name(name))
}

/// The page of a drop.
pub fn page_of(object: &dyn Drop) -> Option<PageId> {
    let any = object.as_any();
    let other = any.downcast_ref::<PageDrop>().map(|page| page.0);
    other.or_else(|| any.downcast_ref::<OwnPageDrop>().map(|page| page.0))
}

/// The object of a name.
pub fn resolve(shared: &Shared, name: &str) -> Option<Value> {
    let (kind, rest) = name.split_once(':').unwrap_or((name, ""));
    let number = || rest.split(':').next().and_then(|number| number.parse::<u64>().ok());
    let id = || number().and_then(|number| u32::try_from(number).ok());
    Some(match kind {
        "page" => Value::drop(PageDrop(PageId(id()?))),
        "doc" | "docdrop" => Value::drop(DocumentDrop(DocId(id()?))),
        "excerpt" | "excerptdrop" => Value::drop(ExcerptDrop(DocId(id()?))),
        "file" | "filedrop" => {
            let address = usize::try_from(number()?).ok()?;
            match shared.held().files.get(&address) {
                Some(file) => Value::drop(StaticFileDrop(Arc::clone(file))),
                None => Named::value(format!("file:{address}")),
            }
        }
        "site" | "sitedrop" => Value::drop(SiteDrop),
        "collection" | "coldrop" => Value::drop(CollectionDrop(rest.into())),
        "payload" => Value::drop(Payload::new(Value::Nil)),
        "word" => {
            if rest == "empty" {
                Value::Empty
            } else {
                Value::Blank
            }
        }
        "held" => Value::Drop(Arc::clone(shared.held().objects.get(&number()?)?)),
        "ruby" => {
            shared.gave_objects.store(true, Ordering::Release);
            let class = rest.split_once(':').map_or("", |(_, class)| class);
            let (class, has_keys) = class.strip_suffix('+').map_or((class, false), |class| (class, true));
            Value::drop(RubyObject { number: number()?, class: class.to_string(), has_keys })
        }
        "layout" => Named::value(name),
        _ => return None,
    })
}

/// The whole hash of a page, as templates see it.
pub fn page_hash(object: &dyn Drop, host: &mut dyn Host) -> Result<Value, Abort> {
    let mut hash = Hash::new();
    for key in object.keys(host)? {
        let value = object.get(&key, host)?.unwrap_or(Value::Nil);
        hash.set(key, value);
    }
    Ok(Value::hash(hash))
}

/// The item at an index, as its own templates see it.
pub fn own(view: &SiteView, place: usize) -> Value {
    match view.slots.get(place).map(|entry| &entry.owned) {
        Some(OwnedItem::Document(document)) => Value::drop(DocumentDrop(document.id)),
        Some(OwnedItem::Page(page)) => Value::drop(OwnPageDrop(page.id)),
        None => Value::Nil,
    }
}

/// A filter's input: `site.content.tags` and `site.content.categories` are hashes of their own kind in Ruby.
pub fn input(view: &SiteView, value: &Value) -> Value {
    let Value::Hash(hash) = value else { return value.clone() };
    let is = |group: Value| matches!(group, Value::Hash(group) if Arc::ptr_eq(&group, hash));
    if is(view.tags()) {
        Named::value("group:tags")
    } else if is(view.categories()) {
        Named::value("group:categories")
    } else {
        value.clone()
    }
}

/// The static file that a value names.
pub fn static_file(value: &Value) -> Option<Arc<StaticFile>> {
    match value {
        Value::Drop(object) => object.as_any().downcast_ref::<StaticFileDrop>().map(|file| Arc::clone(&file.0)),
        _ => None,
    }
}
