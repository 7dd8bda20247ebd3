//! Collections: labelled folders of documents and files. Mirrors `Jekyll::Collection`.

use super::{Document, Replaceable, ReplaceableHash, SiteContext, StaticFile, permalink::Style};
use crate::path;
use hastie_liquid::{Hash, Value};
use std::sync::Arc;

/// The name, folder and settings of a collection, shared by its documents.
#[derive(Debug)]
pub struct CollectionInfo {
    /// The name, without characters that Jekyll does not allow.
    pub label: String,
    /// The collection's entry in the configuration, with the changes that plugins have made in place.
    pub metadata: ReplaceableHash,
    /// The name of the folder: `_` and the label.
    pub relative_directory: String,
    /// The folder's absolute path.
    pub directory: String,
    /// The URL template of the collection's documents.
    pub url_template: Replaceable<String>,
}

impl CollectionInfo {
    /// The collection called `name`, without the characters that Jekyll does not allow. `collections` is the value of
    /// `collections` in the configuration. `container` is the parent folder of all collections: the source, or
    /// `collections_dir` within it. `style` decides how URLs end if the collection's `permalink` is not a string.
    pub fn new(name: &str, collections: Option<&Value>, container: &str, style: &Style) -> Self {
        let label: String =
            name.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')).collect();
        let metadata = match collections.and_then(Value::as_hash).and_then(|all| all.get(&label)) {
            Some(Value::Hash(metadata)) => (**metadata).clone(),
            _ => Hash::new(),
        };
        let relative_directory = format!("_{label}");
        let directory = path::sanitized(container, &relative_directory);
        let url_template = template(&metadata, style).into();
        CollectionInfo { label, metadata: metadata.into(), relative_directory, directory, url_template }
    }
}

impl CollectionInfo {
    /// Whether the collection's documents are written to the destination.
    pub fn is_written(&self) -> bool {
        self.metadata.get("output").is_some_and(Value::truthy)
    }

    /// Replaces the collection's entry in the configuration, after a plugin has changed it. The new entry applies to
    /// all documents and files of the collection. `url_template` is the template that URLs have used before, if any:
    /// Jekyll keeps it.
    pub fn change(&self, metadata: Hash, url_template: Option<&str>, style: &Style) {
        let template = url_template.map_or_else(|| template(&metadata, style), str::to_owned);
        if template != *self.url_template {
            self.url_template.replace(template);
        }
        self.metadata.replace(metadata);
    }
}

/// The URL template of a collection with this entry in the configuration.
fn template(metadata: &Hash, style: &Style) -> String {
    match metadata.get("permalink") {
        Some(Value::Str(template)) => template.to_string(),
        _ => style.suffixed("/:collection/:path"),
    }
}

/// A collection's configuration, with its documents and static files.
#[derive(Debug)]
pub struct Collection {
    /// The name, folder and settings of the collection.
    pub info: Arc<CollectionInfo>,
    /// The collection's documents, in their final order.
    pub docs: Vec<Document>,
    /// The collection's files without front matter. In Jekyll 4, they are also in the site's list of static files.
    pub files: Vec<Arc<StaticFile>>,
}

impl Collection {
    /// The collection with this label and its settings from the configuration, without contents.
    pub fn configured(context: &SiteContext, label: &str) -> Self {
        let entry = Some(context.settings().collections());
        Collection::new(CollectionInfo::new(label, entry, &context.collections_path, &context.style))
    }

    /// An empty collection, before its files are read.
    pub fn new(info: CollectionInfo) -> Self {
        Collection { info: Arc::new(info), docs: Vec::new(), files: Vec::new() }
    }

    /// The key under `collections:`, such as `posts`, without characters that Jekyll does not allow.
    pub fn label(&self) -> &str {
        &self.info.label
    }
}
