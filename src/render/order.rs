//! Who is rendered when: documents and pages in site order, or together where nothing tells the
//! difference.
//!
//! Jekyll renders one after another, and what one leaves behind (counters, the registers of a layout's
//! template, the last `content` and `layout`, the text of an `include_cached`) the next can see. What a
//! template reaches is known when it is parsed ([`reach`](super::reach)); where no template of the site
//! looks at what others leave, everything is rendered together on all cores. A body that another
//! document reads is then waited for: whoever finds it unfinished gives up its turn with
//! [`Abort::Needs`] and is called again. Needs point backwards in site order, so they end. In the same way the first
//! in site order to use an `include_cached` waits for all before it, and those behind find its text.
//!
//! Where templates do look, or a rendering turns out to depend on when it happened, the whole site is
//! rendered one after another.

use super::document::{Begun, Leftovers, body, turn_at, wrap};
use super::reach;
use super::turn::Pace;
use super::{Said, SiteView};
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::plugins::Hooks;
use crate::progress::Progress;
use hastie_liquid::{Abort, Error};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The number for [`Abort::Needs`] that asks for the whole site to be rendered one after another.
pub const IN_ORDER: u64 = u64::MAX;

/// Renders everything.
///
/// # Errors
/// The first error in site order; what was said before it is in the log.
pub fn render(view: &mut Arc<SiteView>, progress: &Progress, log: &mut Log) -> Result<(), Failure> {
    let hooks = view.setup.plugins.hooks();
    if rayon::current_num_threads() > 1 && view.entries.len() > 1 && !reach::order_matters(view) {
        if let Some(results) = together(view, &hooks, progress) {
            return gather(view, results, log);
        }
        forget(view);
    }
    log.debug("Rendering:", "one after another");
    in_order(view, &hooks, progress, log)
}

/// One after another, in site order, each seeing what the ones before it left.
fn in_order(view: &Arc<SiteView>, hooks: &[Arc<dyn Hooks>], progress: &Progress, log: &mut Log) -> Result<(), Failure> {
    let mut leftovers = Leftovers::default();
    let mut heard = HashSet::new();
    for place in 0..view.entries.len() {
        let mut turn = turn_at(view, place, Pace::InOrder);
        let done =
            body(&mut turn, hooks, &mut leftovers).and_then(|begun| wrap(&mut turn, &begun, hooks, &mut leftovers));
        repeat(view, std::mem::take(&mut turn.said), &mut heard, log);
        done.map_err(ended)?;
        progress.step();
    }
    Ok(())
}

/// What came of one entry's turn.
#[derive(Default)]
struct Outcome {
    said: Vec<Said>,
    failure: Option<Failure>,
}

/// An entry on its way: its body is rendered, or not yet.
struct Job {
    place: usize,
    begun: Option<(Begun, Vec<Said>)>,
}

/// All entries at once. `None` where something depends on the order after all.
fn together(view: &Arc<SiteView>, hooks: &[Arc<dyn Hooks>], progress: &Progress) -> Option<Vec<Outcome>> {
    let crew = Crew {
        view,
        hooks,
        progress,
        outcomes: view.entries.iter().map(|_| Mutex::default()).collect(),
        waiting: Mutex::default(),
        first_failure: AtomicUsize::new(usize::MAX),
        in_order: AtomicBool::new(false),
        finished: Mutex::new(vec![false; view.entries.len()]),
    };
    rayon::scope_fifo(|scope| {
        for place in 0..view.entries.len() {
            let crew = &crew;
            scope.spawn_fifo(move |scope| crew.run(scope, Job { place, begun: None }));
        }
    });
    if crew.in_order.load(Ordering::Acquire) {
        return None;
    }
    let outcomes = crew.outcomes.into_iter();
    Some(outcomes.map(|outcome| outcome.into_inner().unwrap_or_else(PoisonError::into_inner)).collect())
}

/// What all jobs share.
struct Crew<'a> {
    view: &'a Arc<SiteView>,
    hooks: &'a [Arc<dyn Hooks>],
    progress: &'a Progress,
    outcomes: Vec<Mutex<Outcome>>,
    /// Jobs that wait for something to be finished, by its number in [`Abort::Needs`].
    waiting: Mutex<HashMap<u64, Vec<Job>>>,
    /// The first place that failed: what comes after it need not be rendered.
    first_failure: AtomicUsize,
    in_order: AtomicBool,
    /// Which entries are finished.
    finished: Mutex<Vec<bool>>,
}

impl<'a> Crew<'a> {
    fn run<'s>(&'s self, scope: &rayon::ScopeFifo<'s>, mut job: Job)
    where
        'a: 's,
    {
        if self.in_order.load(Ordering::Acquire) || job.place > self.first_failure.load(Ordering::Acquire) {
            return;
        }
        // Every turn begins with nothing left over: where that could be seen, we would not be here.
        let mut leftovers = Leftovers::default();
        if job.begun.is_none() {
            let mut turn = turn_at(self.view, job.place, Pace::Together);
            match body(&mut turn, self.hooks, &mut leftovers) {
                Ok(begun) => {
                    job.begun = Some((begun, turn.said));
                    self.release(scope, super::turn::need_body(job.place));
                }
                Err(abort) => return self.stop(scope, job, abort, turn.said),
            }
        }
        let Some((begun, said)) = &job.begun else { return };
        let mut turn = turn_at(self.view, job.place, Pace::Together);
        turn.said.clone_from(said);
        match wrap(&mut turn, begun, self.hooks, &mut leftovers) {
            Ok(()) => {
                lock(&self.outcomes[job.place]).said = turn.said;
                self.progress.step();
                self.release(scope, super::turn::need_output(job.place));
                self.advance(scope, job.place);
            }
            Err(abort) => self.stop(scope, job, abort, turn.said),
        }
    }

    /// A job that could not be done: it waits, or it failed.
    fn stop<'s>(&'s self, scope: &rayon::ScopeFifo<'s>, job: Job, abort: Abort, said: Vec<Said>)
    where
        'a: 's,
    {
        match abort {
            Abort::Needs(IN_ORDER) => self.in_order.store(true, Ordering::Release),
            Abort::Needs(need) => {
                let mut waiting = lock(&self.waiting);
                // It may have been finished since it was missed.
                if self.is_there(need) {
                    drop(waiting);
                    scope.spawn_fifo(move |scope| self.run(scope, job));
                } else {
                    waiting.entry(need).or_default().push(job);
                }
            }
            error @ Abort::Error(_) => {
                self.first_failure.fetch_min(job.place, Ordering::AcqRel);
                *lock(&self.outcomes[job.place]) = Outcome { said, failure: Some(ended(error)) };
            }
        }
    }

    /// Notes that the entry at `place` is finished, and calls those who waited for all before them.
    fn advance<'s>(&'s self, scope: &rayon::ScopeFifo<'s>, place: usize)
    where
        'a: 's,
    {
        let mut finished = lock(&self.finished);
        finished[place] = true;
        let before = self.view.finished_before.load(Ordering::Acquire);
        let now = before + finished[before..].iter().take_while(|finished| **finished).count();
        self.view.finished_before.store(now, Ordering::Release);
        drop(finished);
        for place in before + 1..=now {
            self.release(scope, super::turn::need_all_before(place));
        }
    }

    fn is_there(&self, need: u64) -> bool {
        if let Some(place) = super::turn::all_before(need) {
            return self.view.finished_before.load(Ordering::Acquire) >= place;
        }
        let place = usize::try_from(need / 2).unwrap_or(usize::MAX);
        self.view.entries.get(place).is_none_or(|entry| match need % 2 {
            0 => entry.body.get().is_some(),
            _ => entry.output.get().is_some(),
        })
    }

    /// Calls those who waited for what is finished now.
    fn release<'s>(&'s self, scope: &rayon::ScopeFifo<'s>, need: u64)
    where
        'a: 's,
    {
        for job in lock(&self.waiting).remove(&need).unwrap_or_default() {
            scope.spawn_fifo(move |scope| self.run(scope, job));
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Puts what was said into the log in site order, up to the first failure.
fn gather(view: &SiteView, outcomes: Vec<Outcome>, log: &mut Log) -> Result<(), Failure> {
    let mut heard = HashSet::new();
    for outcome in outcomes {
        repeat(view, outcome.said, &mut heard, log);
        if let Some(failure) = outcome.failure {
            return Err(failure);
        }
    }
    Ok(())
}

/// Forgets every rendering, to begin again.
fn forget(view: &mut Arc<SiteView>) {
    if let Some(view) = Arc::get_mut(view) {
        view.forget_renderings();
    }
}

/// Puts what a turn said into the log; what an excerpt said belongs to who asked for it first.
fn repeat(view: &SiteView, said: Vec<Said>, heard: &mut HashSet<usize>, log: &mut Log) {
    for one in said {
        match one {
            Said::Message(message) => log.push(message),
            Said::Excerpt(place) => {
                if heard.insert(place)
                    && let Some(excerpt) = view.entries[place].excerpt.get()
                {
                    repeat(view, excerpt.said.clone(), heard, log);
                }
            }
        }
    }
}

/// A rendering's end as the build's.
fn ended(abort: Abort) -> Failure {
    let error: Error = match abort {
        Abort::Error(error) => *error,
        Abort::Needs(_) => Error::new("RuntimeError", "a document needs one that comes after it"),
    };
    let fatal = error.class.starts_with("Jekyll::Errors::");
    Failure { fatal, class: error.class, message: error.to_string(), place: None }
}
