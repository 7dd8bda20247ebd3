//! Plugins that are gems and that Hastie does not have itself: those that lie in a gem folder run as the site's own files do.

use super::module;
use super::start::Mode;
use hastie_plugins::local::LocalFile;
use hastie_site::config::Configuration;
use hastie_site::path;
use hastie_site::read::theme;
use hastie_site::world::World;
use std::path::Path;

/// The gems among `names` that are in a gem folder, if there is a Ruby that can load them.
pub fn among(names: &[String], config: &Configuration, world: &World) -> Vec<String> {
    let mode = Mode::of(world);
    if mode == Mode::Off || (mode == Mode::Sandbox && module::find(world).is_none()) {
        return Vec::new();
    }
    names.iter().filter(|name| has_library(name, config, world)).cloned().collect()
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
