#![doc = include_str!("../README.md")]
//!
//! ## Layout
//!
//! [`Runtime`] starts Ruby for a site and loads its plugins (`start`, `loading`). The result is a [`RubyPlugin`], which the site
//! uses like any native plugin. Everything that plugins define has its own module: `tag`, `filter`, `generator`,
//! `converter`, `hooks`.
//!
//! All state is in the `Interpreter`. A call into Ruby goes through a `Bridge`, which knows the stage of the build and so what
//! Ruby can see of the site. `protocol` defines the operations that the program calls and the requests that Ruby sends
//! meanwhile. `requests` handles these, with the site as `site_state` shows it. Objects of the site travel as names
//! (`object_names`), and Ruby reports its changes to them when a call ends (`changes`).
//!
//! `sandbox` finds and confines the sandboxed Ruby, and `network` sends the HTTP requests of plugins. `nokogiri` contains the
//! documents of Ruby's Nokogiri.

mod bridge;
mod call_error;
mod call_times;
mod changed_fields;
mod changes;
mod console;
mod conversions;
mod converter;
mod definitions;
mod expected_commands;
mod facts;
mod filter;
mod filter_results;
mod gems;
mod generator;
mod group_uses;
mod hooks;
mod install;
mod interpreter;
mod known_objects;
mod loading;
mod network;
mod nokogiri;
mod object_fields;
mod object_filter;
mod object_names;
mod object_states;
mod object_table;
mod ordering;
mod plugin;
mod positions;
mod post_init;
mod prefetch;
mod protocol;
mod render_steps;
mod requests;
mod ruby_object;
mod runtime;
mod sandbox;
mod shared_objects;
mod site_state;
mod start;
mod static_files;
mod tables;
mod tag;
mod view_changes;
mod write_back;

pub use call_times::FileReport;
pub use install::{MISSING, PACKAGE, install, run_script};
pub use plugin::{RubyPlugin, files};
pub use runtime::Runtime;
pub use sandbox::module::find as module;

use hastie_site::site::identity;
