//! The options of a compilation, such as its syntax, output style and load paths.

/// A format of the CSS, such as one rule per line. The names are Ruby Sass's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// Indented by the nesting of the rules.
    #[default]
    Nested,
    /// One declaration per line.
    Expanded,
    /// One rule per line.
    Compact,
    /// Without most whitespace and comments.
    Compressed,
}

/// The syntax of a style sheet. Imported files have the indented syntax if their path ends with `.sass`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Syntax {
    /// The syntax with braces and semicolons.
    #[default]
    Scss,
    /// The syntax with indentation and line breaks.
    Indented,
}

/// The settings of a compilation: output style, syntax, load paths, and the seed of `random()`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The format of the output.
    pub style: Style,
    /// The syntax of the style sheet. The syntax of imported files depends on their extensions.
    pub syntax: Syntax,
    /// The folders searched for files, in order.
    pub load_paths: Vec<String>,
    /// The seed of the random number generator, which `random()` uses.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options { style: Style::Nested, syntax: Syntax::Scss, load_paths: Vec::new(), seed: 0x5a55 }
    }
}
