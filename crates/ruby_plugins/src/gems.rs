//! Plugins that are gems and that Hastie does not have itself: those that lie in a gem folder run as the site's own files do.

use super::module;
use super::start::Mode;
use hastie_plugins::gems::gem_of;
use hastie_plugins::local::LocalFile;
use hastie_site::config::Configuration;
use hastie_site::path;
use hastie_site::read::theme;
use hastie_site::world::World;
use std::path::Path;

/// Whether there is a Ruby for plugins.
pub fn is_available(world: &World) -> bool {
    match Mode::of(world) {
        Mode::Off => false,
        Mode::System => true,
        Mode::Sandbox => module::find(world).is_some(),
    }
}

/// The gems among `names` that are in a gem folder, if there is a Ruby that can load them.
pub fn among(names: &[String], config: &Configuration, world: &World) -> Vec<String> {
    if !is_available(world) {
        return Vec::new();
    }
    names.iter().filter(|name| has_library(name, config, world)).cloned().collect()
}

/// Whether a gem has the file that Ruby would load for its name: a theme has none.
fn has_library(name: &str, config: &Configuration, world: &World) -> bool {
    let Some(folder) = theme::gem(config, world, &gem_of(name)) else { return false };
    let files = [format!("lib/{name}.rb"), format!("lib/{}.rb", name.replace('-', "/"))];
    files.iter().any(|file| world.is_file(Path::new(&path::join(&folder, file))))
}

/// A gem as `doctor` and `--profile` list it.
pub fn as_file(name: &str, config: &Configuration, world: &World) -> LocalFile {
    let full = theme::gem(config, world, &gem_of(name)).unwrap_or_default();
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

#[cfg(test)]
mod tests {
    use hastie_plugins::gems::is_provided;

    #[test]
    fn libraries_with_a_stand_in_are_not_fetched() {
        let mut shim = hastie_ruby::shim::FILES.iter();
        let (_, stand_ins) = shim.find(|(name, _)| name.ends_with("/stand_ins.rb")).expect("a file of the shim");
        let table = stand_ins.split("KNOWN = {").nth(1).and_then(|rest| rest.split('}').next()).expect("the table");
        let quoted = table.split('"').skip(1).step_by(2);
        let files: Vec<&str> = quoted.filter(|text| !text.starts_with(char::is_uppercase)).collect();
        assert!(files.contains(&"octokit") && files.len() > 10, "{files:?}");
        for file in files {
            assert!(is_provided(file), "{file}");
        }
    }
}
