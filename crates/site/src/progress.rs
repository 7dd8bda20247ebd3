//! The progress of a build: a few counters that the pipeline moves and the command line draws.
//!
//! Nothing depends on them; they may be read from any thread.

use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

/// The progress of a build.
#[derive(Debug, Default)]
pub struct Progress {
    stage: AtomicU8,
    done: AtomicUsize,
    total: AtomicUsize,
}

/// The steps of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Stage {
    /// Before or after a build.
    Idle,
    /// Reading the source.
    Read,
    /// Running generators.
    Generate,
    /// Rendering documents and pages.
    Render,
    /// Writing the destination.
    Write,
}

impl Progress {
    /// Begins a stage of `total` items (0: unknown).
    pub fn begin(&self, stage: Stage, total: usize) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
        self.stage.store(stage as u8, Ordering::Relaxed);
    }

    /// One more item of the stage is done.
    pub fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// The stage, the items done, and their total.
    pub fn now(&self) -> (Stage, usize, usize) {
        let stage = match self.stage.load(Ordering::Relaxed) {
            1 => Stage::Read,
            2 => Stage::Generate,
            3 => Stage::Render,
            4 => Stage::Write,
            _ => Stage::Idle,
        };
        (stage, self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }
}
