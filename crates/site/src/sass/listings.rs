//! Caches folder listings to answer which files exist.
//!
//! The compiler looks for hundreds of files in a few folders, because it tries a dozen names for each import. Most of
//! them do not exist. One listing for each folder answers all of these questions.

use crate::world::{Kind, World};
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::Path;

/// The listings of the folders in which imports were searched. Each folder is listed only once.
#[derive(Debug, Default)]
pub(super) struct Listings {
    folders: Vec<Folder>,
    /// The index in `folders` of each folder, by its path.
    indices: HashMap<String, usize>,
    /// The index of the folder that was used last. The next lookup is nearly always in the same folder.
    last: usize,
}

#[derive(Debug)]
struct Folder {
    path: String,
    /// The entries of the folder. `None` if the folder cannot be read.
    entries: Option<FolderEntries>,
}

/// The entries of a folder. Each key is a name in lower case, because some file systems ignore case. Its value lists
/// the regular files with that name as they are really spelled.
type FolderEntries = HashMap<String, Vec<String>>;

/// The result of looking up a path in the listing of its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lookup {
    /// The path does not exist.
    Nothing,
    /// The path is a regular file.
    File,
    /// The listing is not sufficient. The path must be checked on disk.
    Unclear,
}

impl Listings {
    /// Looks up `path` in the listing of its folder, which is read only once. The result is `Lookup::Unclear` if the
    /// listing does not decide, for example because the name is a folder or a link, or differs in case.
    pub(super) fn look_up(&mut self, world: &World, path: &str) -> Lookup {
        let Some((folder, name)) = path.rsplit_once('/') else { return Lookup::Unclear };
        if matches!(name, "" | "." | "..") {
            return Lookup::Unclear;
        }
        let Some(entries) = self.entries(world, folder) else { return Lookup::Unclear };
        match entries.get(&*lower(name)) {
            None => Lookup::Nothing,
            Some(files) if files.iter().any(|file| file == name) => Lookup::File,
            Some(_) => Lookup::Unclear,
        }
    }

    fn entries(&mut self, world: &World, folder: &str) -> Option<&FolderEntries> {
        if self.folders.get(self.last).is_none_or(|last| last.path != folder) {
            self.last = match self.indices.get(folder) {
                Some(index) => *index,
                None => self.add(world, folder),
            };
        }
        self.folders.get(self.last)?.entries.as_ref()
    }

    fn add(&mut self, world: &World, folder: &str) -> usize {
        let index = self.folders.len();
        let path = if folder.is_empty() { "/" } else { folder };
        self.folders.push(Folder { path: folder.to_owned(), entries: list_entries(world, Path::new(path)) });
        self.indices.insert(folder.to_owned(), index);
        index
    }
}

/// A name in lower case. Does not copy a name that is already in lower case.
fn lower(name: &str) -> Cow<'_, str> {
    let is_lower = |byte: u8| byte.is_ascii() && !byte.is_ascii_uppercase();
    if name.bytes().all(is_lower) { Cow::Borrowed(name) } else { Cow::Owned(name.to_lowercase()) }
}

/// The entries of a folder. Empty if the folder does not exist. `None` if it cannot be read.
fn list_entries(world: &World, folder: &Path) -> Option<FolderEntries> {
    let listed = match world.list(folder) {
        Ok(listed) => listed,
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        Err(_) => return None,
    };
    let mut entries = FolderEntries::with_capacity(listed.len());
    for entry in listed {
        let files = entries.entry(lower(&entry.name).into_owned()).or_default();
        if entry.kind == Kind::File {
            files.push(entry.name);
        }
    }
    Some(entries)
}
