//! A file that is copied unchanged. Mirrors `Jekyll::StaticFile`.

use super::{CollectionInfo, Replaceable, SiteContext, Writer, permalink};
use crate::path;
use hastie_liquid::{Hash, Time, Value};
use std::sync::{Arc, OnceLock};

/// A file that is written without rendering, from the site, the theme or a plugin.
#[derive(Debug)]
pub struct StaticFile {
    /// The absolute path of the source file.
    pub path: String,
    /// The path relative to the source, with a leading slash unless the file belongs to a collection.
    pub relative_path: String,
    /// The folder relative to the source, with a leading slash. In a collection, without that slash and without
    /// `collections_dir`.
    pub dir: String,
    /// The file name with its extension, without its folder.
    pub name: String,
    /// The collection that contains the file, if any.
    pub collection: Option<Arc<CollectionInfo>>,
    /// The front matter defaults for the file's path, which templates see in addition to the file's attributes. Includes
    /// the changes that plugins have made in place.
    pub data: Replaceable<Arc<Hash>>,
    /// The modification time of the source file.
    pub modified: Time,
    /// The absolute output path that a plugin has set. `None` if the path follows from the source path or the URL.
    pub custom_destination: Option<String>,
    /// Whether Hastie or a plugin writes the file.
    pub writer: Writer,
    base: String,
    context: Arc<SiteContext>,
    url: OnceLock<String>,
}

impl StaticFile {
    /// Creates the static file `name` in `dir` below `base`. In a collection, `dir` is relative to `collections_dir`
    /// below `base`.
    pub fn new(
        context: &Arc<SiteContext>,
        base: &str,
        dir: &str,
        name: &str,
        collection: Option<&Arc<CollectionInfo>>,
    ) -> Self {
        let relative_path = relative_path(dir, name);
        let full = Self::path_of(context, base, dir, name, collection.is_some());
        let data = context.defaults.all(&relative_path, collection.map(|info| info.label.as_str()));
        let modified = context.modified_and_counted(&full);
        StaticFile {
            path: full,
            relative_path,
            dir: dir.to_string(),
            name: name.to_string(),
            collection: collection.cloned(),
            data: data.into(),
            modified,
            custom_destination: None,
            writer: Writer::default(),
            base: base.to_string(),
            context: Arc::clone(context),
            url: OnceLock::new(),
        }
    }

    /// Whether a static file of an earlier build had the same attributes. `is_same` compares front matter defaults.
    pub(crate) fn has_attributes_of(&self, earlier: &StaticFile, is_same: impl Fn(&Hash, &Hash) -> bool) -> bool {
        let label = |file: &StaticFile| file.collection.as_ref().map(|info| info.label.clone());
        self.path == earlier.path
            && self.relative_path == earlier.relative_path
            && (&self.dir, &self.name) == (&earlier.dir, &earlier.name)
            && label(self) == label(earlier)
            && self.custom_destination == earlier.custom_destination
            && self.writer == earlier.writer
            && self.base == earlier.base
            && (self.modified.seconds, self.modified.nanos) == (earlier.modified.seconds, earlier.modified.nanos)
            && self.url() == earlier.url()
            && is_same(&self.data, &earlier.data)
    }

    /// The absolute path of the static file `name` in `dir` below `base`. With `in_collection`, `dir` is relative to
    /// `collections_dir` below `base`.
    pub fn path_of(context: &SiteContext, base: &str, dir: &str, name: &str, in_collection: bool) -> String {
        let container = match in_collection && !context.collections_dir.is_empty() {
            true => path::join(base, &context.collections_dir),
            false => base.to_string(),
        };
        path::join(&container, &relative_path(dir, name))
    }

    /// The folder that was passed as `base` when the file was created, such as the source, without a trailing slash.
    pub fn base(&self) -> &str {
        self.base.trim_end_matches('/')
    }

    /// The extension, including the dot.
    pub fn extname(&self) -> &str {
        path::extname(&self.name)
    }

    /// The name without its extension. In Jekyll 4, also without trailing dots.
    pub fn basename(&self) -> &str {
        let stem = path::stem(&self.name);
        if self.follows_url() { path::without_trailing_periods(stem) } else { stem }
    }

    /// The file's URL without `baseurl`. In a collection, the URL follows the collection's permalink.
    pub fn url(&self) -> &str {
        self.url.get_or_init(|| {
            if !self.follows_url() {
                let url = match &self.collection {
                    None => self.relative_path.clone(),
                    Some(info) => self.collection_url_of_path(info),
                };
                return url.strip_suffix('/').map_or(url.clone(), str::to_owned);
            }
            let mut url = match &self.collection {
                None => self.cleaned_relative_path().to_string(),
                Some(info) => self.collection_url(info),
            };
            if url.ends_with('/') {
                url.pop();
            }
            url.push_str(self.extname());
            url
        })
    }

    /// Overrides the path of the source file, as plugins do. Also reads the modification time of that file. The URL
    /// stays the same.
    pub fn set_path(&mut self, path: String) {
        self.modified = self.context.modified_time(&path);
        self.path = path;
    }

    /// Overrides the URL, as plugins do. The path of the source file stays the same.
    pub fn set_url(&mut self, url: &str) {
        self.url = OnceLock::from(url.to_owned());
    }

    /// Whether the output file is named after the URL.
    fn follows_url(&self) -> bool {
        self.context.reference().urls.static_files_follow_urls
    }

    /// The URL of a file in a collection as in Jekyll 3: fills the collection's template, with `:path` including the
    /// extension.
    fn collection_url_of_path(&self, info: &CollectionInfo) -> String {
        let path = self.relative_path.get(info.relative_directory.len()..).unwrap_or_default();
        let values = [
            ("collection", Some(info.label.as_str())),
            ("path", Some(path)),
            ("output_ext", Some("")),
            ("name", Some("")),
            ("title", Some("")),
        ];
        permalink::fill_in_order(&info.url_template, &values).unwrap_or_else(|_| permalink::sanitize(path))
    }

    fn collection_url(&self, info: &CollectionInfo) -> String {
        let cleaned = self.cleaned_relative_path().replacen(&info.relative_directory, "", 1);
        let values = [
            ("collection", Some(info.label.as_str())),
            ("path", Some(cleaned.as_str())),
            ("output_ext", Some("")),
            ("name", Some(self.basename())),
            ("title", Some("")),
        ];
        permalink::fill_in_order(&info.url_template, &values).unwrap_or_else(|_| permalink::sanitize(&cleaned))
    }

    fn cleaned_relative_path(&self) -> &str {
        let end = self.relative_path.len() - self.extname().len();
        path::without_trailing_periods(&self.relative_path[..end])
    }

    /// The path of the output file below `destination`, unless a plugin has set another path.
    pub fn destination(&self, destination: &str) -> String {
        if let Some(file) = &self.custom_destination {
            return file.clone();
        }
        if !self.follows_url() {
            let folder = match &self.collection {
                Some(_) => path::dirname(self.url()),
                None => self.dir.as_str(),
            };
            return path::sanitized(destination, &path::join(folder, &self.name));
        }
        path::sanitized(destination, &permalink::unescape_path(self.url()))
    }

    /// Whether the file is written. False if a plugin suppresses it, or if defaults for its URL set `published: false`.
    /// In Jekyll 4, also false if its collection has no `output`.
    pub fn is_written(&self) -> bool {
        if self.writer == Writer::Nobody {
            return false;
        }
        let defaults = self.context.defaults.all(self.url(), self.collection.as_ref().map(|info| info.label.as_str()));
        let published = defaults.get("published").is_none_or(Value::truthy);
        published
            && (!self.context.reference().reading.collection_files_are_static_files
                || self.collection.as_ref().is_none_or(|info| info.is_written()))
    }
}

fn relative_path(dir: &str, name: &str) -> String {
    if dir.is_empty() { format!("/{name}") } else { path::join(dir, name) }
}
