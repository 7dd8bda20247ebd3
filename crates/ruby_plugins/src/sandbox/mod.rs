//! The sandboxed Ruby on this machine: its module, its image, and the files that it may use.

pub(crate) mod confinement;
pub(crate) mod guest_files;
pub(crate) mod image;
pub(crate) mod module;
