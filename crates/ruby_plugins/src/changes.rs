//! Takes over the changes that Ruby made to the site.
//!
//! A change is a hash: `objects` with the parts of things that are others now, `pages`, `static_files` and
//! `collections` with the things that there are now, in their order, `config` and `data` with keys that were set and
//! keys that are gone, `layouts`, and `tags` and `categories` once somebody has asked for them.

use super::names::{self, Named};
use super::shared::Shared;
use hastie_liquid::{Abort, Hash, Str, Value};
use hastie_site::locks::lock;
use hastie_site::model::page::PageKind;
use hastie_site::model::{Collection, CollectionInfo, DocId, Document, Layout, Page, PageId, StaticFile, Writer};
use hastie_site::render::drops::DocumentDrop;
use hastie_site::render::{ItemSlot, OwnedItem, SiteView};
use hastie_site::site::Site;
use std::collections::HashMap;
use std::sync::Arc;

/// While the site is read and generated everything may change.
pub fn to_site(site: &mut Site, changed: &Hash, shared: &Shared) -> Result<(), Abort> {
    let mut made = Made::default();
    for (name, fields) in objects(changed) {
        note_writer(name, fields, shared);
        let fields = &checked(fields, shared)?;
        match name.split_once(':') {
            Some(("page", id)) => page(site, id, fields, &mut made),
            Some(("doc", id)) => document(site, id, fields, &mut made),
            Some(("file", id)) => static_file(site, id, fields, &mut made, shared)?,
            Some(("layout", name)) => layout(site, name, fields),
            _ => {}
        }
    }
    if let Some(Value::Array(pages)) = changed.get("pages") {
        set_pages(site, pages, &mut made);
    }
    if let Some(Value::Hash(collections)) = changed.get("collections") {
        set_collections(site, collections, &mut made);
    }
    if let Some(Value::Array(files)) = changed.get("static_files") {
        site.content.static_files = files.iter().filter_map(|file| found_file(file, &made)).collect();
    }
    if let Some(Value::Array(layouts)) = changed.get("layouts") {
        set_layouts(site, layouts);
    }
    if let Some(pairs) = changed.get("config") {
        set_over(&mut site.content.added, pairs);
        site.setup.change_config(&site.content.added);
    }
    if let Some(pairs) = changed.get("data") {
        let mut data = site.content.data.as_hash().cloned().unwrap_or_default();
        set_keys(&mut data, pairs);
        site.content.data = Value::hash(data);
    }
    if let Some(tags) = changed.get("tags") {
        site.content.tags = Some(tags.clone());
    }
    if let Some(categories) = changed.get("categories") {
        site.content.categories = Some(categories.clone());
    }
    Ok(())
}

/// The fields with a destination that may be written.
///
/// # Errors
/// Fails if it may not.
fn checked(fields: &Fields, shared: &Shared) -> Result<Fields, Abort> {
    let Some(given) = text(fields, "destination") else { return Ok(Arc::clone(fields)) };
    let file = shared.check_write(given)?;
    let mut checked = (**fields).clone();
    checked.set("destination", file);
    Ok(Arc::new(checked))
}

/// Notes whose output goes through Ruby.
fn note_writer(name: &str, fields: &Hash, shared: &Shared) {
    if fields.contains_key("output_writer")
        && let Some(number) = name.split(':').nth(1).and_then(|number| number.parse().ok())
    {
        lock(&shared.output_writers).insert(number);
    }
}

/// Objects that Ruby made and that are in no list yet.
#[derive(Default)]
struct Made {
    pages: HashMap<PageId, Page>,
    documents: HashMap<DocId, (String, Fields)>,
    files: HashMap<String, Arc<StaticFile>>,
    /// Files that the site has, and what became of them.
    changed_files: Vec<(Arc<StaticFile>, Arc<StaticFile>)>,
}

type Fields = Arc<Hash>;

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

/// Changes a page, or adds it to the site's.
pub fn add_page(site: &mut Site, id: PageId, fields: &Fields) {
    let mut made = Made::default();
    page(site, &id.0.to_string(), fields, &mut made);
    site.content.pages.extend(made.pages.into_values());
}

fn page(site: &mut Site, id: &str, fields: &Fields, made: &mut Made) {
    let Some(id) = id.parse().ok().map(PageId) else { return };
    if let Some(page) = site.content.pages.iter_mut().find(|page| page.id == id) {
        return change_page(page, fields);
    }
    let (dir, name) = (text(fields, "dir").unwrap_or_default(), text(fields, "name").unwrap_or_default());
    let class = match text(fields, "class") {
        Some("Jekyll::PageWithoutAFile") => "Jekyll::PageWithoutAFile",
        _ => "Jekyll::Page",
    };
    let source = site.setup.source.clone();
    let mut page = Page::new(&site.setup.context, PageKind::Generated(class), &source, dir, name);
    page.id = id;
    change_page(&mut page, fields);
    made.pages.insert(id, page);
}

/// Who writes a thing, where a plugin has methods of its own for that.
fn writer(fields: &Hash) -> Option<Writer> {
    let is = |name: &str| fields.get(name).is_some_and(Value::truthy);
    if is("unwritten") {
        return Some(Writer::Nobody);
    }
    is("written_by_ruby").then_some(Writer::Plugin)
}

/// Sets what is another now of a page.
pub fn change_page(page: &mut Page, fields: &Hash) {
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
        page.content = content.clone();
    }
    if let Some(url) = text(fields, "url") {
        page.set_url(url);
    }
    if let Some(file) = text(fields, "destination") {
        page.custom_destination = Some(file.to_string());
    }
    if let Some(Value::Hash(defaults)) = fields.get("data_defaults") {
        page.fallback = Some(Arc::clone(defaults));
    }
    if let Some(Value::Hash(attributes)) = fields.get("attributes") {
        page.added = Some(Arc::clone(attributes));
    }
}

fn document(site: &mut Site, id: &str, fields: &Fields, made: &mut Made) {
    let Some(id) = id.parse().ok().map(DocId) else { return };
    let mut documents = site.content.collections.iter_mut().flat_map(|collection| &mut collection.docs);
    match documents.find(|document| document.id == id) {
        Some(document) => change_document(document, fields),
        None => {
            let label = text(fields, "collection").unwrap_or("posts").to_string();
            made.documents.insert(id, (label, Arc::clone(fields)));
        }
    }
}

fn change_document(document: &mut Document, fields: &Hash) {
    if let Some(writer) = writer(fields) {
        document.writer = writer;
    }
    if let Some(data) = data_of(fields) {
        document.data = data.into();
        document.excerpt = fields.get("excerpt").and_then(Value::as_str).map(Str::from);
    }
    match fields.get("content") {
        Some(Value::Str(content)) => document.content = Some(content.clone()),
        Some(Value::Nil) => document.content = None,
        _ => {}
    }
    if let Some(path) = text(fields, "relative_path") {
        document.relative_path = path.into();
    }
    if let Some(url) = text(fields, "url") {
        document.set_url(url);
    }
    if let Some(file) = text(fields, "destination") {
        document.custom_destination = Some(file.to_string());
    }
}

fn static_file(site: &mut Site, id: &str, fields: &Fields, made: &mut Made, shared: &Shared) -> Result<(), Abort> {
    let address: Option<usize> = id.parse().ok();
    let known = address.and_then(|address| shared.held().files.get(&address).cloned());
    let (base, dir, name, collection) = match &known {
        Some(file) => (file.base().to_string(), file.dir.clone(), file.name.clone(), file.collection.clone()),
        None => (
            text(fields, "base").unwrap_or(&site.setup.source).to_string(),
            text(fields, "dir").unwrap_or_default().to_string(),
            text(fields, "name").unwrap_or_default().to_string(),
            text(fields, "collection").and_then(|label| shelf(site, label)),
        ),
    };
    if known.is_none() {
        shared.check_read(&StaticFile::path_of(&site.setup.context, &base, &dir, &name, collection.is_some()))?;
    }
    let mut file = StaticFile::new(&site.setup.context, &base, &dir, &name, collection.as_ref());
    if let Some(data) = data_of(fields) {
        file.data = Arc::new(data);
    }
    if let Some(url) = text(fields, "url") {
        file.set_url(url);
    }
    file.writer = writer(fields).unwrap_or_default();
    file.custom_destination = text(fields, "destination").map(str::to_string);
    let file = Arc::new(file);
    if let Some(address) = address {
        shared.held().files.insert(address, Arc::clone(&file));
    }
    if let Some(known) = known {
        for place in site.content.static_files.iter_mut().filter(|place| Arc::ptr_eq(place, &known)) {
            *place = Arc::clone(&file);
        }
        made.changed_files.push((known, Arc::clone(&file)));
    }
    made.files.insert(format!("file:{id}"), file);
    Ok(())
}

fn shelf(site: &Site, label: &str) -> Option<Arc<CollectionInfo>> {
    let found = site.content.collection(label);
    found.map(|collection| Arc::clone(&collection.info))
}

fn found_file(value: &Value, made: &Made) -> Option<Arc<StaticFile>> {
    if let Value::Drop(object) = value
        && let Some(Named(name)) = object.as_any().downcast_ref()
    {
        return made.files.get(name).cloned();
    }
    let file = names::static_file(value)?;
    let changed = made.changed_files.iter().find(|(old, _)| Arc::ptr_eq(old, &file));
    Some(changed.map_or(file, |(_, new)| Arc::clone(new)))
}

fn layout(site: &mut Site, name: &str, fields: &Hash) {
    let Some(layout) = site.content.layouts.get_mut(name) else { return };
    let mut changed: Layout = (**layout).clone();
    if let Some(data) = data_of(fields) {
        changed.data = data;
    }
    if let Some(Value::Str(content)) = fields.get("content") {
        changed.content = content.clone();
    }
    *layout = Arc::new(changed);
}

fn set_layouts(site: &mut Site, rows: &[Value]) {
    let old = std::mem::take(&mut site.content.layouts);
    for row in rows {
        let Some([Value::Str(name), Value::Str(of)]) = row.as_array() else { continue };
        let of = of.split(':').next_back().unwrap_or(of);
        if let Some(layout) = old.get(of) {
            site.content.layouts.insert(name.to_string(), Arc::clone(layout));
        }
    }
}

fn set_pages(site: &mut Site, pages: &[Value], made: &mut Made) {
    let mut old: HashMap<PageId, Page> = site.content.pages.drain(..).map(|page| (page.id, page)).collect();
    for page in pages {
        let Value::Drop(object) = page else { continue };
        let Some(id) = names::page_of(&**object) else { continue };
        site.content.pages.extend(old.remove(&id).or_else(|| made.pages.remove(&id)));
    }
}

fn set_collections(site: &mut Site, collections: &Hash, made: &mut Made) {
    for (label, fields) in collections.iter() {
        let (Some(label), Some(fields)) = (label.as_str(), fields.as_hash()) else { continue };
        if site.content.collection(label).is_none() {
            let shelf = new_shelf(site, label, fields);
            site.content.collections.push(Collection::new(shelf));
        } else if let Some(Value::Hash(_)) = fields.get("metadata") {
            let shelf = Arc::new(new_shelf(site, label, fields));
            if let Some(collection) = site.content.collections.iter_mut().find(|collection| collection.label() == label)
            {
                collection.docs.iter_mut().for_each(|document| document.collection = Arc::clone(&shelf));
                collection.info = shelf;
            }
        }
    }
    // A document may have moved from one collection to another.
    let mut old: HashMap<DocId, Document> = HashMap::new();
    for collection in &mut site.content.collections {
        let is_new = collections.get(collection.label()).and_then(Value::as_hash);
        if is_new.is_some_and(|fields| fields.contains_key("docs")) {
            old.extend(collection.docs.drain(..).map(|document| (document.id, document)));
        }
    }
    let setup = Arc::clone(&site.setup);
    for collection in &mut site.content.collections {
        let Some(fields) = collections.get(collection.label()).and_then(Value::as_hash) else { continue };
        let Some(Value::Array(docs)) = fields.get("docs") else { continue };
        for doc in docs.iter() {
            let Value::Drop(object) = doc else { continue };
            let Some(DocumentDrop(id)) = object.as_any().downcast_ref() else { continue };
            let document = old.remove(id).or_else(|| {
                let (_, fields) = made.documents.remove(id)?;
                let path = text(&fields, "path").unwrap_or_default();
                let mut document = Document::new(&setup.context, &collection.info, path);
                document.id = *id;
                change_document(&mut document, &fields);
                Some(document)
            });
            collection.docs.extend(document);
        }
    }
}

fn new_shelf(site: &Site, label: &str, fields: &Hash) -> CollectionInfo {
    let metadata = fields.get("metadata").cloned().unwrap_or_else(|| Value::hash(Hash::new()));
    let collections: Hash = [(label, metadata)].into_iter().collect();
    CollectionInfo::new(label, Some(&Value::hash(collections)), &site.setup.collections_path, &site.setup.style)
}

/// Keys that were set, and keys that are gone.
pub fn set_keys(hash: &mut Hash, pairs: &Value) {
    let Some([set, gone]) = pairs.as_array() else { return };
    for pair in set.as_array().unwrap_or_default() {
        if let Some([key, value]) = pair.as_array() {
            hash.set_value(key.clone(), value.clone());
        }
    }
    for key in gone.as_array().unwrap_or_default().iter().filter_map(Value::as_str) {
        hash.remove(key);
    }
}

/// The same for values that lie over others: nil hides what is gone.
fn set_over(hash: &mut Hash, pairs: &Value) {
    set_keys(hash, pairs);
    let gone = pairs.as_array().and_then(|pairs| pairs.get(1)?.as_array()).unwrap_or_default();
    gone.iter().filter_map(Value::as_str).for_each(|key| hash.set(key, Value::Nil));
}

/// While documents are rendered front matter and configuration may change, in the sight of those rendered later.
pub fn to_view(view: &SiteView, changed: &Hash) {
    for (name, fields) in objects(changed) {
        let (Some(data), Some(entry)) = (data_of(fields), entry(view, name)) else { continue };
        let data = super::identity::given_hash(&data);
        match &entry.owned {
            OwnedItem::Document(document) => document.data.replace(data),
            OwnedItem::Page(page) => page.data.replace(data),
        }
    }
    if let Some(pairs) = changed.get("config") {
        let mut added = (*view.added).clone();
        set_over(&mut added, pairs);
        view.setup.change_config(&added);
        view.added.replace(added);
    }
    if let Some(pairs) = changed.get("data") {
        let mut data = view.data.get().as_hash().cloned().unwrap_or_default();
        set_keys(&mut data, pairs);
        view.data.replace(Value::hash(data));
    }
}

/// The index in site order of the page or document that Ruby calls by a name.
fn index(view: &SiteView, name: &str) -> Option<usize> {
    let (kind, id) = name.split_once(':')?;
    let id = id.parse().ok()?;
    match kind {
        "page" => Some(view.page(PageId(id))?.0),
        "doc" => Some(view.document(DocId(id))?.0),
        _ => None,
    }
}

fn entry<'v>(view: &'v SiteView, name: &str) -> Option<&'v ItemSlot> {
    view.slots.get(index(view, name)?)
}

/// Once everything is rendered, outputs may change, too.
pub fn to_rendered(view: &mut SiteView, changed: &Hash) {
    to_view(view, changed);
    for (name, fields) in objects(changed) {
        let Some(Value::Str(output)) = fields.get("output") else { continue };
        if let Some(entry) = index(view, name).and_then(|index| view.slots.get_mut(index)) {
            entry.output = std::sync::OnceLock::from(output.clone());
        }
    }
}
