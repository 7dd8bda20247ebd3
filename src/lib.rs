//! Hastie builds an existing Jekyll site and writes the same bytes as Ruby Jekyll.
//!
//! This crate is the command-line program. It contains the commands ([`cli`]), the development server ([`serve`]) and
//! the theme in the binary ([`bundled`]). [`check`] finds faults of a built site, and [`mod@compare`] differences between two.
//! [`overview`] is the summary that `hastie` prints without a command, [`migrate`] plans the changes of a repository, and
//! [`facts`] contains what both know about a build. [`scholar`] retrieves citation counts. The build itself is in
//! [`hastie_site`], the plugins are in [`hastie_plugins`], and [`hastie_ruby_plugins`] runs a site's own Ruby. [`registry`]
//! combines them.
//!
//! `main` calls [`cli::run`], which parses the arguments and runs one command. `hastie build` loads the configuration,
//! creates a [`Site`] and calls [`Site::process`]. `ARCHITECTURE.md` describes all crates and how they fit together.

pub mod bundled;
pub mod check;
pub mod cli;
pub mod compare;
pub mod diff;
pub mod facts;
pub mod migrate;
pub mod overview;
#[cfg(target_family = "wasm")]
#[path = "ruby_left_out.rs"]
pub mod ruby_plugins;
pub mod scholar;
#[cfg(not(target_family = "wasm"))]
pub mod serve;

pub use hastie_plugins as plugins;
#[cfg(not(target_family = "wasm"))]
pub use hastie_ruby_plugins as ruby_plugins;
pub use hastie_site::{
    JEKYLL_VERSION, Site, config, diagnostic, failure, glob, locks, model, path, percent, plugin, progress, read,
    reference, render, site, world, write,
};

use std::sync::Arc;

/// Whether this program can run Ruby once Ruby is installed. As WebAssembly, it cannot.
pub const CAN_RUN_RUBY: bool = cfg!(not(target_family = "wasm"));

/// The plugins of the program: the built-in plugins, and the plugins that a site or a gem defines in Ruby.
pub fn registry() -> plugins::Registry {
    plugins::Registry::default().with_ruby(Arc::new(ruby_plugins::Runtime))
}
