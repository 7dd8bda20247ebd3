//! Updates the site after Ruby has changed texts, times, arrays or hashes in place.
//!
//! In Jekyll, plugins and templates share these objects: if a plugin changes one, all holders of the object see the
//! change. Here, Ruby changes a copy. The changed copy then replaces the original object in variables, front matter,
//! data and the configuration.
//!
//! Short texts have no address by which they can be recognized, unless the site is built in a [world with text
//! identity](hastie_site::world::World::with_text_identity). If a tag changes a text in another world, the build starts
//! again in such a world.

use crate::identity;
use hastie_liquid::{Abort, Context, ErrorKind, Hash, Value};
use hastie_site::render::{OwnedItem, RenderContext, SiteView, rendering_of};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The maximum depth of nested arrays and hashes that are searched.
const MAX_DEPTH: usize = 64;

/// Everything that may contain an object: the site, and the variables of the page and the template that are being
/// rendered.
pub(crate) struct Holders<'h, 'c> {
    pub(crate) view: &'h SiteView,
    /// `None` if no template is being rendered.
    template: Option<&'h mut Context<'c>>,
    /// `None` in a template, whose context has the rendering, and if no item is being rendered.
    rendering: Option<&'h mut RenderContext>,
    /// The number of references to each changed object from a holder that the caller updates.
    updated: usize,
}

impl<'h, 'c> Holders<'h, 'c> {
    /// The site alone.
    pub(crate) fn of_site(view: &'h SiteView) -> Self {
        Holders { view, template: None, rendering: None, updated: 0 }
    }

    /// The site, and the item that is being rendered.
    pub(crate) fn of_rendering(view: &'h SiteView, rendering: &'h mut RenderContext) -> Self {
        Holders { view, template: None, rendering: Some(rendering), updated: 0 }
    }

    /// The site, and the template that is being rendered.
    pub(crate) fn of_template(view: &'h SiteView, cx: &'h mut Context<'c>) -> Self {
        Holders { view, template: Some(cx), rendering: None, updated: 0 }
    }

    /// The index of the item that is being rendered. `None` if no item is being rendered.
    pub(crate) fn index(&mut self) -> Option<usize> {
        if let Some(template) = &mut self.template {
            return rendering_of(template.host).ok().map(|rendering| rendering.index);
        }
        self.rendering.as_ref().map(|rendering| rendering.index)
    }

    /// Applies changes in place to the objects in front matter, which the caller then replaces by the result. `old` is
    /// a copy of the front matter. See [`change_in_place`].
    ///
    /// # Errors
    /// Same as [`replace`].
    pub(crate) fn change_front_matter(&mut self, old: &Value, changes: &[Value]) -> Result<Value, Abort> {
        self.updated = 1;
        let changed = change_in_place(self, old, changes);
        self.updated = 0;
        changed
    }
}

/// Applies a filter's changes in place to its own `arguments`, the first of which is the filter's input. If the filter
/// returned an argument that it changed, returns the argument's new value. Otherwise, and for a page, returns `None`.
///
/// Each row of `changed` has three columns: the argument's index, its changes as in [`change_in_place`], and whether
/// the filter returned the argument.
///
/// # Errors
/// Same as [`replace`].
pub(crate) fn write_back(
    holders: &mut Holders<'_, '_>,
    arguments: &[&Value],
    changed: &Value,
) -> Result<Option<Value>, Abort> {
    let mut returned = None;
    for row in changed.as_array().unwrap_or_default() {
        let Some([Value::Int(index), Value::Array(changes), is_result]) = row.as_array() else { continue };
        let Some(old) = usize::try_from(*index).ok().and_then(|index| arguments.get(index)) else { continue };
        let new = change_in_place(holders, old, changes)?;
        if is_result.truthy() && !matches!(new, Value::Drop(_)) {
            returned = Some(new);
        }
    }
    Ok(returned)
}

/// Applies changes in place to the objects in a value, and to these objects wherever else they are used. Returns the
/// value with its changes.
///
/// Each row of `changes` has the path of an object in `given` (indexes of arrays, and keys of hashes) and the changed
/// object. An object comes after those inside of it.
///
/// # Errors
/// Same as [`replace`].
pub(crate) fn change_in_place(holders: &mut Holders<'_, '_>, given: &Value, changes: &[Value]) -> Result<Value, Abort> {
    let mut root = given.clone();
    for change in changes {
        let Some([Value::Array(path), new]) = change.as_array() else { continue };
        let Some(old) = object_at(holders, &root, path)? else { continue };
        // A plugin may set keys of a page's hash, which is created anew for each template.
        if matches!(old, Value::Drop(_)) {
            continue;
        }
        let new = keep_objects(&old, &identity::with_identity(new));
        let replacement = Replacement::new(&old, &new);
        let roots = if root.is_same(given) { 1 } else { 2 };
        let own = match (path.len(), &root) {
            // `old`, `root`, and `given` if it is still the same.
            (0, _) => 4 - roots,
            (1, Value::Drop(_)) => 1 + holders.updated,
            // `old`, and an item in each root, which is a copy.
            (1, _) if holders.updated > 0 => 1 + roots + holders.updated,
            // Others may have the containers of the object.
            _ => 0,
        };
        replace_with(holders, &replacement, own)?;
        root = replacement.in_value(&root, 0).unwrap_or(root);
    }
    Ok(root)
}

/// The object at a path in a value. `None` if the value has no such object.
fn object_at(holders: &mut Holders<'_, '_>, root: &Value, path: &[Value]) -> Result<Option<Value>, Abort> {
    let mut object = root.clone();
    for step in path {
        let inner = match (&object, step) {
            (Value::Array(items), Value::Int(index)) => {
                usize::try_from(*index).ok().and_then(|at| items.get(at)).cloned()
            }
            (Value::Hash(hash), key) => hash.get_value(key).cloned(),
            (Value::Drop(object), Value::Str(key)) => match &mut holders.template {
                Some(cx) => object.get(key, cx.host)?,
                None => None,
            },
            _ => None,
        };
        let Some(inner) = inner else { return Ok(None) };
        object = inner;
    }
    Ok(Some(object))
}

/// Replaces the object `old` by `new` everywhere.
///
/// # Errors
/// Fails if `old` is a text of Jekyll's own objects, such as a URL, which Ruby may not change in place. Also fails if
/// `old` is a text that a template may share, but that cannot be recognized elsewhere. The build then starts again.
pub(crate) fn replace(holders: &mut Holders<'_, '_>, old: &Value, new: &Value) -> Result<(), Abort> {
    replace_with(holders, &Replacement::new(old, new), 0)
}

/// Replaces an object everywhere. `own` is the number of references to the object that need no replacement. If there
/// are no others, the site is not searched, because that takes long.
fn replace_with(holders: &mut Holders<'_, '_>, replacement: &Replacement<'_>, own: usize) -> Result<(), Abort> {
    let view = holders.view;
    let setup = view.setup();
    if let Value::Str(text) = replacement.old
        && !setup.has_text_identity.load(Ordering::Relaxed)
    {
        // Between templates, only the defaults of front matter and the hash of a page share texts that are not objects.
        let has_hash = holders.rendering.as_ref().is_some_and(|rendering| rendering.page_hash.is_some());
        let is_shared = holders.template.is_some() || has_hash || setup.context.defaults.contains_text(text);
        if is_shared {
            setup.needs_text_identity.store(true, Ordering::Release);
            return Err(not_supported("changing a text in place is not supported here"));
        }
        if text.clones().is_none() {
            return Ok(());
        }
    }
    if let Some(cx) = &mut holders.template {
        replace_in_template(cx, replacement)?;
    }
    if let Some(rendering) = &mut holders.rendering {
        replace_in_rendering(rendering, replacement);
    }
    replace_in_site(view, replacement, own);
    Ok(())
}

fn replace_in_template(cx: &mut Context<'_>, replacement: &Replacement<'_>) -> Result<(), Abort> {
    let rendering = rendering_of(cx.host)?;
    if let Some(key) = rendering.lent_texts.as_ref().and_then(|lent| lent.key_of(replacement.old)) {
        let text =
            format!("changing a text of Jekyll's own in place is not supported: {key}. Change a copy (dup) instead");
        return Err(not_supported(text));
    }
    replace_in_rendering(rendering, replacement);
    cx.replace_in_place(replacement.old, replacement.new);
    for value in cx.values_mut() {
        if let Some(replaced) = replacement.in_value(value, 0) {
            *value = replaced;
        }
    }
    Ok(())
}

fn replace_in_rendering(rendering: &mut RenderContext, replacement: &Replacement<'_>) {
    if let Some(variables) = &mut rendering.layout_variables {
        variables.replace(|value| replacement.in_value(value, 0));
    }
    if let Some(changed) = replacement.in_hash(&rendering.page_variables, 0) {
        rendering.page_variables = changed;
    }
    if let Some(changed) = replacement.in_hash(&rendering.excerpt_variables, 0) {
        rendering.excerpt_variables = changed;
    }
    if let Some([_, now]) = &mut rendering.page_hash
        && let Some(changed) = replacement.in_value(now, 0)
    {
        *now = changed;
    }
}

fn not_supported(text: impl Into<String>) -> Abort {
    Abort::error(ErrorKind::NotImplemented, text)
}

/// Replaces an object in the site, unless no other references to it than `own` are left. Many objects are only in
/// variables and in the payload, which take a fraction of the time to search. Results that depend on these can still be
/// reused, because their keys contain the variables.
fn replace_in_site(view: &SiteView, replacement: &Replacement<'_>, own: usize) {
    let is_elsewhere = || replacement.references().is_none_or(|count| count > own);
    if is_elsewhere() {
        replace_in_payload(view, replacement);
    }
    if is_elsewhere() {
        view.forget_results();
        replace_in_items(view, replacement);
        replace_in_data(view, replacement);
        replace_in_configuration(view, replacement);
    }
}

fn replace_in_payload(view: &SiteView, replacement: &Replacement<'_>) {
    view.payload().change(|payload| {
        if let Some(changed) = replacement.in_hash(payload, 0) {
            *payload = changed;
        }
    });
}

fn replace_in_items(view: &SiteView, replacement: &Replacement<'_>) {
    for slot in view.slots().iter() {
        let data = match &slot.owned {
            OwnedItem::Document(document) => &document.data,
            OwnedItem::Page(page) => &page.data,
        };
        if let Some(changed) = replacement.in_hash(data, 0) {
            data.replace(changed);
        }
    }
}

fn replace_in_data(view: &SiteView, replacement: &Replacement<'_>) {
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
}

fn replace_in_configuration(view: &SiteView, replacement: &Replacement<'_>) {
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
pub(crate) fn keep_objects(old: &Value, new: &Value) -> Value {
    keep_nested(old, new, 0)
}

fn keep_nested(old: &Value, new: &Value, depth: usize) -> Value {
    match (old, new) {
        _ if is_equal_at(old, new, depth) => old.clone(),
        _ if depth >= MAX_DEPTH => new.clone(),
        (Value::Hash(old), Value::Hash(new)) => {
            let mut kept = (**new).clone();
            for (key, value) in kept.iter_mut() {
                if let Some(old) = old.get_value(key) {
                    *value = keep_nested(old, value, depth + 1);
                }
            }
            Value::hash(kept)
        }
        (Value::Array(old), Value::Array(new)) => {
            let kept = |(index, value)| {
                old.get(index).map_or_else(|| Value::clone(value), |old| keep_nested(old, value, depth + 1))
            };
            Value::array(new.iter().enumerate().map(kept).collect())
        }
        _ => new.clone(),
    }
}

/// Whether two values have the same type and content. False for values nested more than [`MAX_DEPTH`] deep.
pub(crate) fn is_equal(one: &Value, other: &Value) -> bool {
    is_equal_at(one, other, 0)
}

fn is_equal_at(one: &Value, other: &Value, depth: usize) -> bool {
    match (one, other) {
        _ if depth > MAX_DEPTH => false,
        (Value::Nil, Value::Nil) => true,
        (Value::Bool(one), Value::Bool(other)) => one == other,
        (Value::Int(one), Value::Int(other)) => one == other,
        (Value::Float(one), Value::Float(other)) => one.to_bits() == other.to_bits(),
        (Value::Str(one), Value::Str(other)) => one == other && one.is_us_ascii() == other.is_us_ascii(),
        (Value::Symbol(one), Value::Symbol(other)) => one == other,
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len()
                && one.iter().zip(other.iter()).all(|(one, other)| is_equal_at(one, other, depth + 1))
        }
        (Value::Hash(one), Value::Hash(other)) => {
            one.len() == other.len()
                && one.iter().zip(other.iter()).all(|((key, one), (other_key, other))| {
                    is_equal_at(key, other_key, depth + 1) && is_equal_at(one, other, depth + 1)
                })
        }
        _ => is_same(one, other),
    }
}

/// An object, and the value that replaces it.
struct Replacement<'r> {
    old: &'r Value,
    new: &'r Value,
    /// The arrays and hashes that contain the object, by address, with their new values. Their holders then share the
    /// new values, too. The old values are kept so that no other value can have the same address.
    containers: RefCell<HashMap<usize, (Value, Value)>>,
}

/// Whether two values are the same object, which may be a time.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Time(one), Value::Time(other)) => Arc::ptr_eq(one, other),
        _ => one.is_same(other),
    }
}

impl<'r> Replacement<'r> {
    fn new(old: &'r Value, new: &'r Value) -> Self {
        Replacement { old, new, containers: RefCell::default() }
    }

    /// The number of references to the object. `None` if it is unknown.
    fn references(&self) -> Option<usize> {
        match self.old {
            Value::Str(text) => text.clones(),
            Value::Array(items) => Some(Arc::strong_count(items)),
            Value::Hash(hash) => Some(Arc::strong_count(hash)),
            _ => None,
        }
    }

    /// A value with the object replaced. `None` if the value does not contain the object.
    fn in_value(&self, value: &Value, depth: usize) -> Option<Value> {
        if is_same(value, self.old) {
            return Some(self.new.clone());
        }
        let address = match value {
            Value::Array(items) => Arc::as_ptr(items).cast::<()>().addr(),
            Value::Hash(hash) => Arc::as_ptr(hash).cast::<()>().addr(),
            _ => return None,
        };
        if let Some((_, known)) = self.containers.borrow().get(&address) {
            return Some(known.clone());
        }
        let replaced = match value {
            Value::Hash(hash) => self.in_hash(hash, depth).map(Value::hash),
            Value::Array(items) if depth < MAX_DEPTH => self.in_items(items, depth).map(Value::array),
            _ => None,
        };
        if let Some(replaced) = &replaced {
            self.containers.borrow_mut().insert(address, (value.clone(), replaced.clone()));
        }
        replaced
    }

    fn in_items(&self, items: &[Value], depth: usize) -> Option<Vec<Value>> {
        let changed: Vec<_> = items.iter().map(|item| self.in_value(item, depth + 1)).collect();
        if changed.iter().all(Option::is_none) {
            return None;
        }
        let items = items.iter().zip(changed);
        Some(items.map(|(item, changed)| changed.unwrap_or_else(|| item.clone())).collect())
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
