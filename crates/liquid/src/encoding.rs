//! For a program that hands rendered text on to code which asks for its encoding, as Ruby's kramdown does.
//!
//! Ruby joins the pieces of a template, and the text gets the encoding of the first. A piece that is no string there (a
//! number, `nil`, a time) becomes one in US-ASCII, and the text keeps that encoding as long as nothing else is in it.
//! kramdown writes other quotes in such text. Whoever does not care about this never meets it outside this module.

use crate::{Context, Rendered};

/// Whether Ruby would mark the rendered text as US-ASCII.
pub fn is_us_ascii(rendered: &Rendered) -> bool {
    rendered.us_ascii
}

/// Sets whether Ruby would mark the text that a tag has just written as US-ASCII.
///
/// It has an effect for tags whose [`passes_encoding`](crate::Tag::passes_encoding) returns `true`.
pub fn mark_us_ascii(context: &mut Context<'_>, us_ascii: bool) {
    context.us_ascii = us_ascii;
}
