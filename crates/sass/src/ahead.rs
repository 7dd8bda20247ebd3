//! Files parsed ahead: each once in a compilation, by whichever thread comes first to it.
//!
//! Parsing takes about a third of a compilation, and which files come next can be seen without evaluating anything. So
//! while the evaluator works, a second thread follows the loads of the parsed files. Whoever comes first to a file parses
//! it. An evaluator that needs a file on which the other thread is still at work does not wait for it: it parses the
//! files behind it meanwhile. What the second thread cannot find or parse it leaves to the evaluator, which may never
//! get there.

use crate::FastMap;
use crate::compiler::STACK;
use crate::locks::lock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::thread;

/// The files of a dialect: where they are, how they are parsed, and what they load.
pub(crate) trait Library: Sync {
    /// The load of an address by a file.
    type Load: Send;
    /// A parsed file, or the reason why there is none.
    type File: Clone + Send + Sync;

    /// The path of the file that a load means. `None` where there is none, or several.
    fn path(&self, load: &Self::Load) -> Option<Arc<str>>;

    /// Reads and parses the file at a path.
    fn parse(&self, path: &Arc<str>) -> Self::File;

    /// The files that the top level of a file loads, in order.
    fn loads(&self, file: &Self::File) -> Vec<Self::Load>;
}

/// A file that is parsed, or is being parsed on one of the threads.
struct Slot<F> {
    /// Whether somebody is at it.
    taken: AtomicBool,
    file: OnceLock<F>,
}

impl<F> Default for Slot<F> {
    fn default() -> Self {
        Slot { taken: AtomicBool::new(false), file: OnceLock::new() }
    }
}

/// The files that are known to be loaded and are not parsed yet.
struct Queue<L> {
    /// Their loads, the next one last: the order in which an evaluation comes to them.
    waiting: Vec<L>,
    /// How many threads are parsing one of them, and may find further ones in it.
    busy: usize,
    /// Whether nobody asks for further files.
    finished: bool,
}

/// The parsed files of one compilation. See the module's documentation.
///
/// The types of its loads and files are parameters of their own: what a library borrows may then be shortened.
pub(crate) struct Ahead<L, T, F> {
    library: L,
    slots: Mutex<FastMap<Arc<str>, Arc<Slot<F>>>>,
    queue: Mutex<Queue<T>>,
    /// Tells the second thread that there is something new in the queue.
    news: Condvar,
}

impl<L: Library<Load = T, File = F>, T: Send, F: Clone + Send + Sync> Ahead<L, T, F> {
    pub(crate) fn new(library: L) -> Self {
        let queue = Queue { waiting: Vec::new(), busy: 0, finished: false };
        Ahead { library, slots: Mutex::default(), queue: Mutex::new(queue), news: Condvar::new() }
    }

    pub(crate) fn library(&self) -> &L {
        &self.library
    }

    /// Reads and parses the file at a path.
    pub(crate) fn parse(&self, path: &Arc<str>) -> F {
        let slot = self.slot(path);
        if !slot.taken.swap(true, Ordering::AcqRel) {
            lock(&self.queue).busy += 1;
            return self.parse_and_note(&slot, path);
        }
        while slot.file.get().is_none()
            && let Some(load) = self.next_ahead()
        {
            self.parse_ahead(&load);
        }
        self.parse_into(&slot, path)
    }

    fn slot(&self, path: &Arc<str>) -> Arc<Slot<F>> {
        Arc::clone(lock(&self.slots).entry(Arc::clone(path)).or_default())
    }

    /// The file of a slot. It is parsed here unless another thread is parsing it, which is then waited for.
    fn parse_into(&self, slot: &Slot<F>, path: &Arc<str>) -> F {
        slot.file.get_or_init(|| self.library.parse(path)).clone()
    }

    /// Runs `work` while a second thread parses what `file` loads.
    pub(crate) fn while_reading_ahead<R>(&self, file: &F, work: impl FnOnce() -> R) -> R {
        let loads = self.library.loads(file);
        if loads.is_empty() {
            return work();
        }
        lock(&self.queue).waiting.extend(loads.into_iter().rev());
        thread::scope(|scope| {
            // Where there can be no second thread, the evaluator parses everything itself.
            let reader = thread::Builder::new().name("sass".to_owned()).stack_size(STACK);
            let _ = reader.spawn_scoped(scope, || self.read_ahead());
            let result = work();
            lock(&self.queue).finished = true;
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
            let mut queue = lock(&self.queue);
            while queue.waiting.is_empty() && queue.busy > 0 && !queue.finished {
                queue = self.news.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
            if queue.waiting.is_empty() || queue.finished {
                return;
            }
        }
    }

    /// The next load in the queue. Whoever takes it gives it to [`Ahead::parse_ahead`].
    fn next_ahead(&self) -> Option<T> {
        let mut queue = lock(&self.queue);
        if queue.finished {
            return None;
        }
        let load = queue.waiting.pop()?;
        queue.busy += 1;
        Some(load)
    }

    /// Parses the file of a load, unless somebody has taken it.
    fn parse_ahead(&self, load: &T) {
        if let Some(path) = self.library.path(load) {
            let slot = self.slot(&path);
            if !slot.taken.swap(true, Ordering::AcqRel) {
                // What is wrong with it is told when the evaluator comes to it.
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

    /// Notes what a file loads, with which a thread is done.
    fn note(&self, loads: Vec<T>) {
        let mut queue = lock(&self.queue);
        queue.waiting.extend(loads.into_iter().rev());
        queue.busy -= 1;
        let quiet = queue.waiting.is_empty() && queue.busy > 0;
        drop(queue);
        if !quiet {
            self.news.notify_all();
        }
    }
}
