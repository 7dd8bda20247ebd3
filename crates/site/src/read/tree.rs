//! Ruby's `Dir.glob("**/*")`: everything below a folder, folders before what is in them.

use crate::world::{Kind, World};
use std::path::Path;

/// The paths below `folder`, relative to it, in the order Ruby's glob gives them. Links to folders are
/// listed and not entered; names with a leading dot only if `hidden`.
pub fn below(world: &World, folder: &str, hidden: bool) -> Vec<String> {
    let mut found = Vec::new();
    let mut waiting = vec![(String::new(), Kind::Folder)];
    // A stack of what is still to be listed, the next one last: no recursion, however deep folders lie.
    while let Some((prefix, kind)) = waiting.pop() {
        if !prefix.is_empty() {
            found.push(prefix.clone());
        }
        if kind != Kind::Folder {
            continue;
        }
        let here = if prefix.is_empty() { folder.to_string() } else { format!("{folder}/{prefix}") };
        let entries = world.list(Path::new(&here)).unwrap_or_default();
        for entry in entries.into_iter().rev().filter(|entry| hidden || !entry.name.starts_with('.')) {
            let name = if prefix.is_empty() { entry.name } else { format!("{prefix}/{}", entry.name) };
            waiting.push((name, entry.kind));
        }
    }
    found
}
