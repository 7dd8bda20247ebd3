//! The patterns of `include` and `exclude`, which decide which entries of folders belong to the site.

use super::{Configuration, Settings};
use crate::world::World;
use crate::{glob, path};
use std::path::Path;

/// The patterns of `include` and `exclude`, as absolute paths. The filters of all folders share them.
#[derive(Clone, Debug)]
pub struct EntryPatterns {
    world: World,
    /// The absolute path of the source folder, without a trailing slash.
    pub(crate) source: String,
    pub(crate) safe: bool,
    pub(crate) drops_names_ending_in_dots: bool,
    include: Vec<Pattern>,
    exclude: Vec<Pattern>,
    included: Vec<String>,
}

/// A pattern of `include` or `exclude` as an absolute path: the source folder, a slash and the pattern.
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

impl EntryPatterns {
    /// Creates the patterns of a site. Entries of `include` are removed from `exclude`. Elements that are not strings
    /// are ignored.
    pub fn new(configuration: &Configuration, world: &World) -> Self {
        EntryPatterns::with_settings(configuration, configuration.settings(), world)
    }

    /// Like [`EntryPatterns::new`], but with `settings`, which a plugin may have changed.
    pub fn with_settings(configuration: &Configuration, settings: Settings<'_>, world: &World) -> Self {
        let source = configuration.source.trim_end_matches('/').to_owned();
        let (included, excluded) = (settings.included_names(), settings.excluded_names());
        let pattern = |text: &String| Pattern::new(&source, text);
        EntryPatterns {
            include: included.iter().map(pattern).collect(),
            exclude: excluded.iter().filter(|text| !included.contains(text)).map(pattern).collect(),
            included,
            world: world.clone(),
            safe: settings.safe(),
            drops_names_ending_in_dots: configuration.reference.reading.drops_names_ending_in_dots,
            source,
        }
    }

    /// The patterns in `include`, which override `exclude` and the default exclusions.
    pub fn included(&self) -> &[String] {
        &self.included
    }

    /// `EntryFilter#symlink?`: whether the absolute path `path` is a link that leads out of the source or cannot be
    /// resolved. Without safe mode, false for every path.
    pub fn is_symlink(&self, path: &str) -> bool {
        self.safe
            && self.world.is_link(Path::new(path))
            && !self
                .world
                .real_path(Path::new(path))
                .is_ok_and(|real| real.to_string_lossy().starts_with(self.source.as_str()))
    }

    /// `EntryFilter#included?`: whether `include` matches `entry` (a path relative to the source) or its file name.
    pub fn is_included(&self, entry: &str) -> bool {
        let name = path::basename(entry);
        self.fits(&self.include, entry) || name.len() != entry.len() && self.fits(&self.include, name)
    }

    /// `glob_include?`: whether `entry`, a path relative to the source, starts with one of `patterns`, or matches one
    /// that has wildcards. A pattern such as `folder/` also matches the folder itself.
    pub fn globs<'p>(&self, patterns: impl IntoIterator<Item = &'p str>, entry: &str) -> bool {
        let patterns: Vec<Pattern> = patterns.into_iter().map(|pattern| Pattern::new(&self.source, pattern)).collect();
        self.fits(&patterns, entry)
    }

    /// Whether `exclude` has a pattern that matches `entry`, a path relative to the source. Patterns that are also in
    /// `include` do not count. Patterns match by the rules of [`globs`](Self::globs).
    pub fn is_excluded(&self, entry: &str) -> bool {
        self.fits(&self.exclude, entry)
    }

    /// `glob_include?`: whether a pattern matches `entry`, a path relative to the source.
    fn fits(&self, patterns: &[Pattern], entry: &str) -> bool {
        let path = path::join(&self.source, entry);
        patterns.iter().any(|pattern| {
            path.starts_with(pattern.path.as_str())
                || pattern.magic && glob::matches(&pattern.path, &path)
                // `exclude: [folder/]` also excludes the folder itself.
                || pattern.path.strip_suffix('/') == Some(path.as_str()) && self.world.is_folder(Path::new(&path))
        })
    }
}
