//! Plugins that are gems and that neither Hastie nor a gem folder contains. They are downloaded once, with their
//! dependencies, pinned in the lock file, and run in the sandbox like a site's own Ruby. Versions and requirements
//! follow RubyGems. The choice of versions follows Bundler.
//!
//! `needed` finds the gems that a site names, `resolve` chooses versions, and `fetch` downloads them. `server`,
//! `package`, `specification`, `store` and `version` do not depend on plugins; themes use them, too.

mod fetch;
mod needed;
pub(crate) mod package;
mod provided;
pub(crate) mod resolve;
pub(crate) mod server;
mod specification;
pub(crate) mod store;
pub(crate) mod version;

pub use fetch::Status;
pub(crate) use fetch::fetch;
pub(crate) use needed::of as needed;
pub use needed::{Needed, Source, gem_of};
pub use provided::is_library as is_provided;

use crate::local;
use hastie_site::config::{Configuration, FetchedGems};
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::model::Theme;
use hastie_site::world::World;

/// Fetches the gems of a site, even if no Ruby is available to run them.
///
/// # Errors
/// Fails if a package is damaged or malicious, or has another checksum than the lock file or the server names.
/// Also fails if the lock file or `plugins_dir` is invalid.
pub fn fetch_all(
    config: &Configuration,
    theme: Option<&Theme>,
    world: &World,
    log: &mut Log,
) -> Result<FetchedGems, Failure> {
    fetch(&needed(config, theme, &local::files(world, config)?, world), config, world, log)
}

/// The gems that a site needs, and which of them are in the cache and pinned. Downloads nothing.
///
/// # Errors
/// Fails if the lock file or `plugins_dir` is invalid.
pub fn status(config: &Configuration, theme: Option<&Theme>, world: &World) -> Result<Status, Failure> {
    fetch::status(needed(config, theme, &local::files(world, config)?, world), config, world)
}

/// Whether a text can be the name of a gem. Names become parts of paths and addresses.
pub(crate) fn is_name(name: &str) -> bool {
    let is_usual = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    !name.is_empty() && !name.starts_with('.') && name.chars().all(is_usual)
}
