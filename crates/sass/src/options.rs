//! What a compilation is asked for.

/// How the CSS is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// One declaration a line.
    #[default]
    Expanded,
    /// As short as dart-sass makes it.
    Compressed,
}

/// The language a file is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Syntax {
    /// SCSS.
    #[default]
    Scss,
    /// The indented syntax.
    Indented,
    /// Plain CSS.
    Css,
}
