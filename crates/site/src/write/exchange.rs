//! Updates an existing destination in one step: completes the new folder beside the old one and exchanges the two.
//!
//! Files that stay the same are hard links in the new folder, so they keep their inode and modification time, and no
//! bytes are copied. Only the deepest folder that contains all changes is exchanged. A process that is killed leaves
//! the old site or the new one, never a mixture.
//!
//! Some folders cannot be exchanged: the file system lacks hard links or the exchange, or a folder belongs to another
//! user or is a mount point. Others have an access control list that cannot be copied, a changed file below a symbolic
//! link, or a process that works in the folder. Then the files are moved one by one ([`changes`](super::changes)).

use super::case::Stale;
use super::changes::Move;
use super::places::Places;
use super::platform::{may_change, same_file_system};
use super::staging::Staging;
use crate::world::Place;
use rayon::prelude::*;
use rustix::fs::{CWD, RenameFlags, getxattr, listxattr, renameat_with};
use std::collections::{BTreeSet, HashSet};
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};

/// The name of the new folder in the staging folder.
const TREE: &str = "tree";

/// Publishes all changes in one step, by exchanging a folder for a changed copy. Returns false if that is not possible,
/// or if there is at most one change. The destination is then unchanged. Staged files may have moved; `moves` has their
/// new paths.
pub(super) fn carry_out(
    destination: &str,
    staging: &Staging,
    places: &Places,
    moves: &mut [Move<'_>],
    stale: &Stale,
) -> bool {
    // A single rename or removal is already one step.
    if moves.len() + stale.gone.len() < 2 || !stale.renamed.is_empty() || !staging.is_beside() {
        return false;
    }
    let targets = moves.iter().map(|(_, target)| *target);
    let Some(exchange) = Exchange::of(destination, staging, places, targets, &stale.gone) else { return false };
    // If this fails, the staging folder keeps the new one, into which files may have been moved.
    exchange.prepare(moves).and_then(|()| exchange.swap()).is_ok()
}

struct Exchange<'a> {
    places: &'a Places,
    /// The folder to exchange, with links resolved.
    old: PathBuf,
    /// Whether `old` is the destination itself. Its path is then not checked, because the user may choose any
    /// destination.
    is_destination: bool,
    /// The folder that takes the place of `old`.
    new: PathBuf,
    /// The paths of new and changed files, relative to `old`, in the order of the moves.
    files: Vec<&'a Path>,
    /// All folders that contain new or changed files, directly or in subfolders.
    folders: BTreeSet<&'a Path>,
    /// The paths of removed files and folders, relative to `old`.
    gone: HashSet<&'a Path>,
    /// The folders whose entries change.
    touched: HashSet<&'a Path>,
}

impl<'a> Exchange<'a> {
    fn of(
        destination: &str,
        staging: &Staging,
        places: &'a Places,
        targets: impl Iterator<Item = &'a str>,
        gone: &'a [String],
    ) -> Option<Self> {
        let below = |path: &'a str| path.strip_prefix(destination)?.strip_prefix('/').map(Path::new);
        let files: Vec<&Path> = targets.map(below).collect::<Option<_>>()?;
        let gone: Vec<&Path> = gone.iter().map(|path| below(path)).collect::<Option<_>>()?;
        let folder = existing(staging.destination(), common_folder(files.iter().chain(&gone))?)?;
        let old = staging.destination().join(folder);
        if is_occupied(&old) {
            return None;
        }
        let inside = |path: &&'a Path| path.strip_prefix(folder).ok();
        let files: Vec<&Path> = files.iter().map(inside).collect::<Option<_>>()?;
        let gone: HashSet<&Path> = gone.iter().map(inside).collect::<Option<_>>()?;
        let folders: BTreeSet<&Path> = files.iter().flat_map(|file| file.ancestors().skip(1)).collect();
        let touched = files.iter().chain(&gone).filter_map(|path| path.parent()).collect();
        Some(Exchange {
            places,
            is_destination: old == staging.destination(),
            old,
            new: staging.folder().ok()?.join(TREE),
            files,
            folders,
            gone,
            touched,
        })
    }

    /// Fills the new folder: links the files that stay the same, and moves new and changed files in.
    fn prepare(&self, moves: &mut [Move<'_>]) -> io::Result<()> {
        fs::create_dir(&self.new)?;
        // Sorted, so folders come before their contents.
        for folder in self.folders.iter().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir(self.new.join(folder))?;
        }
        let own = fs::metadata(&self.new)?;
        let known: HashSet<&Path> = self.files.iter().copied().collect();
        let mut level = vec![PathBuf::new()];
        let mut kept = Vec::new();
        while !level.is_empty() {
            let next =
                level.par_iter().map(|folder| self.link(folder, &known, &own)).collect::<io::Result<Vec<_>>>()?;
            kept.append(&mut level);
            level = next.into_iter().flatten().collect();
        }
        moves.par_iter_mut().zip(&self.files).try_for_each(|((staged, _), file)| {
            let place = self.new.join(file);
            fs::rename(&*staged, &place)?;
            *staged = place;
            io::Result::Ok(())
        })?;
        kept.par_iter().try_for_each(|folder| self.copy_attributes(folder, &own))
    }

    /// Creates hard links in the new folder to all unchanged files of `folder`. Returns the subfolders of `folder`.
    fn link(&self, folder: &Path, known: &HashSet<&Path>, own: &Metadata) -> io::Result<Vec<PathBuf>> {
        let old = self.places.open_folder(&self.old.join(folder))?;
        let data = fs::symlink_metadata(old.path())?;
        if !may_change(&data, own) || !same_file_system(&data, own) {
            return Err(io::ErrorKind::Unsupported.into());
        }
        let (mut folders, mut links) = (Vec::new(), Vec::new());
        for entry in fs::read_dir(old.path())? {
            let entry = entry?;
            let path = folder.join(entry.file_name());
            // A file with this path replaces even a folder.
            if self.gone.contains(&*path) || known.contains(&*path) {
                continue;
            }
            match (entry.file_type()?.is_dir(), self.folders.contains(&*path)) {
                (true, true) => folders.push(path),
                (true, false) => {
                    fs::create_dir(self.new.join(&path))?;
                    folders.push(path);
                }
                (false, false) => links.push(path),
                // A link or file, but a new file has to be written below it.
                (false, true) => return Err(io::ErrorKind::NotADirectory.into()),
            }
        }
        links.par_iter().try_for_each(|path| {
            let name = path.file_name().unwrap_or_default();
            fs::hard_link(old.path().join(name), self.new.join(path))
        })?;
        Ok(folders)
    }

    /// Copies the owner and permissions of the old folder to the new one. Also copies the modification time if both
    /// folders have the same entries. Fails if the new folder lacks extended attributes of the old one.
    fn copy_attributes(&self, folder: &Path, own: &Metadata) -> io::Result<()> {
        let (old, new) = (self.places.open_folder(&self.old.join(folder))?, self.new.join(folder));
        let data = fs::symlink_metadata(old.path())?;
        if !has_same_attributes(old.path(), &new)? {
            return Err(io::ErrorKind::Unsupported.into());
        }
        if (data.uid(), data.gid()) != (own.uid(), own.gid()) {
            chown(&new, Some(data.uid()), Some(data.gid()))?;
        }
        fs::set_permissions(&new, data.permissions())?;
        if self.touched.contains(folder) {
            return Ok(());
        }
        fs::File::open(&new)?.set_modified(data.modified()?)
    }

    /// Exchanges the two folders. The old one is then in the staging folder and is removed with it.
    fn swap(&self) -> io::Result<()> {
        let place =
            if self.is_destination { Place::unchecked(&self.old) } else { self.places.open_entry(&self.old)? };
        Ok(renameat_with(CWD, &self.new, CWD, place.path(), RenameFlags::EXCHANGE)?)
    }
}

/// The deepest folder that contains all paths. `None` if there are no paths.
fn common_folder<'p>(paths: impl Iterator<Item = &'p &'p Path>) -> Option<&'p Path> {
    let mut folders = paths.map(|path| path.parent().unwrap_or(Path::new("")));
    let first = folders.next()?;
    Some(folders.fold(first, |common, folder| {
        common.ancestors().find(|common| folder.starts_with(common)).unwrap_or(Path::new(""))
    }))
}

/// The path `folder`, or the nearest of its parents that exists. Both are relative to the destination. `None` if a part
/// of the path is a link.
fn existing<'p>(destination: &Path, folder: &'p Path) -> Option<&'p Path> {
    let mut found = None;
    for part in folder.ancestors() {
        match fs::symlink_metadata(destination.join(part)) {
            Ok(data) if data.is_symlink() => return None,
            Ok(data) if data.is_dir() => found = found.or(Some(part)),
            _ => {}
        }
    }
    found
}

/// Whether the new folder has all extended attributes of the old one with the same values, such as access control
/// lists.
fn has_same_attributes(old: &Path, new: &Path) -> io::Result<bool> {
    let mut names = vec![0; 4096];
    let length = match listxattr(old, &mut names[..]) {
        Ok(length) => length,
        Err(rustix::io::Errno::NOTSUP) => 0,
        Err(error) => return Err(error.into()),
    };
    let value = |folder: &Path, name: &[u8]| {
        let mut value = vec![0; 4096];
        let length = getxattr(folder, name, &mut value[..]).ok()?;
        value.truncate(length);
        Some(value)
    };
    let mut names = names[..length].split(|byte| *byte == 0).filter(|name| !name.is_empty());
    Ok(names.all(|name| value(old, name).is_some_and(|old| value(new, name) == Some(old))))
}

/// Whether a process works in the folder, such as a shell or another server. The process would stay in the old folder.
fn is_occupied(folder: &Path) -> bool {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let mut processes = processes.filter(|entry| entry.file_name().as_encoded_bytes()[0].is_ascii_digit());
    processes.any(|process| fs::read_link(process.path().join("cwd")).is_ok_and(|cwd| cwd.starts_with(folder)))
}
