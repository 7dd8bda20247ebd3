//! The site for Ruby's questions, while it is read or when it is rendered.

use super::names::Named;
use hastie_liquid::{Drop, Value};
use hastie_site::model::{CollectionInfo, Document, Layout, Page, StaticFile};
use hastie_site::render::SiteView;
use hastie_site::render::drops::{DocumentDrop, PageDrop, StaticFileDrop};
use hastie_site::site::Site;
use std::sync::Arc;

/// The readable state of a site.
pub enum Model<'m> {
    Site(&'m Site),
    View(&'m SiteView),
    Shared(Arc<SiteView>),
}

impl Model<'_> {
    /// The site as it is rendered.
    pub fn view(&self) -> Option<&SiteView> {
        match self {
            Model::Site(_) => None,
            Model::View(view) => Some(view),
            Model::Shared(view) => Some(view),
        }
    }

    pub fn document(&self, object: &dyn Drop) -> Option<(&Document, Option<usize>)> {
        let DocumentDrop(id) = object.as_any().downcast_ref()?;
        match (self, self.view()) {
            (Model::Site(site), _) => {
                let mut documents = site.content.collections.iter().flat_map(|collection| &collection.docs);
                documents.find(|document| document.id == *id).map(|document| (document, None))
            }
            (_, Some(view)) => view.document(*id).map(|(place, document)| (document, Some(place))),
            _ => None,
        }
    }

    pub fn page(&self, object: &dyn Drop) -> Option<(&Page, Option<usize>)> {
        let id = super::names::page_of(object)?;
        match (self, self.view()) {
            (Model::Site(site), _) => site.content.pages.iter().find(|page| page.id == id).map(|page| (page, None)),
            (_, Some(view)) => view.page(id).map(|(place, page)| (page, Some(place))),
            _ => None,
        }
    }

    pub fn pages(&self) -> Value {
        let list: Vec<Value> = match (self, self.view()) {
            (Model::Site(site), _) => site.content.pages.iter().map(|page| Value::drop(PageDrop(page.id))).collect(),
            (_, Some(view)) => view.pages.clone().map(|place| view.value(place)).collect(),
            _ => Vec::new(),
        };
        Value::array(list)
    }

    pub fn static_files(&self) -> Value {
        files(match (self, self.view()) {
            (Model::Site(site), _) => &site.content.static_files,
            (_, Some(view)) => &view.static_files,
            _ => &[],
        })
    }

    pub fn docs(&self, label: &str) -> Value {
        let list: Vec<Value> = match (self, self.view()) {
            (Model::Site(site), _) => {
                let collection = site.content.collection(label);
                let docs = collection.map_or(&[][..], |collection| &collection.docs);
                docs.iter().map(|document| Value::drop(DocumentDrop(document.id))).collect()
            }
            (_, Some(view)) => {
                let docs = view.collection(label).map_or(0..0, |shelf| shelf.docs.clone());
                docs.map(|place| view.value(place)).collect()
            }
            _ => Vec::new(),
        };
        Value::array(list)
    }

    pub fn files(&self, label: &str) -> Value {
        files(match (self, self.view()) {
            (Model::Site(site), _) => {
                let collection = site.content.collection(label);
                collection.map_or(&[][..], |collection| &collection.files)
            }
            (_, Some(view)) => view.collection(label).map_or(&[][..], |shelf| &shelf.files),
            _ => &[],
        })
    }

    pub fn layouts(&self) -> Value {
        let layouts = match (self, self.view()) {
            (Model::Site(site), _) => &site.content.layouts,
            (_, Some(view)) => &view.layouts,
            _ => return Value::array(Vec::new()),
        };
        Value::array(layouts.keys().map(|name| Value::from(name.as_str())).collect())
    }

    pub fn layout(&self, name: &str) -> Option<Arc<Layout>> {
        match (self, self.view()) {
            (Model::Site(site), _) => site.content.layouts.get(name).cloned(),
            (_, Some(view)) => view.layouts.get(name).cloned(),
            _ => None,
        }
    }

    pub fn data(&self) -> Value {
        match (self, self.view()) {
            (Model::Site(site), _) => site.content.data.clone(),
            (_, Some(view)) => view.data.get(),
            _ => Value::Nil,
        }
    }

    pub fn shelf(&self, label: &str) -> Option<Arc<CollectionInfo>> {
        match (self, self.view()) {
            (Model::Site(site), _) => {
                let collection = site.content.collection(label);
                collection.map(|collection| Arc::clone(&collection.info))
            }
            (_, Some(view)) => view.collection(label).map(|shelf| Arc::clone(&shelf.info)),
            _ => None,
        }
    }

    /// The output of the entry at a place.
    pub fn output(&self, place: Option<usize>) -> Value {
        let entry = self.view().zip(place).and_then(|(view, place)| view.slots.get(place));
        entry.and_then(|entry| entry.output.get()).map_or(Value::Nil, |text| Value::Str(text.clone()))
    }

    /// The rendered content of the item at an index, if it was rendered.
    pub fn body(&self, place: Option<usize>) -> Option<Value> {
        let entry = self.view().zip(place).and_then(|(view, place)| view.slots.get(place))?;
        entry.body.get().map(|text| Value::Str(text.clone()))
    }
}

fn files(files: &[Arc<StaticFile>]) -> Value {
    Value::array(files.iter().map(|file| Value::drop(StaticFileDrop(Arc::clone(file)))).collect())
}

/// The name of a layout, from a value.
pub fn layout_name(value: &Value) -> Option<String> {
    let Value::Drop(object) = value else { return None };
    let Named(name) = object.as_any().downcast_ref()?;
    name.strip_prefix("layout:").map(str::to_string)
}
