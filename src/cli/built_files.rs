//! Lists the files of a built site.

use crate::world::{Kind, World};
use std::io;
use std::path::{Path, PathBuf};

/// A path that cannot be read, with the reason.
pub(super) type Unreadable = (PathBuf, io::Error);

/// The files below a folder, relative to the folder. In each folder, files and subfolders are in the order of their
/// names. Links to files are included, and links to folders are left out.
///
/// # Errors
/// Returns the first folder that cannot be listed.
pub(super) fn list(world: &World, root: &Path) -> Result<Vec<String>, Unreadable> {
    let mut files = Vec::new();
    add(world, root, "", &mut files)?;
    Ok(files)
}

fn add(world: &World, root: &Path, below: &str, files: &mut Vec<String>) -> Result<(), Unreadable> {
    let folder = root.join(below);
    for entry in world.list(&folder).map_err(|error| (folder, error))? {
        let path = if below.is_empty() { entry.name } else { format!("{below}/{}", entry.name) };
        match entry.kind {
            Kind::Folder => add(world, root, &path, files)?,
            Kind::File => files.push(path),
            _ if world.is_file(&root.join(&path)) => files.push(path),
            _ => {}
        }
    }
    Ok(())
}
