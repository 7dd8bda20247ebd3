#![doc = include_str!("../README.md")]
//!
//! ## Layers
//!
//! The folders are layers, each of which uses only those before it:
//!
//! 1. [`path`], [`percent`], [`pattern`], [`locks`], [`priority`], [`progress`], [`diagnostic`], [`failure`], and
//!    [`world`], the only way to files, environment and clock, with [`glob`] on it;
//! 2. [`config`]: what was typed, made into what is meant;
//! 3. [`model`]: documents, pages, static files, and the context that they share;
//! 4. [`read`], which makes them of files, and [`sass`], which compiles style sheets;
//! 5. [`render`]: Liquid, converters, layouts, and the order of it all;
//! 6. [`write`](mod@write): the destination;
//! 7. [`site`]: the steps of a build in order, and the contracts of [`plugin`]s, which have a say at every step.

pub mod config;
pub mod diagnostic;
pub mod failure;
pub mod glob;
pub mod locks;
pub mod model;
pub mod path;
pub mod pattern;
pub mod percent;
pub mod priority;
pub mod progress;
pub mod read;
pub mod reference;
pub mod render;
pub mod sass;
pub mod site;
pub mod world;
pub mod write;

pub use reference::Reference;
pub use site::{Site, plugin};

/// The version of Jekyll whose sites these are.
pub const JEKYLL_VERSION: &str = Reference::JEKYLL_4.jekyll_version;
