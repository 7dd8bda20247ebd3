//! JavaScript, with oxc's parser, minifier and printer. The feature `javascript` compiles them.

#[cfg(feature = "javascript")]
mod depth;
#[cfg(feature = "javascript")]
mod oxc;

use crate::Error;

/// Whether the feature `javascript` is enabled. Without it, scripts cannot be shortened.
pub const IS_AVAILABLE: bool = cfg!(feature = "javascript");

/// Options for shortening scripts with oxc's minifier. By default, names at the top level are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Whether to rewrite expressions and statements.
    pub compress: bool,
    /// Whether to shorten local names.
    pub mangle: bool,
    /// Whether to shorten or remove names at the top level, because no other script needs them.
    pub top_level: bool,
    /// Whether to remove calls such as `console.log()`.
    pub drop_console: bool,
    /// Whether functions keep the names that scripts can read as `function.name`.
    pub keep_function_names: bool,
    /// Whether classes keep the names that scripts can read as `class.name`.
    pub keep_class_names: bool,
    /// Whether to keep comments with a licence.
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
/// Fails if the script cannot be parsed, or if it may be nested too deeply. Always fails without the feature
/// `javascript`.
pub fn minify(source: &str, options: &Options) -> Result<String, Error> {
    #[cfg(feature = "javascript")]
    return oxc::minify(source, options);
    #[cfg(not(feature = "javascript"))]
    {
        let _ = (source, options);
        Err(Error::new("the feature `javascript` was not compiled"))
    }
}
