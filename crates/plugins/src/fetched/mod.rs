//! Downloaded themes, both gems and repositories: archives, checksums of files, and the lock file that pins them.

pub mod archive;
pub mod lock;
pub mod tree;

/// The user agent of requests.
pub const AGENT: &str = concat!("Hastie/", env!("CARGO_PKG_VERSION"));
