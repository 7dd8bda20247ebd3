//! Confines access to files to some folders, for example in a build that runs a site's own Ruby.
//!
//! A [`Gate`] has a list of folders that may be read and a list of folders that may be written. Any path that leads
//! elsewhere is refused, whether by its name, by `..` or by a symbolic link. On Unix, each file is opened folder by
//! folder, starting from an open folder of the list. The system follows no links in these steps: Hastie resolves each
//! link and checks its target. There is no moment between the check and the use at which another program could exchange
//! a folder for a link. Elsewhere, the real path is checked before it is used.
//!
//! [`World::within`](super::World::within) puts a gate in front of all reads of a world. Code that writes asks for a
//! [`Place`], which [`Gate::place`] opens in the same way.

#[cfg_attr(unix, path = "opened.rs")]
#[cfg_attr(not(unix), path = "resolved.rs")]
mod disk;
mod names;
mod place;
#[cfg(all(test, unix))]
mod tests;

pub use place::Place;

use super::{Listing, Stat, regular, system};
use crate::locks;
use std::error::Error;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, RwLock};

/// The folders that may be read and written, for example by a confined build.
#[derive(Debug, Default)]
pub struct Gate {
    read: RwLock<Vec<Root>>,
    written: Vec<Root>,
    /// Folders whose links may lead anywhere.
    linked: Vec<PathBuf>,
    refused: Mutex<Option<PathBuf>>,
}

/// A folder that may be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Root {
    /// The path with which the site refers to the folder.
    named: PathBuf,
    /// The path without links.
    real: PathBuf,
}

impl Root {
    fn of(folder: &Path) -> Self {
        let named = names::clean(folder);
        Root { real: real_of(&named), named }
    }

    /// The rest of `path` after the path of this folder. `None` if `path` does not lead into the folder.
    fn below<'p>(&self, path: &'p Path) -> Option<&'p Path> {
        after(path, &self.named).or_else(|| after(path, &self.real))
    }
}

/// The rest of `path` after the path of `folder`. `None` if `path` does not lead into the folder. Both paths are
/// normal. There may be a hundred folders of gems, and bytes are compared several times as fast as components.
fn after<'p>(path: &'p Path, folder: &Path) -> Option<&'p Path> {
    let [path_bytes, folder_bytes] = [path, folder].map(|path| path.as_os_str().as_encoded_bytes());
    if cfg!(unix) && !path_bytes.starts_with(folder_bytes) {
        return None;
    }
    path.strip_prefix(folder).ok()
}

/// The error for a path that leads out of the folders of a gate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outside(PathBuf);

impl Outside {
    /// Whether an operation failed because its path leads out of the folders of a gate.
    pub fn is(error: &io::Error) -> bool {
        error.get_ref().is_some_and(|inner| inner.is::<Outside>())
    }

    fn error(path: &Path) -> io::Error {
        io::Error::new(io::ErrorKind::PermissionDenied, Outside(path.to_path_buf()))
    }
}

impl fmt::Display for Outside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is outside of the folders that this site may use", self.0.display())
    }
}

impl Error for Outside {}

impl Gate {
    /// A gate that refuses all paths.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a folder that may be read, with everything in it.
    #[must_use]
    pub fn readable(self, folder: impl AsRef<Path>) -> Self {
        self.add_readable(folder);
        self
    }

    /// Adds a folder that may be read and written.
    #[must_use]
    pub fn writable(mut self, folder: impl AsRef<Path>) -> Self {
        self.written.push(Root::of(folder.as_ref()));
        self.readable(folder)
    }

    /// Adds a folder whose links Jekyll follows wherever they lead, such as `_includes`. Reads of paths in it are not
    /// checked.
    #[must_use]
    pub fn linked(mut self, folder: impl AsRef<Path>) -> Self {
        self.linked.push(names::clean(folder.as_ref()));
        self
    }

    /// Adds a folder that may be read, such as the folder of a theme. The gate can already be in use.
    pub fn add_readable(&self, folder: impl AsRef<Path>) {
        let root = Root::of(folder.as_ref());
        let mut read = locks::write(&self.read);
        if !read.contains(&root) {
            read.push(root);
        }
    }

    /// Resolves all links in a path. Returns the real path if it may be read.
    ///
    /// # Errors
    /// Fails with [`Outside`] if the path may not be read. Also fails if nothing exists at the path.
    pub fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        self.pass(path, system::canonicalize, disk::real_path)
    }

    /// Whether a path leads out of the folders that may be read, so that the gate refuses the path.
    pub fn is_outside(&self, path: &Path) -> bool {
        self.real_path(path).is_err_and(|error| Outside::is(&error))
    }

    /// Whether a folder that may be read is below this path. Ruby in the sandbox then sees the path as a folder that
    /// contains only readable entries, even if the path itself may not be read.
    pub fn is_above(&self, path: &Path) -> bool {
        let path = names::clean(path);
        locks::read(&self.read).iter().any(|root| root.named != path && after(&root.named, &path).is_some())
    }

    /// Checks that a path is below a folder that may be written. Links among the path's parent folders must not lead
    /// out of that folder. The path itself may be a link. The path and its parent folders need not exist.
    ///
    /// # Errors
    /// Fails with [`Outside`] if the check fails. Also fails if the path is not absolute, or if a folder on the way
    /// cannot be read.
    pub fn check_write(&self, path: &Path) -> io::Result<()> {
        let path = &names::normal(path)?;
        match disk::real_path(self.written_root(path)?, path.parent().unwrap_or(path)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Opens the folder that contains `path` for writing, and returns the place of `path` in it. On Linux, the folder
    /// stays open, so that a link that appears later cannot lead elsewhere.
    ///
    /// # Errors
    /// Fails with [`Outside`] if the path is not in a folder that may be written. Also fails if the path is not
    /// absolute, or if its folder does not exist or cannot be opened.
    pub fn place(&self, path: &Path) -> io::Result<Place> {
        let path = &names::normal(path)?;
        let root = self.written_root(path)?;
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return Err(Outside::error(path)) };
        Ok(disk::open_folder(root, folder)?.join(name))
    }

    /// Opens a folder that may be written, or a folder in it, and returns its place. On Linux, the folder stays open.
    /// Fails if a link leads out of the folder that may be written.
    ///
    /// # Errors
    /// Same as [`Gate::place`].
    pub fn folder(&self, path: &Path) -> io::Result<Place> {
        let path = &names::normal(path)?;
        let root = self.written.iter().find(|root| root.below(path).is_some());
        disk::open_folder(std::slice::from_ref(root.ok_or_else(|| Outside::error(path))?), path)
    }

    /// The folder that may be written and contains `path`, as a slice with one element. Compares only names and follows
    /// no links.
    fn written_root(&self, path: &Path) -> io::Result<&[Root]> {
        let is_in = |root: &&Root| root.below(path).is_some_and(|below| below.components().next().is_some());
        self.written.iter().find(is_in).map(std::slice::from_ref).ok_or_else(|| Outside::error(path))
    }

    /// The first path that the site was not allowed to read or list. If there is one, the build must not be published.
    pub fn refused(&self) -> Option<PathBuf> {
        locks::lock(&self.refused).clone()
    }

    /// Records that a path was refused, so that the build fails. Keeps only the first path.
    pub fn refuse(&self, path: &Path) {
        locks::lock(&self.refused).get_or_insert_with(|| path.to_path_buf());
    }

    pub(super) fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.noted(path, self.pass(path, regular::read, disk::read))
    }

    pub(super) fn open(&self, path: &Path) -> io::Result<(fs::File, fs::Metadata)> {
        self.noted(path, self.pass(path, regular::open, disk::open))
    }

    /// The entries of a folder. A folder that does not exist is not refused: style sheets look for imports in folders
    /// that need not exist.
    pub(super) fn list(&self, path: &Path) -> io::Result<Listing> {
        let outcome = self.pass(path, super::list, disk::list);
        let is_missing = outcome.as_ref().is_err_and(Outside::is) && nothing_at(path);
        if is_missing { Err(io::ErrorKind::NotFound.into()) } else { self.noted(path, outcome) }
    }

    /// The metadata of a path. A path that leads out of the gate's folders counts as missing.
    pub(super) fn stat(&self, path: &Path) -> io::Result<Stat> {
        let free = |path: &Path| fs::metadata(path).map(|data| super::stat_of(&data));
        hidden(self.pass(path, free, disk::stat))
    }

    /// The metadata of a path, without following a link in its last part. A path that leads out of the gate's folders
    /// counts as missing.
    pub(super) fn stat_link(&self, path: &Path) -> io::Result<Stat> {
        let free = |path: &Path| fs::symlink_metadata(path).map(|data| super::stat_of(&data));
        hidden(self.pass(path, free, disk::stat_link))
    }

    /// Calls `gated` with the folders that may be read, or `free` if the links of the path's folder may lead anywhere.
    fn pass<T>(
        &self,
        path: &Path,
        free: impl Fn(&Path) -> io::Result<T>,
        gated: impl Fn(&[Root], &Path) -> io::Result<T>,
    ) -> io::Result<T> {
        let normal = names::normal(path)?;
        if self.linked.iter().any(|folder| normal.starts_with(folder) && normal != *folder) {
            return free(&normal);
        }
        gated(&locks::read(&self.read), &normal)
    }

    fn noted<T>(&self, path: &Path, outcome: io::Result<T>) -> io::Result<T> {
        outcome.inspect_err(|error| {
            if Outside::is(error) {
                self.refuse(path);
            }
        })
    }
}

/// Whether nothing exists at a path, not even a link.
fn nothing_at(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

fn hidden<T>(outcome: io::Result<T>) -> io::Result<T> {
    outcome.map_err(|error| if Outside::is(&error) { io::ErrorKind::NotFound.into() } else { error })
}

/// The innermost allowed folder that contains a path, with the rest of the path below it.
fn root_of<'r, 'p>(roots: &'r [Root], path: &'p Path) -> io::Result<(&'r Root, &'p Path)> {
    let found = roots.iter().filter_map(|root| Some((root, root.below(path)?)));
    let found = found.min_by_key(|(_, below)| below.components().count()).ok_or_else(|| Outside::error(path))?;
    names::check(found.1, crate::path::WINDOWS)?;
    Ok(found)
}

/// The real path of a folder that need not exist yet.
fn real_of(folder: &Path) -> PathBuf {
    let mut below = Vec::new();
    for above in folder.ancestors() {
        if let Ok(real) = system::canonicalize(above) {
            return super::with_slashes(below.iter().rev().fold(real, |path, name| path.join(name)));
        }
        below.extend(above.file_name());
    }
    folder.to_path_buf()
}
