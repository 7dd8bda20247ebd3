//! Writes the destination: removes files that the site no longer has, and adds new ones.
//!
//! Nothing in the old destination is touched before everything new lies ready on the disk.
#![allow(clippy::disallowed_methods, reason = "the destination is no source: it is looked at here alone")]

mod case;
mod changes;
pub mod cleanup;
pub mod conflicts;
mod fresh;
mod names;
pub mod overlay;
mod platform;
pub mod publish;
mod staging;
mod static_files;
