//! The folders that the user names on the command line. A site's own configuration cannot add to them.
//!
//! Jekyll reads and writes wherever a configuration file says. A site's own Ruby cannot access such folders, because
//! the user may not have written the configuration.

use crate::world::World;
use hastie_liquid::{Hash, Value};
use std::path::PathBuf;

/// The folders that command-line options name: the source (by default the working directory), the destination and the
/// plugins folders. Also `_site` in the working directory, unless it is a symbolic link, which a repository could
/// contain.
pub(super) fn folders(world: &World, overrides: &Hash) -> Vec<PathBuf> {
    let mut folders = given(world, overrides, "source");
    if folders.is_empty() {
        folders.push(world.folder().to_path_buf());
    }
    folders.extend(given(world, overrides, "destination"));
    folders.extend(given(world, overrides, "plugins_dir"));
    folders.extend(Some(world.expand("_site")).filter(|folder| !world.is_link(folder)));
    folders
}

fn given(world: &World, values: &Hash, key: &str) -> Vec<PathBuf> {
    match values.get(key) {
        Some(Value::Str(folder)) => vec![world.expand(folder)],
        Some(Value::Array(folders)) => folders.iter().filter_map(Value::as_str).map(|it| world.expand(it)).collect(),
        _ => Vec::new(),
    }
}
