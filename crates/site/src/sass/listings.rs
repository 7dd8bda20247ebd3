//! What the names in a folder tell of the files in it.
//!
//! A compiler asks for hundreds of files in a few folders, most of which are not there: for each import under a dozen
//! names. One listing of a folder answers them all.

use crate::world::{Kind, World};
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::Path;

/// The listings of the folders that were asked for.
#[derive(Debug, Default)]
pub(super) struct Listings {
    folders: Vec<Folder>,
    /// The places of folders in `folders`.
    places: HashMap<String, usize>,
    /// The place of the folder that was asked for last: nearly always the next one too.
    last: usize,
}

#[derive(Debug)]
struct Folder {
    path: String,
    /// `None` where it cannot be read.
    names: Option<Names>,
}

/// The names in a folder, in lower case, because some file systems ignore case; each with the regular files of that
/// name as they are written.
type Names = HashMap<String, Vec<String>>;

/// What a listing tells of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// There is nothing.
    Nothing,
    /// There is a regular file.
    File,
    /// It has to be looked at.
    Unclear,
}

impl Listings {
    /// What the listing of a path's folder tells of the path.
    pub(super) fn tell(&mut self, world: &World, path: &str) -> Told {
        let Some((folder, name)) = path.rsplit_once('/') else { return Told::Unclear };
        if matches!(name, "" | "." | "..") {
            return Told::Unclear;
        }
        let Some(names) = self.names(world, folder) else { return Told::Unclear };
        match names.get(&*lower(name)) {
            None => Told::Nothing,
            Some(files) if files.iter().any(|file| file == name) => Told::File,
            Some(_) => Told::Unclear,
        }
    }

    fn names(&mut self, world: &World, folder: &str) -> Option<&Names> {
        if self.folders.get(self.last).is_none_or(|last| last.path != folder) {
            self.last = match self.places.get(folder) {
                Some(place) => *place,
                None => self.add(world, folder),
            };
        }
        self.folders.get(self.last)?.names.as_ref()
    }

    fn add(&mut self, world: &World, folder: &str) -> usize {
        let place = self.folders.len();
        let path = if folder.is_empty() { "/" } else { folder };
        self.folders.push(Folder { path: folder.to_owned(), names: names(world, Path::new(path)) });
        self.places.insert(folder.to_owned(), place);
        place
    }
}

/// A name in lower case. Nearly all names are.
fn lower(name: &str) -> Cow<'_, str> {
    let is_lower = |byte: u8| byte.is_ascii() && !byte.is_ascii_uppercase();
    if name.bytes().all(is_lower) { Cow::Borrowed(name) } else { Cow::Owned(name.to_lowercase()) }
}

/// The names in a folder; none where it does not exist, `None` where it cannot be read.
fn names(world: &World, folder: &Path) -> Option<Names> {
    let entries = match world.list(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        Err(_) => return None,
    };
    let mut names = Names::with_capacity(entries.len());
    for entry in entries {
        let files = names.entry(lower(&entry.name).into_owned()).or_default();
        if entry.kind == Kind::File {
            files.push(entry.name);
        }
    }
    Some(names)
}
