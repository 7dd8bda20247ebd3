//! Jekyll::EntryFilter: which entries of a folder belong to the site.
//!
//! `include` and `exclude` are compared as full paths below the source: by `File.fnmatch`, or simply as a beginning.
//! What is neither included nor excluded is dropped where its name begins with `.`, `_`, `#` or `~`, or ends with `~`.

use crate::config::Rules;
use crate::diagnostic::Log;
use crate::path;

/// Filters the entries of one folder.
#[derive(Debug)]
pub struct EntryFilter<'a> {
    rules: &'a Rules,
    /// The folder below the source.
    base: String,
    /// The folder that entries are looked up in, absolute.
    folder: String,
}

impl<'a> EntryFilter<'a> {
    /// A filter for the folder `base`: absolute, or relative to the source; empty for the source itself.
    pub fn new(rules: &'a Rules, base: &str) -> Self {
        let below = base.strip_prefix(rules.source.as_str()).unwrap_or(base).to_owned();
        EntryFilter { folder: path::join(&rules.source, &below), base: below, rules }
    }

    /// The same filter for entries of another folder (absolute): Jekyll compares the entries of `_layouts` as if they were in
    /// the source.
    #[must_use]
    pub fn standing_in(mut self, folder: &str) -> Self {
        folder.clone_into(&mut self.folder);
        self
    }

    /// The entries (names, or paths below the folder) that belong to the site, in their order.
    pub fn filter(&self, mut entries: Vec<String>, log: &mut Log) -> Vec<String> {
        entries.retain(|entry| self.keeps(entry, log));
        entries
    }

    /// Whether safe mode forbids `path` (absolute).
    pub fn is_symlink(&self, path: &str) -> bool {
        self.rules.is_symlink(path)
    }

    fn keeps(&self, entry: &str, log: &mut Log) -> bool {
        if self.rules.drops_names_ending_in_dots && entry.ends_with('.') {
            return false;
        }
        let included = self.rules.is_included(entry);
        if self.is_excluded(entry, log) && !included {
            return false;
        }
        if self.rules.safe && self.rules.is_symlink(&path::join(&self.folder, entry)) {
            return false;
        }
        included || !(is_special(entry) || entry.ends_with('~'))
    }

    fn is_excluded(&self, entry: &str, log: &mut Log) -> bool {
        let path = path::join(&self.base, entry);
        let excluded = self.rules.is_excluded(&path);
        if excluded {
            log.debug("EntryFilter:", format!("excluded {path}"));
        }
        excluded
    }
}

fn is_special(entry: &str) -> bool {
    let special = |name: &str| name.starts_with(['.', '_', '#', '~']);
    special(entry) || special(path::basename(entry))
}
