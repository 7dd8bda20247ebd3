//! Lists, hashes and texts that a filter changed in place: whoever holds the same one sees the change, as in Ruby.

use super::{identity, names};
use hastie_liquid::{Abort, Context, Hash, Value};
use hastie_site::render::{OwnedItem, SiteView, rendering_of};
use std::sync::Arc;

/// Lists and hashes within each other that are searched.
const DEPTH: usize = 64;

/// Puts what became of a filter's input (the first) and arguments into the place of what they were: in variables, front
/// matter, data and configuration.
///
/// # Errors
/// Where nothing is being rendered.
pub fn write_back(cx: &mut Context<'_>, held: &[&Value], mutated: &Value) -> Result<(), Abort> {
    for entry in mutated.as_array().unwrap_or_default() {
        let Some([Value::Int(at), new, in_place]) = entry.as_array() else { continue };
        let Some(old) = usize::try_from(*at).ok().and_then(|at| held.get(at)) else { continue };
        let new = &identity::given(new);
        let view = Arc::clone(&rendering_of(cx.host)?.view);
        if let (Value::Drop(page), Value::Hash(hash)) = (old, new) {
            if let Some((_, page)) = names::page_of(&**page).and_then(|id| view.page(id)) {
                in_page(page, hash, in_place);
            }
            continue;
        }
        cx.replace_same(old, new);
        everywhere(&view, &Change { old, new });
    }
    Ok(())
}

/// Puts what became of a variable's value into its place wherever else the same object is.
///
/// # Errors
/// Where nothing is being rendered.
pub fn spread(cx: &mut Context<'_>, old: &Value, new: &Value) -> Result<(), Abort> {
    let view = Arc::clone(&rendering_of(cx.host)?.view);
    cx.replace_same(old, new);
    everywhere(&view, &Change { old, new });
    Ok(())
}

/// A page is a hash made for the filter: what it has in common with front matter are the objects in it.
fn in_page(page: &hastie_site::model::Page, hash: &Hash, in_place: &Value) {
    let keys = in_place.as_array().unwrap_or_default().iter().filter_map(Value::as_str);
    let shared: Vec<_> =
        keys.filter(|key| page.data.contains_key(key)).filter_map(|key| Some((key, hash.get(key)?.clone()))).collect();
    if !shared.is_empty() {
        let mut data = (*page.data).clone();
        shared.into_iter().for_each(|(key, value)| data.set(key, value));
        page.data.replace(data);
    }
}

fn everywhere(view: &SiteView, change: &Change<'_>) {
    for slot in &view.slots {
        let data = match &slot.owned {
            OwnedItem::Document(document) => &document.data,
            OwnedItem::Page(page) => &page.data,
        };
        if let Some(changed) = change.in_hash(data, 0) {
            data.replace(changed);
        }
    }
    if let Some(changed) = change.of(&view.data.get(), 0) {
        view.data.replace(changed);
    }
    let configured = view.setup.config.values.iter();
    let configured = configured.filter(|(key, _)| key.as_str().is_some_and(|key| !view.added.contains_key(key)));
    let changed: Vec<_> =
        configured.chain(view.added.iter()).filter_map(|(key, value)| Some((key, change.of(value, 0)?))).collect();
    if !changed.is_empty() {
        let mut added = (*view.added).clone();
        changed.into_iter().for_each(|(key, value)| added.set_value(key.clone(), value));
        view.added.replace(added);
    }
}

/// An object, and what became of it.
struct Change<'c> {
    old: &'c Value,
    new: &'c Value,
}

impl Change<'_> {
    /// A value with the object in it, as it is now.
    fn of(&self, value: &Value, depth: usize) -> Option<Value> {
        if value.is_same(self.old) {
            return Some(self.new.clone());
        }
        match value {
            Value::Hash(hash) => self.in_hash(hash, depth).map(Value::hash),
            Value::Array(items) if depth < DEPTH => {
                let (at, changed) =
                    items.iter().enumerate().find_map(|(at, item)| Some((at, self.of(item, depth + 1)?)))?;
                let mut items = items.to_vec();
                if let Some(item) = items.get_mut(at) {
                    *item = changed;
                }
                Some(Value::array(items))
            }
            _ => None,
        }
    }

    fn in_hash(&self, hash: &Hash, depth: usize) -> Option<Hash> {
        if depth >= DEPTH {
            return None;
        }
        let changed: Vec<_> = hash.iter().filter_map(|(key, value)| Some((key, self.of(value, depth + 1)?))).collect();
        if changed.is_empty() {
            return None;
        }
        let mut with = hash.clone();
        changed.into_iter().for_each(|(key, value)| with.set_value(key.clone(), value));
        Some(with)
    }
}
