//! Jekyll::EntryFilter: which entries of a folder belong to the site.
//!
//! `include` and `exclude` are compared as full paths below the source: by `File.fnmatch`, or simply as a beginning.
//! What is neither included nor excluded is dropped where its name begins with `.`, `_`, `#` or `~`, or ends with `~`.

use super::glob;
use crate::config::Configuration;
use crate::diagnostic::Log;
use crate::model::path;
use crate::world::World;
use hastie_liquid::Value;
use std::path::Path;

/// What a configuration says about entries, prepared once for all folders.
#[derive(Clone, Debug)]
pub struct Rules {
    world: World,
    /// The source folder, absolute, without a slash at its end.
    source: String,
    safe: bool,
    include: Vec<Pattern>,
    exclude: Vec<Pattern>,
    included: Vec<String>,
}

/// A pattern of `include` or `exclude`, with the source in front.
#[derive(Clone, Debug)]
struct Pattern {
    path: String,
    magic: bool,
}

impl Pattern {
    fn new(source: &str, text: &str) -> Self {
        const MAGIC: [char; 4] = ['*', '?', '[', '\\'];
        Pattern { path: path::join(source, text), magic: text.contains(MAGIC) || source.contains(MAGIC) }
    }
}

impl Rules {
    /// The rules of a site. What stands in `include` is taken out of `exclude`; elements that are no text say nothing.
    pub fn new(configuration: &Configuration, world: &World) -> Self {
        let source = configuration.source.trim_end_matches('/').to_owned();
        let items = |key| configuration.get(key).as_array().unwrap_or_default();
        let texts = |values: Vec<&Value>| values.into_iter().filter_map(Value::as_str).map(str::to_owned).collect();
        let included: Vec<String> = texts(items("include").iter().collect());
        let excluded: Vec<String> = texts(items("exclude").iter().collect());
        let pattern = |text: &String| Pattern::new(&source, text);
        Rules {
            include: included.iter().map(pattern).collect(),
            exclude: excluded.iter().filter(|text| !included.contains(text)).map(pattern).collect(),
            included,
            world: world.clone(),
            safe: configuration.is_set("safe"),
            source,
        }
    }

    /// What `include` lists.
    pub fn included(&self) -> &[String] {
        &self.included
    }

    /// `EntryFilter#symlink?`: whether safe mode forbids `path` (absolute): a link that leads out of the source.
    pub fn is_symlink(&self, path: &str) -> bool {
        self.safe
            && self.world.is_link(Path::new(path))
            && !self
                .world
                .real_path(Path::new(path))
                .is_ok_and(|real| real.to_string_lossy().starts_with(self.source.as_str()))
    }

    /// `EntryFilter#included?`: whether `include` names `entry`, a path below the source, or its file's name.
    pub fn is_included(&self, entry: &str) -> bool {
        let name = path::basename(entry);
        self.fits(&self.include, entry) || name.len() != entry.len() && self.fits(&self.include, name)
    }

    /// `glob_include?` of patterns of one's own: whether one of them fits `entry`, a path below the source.
    pub fn globs<'p>(&self, patterns: impl IntoIterator<Item = &'p str>, entry: &str) -> bool {
        let patterns: Vec<Pattern> = patterns.into_iter().map(|pattern| Pattern::new(&self.source, pattern)).collect();
        self.fits(&patterns, entry)
    }

    /// `glob_include?`: whether a pattern fits `entry`, a path below the source.
    fn fits(&self, patterns: &[Pattern], entry: &str) -> bool {
        let path = path::join(&self.source, entry);
        patterns.iter().any(|pattern| {
            path.starts_with(pattern.path.as_str())
                || pattern.magic && glob::matches(&pattern.path, &path)
                // `exclude: [folder/]` means the folder itself too.
                || pattern.path.strip_suffix('/') == Some(path.as_str()) && self.world.is_folder(Path::new(&path))
        })
    }
}

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
    /// A filter for the folder `base`: absolute, or as it stands below the source; empty for the source itself.
    pub fn new(rules: &'a Rules, base: &str) -> Self {
        let below = base.strip_prefix(rules.source.as_str()).unwrap_or(base).to_owned();
        EntryFilter { folder: path::join(&rules.source, &below), base: below, rules }
    }

    /// The same filter, its entries lying in another folder (absolute): Jekyll compares the entries of `_layouts` as if
    /// they lay in the source.
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
        if entry.ends_with('.') {
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
        let excluded = self.rules.fits(&self.rules.exclude, &path);
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
