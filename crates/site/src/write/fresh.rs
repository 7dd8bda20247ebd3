//! A destination that is not there yet, or is empty: the site is written as a whole tree beside it and moved into place
//! by one renaming. Until then there is no destination at all, and no file has to be moved on its own.

use super::platform::retried;
use super::publish::{Contents, NewFile, unwritable};
use super::staging::Staging;
use super::static_files::stream;
use crate::failure::Failure;
use crate::model::SiteContext;
use crate::path;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The path of each file below the new tree. `None` where the site cannot be written as one: something there is to be
/// kept, or a file stands where another one needs a folder.
pub(super) fn plan<'f>(context: &SiteContext, files: &'f [NewFile<'_>]) -> Option<Plan<'f>> {
    let destination = &context.destination;
    if !is_vacant(context, Path::new(destination)) {
        return None;
    }
    let mut folders = HashSet::new();
    let mut below = Vec::with_capacity(files.len());
    for file in files {
        let inside = file.destination.strip_prefix(destination.as_str())?.strip_prefix('/')?;
        let mut folder = path::dirname(inside);
        while folder != "." && folder != "/" && !folder.is_empty() && folders.insert(folder) {
            folder = path::dirname(folder);
        }
        below.push(inside);
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

/// See [`plan`].
pub(super) struct Plan<'f> {
    by_depth: BTreeMap<usize, Vec<&'f str>>,
    /// The files' paths below the destination, in their order.
    below: Vec<&'f str>,
}

impl Plan<'_> {
    /// Writes the tree and moves it into place.
    ///
    /// # Errors
    /// Where something cannot be written; the destination is then as it was.
    pub(super) fn carry_out(
        &self,
        context: &SiteContext,
        files: &[NewFile<'_>],
        staging: &Staging,
    ) -> Result<(), Failure> {
        let tree = staging.folder()?.join("tree");
        let make = |folder: &Path, shown: &str| {
            fs::create_dir(folder).map_err(|error| unwritable("dir_s_mkdir", shown, &error))
        };
        make(&tree, &context.destination)?;
        for level in self.by_depth.values() {
            level
                .par_iter()
                .try_for_each(|folder| make(&tree.join(folder), &path::join(&context.destination, folder)))?;
        }
        files.par_iter().zip(&self.below).try_for_each(|(file, below)| write(context, file, tree.join(below)))?;
        if let Ok(data) = fs::metadata(&context.destination) {
            let _ = fs::set_permissions(&tree, data.permissions());
        }
        // Windows does not let a folder take the place of an empty one.
        let vacate = |error| fs::remove_dir(&context.destination).map_err(|_| error);
        let moved = retried(|| fs::rename(&tree, &context.destination))
            .or_else(|error| vacate(error).and_then(|()| fs::rename(&tree, &context.destination)));
        moved.map_err(|error| unwritable("dir_s_mkdir", &context.destination, &error))
    }
}

fn write(context: &SiteContext, file: &NewFile<'_>, place: PathBuf) -> Result<(), Failure> {
    match &file.contents {
        Contents::Text(text) => {
            fs::write(place, text).map_err(|error| unwritable("rb_sysopen", &file.destination, &error))
        }
        Contents::Copy(source) => stream(context, source, &place, &file.destination),
    }
}

/// Whether there is nothing at a path, or a real folder with nothing in it.
fn is_vacant(context: &SiteContext, destination: &Path) -> bool {
    match fs::symlink_metadata(destination) {
        Ok(data) => data.is_dir() && context.world.list(destination).is_ok_and(|entries| entries.is_empty()),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}
