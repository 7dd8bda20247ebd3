//! Finds the module of the sandboxed Ruby: in the file that an environment variable names, beside the program, in the
//! program's package, or in the user's cache.

use hastie_site::world::World;
use std::path::{Path, PathBuf};

/// The file names of the module, compressed or not. The file is beside the program, in its package or in the cache.
pub(crate) const NAMES: [&str; 3] = ["hastie-ruby-3.2.wasm", "hastie-ruby-3.2.wasm.xz", "hastie-ruby-3.2.wasm.gz"];

/// The folder of the module in packages, relative to the program's folder. Packages contain `bin/hastie` and
/// `share/hastie`.
const SHARED: &str = "../share/hastie";

/// The file of the module. If the user names a file, returns this file, even if it does not exist. Otherwise, returns
/// an installed module, or `None` if none is installed.
pub fn find(world: &World) -> Option<PathBuf> {
    if let Some(file) = &world.options().ruby_module {
        return Some(world.expand(file));
    }
    let mut folders: Vec<PathBuf> = Vec::new();
    if let Some(folder) = std::env::current_exe().ok().as_deref().and_then(Path::parent) {
        folders.extend([folder.to_path_buf(), folder.join(SHARED)]);
    }
    folders.extend(cache(world));
    folders.iter().flat_map(|folder| NAMES.map(|name| folder.join(name))).find(|file| world.is_file(file))
}

/// The program's folder in the user's cache. `None` if the user has no cache folder.
pub(crate) fn cache(world: &World) -> Option<PathBuf> {
    world.cache_folder().map(|base| PathBuf::from(base).join("hastie"))
}
