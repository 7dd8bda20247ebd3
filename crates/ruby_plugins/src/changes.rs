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
//! | `same` | pairs of places that contain the same object: see [`shared_objects`] |
//! | `tags`, `categories` | the posts by tag or category, if a plugin has read this hash and may have changed it |
//!
//! The stage of the build decides which of these changes apply: see [`to_site`], [`to_view`] and [`to_rendered`].

mod collections;

use super::identity;
use super::interpreter::Interpreter;
use super::object_names::{self, ObjectName};
use super::positions::Positions;
use super::shared_objects;
use super::tables;
use super::write_back::{self, Holders};
use hastie_liquid::{Abort, Hash, Str, Value};
use hastie_site::locks::lock;
use hastie_site::model::page::PageKind;
use hastie_site::model::{DocId, Document, Layout, Page, PageId, SourceText, StaticFile, Writer};
use hastie_site::path;
use hastie_site::render::{ItemSlot, OwnedItem, SiteView};
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
            Some(("file", id)) => static_file(site, id, fields, &mut pending, ruby)?,
            Some(("layout", name)) => layout(site, name, fields, &mut pending, ruby)?,
            _ => {}
        }
    }
    if let Some(Value::Array(pages)) = changed.get("pages") {
        set_pages(site, pages, &mut pending)?;
    }
    collections::apply(site, changed, &mut pending)?;
    if let Some(Value::Array(files)) = changed.get("static_files") {
        site.content.static_files = files.iter().filter_map(|file| file_of(file, &pending)).collect();
    }
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
    shared_objects::unite_in_site(site, changed, &ruby.positions);
    Ok(())
}

/// Replaces the field `destination`, if any, by its absolute path. Fails if Ruby must not write to this path.
fn with_checked_destination(fields: &Fields, ruby: &Interpreter) -> Result<Fields, Abort> {
    let Some(given) = text(fields, "destination") else { return Ok(Arc::clone(fields)) };
    let file = ruby.check_write(given)?;
    let mut checked = (**fields).clone();
    checked.set("destination", file);
    Ok(Arc::new(checked))
}

/// Remembers an item whose class redefines `output=`, so that its output is passed to this method after rendering.
fn note_output_writer(name: &str, fields: &Hash, ruby: &Interpreter) {
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
    /// The static files that Ruby has created or changed, by name.
    files: HashMap<String, Arc<StaticFile>>,
    /// The layouts that Ruby has created, by name.
    layouts: HashMap<String, Arc<Layout>>,
    /// Static files of the site, each with its changed copy.
    changed_files: Vec<(Arc<StaticFile>, Arc<StaticFile>)>,
}

type Fields = Arc<Hash>;

/// The rows of `objects` in Ruby's changes: the name of an object, such as `page:12`, and its changed fields.
fn objects(changed: &Hash) -> impl Iterator<Item = (&str, &Arc<Hash>)> {
    let rows = changed.get("objects").and_then(Value::as_array).unwrap_or_default();
    rows.iter().filter_map(|row| match row.as_array() {
        Some([Value::Str(name), Value::Hash(fields)]) => Some((name.as_str(), fields)),
        _ => None,
    })
}

fn text<'f>(fields: &'f Hash, key: &str) -> Option<&'f str> {
    fields.get(key).and_then(Value::as_str)
}

fn data_of(fields: &Hash) -> Option<Hash> {
    Some(fields.get("data")?.as_hash()?.clone())
}

/// Changes the page with this id, or adds a new page to the site. The new page is a `Jekyll::Page` unless `fields`
/// names `Jekyll::PageWithoutAFile` as its class.
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
    let (dir, name) = (text(fields, "dir").unwrap_or_default(), text(fields, "name").unwrap_or_default());
    let class = match text(fields, "class") {
        Some("Jekyll::PageWithoutAFile") => "Jekyll::PageWithoutAFile",
        _ => "Jekyll::Page",
    };
    let source = site.setup.context.source.clone();
    let mut page = Page::new(&site.setup.context, PageKind::Generated(class), &source, dir, name);
    page.id = id;
    change_page(&mut page, fields);
    pending.pages.insert(id, page);
}

/// The [`Writer`] of an item whose class redefines `write` or `write?`. `None` for other items.
fn writer(fields: &Hash) -> Option<Writer> {
    let is = |name: &str| fields.get(name).is_some_and(Value::truthy);
    if is("unwritten") {
        return Some(Writer::Nobody);
    }
    if is("written_by_ruby") {
        return Some(Writer::Plugin);
    }
    is("written").then_some(Writer::Forced)
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
    if let Some(pager) = fields.get("pager") {
        page.pager = Some(pager).filter(|pager| !matches!(pager, Value::Nil)).cloned();
    }
    if let Some(Value::Hash(defaults)) = fields.get("data_defaults") {
        page.fallback = Some(Arc::clone(defaults));
    }
    if let Some(Value::Hash(attributes)) = fields.get("attributes") {
        page.added = Some(Box::new((**attributes).clone().into()));
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
    }
    match fields.get("content") {
        Some(Value::Str(content)) => document.content = content.clone().into(),
        Some(Value::Nil) => document.content = SourceText::default(),
        _ => {}
    }
    if let Some(path) = text(fields, "relative_path") {
        document.relative_path = path.into();
    }
    match fields.get("url") {
        Some(Value::Str(url)) => document.set_url(url),
        Some(Value::Nil) => document.reset_url(),
        _ => {}
    }
    if let Some(file) = text(fields, "destination") {
        document.custom_destination = Some(file.to_string());
    }
}

/// Changes or creates a static file. Static files are immutable, so a changed copy replaces the file.
fn static_file(
    site: &mut Site,
    id: &str,
    fields: &Fields,
    pending: &mut Pending,
    ruby: &Interpreter,
) -> Result<(), Abort> {
    let address: Option<usize> = id.parse().ok();
    let known = address.and_then(|address| ruby.objects.lock().files.get(&address).cloned());
    let (base, dir, name, collection) = match &known {
        Some(file) => (file.base().to_string(), file.dir.clone(), file.name.clone(), file.collection.clone()),
        None => (
            text(fields, "base").unwrap_or(&site.setup.context.source).to_string(),
            text(fields, "dir").unwrap_or_default().to_string(),
            text(fields, "name").unwrap_or_default().to_string(),
            text(fields, "collection").and_then(|label| collections::info(site, label)),
        ),
    };
    let custom = text(fields, "path").map(|file| path::text(&ruby.world.expand(file)));
    if let Some(file) = &custom {
        ruby.check_read(file)?;
    } else if known.is_none() {
        ruby.check_read(&StaticFile::path_of(&site.setup.context, &base, &dir, &name, collection.is_some()))?;
    }
    let mut file = StaticFile::new(&site.setup.context, &base, &dir, &name, collection.as_ref());
    if let Some(custom) = custom {
        file.set_path(custom);
    }
    if let Some(data) = data_of(fields) {
        file.data = Arc::new(data).into();
    }
    if let Some(url) = text(fields, "url") {
        file.set_url(url);
    }
    if let Some(Value::Time(time)) = fields.get("modified_time") {
        file.modified = (**time).clone();
    }
    file.writer = writer(fields).unwrap_or_default();
    file.custom_destination = text(fields, "destination").map(str::to_string);
    let file = Arc::new(file);
    if let Some(address) = address {
        ruby.objects.lock().files.insert(address, Arc::clone(&file));
    }
    if let Some(known) = known {
        for other in site.content.static_files.iter_mut().filter(|other| Arc::ptr_eq(other, &known)) {
            *other = Arc::clone(&file);
        }
        pending.changed_files.push((known, Arc::clone(&file)));
    }
    pending.files.insert(format!("file:{id}"), file);
    Ok(())
}

/// The static file to which a value refers, with Ruby's changes. `None` if the value refers to no static file.
fn file_of(value: &Value, pending: &Pending) -> Option<Arc<StaticFile>> {
    if let Value::Drop(object) = value
        && let Some(ObjectName(name)) = object.as_any().downcast_ref()
    {
        return pending.files.get(name).cloned();
    }
    let file = object_names::static_file(value)?;
    let changed = pending.changed_files.iter().find(|(old, _)| Arc::ptr_eq(old, &file));
    Some(changed.map_or(file, |(_, new)| Arc::clone(new)))
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
        let Some(id) = object_names::page_of(&**object) else { continue };
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

/// Applies Ruby's changes during rendering: to front matter, the configuration, and the attributes that Ruby adds to
/// pages. Also updates `site.data`, `site.tags` and `site.categories`. Items that are rendered later see these changes.
///
/// # Errors
/// Same as [`write_back::change_in_place`].
pub(crate) fn to_view(holders: &mut Holders<'_, '_>, changed: &Hash) -> Result<(), Abort> {
    let view = holders.view;
    refuse_late_changes(view, changed)?;
    if ["objects", "collections", "config", "data", "tags", "categories"].iter().any(|key| changed.contains_key(key)) {
        view.forget_results();
    }
    for (name, fields) in objects(changed) {
        if let Some(layout) = name.strip_prefix("layout:").and_then(|name| view.layouts().get(name)) {
            let old = Value::hash((*layout.data).clone());
            if let Some(data) = changed_data(holders, &old, fields)? {
                layout.data.replace(data);
            }
        }
        let Some(slot) = slot(view, name) else { continue };
        if let (OwnedItem::Page(page), Some(Value::Hash(attributes))) = (&slot.owned, fields.get("attributes"))
            && let Some(added) = &page.added
        {
            added.replace((**attributes).clone());
        }
        let front_matter = match &slot.owned {
            OwnedItem::Document(document) => &document.data,
            OwnedItem::Page(page) => &page.data,
        };
        let old = Value::hash((**front_matter).clone());
        if let Some(data) = changed_data(holders, &old, fields)? {
            front_matter.replace(data);
        }
    }
    collections::change_metadata(view, changed)?;
    if let Some(pairs) = changed.get("config") {
        let mut old = view.setup().context.config.values.clone();
        view.added().iter().for_each(|(key, value)| old.set_value(key.clone(), value.clone()));
        let old = write_back::change_in_place(holders, &Value::hash(old), tables::in_place_of(pairs))?;
        let mut added = (**view.added()).clone();
        tables::set_override_keys(&mut added, pairs);
        tables::keep_objects_of(&mut added, &old, pairs);
        view.setup().context.change_config(&tables::with_settings(added.clone(), changed));
        view.added().replace(added);
    }
    if let Some(pairs) = changed.get("data") {
        let old = write_back::change_in_place(holders, &view.data().get(), tables::in_place_of(pairs))?;
        let mut data = old.as_hash().cloned().unwrap_or_default();
        tables::set_keys(&mut data, pairs);
        tables::keep_objects_of(&mut data, &old, pairs);
        view.data().replace(Value::hash(data));
    }
    if let Some(tags) = changed.get("tags") {
        view.replace_tags(tags.clone());
    }
    if let Some(categories) = changed.get("categories") {
        view.replace_categories(categories.clone());
    }
    shared_objects::unite_in_view(view, changed);
    Ok(())
}

/// Fails if Ruby has changed something that is fixed while documents are rendered: the lists of pages, static files and
/// documents, the text of a layout, or an excerpt.
fn refuse_late_changes(view: &SiteView, changed: &Hash) -> Result<(), Abort> {
    let refuse = |what: String| {
        Err(Abort::error("NotImplementedError", format!("{what} cannot change while documents are rendered")))
    };
    for list in ["pages", "static_files"] {
        if changed.contains_key(list) {
            return refuse(format!("site.{list}"));
        }
    }
    let collections = changed.get("collections").and_then(Value::as_hash);
    for (label, fields) in collections.into_iter().flat_map(Hash::iter) {
        if fields.as_hash().is_some_and(|fields| fields.contains_key("docs") || fields.contains_key("files")) {
            return refuse(format!("the list of documents of {}", label.as_str().unwrap_or_default()));
        }
    }
    if changed.contains_key("collection_labels") {
        return refuse("site.collections".to_owned());
    }
    for (name, fields) in objects(changed) {
        if name.starts_with("layout:") && fields.contains_key("content") {
            return refuse(format!("the content of the {}", name.replacen(':', " ", 1)));
        }
        let excerpt = |data: &Hash| data.get("excerpt").filter(|excerpt| matches!(excerpt, Value::Str(_))).cloned();
        if let Some(OwnedItem::Document(document)) = slot(view, name).map(|slot| &slot.owned)
            && let Some(new) = data_of(fields).as_ref().and_then(excerpt)
            && excerpt(&document.data).is_none_or(|old| !write_back::is_equal(&old, &new))
        {
            return refuse(format!("the excerpt of {}", document.relative_path));
        }
    }
    Ok(())
}

/// The front matter after Ruby's changes. Objects that Ruby changed in place also change wherever else they are used.
/// `None` if the front matter has not changed.
fn changed_data(holders: &mut Holders<'_, '_>, old: &Value, fields: &Hash) -> Result<Option<Hash>, Abort> {
    let Some(new) = data_of(fields) else { return Ok(None) };
    let in_place = fields.get("in_place").and_then(Value::as_array).unwrap_or_default();
    let old = holders.change_front_matter(old, in_place)?;
    let kept = write_back::keep_objects(&old, &identity::with_identity(&Value::hash(new)));
    Ok(kept.as_hash().cloned())
}

/// The index in site order of the page or document with a name such as `page:12`. `None` if the view does not contain
/// it.
fn index(view: &SiteView, name: &str) -> Option<usize> {
    let (kind, id) = name.split_once(':')?;
    let id = id.parse().ok()?;
    match kind {
        "page" => Some(view.page(PageId(id))?.0),
        "doc" => Some(view.document(DocId(id))?.0),
        _ => None,
    }
}

fn slot<'v>(view: &'v SiteView, name: &str) -> Option<&'v ItemSlot> {
    view.slots().get(index(view, name)?)
}

/// Applies Ruby's changes after rendering: to outputs, and to everything that [`to_view`] changes.
///
/// # Errors
/// Fails if the list of pages or static files has changed, because it is too late for that.
pub(crate) fn to_rendered(view: &mut SiteView, changed: &Hash) -> Result<(), Abort> {
    if let Some(list) = ["pages", "static_files"].into_iter().find(|list| changed.contains_key(list)) {
        return Err(Abort::error(
            "NotImplementedError",
            format!("site.{list} cannot change after the site was rendered"),
        ));
    }
    to_view(&mut Holders::of_site(view), changed)?;
    for (name, fields) in objects(changed) {
        let Some(Value::Str(output)) = fields.get("output") else { continue };
        if let Some(slot) = index(view, name).and_then(|index| view.slots_mut().get_mut(index)) {
            slot.output = std::sync::OnceLock::from(output.clone());
        }
    }
    Ok(())
}
