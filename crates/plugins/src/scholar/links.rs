//! Finds files in the repository that belong to entries, and links to them.

use super::memo::Repository;
use super::session::Session;
use hastie_liquid::{Hash, Value};
use hastie_site::{glob, path};
use hastie_value::text::is_ascii_space;
use std::path::Path;
use std::sync::Arc;

impl Session<'_> {
    /// The value of `baseurl`, or else of `base_url`. Empty if neither is set.
    pub(crate) fn base_url(&mut self) -> String {
        if let Some(known) = &self.memo.base_url {
            return known.clone();
        }
        let base = [self.setup.context.settings().baseurl(), self.setup.context.config("base_url")]
            .into_iter()
            .find(|value| value.truthy());
        let base = base.map(|value| self.setup.context.text(value)).unwrap_or_default();
        self.memo.base_url = Some(base.clone());
        base
    }

    fn repository(&mut self) -> Arc<Repository> {
        if let Some(known) = &self.memo.repository {
            return Arc::clone(known);
        }
        let folder = self.text("repository");
        let found = if folder.is_empty() {
            Arc::default()
        } else {
            let delimiter = self.text("repository_file_delimiter");
            let key = format!("{folder}\0{delimiter}");
            self.library.repository(&key, || self.read_repository(&folder, &delimiter))
        };
        self.memo.repository = Some(Arc::clone(&found));
        found
    }

    fn read_repository(&self, folder: &str, delimiter: &str) -> Repository {
        let mut repository = Repository::new();
        let base = path::join(&self.setup.context.source, folder);
        for file in glob::files(&self.setup.context.world, Path::new(&base), "**/*") {
            let (name, rest) = match file.split_once(delimiter).filter(|_| !delimiter.is_empty()) {
                Some((name, rest)) => (name.to_string(), Some(rest.to_string())),
                None => (file.clone(), None),
            };
            let full = path::expand(&path::join(&base, &file), "/");
            let below =
                full.strip_prefix(&self.setup.context.source).unwrap_or(&full).trim_start_matches('/').to_string();
            repository.entry(name).or_default().insert(rest, below);
        }
        repository
    }

    /// The link to an entry's paper, a `pdf` or `ps` file, and a hash of the links to all files of the entry. The first
    /// value is nil if there is no such paper. In the hash, the file `knuth.pdf` of the entry `knuth` has the key
    /// `pdf`.
    pub(crate) fn repository_links(&mut self, key: &str) -> (Value, Value) {
        let repository = self.repository();
        let Some(files) = repository.get(&file_name(key)) else { return (Value::Nil, Value::hash(Hash::new())) };
        let base = self.base_url();
        let mut links = Hash::new();
        for (ext, file) in files {
            let ext = ext.as_deref().map_or(Value::Nil, Value::from);
            links.set_value(ext, Value::from(path::join(&base, file)));
        }
        let paper = ["pdf", "ps"].iter().find_map(|ext| links.get(ext).cloned());
        (paper.unwrap_or(Value::Nil), Value::hash(links))
    }
}

/// Converts a key to a file name: each run of colons and white space becomes one underscore.
pub(super) fn file_name(key: &str) -> String {
    let mut out = String::with_capacity(key.len());
    let mut in_gap = false;
    for c in key.chars() {
        let is_gap = c == ':' || is_ascii_space(c);
        if !is_gap {
            out.push(c);
        } else if !in_gap {
            out.push('_');
        }
        in_gap = is_gap;
    }
    out
}
