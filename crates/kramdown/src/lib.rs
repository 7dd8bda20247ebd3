#![doc = include_str!("../README.md")]

mod attributes;
mod characters;
mod element;
mod entities;
mod escape;
mod html;
mod options;
mod parser;
mod rules;
mod scanner;
mod text;
mod tree;

pub use options::{EntityOutput, Input, LinkDef, MathEngine, OptionError, Options, Setting};
pub use rules::Rules;
pub use tree::{Abbreviation, Node, Part, Tree, parse};

use std::fmt;

/// A converted document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Output {
    /// The HTML.
    pub html: String,
    /// Kramdown's warnings, in its words.
    pub warnings: Vec<String>,
}

/// The reason why a document could not be converted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// Elements are nested more deeply than the limit, [`MAX_DEPTH`]; the line of the one that was too much.
    TooDeep {
        /// Line in the source.
        line: u32,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::TooDeep { line } => write!(f, "elements nested more than {MAX_DEPTH} deep on line {line}"),
        }
    }
}

impl std::error::Error for Error {}

/// The deepest nesting of elements.
pub const MAX_DEPTH: usize = 4_000;

/// The kind of code that is highlighted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeKind {
    /// A code block.
    Block,
    /// A code span.
    Span,
}

/// Highlighted code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlighted {
    /// The HTML that replaces the escaped code.
    pub html: String,
}

/// A syntax highlighter, as kramdown calls one.
pub trait Highlighter {
    /// Its name in the option `syntax_highlighter`. Where the option names another, that one is warned about.
    fn name(&self) -> &str {
        "rouge"
    }

    /// Highlights `code`; `lang` is the name in the document, with options (`php?start_inline=1`). `None` leaves the code
    /// without highlighting.
    fn highlight(&self, code: &str, lang: Option<&str>, kind: CodeKind, options: &Setting) -> Option<Highlighted>;

    /// The default language of code, if the options name one; it shows in class names.
    fn default_lang(&self, kind: CodeKind, options: &Setting) -> Option<String>;
}

/// Converts a document to HTML, as `Kramdown::Document.new(source, options).to_html` does.
///
/// Line breaks may be of any kind. `highlighter` is asked for all code unless the option `syntax_highlighter` is
/// switched off or names another one.
///
/// # Errors
/// [`Error::TooDeep`] for a document nested beyond [`MAX_DEPTH`].
pub fn convert(source: &str, options: &Options, highlighter: Option<&dyn Highlighter>) -> Result<Output, Error> {
    // A tree takes some times the room of its text; what is not used of this is never touched.
    let arena = bumpalo::Bump::with_capacity((8 * source.len()).min(4 << 20));
    let document = parser::parse(source, options, &arena)?;
    Ok(html::render(document, highlighter))
}
