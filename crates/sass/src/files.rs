//! The files of one compilation: each is looked for, read and parsed once.

use crate::ahead::{Ahead, Library};
use crate::compiler::{Compiler, Parsed};
use crate::loader::{self, Found, Loader};
use crate::locks::lock;
use crate::syntax::{Import, Statement};
use crate::{FastMap, Options, Result};
use std::sync::{Arc, Mutex};

/// The file that an address means, if there is one. Several candidates are an error.
type Answer = Result<Option<Found>, Vec<String>>;

/// Looks for files, and remembers where they were found.
pub(crate) struct Finder<'a> {
    compiler: &'a Compiler,
    loader: &'a dyn Loader,
    load_paths: &'a [String],
    answers: Mutex<FastMap<Load, Answer>>,
}

/// The files of one compilation.
pub(crate) type Files<'a> = Ahead<Finder<'a>, Load, Result<Arc<Parsed>>>;

/// The load of an address by a file.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Load {
    url: Arc<str>,
    /// The path of the file that loads it.
    base: Option<Arc<str>>,
    /// Whether it is an `@import`, which prefers files made for it.
    import: bool,
}

impl<'a> Finder<'a> {
    pub(crate) fn new(compiler: &'a Compiler, loader: &'a dyn Loader, options: &'a Options) -> Finder<'a> {
        Finder { compiler, loader, load_paths: &options.load_paths, answers: Mutex::default() }
    }

    /// Finds the file that `url` means in the file at `base`.
    pub(crate) fn find(&self, url: &str, base: Option<&str>, import: bool) -> Answer {
        self.find_load(&Load { url: url.into(), base: base.map(Into::into), import })
    }

    fn find_load(&self, load: &Load) -> Answer {
        if let Some(answer) = lock(&self.answers).get(load) {
            return answer.clone();
        }
        let answer = loader::find(self.loader, &load.url, load.base.as_deref(), self.load_paths, load.import);
        lock(&self.answers).insert(load.clone(), answer.clone());
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

/// The files that the top level of a file loads, in order.
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
