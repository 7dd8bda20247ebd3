//! The time limit of a build. The sandboxed Ruby checks the limit itself. For everything else, the command line ends
//! the process, unless the site is being published.

use crate::locks::lock;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The time limit of a build, and the work in progress.
#[derive(Debug)]
pub struct Timeout {
    most: Duration,
    end: Instant,
    state: AtomicU8,
    next: AtomicU64,
    /// Descriptions of the work in progress, in the order in which it began.
    activities: Mutex<Vec<(u64, String)>>,
}

const BUILDING: u8 = 0;
const PUBLISHING: u8 = 1;
const STOPPED: u8 = 2;

impl Timeout {
    /// A time limit that starts now. `None` if it is too long for the clock.
    pub(super) fn new(most: Duration) -> Option<Self> {
        let end = Instant::now().checked_add(most)?;
        let (state, next) = (AtomicU8::new(BUILDING), AtomicU64::new(0));
        Some(Timeout { most, end, state, next, activities: Mutex::default() })
    }

    /// The duration that the build may take, counted from the call of `World::with_timeout`.
    pub fn most(&self) -> Duration {
        self.most
    }

    /// The instant at which the build's time is over.
    pub fn end(&self) -> Instant {
        self.end
    }

    /// Descriptions of the work in progress, in the order in which it began.
    pub fn activities(&self) -> Vec<String> {
        lock(&self.activities).iter().map(|(_, label)| label.clone()).collect()
    }

    /// Records that the destination is about to change. From now on, the build is not stopped. Never returns if the
    /// build is already being stopped.
    pub fn begin_publishing(&self) {
        while self.state.compare_exchange(BUILDING, PUBLISHING, Ordering::SeqCst, Ordering::SeqCst) == Err(STOPPED) {
            std::thread::park();
        }
    }

    /// Prevents the build from publishing, so that the caller can end the process. Returns false if the build is
    /// already publishing or was stopped before.
    pub fn stop(&self) -> bool {
        self.state.compare_exchange(BUILDING, STOPPED, Ordering::SeqCst, Ordering::SeqCst).is_ok()
    }

    pub(super) fn begin(&self, label: String) -> Activity<'_> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        lock(&self.activities).push((number, label));
        Activity { timeout: self, number }
    }
}

/// A description of work in progress, for the message that a build takes too long. The work ends when this value is
/// dropped.
#[derive(Debug)]
pub struct Activity<'t> {
    timeout: &'t Timeout,
    number: u64,
}

impl Drop for Activity<'_> {
    fn drop(&mut self) {
        lock(&self.timeout.activities).retain(|(number, _)| *number != self.number);
    }
}
