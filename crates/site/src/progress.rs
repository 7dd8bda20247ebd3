//! The progress of a build: counters that the pipeline updates and the command line displays.
//!
//! No output depends on them. They can be read from any thread.

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
    /// Not building.
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
    /// Starts a stage with `total` items. 0 if unknown.
    pub fn begin(&self, stage: Stage, total: usize) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
        self.stage.store(stage as u8, Ordering::Relaxed);
    }

    /// Counts one finished item.
    pub fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// The stage, the number of finished items, and the total.
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
