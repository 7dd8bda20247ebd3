//! `Liquid::BlankFileSystem` and its kin: where Liquid's own `include` finds templates.

use crate::template::Template;
use crate::value::{Abort, ErrorKind};
use std::fmt;

/// The templates that Liquid's own `include` tag can name. (Jekyll puts a tag of its own in the place of that one,
/// with other rules.) A rendering without a file system refuses every name, as in Ruby.
pub trait FileSystem: fmt::Debug + Send + Sync {
    /// The template of a name.
    ///
    /// # Errors
    /// Fails if there is none of that name, or it cannot be read.
    fn template(&self, name: &str) -> Result<Template, Abort>;
}

/// The template of a name, if there is a file system and it has one.
pub(crate) fn find(files: Option<&dyn FileSystem>, name: &str) -> Result<Template, Abort> {
    match files {
        Some(files) => files.template(name),
        None => Err(Abort::error(ErrorKind::LiquidFileSystem, "This liquid context does not allow includes.")),
    }
}
