//! Access to the site's converters for filters.

use crate::render::RenderContext;
use hastie_liquid::{Abort, ErrorKind};
use std::sync::Arc;

/// A converter for filters, such as the Markdown converter for `markdownify`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// The site's Markdown converter, for `markdownify`.
    Markdown,
    /// The SmartyPants converter of `smartify`, for typographic quotes, dashes and dots.
    SmartyPants,
    /// The converter for indented Sass, for `sassify`.
    Sass,
    /// The converter for SCSS, for `scssify`.
    Scss,
}

impl Conversion {
    /// Converts a text. `ascii` is whether the text has the encoding US-ASCII in Ruby. If so, kramdown writes
    /// characters outside of ASCII, such as typographic quotes, as numeric references.
    ///
    /// # Errors
    /// Fails if the converter fails or is missing. A style sheet's error is an `ArgumentError`, as in Ruby.
    pub fn run(self, text: &str, ascii: bool, rendering: &mut RenderContext) -> Result<String, Abort> {
        let class = match self {
            Conversion::Markdown => "Jekyll::Converters::Markdown",
            Conversion::SmartyPants => "Jekyll::Converters::SmartyPants",
            Conversion::Sass => "Jekyll::Converters::Sass",
            Conversion::Scss => "Jekyll::Converters::Scss",
        };
        let Some(converter) = rendering.setup().converters.named(class).map(Arc::clone) else {
            // `find_converter_instance` fails with this message.
            return Err(Abort::error("RuntimeError", format!("No Converters found for {class}")));
        };
        let outer = std::mem::replace(&mut rendering.ascii_source, ascii);
        rendering.converts_in_filter = true;
        let converted = converter.convert(text, rendering);
        rendering.converts_in_filter = false;
        rendering.ascii_source = outer;
        converted.map_err(as_argument_error)
    }
}

/// Turns the error of an invalid style sheet into Ruby's `ArgumentError`, which Liquid turns into its own error within
/// a filter. Other errors stay unchanged.
fn as_argument_error(abort: Abort) -> Abort {
    match abort {
        Abort::Error(mut error) if error.kind.class() == "Jekyll::Converters::Scss::SyntaxError" => {
            error.kind = ErrorKind::Argument;
            Abort::Error(error)
        }
        other => other,
    }
}
