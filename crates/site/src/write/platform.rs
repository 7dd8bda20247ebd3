//! Metadata of folders beyond Rust's portable ones.

use std::fs::Metadata;

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
