//! Ruby Sass 3.7.4, which GitHub Pages uses: an older language with its own output styles.
//!
//! It differs from dart-sass in most respects. Numbers and colors keep their notation, `/` and `calc()` have other
//! meanings, declarations and rules are distinguished in another way, `@extend` and nesting produce a different order,
//! and messages are different. It is therefore a separate compiler, which shares only file access, names and color
//! names with the other one.
//!
//! The phases are parsing (`scss` or `indented`), which builds a `tree` with expressions (`script`), and evaluation
//! (`eval`), which builds nodes (`css`) using `value`, `functions` and `selector`. The nodes are then flattened,
//! extended and serialized in `css`.

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
    /// The CSS, or the error.
    pub(crate) css: Result<String, Failure>,
    /// The paths of all loaded files, in order.
    pub(crate) loaded: Vec<Arc<str>>,
    /// Warnings and `@debug` messages. The flag is true for `@debug`.
    pub(crate) messages: Vec<(String, bool)>,
}

/// The error of a failed compilation.
pub(crate) struct Failure {
    pub(crate) message: String,
    /// The file of the location, its text, and the one-based line.
    pub(crate) file: Option<Arc<str>>,
    pub(crate) text: Arc<str>,
    pub(crate) line: Option<u32>,
}

/// Compiles a style sheet. It has no path, so its imports are only found in load paths.
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

/// Applies extensions to the selectors of rules.
fn extend(
    nodes: &mut [Node],
    extensions: &Extensions,
    directives: &mut Vec<Arc<str>>,
    files: &[Option<Arc<str>>],
) -> Outcome<()> {
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

/// Fails if an extension has no effect.
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
