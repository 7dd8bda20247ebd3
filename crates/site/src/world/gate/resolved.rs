//! Files behind a gate on systems that cannot open a file relative to an open folder. Links are resolved first, and
//! then the real path is checked and used. Between the check and the use, another process could exchange a folder for a
//! link, but the sandboxed Ruby cannot.

use super::super::{self as world, Listing, Stat, regular, system};
use super::{Outside, Place, Root, root_of};
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

pub(super) fn read(roots: &[Root], path: &Path) -> io::Result<Vec<u8>> {
    regular::read(&real_path(roots, path)?)
}

/// Opens a regular file, after checking that its real path is in one of the folders `roots`. Refuses everything but
/// regular files.
pub(super) fn open(roots: &[Root], path: &Path) -> io::Result<(File, Metadata)> {
    regular::open(&real_path(roots, path)?)
}

pub(super) fn list(roots: &[Root], path: &Path) -> io::Result<Listing> {
    world::list(&real_path(roots, path)?)
}

pub(super) fn stat(roots: &[Root], path: &Path) -> io::Result<Stat> {
    fs::metadata(real_path(roots, path)?).map(|data| world::stat_of(&data))
}

/// The metadata of a path itself, without following a link in its last part. Fails if the path is not in one of the
/// folders `roots` once other links are followed.
pub(super) fn stat_link(roots: &[Root], path: &Path) -> io::Result<Stat> {
    let (_, below) = root_of(roots, path)?;
    let place = match (below.file_name(), path.parent()) {
        (Some(name), Some(folder)) => real_path(roots, folder)?.join(name),
        _ => real_path(roots, path)?,
    };
    fs::symlink_metadata(place).map(|data| world::stat_of(&data))
}

pub(super) fn open_folder(roots: &[Root], path: &Path) -> io::Result<Place> {
    let real = real_path(roots, path)?;
    if fs::metadata(&real)?.is_dir() { Ok(Place::unchecked(real)) } else { Err(io::ErrorKind::NotADirectory.into()) }
}

pub(super) fn real_path(roots: &[Root], path: &Path) -> io::Result<PathBuf> {
    root_of(roots, path)?;
    let real = world::with_slashes(system::canonicalize(path)?);
    let is_in = |root: &Root| real.starts_with(&root.real);
    if roots.iter().any(is_in) { Ok(real) } else { Err(Outside::error(path)) }
}
