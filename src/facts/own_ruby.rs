//! The Ruby files in a site's plugins folders, and how a build treats them.

use crate::config::Configuration;
use crate::plugins::local::{self, LocalFile};
use crate::plugins::ruby::RubyRuntime;
use crate::plugins::{only_turns_on_plugins, scholar_stats};
use crate::ruby_plugins::Runtime;
use crate::world::{RubyMode, World};
use hastie_liquid::Value;

/// The program that runs a Ruby file in a build, or the reason why none does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// The sandboxed Ruby runs the file.
    Sandbox,
    /// The installed Ruby runs the file.
    System,
    /// Ruby is not available, so the definitions in the file are missing.
    Skipped,
    /// Hastie does the work of the file without Ruby.
    Replaced,
    /// Jekyll would not run the file either: the site is built in safe mode, as on GitHub Pages.
    Safe,
}

/// A Ruby file in the site, and what a build does with it.
#[derive(Clone, Debug)]
pub struct OwnFile {
    /// The path of the file, and what static analysis finds in it, such as tags and filters.
    pub file: LocalFile,
    /// Whether the build runs the file, and with which Ruby.
    pub treatment: Treatment,
}

/// The files in the plugins folders, in the order in which Ruby loads them. `configuration` is without the settings
/// that GitHub Pages imposes. Invalid folder names end a build, and are not reported by this function.
pub fn own_ruby(configuration: &Configuration, world: &World) -> Vec<OwnFile> {
    let is_safe = configuration.settings().safe() || configuration.reference.configuration.has_imposed_settings;
    let mut unsafe_configuration = configuration.clone();
    unsafe_configuration.values.set("safe", Value::Bool(false));
    let files = local::files(world, &unsafe_configuration).unwrap_or_default();
    let running = match world.options().ruby {
        _ if !Runtime.is_available(world) => Treatment::Skipped,
        RubyMode::System => Treatment::System,
        _ => Treatment::Sandbox,
    };
    let treatment = |file: &LocalFile| {
        if is_safe {
            Treatment::Safe
        } else if scholar_stats::replaces(file) || running == Treatment::Skipped && only_turns_on_plugins(file) {
            Treatment::Replaced
        } else {
            running
        }
    };
    files.into_iter().map(|file| OwnFile { treatment: treatment(&file), file }).collect()
}
