//! The development server: serves the destination like Jekyll's WEBrick, watches the source for changes, and reloads
//! open pages.
//!
//! `http` is the server, `resolve` maps request paths to files, `watch` detects changes, and `live` notifies browsers.
//! `editor` opens a place of the source, and `origins` finds the source of each element of a page. `hosts` rejects
//! requests for names of other hosts, and `tls` encrypts connections. `network` finds the address for other machines.
//! The server is independent of building: `src/cli/serve.rs` connects the two. It is meant for one author on one
//! machine, not for public use.

mod answer;
mod content_type;
mod editor;
mod hosts;
mod http;
mod listing;
mod live;
pub mod network;
mod origins;
mod resolve;
mod tls;
mod toolbar;
mod watch;

pub use answer::Content;
pub use http::{Options, Server};
pub use live::{Delays, Injection, Live, Report, protocol};
pub use origins::{RenderSite, SiteOrigins};
pub use tls::Certificate;
pub use toolbar::{BuildSummary, OPTIONS, SetOption, Toolbar};
pub use watch::{Ignored, Polling, Request, Watch};
