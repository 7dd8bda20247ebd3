//! Fields that Ruby has not asked for yet: a plugin that goes through a list asks for one thing after another, and so the
//! next ones travel along.

use super::model::Model;
use hastie_liquid::{Drop, Value};
use hastie_site::locks::lock;
use hastie_site::model::{Document, Page};
use hastie_site::render::OwnedItem;
use std::sync::Mutex;

/// The most things that are sent along.
const MOST: usize = 64;

/// How a plugin goes through a list.
#[derive(Debug, Default)]
pub struct Ahead(Mutex<Walk>);

#[derive(Debug, Default)]
struct Walk {
    /// The name of the thing that it asks for next, if it goes through a list.
    expected: Option<String>,
    /// The number of things that were sent along the last time.
    step: usize,
}

/// One of the site's things.
#[derive(Clone, Copy)]
pub enum Thing<'m> {
    Document(&'m Document),
    Page(&'m Page),
}

impl<'m> Thing<'m> {
    /// The thing that a value names.
    pub fn of(model: &'m Model<'_>, object: &dyn Drop) -> Option<Self> {
        match model.document(object) {
            Some((document, _)) => Some(Thing::Document(document)),
            None => model.page(object).map(|(page, _)| Thing::Page(page)),
        }
    }

    fn name(self) -> String {
        match self {
            Thing::Document(document) => format!("doc:{}", document.id.0),
            Thing::Page(page) => format!("page:{}", page.id.0),
        }
    }

    /// Its fields. Its address is not among them: once it was asked for it stays what it is.
    pub fn fields(self, source: &str) -> Value {
        match self {
            Thing::Document(document) => super::fields::of_document(document),
            Thing::Page(page) => super::fields::of_page(page, source),
        }
    }

    /// The things behind it in its list.
    fn following(self, model: &'m Model<'_>) -> Vec<Thing<'m>> {
        match (self, model) {
            (Thing::Document(document), Model::Site(site)) => {
                let docs = site.content.collection(&document.collection.label).map_or(&[][..], |shelf| &shelf.docs);
                let behind = docs.iter().skip_while(|other| other.id != document.id).skip(1);
                behind.take(MOST + 1).map(Thing::Document).collect()
            }
            (Thing::Page(page), Model::Site(site)) => {
                let behind = site.content.pages.iter().skip_while(|other| other.id != page.id).skip(1);
                behind.take(MOST + 1).map(Thing::Page).collect()
            }
            (thing, model) => {
                let Some(view) = model.view() else { return Vec::new() };
                let place = match thing {
                    Thing::Document(document) => view.document(document.id).map(|(place, _)| place),
                    Thing::Page(page) => view.page(page.id).map(|(place, _)| place),
                };
                let behind = place.and_then(|place| view.slots.get(place + 1..)).unwrap_or_default();
                let things = behind.iter().take(MOST + 1).map(|slot| match &slot.owned {
                    OwnedItem::Document(document) => Thing::Document(document),
                    OwnedItem::Page(page) => Thing::Page(page),
                });
                things.collect()
            }
        }
    }
}

impl Ahead {
    /// The names and fields of the things that are sent along with one: none for the first of a list, and more with each step.
    pub fn of(&self, model: &Model<'_>, thing: Thing<'_>, source: &str) -> Vec<Value> {
        let mut walk = lock(&self.0);
        let is_expected = walk.expected.as_ref() == Some(&thing.name());
        let step = if is_expected { (walk.step * 2).clamp(4, MOST) } else { 0 };
        let following = thing.following(model);
        *walk = Walk { expected: following.get(step).map(|next| next.name()), step };
        let rows =
            following.iter().take(step).map(|next| Value::array(vec![Value::from(next.name()), next.fields(source)]));
        rows.collect()
    }
}
