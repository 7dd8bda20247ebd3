//! The limit of elapsed time. Fuel is the same on every machine and does not count time: a backtracking pattern uses little of it,
//! and a slow machine takes long for it. The guest therefore pauses now and then, and is stopped if its time is over.

use std::time::{Duration, Instant};

/// The limit of a guest's elapsed time. Nothing here reads a clock: the program passes its own.
#[derive(Debug, Clone, Copy)]
pub struct TimeLimit {
    /// Returns the current instant.
    pub clock: fn() -> Instant,
    /// The most time for one call, with its requests, while the guest itself runs. The program's work for the requests does not count.
    pub call: Duration,
    /// The instant at which the guest is stopped, however long it has run.
    pub end: Option<Instant>,
}

/// The time of one call so far.
#[derive(Debug, Default)]
pub struct Stopwatch {
    limit: Option<TimeLimit>,
    used: Duration,
}

/// The instant at which a pausing guest is stopped.
#[derive(Debug, Clone, Copy)]
pub struct Deadline {
    clock: fn() -> Instant,
    at: Option<Instant>,
}

impl Stopwatch {
    /// A stopwatch for a limit; without one, time does not count.
    pub fn new(limit: Option<TimeLimit>) -> Self {
        Stopwatch { limit, used: Duration::ZERO }
    }

    /// Starts again for a new call.
    pub fn restart(&mut self) {
        self.used = Duration::ZERO;
    }

    /// Does something that counts, with its deadline.
    pub fn run<T>(&mut self, work: impl FnOnce(Option<Deadline>) -> T) -> T {
        let Some(limit) = self.limit else { return work(None) };
        let since = (limit.clock)();
        let of_call = since.checked_add(limit.call.saturating_sub(self.used));
        let at = match (of_call, limit.end) {
            (Some(of_call), Some(end)) => Some(of_call.min(end)),
            (of_call, end) => of_call.or(end),
        };
        let result = work(Some(Deadline { clock: limit.clock, at }));
        self.used = self.used.saturating_add((limit.clock)().saturating_duration_since(since));
        result
    }

    /// The limit of one call, unless it was the end of all calls that was reached.
    pub fn exceeded(&self) -> Option<Duration> {
        let limit = self.limit?;
        let is_end = limit.end.is_some_and(|end| (limit.clock)() >= end);
        (!is_end).then_some(limit.call)
    }
}

impl Deadline {
    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.at.is_some_and(|at| (self.clock)() >= at)
    }
}
