//! Differences between systems where files are written: metadata of folders beyond Rust's portable ones, and files that
//! somebody else holds.

use std::fs::Metadata;
use std::io;
use std::time::Duration;

/// Whether two paths are on one file system, so that renaming from one to the other is a single step.
#[cfg(unix)]
pub(super) fn same_file_system(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    one.dev() == other.dev()
}

/// Whether two paths are on one file system. Windows has no cheap answer; a renaming across file systems becomes a copy.
#[cfg(not(unix))]
pub(super) fn same_file_system(_one: &Metadata, _other: &Metadata) -> bool {
    true
}

/// Whether the owner of `own` may add entries to `folder` and remove them.
#[cfg(unix)]
pub(super) fn may_change(folder: &Metadata, own: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    own.uid() == 0 || (folder.uid() == own.uid() && folder.mode() & 0o300 == 0o300)
}

/// Whether the owner of `own` may add entries to `folder` and remove them.
#[cfg(not(unix))]
pub(super) fn may_change(folder: &Metadata, _own: &Metadata) -> bool {
    !folder.permissions().readonly()
}

/// Does what may fail for a moment. On Windows a search index or a virus scanner opens each file that was just written,
/// and while it does, the file cannot be renamed.
pub(super) fn retried<T>(mut act: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    let mut outcome = act();
    for pause in PAUSES {
        let Err(error) = &outcome else { break };
        if !matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ResourceBusy) {
            break;
        }
        std::thread::sleep(Duration::from_millis(*pause));
        outcome = act();
    }
    outcome
}

/// The pauses between tries, in milliseconds.
const PAUSES: &[u64] = if cfg!(windows) { &[5, 20, 80, 250] } else { &[] };
