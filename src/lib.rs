//! Hastie builds an existing Jekyll site and writes the same bytes as Ruby Jekyll.
//!
//! This crate is the command-line program: the commands ([`cli`]), the development server ([`serve`]), the summary that
//! `hastie` prints without a command ([`overview`]), the retrieval of citation counts ([`scholar`]), and the theme that
//! is compiled into the binary ([`bundled`]). The build itself is in [`hastie_site`], and the plugins are in
//! [`hastie_plugins`].
//!
//! `main` calls [`cli::run`], which parses the arguments and runs one command. `hastie build` loads the configuration,
//! creates a [`Site`] and calls [`Site::process`]. `ARCHITECTURE.md` describes all crates and how they fit together.

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
