//! Mirrors `Jekyll::StaticFileReader`.

use crate::model::StaticFile;
use crate::setup::Setup;
use std::sync::Arc;

/// The static file `name` in `dir` below the source.
pub fn read(setup: &Arc<Setup>, dir: &str, name: &str) -> StaticFile {
    StaticFile::new(setup, &setup.source, dir, name, None)
}
