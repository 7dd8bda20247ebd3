//! Lists a folder recursively, with folders before their contents. Mirrors Ruby's `Dir.glob("**/*")`.

use crate::world::{Kind, World};
use std::path::Path;

/// The paths below `folder`, relative to the folder, in the order of Ruby's glob. Links to folders are listed but not
/// followed. Names with a leading dot are listed only if `hidden`. Names that are not UTF-8 make the build fail.
pub fn below(world: &World, folder: &str, hidden: bool) -> Vec<String> {
    entries_below(world, folder, hidden).into_iter().map(|(path, _)| path).collect()
}

/// Like [`below`], with the kind of each entry. Links have a kind of their own, whatever they point to.
pub fn entries_below(world: &World, folder: &str, hidden: bool) -> Vec<(String, Kind)> {
    let mut found = Vec::new();
    let mut waiting = vec![(String::new(), Kind::Folder)];
    // A stack instead of recursion, so that deeply nested folders cannot overflow the call stack.
    while let Some((prefix, kind)) = waiting.pop() {
        if !prefix.is_empty() {
            found.push((prefix.clone(), kind));
        }
        if kind != Kind::Folder {
            continue;
        }
        let here = if prefix.is_empty() { folder.to_string() } else { format!("{folder}/{prefix}") };
        let entries = world.list_all(Path::new(&here), |name| hidden || !name.starts_with('.')).unwrap_or_default();
        for entry in entries.into_iter().rev().filter(|entry| hidden || !entry.name.starts_with('.')) {
            let name = if prefix.is_empty() { entry.name } else { format!("{prefix}/{}", entry.name) };
            waiting.push((name, entry.kind));
        }
    }
    found
}
