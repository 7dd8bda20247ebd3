//! The names under which the site's objects travel to Ruby and back.
//!
//! An object is written as a name, such as `page:12`. Ruby finds or creates its own object for that name, and uses
//! the same name in its requests. Drops, which templates pass to filters, have other names (`docdrop:3`).

use crate::interpreter::Interpreter;
use crate::objects::ruby_object::RubyObject;
use hastie_liquid::{Abort, Drop, Hash, Host, Str, Value};
use hastie_ruby::marshal::Representation;
use hastie_site::model::{DocId, PageId, StaticFile};
use hastie_site::render::drops::{
    CollectionDrop, DocumentDrop, ExcerptDrop, JekyllDrop, OwnPageDrop, PageDrop, SiteDrop, StaticFileDrop,
};
use hastie_site::render::payload::Payload;
use hastie_site::render::{Item, OwnedItem, SiteView};
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The name of an object, such as `page:12`. In calls, Ruby receives the object itself instead of the name.
#[derive(Debug)]
pub(crate) struct ObjectName(pub String);

impl ObjectName {
    /// A value that Ruby receives as the object with a name such as `page:12`.
    pub(crate) fn value(name: impl Into<String>) -> Value {
        Value::drop(ObjectName(name.into()))
    }

    /// A value that Ruby receives as a page or document.
    pub(crate) fn of_item(item: Item<'_>) -> Value {
        ObjectName::value(ObjectName::text_of_item(item))
    }

    /// The name of a page (`page:12`) or document (`doc:3`).
    pub(crate) fn text_of_item(item: Item<'_>) -> String {
        match item {
            Item::Document(document) => format!("doc:{}", document.id.0),
            Item::Page(page) if page.is_source_map() => format!("page:{}:Jekyll::SourceMapPage", page.id.0),
            Item::Page(page) => format!("page:{}", page.id.0),
        }
    }
}

impl Drop for ObjectName {
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

/// The name under which Ruby receives a drop. With `inside`, the drop is part of an array or hash. There, plugins
/// expect the object itself instead of its drop, except for collections and the site. `None` for a page that is passed
/// alone, because Ruby receives it as the hash that templates see.
pub(crate) fn represent(ruby: &Interpreter, object: &Arc<dyn Drop>, inside: bool) -> Option<Representation> {
    let any = object.as_any();
    let name = if let Some(ObjectName(name)) = any.downcast_ref() {
        name.clone()
    } else if let Some(id) = page_of(&**object) {
        if !inside {
            return None;
        }
        format!("page:{}", id.0)
    } else if let Some(name) = name_of_drop(ruby, any) {
        // Collections and the site stay drops within arrays and hashes.
        let becomes_object = inside && !any.is::<CollectionDrop>();
        if becomes_object { name.replacen("drop:", ":", 1) } else { name }
    } else if any.is::<Payload>() {
        "payload".to_string()
    } else if let Some(object) = any.downcast_ref::<RubyObject>() {
        format!("ruby:{}", object.number)
    } else {
        format!("held:{}:{}", ruby.objects.add_drop(object), object.class())
    };
    Some(Representation::Name(name))
}

/// The page, document or static file behind its drop, as Ruby receives it. Other values are returned unchanged.
pub(crate) fn object_of(ruby: &Interpreter, value: &Value) -> Value {
    match value {
        Value::Drop(object) => match represent(ruby, object, true) {
            Some(Representation::Name(name)) => ObjectName::value(name),
            _ => value.clone(),
        },
        _ => value.clone(),
    }
}

/// The class name of a drop, such as `SiteDrop`. `None` for drops to which plugins cannot add keys.
pub(crate) fn class_of_drop(object: &dyn Any) -> Option<&'static str> {
    if object.is::<DocumentDrop>() {
        Some("DocumentDrop")
    } else if object.is::<SiteDrop>() {
        Some("SiteDrop")
    } else if object.is::<ExcerptDrop>() {
        Some("ExcerptDrop")
    } else if object.is::<StaticFileDrop>() {
        Some("StaticFileDrop")
    } else if object.is::<CollectionDrop>() {
        Some("CollectionDrop")
    } else {
        object.is::<JekyllDrop>().then_some("JekyllDrop")
    }
}

/// The name by which Ruby refers to one of Jekyll's drops. `None` for other objects. Also stores a static file in the
/// object table, so that [`resolve`] finds it.
pub(crate) fn name_of_drop(ruby: &Interpreter, object: &dyn Any) -> Option<String> {
    if let Some(DocumentDrop(id)) = object.downcast_ref() {
        Some(format!("docdrop:{}", id.0))
    } else if let Some(ExcerptDrop(id)) = object.downcast_ref() {
        Some(format!("excerptdrop:{}", id.0))
    } else if let Some(StaticFileDrop(file)) = object.downcast_ref() {
        let address = Arc::as_ptr(file).addr();
        ruby.objects.lock().files.insert(address, Arc::clone(file));
        Some(format!("filedrop:{address}"))
    } else if let Some(CollectionDrop(label)) = object.downcast_ref() {
        Some(format!("coldrop:{label}"))
    } else if object.is::<SiteDrop>() {
        Some("sitedrop".to_string())
    } else {
        object.is::<JekyllDrop>().then(|| "jekyll".to_string())
    }
}

/// The object with this name, such as `page:12`. `None` if the name is invalid, or if a drop stored for Ruby no longer
/// exists. Does not check whether the site still contains a page, document or static file.
pub(crate) fn resolve(ruby: &Interpreter, name: &str) -> Option<Value> {
    let (kind, rest) = name.split_once(':').unwrap_or((name, ""));
    let number = || rest.split(':').next().and_then(|number| number.parse::<u64>().ok());
    let id = || number().and_then(|number| u32::try_from(number).ok());
    Some(match kind {
        "page" => Value::drop(PageDrop(PageId(id()?))),
        "doc" | "docdrop" => Value::drop(DocumentDrop(DocId(id()?))),
        "excerpt" | "excerptdrop" => Value::drop(ExcerptDrop(DocId(id()?))),
        "file" | "filedrop" => {
            let address = usize::try_from(number()?).ok()?;
            match ruby.objects.lock().files.get(&address) {
                Some(file) => Value::drop(StaticFileDrop(Arc::clone(file))),
                None => ObjectName::value(format!("file:{address}")),
            }
        }
        "site" | "sitedrop" => Value::drop(SiteDrop),
        "collection" | "coldrop" => Value::drop(CollectionDrop(rest.into())),
        "jekyll" => Value::drop(JekyllDrop),
        "payload" => Value::drop(Payload::new(Value::Nil)),
        "word" => {
            if rest == "empty" {
                Value::Empty
            } else {
                Value::Blank
            }
        }
        "held" => Value::Drop(Arc::clone(ruby.objects.lock().drops.get(&number()?)?)),
        "ruby" => {
            ruby.has_ruby_objects.store(true, Ordering::Release);
            let class = rest.split_once(':').map_or("", |(_, class)| class);
            let (class, has_keys) = class.strip_suffix('+').map_or((class, false), |class| (class, true));
            let (class, converts) = class.strip_suffix('!').map_or((class, false), |class| (class, true));
            Value::drop(RubyObject { number: number()?, class: class.to_string(), has_keys, converts })
        }
        "layout" => ObjectName::value(name),
        _ => return None,
    })
}

/// The id of the page behind a `PageDrop` or an `OwnPageDrop`. `None` for all other drops.
pub(crate) fn page_of(object: &dyn Drop) -> Option<PageId> {
    let any = object.as_any();
    let other = any.downcast_ref::<PageDrop>().map(|page| page.0);
    other.or_else(|| any.downcast_ref::<OwnPageDrop>().map(|page| page.0))
}

/// All keys and values of a page, as templates see them.
///
/// # Errors
/// Fails if a value cannot be computed.
pub(crate) fn page_hash(object: &dyn Drop, host: &mut dyn Host) -> Result<Value, Abort> {
    let mut hash = Hash::new();
    for key in object.keys(host)? {
        let value = object.get(&key, host)?.unwrap_or(Value::Nil);
        hash.set(key, value);
    }
    Ok(Value::hash(hash))
}

/// The variable `page` in the templates of the item at `index` of the view. nil if there is no such item.
pub(crate) fn own_page(view: &SiteView, index: usize) -> Value {
    match view.slots().get(index).map(|slot| &slot.owned) {
        Some(OwnedItem::Document(document)) => Value::drop(DocumentDrop(document.id)),
        Some(OwnedItem::Page(page)) => Value::drop(OwnPageDrop(page.id)),
        None => Value::Nil,
    }
}

/// The input or an argument of a filter as Ruby receives it. `site.tags` and `site.categories` are passed by name,
/// because their hashes have a default value in Ruby.
pub(crate) fn filter_argument(view: &SiteView, value: &Value) -> Value {
    let Value::Hash(hash) = value else { return value.clone() };
    let is = |group: Option<Value>| matches!(group, Some(Value::Hash(group)) if Arc::ptr_eq(&group, hash));
    match view.known_groups().map(is) {
        [true, _] => ObjectName::value("group:tags"),
        [_, true] => ObjectName::value("group:categories"),
        _ => value.clone(),
    }
}

/// The static file behind a drop. `None` for other values.
pub(crate) fn static_file(value: &Value) -> Option<Arc<StaticFile>> {
    match value {
        Value::Drop(object) => object.as_any().downcast_ref::<StaticFileDrop>().map(|file| Arc::clone(&file.0)),
        _ => None,
    }
}
