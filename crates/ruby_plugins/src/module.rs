//! The location of the sandboxed Ruby: an environment variable, beside the program or in its package, or the user's
//! cache.

use hastie_site::world::World;
use std::path::{Path, PathBuf};

/// The variable that names the module.
pub const VARIABLE: &str = "HASTIE_RUBY_WASM";

/// The variable that takes any module for the one that was tested.
pub const TRUSTED: &str = "HASTIE_RUBY_WASM_ANY";

/// The file's name beside the program and in the cache; it may be compressed.
pub const NAMES: [&str; 3] = ["hastie-ruby-3.2.wasm", "hastie-ruby-3.2.wasm.xz", "hastie-ruby-3.2.wasm.gz"];

/// The folder that packages keep it in, from the folder of the program: they have `bin/hastie` and `share/hastie`.
const SHARED: &str = "../share/hastie";

/// The module, if it is anywhere.
pub fn find(world: &World) -> Option<PathBuf> {
    if let Some(file) = world.variable(VARIABLE).filter(|file| !file.is_empty()) {
        return Some(world.expand(file));
    }
    let mut folders: Vec<PathBuf> = Vec::new();
    if let Some(folder) = std::env::current_exe().ok().as_deref().and_then(Path::parent) {
        folders.extend([folder.to_path_buf(), folder.join(SHARED)]);
    }
    folders.extend(cache(world));
    folders.iter().flat_map(|folder| NAMES.map(|name| folder.join(name))).find(|file| world.is_file(file))
}

/// The user's cache folder for it.
pub fn cache(world: &World) -> Option<PathBuf> {
    world.cache_folder().map(|base| PathBuf::from(base).join("hastie"))
}
