//! Hastie builds an existing Jekyll site exactly as Ruby Jekyll does.
//!
//! The parts of a build are [`hastie_site`]'s, the plugins [`hastie_plugins`]'; this crate is the program around them:
//! [`cli`] and [`serve`], the citation data ([`scholar`]), and the theme that it brings ([`bundled`]). `ARCHITECTURE.md` tells more.

pub mod bundled;
pub mod cli;
pub mod overview;
pub mod scholar;
pub mod serve;

pub use hastie_plugins as plugins;
pub use hastie_site::{
    JEKYLL_VERSION, Site, config, diagnostic, failure, glob, locks, model, path, percent, plugin, progress, read,
    reference, render, site, world, write,
};
