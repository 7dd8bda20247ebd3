//! What file systems tell of a folder beyond Rust's portable metadata.

use std::fs::Metadata;

/// Whether two paths lie on one file system, so that renaming from one to the other is a single step.
#[cfg(unix)]
pub(super) fn same_file_system(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    one.dev() == other.dev()
}

/// Whether two paths lie on one file system. Windows does not tell cheaply; a renaming that turns out to cross file
/// systems becomes a copy.
#[cfg(not(unix))]
pub(super) fn same_file_system(_one: &Metadata, _other: &Metadata) -> bool {
    true
}

/// Whether whoever made `own` may add to `folder` and take away from it.
#[cfg(unix)]
pub(super) fn may_change(folder: &Metadata, own: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    own.uid() == 0 || (folder.uid() == own.uid() && folder.mode() & 0o300 == 0o300)
}

/// Whether whoever made `own` may add to `folder` and take away from it.
#[cfg(not(unix))]
pub(super) fn may_change(folder: &Metadata, _own: &Metadata) -> bool {
    !folder.permissions().readonly()
}
