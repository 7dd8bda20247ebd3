//! The trait for plugins that change output files, both rendered and static, before they are written.

use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::{SiteContext, StaticFile};

/// A rendered or static file that is about to be written, without its contents.
#[derive(Debug, Clone, Copy)]
pub struct OutputFile<'a> {
    /// The path relative to the destination, without a leading slash.
    pub name: &'a str,
    /// The static file that is copied. `None` if the file was rendered.
    pub static_file: Option<&'a StaticFile>,
}

/// Changes the contents of output files after rendering. Files are processed in parallel. Each file goes through the
/// transforms that want it, in the order of their plugins.
pub trait OutputTransform: Send + Sync {
    /// Whether the transform applies to a file. A static file is only loaded if some transform wants it.
    fn wants(&self, file: &OutputFile<'_>, context: &SiteContext) -> bool;

    /// The new contents, or `None` to leave them unchanged. An unchanged static file keeps its modification time.
    ///
    /// # Errors
    /// Fails if the build cannot continue.
    fn transform(
        &self,
        file: &OutputFile<'_>,
        contents: &[u8],
        context: &SiteContext,
        log: &mut Log,
    ) -> Result<Option<Vec<u8>>, Failure>;
}
