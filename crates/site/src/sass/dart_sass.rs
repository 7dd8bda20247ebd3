//! Implements [`Compiler`] with the crate hastie-sass, for jekyll-sass-converter 3.1.

use super::source_map::SourceMap;
use super::{CompileError, Compiler, Css, Request, Style, Syntax};
use crate::diagnostic::{Level, Message};
use crate::world::World;
use crate::world::kept::{Generations, Part};
use hastie_sass::{Compiled, Deprecation, Failed, Glyphs, Mapping, Options, Sources, Warning};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

/// The maximum size in bytes of the texts that a compiler keeps. If they are larger, the next build gets a new
/// compiler. A compiler keeps each version of a file, and most themes have less than half a megabyte.
const MAX_SOURCES: usize = 2 << 20;

/// Compiles the style sheets of a site like dart-sass. A file that several style sheets import is parsed only once. In
/// later builds of the process, unchanged files are usually not parsed again.
#[derive(Debug)]
pub(super) struct DartSass(Arc<hastie_sass::Compiler>);

/// The compilers of earlier builds, by the folder to which paths in messages are relative.
#[derive(Default)]
struct KeptCompilers(Generations<String, Arc<hastie_sass::Compiler>>);

impl Part for KeptCompilers {
    fn drop_unused(&self) {
        self.0.drop_unused();
    }
}

impl DartSass {
    /// Reuses the compiler of an earlier build. Creates a new compiler if there is none, or if the sources that the old
    /// one has read take too much memory. Messages show paths relative to the working directory of `world`.
    pub(super) fn new(world: &World) -> DartSass {
        let folder = world.folder().to_string_lossy();
        let new = || Arc::new(hastie_sass::Compiler::with_folder(&folder));
        let Some(kept) = world.kept().map(|kept| kept.part::<KeptCompilers>()) else { return DartSass(new()) };
        if let Some(compiler) = kept.0.get(&*folder)
            && compiler.sources().size() <= MAX_SOURCES
        {
            return DartSass(compiler);
        }
        let compiler = new();
        kept.0.insert(folder.into_owned(), Arc::clone(&compiler));
        DartSass(compiler)
    }
}

impl Compiler for DartSass {
    fn compile(&self, request: &Request<'_>) -> Result<Css, CompileError> {
        let sources = self.0.sources();
        let compiled = self.0.compile(request.source, &options(request), &request.importer);
        let Compiled { css, mappings, warnings, .. } = compiled.map_err(|failed| failure(&failed, sources))?;
        if let Some(message) = fatal(&warnings, request.fatal) {
            return Err(CompileError { message, file: None, line: 0, column: 0 });
        }
        let map = mappings.map(|mappings| source_map(&mappings, sources));
        Ok(Css { css, map, messages: warnings.iter().map(|warning| message(warning, sources)).collect() })
    }
}

fn options(request: &Request<'_>) -> Options {
    let mut options = Options::default();
    options.style = match request.style {
        Style::Compressed => hastie_sass::Style::Compressed,
        _ => hastie_sass::Style::Expanded,
    };
    options.syntax = match request.syntax {
        Syntax::Scss => hastie_sass::Syntax::Scss,
        Syntax::Indented => hastie_sass::Syntax::Indented,
    };
    options.url = request.path.map(Into::into);
    options.load_paths = request.importer.load_paths().to_vec();
    options.source_map = request.source_map;
    options.charset = request.charset;
    options.quiet_deps = request.quiet_dependencies;
    options.verbose = request.verbose;
    options.seed = RandomState::new().hash_one(request.source);
    options.silenced = request.silenced.iter().filter_map(|id| Deprecation::from_id(id)).collect();
    options
}

fn failure(failed: &Failed, sources: &Sources) -> CompileError {
    let shown = hastie_sass::report(&failed.error, sources, Glyphs::Unicode);
    let message = shown.strip_prefix("Error: ").unwrap_or(&shown).trim_end().to_owned();
    let found = failed.error.span.and_then(|span| Some((sources.find(span.source)?, span.start)));
    let file = found.as_ref().and_then(|(source, _)| source.path.as_deref()).map(str::to_owned);
    let place = found.map(|(source, start)| source.location(start));
    let (line, column) = place.map_or((0, 0), |place| (place.line as usize + 1, place.column as usize + 1));
    CompileError { message, file, line, column }
}

/// The message of the first deprecation that the configuration turns into an error. `None` if there is none.
fn fatal(warnings: &[Warning], fatal: &[String]) -> Option<String> {
    let is_fatal = |deprecation: Deprecation| fatal.iter().any(|id| id == deprecation.id());
    warnings.iter().find(|warning| warning.deprecation.is_some_and(is_fatal)).map(|warning| warning.message.clone())
}

fn message(warning: &Warning, sources: &Sources) -> Message {
    // The author cannot fix deprecations in a theme, so they are shown only with --verbose.
    let told = warning.deprecation.is_none() && !warning.debug && !warning.summary;
    let level = if told { Level::Warn } else { Level::Debug };
    let span = warning.span.or(warning.trace.first().map(|frame| frame.span));
    let place = span.and_then(|span| Some((sources.find(span.source)?, span.start)));
    let Some((source, start)) = place else { return Message::new(level, "Stylesheet:", warning.message.as_str()) };
    let line = source.location(start).line as usize + 1;
    let text = format!("{}:{line}: {}", source.path.as_deref().unwrap_or("-"), warning.message);
    let message = Message::new(level, "Stylesheet:", text);
    // Programs get no debug messages.
    match &source.path {
        Some(path) if told => message.about(&**path, line),
        _ => message,
    }
}

fn source_map(mappings: &[Mapping], sources: &Sources) -> SourceMap {
    let (ids, mappings) = hastie_sass::encode_mappings(mappings);
    let found = ids.iter().filter_map(|id| sources.find(*id));
    let (sources, contents) =
        found.map(|source| (source.path.as_deref().unwrap_or("-").to_owned(), source.text.to_string())).unzip();
    SourceMap { sources, contents, mappings }
}
