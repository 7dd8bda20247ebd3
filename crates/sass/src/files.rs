//! The files of a compilation. Each is located, read and parsed once.

use crate::compiler::{Compiler, Parsed};
use crate::resolve::{self, Found};
use crate::syntax::{Import, Statement};
use crate::{Options, Result};
use hastie_sass_core::loader::Loader;
use hastie_sass_core::read_ahead::{Library, ReadAhead};
use hastie_sass_core::shared_map::SharedMap;
use std::sync::Arc;

/// The file that a URL resolves to, if it exists. Several candidates are an error.
type Answer = Result<Option<Found>, Vec<String>>;

/// Finds the files for the URLs in style sheets. Caches each result by URL, loading file and kind of rule.
pub(crate) struct Finder<'a> {
    compiler: &'a Compiler,
    loader: &'a dyn Loader,
    load_paths: &'a [String],
    answers: SharedMap<Load, Answer>,
}

/// The files that the style sheet of a compilation loads, directly or through other files. A second thread parses some
/// of them in advance.
pub(crate) type Files<'a> = ReadAhead<Finder<'a>, Load, Result<Arc<Parsed>>>;

/// A request to load a file: the URL, the file that contains the URL, and whether `@import` loads it. Equal requests
/// have the same result, which is cached.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Load {
    url: Arc<str>,
    /// The path of the loading file. `None` if it is not a file.
    base: Option<Arc<str>>,
    /// Whether `@import` loads the file. Import-only files then take precedence.
    import: bool,
}

impl<'a> Finder<'a> {
    pub(crate) fn new(compiler: &'a Compiler, loader: &'a dyn Loader, options: &'a Options) -> Finder<'a> {
        Finder { compiler, loader, load_paths: &options.load_paths, answers: SharedMap::default() }
    }

    /// Resolves `url`, as written in the file `base`. With `import`, an import-only file (`name.import.scss`) takes
    /// precedence. `None` if no file matches. Fails with the paths if several files match in one folder, such as
    /// `a.scss` and `_a.scss` for `a`.
    pub(crate) fn find(&self, url: &str, base: Option<&str>, import: bool) -> Answer {
        self.find_load(&Load { url: url.into(), base: base.map(Into::into), import })
    }

    fn find_load(&self, load: &Load) -> Answer {
        if let Some(answer) = self.answers.get(load) {
            return answer;
        }
        let answer = resolve::find(self.loader, &load.url, load.base.as_deref(), self.load_paths, load.import);
        self.answers.insert(load.clone(), answer.clone());
        answer
    }
}

impl Library for Finder<'_> {
    type Load = Load;
    type File = Result<Arc<Parsed>>;

    fn path(&self, load: &Load) -> Option<Arc<str>> {
        Some(self.find_load(load).ok()??.path.into())
    }

    fn parse(&self, path: &Arc<str>) -> Result<Arc<Parsed>> {
        self.compiler.parse_file(path, self.loader)
    }

    fn loads(&self, file: &Result<Arc<Parsed>>) -> Vec<Load> {
        file.as_ref().map(|file| loads_of(file)).unwrap_or_default()
    }
}

/// The requests to load files at the top level of a file, in order.
fn loads_of(file: &Parsed) -> Vec<Load> {
    let load = |url: &Arc<str>, import| Load { url: Arc::clone(url), base: file.url.clone(), import };
    let mut loads = Vec::new();
    for statement in &file.stylesheet.statements {
        match statement {
            Statement::Use(rule) => loads.push(load(&rule.url, false)),
            Statement::Forward(rule) => loads.push(load(&rule.url, false)),
            Statement::Import(rule) => loads.extend(rule.imports.iter().filter_map(|import| match import {
                Import::Dynamic(url, _) => Some(load(url, true)),
                Import::Static { .. } => None,
            })),
            _ => {}
        }
    }
    loads.retain(|load| !load.url.starts_with("sass:"));
    loads
}
