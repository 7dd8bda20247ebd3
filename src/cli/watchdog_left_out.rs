//! The watchdog of a program for WebAssembly, which has no threads and receives no signals.

/// Takes the place of the watchdog, and does nothing.
#[derive(Clone, Default)]
pub(super) struct Watchdog;

impl Watchdog {
    /// Does nothing, because there are no signals.
    pub(super) fn start(&self) {}

    /// Never calls the check, because this program has no thread for it.
    pub(super) fn repeat(&self, _check: impl Fn() + Send + Sync + 'static) -> Repetition {
        Repetition
    }
}

/// A check that is never called.
pub(super) struct Repetition;
