//! The trait for plugins that create pages. Mirrors `Jekyll::Generator`.

use super::priority;
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::site::Site;

/// A generator: adds pages or changes the content before rendering. Mirrors `Jekyll::Generator`.
pub trait Generator: Send + Sync {
    /// The name of the corresponding Ruby class, used in messages.
    fn class(&self) -> &str;

    /// The priority. Generators with higher priority run first.
    fn priority(&self) -> i32 {
        priority::NORMAL
    }

    /// Adds pages to the site, or changes its content.
    ///
    /// # Errors
    /// Fails if the build cannot continue.
    fn generate(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure>;
}
