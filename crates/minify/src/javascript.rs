//! JavaScript, through oxc's parser, minifier and writer, which the feature `javascript` compiles.

#[cfg(feature = "javascript")]
mod depth;
#[cfg(feature = "javascript")]
mod oxc;

use crate::Error;

/// Whether scripts can be shortened: whether the feature `javascript` is enabled.
pub const IS_AVAILABLE: bool = cfg!(feature = "javascript");

/// Options for shortening scripts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Whether expressions and statements are rewritten.
    pub compress: bool,
    /// Whether local names are shortened.
    pub mangle: bool,
    /// Whether names at the top of a script may be shortened or go, as no other script needs them.
    pub top_level: bool,
    /// Whether calls of `console` go.
    pub drop_console: bool,
    /// Whether functions keep their names.
    pub keep_function_names: bool,
    /// Whether classes keep their names.
    pub keep_class_names: bool,
    /// Whether comments with a licence stay.
    pub legal_comments: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            compress: true,
            mangle: true,
            top_level: false,
            drop_console: false,
            keep_function_names: false,
            keep_class_names: false,
            legal_comments: true,
        }
    }
}

/// Shortens a script or a module.
///
/// # Errors
/// A script that cannot be read, or that nests too deeply; any script without the feature `javascript`.
pub fn minify(source: &str, options: &Options) -> Result<String, Error> {
    #[cfg(feature = "javascript")]
    return oxc::minify(source, options);
    #[cfg(not(feature = "javascript"))]
    {
        let _ = (source, options);
        Err(Error::new("the feature `javascript` was not compiled"))
    }
}
