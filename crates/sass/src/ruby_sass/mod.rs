//! Ruby Sass 3.7.4, which GitHub Pages compiles style sheets with: an older language, printed in styles of its own.
//!
//! Little of it is what dart-sass became: numbers and colours are kept as they were written, `/` and `calc()` mean
//! something else, the parser tells declarations from rules in another way, `@extend` and nesting order their results
//! differently, and messages have other words. So it is a compiler beside the other one; the two share how files are
//! read, names, and colours' names.
//!
//! The phases, in order: `scss` or `indented` read a file into `tree`, with the expressions of `script`; `eval`
//! evaluates it to nodes of `css`, with `value`, `functions` and `selector`; there they are put in their places,
//! extended and written.

mod css;
mod error;
mod eval;
mod files;
mod functions;
mod indented;
mod lexical;
mod scanner;
mod script;
mod scss;
mod selector;
mod tree;
mod value;

use crate::ahead::Ahead;
use crate::{Loader, Options, Style, Syntax};
use css::{Node, NodeKind, OutputStyle, arranged, check_evaluated, serialized};
use error::{Fault, Locate, Outcome};
use eval::Evaluator;
pub(crate) use files::Shelf;
use files::{Finder, Parsed};
use selector::Extensions;
use std::rc::Rc;
use std::sync::Arc;

/// The result of a compilation.
pub(crate) struct Rendered {
    /// The CSS or why there is none.
    pub(crate) css: Result<String, Failure>,
    /// The paths of all files that were loaded, in order.
    pub(crate) loaded: Vec<Arc<str>>,
    /// Warnings, and what `@debug` prints, which `true` tells.
    pub(crate) messages: Vec<(String, bool)>,
}

/// Why there is no CSS.
pub(crate) struct Failure {
    pub(crate) message: String,
    /// The file of the place, its text and the line, counted from 1.
    pub(crate) file: Option<Arc<str>>,
    pub(crate) text: Arc<str>,
    pub(crate) line: Option<u32>,
}

/// Compiles a style sheet. It is no file of its own, so what it imports is found through load paths only.
pub(crate) fn compile(source: &str, options: &Options, loader: &dyn Loader, shelf: &Shelf) -> Rendered {
    let style = match options.style {
        Style::Nested => OutputStyle::Nested,
        Style::Expanded => OutputStyle::Expanded,
        Style::Compact => OutputStyle::Compact,
        Style::Compressed => OutputStyle::Compressed,
    };
    let compressed = style == OutputStyle::Compressed;
    let indented = options.syntax == Syntax::Indented;
    let sheet = Arc::new(Parsed::of_text(None, source.as_bytes(), 0, indented, compressed));
    let files = Ahead::new(Finder::new(shelf, loader, options));
    files.while_reading_ahead(&Ok(Arc::clone(&sheet)), || {
        let mut evaluator = Evaluator::new(&files, compressed, options.seed);
        let css = render(&mut evaluator, sheet, style).map_err(|fault| failure(*fault, &evaluator));
        Rendered {
            css,
            loaded: evaluator.loaded.iter().filter_map(|file| file.path.clone()).collect(),
            messages: std::mem::take(&mut evaluator.messages),
        }
    })
}

fn render(evaluator: &mut Evaluator<'_>, sheet: Arc<Parsed>, style: OutputStyle) -> Outcome<String> {
    let compressed = style == OutputStyle::Compressed;
    let nodes = evaluator.run(sheet)?;
    check_evaluated(&nodes, &evaluator.files)?;
    let (mut nodes, extensions) = arranged(nodes, style == OutputStyle::Nested, compressed, &evaluator.files)?;
    if !extensions.is_empty() {
        extend(&mut nodes, &extensions, &mut Vec::new(), &evaluator.files)?;
        check_fired(&extensions)?;
    }
    Ok(serialized(&nodes, style))
}

/// Replaces the selectors of rules by what extensions make of them.
fn extend(
    nodes: &mut [Node],
    extensions: &Extensions,
    directives: &mut Vec<Arc<str>>,
    files: &[Option<Arc<str>>],
) -> Outcome<()> {
    for node in nodes {
        if let NodeKind::Rule(list) = &mut node.kind {
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

/// Fails if an extension found nothing to extend.
fn check_fired(extensions: &Extensions) -> Outcome<()> {
    let Some(unfired) = extensions.all().iter().find(|extension| !extension.fired.get() && !extension.optional) else {
        return Ok(());
    };
    let extender = unfired.extender.write(selector::Mode::Whole);
    let target: String = unfired.target.iter().map(|simple| simple.write(selector::Mode::Whole)).collect();
    let mut fault = Fault::new(format!(
        "\"{extender}\" failed to @extend \"{target}\".\nThe selector \"{target}\" was not found.\n\
         Use \"@extend {target} !optional\" if the extend should be able to fail.\n"
    ));
    fault.locate(unfired.file.as_ref(), Some(unfired.line));
    Err(fault)
}

fn failure(fault: Fault, evaluator: &Evaluator<'_>) -> Failure {
    let place = fault.trace.into_iter().next().unwrap_or_default();
    let file = evaluator.loaded.iter().find(|file| file.path == place.file).or(evaluator.loaded.first());
    Failure {
        message: fault.message,
        text: file.map(|file| Arc::clone(&file.text)).unwrap_or_default(),
        file: place.file,
        line: place.line,
    }
}
