//! `Jekyll::Generator`: plugins that make pages.

use super::priority;
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::site::Site;

/// `Jekyll::Generator`: makes pages, or changes what was read, before anything is rendered.
pub trait Generator: Send + Sync {
    /// The Ruby class that it mirrors, as messages name it.
    fn class(&self) -> &str;

    /// Its priority among the generators.
    fn priority(&self) -> i32 {
        priority::NORMAL
    }

    /// Does its work.
    ///
    /// # Errors
    /// What ends the build.
    fn generate(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure>;
}
