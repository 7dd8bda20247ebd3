//! The watchdog of a process: one thread that checks the limits of builds and waits for signals. It ends the process
//! properly if the user presses Ctrl-C or the system asks the process to end.

use crate::locks::lock;
use std::future::{Future, pending};
use std::io;
use std::pin::pin;
use std::process::exit;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, Once};
use std::time::Duration;
use tokio::runtime::Builder;
use tokio::sync::Notify;

/// The exit code of a process that SIGINT has ended, as shells report it.
const INTERRUPTED: i32 = 128 + 2;

/// The exit code of a process that SIGTERM has ended, as shells report it.
#[cfg(unix)]
const TERMINATED: i32 = 128 + 15;

/// The time between two calls of a check. A build cannot allocate much memory in this time.
const INTERVAL: Duration = Duration::from_millis(10);

/// A check of a build's limits. Ends the process if the build exceeds them.
type Check = Arc<dyn Fn() + Send + Sync>;

/// A handle to the watchdog's thread, which starts with the first build and ends with the process. Clones share the
/// thread.
#[derive(Clone, Default)]
pub(super) struct Watchdog(Arc<Shared>);

struct Shared {
    start: Once,
    /// The exit code after Ctrl-C.
    interrupted: AtomicI32,
    checks: Mutex<Vec<Check>>,
    has_check: Notify,
}

impl Default for Shared {
    fn default() -> Self {
        Shared {
            start: Once::new(),
            interrupted: AtomicI32::new(INTERRUPTED),
            checks: Mutex::default(),
            has_check: Notify::new(),
        }
    }
}

impl Watchdog {
    /// Sets the exit code after Ctrl-C, which is 130 otherwise.
    pub(super) fn set_interrupted(&self, code: i32) {
        self.0.interrupted.store(code, Ordering::Relaxed);
    }

    /// Waits for Ctrl-C and SIGTERM from now on. The thread then removes the staging folders and ends the process. If a
    /// site is being published, that is finished first. A second signal ends the process at once.
    pub(super) fn start(&self) {
        let shared = &self.0;
        // On a system without threads, the signal itself ends the process, and builds have no limits.
        shared.start.call_once(|| {
            let shared = Arc::clone(shared);
            let _ = std::thread::Builder::new().spawn(move || {
                let runtime = Builder::new_current_thread().enable_all().build()?;
                runtime.block_on(watch(&shared));
                io::Result::Ok(())
            });
        });
    }

    /// Calls a check repeatedly, until the returned value is dropped. No call is running after that.
    pub(super) fn repeat(&self, check: impl Fn() + Send + Sync + 'static) -> Repetition {
        self.start();
        let check: Check = Arc::new(check);
        lock(&self.0.checks).push(Arc::clone(&check));
        self.0.has_check.notify_one();
        Repetition { shared: Arc::clone(&self.0), check }
    }
}

/// A check that is called repeatedly.
pub(super) struct Repetition {
    shared: Arc<Shared>,
    check: Check,
}

impl Drop for Repetition {
    fn drop(&mut self) {
        lock(&self.shared.checks).retain(|check| !Arc::ptr_eq(check, &self.check));
    }
}

/// Calls the checks until a signal arrives, and then ends the process.
async fn watch(shared: &Shared) {
    let mut interruption = pin!(signal(shared));
    let code = loop {
        tokio::select! {
            code = &mut interruption => break code,
            () = pause(shared) => lock(&shared.checks).iter().for_each(|check| check()),
        }
    };
    // Registered before the process ends, so that no second signal is missed.
    let mut again = pin!(signal(shared));
    std::thread::spawn(move || {
        crate::write::abandon();
        exit(code)
    });
    exit(again.as_mut().await)
}

/// Waits until the next calls of the checks are due. If there is no check, waits until one is added.
async fn pause(shared: &Shared) {
    if lock(&shared.checks).is_empty() {
        shared.has_check.notified().await;
    } else {
        tokio::time::sleep(INTERVAL).await;
    }
}

/// Waits for a signal to end the process, forever if the system cannot report signals. Returns the exit code.
async fn signal(shared: &Shared) -> i32 {
    match first_signal(shared) {
        Ok(signal) => signal.await,
        Err(_) => pending().await,
    }
}

#[cfg(unix)]
fn first_signal(shared: &Shared) -> io::Result<impl Future<Output = i32>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interruption = signal(SignalKind::interrupt())?;
    let mut termination = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interruption.recv() => shared.interrupted.load(Ordering::Relaxed),
            _ = termination.recv() => TERMINATED,
        }
    })
}

#[cfg(windows)]
fn first_signal(shared: &Shared) -> io::Result<impl Future<Output = i32>> {
    let mut interruption = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interruption.recv().await;
        shared.interrupted.load(Ordering::Relaxed)
    })
}
