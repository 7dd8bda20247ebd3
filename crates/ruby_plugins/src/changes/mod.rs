//! Applies the changes that Ruby made to the site.
//!
//! Ruby reports its changes as a hash with these keys, all of them optional:
//!
//! | key | value |
//! |---|---|
//! | `objects` | rows of an object (a name such as `page:12`) and its changed fields. `in_place` are objects in `data` that Ruby changed in place |
//! | `pages`, `static_files`, `layouts` | the whole list, in its new order, if the list has changed |
//! | `collections` | by label: changed `metadata`, and `docs` and `files` if the lists have changed |
//! | `collection_labels` | the labels of all collections, if a plugin has added, removed or moved collections |
//! | `removed` | by label: the documents of a collection that a plugin has removed or replaced |
//! | `config`, `data` | three lists: pairs of keys and values that were set, keys that were removed, and objects that Ruby changed in place |
//! | `settings` | with `config`: the attributes of the site that differ from keys of the configuration |
//! | `same` | pairs of places that contain the same object: see [`shared_values`] |
//! | `tags`, `categories` | the posts by tag or category, if a plugin has read this hash and may have changed it |
//!
//! The stage of the build decides which of these changes apply: see [`to_site`], [`to_view`](crate::changes::rendering::to_view)
//! and [`to_rendered`](crate::changes::rendering::to_rendered).

pub(crate) mod collections;
pub(crate) mod rendering;
pub(crate) mod rows;
pub(crate) mod shared_values;
pub(crate) mod static_files;
pub(crate) mod tables;
pub(crate) mod write_back;

use crate::changes::rows::{data_of, objects, text, writer};
use crate::changes::static_files::{ChangedFiles, Origin};
use crate::interpreter::Interpreter;
use crate::objects::names;
use crate::objects::positions::Positions;
use hastie_liquid::{Abort, Hash, Str, Value};
use hastie_site::locks::lock;
use hastie_site::model::page::{PageKind, SourceMapFields};
use hastie_site::model::{DocId, Document, Layout, Page, PageId, SiteContext, SourceText};
use hastie_site::site::Site;
use std::collections::HashMap;
use std::sync::Arc;

/// The keys of the configuration with the options of converters.
const CONVERTER_KEYS: [&str; 3] = ["highlighter", "kramdown", "sass"];

/// Applies Ruby's changes before the site is rendered.
///
/// # Errors
/// Fails if a path leads outside of the folders that a sandboxed Ruby may use.
pub(crate) fn to_site(site: &mut Site, changed: &Hash, ruby: &Interpreter) -> Result<(), Abort> {
    let mut pending = Pending::default();
    collections::apply_metadata(site, changed);
    for (name, fields) in objects(changed) {
        note_output_writer(name, fields, ruby);
        let fields = &with_checked_destination(fields, ruby)?;
        match name.split_once(':') {
            Some(("page", id)) => page(site, id, fields, &mut pending, &ruby.positions),
            Some(("doc", id)) => document(site, id, fields, &mut pending, &ruby.positions),
            Some(("file", id)) => pending.files.change(&Origin::of_site(site), id, fields, ruby)?,
            Some(("layout", name)) => layout(site, name, fields, &mut pending, ruby)?,
            _ => {}
        }
    }
    if let Some(Value::Array(pages)) = changed.get("pages") {
        set_pages(site, pages, &mut pending)?;
    }
    collections::apply(site, changed, &mut pending)?;
    pending.files.apply(&mut site.content.static_files, changed.get("static_files"));
    if let Some(Value::Array(layouts)) = changed.get("layouts") {
        set_layouts(site, layouts, &pending);
    }
    if let Some(pairs) = changed.get("config") {
        tables::set_override_keys(&mut site.content.added, pairs);
        site.setup.context.change_config(&tables::with_settings(site.content.added.clone(), changed));
        if CONVERTER_KEYS.iter().any(|key| tables::changes_key(pairs, key)) {
            site.setup.reconfigure();
        }
    }
    if let Some(pairs) = changed.get("data") {
        let mut data = site.content.data.as_hash().cloned().unwrap_or_default();
        tables::set_keys(&mut data, pairs);
        site.content.data = Value::hash(data);
    }
    if let Some(tags) = changed.get("tags") {
        site.content.tags = Some(tags.clone());
    }
    if let Some(categories) = changed.get("categories") {
        site.content.categories = Some(categories.clone());
    }
    shared_values::unite_in_site(site, changed, &ruby.positions);
    Ok(())
}

/// Replaces the field `destination`, if any, by its absolute path. Fails if Ruby must not write to this path.
pub(crate) fn with_checked_destination(fields: &Fields, ruby: &Interpreter) -> Result<Fields, Abort> {
    let Some(given) = text(fields, "destination") else { return Ok(Arc::clone(fields)) };
    let file = ruby.check_write(given)?;
    let mut checked = (**fields).clone();
    checked.set("destination", file);
    Ok(Arc::new(checked))
}

/// Remembers an item whose class redefines `output=`, so that its output is passed to this method after rendering.
pub(crate) fn note_output_writer(name: &str, fields: &Hash, ruby: &Interpreter) {
    if fields.contains_key("output_writer")
        && let Some(number) = name.split(':').nth(1).and_then(|number| number.parse().ok())
    {
        lock(&ruby.output_writers).insert(number);
    }
}

/// Objects that Ruby has created or replaced, until the lists that contain them are applied.
#[derive(Default)]
struct Pending {
    /// The pages that Ruby has created, by id.
    pages: HashMap<PageId, Page>,
    /// The fields of the documents that Ruby has created, by the documents' ids.
    documents: HashMap<DocId, Fields>,
    /// The static files that Ruby has created or changed.
    files: ChangedFiles,
    /// The layouts that Ruby has created, by name.
    layouts: HashMap<String, Arc<Layout>>,
}

type Fields = Arc<Hash>;

/// Changes the page with this id, or adds a [new page](new_page) to the site.
pub(crate) fn add_page(site: &mut Site, id: PageId, fields: &Arc<Hash>) {
    let mut pending = Pending::default();
    page(site, &id.0.to_string(), fields, &mut pending, &Positions::default());
    site.content.pages.extend(pending.pages.into_values());
}

/// Changes the page with this id, or adds a new one to `pending`.
fn page(site: &mut Site, id: &str, fields: &Fields, pending: &mut Pending, positions: &Positions) {
    let Some(id) = id.parse().ok().map(PageId) else { return };
    let known = positions.page(&site.content.pages, id).and_then(|index| site.content.pages.get_mut(index));
    if let Some(page) = known {
        return change_page(page, fields);
    }
    pending.pages.insert(id, new_page(&site.setup.context, id, fields));
}

/// A page that Ruby has created. It is a `Jekyll::Page` unless `fields` names `Jekyll::PageWithoutAFile` as its class.
pub(crate) fn new_page(context: &Arc<SiteContext>, id: PageId, fields: &Hash) -> Page {
    let (dir, name) = (text(fields, "dir").unwrap_or_default(), text(fields, "name").unwrap_or_default());
    let class = match text(fields, "class") {
        Some("Jekyll::PageWithoutAFile") => "Jekyll::PageWithoutAFile",
        _ => "Jekyll::Page",
    };
    let mut page = Page::new(context, PageKind::Generated(class), &context.source, dir, name);
    page.id = id;
    change_page(&mut page, fields);
    page
}

/// Updates a page with the fields that Ruby changed. `fields` need not contain other fields of the page.
pub(crate) fn change_page(page: &mut Page, fields: &Hash) {
    if let Some(writer) = writer(fields) {
        page.writer = writer;
    }
    if let Some(name) = text(fields, "name") {
        page.rename(name);
    }
    if let Some(dir) = text(fields, "dir")
        && dir != page.dir
    {
        page.move_to(dir);
    }
    if let Some(ext) = text(fields, "ext") {
        page.ext = ext.to_string();
    }
    if let Some(basename) = text(fields, "basename") {
        page.basename = basename.to_string();
    }
    if let Some(path) = text(fields, "relative_path") {
        page.set_relative_path(path);
    }
    if let Some(data) = data_of(fields) {
        page.data = data.into();
    }
    if let Some(Value::Str(content)) = fields.get("content") {
        page.content = content.clone().into();
    }
    match fields.get("url") {
        Some(Value::Str(url)) => page.set_url(url),
        Some(Value::Nil) => page.reset_url(),
        _ => {}
    }
    if let Some(file) = text(fields, "destination") {
        page.custom_destination = Some(file.to_string());
    }
    if let Some(Value::Bool(renders)) = fields.get("render_with_liquid") {
        page.without_liquid = !renders;
    }
    if let Some(pager) = fields.get("pager") {
        page.pager = Some(pager).filter(|pager| !matches!(pager, Value::Nil)).cloned();
    }
    if let Some(Value::Hash(defaults)) = fields.get("data_defaults") {
        page.fallback = Some(Arc::clone(defaults));
    }
    if let Some(Value::Hash(attributes)) = fields.get("attributes") {
        page.added = Some(Box::new((**attributes).clone().into()));
    }
    if let Some(Value::Hash(fields)) = fields.get("source_map") {
        page.source_map = Some(Box::new(SourceMapFields {
            url: text(fields, "url").unwrap_or_default().into(),
            destination: text(fields, "destination").unwrap_or_default().to_string(),
            attributes: fields.get("attributes").and_then(Value::as_hash).cloned().unwrap_or_default(),
        }));
    }
}

/// Changes the document with this id, or adds the fields of a new document to `pending`.
fn document(site: &mut Site, id: &str, fields: &Fields, pending: &mut Pending, positions: &Positions) {
    let Some(id) = id.parse().ok().map(DocId) else { return };
    let collections = &mut site.content.collections;
    let place = positions.document(collections, id);
    let known = place.and_then(|(collection, index)| collections.get_mut(collection)?.docs.get_mut(index));
    match known {
        Some(document) => change_document(document, fields),
        None => {
            pending.documents.insert(id, Arc::clone(fields));
        }
    }
}

/// Updates a document with the fields that Ruby changed.
fn change_document(document: &mut Document, fields: &Hash) {
    if let Some(writer) = writer(fields) {
        document.writer = writer;
    }
    if let Some(data) = data_of(fields) {
        document.data = data.into();
        document.excerpt = fields.get("excerpt").and_then(Value::as_str).map(Str::from);
        document.fixed_id = text(fields, "id").map(Str::from).or(document.fixed_id.take());
    }
    match fields.get("content") {
        Some(Value::Str(content)) => document.content = content.clone().into(),
        Some(Value::Nil) => document.content = SourceText::default(),
        _ => {}
    }
    if let Some(path) = text(fields, "relative_path") {
        document.relative_path = path.into();
    }
    if let Some(pager) = fields.get("pager") {
        document.pager = Some(pager).filter(|pager| !matches!(pager, Value::Nil)).cloned().map(Box::new);
    }
    match fields.get("url") {
        Some(Value::Str(url)) => document.set_url(url),
        Some(Value::Nil) => document.reset_url(),
        _ => {}
    }
    if let Some(file) = text(fields, "destination") {
        document.custom_destination = Some(file.to_string());
    }
    if let Some(Value::Bool(renders)) = fields.get("render_with_liquid") {
        document.without_liquid = !renders;
    }
}

/// Updates a layout with the fields that Ruby changed, or adds a new layout to `pending`. Ignores a new layout without
/// a path.
fn layout(site: &mut Site, name: &str, fields: &Hash, pending: &mut Pending, ruby: &Interpreter) -> Result<(), Abort> {
    let known = site.content.layouts.get(name).map(|layout| (**layout).clone());
    let path = text(fields, "path");
    let Some(mut changed) = known.clone().or_else(|| path.map(|_| new_layout(name))) else { return Ok(()) };
    if let Some(path) = path {
        ruby.check_read(path)?;
        changed.path = path.to_string();
    }
    if let Some(path) = text(fields, "relative_path") {
        changed.relative_path = path.to_string();
    }
    if let Some(data) = data_of(fields) {
        changed.data = data.into();
    }
    if let Some(Value::Str(content)) = fields.get("content") {
        changed.content = content.clone();
    }
    let changed = Arc::new(changed);
    if known.is_some() {
        site.content.layouts.insert(name.to_string(), changed);
    } else {
        pending.layouts.insert(name.to_string(), changed);
    }
    Ok(())
}

fn new_layout(name: &str) -> Layout {
    Layout {
        name: name.to_string(),
        path: String::new(),
        relative_path: String::new(),
        data: Hash::new().into(),
        content: Str::default(),
        invalid: false,
    }
}

/// Replaces the layouts. A row contains a name and the layout to which this name now refers, as `layout:NAME`.
fn set_layouts(site: &mut Site, rows: &[Value], pending: &Pending) {
    let old = std::mem::take(&mut site.content.layouts);
    for row in rows {
        let Some([Value::Str(name), Value::Str(object)]) = row.as_array() else { continue };
        let old_name = object.split(':').next_back().unwrap_or(object);
        if let Some(layout) = old.get(old_name).or_else(|| pending.layouts.get(old_name)) {
            site.content.layouts.insert(name.to_string(), Arc::clone(layout));
        }
    }
}

/// Replaces the site's list of pages. Takes new pages from `pending`. Fails if the site no longer has a page, because a
/// plugin has removed it earlier.
fn set_pages(site: &mut Site, pages: &[Value], pending: &mut Pending) -> Result<(), Abort> {
    let mut old: HashMap<PageId, Page> = site.content.pages.drain(..).map(|page| (page.id, page)).collect();
    for page in pages {
        let Value::Drop(object) = page else { continue };
        let Some(id) = names::page_of(&**object) else { continue };
        let found = old.remove(&id).or_else(|| pending.pages.remove(&id));
        site.content.pages.push(found.ok_or_else(|| removed("a page"))?);
    }
    Ok(())
}

/// The error about an item that a plugin has removed from the site in an earlier call, and now adds again.
fn removed(item: &str) -> Abort {
    let text = format!("{item} that was removed from the site earlier cannot be added again");
    Abort::error("NotImplementedError", text)
}
