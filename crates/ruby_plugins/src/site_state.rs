//! The site as Ruby's requests see it, from reading to the end of the build.

use crate::objects::names::{self, ObjectName};
use crate::objects::positions::Positions;
use crate::objects::prefetch::MAX_OBJECTS;
use hastie_liquid::{Drop, Value};
use hastie_site::model::{Collection, CollectionInfo, Document, Layout, Page, StaticFile};
use hastie_site::render::drops::{DocumentDrop, PageDrop, StaticFileDrop};
use hastie_site::render::{ItemSlot, OwnedItem, SiteView};
use hastie_site::site::Site;
use std::sync::Arc;

/// The site as Ruby may read it: before rendering, the site itself, and later a view of the site.
pub(crate) enum SiteState<'s> {
    /// The site itself, before rendering.
    Site(&'s Site, &'s Positions),
    /// The view of the site after rendering, while outputs may still change.
    View(&'s SiteView),
    /// A shared view of the site, during rendering and after writing.
    Shared(Arc<SiteView>),
}

/// A document or page of the site, but no static file or layout.
#[derive(Clone, Copy)]
pub(crate) enum SiteObject<'s> {
    /// A document of a collection.
    Document(&'s Document),
    /// A page, which belongs to no collection.
    Page(&'s Page),
}

impl SiteObject<'_> {
    /// The reference by which Ruby names the object in its requests: `page:12` or `doc:3`.
    pub(crate) fn name(self) -> String {
        match self {
            SiteObject::Document(document) => format!("doc:{}", document.id.0),
            SiteObject::Page(page) => format!("page:{}", page.id.0),
        }
    }
}

impl<'s> SiteState<'s> {
    /// The view of the site. `None` before rendering.
    pub(crate) fn view(&self) -> Option<&SiteView> {
        match self {
            SiteState::Site(..) => None,
            SiteState::View(view) => Some(view),
            SiteState::Shared(view) => Some(view),
        }
    }

    /// The document of a drop. `None` for other drops, and if the site does not contain the document. The index in the
    /// view is `None` before rendering.
    pub(crate) fn document(&self, object: &dyn Drop) -> Option<(&Document, Option<usize>)> {
        let DocumentDrop(id) = object.as_any().downcast_ref()?;
        match (self, self.view()) {
            (SiteState::Site(site, positions), _) => {
                let collections = &site.content.collections;
                let (collection, index) = positions.document(collections, *id)?;
                Some((collections.get(collection)?.docs.get(index)?, None))
            }
            (_, Some(view)) => view.document(*id).map(|(index, document)| (document, Some(index))),
            _ => None,
        }
    }

    /// The page of a drop. `None` for other drops, and if the site does not contain the page. The index in the view is
    /// `None` before rendering.
    pub(crate) fn page(&self, object: &dyn Drop) -> Option<(&Page, Option<usize>)> {
        let id = names::page_of(object)?;
        match (self, self.view()) {
            (SiteState::Site(site, positions), _) => {
                let pages = &site.content.pages;
                Some((pages.get(positions.page(pages, id)?)?, None))
            }
            (_, Some(view)) => view.page(id).map(|(index, page)| (page, Some(index))),
            _ => None,
        }
    }

    /// The index of a drop's page or document in the view. `None` before rendering, for other drops, and if the view
    /// does not contain the page or document.
    pub(crate) fn index(&self, object: &dyn Drop) -> Option<usize> {
        let document = self.document(object).and_then(|(_, index)| index);
        document.or_else(|| self.page(object).and_then(|(_, index)| index))
    }

    /// The page or document that a drop represents. `None` for other drops, and if the site does not contain the page
    /// or document.
    pub(crate) fn object(&self, object: &dyn Drop) -> Option<SiteObject<'_>> {
        match self.document(object) {
            Some((document, _)) => Some(SiteObject::Document(document)),
            None => self.page(object).map(|(page, _)| SiteObject::Page(page)),
        }
    }

    /// The objects after an object in its list, at most `MAX_OBJECTS + 1` of them: Ruby is likely to ask for them next.
    /// Before rendering, the list is the object's collection or the site's pages. From rendering on, the list contains
    /// all items in site order.
    pub(crate) fn following(&self, object: SiteObject<'_>) -> Vec<SiteObject<'_>> {
        const COUNT: usize = MAX_OBJECTS + 1;
        match (self, object) {
            (SiteState::Site(site, _), SiteObject::Document(document)) => {
                let docs = site.content.collection(&document.collection.label).map_or(&[][..], |found| &found.docs);
                let after = docs.iter().skip_while(|other| other.id != document.id).skip(1);
                after.take(COUNT).map(SiteObject::Document).collect()
            }
            (SiteState::Site(site, _), SiteObject::Page(page)) => {
                let after = site.content.pages.iter().skip_while(|other| other.id != page.id).skip(1);
                after.take(COUNT).map(SiteObject::Page).collect()
            }
            (state, object) => {
                let Some(view) = state.view() else { return Vec::new() };
                let index = match object {
                    SiteObject::Document(document) => view.document(document.id).map(|(index, _)| index),
                    SiteObject::Page(page) => view.page(page.id).map(|(index, _)| index),
                };
                let after = index.map_or(view.slots().len(), |index| index + 1);
                let objects = view.slots().iter().skip(after).take(COUNT).map(|slot| match &slot.owned {
                    OwnedItem::Document(document) => SiteObject::Document(document),
                    OwnedItem::Page(page) => SiteObject::Page(page),
                });
                objects.collect()
            }
        }
    }

    /// `site.pages` at this stage of the build, as an array.
    pub(crate) fn pages(&self) -> Value {
        let list: Vec<Value> = match (self, self.view()) {
            (SiteState::Site(site, _), _) => {
                site.content.pages.iter().map(|page| Value::drop(PageDrop(page.id))).collect()
            }
            (_, Some(view)) => view.pages().map(|index| view.value(index)).collect(),
            _ => Vec::new(),
        };
        Value::array(list)
    }

    /// The pages for source maps of style sheets, as an array. Empty before rendering.
    pub(crate) fn source_maps(&self) -> Value {
        let Some(view) = self.view() else { return Value::array(Vec::new()) };
        let maps = view.pages().filter(|index| view.sheet_of(*index).is_some());
        Value::array(maps.map(|index| view.value(index)).collect())
    }

    /// `site.static_files` at this stage of the build, as an array of drops.
    pub(crate) fn static_files(&self) -> Value {
        file_drops(match (self, self.view()) {
            (SiteState::Site(site, _), _) => &site.content.static_files,
            (_, Some(view)) => view.static_files(),
            _ => &[],
        })
    }

    /// The documents of a collection, as drops in an array. Empty if the collection does not exist.
    pub(crate) fn docs(&self, label: &str) -> Value {
        let list: Vec<Value> = match self.view() {
            Some(view) => {
                let docs = view.collection(label).map_or(0..0, |collection| collection.docs.clone());
                docs.map(|index| view.value(index)).collect()
            }
            None => {
                let docs = self.collection(label).map_or(&[][..], |collection| &collection.docs);
                docs.iter().map(|document| Value::drop(DocumentDrop(document.id))).collect()
            }
        };
        Value::array(list)
    }

    /// The static files of a collection, as drops in an array. Empty if the collection does not exist.
    pub(crate) fn files(&self, label: &str) -> Value {
        file_drops(match self.view() {
            Some(view) => view.collection(label).map_or(&[][..], |collection| &collection.files),
            None => self.collection(label).map_or(&[][..], |collection| &collection.files),
        })
    }

    /// The names in `site.layouts` at this stage of the build, in the order of the layouts, as an array.
    pub(crate) fn layouts(&self) -> Value {
        let layouts = match (self, self.view()) {
            (SiteState::Site(site, _), _) => &site.content.layouts,
            (_, Some(view)) => view.layouts(),
            _ => return Value::array(Vec::new()),
        };
        Value::array(layouts.keys().map(|name| Value::from(name.as_str())).collect())
    }

    /// Finds a layout by its name, at any stage of the build. `None` if there is no such layout, or before layouts are
    /// read.
    pub(crate) fn layout(&self, name: &str) -> Option<Arc<Layout>> {
        match (self, self.view()) {
            (SiteState::Site(site, _), _) => site.content.layouts.get(name).cloned(),
            (_, Some(view)) => view.layouts().get(name).cloned(),
            _ => None,
        }
    }

    /// `site.data` at this stage of the build, with the changes that plugins have made.
    pub(crate) fn data(&self) -> Value {
        match (self, self.view()) {
            (SiteState::Site(site, _), _) => site.content.data.clone(),
            (_, Some(view)) => view.data().get(),
            _ => Value::Nil,
        }
    }

    /// The label and settings of a collection. `None` if it does not exist.
    pub(crate) fn collection_info(&self, label: &str) -> Option<Arc<CollectionInfo>> {
        match self.view() {
            Some(view) => view.collection(label).map(|collection| Arc::clone(&collection.info)),
            None => self.collection(label).map(|collection| Arc::clone(&collection.info)),
        }
    }

    /// The output of the item at an index of the view. nil if the item is not rendered, or if `index` is `None`.
    pub(crate) fn output(&self, index: Option<usize>) -> Value {
        let output = self.slot(index).and_then(ItemSlot::output);
        output.map_or(Value::Nil, |text| Value::Str(text.clone()))
    }

    /// The converted content of the item at an index of the view. `None` if its body is not rendered, or if `index` is
    /// `None`.
    pub(crate) fn body(&self, index: Option<usize>) -> Option<Value> {
        self.slot(index)?.body.get().map(Value::Str)
    }

    fn slot(&self, index: Option<usize>) -> Option<&ItemSlot> {
        self.view()?.slots().get(index?)
    }

    /// The collection with this label, before rendering. `None` if it does not exist, and from rendering on.
    fn collection(&self, label: &str) -> Option<&'s Collection> {
        match self {
            SiteState::Site(site, _) => site.content.collection(label),
            _ => None,
        }
    }
}

fn file_drops(files: &[Arc<StaticFile>]) -> Value {
    Value::array(files.iter().map(|file| Value::drop(StaticFileDrop(Arc::clone(file)))).collect())
}

/// The name of the layout that Ruby passed as a value. `None` for other values.
pub(crate) fn layout_name(value: &Value) -> Option<String> {
    let Value::Drop(object) = value else { return None };
    let ObjectName(name) = object.as_any().downcast_ref()?;
    name.strip_prefix("layout:").map(str::to_string)
}
