//! The limit of elapsed time. The interpreter's fuel is the same on every machine, but does not measure time: a
//! backtracking pattern uses little fuel, and a slow machine needs more time. Compiled code counts no fuel. The guest
//! therefore pauses now and then, and is stopped if its time is over.

use std::time::{Duration, Instant};

/// The limits of a guest's time. This crate does not read the system's clock, so the program passes a function that
/// returns the current instant.
#[derive(Debug, Clone, Copy)]
pub struct TimeLimit {
    /// Returns the current instant.
    pub clock: fn() -> Instant,
    /// The maximum time for one call including its requests. Only the time in which the guest itself runs counts, not
    /// the program's work for the requests.
    pub call: Duration,
    /// The maximum time for all calls together, with the program's work for their requests. Without this limit, a guest
    /// that only sends requests could keep the program busy without end.
    /// [`Guest::allow_time`](crate::Guest::allow_time) adds to it.
    pub calls: Duration,
    /// The instant at which the guest is stopped, however long it has run. `None` for no such instant.
    pub end: Option<Instant>,
}

/// The time that the current call has used so far, and the time that all calls together have used.
#[derive(Debug, Default)]
pub(crate) struct Stopwatch {
    limit: Option<TimeLimit>,
    call: Duration,
    calls: Duration,
    /// The instant at which the guest sent its last message in the current call. `None` before its first message.
    paused: Option<Instant>,
}

/// A limit of time that a guest has reached. The durations are the limits, not the times that have passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exceeded {
    /// The limit for one call.
    Call(Duration),
    /// The limit for all calls together.
    Calls(Duration),
    /// The instant at which all calls must end.
    End,
}

/// The instant after which a guest is stopped at its next pause: the earliest of its limits of time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadline {
    clock: fn() -> Instant,
    at: Option<Instant>,
}

impl Stopwatch {
    /// Creates a stopwatch for a limit. Without a limit, it never stops a call.
    pub(crate) fn new(limit: Option<TimeLimit>) -> Self {
        Stopwatch { limit, ..Stopwatch::default() }
    }

    /// Sets the time of the current call to zero. The time of all calls together stays.
    pub(crate) fn restart(&mut self) {
        self.call = Duration::ZERO;
        self.paused = None;
    }

    /// Extends the time limit for all calls together by `more`, if there is a limit.
    pub(crate) fn allow(&mut self, more: Duration) {
        if let Some(limit) = &mut self.limit {
            limit.calls = limit.calls.saturating_add(more);
        }
    }

    /// Calls `work` with the deadline. The time that `work` takes counts for the current call and for all calls
    /// together. The pause after the previous `work` of this call counts only for all calls together. Without a limit,
    /// passes `None` and counts nothing.
    pub(crate) fn run<T>(&mut self, work: impl FnOnce(Option<Deadline>) -> T) -> T {
        let Some(limit) = self.limit else { return work(None) };
        let since = (limit.clock)();
        let of_requests = self.paused.map_or(Duration::ZERO, |paused| since.saturating_duration_since(paused));
        self.calls = self.calls.saturating_add(of_requests);
        let of_call = since.checked_add(limit.call.saturating_sub(self.call));
        let of_calls = since.checked_add(limit.calls.saturating_sub(self.calls));
        let at = [of_call, of_calls, limit.end].into_iter().flatten().min();
        let result = work(Some(Deadline { clock: limit.clock, at }));
        let now = (limit.clock)();
        self.paused = Some(now);
        let time = now.saturating_duration_since(since);
        self.call = self.call.saturating_add(time);
        self.calls = self.calls.saturating_add(time);
        result
    }

    /// The limit that stopped the guest. If several are reached, returns `End` rather than `Calls`, and `Calls` rather
    /// than `Call`.
    pub(crate) fn exceeded(&self) -> Exceeded {
        match self.limit {
            Some(limit) if limit.end.is_none_or(|end| (limit.clock)() < end) => {
                if self.calls >= limit.calls {
                    Exceeded::Calls(limit.calls)
                } else {
                    Exceeded::Call(limit.call)
                }
            }
            _ => Exceeded::End,
        }
    }
}

impl Deadline {
    /// Whether the guest must be stopped now.
    pub(crate) fn is_over(&self) -> bool {
        self.at.is_some_and(|at| (self.clock)() >= at)
    }
}
