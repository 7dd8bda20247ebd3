//! The development server: the destination over HTTP as Jekyll's WEBrick serves it, a watcher that notices
//! changes, and the word to open pages that they should load themselves again.
//!
//! It knows nothing of building: `src/cli/serve.rs` joins it to a build, and prints. It is for one author on
//! one machine, not for the public.

mod answer;
mod content_type;
mod http;
mod listing;
mod live;
mod resolve;
mod watch;

pub use answer::Content;
pub use http::{Options, Server};
pub use live::{Injection, Live};
pub use watch::{Ignored, Watch};
