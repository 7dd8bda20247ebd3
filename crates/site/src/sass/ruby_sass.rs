//! Implements [`Compiler`] with the crate hastie-ruby-sass, for jekyll-sass-converter 1.5.

use super::{CompileError, Compiler, Css, Request, Style, Syntax};
use crate::diagnostic::{Level, Message};
use hastie_ruby_sass::{Error, MessageKind, Options};
use std::hash::{BuildHasher, RandomState};

/// Compiles the style sheets of a site like Ruby Sass. A file that several style sheets import is parsed only once.
#[derive(Debug, Default)]
pub(super) struct RubySass(hastie_ruby_sass::Compiler);

impl Compiler for RubySass {
    fn compile(&self, request: &Request<'_>) -> Result<Css, CompileError> {
        let compiled = self.0.compile(request.source, &options(request), &request.importer);
        let compiled = compiled.map_err(|failed| failure(&failed.error))?;
        Ok(Css { css: compiled.css, map: None, messages: compiled.messages.into_iter().map(message).collect() })
    }
}

fn options(request: &Request<'_>) -> Options {
    let mut options = Options::default();
    options.style = match request.style {
        Style::Nested => hastie_ruby_sass::Style::Nested,
        Style::Expanded => hastie_ruby_sass::Style::Expanded,
        Style::Compact => hastie_ruby_sass::Style::Compact,
        Style::Compressed => hastie_ruby_sass::Style::Compressed,
    };
    options.syntax = match request.syntax {
        Syntax::Scss => hastie_ruby_sass::Syntax::Scss,
        Syntax::Indented => hastie_ruby_sass::Syntax::Indented,
    };
    options.load_paths = request.importer.load_paths().to_vec();
    options.seed = RandomState::new().hash_one(request.source);
    options
}

/// Converts an error of the compiler, with the line number in the message. The converter's errors have no column, so
/// the column is 1, or 0 without a line.
fn failure(error: &Error) -> CompileError {
    let line = error.line.map(|line| line.to_string()).unwrap_or_default();
    CompileError {
        message: format!("{} on line {line}", error.message),
        file: None,
        line: error.line.unwrap_or(0) as usize,
        column: usize::from(error.line.is_some()),
    }
}

fn message(message: hastie_ruby_sass::Message) -> Message {
    // The author cannot fix deprecations in a theme, so they are shown only with --verbose.
    let level = if message.kind == MessageKind::Warning { Level::Warn } else { Level::Debug };
    Message::new(level, "Stylesheet:", message.text)
}
