//! The files that a build writes, and how they compare with files on the disk.

use super::published::Digest;
use crate::failure::Failure;
use crate::model::{SiteContext, StaticFile};
use std::borrow::Cow;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// A file that this build writes, at its path in the destination.
pub struct NewFile<'a> {
    /// The absolute output path.
    pub destination: String,
    /// The contents, in memory or in another file.
    pub contents: Contents<'a>,
}

/// The contents of a new file: text in memory, a static file to copy, or text that the build has already written.
pub enum Contents<'a> {
    /// Rendered text in memory.
    Text(Cow<'a, [u8]>),
    /// A copy of a static file.
    Copy(&'a Arc<StaticFile>),
    /// Rendered text that this build has already written, before publishing.
    Early(EarlyFile),
}

/// A file that was written to the staging folder before publishing, or whose bytes the destination already contained.
#[derive(Debug)]
pub struct EarlyFile {
    /// The file in the staging folder. `None` if the destination has the same bytes.
    pub(super) staged: Option<Staged>,
    /// Identifies the contents for the next build. `None` if the process builds only once. Boxed, because most
    /// processes build only once.
    pub(super) digest: Option<Box<Digest>>,
}

/// The location of a file in the staging folder. Contains no path, which saves memory on large sites.
#[derive(Clone, Copy, Debug)]
pub(super) enum Staged {
    /// In the tree of the new site, which has the same structure as the destination.
    InTree,
    /// Directly in the staging folder. The file's name is this number.
    Numbered(usize),
}

/// Whether a path is a regular file with exactly these bytes.
pub(super) fn holds(context: &SiteContext, file: &str, bytes: &[u8]) -> bool {
    let file = Path::new(file);
    let alike = context
        .world
        .stat_link(file)
        .is_ok_and(|stat| stat.kind == crate::world::Kind::File && stat.size == bytes.len() as u64);
    alike && context.world.read(file).is_ok_and(|held| held == bytes)
}

/// Ruby's error for a file that cannot be written. `call` is the function of Ruby that the message names, such as
/// `rb_sysopen`.
pub(super) fn unwritable(call: &str, file: &str, error: &io::Error) -> Failure {
    let known = match error.kind() {
        io::ErrorKind::StorageFull => Some(("Errno::ENOSPC", "No space left on device")),
        io::ErrorKind::AlreadyExists => Some(("Errno::EEXIST", "File exists")),
        io::ErrorKind::NotADirectory => Some(("Errno::ENOTDIR", "Not a directory")),
        io::ErrorKind::ReadOnlyFilesystem => Some(("Errno::EROFS", "Read-only file system")),
        io::ErrorKind::FileTooLarge => Some(("Errno::EFBIG", "File too large")),
        io::ErrorKind::QuotaExceeded => Some(("Errno::EDQUOT", "Disk quota exceeded")),
        _ => None,
    };
    match known {
        Some((class, words)) => Failure::raised(class, format!("{words} @ {call} - {file}")),
        None => Failure::unreadable(call, file, error),
    }
}
