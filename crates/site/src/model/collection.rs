//! Mirrors `Jekyll::Collection`: a labelled folder of documents and files.

use super::{Document, SiteContext, StaticFile, permalink::Style};
use crate::path;
use hastie_liquid::{Hash, Value};
use std::sync::Arc;

/// A collection's name, folder and settings, without its contents; its documents share them.
#[derive(Debug)]
pub struct CollectionInfo {
    /// The name, without characters that Jekyll refuses.
    pub label: String,
    /// The collection's entry in the configuration.
    pub metadata: Hash,
    /// `_label`.
    pub relative_directory: String,
    /// The folder's absolute path.
    pub directory: String,
    /// The template of its documents' URLs.
    pub url_template: String,
    /// Whether its documents are written.
    pub output: bool,
}

impl CollectionInfo {
    /// The collection of that name. `collections` is the configuration's entry of that name, `container` the parent folder of
    /// collections (the source, or `collections_dir` within it).
    pub fn new(name: &str, collections: Option<&Value>, container: &str, style: &Style) -> Self {
        let label: String =
            name.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')).collect();
        let metadata = match collections.and_then(Value::as_hash).and_then(|all| all.get(&label)) {
            Some(Value::Hash(metadata)) => (**metadata).clone(),
            _ => Hash::new(),
        };
        let relative_directory = format!("_{label}");
        let directory = path::sanitized(container, &relative_directory);
        let url_template = match metadata.get("permalink") {
            Some(Value::Str(template)) => template.to_string(),
            _ => style.suffixed("/:collection/:path"),
        };
        let output = metadata.get("output").is_some_and(Value::truthy);
        CollectionInfo { label, metadata, relative_directory, directory, url_template, output }
    }
}

/// A collection with its contents.
#[derive(Debug)]
pub struct Collection {
    /// The name, folder and settings.
    pub info: Arc<CollectionInfo>,
    /// Its documents, in their final order.
    pub docs: Vec<Document>,
    /// Its files without front matter; they are also among the site's static files.
    pub files: Vec<Arc<StaticFile>>,
}

impl Collection {
    /// The configured collection of that label, empty.
    pub fn configured(context: &SiteContext, label: &str) -> Self {
        let entry = Some(context.config("collections"));
        Collection::new(CollectionInfo::new(label, entry, &context.collections_path, &context.style))
    }

    /// An empty collection.
    pub fn new(info: CollectionInfo) -> Self {
        Collection { info: Arc::new(info), docs: Vec::new(), files: Vec::new() }
    }

    /// The name.
    pub fn label(&self) -> &str {
        &self.info.label
    }
}
