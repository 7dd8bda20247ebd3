//! The location of the sandboxed Ruby: an environment variable, beside the program, or the user's cache.

use hastie_site::world::World;
use std::path::{Path, PathBuf};

/// The variable that names the module.
pub const VARIABLE: &str = "HASTIE_RUBY_WASM";

/// The variable that takes any module for the one that was tested.
pub const TRUSTED: &str = "HASTIE_RUBY_WASM_ANY";

/// The file's name beside the program and in the cache; it may be compressed.
pub const NAMES: [&str; 2] = ["hastie-ruby-3.2.wasm", "hastie-ruby-3.2.wasm.gz"];

/// The module, if it is anywhere.
pub fn find(world: &World) -> Option<PathBuf> {
    if let Some(file) = world.variable(VARIABLE).filter(|file| !file.is_empty()) {
        return Some(world.expand(file));
    }
    let mut folders: Vec<PathBuf> = Vec::new();
    if let Some(folder) = std::env::current_exe().ok().as_deref().and_then(Path::parent) {
        folders.push(folder.to_path_buf());
    }
    folders.extend(cache(world));
    folders.iter().flat_map(|folder| NAMES.map(|name| folder.join(name))).find(|file| world.is_file(file))
}

/// The user's cache folder for it.
pub fn cache(world: &World) -> Option<PathBuf> {
    let absolute = |name: &str| world.variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = absolute("XDG_CACHE_HOME")
        .or_else(|| absolute("LOCALAPPDATA"))
        .or_else(|| absolute("HOME").map(|home| home.join(".cache")))?;
    Some(base.join("hastie"))
}
