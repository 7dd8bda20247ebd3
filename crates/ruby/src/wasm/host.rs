//! The host's files, as far as a sandboxed Ruby may see them, and the clock.

/// Whether the entry at a path is a file or a folder. For a link, this is the kind of its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A regular file.
    File,
    /// A directory with entries of its own.
    Folder,
}

/// The metadata of a file system entry: its kind, its size and the time of its last change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stat {
    /// Whether the entry is a file or a folder.
    pub kind: Kind,
    /// The size of a file in bytes.
    pub size: u64,
    /// The time of the last change, in nanoseconds since 1970.
    pub modified: u64,
}

/// A failed operation on a file of the host. The guest receives it as an error number of WASI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileError {
    /// The entry does not exist, or the guest may not see it.
    Missing,
    /// The guest may read the entry, but not change it.
    ReadOnly,
    /// The entry cannot be created, because it exists already.
    Exists,
    /// The operation needs a file, but the entry is a folder.
    IsFolder,
    /// The operation needs a folder, but the path leads to or through a file.
    NotFolder,
    /// The folder cannot be removed or replaced, because it is not empty.
    NotEmpty,
    /// The guest has written as much as it may.
    Full,
    /// Any other failure.
    Failed,
}

/// The files that a guest may see, and the clock. All paths are absolute and normalized: without `.`, `..` and doubled
/// slashes. On a system with drives, paths begin with a drive (`C:/site`). The implementation follows links, and
/// refuses links to files that the guest may not see.
pub trait HostFiles: Send {
    /// The metadata of an entry. `None` if it does not exist.
    fn stat(&self, path: &str) -> Option<Stat>;

    /// The bytes of a file.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError>;

    /// The entries of a folder, sorted by name.
    ///
    /// # Errors
    /// Fails if the folder does not exist.
    fn list(&self, path: &str) -> Result<Vec<(String, Kind)>, FileError>;

    /// Creates a file, or replaces its contents.
    ///
    /// # Errors
    /// Fails if this is not allowed.
    fn write(&mut self, path: &str, bytes: &[u8]) -> Result<(), FileError>;

    /// Creates a folder.
    ///
    /// # Errors
    /// Fails if this is not allowed.
    fn make_folder(&mut self, path: &str) -> Result<(), FileError>;

    /// Removes a file, or an empty folder.
    ///
    /// # Errors
    /// Fails if this is not allowed.
    fn remove(&mut self, path: &str, kind: Kind) -> Result<(), FileError>;

    /// Renames an entry.
    ///
    /// # Errors
    /// Fails if this is not allowed.
    fn rename(&mut self, from: &str, to: &str) -> Result<(), FileError>;

    /// The current time, in nanoseconds since 1970.
    fn now(&self) -> u64;
}

/// No files at all, for a Ruby that does not serve a site yet.
pub(crate) struct NoFiles;

impl HostFiles for NoFiles {
    fn stat(&self, _path: &str) -> Option<Stat> {
        None
    }

    fn read(&self, _path: &str) -> Result<Vec<u8>, FileError> {
        Err(FileError::Missing)
    }

    fn list(&self, _path: &str) -> Result<Vec<(String, Kind)>, FileError> {
        Err(FileError::Missing)
    }

    fn write(&mut self, _path: &str, _bytes: &[u8]) -> Result<(), FileError> {
        Err(FileError::ReadOnly)
    }

    fn make_folder(&mut self, _path: &str) -> Result<(), FileError> {
        Err(FileError::ReadOnly)
    }

    fn remove(&mut self, _path: &str, _kind: Kind) -> Result<(), FileError> {
        Err(FileError::ReadOnly)
    }

    fn rename(&mut self, _from: &str, _to: &str) -> Result<(), FileError> {
        Err(FileError::ReadOnly)
    }

    fn now(&self) -> u64 {
        0
    }
}

/// Whether a path begins with a drive, as in `C:/site` or `z:`. False for the guest's `/C:/site`.
pub(crate) fn has_drive(path: &str) -> bool {
    path.split('/').next().is_some_and(is_drive)
}

fn is_drive(part: &str) -> bool {
    matches!(part.as_bytes(), [letter, b':'] if letter.is_ascii_alphabetic())
}

/// The absolute, normalized form of a path. Relative paths are below `folder`. `drives` is whether the system has
/// drives.
///
/// The guest does not know drives. It treats `C:/site` as a relative path, and makes it absolute as `/C:/site`. On a
/// system with drives, names do not contain colons, so a drive always starts a new path.
pub(crate) fn normalize(folder: &str, path: &str, drives: bool) -> String {
    let mut parts: Vec<&str> = if path.starts_with('/') { Vec::new() } else { folder.split('/').collect() };
    parts.extend(path.split('/'));
    let mut normal: Vec<&str> = Vec::new();
    for part in parts {
        match part {
            "" | "." => {}
            ".." => {
                normal.pop();
            }
            part => {
                if drives && is_drive(part) {
                    normal.clear();
                }
                normal.push(part);
            }
        }
    }
    match normal.as_slice() {
        [drive] if drives && is_drive(drive) => format!("{drive}/"),
        [drive, ..] if drives && is_drive(drive) => normal.join("/"),
        _ => format!("/{}", normal.join("/")),
    }
}

#[cfg(test)]
mod tests {
    use super::{has_drive, normalize};

    #[test]
    fn paths_stay_below_the_root() {
        assert_eq!(normalize("/site", "a/./b//../c", false), "/site/a/c");
        assert_eq!(normalize("/site", "../../../etc/passwd", false), "/etc/passwd");
        assert_eq!(normalize("/", "..", false), "/");
        assert_eq!(normalize("/site", "/x/y/", false), "/x/y");
        assert_eq!(normalize("/site", "C:/x", false), "/site/C:/x");
    }

    #[test]
    fn a_path_starts_again_at_a_drive() {
        assert_eq!(normalize("/", "C:/site/a.txt", true), "C:/site/a.txt");
        assert_eq!(normalize("C:/site", "a.txt", true), "C:/site/a.txt");
        assert_eq!(normalize("/", "C:/site/C:/site/a.txt", true), "C:/site/a.txt");
        assert_eq!(normalize("/", "C:/site/D:/other", true), "D:/other");
        assert_eq!(normalize("/", "C:/site/..", true), "C:/");
        assert_eq!(normalize("C:/", "site", true), "C:/site");
        assert_eq!(normalize("C:/site", "/tmp/x", true), "/tmp/x");
        assert!(has_drive("C:/site") && has_drive("z:") && !has_drive("/C:/site") && !has_drive("CC:/site"));
    }
}
