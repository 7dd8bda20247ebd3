//! Takes the place of `hastie_ruby_plugins` in a program for WebAssembly, which cannot run Ruby. A site's own Ruby is
//! skipped with the same warnings as without an installed Ruby.

use crate::config::Configuration;
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::plugin::Plugins;
use crate::plugins::ruby::{RubyRuntime, Sources, Start};
use crate::world::World;
use std::path::PathBuf;
use std::time::Duration;

/// The npm package of the sandboxed Ruby. Empty, because this program cannot install it.
pub const PACKAGE: &str = "";

/// The reason why a site's own Ruby is skipped.
pub const MISSING: &str = "Hastie cannot run Ruby as WebAssembly; a native program can (see 'hastie docs install')";

/// A runtime that never starts, because this program cannot run Ruby.
#[derive(Debug, Clone, Copy, Default)]
pub struct Runtime;

impl RubyRuntime for Runtime {
    fn reader(&self, _: &Configuration, world: &World) -> Result<World, Failure> {
        Ok(world.clone())
    }

    fn is_available(&self, _: &World) -> bool {
        false
    }

    fn loadable(&self, _: &[String], _: &Configuration, _: &World) -> Vec<String> {
        Vec::new()
    }

    fn start(&self, _: &Sources<'_>, _: &Configuration, _: &World, _: &mut Log) -> Result<Start, Failure> {
        Ok(Start::Unavailable(Some(MISSING)))
    }
}

/// The definitions in a Ruby file. Never created in this program.
#[derive(Debug)]
pub struct FileReport {
    /// The path of the file, relative to the source.
    pub path: String,
    /// The time that loading the file took.
    pub loading: Duration,
    /// A list of tags, filters and classes, as a message shows it.
    pub defines: String,
}

/// The loaded Ruby files: always `None`.
pub fn files(_: &Plugins) -> Option<Vec<FileReport>> {
    None
}

/// The file of the sandboxed Ruby: always `None`.
pub fn module(_: &World) -> Option<PathBuf> {
    None
}

/// Fails, because no Ruby can be installed.
///
/// # Errors
/// Always, with a `LoadError`.
pub fn install(_: &[u8], _: &World) -> Result<PathBuf, Failure> {
    Err(Failure::raised("LoadError", MISSING))
}

/// Fails, because no Ruby can run.
///
/// # Errors
/// Always, with a `LoadError`.
pub fn run_script(_: &str, _: &Configuration, _: &World, _: &mut Log) -> Result<(), Failure> {
    Err(Failure::raised("LoadError", MISSING))
}
