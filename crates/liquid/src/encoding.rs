//! The encoding that Ruby would give to rendered text, for applications whose next step depends on it, like Ruby's
//! kramdown.
//!
//! Ruby concatenates the nodes of a template, and the result gets the encoding of the first. If the first node is not a
//! string (a number, `nil`, a time), it is converted to a string in US-ASCII. The result keeps that encoding as long as
//! it contains nothing else. kramdown writes different quotes in such text. Other applications can ignore this module.

use crate::{Context, Rendered};

/// Whether Ruby would mark the rendered text as US-ASCII.
pub fn is_us_ascii(rendered: &Rendered) -> bool {
    rendered.us_ascii
}

/// Sets whether Ruby would mark the text that a tag has just written as US-ASCII.
///
/// This only has an effect for tags whose [`passes_encoding`](crate::Tag::passes_encoding) returns `true`.
pub fn mark_us_ascii(context: &mut Context<'_>, us_ascii: bool) {
    context.us_ascii = us_ascii;
}
