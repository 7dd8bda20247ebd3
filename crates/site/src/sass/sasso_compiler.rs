//! The crate sasso as a [`Compiler`].

use super::source_map::SourceMap;
use super::{CompileError, Compiler, Css, Request, Syntax, missing_block, trailing_comment};
use crate::diagnostic::{Level, Message};
use std::cell::RefCell;
use std::rc::Rc;

/// Stack for one compilation: the compiler recurses on the depth of nested rules.
const STACK: usize = 64 << 20;

/// The crate sasso.
#[derive(Debug)]
pub(super) struct Sasso;

impl Compiler for Sasso {
    fn compile(&self, request: &Request<'_>) -> Result<Css, CompileError> {
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || compile(request));
            let failed = |message: &str| CompileError { message: message.to_owned(), line: 0, column: 0 };
            match thread.map(std::thread::ScopedJoinHandle::join) {
                Ok(Ok(result)) => result,
                Ok(Err(_)) => Err(failed("the Sass compiler gave up on this style sheet (a fault of the compiler)")),
                Err(error) => Err(failed(&format!("no thread for the Sass compiler: {error}"))),
            }
        })
    }
}

/// Messages of the compiler.
#[derive(Default)]
struct Report {
    messages: Vec<Message>,
    fatal: Option<String>,
}

fn compile(request: &Request<'_>) -> Result<Css, CompileError> {
    if let Some(error) =
        (request.syntax == Syntax::Indented).then(|| missing_block::indented_start(request.source)).flatten()
    {
        return Err(error);
    }
    let report = Rc::new(RefCell::new(Report::default()));
    let options = options(request, &report);
    let marked = (request.syntax == Syntax::Scss).then(|| trailing_comment::marked(request.source)).flatten();
    let source = marked.as_deref().unwrap_or(request.source);
    let compiled = if request.source_map {
        sasso::compile_with_source_map(source, &options).map(|result| {
            let contents = result.source_map.sources_content.unwrap_or_default();
            let mut mappings = without_blank_lines(&result.css, &result.source_map.mappings);
            let css = trailing_comment::place(result.css, Some(&mut mappings));
            mappings.truncate(mappings.trim_end_matches(';').len());
            let contents = contents.into_iter().map(trailing_comment::unmarked).collect();
            (css, Some(SourceMap { sources: result.source_map.sources, contents, mappings }))
        })
    } else {
        sasso::compile(source, &options).map(|css| (trailing_comment::place(css, None), None))
    };
    let (mut css, map) = compiled.map_err(|error| {
        let shown = trailing_comment::unmarked(error.to_string());
        if let Some(error) =
            (request.syntax == Syntax::Scss).then(|| missing_block::find(request.source, &shown, error.line)).flatten()
        {
            return error;
        }
        let message = shown.strip_prefix("Error: ").unwrap_or(&shown).trim_end().to_owned();
        CompileError { message, line: error.line, column: error.col }
    })?;
    drop(options);
    let report = report.take();
    if let Some(message) = report.fatal {
        return Err(CompileError { message, line: 0, column: 0 });
    }
    // dart-sass's API gives no line end at the end.
    css.truncate(css.trim_end_matches('\n').len());
    Ok(Css { css, map, messages: report.messages })
}

/// dart-sass maps no blank line (as a comment can have); sasso maps them to where the line before them is. Such a
/// segment moves nothing, so it can go.
fn without_blank_lines(css: &str, mappings: &str) -> String {
    let mut lines = css.split('\n');
    let kept: Vec<&str> = mappings
        .split(';')
        .map(|segments| if lines.next() == Some("") && segments == "AAAA" { "" } else { segments })
        .collect();
    kept.join(";")
}

fn options<'a>(request: &'a Request<'a>, report: &Rc<RefCell<Report>>) -> sasso::Options<'a> {
    let mut options = sasso::Options::new()
        .with_style(if request.compressed { sasso::OutputStyle::Compressed } else { sasso::OutputStyle::Expanded })
        .with_syntax(match request.syntax {
            Syntax::Scss => sasso::Syntax::Scss,
            Syntax::Indented => sasso::Syntax::Sass,
        })
        .with_importer(&request.importer)
        .with_cwd(request.folder)
        .with_source_map_include_sources(true)
        .with_charset(request.charset)
        .with_silenced_deprecations(request.silenced.iter().cloned());
    // Text that is no file is what a terminal would give: it goes by the name of "-".
    options = options.with_url(request.path.unwrap_or("-"));
    if request.quiet_dependencies {
        options = options.with_quiet_deps(request.importer.dependencies.clone());
    }
    let (report, fatal) = (report.clone(), request.fatal.to_vec());
    options.with_warn_handler(Rc::new(move |event: &sasso::WarnEvent<'_>| {
        let mut report = report.borrow_mut();
        if event.deprecation && fatal.iter().any(|id| id == event.deprecation_id) {
            report.fatal.get_or_insert_with(|| event.message.to_owned());
        }
        // A theme's deprecations are not the author's to mend: they show with --verbose.
        let level = if event.deprecation || event.kind == sasso::WarnKind::Debug { Level::Debug } else { Level::Warn };
        let place = if event.line > 0 { format!("{}:{}: ", event.url, event.line) } else { String::new() };
        let text = trailing_comment::unmarked(format!("{place}{}", event.message));
        report.messages.push(Message::new(level, "Stylesheet:", text));
    }))
}
