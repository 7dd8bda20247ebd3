//! Writes to a missing or empty destination: builds the whole tree in a staging folder and moves it into place with one
//! rename. This needs no rename for each file, and no incomplete destination is ever visible.

use super::case::Stale;
use super::changes;
use super::new_file::{Contents, NewFile, Staged, unwritable};
use super::places::Places;
use super::platform::retried;
use super::staging::Staging;
use super::static_files::stream;
use crate::failure::Failure;
use crate::model::SiteContext;
use crate::path;
use foldhash::{HashSet, HashSetExt};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The name of the new site in the staging folder.
pub(super) const TREE: &str = "new";

/// The plan for writing the site as one tree. `None` if anything but an empty folder is at the destination, or if one
/// file is in the way of another file's folder.
#[expect(clippy::iter_over_hash_type, reason = "each level is sorted")]
pub(super) fn plan<'f>(context: &SiteContext, files: &'f [NewFile<'_>], staging: &Staging) -> Option<Plan<'f>> {
    let destination = &context.destination;
    if !is_missing_or_empty(context, Path::new(destination)) {
        return None;
    }
    let mut folders = HashSet::new();
    let mut below = Vec::with_capacity(files.len());
    for file in files {
        let inside = file.destination.strip_prefix(destination.as_str())?.strip_prefix('/')?;
        below.push(inside);
        let mut folder = path::dirname(inside);
        let is_early = matches!(&file.contents, Contents::Early(file) if matches!(file.staged, Some(Staged::InTree)));
        // An early output was written into its folder, so no other early output is in the way.
        if is_early && staging.has_in_tree(folder) {
            continue;
        }
        if staging.has_in_tree(inside) {
            return None;
        }
        while folder != "." && folder != "/" && !folder.is_empty() && folders.insert(folder) {
            folder = path::dirname(folder);
        }
    }
    if below.iter().any(|file| folders.contains(file)) {
        return None;
    }
    let mut by_depth: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for folder in folders {
        by_depth.entry(folder.matches('/').count()).or_default().push(folder);
    }
    for level in by_depth.values_mut() {
        level.sort_unstable();
    }
    Some(Plan { by_depth, below })
}

/// The site as one new tree, before it is written.
pub(super) struct Plan<'f> {
    by_depth: BTreeMap<usize, Vec<&'f str>>,
    /// The files' paths relative to the destination, in the order of the files.
    below: Vec<&'f str>,
}

impl Plan<'_> {
    /// Writes the tree and moves it into place with one rename. If another program has created files in the destination
    /// in the meantime, moves the files one by one.
    ///
    /// # Errors
    /// Fails if a file cannot be written. The destination is then unchanged.
    pub(super) fn carry_out(
        &self,
        context: &SiteContext,
        files: &[NewFile<'_>],
        staging: &Staging,
    ) -> Result<(), Failure> {
        let tree = staging.folder()?.join(TREE);
        let make = |folder: &Path, shown: &str| {
            let made = fs::create_dir(folder).or_else(|error| if folder.is_dir() { Ok(()) } else { Err(error) });
            made.map_err(|error| unwritable("dir_s_mkdir", shown, &error))
        };
        make(&tree, &context.destination)?;
        for level in self.by_depth.values() {
            level
                .par_iter()
                .filter(|folder| !staging.has_in_tree(folder))
                .try_for_each(|folder| make(&tree.join(folder), &path::join(&context.destination, folder)))?;
        }
        files
            .par_iter()
            .zip(&self.below)
            .try_for_each(|(file, below)| write(context, staging, file, tree.join(below)))?;
        if let Ok(data) = fs::metadata(&context.destination) {
            let _ = fs::set_permissions(&tree, data.permissions());
        }
        // On Windows, a folder cannot replace an empty folder.
        let remove_empty = |error| fs::remove_dir(&context.destination).map_err(|_| error);
        let moved = retried(|| fs::rename(&tree, &context.destination))
            .or_else(|error| remove_empty(error).and_then(|()| fs::rename(&tree, &context.destination)));
        match moved {
            // Another program has created files in the destination in the meantime. They stay, as if they had existed
            // before the build.
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => {
                let moves: Vec<_> = self.below.iter().map(|below| tree.join(below)).collect();
                let moves: Vec<_> = moves.into_iter().zip(files.iter().map(|file| file.destination.as_str())).collect();
                let places = Places::of(&context.world, &context.destination);
                changes::carry_out(staging, &places, &moves, &Stale::default()).map(|_| ())
            }
            moved => moved.map_err(|error| unwritable("dir_s_mkdir", &context.destination, &error)),
        }
    }
}

/// Writes a file of the new site at `place`, unless the build has already written the file during rendering.
fn write(context: &SiteContext, staging: &Staging, file: &NewFile<'_>, place: PathBuf) -> Result<(), Failure> {
    match &file.contents {
        Contents::Text(text) => {
            fs::write(place, text).map_err(|error| unwritable("rb_sysopen", &file.destination, &error))
        }
        Contents::Copy(source) => stream(context, source, &place, &file.destination),
        Contents::Early(early) => match early.staged {
            Some(Staged::InTree) => Ok(()),
            Some(staged) => fs::rename(staging.path_of(staged, "")?, place),
            None => Err(io::ErrorKind::NotFound.into()),
        }
        .map_err(|error| unwritable("rb_sysopen", &file.destination, &error)),
    }
}

/// Whether the path is missing or is an empty folder (not a link).
pub(super) fn is_missing_or_empty(context: &SiteContext, destination: &Path) -> bool {
    match fs::symlink_metadata(destination) {
        Ok(data) => data.is_dir() && context.world.list(destination).is_ok_and(|entries| entries.is_empty()),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}
