//! The runtime of plugins that are written in Ruby, as the catalog needs it.
//!
//! This crate knows Ruby only through [`RubyRuntime`]. The program implements it, or uses the crate `hastie-ruby-plugins`, and
//! passes it to [`Registry::with_ruby`](crate::Registry::with_ruby).

use crate::local::LocalFile;
use hastie_site::config::Configuration;
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::plugin::Plugin;
use hastie_site::world::World;
use std::fmt::Debug;
use std::sync::Arc;

/// Starts Ruby for a site, and says which gems Ruby can load.
pub trait RubyRuntime: Debug + Send + Sync {
    /// The world in which the files of plugins are read. It is confined to the site's folders if the files will run in a
    /// sandbox.
    ///
    /// # Errors
    /// Fails if the configuration names folders that the site may not use.
    fn reader(&self, config: &Configuration, world: &World) -> Result<World, Failure>;

    /// Whether Ruby is installed and enabled.
    fn is_available(&self, world: &World) -> bool;

    /// The gems among `names` that are installed and that Ruby can load. Themes are not among them, because a theme has no
    /// library.
    fn loadable(&self, names: &[String], config: &Configuration, world: &World) -> Vec<String>;

    /// Starts Ruby and loads `sources`.
    ///
    /// # Errors
    /// Fails if a file raises an exception, or a gem raises one for another reason than a missing library.
    fn start(
        &self,
        sources: &Sources<'_>,
        config: &Configuration,
        world: &World,
        log: &mut Log,
    ) -> Result<Start, Failure>;
}

/// The result of starting Ruby: the plugin that calls Ruby, or advice for the user if Ruby is not available.
#[derive(Debug)]
pub enum Start {
    /// Ruby is running. `unloadable` lists the gems that it could not load.
    Running {
        /// The plugin that calls Ruby.
        plugin: Arc<dyn Plugin>,
        /// The gems that could not be loaded.
        unloadable: Vec<Unloadable>,
        /// The names of built-in plugins whose classes the site's Ruby has changed. The plugin that calls Ruby does their work.
        changed: Vec<String>,
    },
    /// Ruby is not available. Contains advice for the user, unless Ruby was disabled on purpose.
    Unavailable(Option<&'static str>),
}

/// The Ruby that a site needs, in the order in which Jekyll loads it: gems of the Gemfile and of the theme, the site's
/// files, and gems in `plugins:`.
#[derive(Debug, Default)]
pub struct Sources<'s> {
    /// Gems that are loaded before the site's files.
    pub early: &'s [String],
    /// The Ruby files in the site's plugins folders.
    pub files: &'s [LocalFile],
    /// Gems that are loaded after the site's files.
    pub late: &'s [String],
    /// The names of the enabled plugins that are not written in Ruby. Ruby must not load the gems of the same names.
    pub native: &'s [String],
}

impl Sources<'_> {
    /// Whether the site has no Ruby files and no gems to load.
    pub fn is_empty(&self) -> bool {
        self.early.is_empty() && self.files.is_empty() && self.late.is_empty()
    }
}

/// A gem that Ruby could not load, with the reason.
#[derive(Debug)]
pub struct Unloadable {
    /// The name of the gem.
    pub name: String,
    /// Ruby's error message for the failure.
    pub reason: String,
}
