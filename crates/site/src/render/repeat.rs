//! Items that keep the output of the last build of the process.
//!
//! The output of an item depends on the site around it, on its own source, and on the contents of other items that its
//! templates have read. The site around it consists of the configuration, layouts, includes, data, static files, and
//! the attributes of all items, such as front matter and URLs. If these are the same as in the last build, most items
//! keep their outputs. The others are items whose source has changed, and items that have read the contents of a
//! changed item, directly or not.
//!
//! An item that reads anything else, such as a style sheet's imports or state that renderings share, is rendered in
//! each build. While it is rendered, it [notes](RenderContext::note_varying) this. An item that prints the build's time
//! is rendered if the printed text is no longer the same.

use super::body;
use super::dependencies::Dependencies;
use super::drops::{DocumentDrop, ExcerptDrop, OwnPageDrop, PageDrop, StaticFileDrop};
use super::excerpts::Excerpt;
use super::own_reads::Parts;
use super::{ItemSlot, LogEvent, OwnedItem, RenderContext, SiteView};
use crate::locks;
use crate::model::{SiteContext, Theme};
use crate::read::tree;
use crate::world::Kind;
use crate::world::kept::{Kept, Part};
use hastie_liquid::{Drop, FormattedTime, Hash, Str, Time, Value};
use hastie_value::time::try_strftime;
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::cell::Cell;
use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

/// The content, the output and the log events of a rendered item, for the next build. Also records which other items'
/// contents and which converted Markdown the rendering used.
#[derive(Debug, Clone)]
pub(super) struct Repeatable {
    body: body::State,
    /// The output of the item. `None` if only the file in the destination contains the output.
    output: Option<Str>,
    /// The size of the output in bytes.
    size: usize,
    events: Vec<LogEvent>,
    parts: Parts,
}

impl Repeatable {
    /// The result of a finished rendering. `None` if the slot lacks a body or an output.
    pub(super) fn of(view: &SiteView, index: usize, rendering: &RenderContext) -> Option<Self> {
        let slot = &view.slots[index];
        Some(Repeatable {
            body: Some(slot.body.state()).filter(|body| body.size().is_some())?,
            output: slot.output().cloned(),
            size: view.output_size(index)?,
            events: rendering.events.clone(),
            parts: rendering.parts.clone(),
        })
    }
}

impl SiteView {
    /// The number of documents and pages whose output is taken from the last build of the process.
    pub fn kept_outputs(&self) -> usize {
        self.kept_outputs.load(Ordering::Acquire)
    }

    /// Stores the result of an item for the next build. Does nothing if the process builds only once, or if no result
    /// of this site can be reused.
    pub(super) fn note_repeatable(&self, index: usize, rendering: &RenderContext) {
        let slot = &self.slots[index];
        if self.includes.get().is_some()
            && let Some(repeatable) = Repeatable::of(self, index, rendering)
        {
            let _ = slot.repeatable.set(Box::new(repeatable));
        }
    }

    /// Whether the site must be built again without outputs of the last build. This happens if two items have the same
    /// destination, or if an item replaces a text of `include_cached` that such outputs contain.
    pub(crate) fn needs_new_outputs(&self) -> bool {
        self.needs_new_outputs.load(Ordering::Acquire)
    }
}

/// The site that the process has built last. `None` if the next build must not reuse its results.
#[derive(Debug, Default)]
struct LastSite(Mutex<Option<Arc<SiteView>>>);

impl Part for LastSite {
    fn drop_unused(&self) {}
}

/// A digest of all files below the include folders. `None` if a file cannot be read.
type Includes = Option<[u8; 32]>;

/// Whether this site can reuse results of the last build, and the next build can reuse results of this site.
fn is_possible(view: &SiteView) -> bool {
    let setup = &view.setup;
    setup.plugins.are_repeatable() && !setup.profiles && !setup.context.traces
}

/// Allows a view to reuse results of the last build, and the next build to reuse results of the view. Does nothing if
/// the process builds only once, or if no result of this site can be reused.
pub(crate) fn prepare(view: &SiteView) {
    if view.setup.context.world.kept().is_some() && is_possible(view) {
        let _ = view.includes.set(digest_of_includes(&view.setup.context));
    }
}

/// Stores the view of a site for the next build, after the site's files were written. If no result of the site can be
/// reused, only forgets the view of the last build.
pub(crate) fn keep(view: &Arc<SiteView>) {
    let Some(kept) = view.setup.context.world.kept() else { return };
    let view = view.includes.get().is_some().then(|| Arc::clone(view));
    let last = std::mem::replace(&mut *locks::lock(&kept.part::<LastSite>().0), view);
    // Freeing a large site takes time. Without another thread, this thread frees it.
    let _ = std::thread::Builder::new().spawn(move || drop(last));
}

/// A digest of the paths and bytes of all files below the include folders. `None` if a file cannot be read.
fn digest_of_includes(context: &SiteContext) -> Includes {
    let mut hasher = Sha256::new();
    for folder in &context.includes {
        for (path, kind) in tree::entries_below(&context.world, folder, true) {
            let bytes = match kind {
                Kind::Folder => continue,
                _ => context.world.read(Path::new(&format!("{folder}/{path}"))).ok()?,
            };
            for part in [folder.as_bytes(), path.as_bytes(), &bytes] {
                hasher.update((part.len() as u64).to_le_bytes());
                hasher.update(part);
            }
        }
    }
    Some(hasher.finalize().into())
}

/// Fills the slots of items whose results in the last build are still valid. Returns a list with one element for each
/// item: the log events of a filled item, and `None` for an item to render.
pub(super) fn repeat(view: &SiteView, dependencies: &[Dependencies]) -> Vec<Option<Vec<LogEvent>>> {
    let last = view.includes.get().and_then(|_| last_site(view.setup.context.world.kept()?));
    let nothing = || view.slots.iter().map(|_| None).collect();
    let Some(last) = last else { return nothing() };
    let Some(mut is_clean) = Comparison::new(&last, view).clean_items() else { return nothing() };
    for (index, own) in dependencies.iter().enumerate() {
        let shares = own.reads_layout_state || own.is_barrier || !own.body.is_empty() || !own.wrap.is_empty();
        let lacks_state = own.layout_state_is_read && last.slots[index].layout_state.get().is_none();
        is_clean[index] &= !shares && !lacks_state;
    }
    is_clean.par_iter_mut().enumerate().with_min_len(MIN_LENGTH).for_each(|(index, is_clean)| {
        let is_published = last.slots[index].repeatable.get().is_some_and(|last| last.output.is_none());
        *is_clean &= !is_published || view.can_keep_output(index);
    });
    spread(&last, view, &mut is_clean);
    if !view.tags.repeat(&last.tags, |index| is_clean[index], |key| translated(key, &last, view, 0)) {
        return nothing();
    }
    let fill = |index: usize| is_clean[index].then(|| fill(view, index, &last.slots[index])).flatten();
    let filled: Vec<_> = (0..view.slots.len()).into_par_iter().with_min_len(MIN_LENGTH).map(fill).collect();
    view.kept_outputs.store(filled.iter().flatten().count(), Ordering::Release);
    filled
}

/// The minimum number of items that a thread processes at a time.
const MIN_LENGTH: usize = 64;

fn last_site(kept: &Kept) -> Option<Arc<SiteView>> {
    locks::lock(&kept.part::<LastSite>().0).clone()
}

/// Copies the results of an item from its slot in the last build. Returns its log events. `None` if the item must be
/// rendered.
fn fill(view: &SiteView, index: usize, last: &ItemSlot) -> Option<Vec<LogEvent>> {
    let slot = &view.slots[index];
    let repeatable = last.repeatable.get()?;
    match &repeatable.output {
        Some(output) => slot.set_output(output.clone()),
        None if view.keep_output(index) => {}
        // Only if another item has the same destination, which must be decided for all of them together.
        None => {
            view.needs_new_outputs.store(true, Ordering::Release);
            return None;
        }
    }
    let budget = &view.setup.budget;
    let steps = last.steps.load(Ordering::Acquire);
    // If the budget does not suffice, the items that are rendered report this.
    let _ = budget.spend_steps(steps).and_then(|()| budget.spend_bytes(repeatable.body.size().unwrap_or_default()));
    if slot.item().is_placed_in_layouts() {
        let _ = budget.spend_bytes(repeatable.size);
    }
    slot.steps.store(steps, Ordering::Release);
    if let Some(excerpt) = last.excerpt.get()
        && slot.excerpt.set(excerpt.clone()).is_ok()
    {
        let _ = budget.spend_steps(excerpt.steps);
    }
    if let Some(state) = last.layout_state.get() {
        let _ = slot.layout_state.set(state.clone());
    }
    slot.body.restore(repeatable.body.clone());
    let _ = slot.repeatable.set(repeatable.clone());
    Some(repeatable.events.clone())
}

/// Sets `is_clean` to false for each item that must be rendered, and for each item that has read the content of such an
/// item, directly or through other items.
fn spread(last: &SiteView, view: &SiteView, is_clean: &mut [bool]) {
    let mut times = HashMap::new();
    let mut is_same_time = |seen: &FormattedTime| {
        let now = times.entry((seen.is_now, seen.format.clone())).or_insert_with(|| formatted(seen, view));
        now.as_deref() == Some(&*seen.text)
    };
    let mut readers: Vec<Vec<usize>> = vec![Vec::new(); is_clean.len()];
    for (index, slot) in last.slots.iter().enumerate() {
        let Some(repeatable) = slot.repeatable.get().filter(|_| is_clean[index]) else {
            is_clean[index] = false;
            continue;
        };
        let mut add = |read: usize| readers[read].push(index);
        repeatable.parts.contents.iter().copied().for_each(&mut add);
        is_clean[index] = visit(last, &repeatable.events, &mut add, &mut is_same_time, 0);
    }
    let mut waiting: Vec<usize> = (0..is_clean.len()).filter(|index| !is_clean[*index]).collect();
    while let Some(index) = waiting.pop() {
        for reader in std::mem::take(&mut readers[index]) {
            if std::mem::replace(&mut is_clean[reader], false) {
                waiting.push(reader);
            }
        }
    }
}

/// Calls `add` with the items whose contents a rendering has read through excerpts. Returns false if the rendering may
/// differ in this build.
fn visit(
    last: &SiteView,
    events: &[LogEvent],
    add: &mut impl FnMut(usize),
    is_same_time: &mut impl FnMut(&FormattedTime) -> bool,
    depth: usize,
) -> bool {
    events.iter().all(|event| match event {
        LogEvent::Varies => false,
        LogEvent::Time(seen) => is_same_time(seen),
        LogEvent::Excerpt(index) => {
            add(*index);
            let Some(excerpt) = last.slots[*index].excerpt.get() else { return true };
            let Excerpt { events, parts, .. } = &**excerpt;
            parts.contents.iter().copied().for_each(&mut *add);
            // Excerpts of excerpts of excerpts are rendered anew.
            depth < MAX_DEPTH && visit(last, events, add, is_same_time, depth + 1)
        }
        _ => true,
    })
}

/// The time of this build in a format that the last build has used. `None` if the time cannot be formatted.
fn formatted(seen: &FormattedTime, view: &SiteView) -> Option<String> {
    let context = &view.setup.context;
    if !seen.is_now {
        return try_strftime(&context.time, &seen.format);
    }
    let (seconds, nanos) = context.world.now();
    try_strftime(&Time::local(seconds, nanos, &context.zone), &seen.format)
}

const MAX_DEPTH: usize = 4;

/// Compares a site with the site that the process has built before it.
struct Comparison<'v> {
    last: &'v SiteView,
    view: &'v SiteView,
}

/// The maximum number of values in front matter or data that are compared. Values that contain others many times would
/// take long.
const MAX_VALUES: usize = 10_000_000;

/// The maximum nesting of values that are compared. Deeper values count as different.
const MAX_NESTING: usize = 100;

impl<'v> Comparison<'v> {
    fn new(last: &'v SiteView, view: &'v SiteView) -> Self {
        Comparison { last, view }
    }

    /// Whether each item has the same source as in the last build. `None` if the site around the items differs.
    fn clean_items(&self) -> Option<Vec<bool>> {
        if !self.is_same_setup() || !self.is_same_frame() || self.last.slots.len() != self.view.slots.len() {
            return None;
        }
        let pairs =
            self.view.slots.first().par_iter().zip(self.last.slots.first()).enumerate().with_min_len(MIN_LENGTH);
        pairs.map(|(index, (slot, last))| self.has_same_attributes(slot, last).then(|| self.is_clean(index))).collect()
    }

    fn is_same_setup(&self) -> bool {
        let (last, new) = (&self.last.setup.context, &self.view.setup.context);
        self.last.includes.get() == self.view.includes.get()
            && matches!(self.view.includes.get(), Some(Some(_)))
            && (&last.source, &last.destination) == (&new.source, &new.destination)
            && last.includes == new.includes
            && self.is_same_theme(last.theme.as_ref(), new.theme.as_ref())
            && self.last.setup.plugins.names() == self.view.setup.plugins.names()
            && std::ptr::eq(last.reference(), new.reference())
            && is_same_hash(&last.config.values, &new.config.values, self)
    }

    fn is_same_theme(&self, last: Option<&Theme>, new: Option<&Theme>) -> bool {
        let facts = |theme: &Theme| {
            let Theme { name, root, version, authors, description, .. } = theme;
            [name, root, version, authors, description].map(String::clone)
        };
        match (last, new) {
            (Some(last), Some(new)) => {
                facts(last) == facts(new)
                    && last.dependencies == new.dependencies
                    && is_same_hash(&last.metadata, &new.metadata, self)
            }
            (last, new) => last.is_none() && new.is_none(),
        }
    }

    /// Whether everything except the pages and documents is the same as in the last build, such as the layouts.
    fn is_same_frame(&self) -> bool {
        let (last, new) = (self.last, self.view);
        let layouts = last.layouts.len() == new.layouts.len()
            && last.layouts.iter().zip(&new.layouts).all(|((name, one), (other_name, other))| {
                name == other_name
                    && (&one.path, &one.relative_path, one.invalid)
                        == (&other.path, &other.relative_path, other.invalid)
                    && one.content == other.content
                    && is_same_hash(&one.data, &other.data, self)
            });
        let collections = last.collections.len() == new.collections.len()
            && last.collections.iter().zip(&new.collections).all(|(one, other)| {
                (&one.info.label, &*one.info.url_template, one.info.is_written(), &one.docs)
                    == (&other.info.label, &*other.info.url_template, other.info.is_written(), &other.docs)
                    && is_same_hash(&one.info.metadata, &other.info.metadata, self)
                    && one.files.len() == other.files.len()
            });
        let files = last.static_files.len() == new.static_files.len()
            && last
                .static_files
                .iter()
                .zip(new.static_files.iter())
                .all(|(one, other)| other.has_attributes_of(one, |one, other| is_same_hash(one, other, self)));
        let payload = last.payload.read(|last| new.payload.read(|new| is_same_hash(last, new, self)));
        layouts
            && collections
            && files
            && payload
            && last.pages == new.pages
            && last.has_same_source_maps(new)
            && is_same_hash(&last.added, &new.added, self)
            && is_same(&last.data.get(), &new.data.get(), self)
    }

    fn has_same_attributes(&self, slot: &ItemSlot, last: &ItemSlot) -> bool {
        let values = |one: &Value, other: &Value| is_same(one, other, self);
        let hashes = |one: &Hash, other: &Hash| is_same_hash(one, other, self);
        match (&slot.owned, &last.owned) {
            (OwnedItem::Document(new), OwnedItem::Document(last)) => new.has_attributes_of(last, values, hashes),
            (OwnedItem::Page(new), OwnedItem::Page(last)) => new.has_attributes_of(last, values, hashes),
            _ => false,
        }
    }

    /// Whether an item has the same source as in the last build, and is not produced by native code. The caller has
    /// compared the item's attributes.
    fn is_clean(&self, index: usize) -> bool {
        let (new, last) = (&self.view.slots[index].owned, &self.last.slots[index].owned);
        match (new, last) {
            (OwnedItem::Document(new), OwnedItem::Document(last)) => {
                is_same_text(new.content.get().as_ref(), last.content.get().as_ref())
                    && is_same_text(new.excerpt.as_ref(), last.excerpt.as_ref())
                    && !new.invalid
                    && !last.invalid
            }
            (OwnedItem::Page(new), OwnedItem::Page(last)) => {
                is_same_text(new.content.get().as_ref(), last.content.get().as_ref())
                    && is_same_text(new.excerpt.as_ref(), last.excerpt.as_ref())
                    && !new.invalid
                    && !last.invalid
                    && !self.view.producers.contains_key(&new.id)
                    && !self.last.producers.contains_key(&last.id)
                    && self.view.sheet_of(index).is_none()
            }
            _ => false,
        }
    }

    /// Whether two objects are the same item, file or other part of the site in both builds.
    fn is_same_object(&self, object: &dyn Drop, of_other: &dyn Drop) -> bool {
        let (one, other) = (object.as_any(), of_other.as_any());
        if let (Some(DocumentDrop(one)), Some(DocumentDrop(other))) = (one.downcast_ref(), other.downcast_ref()) {
            let index = |view: &SiteView, id| view.document(id).map(|(index, _)| index);
            return index(self.last, *one).is_some_and(|index_of_one| index(self.view, *other) == Some(index_of_one));
        }
        if let (Some(PageDrop(one)), Some(PageDrop(other))) = (one.downcast_ref(), other.downcast_ref()) {
            let index = |view: &SiteView, id| view.page(id).map(|(index, _)| index);
            return index(self.last, *one).is_some_and(|index_of_one| index(self.view, *other) == Some(index_of_one));
        }
        if let (Some(StaticFileDrop(one)), Some(StaticFileDrop(other))) = (one.downcast_ref(), other.downcast_ref()) {
            return other.has_attributes_of(one, |one, other| is_same_hash(one, other, self));
        }
        // The numbers of items differ between builds.
        let has_number = one.is::<ExcerptDrop>() || one.is::<OwnPageDrop>();
        !has_number && object.same(of_other)
    }
}

/// Converts a value of the last build for this build: documents and pages become the ones in the same slots. `None` if
/// the value contains another kind of object.
fn translated(value: &Value, last: &SiteView, view: &SiteView, depth: usize) -> Option<Value> {
    let inner = |value: &Value| translated(value, last, view, depth + 1);
    match value {
        _ if depth > MAX_NESTING => None,
        Value::Array(items) => Some(Value::array(items.iter().map(inner).collect::<Option<_>>()?)),
        Value::Hash(hash) => {
            let mut new = Hash::new();
            for (key, value) in hash.iter() {
                new.set_value(inner(key)?, inner(value)?);
            }
            Some(Value::hash(new))
        }
        Value::Drop(object) => {
            let object = object.as_any();
            if let Some(OwnPageDrop(own)) = object.downcast_ref() {
                let (index, _) = last.page(*own)?;
                let OwnedItem::Page(page) = &view.slots.get(index)?.owned else { return None };
                return Some(Value::drop(OwnPageDrop(page.id)));
            }
            let document = object.downcast_ref::<DocumentDrop>().and_then(|drop| last.document(drop.0));
            let page = object.downcast_ref::<PageDrop>().and_then(|drop| last.page(drop.0));
            let index = document.map(|(index, _)| index).or(page.map(|(index, _)| index))?;
            Some(view.value(index))
        }
        other => Some(other.clone()),
    }
}

fn is_same_text(one: Option<&Str>, other: Option<&Str>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => {
            (std::ptr::eq(one.as_str(), other.as_str()) || one == other) && one.is_us_ascii() == other.is_us_ascii()
        }
        (one, other) => one.is_none() && other.is_none(),
    }
}

/// Whether a value of the last build (`one`) and a value of this build look the same to all templates.
fn is_same(one: &Value, other: &Value, comparison: &Comparison<'_>) -> bool {
    Values { comparison, left: Cell::new(MAX_VALUES) }.is_same(one, other, 0)
}

/// Like [`is_same`], for hashes. The order of the keys counts.
fn is_same_hash(one: &Hash, other: &Hash, comparison: &Comparison<'_>) -> bool {
    Values { comparison, left: Cell::new(MAX_VALUES) }.is_same_hash(one, other, 0)
}

struct Values<'c> {
    comparison: &'c Comparison<'c>,
    /// The number of values that may still be compared.
    left: Cell<usize>,
}

impl Values<'_> {
    fn is_same(&self, one: &Value, other: &Value, depth: usize) -> bool {
        self.left.set(self.left.get().saturating_sub(1));
        if self.left.get() == 0 || depth > MAX_NESTING {
            return false;
        }
        match (one, other) {
            (Value::Nil, Value::Nil) | (Value::Empty, Value::Empty) | (Value::Blank, Value::Blank) => true,
            (Value::Bool(one), Value::Bool(other)) => one == other,
            (Value::Int(one), Value::Int(other)) => one == other,
            (Value::Big(one), Value::Big(other)) => one == other,
            (Value::Float(one), Value::Float(other)) => one.to_bits() == other.to_bits(),
            (Value::Str(one), Value::Str(other)) => is_same_text(Some(one), Some(other)),
            (Value::Symbol(one), Value::Symbol(other)) => one == other,
            (Value::Date(one), Value::Date(other)) => one == other,
            (Value::Time(one), Value::Time(other)) => {
                (one.seconds, one.nanos, one.offset, &one.zone)
                    == (other.seconds, other.nanos, other.offset, &other.zone)
            }
            (Value::Range(one, last), Value::Range(other, other_last)) => (one, last) == (other, other_last),
            (Value::Array(one), Value::Array(other)) => {
                Arc::ptr_eq(one, other)
                    || one.len() == other.len()
                        && one.iter().zip(other.iter()).all(|(one, other)| self.is_same(one, other, depth + 1))
            }
            (Value::Hash(one), Value::Hash(other)) => {
                Arc::ptr_eq(one, other) || self.is_same_hash(one, other, depth + 1)
            }
            (Value::Drop(one), Value::Drop(other)) => self.comparison.is_same_object(&**one, &**other),
            _ => false,
        }
    }

    fn is_same_hash(&self, one: &Hash, other: &Hash, depth: usize) -> bool {
        one.len() == other.len()
            && one.iter().zip(other.iter()).all(|((key, value), (other_key, of_other))| {
                self.is_same(key, other_key, depth) && self.is_same(value, of_other, depth)
            })
    }
}
