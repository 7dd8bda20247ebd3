//! The files of one compilation: each is looked for, read and parsed once.
//!
//! Parsing takes about a third of a compilation, and which files come next can be seen without evaluating anything. So
//! while the evaluator works, a second thread follows the loads of the parsed files. Whoever comes first to a file parses
//! it, and the other one finds it or waits for it. What the second thread cannot find or parse it leaves to the evaluator,
//! which may never get there.

use crate::compiler::{Compiler, Parsed, STACK};
use crate::loader::{self, Found, Loader};
use crate::locks::lock;
use crate::syntax::{Import, Statement};
use crate::{FastMap, Options, Result};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;

/// The file that an address means, if there is one. Several candidates are an error.
type Answer = Result<Option<Found>, Vec<String>>;

/// A file that is parsed, or is being parsed on one of the threads.
type Slot = Arc<OnceLock<Result<Arc<Parsed>>>>;

/// See the module's documentation.
pub(crate) struct Files<'a> {
    compiler: &'a Compiler,
    loader: &'a dyn Loader,
    load_paths: &'a [String],
    answers: Mutex<FastMap<Load, Answer>>,
    parsed: Mutex<FastMap<Arc<str>, Slot>>,
    /// Set once nobody asks for further files.
    finished: AtomicBool,
}

/// The load of an address by a file.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Load {
    url: Arc<str>,
    /// The path of the file that loads it.
    base: Option<Arc<str>>,
    /// Whether it is an `@import`, which prefers files made for it.
    import: bool,
}

impl<'a> Files<'a> {
    pub(crate) fn new(compiler: &'a Compiler, loader: &'a dyn Loader, options: &'a Options) -> Files<'a> {
        Files {
            compiler,
            loader,
            load_paths: &options.load_paths,
            answers: Mutex::default(),
            parsed: Mutex::default(),
            finished: AtomicBool::new(false),
        }
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

    /// Reads and parses the file at a path.
    pub(crate) fn parse(&self, path: &Arc<str>) -> Result<Arc<Parsed>> {
        let slot = Arc::clone(lock(&self.parsed).entry(Arc::clone(path)).or_default());
        slot.get_or_init(|| self.compiler.parse_file(path, self.loader)).clone()
    }

    /// Runs `work` while a second thread parses what `file` loads.
    pub(crate) fn while_reading_ahead<T>(&self, file: &Parsed, work: impl FnOnce() -> T) -> T {
        let loads = loads_of(file);
        if loads.is_empty() {
            return work();
        }
        thread::scope(|scope| {
            // Where there can be no second thread, the evaluator parses everything itself.
            let reader = thread::Builder::new().name("sass".to_owned()).stack_size(STACK);
            let _ = reader.spawn_scoped(scope, || self.read_ahead(loads));
            let result = work();
            self.finished.store(true, Ordering::Relaxed);
            result
        })
    }

    /// Parses the files that are loaded, in the order in which an evaluation comes to them.
    fn read_ahead(&self, loads: Vec<Load>) {
        let mut seen: HashSet<Arc<str>> = HashSet::new();
        let mut waiting: Vec<Load> = loads.into_iter().rev().collect();
        while let Some(load) = waiting.pop()
            && !self.finished.load(Ordering::Relaxed)
        {
            let Ok(Some(found)) = self.find_load(&load) else { continue };
            let path: Arc<str> = found.path.into();
            if seen.insert(Arc::clone(&path))
                && let Ok(file) = self.parse(&path)
            {
                waiting.extend(loads_of(&file).into_iter().rev());
            }
        }
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
