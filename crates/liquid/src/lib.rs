//! Liquid templates with the semantics of Ruby's Liquid 4.0.4, as Jekyll uses it.
//!
//! This crate knows nothing of sites: whatever a template reads reaches it as a [`Value`], and what
//! lives in the program around it (a site, its pages) as a [`Drop`]. The program's own side of a
//! rendering (clock, zone, recorder of reads, warnings, partial templates) is the [`Host`].

pub mod host;
pub mod time;
pub mod value;

pub use host::{Abort, Host};
pub use value::{Date, Drop, Hash, Str, Time, Value, Zone};
