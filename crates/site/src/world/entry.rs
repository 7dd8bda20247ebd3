//! The entries of folders, and the metadata of paths.

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

/// The kind of a file system entry, such as a regular file or a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A regular file: not a link, pipe, socket or device.
    File,
    /// A directory with entries of its own.
    Folder,
    /// A symbolic link. Only returned if links are not followed.
    Link,
    /// A pipe, socket or device.
    Other,
}

/// The metadata of a file or folder, as far as builds depend on this metadata.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stat {
    /// Whether the path is a regular file, a folder, a link, or something else.
    pub kind: Kind,
    /// Size in bytes.
    pub size: u64,
    /// The modification time: seconds and nanoseconds since 1970-01-01 UTC.
    pub modified: (i64, u32),
    /// Distinguishes the file from others with the same path and time. `None` for virtual files, and on systems without
    /// inode numbers.
    pub identity: Option<Identity>,
}

/// Numbers by which a build notices that a file on disk was replaced or changed. At least one of them then differs,
/// unless two changes follow each other immediately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The number of the file on its device.
    pub inode: u64,
    /// The last change of the contents or the metadata: seconds and nanoseconds since 1970. Programs cannot set it.
    pub changed: (i64, u32),
}

/// The name and the type of a folder's entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name. Names that are not UTF-8 are not listed. See [`World::list_all`](super::World::list_all).
    pub name: String,
    /// The kind of the entry itself. Links are not followed.
    pub kind: Kind,
}

/// The metadata of a file on disk.
pub(super) fn stat_of(data: &fs::Metadata) -> Stat {
    Stat {
        kind: kind_of(data.file_type()),
        size: data.len(),
        modified: data.modified().map_or((0, 0), since_epoch),
        identity: identity_of(data),
    }
}

#[cfg(unix)]
fn identity_of(data: &fs::Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    let nanos = u32::try_from(data.ctime_nsec()).unwrap_or(0);
    Some(Identity { inode: data.ino(), changed: (data.ctime(), nanos) })
}

#[cfg(not(unix))]
fn identity_of(_: &fs::Metadata) -> Option<Identity> {
    None
}

/// The kind of a file on disk.
pub(super) fn kind_of(kind: fs::FileType) -> Kind {
    if kind.is_file() {
        Kind::File
    } else if kind.is_dir() {
        Kind::Folder
    } else if kind.is_symlink() {
        Kind::Link
    } else {
        Kind::Other
    }
}

/// Seconds and nanoseconds since 1970, negative for earlier times.
pub(super) fn since_epoch(time: SystemTime) -> (i64, u32) {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => (after.as_secs() as i64, after.subsec_nanos()),
        Err(error) => {
            let before = error.duration();
            match before.subsec_nanos() {
                0 => (-(before.as_secs() as i64), 0),
                nanos => (-(before.as_secs() as i64) - 1, 1_000_000_000 - nanos),
            }
        }
    }
}
