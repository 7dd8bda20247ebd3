//! The templates available to Liquid's own `include`. Mirrors `Liquid::BlankFileSystem` and similar classes.

use crate::template::Template;
use crate::value::{Abort, ErrorKind};
use std::fmt;

/// Finds templates for Liquid's own `include`. (Jekyll replaces that tag with its own, with other rules.) Without a file
/// system, every include is an error, as in Ruby.
pub trait FileSystem: fmt::Debug + Send + Sync {
    /// The template with this name.
    ///
    /// # Errors
    /// Fails if there is none of that name, or it cannot be read.
    fn template(&self, name: &str) -> Result<Template, Abort>;
}

/// The template with this name, if there is a file system that has it.
pub(crate) fn find(files: Option<&dyn FileSystem>, name: &str) -> Result<Template, Abort> {
    match files {
        Some(files) => files.template(name),
        None => Err(Abort::error(ErrorKind::LiquidFileSystem, "This liquid context does not allow includes.")),
    }
}
