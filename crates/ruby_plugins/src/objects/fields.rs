//! The fields of the site's objects, as hashes for Ruby's model.
//!
//! The URL is not among them. Ruby requests it separately, because Jekyll computes it on first use and then keeps it.

use crate::site_state::SiteObject;
use hastie_liquid::{Hash, Value};
use hastie_site::model::{Document, Layout, Page, StaticFile};
use hastie_site::site::Site;

/// The fields of a document or page, such as its path and front matter. `source` is the site's source folder.
pub(crate) fn of_object(object: SiteObject<'_>, source: &str) -> Value {
    match object {
        SiteObject::Document(document) => of_document(document),
        SiteObject::Page(page) => of_page(page, source),
    }
}

/// The names and fields of all pages and documents.
pub(crate) fn of_all(site: &Site) -> impl Iterator<Item = (String, Value)> {
    let documents = site.content.collections.iter().flat_map(|collection| &collection.docs).map(SiteObject::Document);
    let pages = site.content.pages.iter().map(SiteObject::Page);
    // The source is the same for all of them.
    documents.chain(pages).map(|object| (object.name(), of_object(object, "")))
}

/// The fields of a document, without its content. Its front matter is under `data`.
pub(crate) fn of_document(document: &Document) -> Value {
    let mut hash = Hash::new();
    hash.set("path", document.path.clone());
    hash.set("extname", document.extname());
    hash.set("relative_path", document.relative_path.clone());
    hash.set("collection", document.collection.label.as_str());
    hash.set("excerpt", document.excerpt.clone().map_or(Value::Nil, Value::Str));
    hash.set("data", (*document.data).clone());
    Value::hash(hash)
}

/// The fields of a page, without its content. The field `base` is `source`, the site's source folder.
pub(crate) fn of_page(page: &Page, source: &str) -> Value {
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

/// The attributes of Ruby's `StaticFile`, with its front matter defaults under `data`.
pub(crate) fn of_static_file(file: &StaticFile) -> Value {
    let label = file.collection.as_ref().map(|collection| Value::from(collection.label.as_str()));
    let mut hash = Hash::new();
    hash.set("name", file.name.as_str());
    hash.set("relative_path", file.relative_path.as_str());
    hash.set("extname", file.extname());
    hash.set("dir", file.dir.as_str());
    hash.set("base", file.base());
    hash.set("path", file.path.as_str());
    hash.set("collection", label.unwrap_or(Value::Nil));
    hash.set("modified", Value::time(file.modified.clone()));
    hash.set("data", (**file.data).clone());
    Value::hash(hash)
}

/// The fields of a layout. `relative_path` is relative to `source`, the site's source folder. If `layout` is `None`,
/// the only field is an empty `data`.
pub(crate) fn of_layout(layout: Option<&Layout>, source: &str) -> Value {
    let mut hash = Hash::new();
    if let Some(layout) = layout {
        let file = layout.path.rsplit('/').next().unwrap_or_default();
        hash.set("name", file);
        hash.set("path", layout.path.as_str());
        hash.set("ext", hastie_site::path::extname(file));
        let below = layout.path.strip_prefix(source).unwrap_or(&layout.path);
        hash.set("relative_path", below.trim_start_matches('/'));
        hash.set("data", (*layout.data).clone());
    } else {
        hash.set("data", Hash::new());
    }
    Value::hash(hash)
}
