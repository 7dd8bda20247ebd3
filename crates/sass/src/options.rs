//! The options of a compilation, such as its syntax, output style and load paths.

use crate::Deprecation;
use std::sync::Arc;

/// The layout of the CSS: one declaration per line, or minified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Style {
    /// One declaration per line.
    #[default]
    Expanded,
    /// Without most whitespace and comments.
    Compressed,
}

/// The syntax of a style sheet: SCSS, the indented syntax or plain CSS.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Syntax {
    /// The syntax with braces and semicolons.
    #[default]
    Scss,
    /// The syntax with indentation and line breaks.
    Indented,
    /// Plain CSS, in which features of Sass are errors.
    Css,
}

/// The settings of a compilation: the format of the CSS, the folders that are searched, and the warnings that are
/// collected.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The format of the output.
    pub style: Style,
    /// The syntax of the style sheet. The syntax of loaded files depends on their extensions.
    pub syntax: Syntax,
    /// The path of the style sheet. Relative URLs are resolved against this path first. `None` if it has no path.
    pub url: Option<Arc<str>>,
    /// The folders searched for files, in order.
    pub load_paths: Vec<String>,
    /// Whether to collect mappings for a source map.
    pub source_map: bool,
    /// Whether to mark output with non-ASCII characters by `@charset` or a byte order mark.
    pub charset: bool,
    /// Whether to suppress warnings from files found in load paths.
    pub quiet_deps: bool,
    /// Whether to report all deprecation warnings, not only the first five of each kind.
    pub verbose: bool,
    /// Whether to collect warnings at all.
    pub warnings: bool,
    /// Deprecations that are not reported.
    pub silenced: Vec<Deprecation>,
    /// The seed of the random number generator, which `math.random()` uses.
    pub seed: u64,
}
