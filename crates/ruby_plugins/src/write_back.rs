//! Updates the site after a filter has changed arrays, hashes or strings in place.
//!
//! In Jekyll, plugins and templates share these objects: if a filter changes one, all holders of the object see the
//! change. Here, Ruby changes a copy. The changed copy then replaces the original object in variables, front matter,
//! data and the configuration.

use super::identity;
use super::object_names;
use hastie_liquid::{Abort, Context, ErrorKind, Hash, Value};
use hastie_site::model::Page;
use hastie_site::render::{OwnedItem, SiteView, rendering_of};
use std::sync::Arc;

/// The maximum depth of nested arrays and hashes that are searched.
const MAX_DEPTH: usize = 64;

/// Applies a filter's changes to its own `arguments`, the first of which is the filter's input. Replaces old values
/// everywhere, or updates a page's front matter. If the filter returned an argument that it changed, returns the
/// argument's new value. Otherwise, and for a page, returns `None`.
///
/// Each row of `changed` has four columns: the argument's index, its new value, the keys changed in place (for pages),
/// and whether the filter returned the argument.
///
/// # Errors
/// Same as [`replace_everywhere`].
pub(crate) fn write_back(cx: &mut Context<'_>, arguments: &[&Value], changed: &Value) -> Result<Option<Value>, Abort> {
    let mut returned = None;
    for row in changed.as_array().unwrap_or_default() {
        let Some([Value::Int(index), new, in_place, is_result]) = row.as_array() else { continue };
        let Some(old) = usize::try_from(*index).ok().and_then(|index| arguments.get(index)) else { continue };
        let new = &keep_objects(old, &identity::with_identity(new), 0);
        if let (Value::Drop(page), Value::Hash(hash)) = (old, new) {
            let view = Arc::clone(&rendering_of(cx.host)?.view);
            if let Some((_, page)) = object_names::page_of(&**page).and_then(|id| view.page(id)) {
                change_front_matter(&view, page, hash, in_place.as_array().unwrap_or_default());
            }
            continue;
        }
        replace_everywhere(cx, old, new)?;
        if is_result.truthy() {
            returned = Some(new.clone());
        }
    }
    Ok(returned)
}

/// Replaces the object `old` by `new` in variables, in the `content` of a layout, and in front matter, data and the
/// configuration.
///
/// # Errors
/// Fails if nothing is being rendered, or if `old` is a text that Ruby may not change in place.
pub(crate) fn replace_everywhere(cx: &mut Context<'_>, old: &Value, new: &Value) -> Result<(), Abort> {
    let view = Arc::clone(&rendering_of(cx.host)?.view);
    if let Some(key) = rendering_of(cx.host)?.lent_texts.as_ref().and_then(|lent| lent.key_of(old)) {
        let text =
            format!("changing a text of Jekyll's own in place is not supported: {key}. Change a copy (dup) instead");
        return Err(Abort::error(ErrorKind::NotImplemented, text));
    }
    view.forget_results();
    let replacement = Replacement { old, new };
    if let Some(variables) = &mut rendering_of(cx.host)?.layout_variables {
        variables.replace(|value| replacement.in_value(value, 0));
    }
    cx.replace_in_place(old, new);
    for value in cx.values_mut() {
        if let Some(replaced) = replacement.in_value(value, 0) {
            *value = replaced;
        }
    }
    replace_in_site(&view, &replacement);
    Ok(())
}

/// Copies values from a page's hash to its front matter: the values that Ruby changed in place, at the keys `in_place`.
/// A key that Ruby set to another object is not copied, because Jekyll creates the hash anew for each rendering. Keys
/// that the front matter lacks, such as `url`, are not copied either.
pub(crate) fn change_front_matter(view: &SiteView, page: &Page, hash: &Hash, in_place: &[Value]) {
    let keys = in_place.iter().filter_map(Value::as_str).filter(|key| page.data.contains_key(key));
    let changed: Vec<_> = keys.filter_map(|key| Some((key, hash.get(key)?.clone()))).collect();
    if !changed.is_empty() {
        let mut data = (*page.data).clone();
        changed.into_iter().for_each(|(key, value)| data.set(key, value));
        page.data.replace(data);
        view.forget_results();
    }
}

fn replace_in_site(view: &SiteView, replacement: &Replacement<'_>) {
    for slot in view.slots() {
        let data = match &slot.owned {
            OwnedItem::Document(document) => &document.data,
            OwnedItem::Page(page) => &page.data,
        };
        if let Some(changed) = replacement.in_hash(data, 0) {
            data.replace(changed);
        }
    }
    if let Some(changed) = replacement.in_value(&view.data().get(), 0) {
        view.data().replace(changed);
    }
    for layout in view.layouts().values() {
        if let Some(changed) = replacement.in_hash(&layout.data, 0) {
            layout.data.replace(changed);
        }
    }
    for file in view.static_files() {
        if let Some(changed) = replacement.in_hash(&file.data, 0) {
            file.data.replace(Arc::new(changed));
        }
    }
    for collection in view.collections() {
        if let Some(changed) = replacement.in_hash(&collection.info.metadata, 0) {
            collection.info.metadata.replace(changed);
        }
    }
    let context = &view.setup().context;
    context.defaults.replace(|values| replacement.in_hash(values, 0));
    let configured = context.config.values.iter();
    let configured = configured.filter(|(key, _)| key.as_str().is_some_and(|key| !view.added().contains_key(key)));
    let changed: Vec<_> = configured
        .chain(view.added().iter())
        .filter_map(|(key, value)| Some((key, replacement.in_value(value, 0)?)))
        .collect();
    if !changed.is_empty() {
        let mut added = (**view.added()).clone();
        changed.into_iter().for_each(|(key, value)| added.set_value(key.clone(), value));
        view.added().replace(added);
    }
}

/// A copy of `new` in which every part that equals the same part of `old` is replaced by the object in `old`. So other
/// holders of this object still see later changes.
fn keep_objects(old: &Value, new: &Value, depth: usize) -> Value {
    match (old, new) {
        _ if is_equal(old, new, depth) => old.clone(),
        _ if depth >= MAX_DEPTH => new.clone(),
        (Value::Hash(old), Value::Hash(new)) => {
            let mut kept = (**new).clone();
            for (key, value) in kept.iter_mut() {
                if let Some(old) = old.get_value(key) {
                    *value = keep_objects(old, value, depth + 1);
                }
            }
            Value::hash(kept)
        }
        (Value::Array(old), Value::Array(new)) => {
            let kept = |(index, value)| {
                old.get(index).map_or_else(|| Value::clone(value), |old| keep_objects(old, value, depth + 1))
            };
            Value::array(new.iter().enumerate().map(kept).collect())
        }
        _ => new.clone(),
    }
}

/// Whether two values have the same type and content. False for values nested more than [`MAX_DEPTH`] deep.
fn is_equal(one: &Value, other: &Value, depth: usize) -> bool {
    match (one, other) {
        _ if depth > MAX_DEPTH => false,
        (Value::Nil, Value::Nil) => true,
        (Value::Bool(one), Value::Bool(other)) => one == other,
        (Value::Int(one), Value::Int(other)) => one == other,
        (Value::Float(one), Value::Float(other)) => one.to_bits() == other.to_bits(),
        (Value::Str(one), Value::Str(other)) => one == other && one.is_us_ascii() == other.is_us_ascii(),
        (Value::Symbol(one), Value::Symbol(other)) => one == other,
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other.iter()).all(|(one, other)| is_equal(one, other, depth + 1))
        }
        (Value::Hash(one), Value::Hash(other)) => {
            one.len() == other.len()
                && one.iter().zip(other.iter()).all(|((key, one), (other_key, other))| {
                    is_equal(key, other_key, depth + 1) && is_equal(one, other, depth + 1)
                })
        }
        _ => is_same(one, other),
    }
}

/// An object, and the value that replaces it.
struct Replacement<'r> {
    old: &'r Value,
    new: &'r Value,
}

/// Whether two values are the same object, which may be a time.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Time(one), Value::Time(other)) => Arc::ptr_eq(one, other),
        _ => one.is_same(other),
    }
}

impl Replacement<'_> {
    /// A copy of `value` in which `old` is replaced by `new`, at any depth. `None` if the value does not contain `old`.
    fn in_value(&self, value: &Value, depth: usize) -> Option<Value> {
        if is_same(value, self.old) {
            return Some(self.new.clone());
        }
        match value {
            Value::Hash(hash) => self.in_hash(hash, depth).map(Value::hash),
            Value::Array(items) if depth < MAX_DEPTH => {
                let changed: Vec<_> = items.iter().map(|item| self.in_value(item, depth + 1)).collect();
                if changed.iter().all(Option::is_none) {
                    return None;
                }
                let items = items.iter().zip(changed);
                Some(Value::array(items.map(|(item, changed)| changed.unwrap_or_else(|| item.clone())).collect()))
            }
            _ => None,
        }
    }

    fn in_hash(&self, hash: &Hash, depth: usize) -> Option<Hash> {
        if depth >= MAX_DEPTH {
            return None;
        }
        let changed: Vec<_> =
            hash.iter().filter_map(|(key, value)| Some((key, self.in_value(value, depth + 1)?))).collect();
        if changed.is_empty() {
            return None;
        }
        let mut with = hash.clone();
        changed.into_iter().for_each(|(key, value)| with.set_value(key.clone(), value));
        Some(with)
    }
}
