//! Plugins that change files on their way to the destination: rendered ones and static ones alike.

use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::{SiteContext, StaticFile};

/// A file about to be written.
#[derive(Debug, Clone, Copy)]
pub struct OutputFile<'a> {
    /// Its path below the destination, without a slash in front.
    pub name: &'a str,
    /// The static file that it is a copy of; none where it was rendered.
    pub static_file: Option<&'a StaticFile>,
}

/// Changes the contents of files after everything is rendered. Files are worked on in parallel, each by all transforms
/// in the order of their plugins.
pub trait OutputTransform: Send + Sync {
    /// Whether it has anything to do with a file. A static file that no transform wants is never loaded.
    fn wants(&self, file: &OutputFile<'_>, context: &SiteContext) -> bool;

    /// The new contents; `None` where they stay. What stays of a static file keeps its time of change.
    ///
    /// # Errors
    /// What ends the build.
    fn transform(
        &self,
        file: &OutputFile<'_>,
        contents: &[u8],
        context: &SiteContext,
        log: &mut Log,
    ) -> Result<Option<Vec<u8>>, Failure>;
}
