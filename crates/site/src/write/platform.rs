//! Differences between operating systems: metadata beyond Rust's portable API, and files locked by other programs.

use std::fs::{File, Metadata, Permissions};
use std::io;
use std::time::Duration;

/// Whether two paths are on the same file system, so that a rename between them is atomic.
#[cfg(unix)]
pub(super) fn same_file_system(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    one.dev() == other.dev()
}

/// Always true: Windows has no cheap way to find out whether two paths are on the same file system. A rename across
/// file systems falls back to a copy.
#[cfg(not(unix))]
pub(super) fn same_file_system(_one: &Metadata, _other: &Metadata) -> bool {
    true
}

/// Whether this process can add and remove entries of `folder`, because it runs as root or as the folder's owner. `own`
/// is a folder that this process has created. Permissions of groups and others do not count.
#[cfg(unix)]
pub(super) fn may_change(folder: &Metadata, own: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    own.uid() == 0 || (folder.uid() == own.uid() && folder.mode() & 0o300 == 0o300)
}

/// Whether `folder` is writable. Ignores the owner, which is only known on Unix.
#[cfg(not(unix))]
pub(super) fn may_change(folder: &Metadata, _own: &Metadata) -> bool {
    !folder.permissions().readonly()
}

/// Sets the permissions of an open file, as far as the system supports them.
#[cfg(not(target_family = "wasm"))]
pub(super) fn set_permissions(file: &File, permissions: Permissions) -> io::Result<()> {
    file.set_permissions(permissions)
}

/// Does nothing, because files have no permissions in WASI.
#[cfg(target_family = "wasm")]
#[expect(clippy::unnecessary_wraps, reason = "the same signature as with permissions")]
pub(super) fn set_permissions(_: &File, _: Permissions) -> io::Result<()> {
    Ok(())
}

/// Runs an operation. On Windows, repeats it up to four times if a file is in use or access is denied. There, a search
/// index or virus scanner opens each file that was just written, and an open file cannot be renamed.
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

/// The pauses between attempts, in milliseconds.
const PAUSES: &[u64] = if cfg!(windows) { &[5, 20, 80, 250] } else { &[] };
