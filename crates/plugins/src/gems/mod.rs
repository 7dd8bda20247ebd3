//! Plugins that are gems and that neither Hastie nor a gem folder contains. They are downloaded once, with the gems that they
//! need, pinned in the lock file, and run in the sandbox like a site's own Ruby.
//!
//! `needed` finds the gems that a site names, `resolve` chooses versions, and `fetch` downloads them. `server`, `package`,
//! `specification`, `store` and `version` know nothing about plugins; themes use them, too.

mod fetch;
mod needed;
pub(crate) mod package;
mod provided;
pub(crate) mod resolve;
pub(crate) mod server;
mod specification;
pub(crate) mod store;
pub(crate) mod version;

pub(crate) use fetch::fetch;
pub use needed::gem_of;
pub(crate) use needed::of as needed;
pub use provided::is_library as is_provided;

/// Whether a text can be the name of a gem. Names become parts of paths and addresses.
pub(crate) fn is_name(name: &str) -> bool {
    let is_usual = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    !name.is_empty() && !name.starts_with('.') && name.chars().all(is_usual)
}
