//! What themes have in common that come over the network, as gems or from repositories: archives, the sums of files, and
//! the lock that pins them.

pub mod archive;
pub mod lock;
pub mod tree;
