//! The memo: results of included templates and of filters, for reuse by all renderings of a build.
//!
//! A part of a template gives the same result whenever it reads the same values. While a part is rendered, the
//! `recorder` lists the variables that it reads from outside of itself, in order. Later, the part's result is reused if
//! these variables have the same values.
//!
//! The records of a part form a tree: each node is a variable, and each branch one of its values. This is so because a
//! template reads the same next variable as long as all values so far were the same.
//!
//! A result includes the variables that the part has assigned and the side effects that the host has recorded. A part
//! that does or reads anything else is never reused (see [`Sharing`](crate::value::sharing::Sharing)).

pub(crate) mod key;
pub(crate) mod recorder;
mod reuse;

use crate::expression::Path;
use crate::scope::Variables;
use crate::value::key::Name;
use crate::value::sharing::SideEffects;
use crate::value::{Abort, Host, Str, Value};
use key::Key;
use recorder::Place;
use std::any::Any;
use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

/// The results of includes and filters that later renderings of a build may reuse. Several renderings can use a memo at
/// the same time. The content of a memo influences only how fast templates are rendered.
#[derive(Default)]
pub struct Memo {
    parts: RwLock<HashMap<PartId, Arc<Part>>>,
    /// The bytes of all texts that were added, and one for each empty text or other value.
    size: AtomicUsize,
}

/// A row of `--profile`: how often the result of one included template was reused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartReport {
    /// The path of the included template.
    pub template: String,
    /// The number of times that the template was included.
    pub needed: u32,
    /// The number of times that its result was reused.
    pub reused: u32,
    /// The reason why a result could not be reused. If there are several such results, the reason for the last one.
    /// `None` if all results could be reused.
    pub obstacle: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum PartId {
    /// An included template, identified by its address in memory.
    Template(usize),
    /// The first filters of a variable: the serial number of the variable, and the number of filters.
    Filters(u64, usize),
}

/// An include or a chain of filters in a template, with its results so far.
#[derive(Debug, Default)]
pub(crate) struct Part {
    /// The name of the included template. `None` for filters.
    name: Option<Str>,
    /// Keeps the template in memory, so that no other template gets the same address.
    _template: Option<Arc<dyn Any + Send + Sync>>,
    first: Mutex<Option<Branch>>,
    is_off: AtomicBool,
    needed: AtomicU32,
    reused: AtomicU32,
    refused: AtomicU32,
    short: AtomicU32,
    obstacle: Mutex<Option<String>>,
}

#[derive(Debug, Clone)]
enum Branch {
    Read(Arc<Node>),
    Done(Arc<Outcome>),
}

#[derive(Debug)]
struct Node {
    /// The variable that the template reads next. `None` for the input of filters.
    path: Option<Path>,
    by_value: Mutex<HashMap<Key, Branch>>,
}

/// The stored result of an include or of a chain of filters, with the values that it read and everything that it
/// changed.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The result of filters, or the text of a template.
    value: Value,
    us_ascii: bool,
    reads: Vec<(Path, Key)>,
    assigned: Vec<(Name, Value)>,
    offsets: Vec<(Name, Value)>,
    steps: u64,
    effects: SideEffects,
}

impl Outcome {
    /// Whether the outcome neither contains nor depends on objects that change.
    fn is_stable(&self, host: &mut dyn Host) -> bool {
        let mut set = self.assigned.iter().chain(&self.offsets);
        self.reads.iter().all(|(_, key)| key.is_stable(host))
            && set.all(|(_, value)| key::is_stable(value, host))
            && key::is_stable(&self.value, host)
    }
}

/// The minimum number of failed lookups before `Part::judge` may stop the recording of a part.
const MAX_MISSES: u32 = 48;

/// The minimum number of results that were not stored before `Part::judge` may stop the recording of a part. A result
/// is not stored if it cannot be reused, or if it takes too little time.
const MAX_REFUSALS: u32 = 6;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Memo {
    /// One row for each included template that has a name, usually its path. The rows are sorted by this name.
    pub fn report(&self) -> Vec<PartReport> {
        let parts = self.parts.read().unwrap_or_else(PoisonError::into_inner);
        let mut reports: Vec<PartReport> = parts.values().filter_map(|part| part.report()).collect();
        reports.sort_by(|one, other| one.template.cmp(&other.template));
        reports
    }

    /// Removes all results. Called when objects that renderings share have changed. A rendering that is still running
    /// can add outdated results afterwards, unless its host [notes](crate::sharing::Sharing::note) the change.
    pub fn forget(&self) {
        if self.size.swap(0, Ordering::Relaxed) == 0 {
            return;
        }
        let parts = self.parts.read().unwrap_or_else(PoisonError::into_inner);
        parts.values().for_each(|part| *lock(&part.first) = None);
    }

    /// The part with this identifier, which is created by `new` if it is not known.
    fn part(&self, id: PartId, new: impl FnOnce() -> Part) -> Arc<Part> {
        if let Some(part) = self.parts.read().unwrap_or_else(PoisonError::into_inner).get(&id) {
            return Arc::clone(part);
        }
        let mut parts = self.parts.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(parts.entry(id).or_insert_with(|| Arc::new(new())))
    }
}

impl fmt::Debug for Memo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memo").field("size", &self.size).finish_non_exhaustive()
    }
}

impl Part {
    fn report(&self) -> Option<PartReport> {
        Some(PartReport {
            template: self.name.as_ref()?.to_string(),
            needed: self.needed.load(Ordering::Relaxed),
            reused: self.reused.load(Ordering::Relaxed),
            obstacle: lock(&self.obstacle).clone(),
        })
    }

    /// The result for the current values of the variables that it depends on. `None` if no result is stored for these
    /// values.
    fn find(
        &self,
        input: Option<&Key>,
        variables: &Variables,
        host: &mut dyn Host,
    ) -> Result<Option<Arc<Outcome>>, Abort> {
        self.needed.fetch_add(1, Ordering::Relaxed);
        let mut next = lock(&self.first).clone();
        loop {
            match next {
                None => return Ok(None),
                Some(Branch::Done(outcome)) => {
                    self.reused.fetch_add(1, Ordering::Relaxed);
                    return Ok(Some(outcome));
                }
                Some(Branch::Read(node)) => {
                    let key = match (&node.path, input) {
                        (Some(path), _) => path.key(variables, host)?,
                        (None, Some(input)) => Some(input.clone()),
                        (None, None) => None,
                    };
                    let Some(key) = key else { return Ok(None) };
                    next = lock(&node.by_value).get(&key).cloned();
                }
            }
        }
    }

    /// Stores a result under the input and the values that it depends on.
    fn add(&self, input: Option<Key>, outcome: Outcome) {
        let reads = outcome.reads.clone();
        let steps =
            input.into_iter().map(|key| (None, key)).chain(reads.into_iter().map(|(path, key)| (Some(path), key)));
        let done = Branch::Done(Arc::new(outcome));
        let mut first = lock(&self.first);
        let mut end: Option<(Arc<Node>, Key)> = None;
        for (path, key) in steps {
            let fresh = || Branch::Read(Arc::new(Node { path: path.clone(), by_value: Mutex::default() }));
            let node = match &end {
                None => node_at(&mut first, &path, fresh),
                Some((node, key)) => {
                    let mut by_value = lock(&node.by_value);
                    let mut slot = by_value.remove(key);
                    let next = node_at(&mut slot, &path, fresh);
                    by_value.extend(slot.map(|branch| (key.clone(), branch)));
                    next
                }
            };
            let Some(node) = node else { return };
            end = Some((node, key));
        }
        match end {
            None => *first = Some(done),
            Some((node, key)) => {
                lock(&node.by_value).insert(key, done);
            }
        }
    }

    fn refuse(&self, why: String) {
        self.refused.fetch_add(1, Ordering::Relaxed);
        *lock(&self.obstacle) = Some(why);
    }

    /// Stops the recording of this part and drops its results, if its results are rarely reused.
    fn judge(&self) {
        let load = |number: &AtomicU32| number.load(Ordering::Relaxed);
        let (reused, refused) = (load(&self.reused), load(&self.refused));
        let missed = load(&self.needed).saturating_sub(reused);
        let gives_up = load(&self.short) >= MAX_REFUSALS
            || (refused >= MAX_REFUSALS && refused > reused)
            || (missed >= MAX_MISSES && missed > 2 * reused);
        if gives_up && !self.is_off.swap(true, Ordering::Relaxed) {
            *lock(&self.first) = None;
        }
    }
}

/// The node for `path` in `slot`. If `slot` is empty or holds anything else, puts `fresh` into it first.
fn node_at(slot: &mut Option<Branch>, path: &Option<Path>, fresh: impl FnOnce() -> Branch) -> Option<Arc<Node>> {
    if !matches!(slot, Some(Branch::Read(node)) if node.path == *path) {
        *slot = Some(fresh());
    }
    match slot {
        Some(Branch::Read(node)) => Some(Arc::clone(node)),
        _ => None,
    }
}

impl Variables {
    fn begin_recording(&self) {
        self.recorder.begin(self.local_count());
    }

    /// Adds the variables that a reused result has read to the parts that are being recorded.
    fn record_reads(&self, reads: &[(Path, Key)]) {
        if self.recorder.is_active() {
            for (path, key) in reads {
                self.recorder.read(path, self.place(path.root()), Some(key));
            }
        }
    }

    /// Adds the variable `path` and its current value to the records of the parts being rendered. Records that already
    /// have the variable, or do not need it, are unchanged.
    #[cold]
    pub(crate) fn record_read(&self, path: &Path, host: &mut dyn Host) -> Result<(), Abort> {
        let place: Place = self.place(path.root());
        if self.recorder.needs(path, place) {
            let key = path.key(self, host)?;
            self.recorder.read(path, place, key.as_ref());
        }
        Ok(())
    }

    fn assigned_values(&self, names: Vec<Name>) -> Vec<(Name, Value)> {
        names.into_iter().map(|name| (name.clone(), self.assigned_value(&name))).collect()
    }
}
