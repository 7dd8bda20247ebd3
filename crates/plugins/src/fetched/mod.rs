//! Downloaded themes, both gems and repositories: archives, checksums of files, and the lock file that pins them.

pub(crate) mod archive;
pub(crate) mod lock;
pub(crate) mod tree;

/// The user agent of all downloads, with Hastie's version.
pub(crate) const AGENT: &str = concat!("Hastie/", env!("CARGO_PKG_VERSION"));
