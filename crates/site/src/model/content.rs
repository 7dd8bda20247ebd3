//! The content of a site: everything that readers have read and generators have added.

use super::{Collection, Document, Layout, Page, SiteContext, StaticFile, sort_newest_first};
use hastie_liquid::{Hash, Value};
use indexmap::IndexMap;
use std::sync::Arc;

/// Everything that the readers and generators of a build have created.
#[derive(Debug)]
pub struct Content {
    /// Layouts by their names without extension.
    pub layouts: IndexMap<String, Arc<Layout>>,
    /// Collections in configuration order, `posts` first.
    pub collections: Vec<Collection>,
    /// Pages, both read and generated.
    pub pages: Vec<Page>,
    /// Static files. In Jekyll 4, also the files of collections.
    pub static_files: Vec<Arc<StaticFile>>,
    /// `site.data`: the values of data files.
    pub data: Value,
    /// Values that generators add to `site.config` for templates.
    pub added: Hash,
    /// `site.tags`, computed when a plugin first reads it. From then on, only plugins change it. `None` before.
    pub tags: Option<Value>,
    /// `site.categories`, computed when a plugin first reads it. From then on, only plugins change it. `None` before.
    pub categories: Option<Value>,
    /// The variables that a plugin's own `Site#site_payload` returns for all templates.
    pub site_payload: Hash,
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
            site_payload: Hash::new(),
        }
    }
}

impl Content {
    /// The number of documents and pages.
    pub fn count_items(&self) -> usize {
        self.pages.len() + self.collections.iter().map(|collection| collection.docs.len()).sum::<usize>()
    }

    /// Finds a collection by its label, such as `posts`.
    pub fn collection(&self, label: &str) -> Option<&Collection> {
        self.collections.iter().find(|collection| collection.label() == label)
    }

    /// The collection `posts`, to be changed. Creates the collection if it is missing.
    pub fn posts_mut(&mut self, context: &SiteContext) -> &mut Collection {
        let there = self.collections.iter().position(|collection| collection.label() == "posts");
        let index = there.unwrap_or_else(|| {
            self.collections.push(Collection::configured(context, "posts"));
            self.collections.len() - 1
        });
        &mut self.collections[index]
    }

    /// The posts, from the oldest to the newest once all files are read.
    pub fn posts(&self) -> &[Document] {
        self.collection("posts").map_or(&[], |posts| &posts.docs)
    }

    /// `site.posts`: the posts, newest first.
    pub fn posts_by_date(&self) -> Vec<&Document> {
        let mut posts: Vec<_> = self.posts().iter().collect();
        sort_newest_first(&mut posts, |post| post.position());
        posts
    }
}
