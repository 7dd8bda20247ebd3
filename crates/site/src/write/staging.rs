//! The staging folder, which holds new files until all of them are written.
//!
//! It is next to the destination, so that files can be moved by a rename. If the destination is its own file system, or
//! its parent folder is not writable, the staging folder is inside the destination. It is created when the first file
//! needs it and removed on drop. Each build also removes staging folders left by builds that were killed.

use super::fresh::TREE;
use super::new_file::Staged;
use super::platform::{retried, same_file_system};
use crate::failure::Failure;
use crate::locks::{self, lock};
use crate::path;
use crate::world::World;
use foldhash::HashSet;
use rayon::prelude::*;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, RwLock, RwLockReadGuard};
use std::time::Duration;

/// The folder in which a build writes new files before they are moved to the destination. Created on first use.
#[derive(Debug)]
pub(super) struct Staging {
    /// The destination with symbolic links resolved. It may not exist yet.
    destination: PathBuf,
    folder: OnceLock<Result<(PathBuf, bool), (io::ErrorKind, String)>>,
    count: AtomicUsize,
    /// The folders that already exist in the tree of the new site, as paths relative to this tree.
    in_tree: Mutex<HashSet<String>>,
}

impl Staging {
    /// The staging folder for a destination. The destination need not exist yet.
    pub(crate) fn of(world: &World, destination: &str) -> Self {
        let real = world.real_path(Path::new(destination)).unwrap_or_else(|_| PathBuf::from(destination));
        Staging { destination: real, folder: OnceLock::new(), count: AtomicUsize::new(0), in_tree: Mutex::default() }
    }

    /// The destination. Symbolic links in its path are resolved if it exists.
    pub(crate) fn destination(&self) -> &Path {
        &self.destination
    }

    /// The staging folder, which is created on first use.
    ///
    /// # Errors
    /// Fails if the folder can be made neither beside the destination nor in the destination.
    pub(crate) fn folder(&self) -> Result<&Path, Failure> {
        let made = self.folder.get_or_init(|| self.make());
        match made {
            Ok((folder, _)) => Ok(folder),
            Err((kind, text)) => {
                let error = io::Error::new(*kind, text.as_str());
                Err(Failure::unreadable("dir_s_mkdir", &self.destination.to_string_lossy(), &error))
            }
        }
    }

    /// Whether the staging folder is next to the destination, so that a rename can put the new site in the
    /// destination's place. Creates the folder on first use. False if this fails.
    pub(crate) fn is_beside(&self) -> bool {
        self.folder().is_ok() && matches!(self.folder.get(), Some(Ok((_, true))))
    }

    /// Removes the staging folders that killed builds have left beside the destination. On systems without `/proc`,
    /// only folders that have not changed for a day.
    pub(crate) fn sweep(&self) {
        if let (Some(above), Some(base)) = (self.destination.parent(), self.destination.file_name()) {
            sweep(above, &prefix(base));
        }
    }

    /// Whether the new site in the staging folder already has `folder`, a path relative to the new site.
    pub(crate) fn has_in_tree(&self, folder: &str) -> bool {
        lock(&self.in_tree).contains(folder)
    }

    /// Records that the new site has `folder`, so that `has_in_tree` returns true for it.
    pub(crate) fn note_in_tree(&self, folder: &str) {
        lock(&self.in_tree).insert(folder.to_owned());
    }

    /// Forgets the folders of the new site, because some of them may have been removed.
    pub(crate) fn forget_tree(&self) {
        lock(&self.in_tree).clear();
    }

    /// A number that no other file in the staging folder has as its name.
    pub(crate) fn new_number(&self) -> usize {
        self.count.fetch_add(1, Ordering::Relaxed)
    }

    /// A path in the staging folder that no other file has. The names of the files are consecutive numbers.
    ///
    /// # Errors
    /// Same as [`Staging::folder`].
    pub(crate) fn new_path(&self) -> Result<PathBuf, Failure> {
        self.path_of(Staged::Numbered(self.new_number()), "")
    }

    /// The path of a file in the staging folder. `inside` is the path that the file will have in the destination.
    ///
    /// # Errors
    /// Same as [`Staging::folder`].
    pub(crate) fn path_of(&self, staged: Staged, inside: &str) -> Result<PathBuf, Failure> {
        let folder = self.folder()?;
        Ok(match staged {
            Staged::InTree => folder.join(TREE).join(inside),
            Staged::Numbered(number) => folder.join(number.to_string()),
        })
    }

    fn make(&self) -> Result<(PathBuf, bool), (io::ErrorKind, String)> {
        let (Some(above), Some(base)) = (self.destination.parent(), self.destination.file_name()) else {
            return Err((io::ErrorKind::InvalidInput, "the destination has no name".to_string()));
        };
        let prefix = prefix(base);
        if same_device(above, &self.destination)
            && let Ok(folder) = make_in(above, &prefix)
        {
            return Ok((folder, true));
        }
        sweep(&self.destination, &prefix);
        let inside = make_in(&self.destination, &prefix).map_err(|error| (error.kind(), error.to_string()))?;
        Ok((inside, false))
    }
}

/// The staging folders of all builds of this process, for `abandon`.
static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Held for reading while a site is published, and for writing as soon as the process is about to end.
static PUBLISHING: RwLock<()> = RwLock::new(());

/// Keeps the staging folders of the process until the returned value is dropped. Waits forever if the process is about
/// to end.
pub(super) fn publishing() -> RwLockReadGuard<'static, ()> {
    locks::read(&PUBLISHING)
}

/// Removes the staging folders of all builds of this process, once no build is publishing. No more sites can be
/// published then, so the process must end.
pub fn abandon() {
    const ATTEMPTS: usize = 10;
    std::mem::forget(locks::write(&PUBLISHING));
    for folder in std::mem::take(&mut *lock(&FOLDERS)) {
        // Other threads may still be writing there.
        let is_gone = || fs::remove_dir_all(&folder).is_ok() || !folder.exists();
        let _ = (0..ATTEMPTS).any(|_| is_gone());
    }
}

/// Creates a staging folder in `folder`. Its name is `prefix` and the number of the process. If a folder with this name
/// exists, for example from another build of the process, a hyphen and a further number follow.
fn make_in(folder: &Path, prefix: &str) -> io::Result<PathBuf> {
    const MAX_FOLDERS: usize = 16;
    let first = format!("{prefix}{}", crate::world::process_id());
    let more = (1..MAX_FOLDERS).map(|number| format!("{first}-{number}"));
    let mut outcome = Err(io::ErrorKind::AlreadyExists.into());
    for name in std::iter::once(first.clone()).chain(more) {
        let path = folder.join(name);
        outcome = fs::create_dir(&path).map(|()| path);
        if !outcome.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::AlreadyExists) {
            break;
        }
    }
    if let Ok(path) = &outcome {
        lock(&FOLDERS).push(path.clone());
    }
    outcome
}

/// The text with which the names of all staging folders for this destination begin: `._site.new-` for `_site`.
fn prefix(destination: &OsStr) -> String {
    format!(".{}.new-", destination.to_string_lossy())
}

/// Whether a path is a staging folder beside this destination, or is inside of such a folder.
pub fn is_staging(destination: &Path, path: &Path) -> bool {
    let (Some(above), Some(base)) = (destination.parent(), destination.file_name()) else { return false };
    let first = path.strip_prefix(above).ok().and_then(|rest| rest.iter().next());
    first.is_some_and(|name| name.to_string_lossy().starts_with(&prefix(base)))
}

impl Drop for Staging {
    fn drop(&mut self) {
        if let Some(Ok((folder, _))) = self.folder.get() {
            remove_files(folder);
            let _ = fs::remove_dir_all(folder);
            lock(&FOLDERS).retain(|other| other != folder);
        }
    }
}

/// Removes the files in a folder and below it, on all cores. After an exchange, the staging folder contains the whole
/// old site.
fn remove_files(folder: &Path) {
    let mut level = vec![folder.to_path_buf()];
    while !level.is_empty() {
        let (folders, files): (Vec<_>, Vec<_>) = level
            .par_iter()
            .flat_map_iter(|folder| fs::read_dir(folder).into_iter().flatten().flatten())
            .map(|entry| (entry.path(), entry.file_type().is_ok_and(|kind| kind.is_dir())))
            .partition(|(_, is_folder)| *is_folder);
        files.par_iter().for_each(|(file, _)| drop(fs::remove_file(file)));
        level = folders.into_iter().map(|(folder, _)| folder).collect();
    }
}

/// Whether the folder `above` and the destination in it are on the same file system. True if the destination is
/// missing, because a rename then creates it in `above`.
fn same_device(above: &Path, destination: &Path) -> bool {
    let Ok(own) = fs::metadata(destination) else { return true };
    fs::metadata(above).is_ok_and(|above| same_file_system(&above, &own))
}

/// Removes the staging folders of builds that are no longer running.
#[expect(clippy::disallowed_methods, reason = "no site depends on what is seen here")]
fn sweep(folder: &Path, prefix: &str) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let process = name.to_str().and_then(|name| name.strip_prefix(prefix)).map(|rest| {
            rest.split_once('-').filter(|(_, number)| is_number(number)).map_or(rest, |(process, _)| process)
        });
        let process = process.filter(|process| is_number(process));
        let Some(process) = process else { continue };
        // In WASI, names contain no numbers of processes.
        let runs = match !cfg!(target_family = "wasm") && Path::new("/proc/self").exists() {
            true => Path::new("/proc").join(process).exists(),
            false => !is_abandoned(&entry),
        };
        if !runs && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Whether a folder was last changed more than a day ago. No build takes that long.
fn is_abandoned(entry: &fs::DirEntry) -> bool {
    let changed = entry.metadata().and_then(|data| data.modified());
    changed.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > Duration::from_secs(24 * 60 * 60)))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Moves a file by renaming it. Across file systems, copies it with its modification time, and keeps the original. The
/// copy has a temporary name beside `to` until it is complete, so `to` is never a partial file.
///
/// # Errors
/// Returns the operating system's error.
pub(super) fn move_file(from: &Path, to: &Path) -> io::Result<()> {
    match retried(|| fs::rename(from, to)) {
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
            let name = to.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let near = to.with_file_name(format!(".{name}.new-{}", crate::world::process_id()));
            let moved = fs::copy(from, &near)
                .and_then(|_| {
                    fs::File::options().write(true).open(&near)?.set_modified(fs::metadata(from)?.modified()?)
                })
                .and_then(|()| fs::rename(&near, to));
            if moved.is_err() {
                let _ = fs::remove_file(&near);
            }
            moved
        }
        other => other,
    }
}

/// A path without its last part, as `File.dirname` returns it.
pub(super) fn parent_of(file: &str) -> &Path {
    Path::new(path::dirname(file))
}
