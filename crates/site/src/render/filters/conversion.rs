//! The converters of a site, as filters call them.

use crate::render::RenderContext;
use hastie_liquid::{Abort, ErrorKind};
use std::sync::Arc;

/// A converter that filters can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// The site's Markdown.
    Markdown,
    /// Typographic quotes, dashes and dots.
    SmartyPants,
    /// Sass by indentation.
    Sass,
    /// SCSS.
    Scss,
}

impl Conversion {
    /// Runs a text through the converter. `ascii` says that Ruby would have the text in the encoding US-ASCII, in which
    /// a converter cannot write other characters as themselves.
    ///
    /// # Errors
    /// What the converter raises; a style sheet's error is an `ArgumentError` in Ruby.
    pub fn run(self, text: &str, ascii: bool, rendering: &mut RenderContext) -> Result<String, Abort> {
        let class = match self {
            Conversion::Markdown => "Jekyll::Converters::Markdown",
            Conversion::SmartyPants => "Jekyll::Converters::SmartyPants",
            Conversion::Sass => "Jekyll::Converters::Sass",
            Conversion::Scss => "Jekyll::Converters::Scss",
        };
        let Some(converter) = rendering.setup().converters.named(class).map(Arc::clone) else {
            // `find_converter_instance` fails with these words.
            return Err(Abort::error("RuntimeError", format!("No Converters found for {class}")));
        };
        let outer = std::mem::replace(&mut rendering.ascii_source, ascii);
        let converted = converter.convert(text, rendering);
        rendering.ascii_source = outer;
        converted.map_err(as_argument_error)
    }
}

/// A style sheet's error is one of Ruby's ArgumentErrors, which Liquid makes its own in a filter.
fn as_argument_error(abort: Abort) -> Abort {
    match abort {
        Abort::Error(mut error) if error.kind.class() == "Jekyll::Converters::Scss::SyntaxError" => {
            error.kind = ErrorKind::Argument;
            Abort::Error(error)
        }
        other => other,
    }
}
