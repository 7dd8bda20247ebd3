//! The site during rendering. Each document and page has a slot that stores the results of its rendering.

use super::context::RenderContext;
use super::drops::{CollectionDrop, DocumentDrop, PageDrop, StaticFileDrop};
use super::outlet::Outlet;
use super::payload::SitePayload;
use super::producer::Producers;
use super::profile::Profile;
use super::slots::Indices;
use super::source_maps::{SourceMaps, is_style_sheet};
use super::tags::TagCache;
use super::templates::Templates;
use super::{ItemSlot, OwnedItem, Slots};
use crate::diagnostic::{Log, Message};
use crate::model::{
    Collection, CollectionInfo, Content, DocId, Document, Layout, Page, PageId, Position, Replaceable, ReplaceableHash,
    ReplaceableValue, StaticFile, sort_newest_first, sort_oldest_first,
};
use crate::render::Setup;
use hastie_liquid::{Hash, Memo, Str, Value};
use indexmap::IndexMap;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, Weak};

/// A collection during rendering. Its documents are in [`SiteView::slots()`], so this type has only their indices.
#[derive(Debug)]
pub struct CollectionView {
    /// The name, folder and settings of the collection.
    pub info: Arc<CollectionInfo>,
    /// The indices of the collection's documents in [`SiteView::slots()`].
    pub docs: Range<usize>,
    /// The collection's files without front matter.
    pub files: Vec<Arc<StaticFile>>,
}

/// The site while it is rendered, as templates read it.
#[derive(Debug)]
pub struct SiteView {
    /// The configuration and services of the site.
    pub(crate) setup: Arc<Setup>,
    /// Layouts by their names without extension.
    pub(crate) layouts: IndexMap<String, Arc<Layout>>,
    /// Documents and pages in site order, which is the order in which Jekyll renders them.
    pub(crate) slots: Slots,
    /// Collections in configuration order, `posts` first.
    pub(crate) collections: Vec<CollectionView>,
    /// The range of the pages' indices in `slots`.
    pub(crate) pages: Range<usize>,
    source_maps: SourceMaps,
    /// The static files of the site, which are copied unchanged.
    pub(crate) static_files: Replaceable<Vec<Arc<StaticFile>>>,
    /// `site.data`, which hooks may replace during rendering.
    pub(crate) data: ReplaceableValue,
    /// Values that generators have added to the configuration.
    pub(crate) added: ReplaceableHash,
    /// Variables that hooks and tags add to all templates.
    pub(crate) payload: SitePayload,
    /// The producers of pages without a template.
    pub(crate) producers: Producers,
    /// Parsed templates, which all renderings share.
    pub(crate) templates: Templates,
    /// The includes and lookups that tags keep for the whole site.
    pub(crate) tags: TagCache,
    /// All items before this index are finished. Only used for parallel rendering.
    pub(crate) finished_before: AtomicUsize,
    /// The measurements of templates for `--profile`.
    pub(crate) profile: Mutex<Profile>,
    /// The results that renderings may reuse. Not set if no result may be reused.
    pub(crate) memo: OnceLock<Arc<Memo>>,
    /// The digest of the include folders. Only set if the next build may reuse results of this build. The digest is
    /// `None` if a file cannot be read.
    pub(super) includes: OnceLock<Option<[u8; 32]>>,
    /// Whether an item has an output of the last build that is no longer valid. All items must then be rendered.
    pub(super) needs_new_outputs: AtomicBool,
    /// The number of items whose output is taken from the last build.
    pub(super) kept_outputs: AtomicUsize,
    /// Takes over finished outputs, so that they do not stay in memory.
    pub(crate) outlet: OnceLock<Weak<dyn Outlet>>,
    indices: Indices,
    lists: Lists,
}

/// Lists that templates read often, created on first use.
#[derive(Debug, Default)]
struct Lists {
    posts: OnceLock<Value>,
    /// The pages as an array, by the number of source maps that are visible.
    pages: Vec<OnceLock<Value>>,
    html_pages: OnceLock<Value>,
    static_files: OnceLock<ReplaceableValue>,
    documents: OnceLock<Value>,
    collections: OnceLock<Value>,
    tags: OnceLock<ReplaceableValue>,
    categories: OnceLock<ReplaceableValue>,
    by_collection: HashMap<String, OnceLock<Value>>,
}

/// A view in which all items are rendered. Hooks that run after rendering, such as `:post_write`, receive it.
pub type Rendered = SiteView;

/// A cell that contains the value, if there is one.
fn filled(value: Option<Value>) -> OnceLock<ReplaceableValue> {
    value.map_or_else(OnceLock::new, |value| OnceLock::from(ReplaceableValue::from(value)))
}

/// Access for plugins and commands.
impl SiteView {
    /// The configuration and services of the site.
    pub fn setup(&self) -> &Arc<Setup> {
        &self.setup
    }

    /// Layouts by their names without extension.
    pub fn layouts(&self) -> &IndexMap<String, Arc<Layout>> {
        &self.layouts
    }

    /// Documents and pages in site order, which is the order in which Jekyll renders them.
    pub fn slots(&self) -> &Slots {
        &self.slots
    }

    /// The slots in site order, for hooks that change outputs.
    pub fn slots_mut(&mut self) -> &mut Slots {
        &mut self.slots
    }

    /// Collections in configuration order, `posts` first.
    pub fn collections(&self) -> &[CollectionView] {
        &self.collections
    }

    /// The indices of the pages in [`SiteView::slots()`].
    pub fn pages(&self) -> impl Iterator<Item = usize> + use<> {
        self.pages.clone().chain(self.slots.first().len()..self.slots.len())
    }

    /// Appends a page that a plugin has created while items are rendered. It is rendered after all other items.
    pub fn append_page(&self, page: Page) {
        let id = page.id;
        let index = self.slots.append(ItemSlot::new(OwnedItem::Page(Box::new(page))));
        self.indices.append(id.0, index);
    }

    /// Excludes the source maps of style sheets from the list of pages. Before the rendering, Jekyll has none of them.
    pub fn hide_source_maps(&mut self) {
        self.pages.end = self.source_maps.start;
    }

    /// Excludes the last page from the list that templates see, and from the files to write. The page itself can still
    /// be rendered.
    pub fn hide_last_page(&mut self) {
        self.pages.end = self.pages.end.saturating_sub(1);
    }

    /// The files that are copied without being rendered. In Jekyll 3, the files of collections are not among them.
    pub fn static_files(&self) -> &[Arc<StaticFile>] {
        &self.static_files
    }

    /// Replaces the static files after a plugin has changed their list. Items that are rendered later see the new list.
    pub fn replace_static_files(&self, files: Vec<Arc<StaticFile>>) {
        self.lists.static_files.get_or_init(|| Value::Nil.into()).replace(files_value(&files));
        self.static_files.replace(files);
    }

    /// Removes the static files for which `is_kept` is false, so that they are not copied.
    pub fn retain_static_files(&mut self, is_kept: impl Fn(&StaticFile) -> bool) {
        self.static_files.retain(|file| is_kept(file));
    }

    /// `site.data`, which hooks may replace.
    pub fn data(&self) -> &ReplaceableValue {
        &self.data
    }

    /// Values that generators have added to the configuration. Hooks may replace them.
    pub fn added(&self) -> &ReplaceableHash {
        &self.added
    }

    /// Variables that hooks and tags add to all templates.
    pub fn payload(&self) -> &SitePayload {
        &self.payload
    }
}

impl SiteView {
    /// Creates the view of a site. Each document and page in `content` gets a slot, in site order. `payload` has
    /// variables that plugins add to all templates.
    pub fn new(setup: Arc<Setup>, content: Content, producers: Producers, payload: Hash) -> Self {
        // Without enough capacity, the list of a large site would be in memory twice when it grows.
        let source_maps = content.pages.iter().filter(|page| is_style_sheet(page)).count();
        let mut slots = Vec::with_capacity(content.count_items() + source_maps);
        let mut collections = Vec::new();
        let mut by_collection = HashMap::new();
        for Collection { info, docs, files } in content.collections {
            let start = slots.len();
            slots.extend(docs.into_iter().map(|document| ItemSlot::new(OwnedItem::Document(document))));
            by_collection.insert(info.label.clone(), OnceLock::new());
            collections.push(CollectionView { info, docs: start..slots.len(), files });
        }
        let start = slots.len();
        slots.extend(content.pages.into_iter().map(|page| ItemSlot::new(OwnedItem::Page(Box::new(page)))));
        let source_maps = SourceMaps::plan(&mut slots, start, &setup);
        let indices = Indices::of(&slots);
        let pages = (0..=source_maps.sheets.len()).map(|_| OnceLock::new()).collect();
        SiteView {
            setup,
            layouts: content.layouts,
            pages: start..slots.len(),
            source_maps,
            slots: slots.into(),
            collections,
            static_files: content.static_files.into(),
            data: content.data.into(),
            added: content.added.into(),
            payload: SitePayload::new(payload, content.site_payload),
            producers,
            templates: Templates::default(),
            tags: TagCache::default(),
            finished_before: AtomicUsize::new(0),
            profile: Mutex::default(),
            memo: OnceLock::new(),
            includes: OnceLock::new(),
            needs_new_outputs: AtomicBool::new(false),
            kept_outputs: AtomicUsize::new(0),
            outlet: OnceLock::new(),
            indices,
            lists: Lists {
                by_collection,
                pages,
                tags: filled(content.tags),
                categories: filled(content.categories),
                ..Lists::default()
            },
        }
    }

    /// Raises the limits for the steps and the output of all renderings together, according to the number of items and
    /// the size of their sources.
    pub(crate) fn allow_costs(&self) {
        let source = self.slots.iter().map(|slot| slot.item().source().len()).sum();
        self.setup.budget.allow(self.slots.len(), source);
    }

    /// Forgets the results that renderings can reuse. Must be called after a change of the data that templates read,
    /// while no other rendering is running. The rendering that changes the data must
    /// [note](hastie_value::sharing::Sharing::note) the change.
    pub fn forget_results(&self) {
        if let Some(memo) = self.memo.get() {
            memo.forget();
        }
    }

    /// Forgets the parsed template of an item whose source a plugin has replaced.
    pub fn forget_template(&self, slot: &ItemSlot) {
        self.templates.forget(&self.setup, &slot.item().path());
    }

    /// Converts the view back into content and the producers of pages. The source maps of style sheets are left out.
    pub fn into_content(self) -> (Content, Producers) {
        let mut collections: Vec<Collection> = self
            .collections
            .iter()
            .map(|view| Collection { info: Arc::clone(&view.info), docs: Vec::new(), files: view.files.clone() })
            .collect();
        let maps = self.source_maps.start..self.slots.first().len();
        let mut pages = Vec::new();
        for (index, slot) in self.slots.into_items().enumerate().filter(|(index, _)| !maps.contains(index)) {
            match slot.owned {
                OwnedItem::Page(page) => pages.push(*page),
                OwnedItem::Document(document) => {
                    let position = self.collections.iter().position(|view| view.docs.contains(&index));
                    if let Some(collection) = position.and_then(|position| collections.get_mut(position)) {
                        collection.docs.push(document);
                    }
                }
            }
        }
        let content = Content {
            layouts: self.layouts,
            collections,
            pages,
            static_files: self.static_files.to_vec(),
            data: self.data.get(),
            added: (*self.added).clone(),
            tags: self.lists.tags.get().map(ReplaceableValue::get),
            categories: self.lists.categories.get().map(ReplaceableValue::get),
            site_payload: self.payload.of_site().clone(),
        };
        (content, self.producers)
    }

    /// A view without pages, documents and other content.
    pub fn empty(setup: Arc<Setup>) -> Self {
        SiteView::new(setup, Content::default(), Producers::default(), Hash::new())
    }

    /// The document with this id, and the index of its slot. `None` if no slot contains it.
    pub fn document(&self, id: DocId) -> Option<(usize, &Document)> {
        let index = self.indices.get(id.0)?;
        match &self.slots.get(index)?.owned {
            OwnedItem::Document(document) => Some((index, document)),
            OwnedItem::Page(_) => None,
        }
    }

    /// The page with this id, and the index of its slot. `None` if no slot contains it.
    pub fn page(&self, id: PageId) -> Option<(usize, &Page)> {
        let index = self.indices.get(id.0)?;
        match &self.slots.get(index)?.owned {
            OwnedItem::Page(page) => Some((index, page)),
            OwnedItem::Document(_) => None,
        }
    }

    /// The collection with this label, such as `posts` or a key under `collections:`. `None` if there is no such
    /// collection.
    pub fn collection(&self, label: &str) -> Option<&CollectionView> {
        self.collections.iter().find(|view| view.info.label == label)
    }

    /// The slot of the next document after slot `index` in the same collection. Without `forward`, the slot of the
    /// previous document. `None` if the collection has no such document, for a document that a plugin has moved to
    /// another collection, and for pages.
    pub fn neighbour(&self, index: usize, forward: bool) -> Option<usize> {
        let info = self.collections.iter().find(|view| view.docs.contains(&index))?;
        if let OwnedItem::Document(document) = &self.slots[index].owned
            && !Arc::ptr_eq(&document.collection, &info.info)
        {
            if let Some(neighbours) = &document.neighbours {
                return neighbours[usize::from(forward)].and_then(|id| self.indices.get(id.0));
            }
            if document.collection.label != info.info.label {
                return None;
            }
        }
        let other = if forward { index + 1 } else { index.checked_sub(1)? };
        info.docs.contains(&other).then_some(other)
    }

    /// The drop through which templates of other items read the item in slot `index`. Nil if no such slot exists.
    pub fn value(&self, index: usize) -> Value {
        match self.slots.get(index).map(|slot| &slot.owned) {
            Some(OwnedItem::Document(document)) => Value::drop(DocumentDrop(document.id)),
            Some(OwnedItem::Page(page)) => Value::drop(PageDrop(page.id)),
            None => Value::Nil,
        }
    }

    /// The slots of all posts, newest first. A post whose date is not known yet is compared by its path.
    pub fn posts_by_date(&self) -> Vec<usize> {
        let docs = self.collection("posts").map_or(0..0, |view| view.docs.clone());
        let mut indices: Vec<usize> = docs.collect();
        sort_newest_first(&mut indices, |index| self.position(*index));
        indices
    }

    fn position(&self, index: usize) -> Position<'_> {
        match &self.slots[index].owned {
            OwnedItem::Document(document) => document.position(),
            OwnedItem::Page(_) => Position::default(),
        }
    }

    /// `site.posts`: the posts, newest first.
    pub fn posts(&self) -> Value {
        self.lists.posts.get_or_init(|| self.values(self.posts_by_date())).clone()
    }

    /// Whether both views have source maps for the same style sheets at the same indices.
    pub(super) fn has_same_source_maps(&self, other: &SiteView) -> bool {
        (self.source_maps.start, &self.source_maps.sheets) == (other.source_maps.start, &other.source_maps.sheets)
    }

    /// The number of source maps that are visible to the item in slot `index`. These maps belong to style sheets in
    /// earlier slots.
    pub(crate) fn visible_source_maps(&self, index: usize) -> usize {
        self.source_maps.sheets.partition_point(|sheet| *sheet < index)
    }

    /// `site.pages` as seen by the item in slot `index`. The list contains the source map of a style sheet only if the
    /// sheet comes before this item.
    pub fn all_pages(&self, index: usize) -> Value {
        let maps = self.visible_source_maps(index);
        let first = self.slots.first().len();
        let planned = self.pages.start..(self.source_maps.start + maps).min(self.pages.end);
        let list = || self.values(planned.chain(first..self.slots.len()));
        match self.lists.pages.get(maps).filter(|_| !self.slots.has_appended()) {
            Some(cell) => cell.get_or_init(list).clone(),
            None => list(),
        }
    }

    /// Whether `future` is set and a post has no date. The first read of the post's date sets the date, so its value
    /// depends on the order of rendering.
    pub fn has_undated_posts(&self) -> bool {
        let docs = self.collection("posts").map_or(0..0, |view| view.docs.clone());
        self.setup.context.settings().future()
            && self.slots.first()[docs].iter().any(|slot| match &slot.owned {
                OwnedItem::Document(document) => document.is_undated(),
                OwnedItem::Page(_) => false,
            })
    }

    /// Logs the warnings about the URL of the item in slot `index`, unless an earlier call has logged them.
    pub fn report_url(&self, index: usize, log: &mut Log) {
        let Some(slot) = self.slots.get(index) else { return };
        if let OwnedItem::Document(document) = &slot.owned
            && !document.url_messages().is_empty()
            && !slot.url_reported.swap(true, Ordering::AcqRel)
        {
            let about = |message: &Message| message.clone().about(slot.item().relative_path(), 0);
            document.url_messages().iter().map(about).for_each(|message| log.push(message));
        }
    }

    /// Whether the item in slot `index` is a page with the extension `.scss` or `.sass`. Such pages take longer to
    /// render than most.
    pub(super) fn is_style_sheet(&self, index: usize) -> bool {
        matches!(self.slots.get(index).map(|slot| &slot.owned), Some(OwnedItem::Page(page)) if is_style_sheet(page))
    }

    /// The slot of the source map that belongs to the style sheet in slot `index`. `None` if that item has no source
    /// map.
    pub fn source_map_of(&self, index: usize) -> Option<usize> {
        self.source_maps.sheets.binary_search(&index).ok().map(|position| self.source_maps.start + position)
    }

    /// The slot of the style sheet whose source map is in slot `index`. `None` if that item is not a source map.
    pub fn sheet_of(&self, index: usize) -> Option<usize> {
        self.source_maps.sheets.get(index.checked_sub(self.source_maps.start)?).copied()
    }

    /// The source map in slot `index`. `None` if that item is not a source map, or if its style sheet is not rendered yet.
    pub fn source_map(&self, index: usize) -> Option<Str> {
        self.sheet_of(index)?;
        self.slots[index].body.get()
    }

    /// `site.html_pages`: the pages whose output is HTML or whose URL ends in a slash. Never contains the source maps
    /// of style sheets, which rarely exist when Ruby makes this list.
    pub fn html_pages(&self) -> Value {
        let html = |index: &usize| match &self.slots[*index].owned {
            OwnedItem::Page(page) if page.is_source_map() => false,
            OwnedItem::Page(page) => page.is_html() || page.url().is_ok_and(|url| url.ends_with('/')),
            OwnedItem::Document(_) => false,
        };
        let list = || self.values(self.pages().filter(html));
        match self.slots.has_appended() {
            true => list(),
            false => self.lists.html_pages.get_or_init(list).clone(),
        }
    }

    /// `site.static_files`: the files that are copied unchanged. In Jekyll 3, the files of collections are not among
    /// them.
    pub fn all_static_files(&self) -> Value {
        self.lists.static_files.get_or_init(|| files_value(&self.static_files).into()).get()
    }

    /// `site.documents`: for each collection in turn, its documents and then its files.
    pub fn documents(&self) -> Value {
        let collect = || {
            let mut all = Vec::new();
            for view in &self.collections {
                all.extend(view.docs.clone().map(|index| self.value(index)));
                all.extend(view.files.iter().map(|file| Value::drop(StaticFileDrop(Arc::clone(file)))));
            }
            Value::array(all)
        };
        self.lists.documents.get_or_init(collect).clone()
    }

    /// `site.collections`: the drops of all collections, sorted by label.
    pub fn all_collections(&self) -> Value {
        let collect = || {
            let mut labels: Vec<&str> = self.collections.iter().map(|view| view.info.label.as_str()).collect();
            labels.sort_unstable();
            Value::array(labels.into_iter().map(|label| Value::drop(CollectionDrop(label.into()))).collect())
        };
        self.lists.collections.get_or_init(collect).clone()
    }

    /// `site.LABEL`: the drops of the collection's documents, in an array. Nil for an unknown collection.
    pub fn collection_docs(&self, label: &str) -> Value {
        let Some(view) = self.collection(label) else { return Value::Nil };
        match self.lists.by_collection.get(label) {
            Some(list) => list.get_or_init(|| self.values(view.docs.clone())).clone(),
            None => self.values(view.docs.clone()),
        }
    }

    /// `site.tags`: a hash from each tag to its posts, newest first. A plugin in Ruby may replace the hash.
    pub fn tags(&self) -> Value {
        self.lists.tags.get_or_init(|| self.posts_by_attribute("tags").into()).get()
    }

    /// `site.tags` and `site.categories`, if something has read them. Ruby also computes them on first use.
    pub fn known_groups(&self) -> [Option<Value>; 2] {
        [&self.lists.tags, &self.lists.categories].map(|list| list.get().map(ReplaceableValue::get))
    }

    /// Replaces `site.tags` after Ruby has changed it. Ruby also changes it by reading a tag without posts, which adds
    /// an empty list.
    pub fn replace_tags(&self, value: Value) {
        self.lists.tags.get_or_init(|| Value::Nil.into()).replace(value);
    }

    /// `site.categories`: a hash from each category to its posts, newest first. A plugin in Ruby may replace the hash.
    pub fn categories(&self) -> Value {
        self.lists.categories.get_or_init(|| self.posts_by_attribute("categories").into()).get()
    }

    /// Replaces `site.categories` after Ruby has changed it. Ruby also changes it by reading a category without posts,
    /// which adds an empty list.
    pub fn replace_categories(&self, value: Value) {
        self.lists.categories.get_or_init(|| Value::Nil.into()).replace(value);
    }

    /// `Site#post_attr_hash`: the posts by each value of an attribute, newest first.
    fn posts_by_attribute(&self, attribute: &str) -> Value {
        let mut groups: IndexMap<String, (Value, Vec<usize>)> = IndexMap::new();
        for index in self.collection("posts").map_or(0..0, |view| view.docs.clone()) {
            let OwnedItem::Document(document) = &self.slots[index].owned else { continue };
            let Value::Array(values) = document.field(attribute) else { continue };
            for value in values.iter() {
                let key = self.setup.context.inspect(value);
                groups.entry(key).or_insert_with(|| (value.clone(), Vec::new())).1.push(index);
            }
        }
        let mut hash = Hash::new();
        for (value, mut indices) in groups.into_values() {
            sort_oldest_first(&mut indices, |index| self.position(*index));
            indices.reverse();
            hash.set_value(value, self.values(indices));
        }
        Value::hash(hash)
    }

    /// `RelatedPosts`: the ten newest posts except the document in slot `index`, newest first. Empty if the site has
    /// only one post.
    pub fn related_posts(&self, index: usize) -> Value {
        let docs = self.collection("posts").map_or(0..0, |view| view.docs.clone());
        if docs.len() <= 1 {
            return Value::array(Vec::new());
        }
        self.values(docs.rev().take(11).filter(|other| *other != index).take(10))
    }

    fn values(&self, indices: impl IntoIterator<Item = usize>) -> Value {
        Value::array(indices.into_iter().map(|index| self.value(index)).collect())
    }

    /// The date of the document in slot `index`, as seen by `rendering`. If the document has no date, this is nil until
    /// Jekyll 3 itself reads the date, which sets the fallback date. Without `future`, Jekyll reads the date after it
    /// has applied a layout, if the collection has `output`.
    pub(crate) fn seen_date(&self, document: &Document, index: usize, rendering: &RenderContext) -> Value {
        let date = document.field("date");
        let Some(slot) = self.slots.get(index).filter(|_| !date.truthy()) else { return date };
        let is_asked = || {
            document.collection.is_written()
                && !self.setup.context.settings().future()
                && !super::layout_chain::chain(self, slot.item()).is_empty()
        };
        rendering.own_reads.note("the date of a document without one");
        let has_been = index < rendering.index || (index == rendering.index && rendering.layouts_done > 0);
        let by_url = rendering.dated_by_url.contains(&index);
        if slot.was_dated || by_url || (has_been && is_asked()) { document.fallback_date() } else { Value::Nil }
    }
}

/// The static files as templates see them, in an array.
pub fn files_value(files: &[Arc<StaticFile>]) -> Value {
    Value::array(files.iter().map(|file| Value::drop(StaticFileDrop(Arc::clone(file)))).collect())
}
