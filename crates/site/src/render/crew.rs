//! Renders all entries on all cores, each step as soon as its [`ties`](super::ties) allow.
//!
//! A body that another document reads is waited for: whoever finds it unfinished gives up its turn with
//! [`Abort::Needs`] and is called again, so that no worker blocks. In the same way the first in site order to use an
//! `include_cached` waits for all before it, and those behind find its text. Needs and ties point backwards in site
//! order, so they end.

use super::document::{Begun, body, wrap};
use super::leftovers::{Left, Leftovers, found};
use super::order::{Outcome, ended};
use super::ties::{Half, Tie};
use super::turn::{Pace, Turn, all_before, need_all_before, need_body, need_output};
use super::{Said, SiteView};
use crate::progress::Progress;
use hastie_liquid::Abort;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Renders all entries; what came of each, in site order.
pub(super) fn together(view: &Arc<SiteView>, ties: &[Tie], progress: &Progress) -> Vec<Outcome> {
    let crew = Crew {
        view,
        ties,
        progress,
        outcomes: view.entries.iter().map(|_| Mutex::default()).collect(),
        waiting: Mutex::default(),
        first_failure: AtomicUsize::new(usize::MAX),
        shared: Mutex::default(),
        done: (0..view.entries.len() * 2).map(|_| AtomicBool::new(false)).collect(),
        finished: Mutex::new(vec![false; view.entries.len()]),
    };
    rayon::scope_fifo(|scope| {
        for place in 0..view.entries.len() {
            let crew = &crew;
            scope.spawn_fifo(move |scope| crew.run(scope, Job { place, begun: None }));
        }
    });
    let outcomes = crew.outcomes.into_iter();
    outcomes.map(|outcome| outcome.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

/// An entry on its way: its body is rendered, or not yet.
struct Job {
    place: usize,
    begun: Option<AfterBody>,
}

/// What a body hands on to its wrapping.
struct AfterBody {
    begun: Begun,
    said: Vec<Said>,
    /// Texts of `include_cached` that it made.
    cached: HashSet<usize>,
    leftovers: Leftovers,
}

/// What all jobs share.
struct Crew<'a> {
    view: &'a Arc<SiteView>,
    ties: &'a [Tie],
    progress: &'a Progress,
    outcomes: Vec<Mutex<Outcome>>,
    /// Jobs that wait for something to be finished, by its number in [`Abort::Needs`].
    waiting: Mutex<HashMap<u64, Vec<Job>>>,
    /// The first place that failed: what comes after it need not be rendered.
    first_failure: AtomicUsize,
    /// The counters and registers of the steps that share some.
    shared: Mutex<Leftovers>,
    /// Which steps are done, by their number in [`Abort::Needs`].
    done: Vec<AtomicBool>,
    /// Which entries are finished.
    finished: Mutex<Vec<bool>>,
}

impl<'a> Crew<'a> {
    fn run<'s>(&'s self, scope: &rayon::ScopeFifo<'s>, mut job: Job)
    where
        'a: 's,
    {
        let place = job.place;
        if place > self.first_failure.load(Ordering::Acquire) {
            return;
        }
        if job.begun.is_none() {
            if let Some(need) = self.missing(place, Half::Body) {
                return self.wait(scope, job, need);
            }
            let mut turn = Turn::new(self.view, place, Pace::Together);
            let mut leftovers = self.leftovers_for_body(place);
            match body(&mut turn, &mut leftovers) {
                Ok(begun) => {
                    job.begun = Some(AfterBody {
                        begun,
                        said: turn.said,
                        cached: turn.cached,
                        leftovers: self.commit(place, Half::Body, leftovers),
                    });
                    self.finish(scope, place, Half::Body);
                }
                Err(abort) => return self.stop(scope, job, abort, turn.said),
            }
        }
        if let Some(need) = self.missing(place, Half::Wrap) {
            return self.wait(scope, job, need);
        }
        let Some(AfterBody { begun, said, cached, leftovers }) = &job.begun else { return };
        let mut turn = Turn::new(self.view, place, Pace::Together);
        turn.said.clone_from(said);
        turn.cached.clone_from(cached);
        let mut leftovers = self.leftovers_for_wrap(place, leftovers);
        match wrap(&mut turn, begun, &mut leftovers) {
            Ok(()) => {
                let leftovers = self.commit(place, Half::Wrap, leftovers);
                if self.ties[place].is_seen {
                    let _ = self.view.entries[place].left.set(Left::of(&leftovers));
                }
                lock(&self.outcomes[place]).said = turn.said;
                self.progress.step();
                self.finish(scope, place, Half::Wrap);
                self.advance(scope, place);
            }
            Err(abort) => self.stop(scope, job, abort, turn.said),
        }
    }

    /// What a step has to wait for, if anything.
    fn missing(&self, place: usize, half: Half) -> Option<u64> {
        let tie = &self.ties[place];
        let steps = tie.share(half).after.iter().map(|(place, half)| step(*place, *half));
        let all = (half == Half::Body && tie.looks_back).then(|| need_all_before(place));
        steps.chain(all).find(|need| !self.is_there(*need))
    }

    /// The state a body begins with. What nobody can see is left out.
    fn leftovers_for_body(&self, place: usize) -> Leftovers {
        let tie = &self.ties[place];
        let mut leftovers = lock(&self.shared).part(&tie.body);
        if tie.looks_back {
            (leftovers.layout, leftovers.content) = found(self.view, self.ties, place);
        }
        leftovers
    }

    fn leftovers_for_wrap(&self, place: usize, of_body: &Leftovers) -> Leftovers {
        let part = lock(&self.shared).part(&self.ties[place].wrap);
        Leftovers { layout: of_body.layout.clone(), content: of_body.content.clone(), ..part }
    }

    /// Gives back what a step shares; what remains is the entry's own.
    fn commit(&self, place: usize, half: Half, leftovers: Leftovers) -> Leftovers {
        let share = self.ties[place].share(half);
        if !share.is_empty() {
            lock(&self.shared).take(&leftovers, share);
        }
        Leftovers { layout: leftovers.layout, content: leftovers.content, ..Leftovers::default() }
    }

    /// A job that could not be done: it waits, or it failed.
    fn stop<'s>(&'s self, scope: &rayon::ScopeFifo<'s>, job: Job, abort: Abort, said: Vec<Said>)
    where
        'a: 's,
    {
        match abort {
            Abort::Needs(need) => self.wait(scope, job, need),
            error @ Abort::Error(_) => {
                self.first_failure.fetch_min(job.place, Ordering::AcqRel);
                *lock(&self.outcomes[job.place]) = Outcome { said, failure: Some(ended(error)) };
            }
        }
    }

    /// Puts a job aside until what it needs is finished.
    fn wait<'s>(&'s self, scope: &rayon::ScopeFifo<'s>, job: Job, need: u64)
    where
        'a: 's,
    {
        let mut waiting = lock(&self.waiting);
        // It may have been finished since it was missed.
        if self.is_there(need) {
            drop(waiting);
            scope.spawn_fifo(move |scope| self.run(scope, job));
        } else {
            waiting.entry(need).or_default().push(job);
        }
    }

    /// Notes that a step is done.
    fn finish<'s>(&'s self, scope: &rayon::ScopeFifo<'s>, place: usize, half: Half)
    where
        'a: 's,
    {
        let step = step(place, half);
        if let Some(done) = usize::try_from(step).ok().and_then(|step| self.done.get(step)) {
            done.store(true, Ordering::Release);
        }
        self.release(scope, step);
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
            self.release(scope, need_all_before(place));
        }
    }

    fn is_there(&self, need: u64) -> bool {
        if let Some(place) = all_before(need) {
            return self.view.finished_before.load(Ordering::Acquire) >= place;
        }
        let done = usize::try_from(need).ok().and_then(|step| self.done.get(step));
        done.is_none_or(|done| done.load(Ordering::Acquire))
    }

    /// Calls those who waited for what is finished now.
    fn release<'s>(&'s self, scope: &rayon::ScopeFifo<'s>, need: u64)
    where
        'a: 's,
    {
        let called = lock(&self.waiting).remove(&need);
        for job in called.unwrap_or_default() {
            scope.spawn_fifo(move |scope| self.run(scope, job));
        }
    }
}

/// The number of a step in [`Abort::Needs`].
fn step(place: usize, half: Half) -> u64 {
    match half {
        Half::Body => need_body(place),
        Half::Wrap => need_output(place),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
