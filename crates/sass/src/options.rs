//! The options of a compilation.

use crate::Deprecation;
use std::sync::Arc;

/// The compiler whose language and bytes are reproduced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// dart-sass 1.104.1.
    #[default]
    DartSass,
    /// Ruby Sass 3.7.4, without source maps. The CSS ends with a line break.
    RubySass,
}

/// The layout of the CSS.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Style {
    /// One declaration a line.
    #[default]
    Expanded,
    /// As short as the compiler makes it.
    Compressed,
    /// Indented as the rules were nested: of Ruby Sass only; dart-sass writes [`Style::Expanded`].
    Nested,
    /// One rule a line: of Ruby Sass only; dart-sass writes [`Style::Expanded`].
    Compact,
}

/// The language a file is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Syntax {
    /// SCSS.
    #[default]
    Scss,
    /// The indented syntax.
    Indented,
    /// Plain CSS.
    Css,
}

/// The options of a compilation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The compiler that is reproduced.
    pub dialect: Dialect,
    /// The layout of the CSS.
    pub style: Style,
    /// The syntax of the style sheet. The syntax of files that it loads depends on their extensions.
    pub syntax: Syntax,
    /// The path of the style sheet. What it loads is looked for beside it first.
    pub url: Option<Arc<str>>,
    /// Folders in which files are looked for, in order.
    pub load_paths: Vec<String>,
    /// Whether mappings for a source map are made.
    pub source_map: bool,
    /// Whether text beyond ASCII is announced by `@charset` or a byte order mark.
    pub charset: bool,
    /// Whether warnings from files found through load paths are left out.
    pub quiet_deps: bool,
    /// Whether all deprecations are kept, not only the first five of each.
    pub verbose: bool,
    /// Whether warnings are wanted at all.
    pub warnings: bool,
    /// Deprecations that are left out.
    pub silenced: Vec<Deprecation>,
    /// The seed of random numbers.
    pub seed: u64,
}
