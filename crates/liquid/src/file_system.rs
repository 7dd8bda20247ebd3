//! The templates available to Liquid's own `include`. Mirrors `Liquid::BlankFileSystem` and similar classes.

use crate::template::Template;
use crate::value::{Abort, ErrorKind};
use std::fmt;

/// Finds templates for Liquid's own `include`. (Jekyll replaces that tag with its own, with other rules.) Without a
/// file system, each `include` fails, as in Ruby.
pub trait FileSystem: fmt::Debug + Send + Sync {
    /// The template with this name.
    ///
    /// # Errors
    /// Fails if no template has this name, or if the template cannot be read.
    fn template(&self, name: &str) -> Result<Template, Abort>;
}

/// The template with this name in `files`. Without a file system, always fails, as Ruby's `BlankFileSystem` does.
pub(crate) fn find(files: Option<&dyn FileSystem>, name: &str) -> Result<Template, Abort> {
    match files {
        Some(files) => files.template(name),
        None => Err(Abort::error(ErrorKind::LiquidFileSystem, "This liquid context does not allow includes.")),
    }
}
