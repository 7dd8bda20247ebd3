//! Hastie builds an existing Jekyll site exactly as Ruby Jekyll does.
//!
//! A [`config`]uration and what stands on it ([`setup`]) make a [`site::Site`], whose `process` reads as Jekyll's does:
//! [`read`] turns files into the things of the [`model`], [`generate`] lets plugins add to them, [`render`] makes their
//! texts, and [`write`] puts these into the destination. [`plugins`] have a say at every step, [`world`] is the only
//! way to files, environment and clock, and [`cli`] and [`serve`] stand around it all. `ARCHITECTURE.md` tells more.

pub mod bundled;
pub mod cli;
pub mod config;
pub mod diagnostic;
pub mod failure;
pub mod generate;
pub mod model;
pub mod percent;
pub mod plugins;
pub mod profile;
pub mod progress;
pub mod read;
pub mod render;
pub mod sass;
pub mod serve;
pub mod setup;
pub mod site;
pub mod world;
pub mod write;
