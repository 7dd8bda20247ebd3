//! The progress of a build: counters that the pipeline updates. The command line displays them. The limits on the time
//! and memory of a build grow with the size of its source.
//!
//! Any thread can read the counters.

use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};

/// The current stage of a build, with the numbers of finished and of all items, and the size of the source.
#[derive(Debug, Default)]
pub struct Progress {
    stage: AtomicU8,
    done: AtomicUsize,
    total: AtomicUsize,
    source: AtomicU64,
}

/// The steps of a build, as the progress bar shows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Stage {
    /// Not building.
    Idle,
    /// Reading the source.
    Read,
    /// Running generators.
    Generate,
    /// Rendering documents and pages.
    Render,
    /// Preparing the files of the destination.
    Write,
    /// Changing the destination.
    Publish,
}

impl Progress {
    /// Starts a stage with `total` items. `total` is 0 if the number is unknown.
    pub fn begin(&self, stage: Stage, total: usize) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
        self.stage.store(stage as u8, Ordering::Relaxed);
    }

    /// Records the size of the source that a pass has read. Of several passes, the largest size counts.
    pub(crate) fn note_source(&self, bytes: u64) {
        self.source.fetch_max(bytes, Ordering::Relaxed);
    }

    /// The total size of the source files in bytes, static files included. 0 until a pass has read the files.
    pub fn source(&self) -> u64 {
        self.source.load(Ordering::Relaxed)
    }

    /// Counts one item of the current stage as finished.
    pub fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// The current stage, the number of finished items, and the total number of items, or 0 if it is unknown.
    pub fn now(&self) -> (Stage, usize, usize) {
        let stage = match self.stage.load(Ordering::Relaxed) {
            1 => Stage::Read,
            2 => Stage::Generate,
            3 => Stage::Render,
            4 => Stage::Write,
            5 => Stage::Publish,
            _ => Stage::Idle,
        };
        (stage, self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }
}
