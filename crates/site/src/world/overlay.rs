//! Virtual files of a [`World`](super::World), such as the bundled theme for a folder of Markdown files. A virtual file
//! hides a real file with the same path. Folder listings contain virtual and real entries.

use super::{Entry, Kind, Stat};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Virtual files, with their parent folders. A virtual file hides a file on disk with the same path.
#[derive(Clone, Debug, Default)]
pub struct Overlay {
    files: BTreeMap<PathBuf, Arc<[u8]>>,
    folders: BTreeMap<PathBuf, BTreeSet<(String, bool)>>,
}

impl Overlay {
    /// Inserts a virtual file at an absolute path.
    pub fn insert(&mut self, path: &Path, bytes: impl Into<Arc<[u8]>>) {
        self.files.insert(path.to_path_buf(), bytes.into());
        let mut inner = path;
        let mut is_folder = false;
        while let (Some(folder), Some(name)) = (inner.parent(), inner.file_name().and_then(|name| name.to_str())) {
            self.folders.entry(folder.to_path_buf()).or_default().insert((name.to_owned(), is_folder));
            (inner, is_folder) = (folder, true);
        }
    }

    pub(super) fn bytes(&self, path: &Path) -> Option<&Arc<[u8]>> {
        self.files.get(path)
    }

    /// The metadata of a virtual file or folder. Its modification time is 1970-01-01. `None` if the path is not
    /// virtual.
    pub(super) fn stat(&self, path: &Path) -> Option<Stat> {
        if let Some(bytes) = self.files.get(path) {
            return Some(Stat { kind: Kind::File, size: bytes.len() as u64, modified: (0, 0), identity: None });
        }
        let is_folder = self.folders.contains_key(path);
        is_folder.then_some(Stat { kind: Kind::Folder, size: 0, modified: (0, 0), identity: None })
    }

    /// The entries of a folder, both virtual and real. `real` has the entries on disk, which take precedence over
    /// virtual entries with the same names. Returns the error in `real` only if the folder is not virtual.
    pub(super) fn list(&self, folder: &Path, real: io::Result<Vec<Entry>>) -> io::Result<Vec<Entry>> {
        let Some(virtual_file) = self.folders.get(folder) else { return real };
        let mut entries = real.unwrap_or_default();
        for (name, is_folder) in virtual_file {
            if !entries.iter().any(|entry| entry.name == *name) {
                let kind = if *is_folder { Kind::Folder } else { Kind::File };
                entries.push(Entry { name: name.clone(), kind });
            }
        }
        entries.sort_unstable_by(|a, b| a.name.as_bytes().cmp(b.name.as_bytes()));
        Ok(entries)
    }
}

/// A file that is open for reading: a file on disk, or a virtual file.
#[derive(Debug)]
pub enum Opened {
    /// A regular file on disk, with its size when it was opened.
    Real(fs::File, u64),
    /// The contents of a virtual file.
    Virtual(io::Cursor<Arc<[u8]>>),
}

impl Opened {
    /// The permissions of a file on disk. `None` for a virtual file.
    ///
    /// # Errors
    /// Returns the operating system's error.
    pub fn permissions(&self) -> io::Result<Option<fs::Permissions>> {
        match self {
            Opened::Real(file, _) => Ok(Some(file.metadata()?.permissions())),
            Opened::Virtual(_) => Ok(None),
        }
    }

    /// The metadata of the open file. `None` for a virtual file.
    ///
    /// # Errors
    /// Returns the operating system's error.
    pub fn stat(&self) -> io::Result<Option<Stat>> {
        match self {
            Opened::Real(file, _) => Ok(Some(super::stat_of(&file.metadata()?))),
            Opened::Virtual(_) => Ok(None),
        }
    }

    /// Whether the open file is the file at `real`, a path without links. Outside of Unix, any regular file at `real`
    /// counts. True for a virtual file.
    pub(super) fn is_at(&self, real: &Path) -> io::Result<bool> {
        match self {
            Opened::Real(file, _) => Ok(is_same(&file.metadata()?, &fs::symlink_metadata(real)?)),
            Opened::Virtual(_) => Ok(true),
        }
    }

    /// Copies the rest of the file to `output`, and returns the number of copied bytes. Uses the system's own function
    /// for copying if the system has one. Copies at most as many bytes as the file had when it was opened, because the
    /// file may be growing.
    ///
    /// # Errors
    /// Returns the operating system's error.
    pub fn copy_to(&mut self, output: &mut fs::File) -> io::Result<u64> {
        match self {
            Opened::Real(file, size) => io::copy(&mut file.take(*size), output),
            Opened::Virtual(bytes) => io::copy(bytes, output),
        }
    }
}

impl Seek for Opened {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        match self {
            Opened::Real(file, _) => file.seek(place),
            Opened::Virtual(bytes) => bytes.seek(place),
        }
    }
}

impl Read for Opened {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Opened::Real(file, _) => file.read(buffer),
            Opened::Virtual(bytes) => bytes.read(buffer),
        }
    }
}

#[cfg(unix)]
fn is_same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Outside of Unix, only checks that `other` is a regular file. Windows has no cheap way to compare the two files, and
/// creating links needs special rights there.
#[cfg(not(unix))]
fn is_same(_one: &fs::Metadata, other: &fs::Metadata) -> bool {
    other.is_file()
}
