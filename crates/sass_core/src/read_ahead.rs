//! Concurrent parsing of files ahead of their evaluation. Each file is parsed once per compilation, by the first thread
//! that needs it.
//!
//! Parsing takes about a third of a compilation, and the next files are known without evaluation. A second thread
//! therefore parses the files that parsed files load, while the evaluator works. If the evaluator needs a file that the
//! second thread is still parsing, the evaluator does not wait. It parses later files in the meantime. Errors of the
//! second thread are ignored, because the evaluator may never load those files. If the evaluator loads such a file, it
//! reports the error.

use crate::STACK;
use crate::symbol::FastMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

/// Finds and parses the files of a compilation for `ReadAhead`, and lists what each file loads.
pub trait Library: Sync {
    /// A request to load a file: the URL in a style sheet, with the file that contains the URL.
    type Load: Send;
    /// The result of parsing a file: its syntax tree, or an error.
    type File: Clone + Send + Sync;

    /// The path of the file that a request loads. `None` if no file, or more than one, matches the request.
    fn path(&self, load: &Self::Load) -> Option<Arc<str>>;

    /// Reads and parses the file at `path`. An error is part of the result.
    fn parse(&self, path: &Arc<str>) -> Self::File;

    /// The requests to load files at the top level of a file, in order.
    fn loads(&self, file: &Self::File) -> Vec<Self::Load>;
}

/// A file that is parsed, or is being parsed by one of the threads.
struct Slot<F> {
    /// Whether a thread has started to parse the file.
    taken: AtomicBool,
    file: OnceLock<F>,
}

impl<F> Default for Slot<F> {
    fn default() -> Self {
        Slot { taken: AtomicBool::new(false), file: OnceLock::new() }
    }
}

/// The known requests for files that are not parsed yet.
struct Queue<L> {
    /// The requests in reverse order of evaluation, so that the next one is the last element.
    waiting: Vec<L>,
    /// The number of threads that are parsing a file, which may add further requests.
    busy: usize,
    /// Whether no more files are needed.
    finished: bool,
}

// With `T` and `F` as separate parameters, the lifetime of the library can be shortened.
/// The parsed files of a compilation. A second thread parses some of them in advance.
///
/// `L` is the [`Library`], `T` the type of its requests to load files, and `F` the type of its files.
pub struct ReadAhead<L, T, F> {
    library: L,
    slots: Mutex<FastMap<Arc<str>, Arc<Slot<F>>>>,
    queue: Mutex<Queue<T>>,
    /// Notifies the second thread of changes in the queue.
    news: Condvar,
}

impl<L: Library<Load = T, File = F>, T: Send, F: Clone + Send + Sync> ReadAhead<L, T, F> {
    /// A cache that contains no files yet. `library` finds and parses them.
    pub fn new(library: L) -> Self {
        let queue = Queue { waiting: Vec::new(), busy: 0, finished: false };
        ReadAhead { library, slots: Mutex::default(), queue: Mutex::new(queue), news: Condvar::new() }
    }

    /// The library that was passed to [`ReadAhead::new`].
    pub fn library(&self) -> &L {
        &self.library
    }

    /// Parses the file at `path` once for all threads. While another thread parses the file, this thread parses files
    /// that are loaded later.
    pub fn parse(&self, path: &Arc<str>) -> F {
        let slot = self.slot(path);
        if !slot.taken.swap(true, Ordering::AcqRel) {
            self.queue().busy += 1;
            return self.parse_and_note(&slot, path);
        }
        while slot.file.get().is_none()
            && let Some(load) = self.next_ahead()
        {
            self.parse_ahead(&load);
        }
        self.parse_into(&slot, path)
    }

    fn queue(&self) -> MutexGuard<'_, Queue<T>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn slot(&self, path: &Arc<str>) -> Arc<Slot<F>> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(slots.entry(Arc::clone(path)).or_default())
    }

    /// The parsed file of a slot. Parses the file, or waits for another thread that is parsing it.
    fn parse_into(&self, slot: &Slot<F>, path: &Arc<str>) -> F {
        slot.file.get_or_init(|| self.library.parse(path)).clone()
    }

    /// Runs `work`, and returns its result. Meanwhile, a second thread parses the files that `file` loads, directly or
    /// through other files.
    pub fn while_reading_ahead<R>(&self, file: &F, work: impl FnOnce() -> R) -> R {
        let loads = self.library.loads(file);
        if loads.is_empty() {
            return work();
        }
        self.queue().waiting.extend(loads.into_iter().rev());
        thread::scope(|scope| {
            // Without a second thread, the evaluator parses everything itself.
            let reader = thread::Builder::new().name("sass".to_owned()).stack_size(STACK);
            let _ = reader.spawn_scoped(scope, || self.read_ahead());
            let result = work();
            self.queue().finished = true;
            self.news.notify_all();
            result
        })
    }

    /// Parses the files in the queue until there are no more.
    fn read_ahead(&self) {
        loop {
            while let Some(load) = self.next_ahead() {
                self.parse_ahead(&load);
            }
            let mut queue = self.queue();
            while queue.waiting.is_empty() && queue.busy > 0 && !queue.finished {
                queue = self.news.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
            if queue.waiting.is_empty() || queue.finished {
                return;
            }
        }
    }

    /// Takes the next request from the queue. The caller must pass it to [`ReadAhead::parse_ahead`]. `None` if the
    /// queue is empty, or if no more files are needed.
    fn next_ahead(&self) -> Option<T> {
        let mut queue = self.queue();
        if queue.finished {
            return None;
        }
        let load = queue.waiting.pop()?;
        queue.busy += 1;
        Some(load)
    }

    /// Parses the file that a request loads, unless a thread has already started to parse it.
    fn parse_ahead(&self, load: &T) {
        if let Some(path) = self.library.path(load) {
            let slot = self.slot(&path);
            if !slot.taken.swap(true, Ordering::AcqRel) {
                // Errors are reported when the evaluator loads the file.
                let _ = self.parse_and_note(&slot, &path);
                return;
            }
        }
        self.note(Vec::new());
    }

    fn parse_and_note(&self, slot: &Slot<F>, path: &Arc<str>) -> F {
        let file = self.parse_into(slot, path);
        self.note(self.library.loads(&file));
        file
    }

    /// Adds the requests of a parsed file to the queue.
    fn note(&self, loads: Vec<T>) {
        let mut queue = self.queue();
        queue.waiting.extend(loads.into_iter().rev());
        queue.busy -= 1;
        let quiet = queue.waiting.is_empty() && queue.busy > 0;
        drop(queue);
        if !quiet {
            self.news.notify_all();
        }
    }
}
