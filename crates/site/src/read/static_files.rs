//! Reads the metadata of a static file. Mirrors `Jekyll::StaticFileReader`.

use crate::model::{SiteContext, StaticFile};
use std::sync::Arc;

/// The static file `name` in `dir`, which is relative to the source. Only the metadata is read, not the contents.
pub fn read(context: &Arc<SiteContext>, dir: &str, name: &str) -> StaticFile {
    StaticFile::new(context, &context.source, dir, name, None)
}
