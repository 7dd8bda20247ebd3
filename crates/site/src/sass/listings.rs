//! What the names in a folder tell of the files in it.
//!
//! A compiler asks for hundreds of files in a few folders, most of which are not there: for each import under a dozen
//! names. One listing of a folder answers them all.

use crate::world::{Kind, World};
use std::collections::{HashMap, HashSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The listings of the folders that were asked for.
#[derive(Debug, Default)]
pub(super) struct Listings(HashMap<PathBuf, Option<Names>>);

/// The names in a folder.
#[derive(Debug, Default)]
struct Names {
    /// In lower case, because some file systems ignore case.
    all: HashSet<String>,
    /// Regular files, as they are written.
    files: HashSet<String>,
}

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
    pub(super) fn tell(&mut self, world: &World, path: &Path) -> Told {
        let (Some(folder), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str())) else {
            return Told::Unclear;
        };
        if !self.0.contains_key(folder) {
            self.0.insert(folder.to_owned(), names(world, folder));
        }
        match self.0.get(folder) {
            Some(Some(names)) if names.files.contains(name) => Told::File,
            Some(Some(names)) if !names.all.contains(&name.to_lowercase()) => Told::Nothing,
            _ => Told::Unclear,
        }
    }
}

/// The names in a folder; none where it does not exist, `None` where it cannot be read.
fn names(world: &World, folder: &Path) -> Option<Names> {
    match world.list(folder) {
        Ok(entries) => {
            let all = entries.iter().map(|entry| entry.name.to_lowercase()).collect();
            let files = entries.into_iter().filter(|entry| entry.kind == Kind::File).map(|entry| entry.name).collect();
            Some(Names { all, files })
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Some(Names::default()),
        Err(_) => None,
    }
}
