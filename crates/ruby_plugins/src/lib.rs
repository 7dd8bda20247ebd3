#![doc = include_str!("../README.md")]
//!
//! ## Layout
//!
//! [`Runtime`] starts Ruby for a site. [`RubyPlugin`] is what the site sees. A `Bridge` is the program's side of one call into Ruby: it knows at
//! which stage of the build the call is made, and answers what Ruby asks meanwhile. What Ruby changes of the site comes
//! back when a call ends (`changes`).

mod ahead;
mod alone;
mod answers;
mod bridge;
mod call_error;
mod changes;
mod confinement;
mod convert;
mod definitions;
mod facts;
mod fields;
mod filter;
mod foreign;
mod functions;
mod gems;
mod generate;
mod hooks;
mod html;
mod http;
mod identity;
mod image;
mod install;
mod kramdown;
mod liquid;
mod model;
mod module;
mod mutated;
mod names;
mod network;
mod outside;
mod runtime;
mod shared;
mod start;
mod tag;
mod times;
mod turns;

pub use confinement::FOLDERS;
pub use install::{MISSING, PACKAGE, install, run_script};
pub use module::find as module;
pub use runtime::Runtime;
pub use start::{Mode, RubyPlugin};
pub use times::FileReport;
