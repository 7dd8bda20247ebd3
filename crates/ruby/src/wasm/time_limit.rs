//! The limit of elapsed time. Fuel is the same on every machine, but does not measure time: a backtracking pattern uses
//! little fuel, and a slow machine needs more time. The guest therefore pauses now and then, and is stopped if its time
//! is over.

use std::time::{Duration, Instant};

/// The limit of a guest's elapsed time. This module does not read a clock; the program passes its own.
#[derive(Debug, Clone, Copy)]
pub struct TimeLimit {
    /// Returns the current instant.
    pub clock: fn() -> Instant,
    /// The maximum time for one call including its requests. Only the time in which the guest itself runs counts, not
    /// the program's work for the requests.
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
    /// Creates a stopwatch for a limit. Without a limit, time does not count.
    pub fn new(limit: Option<TimeLimit>) -> Self {
        Stopwatch { limit, used: Duration::ZERO }
    }

    /// Resets the time for a new call.
    pub fn restart(&mut self) {
        self.used = Duration::ZERO;
    }

    /// Does work whose time counts, and passes it the deadline.
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

    /// The limit of one call. `None` if the end of the build was reached instead.
    pub fn exceeded(&self) -> Option<Duration> {
        let limit = self.limit?;
        let is_end = limit.end.is_some_and(|end| (limit.clock)() >= end);
        (!is_end).then_some(limit.call)
    }
}

impl Deadline {
    /// Whether the guest must be stopped now.
    pub fn is_over(&self) -> bool {
        self.at.is_some_and(|at| (self.clock)() >= at)
    }
}
