//! Themes that come over the network, as gems or from repositories: archives, checksums of files, and the lock that
//! pins them.

pub mod archive;
pub mod lock;
pub mod tree;

/// The name under which servers are asked.
pub const AGENT: &str = concat!("Hastie/", env!("CARGO_PKG_VERSION"));
