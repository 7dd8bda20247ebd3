#![doc = include_str!("../README.md")]
//!
//! ## From Markdown to HTML
//!
//! [`convert`] parses the source (`parser`) to a tree of elements (`element`), which is allocated in an arena. Blocks
//! are parsed first, then the spans inside of them, because link definitions and the like may follow their use. The
//! HTML converter (`html`) then writes the tree to a single buffer. Both mirror kramdown's classes of the same names,
//! with one file for each construct.

mod attributes;
mod characters;
mod element;
mod entities;
mod escape;
mod html;
mod options;
mod parser;
mod scanner;
mod text;
mod tree;
mod version;

pub use options::{EntityOutput, Input, LinkDef, MathEngine, OptionError, Options, Setting};
pub use tree::{Abbreviation, Node, Part, Tree, parse};
pub use version::Version;

use std::fmt;

/// The HTML of a source, and the warnings about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Output {
    /// The document as HTML.
    pub html: String,
    /// kramdown's warnings, in the order in which they occurred.
    pub warnings: Vec<String>,
}

/// The error that ends a conversion: elements that are nested too deeply.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// Elements are nested more deeply than [`MAX_DEPTH`].
    TooDeep {
        /// The line of the element that exceeds the limit.
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

/// The maximum depth of elements. Converting a source with deeper elements fails.
pub const MAX_DEPTH: usize = 4_000;

/// Whether code is a block or part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeKind {
    /// Code as a block, indented or fenced.
    Block,
    /// Code within a text, between backticks.
    Span,
}

/// Highlighted code, which replaces the escaped code in the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlighted {
    /// The HTML that replaces the escaped code.
    pub html: String,
}

/// Highlights code blocks and code spans. Implemented by the application.
pub trait Highlighter {
    /// The name of this highlighter. If the option `syntax_highlighter` contains another name, code is not highlighted,
    /// and a warning is added.
    fn name(&self) -> &str {
        "rouge"
    }

    /// Highlights `code`. `lang` is the language in the document, including options (`php?start_inline=1`).
    /// Returns `None` to leave the code without highlighting.
    fn highlight(&self, code: &str, lang: Option<&str>, kind: CodeKind, options: &Setting) -> Option<Highlighted>;

    /// The default language set in the options, if any. It appears in class names.
    fn default_lang(&self, kind: CodeKind, options: &Setting) -> Option<String>;
}

/// Converts a document to HTML, like `Kramdown::Document.new(source, options).to_html`.
///
/// Line breaks may be of any kind. `highlighter` is called for all code, unless the option `syntax_highlighter` is
/// disabled or names another highlighter.
///
/// # Errors
/// [`Error::TooDeep`] for a document nested beyond [`MAX_DEPTH`].
pub fn convert(source: &str, options: &Options, highlighter: Option<&dyn Highlighter>) -> Result<Output, Error> {
    // A tree needs a multiple of the size of its text. Unused memory is never touched.
    let arena = bumpalo::Bump::with_capacity((8 * source.len()).min(4 << 20));
    let document = parser::parse(source, options, &arena)?;
    Ok(html::render(document, highlighter))
}
