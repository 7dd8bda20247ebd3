#![doc = include_str!("../README.md")]
//!
//! ## Layout
//!
//! [`Runtime`] starts Ruby for a site and loads its plugins (`start`). The result is a [`RubyPlugin`], which the site uses
//! like any native plugin. Everything that plugins define has its own module in `definitions`: `tag`, `filter`,
//! `generator`, `converter`, `hooks`.
//!
//! All state is in the `Interpreter`. A call into Ruby goes through a `Bridge`, which knows the stage of the build and so what
//! Ruby can see of the site. `protocol` defines the operations that the program calls and the requests that Ruby sends
//! meanwhile. `requests` handles these, with the site as `site_state` shows it. Objects of the site travel as names
//! (`objects::names`), and Ruby reports its changes to them when a call ends (`changes`).
//!
//! `sandbox` finds and confines the sandboxed Ruby, and `network` sends the HTTP requests of plugins. `nokogiri` contains the
//! documents of Ruby's Nokogiri. `ordering` decides which items can be rendered in parallel, and `reports` collects the
//! failures, messages and times of plugins.

mod bridge;
mod changes;
mod definitions;
mod interpreter;
mod network;
mod nokogiri;
mod objects;
mod ordering;
mod plugin;
mod protocol;
mod reports;
mod requests;
mod sandbox;
mod site_state;
mod start;

pub use plugin::{RubyPlugin, files};
pub use reports::call_times::FileReport;
pub use sandbox::module::find as module;
pub use start::install::{MISSING, PACKAGE, install, run_script};
pub use start::runtime::Runtime;

use hastie_site::site::identity;
