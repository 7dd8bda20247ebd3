//! The files of one compilation: each is looked for, read and parsed once.
//!
//! Parsing takes about a third of a compilation, and which files come next can be seen without evaluating anything. So
//! while the evaluator works, a second thread follows the loads of the parsed files. Whoever comes first to a file parses
//! it. An evaluator that needs a file on which the other thread is still at work does not wait for it: it parses the
//! files behind it meanwhile. What the second thread cannot find or parse it leaves to the evaluator, which may never
//! get there.

use crate::compiler::{Compiler, Parsed, STACK};
use crate::loader::{self, Found, Loader};
use crate::locks::lock;
use crate::syntax::{Import, Statement};
use crate::{FastMap, Options, Result};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::thread;

/// The file that an address means, if there is one. Several candidates are an error.
type Answer = Result<Option<Found>, Vec<String>>;

/// A file that is parsed, or is being parsed on one of the threads.
#[derive(Default)]
struct Slot {
    /// Whether somebody is at it.
    taken: AtomicBool,
    file: OnceLock<Result<Arc<Parsed>>>,
}

/// The files that are known to be loaded and are not parsed yet.
#[derive(Default)]
struct Ahead {
    /// Their loads, the next one last: the order in which an evaluation comes to them.
    waiting: Vec<Load>,
    /// How many threads are parsing one of them, and may find further ones in it.
    busy: usize,
    /// Whether nobody asks for further files.
    finished: bool,
}

/// See the module's documentation.
pub(crate) struct Files<'a> {
    compiler: &'a Compiler,
    loader: &'a dyn Loader,
    load_paths: &'a [String],
    answers: Mutex<FastMap<Load, Answer>>,
    parsed: Mutex<FastMap<Arc<str>, Arc<Slot>>>,
    ahead: Mutex<Ahead>,
    /// Tells the second thread that there is something new ahead.
    news: Condvar,
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
            ahead: Mutex::default(),
            news: Condvar::new(),
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
        let slot = self.slot(path);
        if !slot.taken.swap(true, Ordering::AcqRel) {
            lock(&self.ahead).busy += 1;
            return self.parse_and_note(&slot, path);
        }
        while slot.file.get().is_none()
            && let Some(load) = self.next_ahead()
        {
            self.parse_ahead(&load);
        }
        self.parse_into(&slot, path)
    }

    fn slot(&self, path: &Arc<str>) -> Arc<Slot> {
        Arc::clone(lock(&self.parsed).entry(Arc::clone(path)).or_default())
    }

    /// The file of a slot. It is parsed here unless another thread is parsing it, which is then waited for.
    fn parse_into(&self, slot: &Slot, path: &Arc<str>) -> Result<Arc<Parsed>> {
        slot.file.get_or_init(|| self.compiler.parse_file(path, self.loader)).clone()
    }

    /// Runs `work` while a second thread parses what `file` loads.
    pub(crate) fn while_reading_ahead<T>(&self, file: &Parsed, work: impl FnOnce() -> T) -> T {
        let loads = loads_of(file);
        if loads.is_empty() {
            return work();
        }
        lock(&self.ahead).waiting.extend(loads.into_iter().rev());
        thread::scope(|scope| {
            // Where there can be no second thread, the evaluator parses everything itself.
            let reader = thread::Builder::new().name("sass".to_owned()).stack_size(STACK);
            let _ = reader.spawn_scoped(scope, || self.read_ahead());
            let result = work();
            lock(&self.ahead).finished = true;
            self.news.notify_all();
            result
        })
    }

    /// Parses the files ahead until there are no more.
    fn read_ahead(&self) {
        loop {
            while let Some(load) = self.next_ahead() {
                self.parse_ahead(&load);
            }
            let mut ahead = lock(&self.ahead);
            while ahead.waiting.is_empty() && ahead.busy > 0 && !ahead.finished {
                ahead = self.news.wait(ahead).unwrap_or_else(PoisonError::into_inner);
            }
            if ahead.waiting.is_empty() || ahead.finished {
                return;
            }
        }
    }

    /// The next load ahead. Whoever takes it gives it to [`Files::parse_ahead`].
    fn next_ahead(&self) -> Option<Load> {
        let mut ahead = lock(&self.ahead);
        if ahead.finished {
            return None;
        }
        let load = ahead.waiting.pop()?;
        ahead.busy += 1;
        Some(load)
    }

    /// Parses the file of a load, unless somebody has taken it.
    fn parse_ahead(&self, load: &Load) {
        if let Ok(Some(found)) = self.find_load(load) {
            let path = found.path.into();
            let slot = self.slot(&path);
            if !slot.taken.swap(true, Ordering::AcqRel) {
                // What is wrong with it is told when the evaluator comes to it.
                let _ = self.parse_and_note(&slot, &path);
                return;
            }
        }
        self.note(Vec::new());
    }

    fn parse_and_note(&self, slot: &Slot, path: &Arc<str>) -> Result<Arc<Parsed>> {
        let file = self.parse_into(slot, path);
        self.note(file.as_ref().map(|file| loads_of(file)).unwrap_or_default());
        file
    }

    /// Notes what a file loads, with which a thread is done.
    fn note(&self, loads: Vec<Load>) {
        let mut ahead = lock(&self.ahead);
        ahead.waiting.extend(loads.into_iter().rev());
        ahead.busy -= 1;
        let quiet = ahead.waiting.is_empty() && ahead.busy > 0;
        drop(ahead);
        if !quiet {
            self.news.notify_all();
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
