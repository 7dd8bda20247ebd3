//! The public API: a [`Compiler`], which caches parsed files, and the results of a compilation.

use crate::eval::Evaluator;
use crate::files::{Files, Finder};
use crate::parse;
use crate::resolve::Found;
use crate::serialize::{Mapping, SerializeOptions, serialize};
use crate::syntax::{Statement, Stylesheet};
use crate::{Deprecation, Error, FastMap, Frame, Options, Result, Sources, Span, Style, Syntax, Warning};
use hastie_sass_core::STACK;
use hastie_sass_core::loader::Loader;
use hastie_sass_core::read_ahead::ReadAhead;
use hastie_sass_core::shared_map::SharedMap;
use std::cell::RefCell;
use std::sync::Arc;

/// The maximum number of warnings for each deprecation, unless `verbose` is set.
const REPEATED: usize = 5;

/// A Sass compiler. It caches the files that it has parsed, so style sheets that load the same files share them, even
/// on several threads.
#[derive(Debug, Default)]
pub struct Compiler {
    /// The folder that paths in messages are relative to, with a trailing slash. `None` shows paths as they are.
    folder: Option<String>,
    sources: Sources,
    files: SharedMap<Arc<str>, Arc<Parsed>>,
}

/// The CSS of a style sheet, with its source map, dependencies and messages.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Compiled {
    /// The CSS without a trailing line break.
    pub css: String,
    /// The mappings of the source map, if enabled.
    pub mappings: Option<Vec<Mapping>>,
    /// The paths of all loaded files, in order. The main file comes first, if it has a path.
    pub loaded: Vec<Arc<str>>,
    /// Warnings, deprecations and `@debug` messages.
    pub warnings: Vec<Warning>,
}

/// The error that ended a compilation, with the warnings before it.
#[derive(Clone, Debug)]
pub struct Failed {
    /// The reason why the compilation failed.
    pub error: Box<Error>,
    /// The warnings before the error, in order.
    pub warnings: Vec<Warning>,
}

/// The syntax tree of a file, with the warnings of the parser.
#[derive(Debug)]
pub(crate) struct Parsed {
    pub(crate) url: Option<Arc<str>>,
    pub(crate) stylesheet: Stylesheet,
    text: Arc<str>,
    syntax: Syntax,
    /// Whether the file has `@use` or `@forward`.
    pub(crate) loads_modules: bool,
    /// Whether a `@use` or `@forward` loads a file and not a built-in module.
    pub(crate) loads_files: bool,
    pub(crate) forwards: bool,
}

/// The state of one compilation: its options, its files and the warnings so far.
pub(crate) struct Compilation<'a> {
    pub(crate) sources: &'a Sources,
    pub(crate) options: &'a Options,
    compiler: &'a Compiler,
    files: Files<'a>,
    warnings: RefCell<Warnings>,
}

#[derive(Default)]
struct Warnings {
    kept: Vec<Warning>,
    counts: FastMap<Deprecation, usize>,
}

impl Warnings {
    /// The warnings, followed by a summary of those that were omitted.
    fn finish(mut self) -> Vec<Warning> {
        let omitted: usize = self.counts.values().map(|count| count.saturating_sub(REPEATED)).sum();
        if omitted > 0 {
            let text =
                format!("{omitted} repetitive deprecation warnings omitted.\nRun in verbose mode to see all warnings.");
            self.kept.push(Warning { summary: true, ..Warning::of_text(text, false) });
        }
        self.kept
    }
}

impl Compiler {
    /// Creates a compiler that has not parsed any files yet. Its messages show the paths with which the loader is
    /// called.
    #[must_use]
    pub fn new() -> Compiler {
        Compiler::default()
    }

    /// Creates a compiler whose messages show the path of a file in `folder` relative to `folder`. Other paths are
    /// unchanged.
    #[must_use]
    pub fn with_folder(folder: &str) -> Compiler {
        Compiler { folder: Some(format!("{}/", folder.trim_end_matches('/'))), ..Compiler::default() }
    }

    /// A path as messages show it: relative to the compiler's folder, if the file is in that folder.
    fn shown<'p>(&self, path: &'p str) -> &'p str {
        self.folder.as_deref().and_then(|folder| path.strip_prefix(folder)).unwrap_or(path)
    }

    /// All source texts that the compiler has read. The spans of errors and warnings refer to these texts.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Compiles a style sheet in memory. `loader` reads the files that the style sheet loads.
    ///
    /// ```
    /// use hastie_sass::{Compiler, NoFiles, Options};
    /// let compiled = Compiler::new().compile("a { b: 1px + 1px }", &Options::default(), &NoFiles).unwrap();
    /// assert_eq!(compiled.css, "a {\n  b: 2px;\n}");
    /// ```
    ///
    /// # Errors
    /// Fails if the style sheet, or a file that it loads, cannot be parsed or evaluated. Also fails if such a file
    /// cannot be found or read.
    pub fn compile(&self, source: &str, options: &Options, loader: &dyn Loader) -> Result<Compiled, Box<Failed>> {
        stacker::maybe_grow(STACK, STACK, || self.compile_here(source, options, loader))
    }

    /// Compiles the file that `loader` reads at `path`. The extension in `path` determines the syntax. The syntax and
    /// the URL in `options` are ignored.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is not UTF-8, and for the reasons of `compile`.
    pub fn compile_file(&self, path: &str, options: &Options, loader: &dyn Loader) -> Result<Compiled, Box<Failed>> {
        let bytes =
            loader.read(path).map_err(|error| failed(Error::message(format!("Error reading {path}: {error}."))))?;
        let text = self.decode(path, bytes).map_err(|mut error| {
            error.trace.extend(error.span.map(|span| Frame { span, member: "root stylesheet".to_owned() }));
            failed(error)
        })?;
        let options = Options { url: Some(path.into()), syntax: syntax_of(path), ..options.clone() };
        self.compile(&text, &options, loader)
    }

    fn compile_here(&self, source: &str, options: &Options, loader: &dyn Loader) -> Result<Compiled, Box<Failed>> {
        let compilation = Compilation {
            sources: &self.sources,
            options,
            compiler: self,
            files: ReadAhead::new(Finder::new(self, loader, options)),
            warnings: RefCell::default(),
        };
        match compilation.run(source) {
            Ok((css, mappings, loaded)) => {
                Ok(Compiled { css, mappings, loaded, warnings: compilation.warnings.into_inner().finish() })
            }
            Err(error) => Err(Box::new(Failed { error, warnings: compilation.warnings.into_inner().kept })),
        }
    }

    /// Decodes a file as UTF-8. The error has the location of the invalid byte.
    fn decode(&self, path: &str, bytes: Vec<u8>) -> Result<String> {
        String::from_utf8(bytes).map_err(|error| {
            let start = error.utf8_error().valid_up_to() as u32;
            let text = String::from_utf8_lossy(error.as_bytes());
            let source = self.sources.add_file(Some(self.shown(path).into()), Some(path.into()), text.into());
            Error::at("Invalid UTF-8.", Span { source, start, end: start + 3 })
        })
    }

    /// Reads a file with `loader`, and parses it unless the same text is cached. Also records its source for messages.
    /// Fails if the file cannot be read or is invalid.
    pub(crate) fn parse_file(&self, path: &Arc<str>, loader: &dyn Loader) -> Result<Arc<Parsed>> {
        let bytes = loader.read(path).map_err(|error| Error::message(format!("Error reading {path}: {error}.")))?;
        let text = self.decode(path, bytes)?;
        self.parse(Some(path), &text, syntax_of(path))
    }

    /// Parses a text, unless the same text with the same URL and syntax is in the cache.
    fn parse(&self, url: Option<&Arc<str>>, text: &str, syntax: Syntax) -> Result<Arc<Parsed>> {
        if let Some(file) = url.and_then(|url| self.files.get(url))
            && file.syntax == syntax
            && *file.text == *text
        {
            return Ok(file);
        }
        let text: Arc<str> = text.into();
        let shown = url.map(|url| self.shown(url).into());
        let id = self.sources.add_file(shown, url.cloned(), Arc::clone(&text));
        let source = self.sources.get(id);
        let stylesheet = parse::parse(&source, id, syntax)?;
        let mut file = Parsed {
            url: url.cloned(),
            stylesheet,
            text,
            syntax,
            loads_modules: false,
            loads_files: false,
            forwards: false,
        };
        file.note_loads();
        let file = Arc::new(file);
        if let Some(url) = url {
            self.files.insert(Arc::clone(url), Arc::clone(&file));
        }
        Ok(file)
    }
}

impl Parsed {
    fn note_loads(&mut self) {
        for statement in &self.stylesheet.statements {
            let url = match statement {
                Statement::Use(rule) => &rule.url,
                Statement::Forward(rule) => {
                    self.forwards = true;
                    &rule.url
                }
                _ => continue,
            };
            self.loads_modules = true;
            self.loads_files |= !url.starts_with("sass:");
        }
    }
}

/// The results of a compilation: its CSS, the mappings of the source map, and the paths of the loaded files.
type Output = (String, Option<Vec<Mapping>>, Vec<Arc<str>>);

impl Compilation<'_> {
    fn run(&self, source: &str) -> Result<Output> {
        let options = self.options;
        let file = self.compiler.parse(options.url.as_ref(), source, options.syntax).map_err(|mut error| {
            if error.trace.is_empty()
                && let Some(span) = error.span
            {
                error.trace.push(Frame { span, member: "root stylesheet".to_owned() });
            }
            error
        })?;
        let evaluated =
            self.files.while_reading_ahead(&Ok(Arc::clone(&file)), || Evaluator::run(self, Arc::clone(&file)))?;
        let written = serialize(
            &evaluated.tree,
            evaluated.root,
            SerializeOptions { style: options.style, charset: options.charset, source_map: options.source_map },
            self.sources,
        )?;
        Ok((written.css, written.mappings, evaluated.loaded))
    }

    /// Resolves `url`, as written in the file `base`. With `import`, an import-only file (`name.import.scss`) takes
    /// precedence. `None` if no file matches. Fails with a message if several files match in one folder, such as
    /// `a.scss` and `_a.scss` for `a`.
    pub(crate) fn find(&self, url: &str, base: Option<&str>, import: bool) -> Result<Option<Found>, String> {
        self.files.library().find(url, base, import).map_err(|candidates| {
            let list: Vec<String> = candidates.iter().map(|path| format!("  {}", self.shown(path))).collect();
            format!("It's not clear which file to import. Found:\n{}", list.join("\n"))
        })
    }

    /// The path of a file as messages show it: relative to the compiler's folder, if the file is in that folder.
    pub(crate) fn shown<'p>(&self, path: &'p str) -> &'p str {
        self.compiler.shown(path)
    }

    /// The parsed file at `path`. A second call with the same path returns the same result without reading the file.
    pub(crate) fn parse_file(&self, path: &Arc<str>) -> Result<Arc<Parsed>> {
        self.files.parse(path)
    }

    /// The number of occurrences of a deprecation so far, reported or not.
    fn count_of(&self, deprecation: Deprecation) -> usize {
        self.warnings.borrow().counts.get(&deprecation).copied().unwrap_or(0)
    }

    /// Whether a warning about `deprecation` would be reported. `None` asks about a warning that is not a deprecation.
    pub(crate) fn warnings_wanted(&self, deprecation: Option<Deprecation>) -> bool {
        if !self.options.warnings {
            return false;
        }
        let Some(deprecation) = deprecation else { return true };
        (self.options.verbose || self.count_of(deprecation) < REPEATED) && !self.options.silenced.contains(&deprecation)
    }

    /// Whether further occurrences of a deprecation are only counted, because five were already reported. If so,
    /// [`Self::warnings_wanted`] is false.
    pub(crate) fn only_counts(&self, deprecation: Deprecation) -> bool {
        self.options.warnings && self.count_of(deprecation) >= REPEATED && !self.options.silenced.contains(&deprecation)
    }

    /// Counts an occurrence of a deprecation that is not reported. The evaluator calls this if [`Self::only_counts`] is
    /// true, once for each place in the source.
    pub(crate) fn count(&self, deprecation: Deprecation) {
        *self.warnings.borrow_mut().counts.entry(deprecation).or_default() += 1;
    }

    /// Reports a warning, unless warnings are off or its deprecation is silenced. Unless `verbose` is set, only the
    /// first five warnings of a deprecation are reported.
    pub(crate) fn report(&self, warning: Warning) {
        let silenced = warning.deprecation.is_some_and(|deprecation| self.options.silenced.contains(&deprecation));
        if !self.options.warnings || silenced {
            return;
        }
        let mut warnings = self.warnings.borrow_mut();
        if let Some(deprecation) = warning.deprecation
            && !self.options.verbose
        {
            let count = warnings.counts.entry(deprecation).or_default();
            *count += 1;
            if *count > REPEATED {
                return;
            }
        }
        warnings.kept.push(warning);
    }
}

fn failed(error: Box<Error>) -> Box<Failed> {
    Box::new(Failed { error, warnings: Vec::new() })
}

/// The indented syntax for `.sass`, plain CSS for `.css`, and otherwise SCSS.
fn syntax_of(path: &str) -> Syntax {
    if path.ends_with(".sass") {
        Syntax::Indented
    } else if path.ends_with(".css") {
        Syntax::Css
    } else {
        Syntax::Scss
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            style: Style::Expanded,
            syntax: Syntax::Scss,
            url: None,
            load_paths: Vec::new(),
            source_map: false,
            charset: true,
            quiet_deps: false,
            verbose: false,
            warnings: true,
            silenced: Vec::new(),
            seed: 0x5a55,
        }
    }
}
