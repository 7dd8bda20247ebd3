//! Plugins that are gems and that Hastie does not have itself: those that lie in a gem folder run as the site's own files do.

use super::module;
use super::start::Mode;
use crate::is_built_in;
use crate::local::LocalFile;
use crate::missing;
use hastie_site::config::Configuration;
use hastie_site::path;
use hastie_site::read::theme;
use hastie_site::world::World;
use std::path::Path;

/// Ruby to load, in this order: gems of the Gemfile and of the theme, the site's files, gems of `plugins:`.
#[derive(Debug, Default)]
pub struct Sources<'s> {
    /// Gems that come before the site's files.
    pub early: &'s [String],
    /// The site's files.
    pub files: &'s [LocalFile],
    /// Gems that come after them.
    pub late: &'s [String],
    /// Plugins of the program's own, whose gems are not to be loaded besides.
    pub native: &'s [String],
}

impl Sources<'_> {
    /// Whether there is anything to load.
    pub fn is_empty(&self) -> bool {
        self.early.is_empty() && self.files.is_empty() && self.late.is_empty()
    }
}

/// A gem that could not be loaded.
#[derive(Debug)]
pub struct Unloadable {
    /// Its name.
    pub name: String,
    /// Ruby's message.
    pub reason: String,
}

/// The gems among `names` that lie in a gem folder and that there is a Ruby for.
pub fn among(names: &[String], config: &Configuration, world: &World) -> Vec<String> {
    let mode = Mode::of(world);
    if mode == Mode::Off || names.iter().all(|name| is_built_in(name)) {
        return Vec::new();
    }
    if mode == Mode::Sandbox && module::find(world).is_none() {
        return Vec::new();
    }
    let is_there =
        |name: &&String| !is_built_in(name) && !missing::is_no_plugin(name) && has_library(name, config, world);
    names.iter().filter(is_there).cloned().collect()
}

/// Whether a gem has the file that Ruby would load for its name: a theme has none.
fn has_library(name: &str, config: &Configuration, world: &World) -> bool {
    let Some(folder) = theme::gem(config, world, name) else { return false };
    let files = [format!("lib/{name}.rb"), format!("lib/{}.rb", name.replace('-', "/"))];
    files.iter().any(|file| world.is_file(Path::new(&path::join(&folder, file))))
}

/// A gem as `doctor` and `--profile` list it.
pub fn as_file(name: &str, config: &Configuration, world: &World) -> LocalFile {
    let full = theme::gem(config, world, name).unwrap_or_default();
    let mut file = LocalFile { path: format!("the gem {}", path::basename(&full)), full, ..LocalFile::default() };
    let library = path::join(&file.full, "lib");
    for below in hastie_site::read::tree::below(world, &library, true).into_iter().filter(|file| file.ends_with(".rb"))
    {
        if let Ok(bytes) = world.read(Path::new(&path::join(&library, &below))) {
            file.add(&String::from_utf8_lossy(&bytes));
        }
    }
    file
}
