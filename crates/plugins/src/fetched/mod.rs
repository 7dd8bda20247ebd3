//! Downloaded themes and gems: archives, checksums of files, and the lock file that pins them.

pub(crate) mod archive;
pub(crate) mod lock;
pub(crate) mod tree;

/// The user agent for downloads of themes and gems, with Hastie's version.
pub(crate) const AGENT: &str = concat!("Hastie/", env!("CARGO_PKG_VERSION"));
