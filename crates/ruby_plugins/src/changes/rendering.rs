//! Applies the changes that Ruby made to the site while it was rendered, or later. For their form, see
//! [`changes`](crate::changes).

use crate::changes::rows::{data_of, objects, text};
use crate::changes::shared_values;
use crate::changes::static_files::{ChangedFiles, Origin};
use crate::changes::tables;
use crate::changes::write_back::{self, Holders};
use crate::changes::{collections, new_page, note_output_writer, with_checked_destination};
use crate::identity;
use crate::interpreter::Interpreter;
use crate::objects::names;
use hastie_liquid::{Abort, Hash, Value};
use hastie_site::model::{DocId, Document, PageId, Writer};
use hastie_site::render::drops::DocumentDrop;
use hastie_site::render::view::CollectionView;
use hastie_site::render::{ItemSlot, OwnedItem, SiteView};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The keys of changes that results of other renderings may depend on.
const LISTS_AND_TABLES: [&str; 8] =
    ["objects", "collections", "config", "data", "pages", "static_files", "tags", "categories"];

/// Applies Ruby's changes during rendering: to front matter, the configuration, and the attributes that Ruby adds to
/// pages. Also updates `site.data`, `site.tags` and `site.categories`. Items that are rendered later see these changes.
///
/// # Errors
/// Same as [`write_back::change_in_place`].
pub(crate) fn to_view(holders: &mut Holders<'_, '_>, changed: &Hash, ruby: &Interpreter) -> Result<(), Abort> {
    let view = holders.view;
    refuse_late_changes(holders, changed, ruby)?;
    if LISTS_AND_TABLES.iter().any(|key| changed.contains_key(key)) {
        view.forget_results();
    }
    change_static_files(view, changed, ruby)?;
    for (name, fields) in objects(changed) {
        if let Some(layout) = name.strip_prefix("layout:").and_then(|name| view.layouts().get(name)) {
            let old = Value::hash((*layout.data).clone());
            if let Some(data) = changed_data(holders, &old, fields)? {
                layout.data.replace(data);
            }
        }
        if let Some(slot) = slot(view, name) {
            change_item(holders, slot, fields)?;
        }
    }
    collections::change_metadata(view, changed)?;
    if let Some(pairs) = changed.get("config") {
        change_configuration(holders, pairs, changed)?;
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
    append_pages(view, changed, ruby)?;
    shared_values::unite_in_view(view, changed);
    Ok(())
}

/// Changes the content, the output, the attributes and the front matter of a page or document.
fn change_item(holders: &mut Holders<'_, '_>, slot: &ItemSlot, fields: &Hash) -> Result<(), Abort> {
    if let Some(Value::Str(content)) = fields.get("content") {
        slot.replace_content(content.clone());
        holders.view.forget_template(slot);
    }
    if let Some(Value::Str(output)) = fields.get("output") {
        slot.replace_output(output.clone());
    }
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
    Ok(())
}

/// Changes the configuration. `pairs` are the changes of its keys, and `changed` also has changed attributes of the site.
fn change_configuration(holders: &mut Holders<'_, '_>, pairs: &Value, changed: &Hash) -> Result<(), Abort> {
    let view = holders.view;
    let mut old = view.setup().context.config.values.clone();
    view.added().iter().for_each(|(key, value)| old.set_value(key.clone(), value.clone()));
    let old = write_back::change_in_place(holders, &Value::hash(old), tables::in_place_of(pairs))?;
    let mut added = (**view.added()).clone();
    tables::set_override_keys(&mut added, pairs);
    tables::keep_objects_of(&mut added, &old, pairs);
    view.setup().context.change_config(&tables::with_settings(added.clone(), changed));
    view.added().replace(added);
    Ok(())
}

/// Applies Ruby's changes after rendering: everything that [`to_view`] changes, and pages that were added or removed.
///
/// # Errors
/// Same as [`to_view`].
pub(crate) fn to_rendered(view: &mut SiteView, changed: &Hash, ruby: &Interpreter) -> Result<(), Abort> {
    for index in removed_items(view, changed) {
        match &mut view.slots_mut().get_mut(index).map(|slot| &mut slot.owned) {
            Some(OwnedItem::Page(page)) => page.writer = Writer::Nobody,
            Some(OwnedItem::Document(document)) => document.writer = Writer::Nobody,
            None => {}
        }
    }
    to_view(&mut Holders::of_site(view), changed, ruby)?;
    // Jekyll writes an empty file for a page without output.
    for (name, fields) in objects(changed).filter(|(name, _)| name.starts_with("page:")) {
        if let Some(slot) = slot(view, name) {
            slot.set_output(text(fields, "output").unwrap_or_default().into());
        }
    }
    Ok(())
}

fn page_id(value: &Value) -> Option<PageId> {
    match value {
        Value::Drop(object) => names::page_of(&**object),
        _ => None,
    }
}

/// The indices of the pages and documents that are missing in Ruby's new lists.
fn removed_items(view: &SiteView, changed: &Hash) -> Vec<usize> {
    let mut removed = Vec::new();
    let mut compare = |list: &[Value], items: &mut dyn Iterator<Item = usize>| {
        let kept: HashSet<usize> = list.iter().filter_map(|item| index_of(view, item)).collect();
        removed.extend(items.filter(|index| !kept.contains(index)));
    };
    if let Some(Value::Array(list)) = changed.get("pages") {
        compare(list, &mut view.pages().filter(|index| view.sheet_of(*index).is_none()));
    }
    for (collection, list) in changed_collections(view, changed) {
        compare(list, &mut collection.docs.clone());
    }
    removed
}

/// Appends the pages that Ruby has created. They are rendered after all other pages.
fn append_pages(view: &SiteView, changed: &Hash, ruby: &Interpreter) -> Result<(), Abort> {
    let Some(Value::Array(list)) = changed.get("pages") else { return Ok(()) };
    let rows: HashMap<&str, &Arc<Hash>> = objects(changed).collect();
    for id in list.iter().filter_map(page_id).filter(|id| view.page(*id).is_none()) {
        let name = format!("page:{}", id.0);
        if let Some(fields) = rows.get(name.as_str()) {
            note_output_writer(&name, fields, ruby);
            let fields = with_checked_destination(fields, ruby)?;
            view.append_page(new_page(&view.setup().context, id, &fields));
        }
    }
    Ok(())
}

/// Changes the static files, and the list of them.
fn change_static_files(view: &SiteView, changed: &Hash, ruby: &Interpreter) -> Result<(), Abort> {
    let mut files = ChangedFiles::default();
    for (name, fields) in objects(changed) {
        let Some(id) = name.strip_prefix("file:") else { continue };
        let fields = with_checked_destination(fields, ruby)?;
        files.change(&Origin::of_view(view), id, &fields, ruby)?;
    }
    let list = changed.get("static_files");
    if list.is_some() || !files.is_empty() {
        let mut all = view.static_files().to_vec();
        files.apply(&mut all, list);
        view.replace_static_files(all);
    }
    Ok(())
}

/// Fails if Ruby has changed something that is fixed while documents are rendered. This applies to the lists of
/// documents, the order of pages and the texts of layouts. It also applies to excerpts, and to the URL of a page that is
/// not rendered yet.
fn refuse_late_changes(holders: &mut Holders<'_, '_>, changed: &Hash, ruby: &Interpreter) -> Result<(), Abort> {
    let (view, own) = (holders.view, holders.index());
    let refuse = |what: String| {
        Err(Abort::error("NotImplementedError", format!("{what} cannot change while documents are rendered")))
    };
    if let Some(Value::Array(list)) = changed.get("pages")
        && !keeps_items(view, list, view.pages())
    {
        return refuse("the order of site.pages".to_string());
    }
    for (collection, list) in changed_collections(view, changed) {
        let has_new = list.iter().any(|document| index_of(view, document).is_none());
        if has_new || !keeps_items(view, list, collection.docs.clone()) {
            return refuse(format!("the list of documents of {}", collection.info.label));
        }
    }
    if changed.contains_key("collection_labels") || changes_files(changed) {
        return refuse("site.collections".to_owned());
    }
    for (name, fields) in objects(changed) {
        if name.starts_with("layout:") && fields.contains_key("content") {
            return refuse(format!("the content of the {}", name.replacen(':', " ", 1)));
        }
        let Some(new) = data_of(fields) else { continue };
        let Some(slot) = slot(view, name) else { continue };
        match &slot.owned {
            OwnedItem::Document(document) if is_other_excerpt(document, fields) => {
                return refuse(format!("the excerpt of {}", document.relative_path));
            }
            OwnedItem::Document(document)
                if excerpt_of(&new).is_some()
                    && !is_same(excerpt_of(&document.data), excerpt_of(&new))
                    && !has_excerpts_of_ruby(ruby) =>
            {
                return refuse(format!("the excerpt of {}", document.relative_path));
            }
            // The URL of a page is computed at the latest when the page is rendered.
            OwnedItem::Page(page)
                if index(view, name) != own
                    && !slot.body.is_set()
                    && !is_same(page.data.get("permalink"), new.get("permalink")) =>
            {
                return refuse(format!("the permalink of {}", page.relative_path()));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether a plugin has changed the source of a document's excerpt.
fn is_other_excerpt(document: &Document, fields: &Hash) -> bool {
    matches!(fields.get("excerpt"), Some(Value::Str(source)) if document.excerpt.as_ref() != Some(source))
}

/// Whether templates ask Ruby for the excerpts of documents.
fn has_excerpts_of_ruby(ruby: &Interpreter) -> bool {
    ruby.defined().drops.get("DocumentDrop").is_some_and(|keys| keys.iter().any(|key| key == "excerpt"))
}

/// The excerpt in front matter, if a plugin or the author has set a text.
fn excerpt_of(data: &Hash) -> Option<&Value> {
    data.get("excerpt").filter(|excerpt| matches!(excerpt, Value::Str(_)))
}

fn is_same(old: Option<&Value>, new: Option<&Value>) -> bool {
    match (old, new) {
        (Some(old), Some(new)) => write_back::is_equal(old, new),
        (old, new) => old.is_none() && new.is_none(),
    }
}

/// The collections whose list of documents Ruby has changed, each with its new list.
fn changed_collections<'a>(
    view: &'a SiteView,
    changed: &'a Hash,
) -> impl Iterator<Item = (&'a CollectionView, &'a [Value])> {
    let rows = changed.get("collections").and_then(Value::as_hash);
    rows.into_iter().flat_map(Hash::iter).filter_map(|(label, fields)| {
        let list = fields.as_hash()?.get("docs")?.as_array()?;
        Some((view.collection(label.as_str()?)?, list))
    })
}

/// Whether Ruby has changed the list of files of a collection.
fn changes_files(changed: &Hash) -> bool {
    let rows = changed.get("collections").and_then(Value::as_hash);
    rows.into_iter()
        .flat_map(Hash::iter)
        .any(|(_, fields)| fields.as_hash().is_some_and(|fields| fields.contains_key("files")))
}

/// The index of a page or document in site order. `None` if the view does not contain it.
fn index_of(view: &SiteView, value: &Value) -> Option<usize> {
    let Value::Drop(object) = value else { return None };
    if let Some(id) = names::page_of(&**object) {
        return Some(view.page(id)?.0);
    }
    let DocumentDrop(id) = object.as_any().downcast_ref()?;
    Some(view.document(*id)?.0)
}

/// Whether Ruby's list has all `items` in their order. It may have new items at its end. Source maps of style sheets are
/// appended while Ruby has the list, so they may be missing. Items that Ruby has removed after rendering may be missing, too.
fn keeps_items(view: &SiteView, list: &[Value], mut items: impl Iterator<Item = usize>) -> bool {
    let indices: Vec<usize> = list.iter().map(|item| index_of(view, item).unwrap_or(usize::MAX)).collect();
    let may_miss =
        |index: &usize| view.slots()[*index].item().writer() == Writer::Nobody || view.sheet_of(*index).is_some();
    indices.is_sorted() && items.all(|index| indices.binary_search(&index).is_ok() || may_miss(&index))
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
