//! The entries of folders, and the metadata of paths.

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
