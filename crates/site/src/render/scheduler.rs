//! The scheduler: renders all items on all cores. Each step starts as soon as its [`dependencies`](super::dependencies)
//! are finished.
//!
//! A step that reads an unfinished body ends with [`Abort::Suspended`] and runs again when that body is finished, so no
//! worker thread blocks. In the same way, the first item in site order that uses an `include_cached` waits for all
//! items before it. Later items find the cached text. Steps only wait for items before them in site order, so there is
//! no deadlock. A step whose repetitions take long waits for all items before it, so that it is repeated only once
//! more.

use super::context::{RenderContext, Schedule};
use super::dependencies::{Dependencies, Phase};
use super::document::{BodyState, body, wrap};
use super::order::Outcome;
use super::own_reads::Parts;
use super::shared_state::{LayoutState, SharedState, found};
use super::{LogEvent, SiteView};
use crate::locks::{self, lock};
use crate::progress::Progress;
use crate::world::instant;
use hastie_liquid::Abort;
use hastie_value::scheduling::Step;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The time that the suspended attempts to render one item may take in total. After that, the item waits for all items
/// before it. The output does not depend on this limit.
const MAX_REPEATED: Duration = Duration::from_millis(100);

/// Renders the items that are not finished yet, and returns the outcomes of all items in site order. `repeated` has the
/// log events of finished items, and `None` for the others.
pub(super) fn render_in_parallel(
    view: &Arc<SiteView>,
    dependencies: &[Dependencies],
    repeated: Vec<Option<Vec<LogEvent>>>,
    progress: &Progress,
) -> Vec<Outcome> {
    let finished: Vec<bool> = repeated.iter().map(Option::is_some).collect();
    let first = finished.iter().take_while(|finished| **finished).count();
    view.finished_before.store(first, Ordering::Release);
    // The slowest items start first, so that nothing has to wait for them at the end.
    let mut order: Vec<usize> = (0..view.slots.len()).filter(|index| !finished[*index]).collect();
    order.sort_by_key(|index| !view.is_style_sheet(*index));
    let is_done =
        |finished: &bool| FinishedPhases { body: AtomicBool::new(*finished), wrap: AtomicBool::new(*finished) };
    let outcome = |events: Option<Vec<LogEvent>>| Outcome { events: events.unwrap_or_default(), failure: None };
    let scheduler = Scheduler {
        view,
        dependencies,
        progress,
        done: finished.iter().map(is_done).collect(),
        outcomes: repeated.into_iter().map(|events| Mutex::new(outcome(events))).collect(),
        waiting: Mutex::default(),
        first_failure: AtomicUsize::new(usize::MAX),
        shared: Mutex::default(),
        finished: Mutex::new(finished),
    };
    for _ in order.len()..view.slots.len() {
        progress.step();
    }
    rayon::scope_fifo(|scope| {
        for index in order {
            let scheduler = &scheduler;
            scope.spawn_fifo(move |scope| scheduler.run(scope, Job::new(index)));
        }
    });
    let outcomes = scheduler.outcomes.into_iter();
    outcomes.map(locks::into_inner).collect()
}

/// The job of rendering one item. Holds the finished body, if there is one.
struct Job {
    index: usize,
    body_state: Option<FinishedBody>,
    /// The time of the attempts that were suspended.
    repeated: Duration,
}

impl Job {
    fn new(index: usize) -> Self {
        Job { index, body_state: None, repeated: Duration::ZERO }
    }
}

/// A rendered body, with the state needed for its wrapping.
struct FinishedBody {
    body_state: BodyState,
    events: Vec<LogEvent>,
    parts: Parts,
    /// The numbers of the `include_cached` texts that the body has created.
    cached: HashSet<usize>,
    shared_state: SharedState,
}

/// Whether each of an item's two phases is finished.
#[derive(Default)]
struct FinishedPhases {
    body: AtomicBool,
    wrap: AtomicBool,
}

/// The state shared by all jobs of a site.
struct Scheduler<'a> {
    view: &'a Arc<SiteView>,
    dependencies: &'a [Dependencies],
    progress: &'a Progress,
    outcomes: Vec<Mutex<Outcome>>,
    /// Suspended jobs, by the step they wait for.
    waiting: Mutex<HashMap<Step, Vec<Job>>>,
    /// The smallest index of an item whose rendering has failed. Items after it need not be rendered.
    first_failure: AtomicUsize,
    /// The counters and registers shared between steps.
    shared: Mutex<SharedState>,
    /// The finished phases of each item, by the index of the item.
    done: Vec<FinishedPhases>,
    /// Whether each item is finished, by the index of the item.
    finished: Mutex<Vec<bool>>,
}

impl<'a> Scheduler<'a> {
    fn run<'s>(&'s self, scope: &rayon::ScopeFifo<'s>, mut job: Job)
    where
        'a: 's,
    {
        let index = job.index;
        if index > self.first_failure.load(Ordering::Acquire) {
            return;
        }
        if job.body_state.is_none() {
            if let Some(need) = self.missing(index, Phase::Body) {
                return self.wait(scope, job, need);
            }
            let started = instant();
            let mut rendering = RenderContext::new(self.view, index, Schedule::Parallel);
            let mut shared_state = self.state_for_body(index);
            match body(&mut rendering, &mut shared_state) {
                Ok(body_state) => {
                    job.body_state = Some(FinishedBody {
                        body_state,
                        events: rendering.events,
                        parts: rendering.parts,
                        cached: rendering.cached,
                        shared_state: self.commit(index, Phase::Body, shared_state),
                    });
                    self.finish(scope, index, Phase::Body);
                }
                Err(abort) => return self.stop(scope, job, abort, started, rendering),
            }
        }
        if let Some(need) = self.missing(index, Phase::Wrap) {
            return self.wait(scope, job, need);
        }
        let started = instant();
        let Some(FinishedBody { body_state, events, parts, cached, shared_state }) = &job.body_state else { return };
        let mut rendering = RenderContext::new(self.view, index, Schedule::Parallel);
        rendering.events.clone_from(events);
        rendering.parts.clone_from(parts);
        rendering.cached.clone_from(cached);
        let mut shared_state = self.state_for_wrap(index, shared_state);
        match wrap(&mut rendering, body_state, &mut shared_state) {
            Ok(()) => {
                let shared_state = self.commit(index, Phase::Wrap, shared_state);
                if self.dependencies[index].layout_state_is_read {
                    let _ = self.view.slots[index].layout_state.set(Box::new(LayoutState::of(&shared_state)));
                }
                self.view.note_repeatable(index, &rendering);
                lock(&self.outcomes[index]).events = rendering.events;
                self.progress.step();
                self.finish(scope, index, Phase::Wrap);
                self.advance(scope, index);
            }
            Err(abort) => self.stop(scope, job, abort, started, rendering),
        }
    }

    /// The first unfinished dependency of a step. `None` if all are finished.
    fn missing(&self, index: usize, phase: Phase) -> Option<Step> {
        let own = &self.dependencies[index];
        let steps = own.of(phase).after.iter().map(|(index, phase)| step(*index, *phase));
        let is_late = own.reads_layout_state || own.is_barrier;
        let all = (phase == Phase::Body && is_late).then_some(Step::AllBefore(index));
        let barrier = own.last_barrier.filter(|_| phase == Phase::Body).map(|before| step(before, Phase::Wrap));
        steps.chain(barrier).chain(all).find(|need| !self.is_finished(*need))
    }

    /// The shared state at the start of a body, reduced to what the body can read.
    fn state_for_body(&self, index: usize) -> SharedState {
        let own = &self.dependencies[index];
        let mut shared_state = lock(&self.shared).part(&own.body);
        if own.reads_layout_state {
            (shared_state.layout, shared_state.content) = found(self.view, self.dependencies, index);
        }
        shared_state
    }

    fn state_for_wrap(&self, index: usize, of_body: &SharedState) -> SharedState {
        let part = lock(&self.shared).part(&self.dependencies[index].wrap);
        SharedState { layout: of_body.layout.clone(), content: of_body.content.clone(), ..part }
    }

    /// Stores the counters and registers that a finished step shares with other items. Returns the rest of the state:
    /// the variables `layout` and `content`.
    fn commit(&self, index: usize, phase: Phase, shared_state: SharedState) -> SharedState {
        let share = self.dependencies[index].of(phase);
        if !share.is_empty() {
            lock(&self.shared).take(&shared_state, share);
        }
        SharedState { layout: shared_state.layout, content: shared_state.content, ..SharedState::default() }
    }

    /// Handles a job that did not finish: suspends it or records its failure.
    fn stop<'s>(
        &'s self,
        scope: &rayon::ScopeFifo<'s>,
        mut job: Job,
        abort: Abort,
        started: Instant,
        mut rendering: RenderContext,
    ) where
        'a: 's,
    {
        match abort {
            Abort::Suspended(suspension) => {
                job.repeated += started.elapsed();
                let all = Step::AllBefore(job.index);
                let is_long = job.repeated > MAX_REPEATED && !self.is_finished(all);
                self.wait(scope, job, if is_long { all } else { suspension.step() });
            }
            error => {
                self.first_failure.fetch_min(job.index, Ordering::AcqRel);
                let failure = Some(rendering.failure(error));
                *lock(&self.outcomes[job.index]) = Outcome { events: rendering.events, failure };
            }
        }
    }

    /// Suspends a job until the given step is finished.
    fn wait<'s>(&'s self, scope: &rayon::ScopeFifo<'s>, job: Job, need: Step)
    where
        'a: 's,
    {
        let mut waiting = lock(&self.waiting);
        // The step may have finished in the meantime.
        if self.is_finished(need) {
            drop(waiting);
            scope.spawn_fifo(move |scope| self.run(scope, job));
        } else {
            waiting.entry(need).or_default().push(job);
        }
    }

    /// Marks a step as finished, and resumes the jobs that waited for it.
    fn finish<'s>(&'s self, scope: &rayon::ScopeFifo<'s>, index: usize, phase: Phase)
    where
        'a: 's,
    {
        let done = match phase {
            Phase::Body => &self.done[index].body,
            Phase::Wrap => &self.done[index].wrap,
        };
        done.store(true, Ordering::Release);
        self.release(scope, step(index, phase));
    }

    /// Marks the item at `index` as finished, and resumes jobs that waited for all items before them.
    fn advance<'s>(&'s self, scope: &rayon::ScopeFifo<'s>, index: usize)
    where
        'a: 's,
    {
        let mut finished = lock(&self.finished);
        finished[index] = true;
        let before = self.view.finished_before.load(Ordering::Acquire);
        let now = before + finished[before..].iter().take_while(|finished| **finished).count();
        self.view.finished_before.store(now, Ordering::Release);
        drop(finished);
        for index in before..now {
            self.view.free_source(index);
            self.release(scope, Step::AllBefore(index + 1));
        }
    }

    fn is_finished(&self, step: Step) -> bool {
        match step {
            Step::Body(index) => self.done[index].body.load(Ordering::Acquire),
            Step::Output(index) => self.done[index].wrap.load(Ordering::Acquire),
            Step::AllBefore(index) => self.view.finished_before.load(Ordering::Acquire) >= index,
        }
    }

    /// Resumes the jobs that waited for a step.
    fn release<'s>(&'s self, scope: &rayon::ScopeFifo<'s>, need: Step)
    where
        'a: 's,
    {
        let called = lock(&self.waiting).remove(&need);
        for job in called.unwrap_or_default() {
            scope.spawn_fifo(move |scope| self.run(scope, job));
        }
    }
}

fn step(index: usize, phase: Phase) -> Step {
    match phase {
        Phase::Body => Step::Body(index),
        Phase::Wrap => Step::Output(index),
    }
}
