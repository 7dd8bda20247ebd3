//! The sandboxed Ruby on this machine: its module, its image, and the files that it may use.

pub mod confinement;
pub mod guest_files;
pub mod image;
pub mod module;
