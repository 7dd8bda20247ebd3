//! Applies Ruby's changes to the list of collections, and to the metadata, documents and files of each collection.

use super::{Pending, change_document, removed};
use crate::changes::rows::text;
use hastie_liquid::{Abort, Hash, Value};
use hastie_site::model::{Collection, CollectionInfo, DocId, Document};
use hastie_site::render::drops::DocumentDrop;
use hastie_site::render::{ItemSlot, SiteView};
use hastie_site::site::Site;
use std::collections::HashMap;
use std::sync::Arc;

/// Creates the new collections, and applies the changes of metadata. The other changes refer to the collections.
pub(super) fn apply_metadata(site: &mut Site, changed: &Hash) {
    let removed = changed.get("removed").and_then(Value::as_hash);
    for (label, docs) in removed.into_iter().flat_map(Hash::iter) {
        if let (Some(label), Value::Array(docs)) = (label.as_str(), docs) {
            remove(site, label, docs);
        }
    }
    let changes = changed.get("collections").and_then(Value::as_hash);
    for (label, fields) in changes.into_iter().flat_map(Hash::iter) {
        if let (Some(label), Some(fields)) = (label.as_str(), fields.as_hash()) {
            set_metadata(site, label, fields);
        }
    }
}

/// Prepares a collection that Ruby has removed from the site, or replaced by another with the same label. `docs` are its
/// documents. They keep it as their collection, and remain neighbours, wherever they are now.
fn remove(site: &mut Site, label: &str, docs: &[Value]) {
    let Some(index) = site.content.collections.iter().position(|collection| collection.label() == label) else {
        return;
    };
    let ids: Vec<Option<DocId>> = docs.iter().map(id_of).collect();
    let new = configured(site, label);
    let mut all = site.content.collections.iter_mut().flat_map(|collection| &mut collection.docs);
    let neighbour = |place: Option<usize>| ids.get(place?).copied().flatten();
    for (place, id) in ids.iter().enumerate() {
        if let Some(document) = all.by_ref().find(|document| Some(document.id) == *id) {
            document.neighbours = Some(Box::new([neighbour(place.checked_sub(1)), neighbour(Some(place + 1))]));
        }
    }
    site.content.collections[index].info = new.info;
}

fn id_of(doc: &Value) -> Option<DocId> {
    let Value::Drop(object) = doc else { return None };
    object.as_any().downcast_ref().map(|DocumentDrop(id)| *id)
}

/// Applies the changes under `collections` and `collection_labels`. Takes new documents and files from `pending`.
///
/// # Errors
/// Fails if a document is in two collections, or if the site no longer has it.
pub(super) fn apply(site: &mut Site, changed: &Hash, pending: &mut Pending) -> Result<(), Abort> {
    let none = Hash::new();
    let changes = changed.get("collections").and_then(Value::as_hash).unwrap_or(&none);
    let labels = changed.get("collection_labels").and_then(Value::as_array);
    if labels.is_none() && changes.is_empty() {
        return Ok(());
    }
    let is_changed = |label: &str| list_of(changes, label, "docs").is_some();
    // A document may have moved from one collection to another.
    let mut old: HashMap<DocId, Document> = HashMap::new();
    for collection in &mut site.content.collections {
        if is_changed(collection.label()) {
            old.extend(collection.docs.drain(..).map(|document| (document.id, document)));
        }
    }
    if let Some(labels) = labels {
        set_labels(site, labels, &mut old);
    }
    for index in 0..site.content.collections.len() {
        let label = site.content.collections[index].label().to_owned();
        if let Some(docs) = list_of(changes, &label, "docs") {
            let docs = documents(site, docs, &mut old, pending)?;
            if label == "posts" {
                give_dates(&docs);
            }
            site.content.collections[index].docs = docs;
        }
        if let Some(files) = list_of(changes, &label, "files") {
            site.content.collections[index].files = files.iter().filter_map(|file| pending.files.file(file)).collect();
        }
    }
    check_neighbours(site)
}

/// Fails if a neighbour of a document no longer belongs to the site. In Jekyll, templates still see it.
fn check_neighbours(site: &Site) -> Result<(), Abort> {
    let docs = || site.content.collections.iter().flat_map(|collection| &collection.docs);
    for document in docs() {
        for id in document.neighbours.iter().flat_map(|neighbours| neighbours.iter().flatten()) {
            if docs().all(|other| other.id != *id) {
                let path = &document.relative_path;
                let text = format!("{path} is next to a document of its former collection that the site no longer has");
                return Err(Abort::error("NotImplementedError", text));
            }
        }
    }
    Ok(())
}

/// The changed list `key` of the collection with this label.
fn list_of<'c>(changes: &'c Hash, label: &str, key: &str) -> Option<&'c [Value]> {
    changes.get(label)?.as_hash()?.get(key)?.as_array()
}

/// The documents in a list of Ruby.
fn documents(
    site: &Site,
    docs: &[Value],
    old: &mut HashMap<DocId, Document>,
    pending: &mut Pending,
) -> Result<Vec<Document>, Abort> {
    let mut found = Vec::with_capacity(docs.len());
    for doc in docs {
        let Some(id) = id_of(doc) else { continue };
        let document = match old.remove(&id) {
            Some(document) => document,
            None => new_document(site, id, pending)?,
        };
        found.push(document);
    }
    Ok(found)
}

/// Gives documents with layouts from other collections that are now posts their fallback dates. In Jekyll, applying the
/// layouts does this, and `site.posts` is sorted later.
fn give_dates(docs: &[Document]) {
    for document in docs.iter().filter(|document| document.collection.label != "posts") {
        if document.collection.is_written() && document.field("layout").truthy() {
            document.date();
        }
    }
}

/// The document that Ruby has created with this id.
fn new_document(site: &Site, id: DocId, pending: &mut Pending) -> Result<Document, Abort> {
    let Some(fields) = pending.documents.remove(&id) else {
        return Err(match twice(site, id) {
            Some(path) => {
                let text = format!("{path} is in two collections of the site: this is not supported");
                Abort::error("NotImplementedError", text)
            }
            None => removed("a document"),
        });
    };
    let path = text(&fields, "path").unwrap_or_default();
    let label = text(&fields, "collection").unwrap_or_default();
    let info = info(site, label).unwrap_or_else(|| configured(site, label).info);
    let mut document = Document::new(&site.setup.context, &info, path);
    document.id = id;
    change_document(&mut document, &fields);
    Ok(document)
}

/// The path of a document that a collection of the site has. `None` if no collection has the document.
fn twice(site: &Site, id: DocId) -> Option<String> {
    let mut docs = site.content.collections.iter().flat_map(|collection| &collection.docs);
    docs.find(|document| document.id == id).map(|document| document.relative_path.to_string())
}

/// Puts the collections into this order. Other collections no longer belong to the site. Their documents are added to
/// `old`, because another collection may have them now.
fn set_labels(site: &mut Site, labels: &[Value], old: &mut HashMap<DocId, Document>) {
    let mut known = std::mem::take(&mut site.content.collections);
    for label in labels.iter().filter_map(Value::as_str) {
        if let Some(index) = known.iter().position(|collection| collection.label() == label) {
            site.content.collections.push(known.remove(index));
        }
    }
    old.extend(known.into_iter().flat_map(|collection| collection.docs).map(|document| (document.id, document)));
}

/// Creates a collection, or updates its metadata.
fn set_metadata(site: &mut Site, label: &str, fields: &Hash) {
    let metadata = fields.get("metadata").and_then(Value::as_hash).cloned();
    if let Some(info) = info(site, label) {
        if let Some(metadata) = metadata {
            info.change(metadata, text(fields, "url_template"), &site.setup.context.style);
        }
        return;
    }
    let collection = configured(site, label);
    collection.info.change(metadata.unwrap_or_default(), None, &site.setup.context.style);
    site.content.collections.push(collection);
}

/// The label and settings of a collection. `None` if the site does not have it.
pub(super) fn info(site: &Site, label: &str) -> Option<Arc<CollectionInfo>> {
    let found = site.content.collection(label);
    found.map(|collection| Arc::clone(&collection.info))
}

/// A collection with this label, as the configuration describes it.
fn configured(site: &Site, label: &str) -> Collection {
    Collection::configured(&site.setup.context, label)
}

/// Applies the changes of metadata while documents are rendered. They decide which documents are written.
///
/// # Errors
/// Fails if `output` has changed, and documents of the collection have layouts: Jekyll decides whether to write them when
/// it applies the layouts.
pub(crate) fn change_metadata(view: &SiteView, changed: &Hash) -> Result<(), Abort> {
    let changes = changed.get("collections").and_then(Value::as_hash);
    for (label, fields) in changes.into_iter().flat_map(Hash::iter) {
        let Some(metadata) = fields.as_hash().and_then(|fields| fields.get("metadata")?.as_hash()) else { continue };
        if let Some(collection) = label.as_str().and_then(|label| view.collection(label)) {
            let is_written = metadata.get("output").is_some_and(Value::truthy);
            let has_layout = |slot: &ItemSlot| slot.item().field("layout").truthy();
            if is_written != collection.info.is_written()
                && view.slots().first()[collection.docs.clone()].iter().any(has_layout)
            {
                let label = &collection.info.label;
                let text = format!("'output' of the collection {label} cannot change while documents are rendered");
                return Err(Abort::error("NotImplementedError", text));
            }
            collection.info.metadata.replace(metadata.clone());
        }
    }
    Ok(())
}
