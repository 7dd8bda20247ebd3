//! Values that a plugin has put into several places of the site.
//!
//! Ruby sends a copy for each place, and reports which of them are one object there. They then become one object here,
//! too, so that a change in place reaches all of them.
//!
//! A row has two places. A place is the name of a page, document or layout (such as `page:12`), `data` or `config`,
//! and a key.

use crate::changes::write_back;
use crate::objects::positions::Positions;
use hastie_liquid::{Hash, Value};
use hastie_site::model::{DocId, PageId};
use hastie_site::render::{OwnedItem, SiteView};
use hastie_site::site::Site;

/// A place that contains a value.
#[derive(Clone, Copy)]
struct Place<'r> {
    holder: &'r str,
    key: &'r Value,
}

/// Makes the values in each pair of places one object, before the site is rendered.
pub(crate) fn unite_in_site(site: &mut Site, changed: &Hash, positions: &Positions) {
    for [first, second] in rows(changed) {
        let old = [first, second].map(|place| hash_of(site, positions, place.holder)?.get_value(place.key).cloned());
        let Some(value) = united(&old) else { continue };
        for place in [first, second] {
            if let Some(hash) = hash_of(site, positions, place.holder) {
                hash.set_value(place.key.clone(), value.clone());
            }
        }
    }
}

/// Makes the values in each pair of places one object, while documents are rendered.
pub(crate) fn unite_in_view(view: &SiteView, changed: &Hash) {
    for [first, second] in rows(changed) {
        let old = [first, second].map(|place| in_view(view, place.holder, |hash| hash.get_value(place.key).cloned())?);
        let Some(value) = united(&old) else { continue };
        for place in [first, second] {
            replace_in_view(view, place, &value);
        }
    }
}

fn rows(changed: &Hash) -> impl Iterator<Item = [Place<'_>; 2]> {
    let rows = changed.get("same").and_then(Value::as_array).unwrap_or_default();
    rows.iter().filter_map(|row| {
        let [first, second] = row.as_array()? else { return None };
        Some([place(first)?, place(second)?])
    })
}

fn place(value: &Value) -> Option<Place<'_>> {
    let [Value::Str(holder), key] = value.as_array()? else { return None };
    Some(Place { holder, key })
}

/// The object for two places with equal values. `None` if the values differ, or if they are one object already.
fn united(values: &[Option<Value>; 2]) -> Option<Value> {
    let [Some(first), Some(second)] = values else { return None };
    let first = match first {
        Value::Str(text) => Value::Str(text.to_object()),
        other => other.clone(),
    };
    (!first.is_same(second) && write_back::is_equal(&first, second)).then_some(first)
}

/// The hash of a holder: front matter, the data, or the values that plugins have added to the configuration.
fn hash_of<'s>(site: &'s mut Site, positions: &Positions, holder: &str) -> Option<&'s mut Hash> {
    match holder.split_once(':') {
        Some(("page", id)) => {
            let index = positions.page(&site.content.pages, PageId(id.parse().ok()?))?;
            Some(&mut site.content.pages.get_mut(index)?.data)
        }
        Some(("doc", id)) => {
            let (collection, index) = positions.document(&site.content.collections, DocId(id.parse().ok()?))?;
            Some(&mut site.content.collections.get_mut(collection)?.docs.get_mut(index)?.data)
        }
        None if holder == "data" => match &mut site.content.data {
            Value::Hash(data) => Some(std::sync::Arc::make_mut(data)),
            _ => None,
        },
        None if holder == "config" => Some(&mut site.content.added),
        _ => None,
    }
}

/// Calls `read` with the hash of a holder. `None` if the view has no such holder.
fn in_view<T>(view: &SiteView, holder: &str, read: impl FnOnce(&Hash) -> T) -> Option<T> {
    match holder.split_once(':') {
        Some(("page", id)) => {
            let (index, _) = view.page(PageId(id.parse().ok()?))?;
            Some(read(front_matter(view, index)?))
        }
        Some(("doc", id)) => {
            let (index, _) = view.document(DocId(id.parse().ok()?))?;
            Some(read(front_matter(view, index)?))
        }
        Some(("layout", name)) => Some(read(&view.layouts().get(name)?.data)),
        None if holder == "data" => view.data().get().as_hash().map(read),
        None if holder == "config" => Some(read(view.added())),
        _ => None,
    }
}

fn front_matter(view: &SiteView, index: usize) -> Option<&Hash> {
    Some(match &view.slots().get(index)?.owned {
        OwnedItem::Document(document) => &document.data,
        OwnedItem::Page(page) => &page.data,
    })
}

fn replace_in_view(view: &SiteView, place: Place<'_>, value: &Value) {
    let with = |hash: &Hash| {
        let mut hash = hash.clone();
        hash.set_value(place.key.clone(), value.clone());
        hash
    };
    let Some(new) = in_view(view, place.holder, with) else { return };
    match place.holder.split_once(':') {
        Some(("page", id)) => {
            if let Some((_, page)) = id.parse().ok().and_then(|id| view.page(PageId(id))) {
                page.data.replace(new);
            }
        }
        Some(("doc", id)) => {
            if let Some((_, document)) = id.parse().ok().and_then(|id| view.document(DocId(id))) {
                document.data.replace(new);
            }
        }
        Some(("layout", name)) => {
            if let Some(layout) = view.layouts().get(name) {
                layout.data.replace(new);
            }
        }
        None if place.holder == "data" => view.data().replace(Value::hash(new)),
        None if place.holder == "config" => view.added().replace(new),
        _ => {}
    }
}
