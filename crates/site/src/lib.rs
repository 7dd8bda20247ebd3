#![doc = include_str!("../README.md")]
//!
//! ## Layers
//!
//! Each folder is a layer, and a layer uses only the layers listed before it:
//!
//! 1. Foundations: [`path`], [`percent`], [`pattern`], [`locks`], [`priority`], [`progress`], [`diagnostic`],
//!    [`failure`], [`glob`], and [`world`], through which builds read files, the environment and the clock.
//! 2. [`config`]: the configuration, merged from defaults, files and command-line options.
//! 3. [`model`]: documents, pages, static files, and the context they share.
//! 4. [`read`], which creates them from files, and [`sass`], which compiles style sheets.
//! 5. [`render`]: Liquid, converters, layouts, and the order in which items are rendered.
//! 6. [`write`](mod@write): the destination.
//! 7. [`site`]: the steps of a build in order, and the [`plugin`] traits.

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

/// The version of Jekyll that Hastie reproduces by default.
pub const JEKYLL_VERSION: &str = Reference::JEKYLL_4.jekyll_version;
