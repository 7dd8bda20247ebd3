//! Builds that publish to the same destination at the same time take turns.

use crate::world::instant;
use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::Duration;

/// The maximum time to wait for another build, so that a build that is paused does not block all others.
const PATIENCE: Duration = Duration::from_secs(30);

/// The time between two attempts to lock the folder.
const PAUSE: Duration = Duration::from_millis(5);

/// The turn of a build to publish, which ends on drop. Contains `None` if the build publishes without a lock, because
/// the folder cannot be locked or the wait took too long.
#[derive(Debug)]
pub(super) struct Turn(#[expect(dead_code, reason = "holds the lock")] Option<File>);

impl Turn {
    /// Waits at most 30 seconds while another build publishes to `destination` or to a folder beside it. Then takes the
    /// turn.
    pub(super) fn beside(destination: &Path) -> Self {
        Turn::wait(destination.parent().unwrap_or(Path::new("/")))
    }

    /// Waits until no other build publishes to a destination in this folder, or until `PATIENCE` is over.
    fn wait(folder: &Path) -> Self {
        let Ok(folder) = File::open(folder) else { return Turn(None) };
        let began = instant();
        loop {
            match folder.try_lock() {
                Ok(()) => return Turn(Some(folder)),
                Err(TryLockError::WouldBlock) if began.elapsed() < PATIENCE => std::thread::sleep(PAUSE),
                Err(_) => return Turn(None),
            }
        }
    }
}
