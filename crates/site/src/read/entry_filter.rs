//! Mirrors `Jekyll::EntryFilter`, which decides which entries of a folder belong to the site.
//!
//! `include` and `exclude` are compared with the path relative to the source, by `File.fnmatch` or as a prefix.
//! An entry that neither option names is dropped if its name starts with `.`, `_`, `#` or `~`, or ends with `~`.

use crate::config::EntryPatterns;
use crate::diagnostic::Log;
use crate::path;

/// Decides which entries of a folder Jekyll reads. Mirrors `Jekyll::EntryFilter`.
#[derive(Debug)]
pub struct EntryFilter<'a> {
    patterns: &'a EntryPatterns,
    /// The folder relative to the source. Patterns are compared as if the entries were in this folder.
    base: String,
    /// The absolute path of the folder that really contains the entries.
    folder: String,
}

impl<'a> EntryFilter<'a> {
    /// Creates a filter for the folder `base`, which is absolute or relative to the source. An empty `base` is the
    /// source itself.
    pub fn new(patterns: &'a EntryPatterns, base: &str) -> Self {
        let below = base.strip_prefix(patterns.source.as_str()).unwrap_or(base).to_owned();
        EntryFilter { folder: path::join(&patterns.source, &below), base: below, patterns }
    }

    /// Sets the absolute folder that contains the entries. The patterns still apply as if the entries were in `base`.
    /// For example, Jekyll filters layouts as if they were in the source itself.
    #[must_use]
    pub fn with_folder(mut self, folder: &str) -> Self {
        folder.clone_into(&mut self.folder);
        self
    }

    /// The entries that belong to the site, in their original order. Entries are names or paths relative to the folder.
    pub fn filter(&self, mut entries: Vec<String>, log: &mut Log) -> Vec<String> {
        entries.retain(|entry| self.keeps(entry, log));
        entries
    }

    /// Whether safe mode forbids the absolute path `path`, because it is a link that leads out of the source or cannot
    /// be resolved.
    pub fn is_symlink(&self, path: &str) -> bool {
        self.patterns.is_symlink(path)
    }

    /// Whether an entry belongs to the site. Logs a debug message if `exclude` matches the entry.
    pub fn keeps(&self, entry: &str, log: &mut Log) -> bool {
        if self.patterns.drops_names_ending_in_dots && entry.ends_with('.') {
            return false;
        }
        let included = self.patterns.is_included(entry);
        if self.is_excluded(entry, log) && !included {
            return false;
        }
        if self.patterns.safe && self.patterns.is_symlink(&path::join(&self.folder, entry)) {
            return false;
        }
        included || !(is_special(entry) || entry.ends_with('~'))
    }

    /// Whether a pattern that is in `exclude` but not in `include` matches the entry. Unlike `keeps`, the method logs
    /// nothing.
    pub fn excludes(&self, entry: &str) -> bool {
        self.patterns.is_excluded(&path::join(&self.base, entry))
    }

    fn is_excluded(&self, entry: &str, log: &mut Log) -> bool {
        let path = path::join(&self.base, entry);
        let excluded = self.patterns.is_excluded(&path);
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
