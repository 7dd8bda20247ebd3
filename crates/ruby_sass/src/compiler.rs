//! The public API: a [`Compiler`], which caches parsed files, and the results of a compilation.

use crate::css::{Node, NodeKind, arranged, check_evaluated, serialized};
use crate::error::{Locate, SassResult, SyntaxError};
use crate::eval::Evaluator;
use crate::files::{FileCache, Finder, Parsed};
use crate::selector::{self, Extensions};
use crate::{Options, Style};
use hastie_sass_core::STACK;
use hastie_sass_core::loader::Loader;
use hastie_sass_core::read_ahead::ReadAhead;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

/// A Sass compiler. It caches the files that it has parsed, so style sheets that load the same files share them, even
/// on several threads.
#[derive(Debug, Default)]
pub struct Compiler {
    files: FileCache,
}

/// The CSS of a style sheet, with its dependencies and messages.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Compiled {
    /// The CSS. It ends with a line break, unless it is empty.
    pub css: String,
    /// The paths of all imported files, in order.
    pub loaded: Vec<Arc<str>>,
    /// The messages of the compilation, in order.
    pub messages: Vec<Message>,
}

/// The error that ended a compilation, with the messages before it.
#[derive(Clone, Debug)]
pub struct Failed {
    /// Ruby Sass's message, and the file and line of the mistake.
    pub error: Error,
    /// The messages before the error, in order.
    pub messages: Vec<Message>,
}

/// An error with Ruby Sass's message, and with the file and line that caused it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Error {
    /// The message, in Ruby Sass's words.
    pub message: String,
    /// The path of the file with the error. `None` for the style sheet itself.
    pub file: Option<Arc<str>>,
    /// The line, starting at 1, if it is known.
    pub line: Option<u32>,
}

/// A warning, or the text of `@debug`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Whether the message is a warning, a deprecation or the output of `@debug`.
    pub kind: MessageKind,
    /// The text as Ruby Sass prints it, with the file and line.
    pub text: String,
}

/// Whether a [`Message`] is a warning, a deprecation or the output of `@debug`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageKind {
    /// A warning, for example by `@warn`.
    Warning,
    /// The use of a feature that later versions of Sass do not have.
    Deprecation,
    /// The output of `@debug`.
    Debug,
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for Failed {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.line.map_or(Ok(()), |line| write!(f, " on line {line}"))
    }
}

impl std::error::Error for Error {}

impl Compiler {
    /// A compiler that has not parsed any files yet.
    #[must_use]
    pub fn new() -> Compiler {
        Compiler::default()
    }

    /// Compiles a style sheet. It has no path, so its imports are only found in load paths.
    ///
    /// # Errors
    /// Fails if the style sheet is invalid, or if a file that it imports is invalid or missing.
    pub fn compile(&self, source: &str, options: &Options, loader: &dyn Loader) -> Result<Compiled, Box<Failed>> {
        stacker::maybe_grow(STACK, STACK, || self.compile_here(source, options, loader))
    }

    fn compile_here(&self, source: &str, options: &Options, loader: &dyn Loader) -> Result<Compiled, Box<Failed>> {
        let style = options.style;
        let compressed = style == Style::Compressed;
        let sheet = Arc::new(Parsed::of_text(None, source.as_bytes(), 0, options.syntax, compressed));
        let files = ReadAhead::new(Finder::new(&self.files, loader, options));
        files.while_reading_ahead(&Ok(Arc::clone(&sheet)), || {
            let mut evaluator = Evaluator::new(&files, compressed, options.seed);
            let rendered = render(&mut evaluator, sheet, style);
            let messages = std::mem::take(&mut evaluator.messages);
            match rendered {
                Ok(css) => {
                    let loaded = evaluator.loaded.iter().filter_map(|file| file.path.clone()).collect();
                    Ok(Compiled { css, loaded, messages })
                }
                Err(fault) => Err(Box::new(Failed { error: public_error(*fault, &evaluator), messages })),
            }
        })
    }
}

fn render(evaluator: &mut Evaluator<'_>, sheet: Arc<Parsed>, style: Style) -> SassResult<String> {
    let nodes = evaluator.run(sheet)?;
    check_evaluated(&nodes, &evaluator.files)?;
    let (mut nodes, extensions) = arranged(nodes, style, &evaluator.files)?;
    if !extensions.is_empty() {
        extend(&mut nodes, &extensions, &mut Vec::new(), &evaluator.files)?;
        check_matched(&extensions)?;
    }
    Ok(serialized(&nodes, style))
}

/// Applies extensions to the selectors of rules.
fn extend(
    nodes: &mut [Node],
    extensions: &Extensions,
    directives: &mut Vec<Arc<str>>,
    files: &[Option<Arc<str>>],
) -> SassResult<()> {
    for node in nodes {
        if let NodeKind::Rule(list) = &mut node.kind {
            if !extensions.concern(list) {
                continue;
            }
            let extended = extensions.extended(list, directives, false);
            *list = Rc::new(extended.located(files.get(node.file).and_then(Option::as_ref), node.line)?);
            continue;
        }
        let directive = node.kind.directive_text();
        let is_directive = directive.is_some();
        directives.extend(directive);
        extend(&mut node.children, extensions, directives, files)?;
        if is_directive {
            directives.pop();
        }
    }
    Ok(())
}

/// Fails if an extension without `!optional` has no effect.
fn check_matched(extensions: &Extensions) -> SassResult<()> {
    let Some(unmatched) = extensions.all().iter().find(|extension| !extension.has_matched.get() && !extension.optional)
    else {
        return Ok(());
    };
    let extender = unmatched.extender.write(selector::Mode::Whole);
    let target: String = unmatched.target.iter().map(|simple| simple.write(selector::Mode::Whole)).collect();
    let mut fault = SyntaxError::new(format!(
        "\"{extender}\" failed to @extend \"{target}\".\nThe selector \"{target}\" was not found.\n\
         Use \"@extend {target} !optional\" if the extend should be able to fail.\n"
    ));
    fault.locate(unmatched.file.as_ref(), Some(unmatched.line));
    Err(fault)
}

/// Converts an error for callers of the compiler. The innermost entry of its trace gives the file and line.
fn public_error(fault: SyntaxError, evaluator: &Evaluator<'_>) -> Error {
    let location = fault.trace.into_iter().next().unwrap_or_default();
    let file = evaluator.loaded.iter().find(|file| file.path == location.file).or(evaluator.loaded.first());
    // An error at the end of a file may have the line after the last.
    let lines = file.map_or(1, |file| memchr::memchr_iter(b'\n', file.text.as_bytes()).count() as u32 + 1);
    let line = location.line.map(|line| line.clamp(1, lines));
    Error { message: fault.message, file: location.file, line }
}
