//! Writing: the destination is cleaned of what the site no longer has, and what is new is put there.
//!
//! Nothing in the old destination is touched before everything new lies ready on the disk.
#![allow(clippy::disallowed_methods, reason = "the destination is no source: it is looked at here alone")]

mod case;
mod changes;
pub mod cleanup;
pub mod conflicts;
mod fresh;
mod names;
mod platform;
pub mod publish;
mod staging;
mod static_files;
