//! Statements about a build: its plugins, Ruby files and settings. The overview, `hastie doctor` and `hastie migrate`
//! use these facts, so that their advice agrees with the build.
//!
//! Facts about plugins come from the services that a build sets up ([`Site::new`](crate::Site::new)): GitHub Pages
//! changes settings, and the catalog decides which plugins run.

mod markdown;
mod outdated;
mod own_ruby;
mod plugins;

pub use markdown::unavailable_engine;
pub use outdated::outdated_settings;
pub use own_ruby::{OwnFile, Treatment, own_ruby};
pub use plugins::{defines_tag, running};
