//! The content of a site: what readers and generators have made so far.

use super::{Collection, Document, Layout, Page, SiteContext, StaticFile, sort};
use hastie_liquid::{Hash, Value};
use indexmap::IndexMap;
use std::sync::Arc;

/// The content that was read and generated.
#[derive(Debug)]
pub struct Content {
    /// Layouts by name.
    pub layouts: IndexMap<String, Arc<Layout>>,
    /// Collections in configuration order, `posts` first.
    pub collections: Vec<Collection>,
    /// Pages, read and generated.
    pub pages: Vec<Page>,
    /// Static files, those of collections among them.
    pub static_files: Vec<Arc<StaticFile>>,
    /// `site.data`
    pub data: Value,
    /// Values that generators add to `site.config` for templates to see.
    pub added: Hash,
    /// `site.tags`, once a plugin has asked for it: it is then settled.
    pub tags: Option<Value>,
    /// `site.categories`, likewise.
    pub categories: Option<Value>,
}

impl Default for Content {
    fn default() -> Self {
        Content {
            layouts: IndexMap::new(),
            collections: Vec::new(),
            pages: Vec::new(),
            static_files: Vec::new(),
            data: Value::hash(Hash::new()),
            added: Hash::new(),
            tags: None,
            categories: None,
        }
    }
}

impl Content {
    /// No content, but these collections, still empty.
    pub fn of_collections(collections: Vec<Collection>) -> Self {
        Content { collections, ..Content::default() }
    }

    /// A collection by its label.
    pub fn collection(&self, label: &str) -> Option<&Collection> {
        self.collections.iter().find(|collection| collection.label() == label)
    }

    /// The posts, a collection that is always there.
    pub fn posts_mut(&mut self, context: &SiteContext) -> &mut Collection {
        let there = self.collections.iter().position(|collection| collection.label() == "posts");
        let at = there.unwrap_or_else(|| {
            self.collections.push(Collection::configured(context, "posts"));
            self.collections.len() - 1
        });
        &mut self.collections[at]
    }

    /// The posts.
    pub fn posts(&self) -> &[Document] {
        self.collection("posts").map_or(&[], |posts| &posts.docs)
    }

    /// The posts, the latest first: `site.posts`.
    pub fn posts_by_date(&self) -> Vec<&Document> {
        let mut posts: Vec<_> = self.posts().iter().collect();
        sort(&mut posts, |a, b| b.compare(a));
        posts
    }
}
