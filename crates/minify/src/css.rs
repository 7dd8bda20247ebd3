//! CSS, read and written by the Sass engine in its compressed style.

use crate::Error;
use hastie_sass::{Compiler, NoFiles, Options, Style, Syntax};

/// Shortens a style sheet as compressed Sass does: removes white space that is not needed, and shortens values. Removes
/// comments, except those that begin with `/*!`.
///
/// # Errors
/// Fails if the style sheet is not valid CSS.
pub fn minify(source: &str) -> Result<String, Error> {
    let mut options = Options::default();
    options.style = Style::Compressed;
    options.syntax = Syntax::Css;
    options.charset = false;
    options.warnings = false;
    let charset = declared_charset(source);
    let compiled = Compiler::new()
        .compile(source, &options, &NoFiles)
        .map_err(|failed| Error::new(failed.error.message.trim_end_matches('.')))?;
    let css = compiled.css.trim_end();
    Ok(if css.is_ascii() { css.to_owned() } else { [charset, css].concat() })
}

/// The `@charset` rule at the start of a style sheet, if it ends within the first 40 bytes. The engine is set to write
/// no such rule itself.
fn declared_charset(source: &str) -> &str {
    let source = source.trim_start_matches('\u{feff}');
    let is_declared = source.starts_with("@charset \"");
    let end = source.find(';').filter(|end| is_declared && *end < 40);
    end.map_or("", |end| &source[..=end])
}
