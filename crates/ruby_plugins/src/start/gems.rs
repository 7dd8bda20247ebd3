//! Plugins that are gems and that Hastie does not have itself. Ruby loads those that are installed in a gem folder.

use crate::sandbox::module;
use hastie_plugins::gems::gem_of;
use hastie_plugins::local::LocalFile;
use hastie_site::config::Configuration;
use hastie_site::path;
use hastie_site::read::{theme, tree};
use hastie_site::world::{RubyMode, World};
use std::path::Path;

/// Whether Ruby is enabled. For the sandbox, its module must be installed, or the user must name a module. Does not
/// check whether the system's Ruby or the module that the user names exists.
pub(crate) fn is_available(world: &World) -> bool {
    match world.options().ruby {
        RubyMode::Off => false,
        RubyMode::System => true,
        RubyMode::Sandbox => module::find(world).is_some(),
    }
}

/// The gems among `names` that are in a gem folder and have a file to load with the gem's own name. Empty if Ruby is
/// not available.
pub(crate) fn loadable(names: &[String], config: &Configuration, world: &World) -> Vec<String> {
    if !is_available(world) {
        return Vec::new();
    }
    names.iter().filter(|name| has_library(name, config, world)).cloned().collect()
}

/// Whether a gem has the file that Ruby loads for its name.
fn has_library(name: &str, config: &Configuration, world: &World) -> bool {
    let Some(folder) = theme::gem(config, world, &gem_of(name)) else { return false };
    let files = [format!("lib/{name}.rb"), format!("lib/{}.rb", name.replace('-', "/"))];
    files.iter().any(|file| world.is_file(Path::new(&path::join(&folder, file))))
}

/// The definitions in all Ruby files below a gem's folder `lib`. Skips files that cannot be read.
pub(crate) fn definitions(name: &str, config: &Configuration, world: &World) -> LocalFile {
    let full = theme::gem(config, world, &gem_of(name)).unwrap_or_default();
    let mut found = LocalFile { path: format!("the gem {}", path::basename(&full)), full, ..LocalFile::default() };
    let library = path::join(&found.full, "lib");
    for file in tree::below(world, &library, true).into_iter().filter(|file| file.ends_with(".rb")) {
        if let Ok(bytes) = world.read(Path::new(&path::join(&library, &file))) {
            found.add(&String::from_utf8_lossy(&bytes));
        }
    }
    found
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
