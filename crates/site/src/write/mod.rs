//! Writes the destination: adds new files and removes stale ones. Mirrors `Site#write` and `Site#cleanup`.
//!
//! [`publish`] writes the site. It stages all new files next to the destination first, and touches the old destination
//! only when everything is on disk. [`early`] writes outputs during rendering. [`cleanup`] finds stale
//! files, [`conflicts`] warns of shared destinations, and [`overlay`] holds files that plugins write during the build.
#![allow(clippy::disallowed_methods, reason = "only this module reads and writes the destination")]

mod alone;
mod below;
mod case;
mod changes;
pub mod cleanup;
pub mod conflicts;
pub mod early;
#[cfg(target_os = "linux")]
mod exchange;
mod fresh;
mod names;
pub mod new_file;
pub mod overlay;
mod places;
mod platform;
pub mod publish;
mod published;
mod staging;
mod static_files;

pub use staging::{abandon, is_staging};
