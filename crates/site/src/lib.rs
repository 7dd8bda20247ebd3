//! Jekyll's own part of a site: what the gem jekyll does, without its engines below and the plugins above.
//!
//! A [`config`]uration and what stands on it ([`setup`]) make a [`site::Site`], whose `process` reads as Jekyll's does:
//! [`read`] turns files into the things of the [`model`], [`generate`] lets plugins add to them, [`render`] makes their
//! texts, and [`write`] puts these into the destination. The contracts of plugins are in [`plugin`]; [`world`] is the
//! only way to files, environment and clock.

pub mod config;
pub mod diagnostic;
pub mod failure;
pub mod generate;
pub mod model;
pub mod percent;
pub mod plugin;
pub mod priority;
pub mod profile;
pub mod progress;
pub mod read;
pub mod render;
pub mod sass;
pub mod setup;
pub mod site;
pub mod world;
pub mod write;

/// The version of Jekyll whose sites these are.
pub const JEKYLL_VERSION: &str = "4.4.1";
