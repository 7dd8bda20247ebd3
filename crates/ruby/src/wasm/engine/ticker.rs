//! The clock of compiled code. The code compares two numbers at each loop and call. This costs less than counting its
//! instructions, and the code is smaller.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;
use wasmtime::{Engine, Error};

/// The time between two pauses of a guest. At each pause, the guest's limits are checked.
const TICK: Duration = Duration::from_millis(10);

/// A thread that advances the epoch of an engine while a guest runs. The guest then pauses, so that its time can be
/// checked. The thread ends after this object is dropped.
pub(super) struct Ticker {
    guest: Arc<Activity>,
    thread: Thread,
}

/// Whether a guest runs, and whether the thread must end.
#[derive(Default)]
struct Activity {
    is_running: AtomicBool,
    has_ended: AtomicBool,
}

impl Ticker {
    /// Starts the thread for an engine. It sleeps until a guest runs.
    ///
    /// # Errors
    /// Fails if the system denies another thread.
    pub(super) fn start(engine: Engine) -> Result<Self, Error> {
        let guest = Arc::<Activity>::default();
        let observed = Arc::clone(&guest);
        let advance = move || {
            while !observed.has_ended.load(Ordering::SeqCst) {
                if observed.is_running.load(Ordering::SeqCst) {
                    thread::sleep(TICK);
                    engine.increment_epoch();
                } else {
                    thread::park();
                }
            }
        };
        let thread = thread::Builder::new().name("ruby-clock".to_string()).spawn(advance)?.thread().clone();
        Ok(Ticker { guest, thread })
    }

    /// Calls `work`, during which the epoch advances.
    pub(super) fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        self.guest.is_running.store(true, Ordering::SeqCst);
        self.thread.unpark();
        let result = work();
        self.guest.is_running.store(false, Ordering::SeqCst);
        result
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.guest.has_ended.store(true, Ordering::SeqCst);
        self.thread.unpark();
    }
}
