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
mod functions;
mod indented;
mod lexical;
mod scanner;
mod script;
mod scss;
mod selector;
mod tree;
mod value;

use crate::{Loader, Options, Style, Syntax};
use css::{Node, NodeKind, OutputStyle, arranged, check_evaluated, check_parsed, serialized};
use error::{Fault, Locate, Outcome};
use eval::Evaluator;
use selector::Extensions;
use std::rc::Rc;

/// What a compilation gives.
pub(crate) struct Rendered {
    /// The CSS or why there is none.
    pub(crate) css: Result<String, Failure>,
    /// The paths of all files that were loaded, in order.
    pub(crate) loaded: Vec<String>,
    /// Warnings, and what `@debug` prints, which `true` tells.
    pub(crate) messages: Vec<(String, bool)>,
}

/// Why there is no CSS.
pub(crate) struct Failure {
    pub(crate) message: String,
    /// The file of the place, its text and the line, counted from 1.
    pub(crate) file: Option<String>,
    pub(crate) text: String,
    pub(crate) line: Option<u32>,
}

/// Compiles a style sheet. It is no file of its own, so what it imports is found through load paths only.
pub(crate) fn compile(source: &str, options: &Options, loader: &dyn Loader) -> Rendered {
    let style = match options.style {
        Style::Nested => OutputStyle::Nested,
        Style::Expanded => OutputStyle::Expanded,
        Style::Compact => OutputStyle::Compact,
        Style::Compressed => OutputStyle::Compressed,
    };
    let compressed = style == OutputStyle::Compressed;
    let mut evaluator = Evaluator::new(loader, &options.load_paths, compressed, options.seed);
    let result = render(&mut evaluator, source, options.syntax == Syntax::Indented, style);
    let css = result.map_err(|fault| failure(*fault, &evaluator));
    Rendered {
        css,
        loaded: evaluator.files.iter().flatten().map(|path| path.to_string()).collect(),
        messages: std::mem::take(&mut evaluator.messages),
    }
}

fn render(evaluator: &mut Evaluator<'_>, source: &str, indented: bool, style: OutputStyle) -> Outcome<String> {
    let compressed = style == OutputStyle::Compressed;
    let statements = evaluator.parse(None, source.as_bytes(), indented)?;
    check_parsed(&statements, &evaluator.files)?;
    let nodes = evaluator.run(&statements)?;
    check_evaluated(&nodes, &evaluator.files)?;
    let files = std::mem::take(&mut evaluator.files);
    let arranged = arranged(nodes, style == OutputStyle::Nested, compressed, &files);
    evaluator.files = files;
    let (mut nodes, extensions) = arranged?;
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
    directives: &mut Vec<Rc<str>>,
    files: &[Option<Rc<str>>],
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
    let number = evaluator.files.iter().position(|file| *file == place.file).unwrap_or(0);
    Failure {
        message: fault.message,
        text: evaluator.texts.get(number).map(|text| text.to_string()).unwrap_or_default(),
        file: place.file.map(|file| file.to_string()),
        line: place.line,
    }
}
